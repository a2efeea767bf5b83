"""Games come from a file and go into one: a sheet twice is asked about, and the file of everything holds practice."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ui.words import words_of

LANGUAGES = ("en", "pl")


def bring(page: Page, name: str, text: str) -> None:
    kind = "text/csv" if name.endswith(".csv") else "application/json"
    page.set_input_files("input[data-way=games]", {"name": name, "mimeType": kind, "buffer": text.encode()})


def settled(page: Page) -> None:
    """The page has come to rest: nothing runs, and nothing of the page before is left."""
    expect(page.locator('[data-test-script-state="running"]')).to_have_count(0)
    expect(page.locator("[data-stale=true]")).to_have_count(0)
    expect(page.locator(".foot")).to_have_count(1)


def told(page: Page, sentence: str) -> None:
    expect(page.locator('[data-testid="stAlert"]').filter(has_text=sentence)).to_have_count(1)


def taken_away(page: Page, language: str) -> str:
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("link", name=words_of(language)("score.backup")).click()
    assert download.value.suggested_filename == "remi-lens-everything.json"
    return Path(download.value.path()).read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_brought_twice_is_asked_about(page: Page, app_address: str, language: str) -> None:
    words, name = words_of(language), f"Zoe{secrets.token_hex(3)}"
    sheet = f"#,{name},Max\n1,0,30\n2,12,0\n"
    page.goto(f"{app_address}/score?lang={language}")
    bring(page, "sheet.csv", sheet)
    told(page, words.count("score.bring_done", 1))
    bring(page, "sheet.csv", sheet)
    told(page, words("score.bring_same", game=words.listed([name, "Max"])).partition(name)[0])
    page.get_by_role("button", name=words("score.bring_again")).click()
    told(page, words.count("score.bring_done", 1))
    expect(page.get_by_role("button", name=words("score.bring_again"))).to_have_count(0)
    assert len([game for game in json.loads(taken_away(page, language))["people"] if game["name"] == name]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_one_file_with_practice(page: Page, app_address: str, language: str) -> None:
    words = words_of(language)
    page.goto(f"{app_address}/practise?lang={language}")
    page.locator('[data-testid="stButtonGroup"] button', has_text=words("practise.kind.is_meld")).click()
    page.get_by_role("button", name=words("rules.yes"), exact=True).click()
    expect(page.locator(".verdict")).to_have_count(1)
    page.goto(f"{app_address}/score?lang={language}")
    text = taken_away(page, language)
    assert json.loads(text)["answers"], "what was just answered is in the file"
    bring(page, "everything.json", text)
    known = len(json.loads(text)["games"])
    told(page, words.count("score.bring_known", known) if known else words("score.bring_rest"))
    bring(page, "holiday.json", "no games")
    told(page, words("score.bring_bad", where="file"))
