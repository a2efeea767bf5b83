"""A second photo, a missed card, a photo taken again; what the player said stays, also through a reload."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.fan import fan_photo, framed
from tests.browser.table import cards, correct, expect_accessible, expect_fits, held, mend, send_photo

HAND = "7S 8S 9S 10H 10D 10C KC QD 4H"
SLOW = 90_000


def read_first(page: Page, photo: bytes) -> None:
    expect(page.get_by_role("button", name="Add cards").first).to_be_visible()
    send_photo(page, photo)
    expect(page.locator(".photo img")).to_be_visible(timeout=SLOW)
    mend(page, HAND)
    expect(cards(page)).to_have_count(9)


def test_a_card_that_was_missed_is_framed_and_read(page: Page, browser: Browser) -> None:
    read_first(page, fan_photo(browser, HAND))
    place = held(page).index("8S")
    cards(page).nth(place).click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(cards(page)).to_have_count(8)
    page.get_by_role("button", name="A card was missed").click()
    expect(page.locator(".photo.framing")).to_be_visible()
    picture = page.locator(".photo.framing")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    left, top, right, bottom = framed(HAND, 1)
    page.mouse.move(box["x"] + left * box["width"], box["y"] + top * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + right * box["width"], box["y"] + bottom * box["height"], steps=4)
    page.mouse.up()
    expect(cards(page)).to_have_count(9, timeout=SLOW)
    page.reload()
    expect(cards(page)).to_have_count(9)
    assert "8S" in held(page)


def test_a_second_photo_of_the_same_hand_and_one_taken_again(page: Page, browser: Browser) -> None:
    photo = fan_photo(browser, HAND)
    read_first(page, photo)
    correct(page, held(page).index("KC"), "KS")
    page.reload()
    expect(cards(page)).to_have_count(9)
    send_photo(page, photo)
    expect(page.get_by_role("button", name="the same cards", pressed=True)).to_be_visible(timeout=SLOW)
    assert "KS" in held(page)
    assert len(held(page)) <= 10
    expect_fits(page)
    expect_accessible(page)
    page.get_by_role("button", name="more cards").click()
    expect(cards(page).nth(16)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(cards(page).nth(16)).to_have_count(0)
    page.get_by_role("button", name="Remove photo 2").click()
    expect(page.locator(".photo img")).to_have_count(1)
    page.set_input_files("input[data-way=retake]", {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": photo})
    expect(page.locator(".photo img")).to_have_count(1)
    expect(page.get_by_text("Reading the cards")).to_have_count(0, timeout=SLOW)
    assert "KS" in held(page)


def test_four_colours_are_switched_at_the_cards_and_stay(page: Page) -> None:
    four = page.get_by_role("button", name="Four colours").first
    expect(four).to_have_attribute("aria-pressed", "false")
    four.click()
    expect(four).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html.four")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("button", name="Four colours").first).to_have_attribute("aria-pressed", "true")
