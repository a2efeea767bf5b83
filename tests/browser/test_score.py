"""A score sheet from the first round to a corrected one, with a reload in the middle."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.table import expect_accessible, expect_fits


def fill(page: Page, label: str, text: str) -> None:
    field = page.get_by_role("textbox", name=label)
    field.fill(text)
    field.press("Enter")


def test_a_round_is_proposed_confirmed_and_changed(page: Page, app_address: str) -> None:
    page.goto(f"{app_address}/score")
    fill(page, "Who plays?", "Ana, Jan, Marie")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Ana deals, Jan begins.")).to_be_visible(timeout=20_000)
    page.get_by_test_id("stButtonGroup").get_by_text("Ana").click()
    fill(page, "Jan: cards left", "10+15+8")
    expect(page.get_by_text("Still missing: Marie")).to_be_visible(timeout=20_000)
    fill(page, "Marie: cards left", "KS 7H JK")
    expect(page.get_by_role("row", name="Marie 42")).to_be_visible(timeout=20_000)
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_text("Jan deals, Marie begins.")).to_be_visible(timeout=20_000)
    page.reload()
    expect(page.get_by_role("row", name="Round 1 0 33 42")).to_be_visible(timeout=20_000)
    expect_fits(page)
    expect_accessible(page)
    page.locator("summary").filter(has_text="Change a round").click()
    fill(page, "Jan: points", "30")
    page.get_by_role("button", name="Save the change").click()
    expect(page.get_by_role("row", name="Round 1 0 30 42")).to_be_visible(timeout=20_000)
