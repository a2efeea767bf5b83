"""Photos that cannot be read: a clear sentence, and the page lives on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import cards, huge_png, send_photo, tap_in


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xd8\xff\xe0 this is no JPEG", "The picture is damaged"),
        (b"just some text", "not a picture that can be opened"),
        (b"", "The file is empty"),
        (huge_png(), "too many pixels"),
    ],
    ids=["damaged", "text", "empty", "huge"],
)
def test_a_bad_file_is_refused_in_words(page: Page, data: bytes, sentence: str) -> None:
    expect(page.get_by_role("button", name="Add cards")).to_be_visible()
    send_photo(page, data)
    expect(page.get_by_text(sentence)).to_be_visible()
    tap_in(page, "7S 8S")
    expect(cards(page)).to_have_count(2)


def test_a_file_that_is_too_large_never_leaves_the_browser(page: Page) -> None:
    expect(page.get_by_role("button", name="Add cards")).to_be_visible()
    send_photo(page, bytes(21 * 1024 * 1024))
    expect(page.get_by_text("up to 20 MB")).to_be_visible()
