"""Hints speak of the question at hand and never give the answer away; reasons rest on rules that exist."""

from __future__ import annotations

import pytest

from engine.cards import CARDS, Hand, parse_card
from engine.drill import DrillAnswer, DrillKind, ask, judge, question_about
from engine.grounds import GROUNDS, house_rules_about
from engine.hints import MOST_CHOICES, HintKind, hints, joker_choices
from engine.melds import Slot, judge_meld
from engine.presets import HOUSE_RULES, PRESETS, house_rules_for
from engine.reasons import Code
from engine.rules import PARAMETERS

GAMES = list(PRESETS)
WITH_JOKERS = [game for game in GAMES if PRESETS[game].deck.jokers_per_pack]


def kinds_of(game: str) -> list[DrillKind]:
    jokers = PRESETS[game].deck.jokers_per_pack
    return [kind for kind in DrillKind if jokers or kind is not DrillKind.JOKER_PLACE]


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_hints_about_its_own_cards(game: str) -> None:
    rules = PRESETS[game]
    for kind in kinds_of(game):
        question = ask(kind, rules, 3)
        given = hints(question, rules)
        assert given
        assert len({hint.kind for hint in given}) == len(given)
        for hint in given:
            assert not Hand(hint.faces).counts() - question.cards.counts()
            assert set(hint.parameters) <= set(PARAMETERS)
            assert hint.number or hint.faces or hint.parameters or hint.kind in (HintKind.WORTH, HintKind.MELDS_SEEN)


@pytest.mark.parametrize("game", GAMES)
def test_hints_for_a_hand_leave_a_meld_to_be_found(game: str) -> None:
    rules = PRESETS[game]
    for seed in range(4):
        question = ask(DrillKind.FIND_BEST, rules, seed)
        melds = tuple(tuple(map(Slot.of, hint.faces)) for hint in hints(question, rules) if hint.faces)
        for meld in melds:
            assert judge_meld(meld, rules, CARDS).legal
        assert sum(len(meld) for meld in melds) < len(question.cards)


@pytest.mark.parametrize("game", WITH_JOKERS)
def test_among_the_choices_for_a_joker_are_right_and_wrong_ones(game: str) -> None:
    rules = PRESETS[game]
    for seed in range(8):
        question = ask(DrillKind.JOKER_PLACE, rules, seed)
        choices = joker_choices(question, rules)
        assert 1 < len(choices) <= MOST_CHOICES
        right = {judge(question, DrillAnswer(joker=card), rules).right for card in choices}
        assert True in right, question
        assert len(set(choices)) == len(choices)


def test_the_joker_of_a_run_at_its_end_has_two_places() -> None:
    rules = PRESETS["remik_trad"]
    question = question_about(DrillKind.JOKER_PLACE, Hand.parse("7S 8S JK"), rules)
    (places,) = [hint for hint in hints(question, rules) if hint.kind is HintKind.PLACES]
    assert places.number == 2
    assert {parse_card("6S"), parse_card("9S")} <= set(joker_choices(question, rules))


def test_every_reason_rests_on_rules_that_exist() -> None:
    assert set(GROUNDS) == set(Code)
    assert {name for names in GROUNDS.values() for name in names} <= set(PARAMETERS)


@pytest.mark.parametrize(
    ("game", "cards", "changes"),
    [
        ("remik_trad", "10S JK JK KS", {"jokers_adjacent": True}),
        ("remik_trad", "KS AS 2S", {"ace_run": "circular"}),
        ("gin", "QS KS AS", {"ace_run": "low_or_high"}),
        ("rami51", "7S 8S JK JK", {"jokers_run_max": 2}),
        ("rami51", "7S 7S 7D", {"set_distinct_suits": False}),
        ("remik500", "7S 8S JK", {"jokers_per_pack": 2}),
        ("lebanese14", "7S 8S JK", {"joker_run_needs_burnt": False}),
    ],
)
def test_a_meld_is_legal_once_the_rule_it_failed_by_is_changed(
    game: str, cards: str, changes: dict[str, object]
) -> None:
    rules, slots = PRESETS[game], tuple(map(Slot.of, Hand.parse(cards)))
    verdict = judge_meld(slots, rules)
    assert set(changes) <= {name for reason in verdict.reasons for name in GROUNDS[reason.code]}
    assert judge_meld(slots, rules.but(**changes)).legal


def test_house_rules_about_a_rule() -> None:
    about = [rule.id for rule in house_rules_about(["open_points"], "remik_trad")]
    assert about[:2] == ["M8a_open_50", "M8b_open_52"]
    assert all("open_points" in HOUSE_RULES[name].changes for name in about), "and whatever else a table adds"
    assert house_rules_about(["run_min"], "remik_trad") == ()
    assert house_rules_about(PARAMETERS, "gin") == house_rules_for("gin")
