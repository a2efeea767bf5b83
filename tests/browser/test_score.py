"""A score sheet from the first round to a corrected one: typed, tapped, photographed, with reloads in the middle."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.fan import fan_photo
from tests.browser.table import expect_accessible, expect_fits

SLOW = 90_000


def fill(page: Page, label: str, text: str) -> None:
    field = page.get_by_role("textbox", name=label)
    field.fill(text)
    field.press("Enter")


def start(page: Page, app_address: str) -> None:
    page.goto(f"{app_address}/score")
    fill(page, "Who plays?", "Ana, Jan, Marie")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Ana deals, Jan begins.")).to_be_visible()
    page.get_by_role("button", name="Ana", exact=True).click()


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.locator(f'dialog[open] [data-key="{key}"]').click()


def test_a_round_is_proposed_confirmed_and_changed(page: Page, app_address: str) -> None:
    start(page, app_address)
    fill(page, "Jan: cards left", "10+15+8")
    expect(page.get_by_text("Still missing: Marie")).to_be_visible()
    fill(page, "Marie: cards left", "KS 7H JK")
    expect(page.get_by_role("row", name="Marie 42")).to_be_visible()
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_text("Jan deals, Marie begins.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("row", name="Round 1 0 33 42")).to_be_visible()
    expect_fits(page)
    expect_accessible(page)
    page.locator("summary").filter(has_text="Change a round").click()
    fill(page, "Jan: points", "30")
    page.get_by_role("button", name="Save the change").click()
    expect(page.get_by_role("row", name="Round 1 0 30 42")).to_be_visible()


def test_a_half_typed_score_survives_a_reload(page: Page, app_address: str) -> None:
    start(page, app_address)
    page.get_by_role("button", name="Jan: number keys").click()
    press(page, "10+1")
    expect(page.locator("dialog output")).to_have_text("10+1")
    press(page, "✓")
    expect(page.get_by_role("region", name="Jan").get_by_text("11 points")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Jan: number keys").click()
    press(page, "5±✓")
    expect(page.get_by_role("region", name="Jan").get_by_text("5 points")).to_be_visible()
    expect(page.get_by_role("textbox", name="Jan: cards left")).to_have_value("-10+15")
    expect_fits(page)
    expect_accessible(page)


def test_a_photo_goes_straight_to_its_player(page: Page, app_address: str, browser: Browser) -> None:
    start(page, app_address)
    fill(page, "Marie: cards left", "0")
    photo = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": fan_photo(browser, "KS QS 2H 7D")}
    page.set_input_files("input[data-way=left][data-player=Jan]", photo)  # type: ignore[arg-type]
    jan = page.get_by_role("region", name="Jan")
    expect(jan.locator("button.card").first).to_be_visible(timeout=SLOW)
    page.reload()
    expect(jan.locator("button.card").first).to_be_visible()
    faces = [card.get_attribute("data-face") for card in jan.locator("button.card").all()]
    assert len(set(faces) & {"KS", "QS", "2H", "7D"}) >= 3
    expect(page.locator(".photo img")).to_be_visible()


def test_games_go_out_and_come_in(page: Page, app_address: str, tmp_path: Path) -> None:
    start(page, app_address)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Everything (JSON)").click()
    path = tmp_path / "games.json"
    waiting.value.save_as(path)
    page.get_by_role("button", name="All games").click()
    page.set_input_files("input[data-way=games]", path)
    expect(page.get_by_text("1 game in the file is here already.")).to_have_count(1)
    bad = {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    page.set_input_files("input[data-way=games]", bad)  # type: ignore[arg-type]
    expect(page.get_by_text("cannot be read as games")).to_be_visible()
