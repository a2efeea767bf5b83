"""Melds on the table are tapped together, said to be one's own, and used by the best turn."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.table import expect_accessible, expect_fits, tap_in


def add_meld(page: Page, faces: str) -> None:
    page.get_by_role("button", name="Add a meld").click()
    for face in faces.split():
        page.locator(f'dialog[open] .grid [data-code="{face}"]').click()
    page.get_by_role("button", name="Done").click()


def test_the_best_turn_uses_what_lies_on_the_table(page: Page) -> None:
    tap_in(page, "10S KH KD KC 2S 3D")
    page.get_by_text("I have already laid down in this round").click()
    page.locator("summary").filter(has_text="Melds on the table").click()
    add_meld(page, "7S 8S 9S")
    expect(page.get_by_text("At the meld 7♠ 8♠ 9♠ on the table")).to_be_visible()
    add_meld(page, "7S 8H")
    expect(page.get_by_text("“7♠ 8♥” is no meld in this game.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("At the meld 7♠ 8♠ 9♠ on the table")).to_be_visible()
    page.get_by_role("button", name="Meld 2: take it away").click()
    expect(page.get_by_text("is no meld in this game.")).to_have_count(0)
    page.get_by_role("button", name="Meld 1: mine").click()
    expect(page.get_by_role("button", name="Meld 1: mine", pressed=True)).to_be_visible()
    expect_fits(page)
    expect_accessible(page)
