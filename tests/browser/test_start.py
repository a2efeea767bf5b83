"""The command of README opens a page; every page can be opened, read and left."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import expect_accessible, expect_fits


def test_the_page_opens(page: Page) -> None:
    expect(page.get_by_text("Remi Lens").first).to_be_visible()
    expect(page.get_by_role("button", name="Add cards")).to_be_visible()
    expect_fits(page)
    expect_accessible(page)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("pl", "Nie ma jeszcze kart"), ("ro", "Încă nu sunt cărți"), ("fr", "Pas encore de cartes")],
)
def test_the_page_speaks(page: Page, app_address: str, language: str, sentence: str) -> None:
    page.goto(f"{app_address}/?lang={language}")
    expect(page.get_by_text(sentence)).to_be_visible()
    expect_fits(page)


def test_the_rules_page_tells_the_house_rules(page: Page) -> None:
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="The rules of this table")).to_be_visible()
    expect(page.get_by_text("The first lay-down must count at least 51 points")).to_be_visible()
    page.get_by_role("tab", name="House rules").click()
    page.get_by_role("tabpanel").get_by_text("Lay down with 52 points").click()
    page.get_by_role("tab", name="Every rule").click()
    expect(page.get_by_role("row", name="Points of the first lay-down house rule 52")).to_be_visible()
    page.get_by_role("tab", name="What is argued about").click()
    page.get_by_text("Are exactly 52 points enough? And 51?").click()
    expect(page.get_by_text("52 are enough, 51 are not.")).to_be_visible()
    page.get_by_role("tab", name="Words").click()
    expect(page.get_by_role("cell", name="czysty sekwens")).to_be_visible()
    expect_accessible(page)
    expect_fits(page)


def test_the_source_code_is_offered(page: Page) -> None:
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Source code (AGPL-3.0)").click()
    assert waiting.value.suggested_filename == "remi-lens-source.zip"
