"""Every game in plain words from its data, and what is argued about answered by this table's own rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine.presets import PRESETS, house_rules_for
from engine.rules import PARAMETERS, Ruleset
from tests.house.test_words import messages
from ui.desk import Desk
from ui.parts.arguments import ARGUMENTS, answer_text, argument_html, arguments_for, question_text
from ui.parts.rule_words import plain_rules
from ui.parts.switches import changes_text
from ui.parts.terms import TERMS, terms_html
from ui.words import LANGUAGES, words_of

EN = words_of("en")
CHANGES: list[dict[str, Any]] = [
    {"open_points": 71}, {"final_discard": "optional"}, {"joker_meld": 0}, {"joker_meld": 35}, {"ace_run": "circular"},
    {"ace_run": "high"}, {"discard_draw": "opened_only"}, {"discard_draw": "opened_or_out"}, {"swap_reuse": "keep"},
    {"swap_set3": "any_missing"}, {"clean_inside_dirty": True}, {"undercut_on_tie": True}, {"target_strict": True},
    {"early_joker_counts": True}, {"one_go_only_if_first": True}, {"set_distinct_suits": False}, {"take_spare": False},
    {"score_mode": "meld"}, {"score_mode": "net"}, {"jokers_adjacent": False, "jokers_run_max": None},
]  # fmt: skip


def tables() -> list[Ruleset]:
    return [*PRESETS.values(), *(rules.but(**change) for rules in PRESETS.values() for change in CHANGES)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_explained_in_whole_sentences(language: str) -> None:
    words = words_of(language)
    for rules in tables():
        told = [*plain_rules(rules, 4, words)]
        for argument in arguments_for(rules):
            told += [question_text(argument, rules, words), answer_text(argument, rules, words)]
        for text in told:
            assert not text.startswith(("plain.", "argue.")), text
            assert "{" not in text
            assert "None" not in text, text
            assert text[0].isupper() or text[0].isdigit(), text
            assert text[-1] in ".?", text


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("lebanese14", "may stand only for a burnt card"),
        ("lebanese14", "lay down at least 71 points"),
        ("lebanese14", "by 2 without a joker, by 1.5 with one, by 1 with more"),
        ("lebanese14", "an ace counts 10"),
        ("rami51", "With one card left in hand you draw from the stock only"),
        ("rami51", "no joker may be added to an opponent's run"),
        ("rami51", "From a set of three it goes only for both missing cards"),
        ("rami51", "If a joker is the last discard then, by 2 once more"),
        ("joc1000", "The last round counts times 1,000"),
        ("remik500", "the deepest must be used at once"),
        ("remik500", "There are no jokers"),
        ("basic_rummy", "may be taken at any time"),
        ("gin", "2 people play"),
        ("gin", "you take 1 pack of 52 cards; everyone"),
    ],
)
def test_what_makes_a_game_its_own_is_told(game: str, told: str) -> None:
    assert told in " ".join(plain_rules(PRESETS[game], 2, EN))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("rami51", {"one_go_flat": 100}),
        ("rami51", {"joker_meld": 35}),
        ("rami51", {"joker_on_opponent_run": True}),
        ("rami51", {"swap_set3": "any_missing"}),
        ("rami51", {"last_card_blocks_discard": False}),
        ("lebanese14", {"joker_run_needs_burnt": False}),
        ("lebanese14", {"discard_draw_points": 81}),
        ("remik500", {"discard_depth": "top"}),
        ("remik_trad", {"last_round_mult": 2}),
    ],
)
def test_a_house_rule_changes_the_plain_words(language: str, game: str, change: dict[str, Any]) -> None:
    words = words_of(language)
    assert plain_rules(PRESETS[game].but(**change), 4, words) != plain_rules(PRESETS[game], 4, words)


def test_all_that_is_argued_about_has_an_answer() -> None:
    assert len(ARGUMENTS) == 21, "as many as the rules reference lists"
    assert {name for argument in ARGUMENTS for name in argument.parameters} <= set(PARAMETERS)
    given = {f"argue.{each.name}.{each.answer(rules)}" for rules in tables() for each in arguments_for(rules)}
    asked = {f"argue.{each.name}" for each in ARGUMENTS} | {"argue.differ"}
    assert given | asked == {key for key in messages("en") if key.startswith("argue.")}


def answer(name: str, game: str, **changes: object) -> str:
    rules = PRESETS[game].but(**changes)
    (argument,) = [each for each in arguments_for(rules) if each.name == name]
    return answer_text(argument, rules, EN)


@pytest.mark.parametrize(
    ("name", "game", "changes", "said"),
    [
        ("ace", "remik_trad", {}, "1 before the 2, 11 after the king, 11 in a set; in hand 11"),
        ("ace", "gin", {}, "only before the 2"),
        ("corner", "rami51", {}, "No"),
        ("corner", "rami51", {"ace_run": "circular"}, "Yes"),
        ("joker_counts", "rami51", {}, "as the card it stands for"),
        ("joker_counts", "rami51", {"joker_meld": 35}, "with 35 points"),
        ("set_of_three", "rami51", {}, "No"),
        ("set_of_three", "remik_trad", {}, "Yes"),
        ("keep_joker", "remik_trad", {}, "a new meld"),
        ("keep_joker", "remik_general", {}, "may stay"),
        ("clean", "remik_trad", {}, "No"),
        ("two_jokers", "remik_trad", {}, "many tables refuse"),
        ("two_jokers", "rami51", {}, "one joker at most"),
        ("added", "rami51", {}, "Yes"),
        ("added", "remik_trad", {}, "No"),
        ("exactly", "remik_trad", {"open_points": 50}, "50 are enough, 49 are not"),
        ("discard", "rami51", {}, "lay it down in this turn"),
        ("discard", "remik_trad", {}, "freely"),
        ("discard", "lebanese14", {}, "at least 71 points"),
        ("last_card", "remik_trad", {}, "Yes"),
        ("last_card", "remik500", {}, "No"),
        ("twice", "basic_rummy", {}, "Yes"),
        ("twice", "rami51", {}, "No"),
        ("unopened", "rami51", {}, "100"),
        ("unopened", "remik_trad", {}, "12"),
        ("one_go", "rami51", {}, "Yes"),
        ("joker_close", "rami51", {}, "Yes"),
        ("early_joker", "remik_trad", {}, "does not count"),
        ("take_card", "rami51", {}, "Yes"),
        ("take_card", "remik_trad", {}, "No"),
        ("your_run", "rami51", {}, "No"),
        ("tie", "gin", {}, "Nobody"),
        ("target", "remik500", {}, "Yes"),
        ("target", "remik_trad", {}, "No"),
    ],
)
def test_the_answers_of_the_rules_reference(name: str, game: str, changes: dict[str, object], said: str) -> None:
    assert said in answer(name, game, **changes)


def test_an_answer_names_its_rule_and_the_house_rules_about_it() -> None:
    (exactly,) = [each for each in ARGUMENTS if each.name == "exactly"]
    html = argument_html(exactly, Desk(house_rules=("M8a_open_50",)), EN)
    assert "50 are enough, 49 are not." in html
    assert "<b>50</b>" in html
    assert "House rule in force: “Lay down with 50 points”." in html


@pytest.mark.parametrize("game", PRESETS)
def test_every_switch_says_what_it_changes(game: str) -> None:
    for rule in house_rules_for(game):
        text = changes_text(rule, PRESETS[game], EN)
        assert text.count(": ") >= len(rule.changes)
        assert text != changes_text(rule, PRESETS[game], words_of("pl"))


def test_terms_stand_side_by_side_in_all_languages() -> None:
    html = terms_html(words_of("pl"))
    assert html.count("<tr>") == len(TERMS) + 1
    assert html.index('lang="pl"') < html.index('lang="en"')
    assert all(f'<td lang="{code}">' in html for code in LANGUAGES)
    assert {key[5:] for key in messages("en") if key.startswith("term.")} == set(TERMS)
