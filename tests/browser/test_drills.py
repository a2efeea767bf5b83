"""All that can be practised, as a player meets it: six kinds of questions, hints, the tally, one's own cards."""

from __future__ import annotations

import re
import secrets

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.cards import Card, parse_face
from engine.drill import DrillKind
from engine.presets import PRESETS
from tests.browser.fan import fan_photo
from tests.browser.table import cards, expect_accessible, expect_fits, held, send_photo
from tests.browser.test_photos import HAND, NEARLY_ALL
from tests.browser.test_practise import faces, in_hand, in_meld, settled
from ui.words import Words, words_of

LANGUAGES = ("en", "pl")
SLOW = 90_000


def opened(page: Page, address: str, language: str) -> Words:
    """The page of somebody whom nobody else is: all without a name share one tally."""
    page.goto(f"{address}/practise?lang={language}&who={secrets.token_hex(6)}")
    settled(page)
    return words_of(language)


def choose(page: Page, words: Words, kind: DrillKind) -> None:
    """Ask for one kind, and wait until it is asked: a hint to the question before would be lost with it."""
    page.locator('[data-testid="stButtonGroup"] button', has_text=words(f"practise.kind.{kind}")).click()
    expect(page.locator(".asked")).to_have_text(asked(words, kind))
    settled(page)


def asked(words: Words, kind: DrillKind) -> re.Pattern[str]:
    """The question in any game: gin asks about the knock."""
    keys = [key for key in (f"practise.ask.{kind}", f"practise.ask.{kind}.knock") if words.knows(key)]
    return re.compile("|".join(re.escape(words(key, limit="#")).replace(r"\#", r"\d+") for key in keys))


def answer(page: Page, words: Words, kind: DrillKind) -> None:
    """Some answer to a question of this kind, right or wrong."""
    match kind:
        case DrillKind.IS_MELD | DrillKind.MAY_OPEN:
            page.get_by_role("button", name=words("rules.yes"), exact=True).click()
        case DrillKind.MELD_POINTS:
            page.get_by_label(words("practise.points"), exact=True).fill("30")
            page.get_by_role("button", name=words("practise.answer"), exact=True).click()
        case DrillKind.JOKER_PLACE:
            in_hand(page).first.click()
        case _:
            held_before = in_hand(page).count()
            in_hand(page).first.click()
            expect(in_hand(page)).to_have_count(held_before - 1)
            expect(in_meld(page, 0)).to_have_count(1)
            page.get_by_role("button", name=words("practise.lay"), exact=True).click()


def expect_lesson(page: Page, words: Words) -> None:
    """A verdict in words with the rule behind it, and the way on."""
    expect(page.locator(".verdict")).to_have_count(1)
    either = re.compile(f"{re.escape(words('practise.right'))}|{re.escape(words('practise.wrong'))}")
    expect(page.locator(".verdict h2")).to_have_text(either)
    expect(page.get_by_role("button", name=words("practise.next"))).to_have_count(1)
    settled(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_kinds_of_questions_are_answered_and_counted(page: Page, app_address: str, language: str) -> None:
    words = opened(page, app_address, language)
    for number, kind in enumerate(DrillKind, start=1):
        choose(page, words, kind)
        answer(page, words, kind)
        expect_lesson(page, words)
        expect(page.locator(".tally li").first).to_contain_text(str(number))
        page.get_by_role("button", name=words("practise.next")).click()
        expect(page.locator(".verdict")).to_have_count(0)
        settled(page)
    expect_accessible(page)
    expect_fits(page)
    page.reload()
    expect(page.locator(".tally li").first).to_contain_text(str(len(DrillKind)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_teach_until_none_is_left(page: Page, app_address: str, language: str) -> None:
    words = opened(page, app_address, language)
    choose(page, words, DrillKind.IS_MELD)
    ask = page.get_by_role("button", name=words("hint.ask"))
    given = 0
    while ask.count():
        ask.click()
        given += 1
        expect(page.locator(".note.hint")).to_have_count(given)
        settled(page)
    assert given >= 2
    page.get_by_role("button", name=words("rules.no"), exact=True).click()
    expect_lesson(page, words)
    expect(page.locator(".grounds li").or_(page.locator(".felt .card")).first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_photographed_hand_becomes_an_exercise(page: Page, app_address: str, browser: Browser, language: str) -> None:
    words = opened(page, app_address, language)
    page.locator('[data-testid="stCheckbox"] label', has_text=words("practise.own")).click()
    expect(page.get_by_text(words("practise.own.how"))).to_have_count(1)
    send_photo(page, fan_photo(browser, HAND))
    expect(cards(page)).not_to_have_count(0, timeout=SLOW)
    settled(page)
    read = sorted(held(page))
    assert len(set(read) & set(HAND.split())) >= NEARLY_ALL
    choose(page, words, DrillKind.FIND_OPENING)
    expect(in_hand(page)).to_have_count(len(read))
    assert sorted(faces(in_hand(page))) == read
    answer(page, words, DrillKind.FIND_OPENING)
    expect_lesson(page, words)
    expect(page.locator(".tally li").first).to_contain_text("1")


@pytest.mark.parametrize("game", PRESETS)
def test_every_game_is_practised(page: Page, app_address: str, game: str) -> None:
    """In Polish the cards carry Polish letters, whatever the game."""
    words = opened(page, app_address, "pl")
    page.get_by_role("combobox", name=words("game.choose")).click()
    page.get_by_role("option", name=words(f"game.{game}"), exact=True).click()
    settled(page)
    expect(page.locator(".asked")).to_have_count(1)
    kinds = page.locator('[data-testid="stButtonGroup"] button')
    jokers = bool(PRESETS[game].deck.jokers_per_pack)
    expect(kinds).to_have_count(len(DrillKind) + 1 - (not jokers))
    choose(page, words, DrillKind.FIND_BEST)
    shown = [parse_face(face) for face in faces(in_hand(page))]
    assert len(shown) > 5
    assert jokers or all(isinstance(face, Card) for face in shown)
    answer(page, words, DrillKind.FIND_BEST)
    expect_lesson(page, words)
