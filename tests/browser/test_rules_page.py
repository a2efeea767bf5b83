"""The rules of a table: told in plain words, switched, argued about, in the language of whoever reads them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.presets import PRESETS
from tests.browser.table import expect_accessible, expect_fits
from ui.parts.arguments import ARGUMENTS, arguments_for, question_text
from ui.parts.rule_words import plain_rules
from ui.words import Words, words_of

LANGUAGES = ("pl", "fr")
GAME = "remik_trad"


def tab(page: Page, words: Words, section: str) -> None:
    page.get_by_role("tab", name=words(f"rules.section.{section}"), exact=True).click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_switch_changes_the_words_and_the_answers(page: Page, app_address: str, language: str) -> None:
    words, rules = words_of(language), PRESETS[GAME]
    page.goto(f"{app_address}/rules?lang={language}")
    for sentence in plain_rules(rules, 4, words):
        expect(page.locator(".plain-rules li", has_text=sentence)).to_have_count(1)
    tab(page, words, "house")
    page.get_by_role("tabpanel").get_by_text(words("house.M8a_open_50"), exact=True).click()
    tab(page, words, "plain")
    points = words.count("points.count", 50)
    told = words("plain.open.clean", points=points)
    expect(page.locator(".plain-rules li", has_text=told)).to_have_count(1)
    tab(page, words, "all")
    expect(page.get_by_role("row", name=words("rule.open_points"))).to_contain_text("50")
    tab(page, words, "argued")
    page.get_by_text(words("argue.exactly", need=50, less=49)).click()
    expect(page.get_by_text(words("argue.exactly.enough", need=50, less=49))).to_have_count(1)
    expect_accessible(page)
    expect_fits(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_argued_about_is_answered(page: Page, app_address: str, language: str) -> None:
    words, rules = words_of(language), PRESETS[GAME]
    page.goto(f"{app_address}/rules?lang={language}")
    tab(page, words, "argued")
    asked = arguments_for(rules)
    expect(page.locator(".argued details")).to_have_count(len(asked))
    for argument in asked:
        expect(page.locator(".argued summary", has_text=question_text(argument, rules, words))).to_have_count(1)
    assert len(asked) > len(ARGUMENTS) // 2
    tab(page, words, "terms")
    expect(page.get_by_role("cell", name=words("term.clean_run"))).not_to_have_count(0)
