"""Practising with fingers: melds are tapped and dragged together, a card is picked, and the reason comes at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import expect_accessible, expect_fits

LANGUAGES = {
    "en": ("Find an opening", "Lay down", "Where does the joker belong?"),
    "pl": ("Znajdź wyłożenie", "Wyłóż", "Gdzie postawić jokera?"),
}
ASKED = {
    "Find an opening": "Lay down: tap the cards of each meld",
    "Znajdź wyłożenie": "Wyłóż się: stuknij karty każdego układu",
    "Where does the joker belong?": "Which card should the joker stand for",
    "Gdzie postawić jokera?": "Którą kartę powinien zastąpić joker",
}


def in_hand(page: Page) -> Locator:
    return page.locator(".tray .felt > .row .card")


def in_meld(page: Page, place: int) -> Locator:
    return page.locator(f'.tray [data-meld="{place}"] .card')


def faces(cards: Locator) -> list[str]:
    return [str(card.get_attribute("data-face")) for card in cards.all()]


def settled(page: Page) -> None:
    """What a page before showed has faded away."""
    expect(page.locator('[data-test-script-state="running"]')).to_have_count(0)
    expect(page.locator("[data-stale=true]")).to_have_count(0)


def practise(page: Page, address: str, language: str, kind: str) -> None:
    page.goto(f"{address}/practise?lang={language}")
    page.locator('[data-testid="stButtonGroup"] button', has_text=kind).click()
    expect(page.locator(".asked")).to_contain_text(ASKED[kind])
    settled(page)
    expect(in_hand(page).first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_opening_is_tapped_together_and_judged(page: Page, app_address: str, language: str) -> None:
    kind, lay, _ = LANGUAGES[language]
    practise(page, app_address, language, kind)
    held = in_hand(page).count()
    for taken in range(3):
        in_hand(page).first.click()
        expect(in_hand(page)).to_have_count(held - taken - 1)
    expect(in_meld(page, 0)).to_have_count(3)
    expect(page.locator('.tray [data-meld="0"] p')).not_to_be_empty()
    in_meld(page, 0).first.click()
    expect(in_meld(page, 0)).to_have_count(2)
    expect(in_hand(page)).to_have_count(held - 2)
    expect_fits(page)
    page.get_by_role("button", name=lay, exact=True).click()
    expect(page.locator(".verdict")).to_have_count(1)
    expect(page.locator(".grounds li").first).to_be_visible()
    expect(page.get_by_role("button", name=lay, exact=True)).to_have_count(0)
    settled(page)
    expect_accessible(page)
    expect_fits(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_dragged_into_the_order_one_likes(page: Page, app_address: str, language: str) -> None:
    practise(page, app_address, language, LANGUAGES[language][0])
    before = faces(in_hand(page))
    start, end = in_hand(page).nth(0).bounding_box(), in_hand(page).nth(3).bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 20, steps=6)
    page.mouse.move(end["x"] + end["width"] - 4, end["y"] + 30, steps=3)
    page.mouse.up()
    wanted = [*before[1:4], before[0], *before[4:]]
    expect(in_hand(page).nth(3)).to_have_attribute("data-face", before[0])
    assert faces(in_hand(page)) == wanted
    box = page.locator('.tray [data-meld="0"]').bounding_box()
    start = in_hand(page).nth(0).bounding_box()
    assert box is not None
    assert start is not None
    page.mouse.move(start["x"] + 20, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 20, steps=8)
    page.mouse.up()
    expect(in_meld(page, 0)).to_have_count(1)
    assert faces(in_meld(page, 0)) == wanted[:1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_jokers_card_is_picked(page: Page, app_address: str, language: str) -> None:
    practise(page, app_address, language, LANGUAGES[language][2])
    in_hand(page).first.click()
    expect(page.locator(".verdict")).to_have_count(1)
    expect(page.locator(".tally li").first).to_be_visible()
