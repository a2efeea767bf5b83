"""What a visitor does on the page, in a player's words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.hostile.good_files import png

SERIOUS = {"serious", "critical"}


def cards(page: Page) -> Locator:
    """The cards of the hand on the felt."""
    return page.locator(".strip button.card")


def held(page: Page) -> list[str]:
    return [str(card.get_attribute("data-face")) for card in cards(page).all()]


def tap_in(page: Page, faces: str) -> None:
    """Open the picker and tap cards in."""
    page.get_by_role("button", name="Add cards").click()
    for face in faces.split():
        page.locator(f'dialog[open] .grid [data-code="{face}"]').click()
    page.get_by_role("button", name="Done").click()
    expect(cards(page)).to_have_count(len(faces.split()))


def tap_in_anywhere(page: Page, faces: str) -> None:
    """Tap cards in on a page in any language."""
    page.locator("button.plus").first.click()
    for face in faces.split():
        page.locator(f'dialog[open] .grid [data-code="{face}"]').click()
    page.keyboard.press("Escape")
    expect(cards(page)).to_have_count(len(faces.split()))


def correct(page: Page, place: int, face: str) -> None:
    """Two taps: the card, then what it really is."""
    cards(page).nth(place).click()
    page.locator(f'dialog[open] .grid [data-code="{face}"]').click()
    expect(cards(page).nth(place)).to_have_attribute("data-face", face)


def send_photo(page: Page, data: bytes, name: str = "photo.jpg", kind: str = "image/jpeg") -> None:
    page.set_input_files("input[data-way=choose]", {"name": name, "mimeType": kind, "buffer": data})


def expect_verdict(page: Page, words: str) -> None:
    expect(page.locator(".verdict h2")).to_have_text(re.compile(words), timeout=20_000)


def expect_accessible(page: Page) -> None:
    """Nothing that keeps people out: no serious finding of axe on this page."""
    findings = Axe().run(page).response["violations"]
    serious = [f"{each['id']}: {_where(each['nodes'])}" for each in findings if each["impact"] in SERIOUS]
    assert not serious, serious


def _where(nodes: Iterable[dict[str, object]]) -> str:
    return "; ".join(str(node["html"])[:160] for node in nodes)


def expect_fits(page: Page) -> None:
    """Nothing sticks out sideways, and what is tapped is large enough for a finger."""
    wide = page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth")
    assert wide <= 0
    small = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid="stMain"] button, [data-testid="stMain"] a[data-testid]')]
        .filter(each => each.offsetParent && each.tabIndex >= 0)
        .map(each => [each.innerText, each.getBoundingClientRect()])
        .filter(([_, box]) => box.height < 43.5 || box.width < 43.5)
        .map(([text, box]) => `${text} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
    )
    assert not small, small


def huge_png(width: int = 20_000, height: int = 20_000) -> bytes:
    """A small file of a huge black picture."""
    return png(width, height, bytes(((width + 7) // 8 + 1) * height), depth=1, colours=0)


def mend(page: Page, wanted: str) -> None:
    """Make the hand what it really is: two taps for each wrong card, one more card or one less where needed."""
    extra, missing = _differences(held(page), wanted.split())
    for face in extra:
        place = held(page).index(face)
        if missing:
            correct(page, place, missing.pop())
            continue
        count = cards(page).count()
        cards(page).nth(place).click()
        page.get_by_role("button", name="Remove", exact=True).click()
        expect(cards(page)).to_have_count(count - 1)
    if missing:
        tap_more(page, missing)


def _differences(have: list[str], want: list[str]) -> tuple[list[str], list[str]]:
    more, less = Counter(have) - Counter(want), Counter(want) - Counter(have)
    return list(more.elements()), list(less.elements())


def tap_more(page: Page, faces: Iterable[str]) -> None:
    page.get_by_role("button", name="Add cards").click()
    for face in faces:
        page.locator(f'dialog[open] .grid [data-code="{face}"]').click()
    page.get_by_role("button", name="Done").click()
