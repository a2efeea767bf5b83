"""Somebody who reads only Polish, Romanian or French finds no English sentence on any page."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.table import tap_in_anywhere
from ui.words import FOLDER, words_of

PAGES = ("", "live", "score", "practise", "rules")
SHORT = 12
"""Sentences shorter than this may be the same in two languages by chance."""
STREAMLITS_OWN = ("Press Enter", "Drag and drop", "Browse files", "Choose an option", "No results", "No options")
GAPS = re.compile(r"\{[^}]*\}")
TEXT = """() => {
    const said = [];
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent);
        if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return;
        if (node.matches?.('style, script, noscript, [lang]:not(html)')) return;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
            const text = node.getAttribute?.(name);
            if (text) said.push(text);
        }
        if (node.shadowRoot) walk(node.shadowRoot);
        node.childNodes.forEach(walk);
    };
    walk(document.body);
    return said.map((text) => text.trim()).filter(Boolean).join('\\n');
}"""


def sentences(language: str) -> dict[str, tuple[str, ...]]:
    with (FOLDER / f"{language}.po").open("rb") as source:
        return {
            str(message.id): (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            for message in read_po(source, locale=language)
            if message.id
        }


def english_only(language: str) -> list[re.Pattern[str]]:
    """What only English says, with any words in its gaps."""
    own = {text for texts in sentences(language).values() for text in texts}
    found = []
    for texts in sentences("en").values():
        found += [text for text in texts if text not in own and len(GAPS.sub("", text)) >= SHORT]
    return [_pattern(text) for text in found]


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = [re.escape(part) for part in GAPS.split(sentence)]
    return re.compile(r"[^\n]{0,80}?".join(parts))


def expect_no_english(page: Page, language: str) -> None:
    text = page.evaluate(TEXT)
    assert len(text) > 100
    found = [match.group() for pattern in english_only(language) if (match := pattern.search(text))]
    assert found == []
    assert [own for own in STREAMLITS_OWN if own in text] == []


def opened(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".foot")).to_be_visible()
    expect(page.locator("[data-stale=true]")).to_have_count(0)


@pytest.mark.parametrize("language", ["pl", "ro", "fr"])
def test_no_english_sentence_on_any_page(page: Page, app_address: str, language: str) -> None:
    opened(page, f"{app_address}/?lang={language}")
    tap_in_anywhere(page, "7S 8S 9S 10H 10D 10C JK 2D 2H KC QD 4H 2S 5C")
    expect(page.locator(".verdict")).to_have_count(1)
    expect_no_english(page, language)
    visit = re.search(r"visit=([\w-]+)", page.url)
    assert visit is not None
    for name in PAGES[1:]:
        opened(page, f"{app_address}/{name}?lang={language}&visit={visit.group(1)}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect_no_english(page, language)


def test_the_look_for_english_finds_english(page: Page, app_address: str) -> None:
    opened(page, f"{app_address}/rules?lang=en")
    with pytest.raises(AssertionError):
        expect_no_english(page, "pl")


def test_visitors_with_two_languages_never_mix(visitor: BrowserContext, app_address: str) -> None:
    one, other = visitor.new_page(), visitor.new_page()
    for _ in range(2):
        opened(one, f"{app_address}/rules?lang=fr")
        opened(other, f"{app_address}/rules?lang=pl")
        one.reload()
        expect(other.get_by_role("heading", name=words_of("pl")("rules.title"))).to_be_visible()
        expect(one.get_by_role("heading", name=words_of("fr")("rules.title"))).to_be_visible()
        expect_no_english(one, "fr")
        expect_no_english(other, "pl")
