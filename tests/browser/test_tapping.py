"""Cards tapped in by hand, corrected with two taps, and the advice on them."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.table import cards, correct, expect_accessible, expect_fits, expect_verdict, held, tap_in

OPENS = "7S 8S 9S 10H 10D 10C JK 2D 2H KC QD 4H 2S 5C"


def test_from_tapped_cards_to_advice(page: Page) -> None:
    tap_in(page, OPENS)
    expect_verdict(page, "You can lay down: 70 points with 10 cards")
    expect(page.locator(".meld")).to_have_count(3)
    expect(page.get_by_role("img", name="joker standing for the 10 of spades")).to_be_visible()
    expect(page.get_by_text("Discard", exact=True)).to_be_visible()
    expect_fits(page)
    expect_accessible(page)


def test_a_correction_changes_the_advice_and_can_be_undone(page: Page) -> None:
    tap_in(page, OPENS)
    expect_verdict(page, "You can lay down")
    correct(page, 0, "3C")
    expect_verdict(page, "Not yet")
    expect(page.get_by_text("A run of three without a joker is missing.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect_verdict(page, "You can lay down")
    assert held(page)[0] == "7S"


def test_cards_are_removed_one_by_one(page: Page) -> None:
    tap_in(page, "7S 7S 8S")
    cards(page).nth(1).click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(cards(page)).to_have_count(2)
    assert held(page) == ["7S", "8S"]


def test_everything_is_there_again_after_a_reload(page: Page) -> None:
    tap_in(page, OPENS)
    expect_verdict(page, "You can lay down")
    page.reload()
    expect(cards(page)).to_have_count(14)
    expect_verdict(page, "You can lay down: 70 points")
    assert held(page) == OPENS.split()


def test_another_game_another_answer(page: Page) -> None:
    tap_in(page, OPENS)
    expect_verdict(page, "You can lay down")
    page.get_by_role("combobox", name="What do you play?").click()
    page.get_by_role("option", name="Basic rummy").click()
    expect_verdict(page, "You can lay down")
    expect(page.get_by_text("At least 51 points are needed.")).to_have_count(0)


def test_more_copies_than_the_packs_hold_are_named(page: Page) -> None:
    tap_in(page, "7S 7S 7S 8S")
    expect(page.get_by_text("There are only 2 copies of the 7♠")).to_be_visible()


def test_the_keyboard_is_enough(page: Page) -> None:
    plus = page.get_by_role("button", name="Add cards")
    expect(plus).to_be_visible()
    plus.focus()
    page.keyboard.press("Enter")
    page.locator('dialog[open] .grid [data-code="JK"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(cards(page)).to_have_count(1)
    cards(page).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_two_visitors_never_mix(visitor: BrowserContext, app_address: str) -> None:
    one, other = visitor.new_page(), visitor.new_page()
    one.goto(f"{app_address}/?lang=en")
    other.goto(f"{app_address}/?lang=pl")
    tap_in(one, "7S 8S 9S")
    expect(other.get_by_text("Nie ma jeszcze kart")).to_be_visible()
    expect(one.locator(".felt .count")).to_have_text("3 cards")
    assert one.evaluate("document.documentElement.lang") == "en"
    assert other.evaluate("document.documentElement.lang") == "pl"
