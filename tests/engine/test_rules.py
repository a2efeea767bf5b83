"""Rulesets as data: all parameters, all games, all house rules, and nothing guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.presets import (
    EXCLUSIVE,
    HOUSE_RULES,
    PRESETS,
    HouseRulesExcludeEachOther,
    UnknownHouseRule,
    UnknownRules,
    excluded_by,
    house_rules_for,
    ruleset,
)
from engine.rules import PARAMETERS, BadOverride, Difference, Ruleset, plain
from tests.engine.data import rules_data

BOOK: dict[str, Any] = rules_data("presets.json")


def test_the_defaults_are_those_of_the_book() -> None:
    assert Ruleset().as_json() == BOOK["defaults"]


@pytest.mark.parametrize("game", BOOK["resolved"])
def test_every_game_has_every_value_of_the_book(game: str) -> None:
    assert PRESETS[game].as_json() == BOOK["resolved"][game]


def test_every_game_of_the_books_is_there() -> None:
    assert set(BOOK["resolved"]) <= set(PRESETS)


def test_house_rules_change_what_the_book_says() -> None:
    assert len(BOOK["house_rules"]) == 41
    for name, changes in BOOK["house_rules"].items():
        assert dict(HOUSE_RULES[name].changes) == changes


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_house_rule_bites_in_a_game_it_is_meant_for(name: str) -> None:
    assert any(HOUSE_RULES[name] in house_rules_for(game) for game in HOUSE_RULES[name].meant_for)


def test_a_house_rule_that_is_already_the_rule_is_not_offered() -> None:
    """Rami 51 already asks for both cards and closes the pile at the last card."""
    rami = ruleset("rami51")
    assert ruleset("rami51", ["M13_set3_swap_needs_both", "M6_last_card_no_discard_draw"]) == rami


@pytest.mark.parametrize("group", EXCLUSIVE, ids=lambda group: "/".join(sorted(group)))
def test_house_rules_that_exclude_each_other(group: frozenset[str]) -> None:
    first, second, *_ = sorted(group)
    with pytest.raises(HouseRulesExcludeEachOther):
        ruleset("remik_trad", [first, second])
    assert second in excluded_by([first])
    assert first not in excluded_by([first])


def test_one_house_rule_named_twice_is_one_house_rule() -> None:
    assert ruleset("rami51", ["V1_open_71", "V1_open_71"]) == ruleset("rami51", ["V1_open_71"])


def test_differences_name_the_parameter_and_both_values() -> None:
    trad = ruleset("remik_trad")
    assert trad.differences(trad.but(open_points=50)) == (Difference("open_points", 51, 50),)
    assert trad.differences(trad) == ()


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownRules):
        ruleset("canasta")
    with pytest.raises(UnknownHouseRule):
        ruleset("rami51", ["V99"])
    with pytest.raises(BadOverride):
        ruleset("rami51", overrides={"open_pints": 51})


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("open_points", "51"),
        ("open_points", True),
        ("open_points", -1),
        ("jokers_per_pack", 5),
        ("run_max", 15),
        ("naturals_min", 0),
        ("ace_run", "sideways"),
        ("ace_run", None),
        ("take_spare", 1),
        ("joker_meld", "half"),
        ("one_go_mult", [1, 2]),
        ("one_go_mult", [1, 2, "x"]),
        ("one_go_joker_close", -1),
        ("players", [5, 2]),
        ("players", 4),
        ("packs", {}),
        ("packs", {"two": 2}),
        ("packs", None),
        ("round_to", 0),
        ("target", "500"),
    ],
)
def test_values_a_parameter_cannot_take_are_refused(parameter: str, value: object) -> None:
    with pytest.raises(BadOverride) as refused:
        Ruleset().but(**{parameter: value})
    assert (refused.value.parameter, refused.value.value) == (parameter, value)


@pytest.mark.parametrize("game", PRESETS)
def test_a_ruleset_can_be_written_down_and_read_back(game: str) -> None:
    written = json.dumps(PRESETS[game].as_json())
    assert Ruleset().but(**json.loads(written)) == PRESETS[game]


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_reads_back_its_own_value(name: str) -> None:
    value = Ruleset().value(name)
    assert PARAMETERS[name].read(plain(value)) == value


def test_packs_and_deal_follow_the_number_of_players() -> None:
    remik = ruleset("remik_general").deck
    assert [remik.packs.at(n) for n in (2, 3, 4, 5, 8, 9)] == [1, 2, 2, 3, 3, 3]
    assert [ruleset("basic_rummy").deck.deal.at(n) for n in (3, 4, 6)] == [10, 7, 10]


def test_factors_by_jokers_used() -> None:
    factors = ruleset("lebanese14").score.one_go_mult
    assert [factors.for_jokers(n) for n in (0, 1, 2, 3)] == [2, 1.5, 1, 1]


def test_a_variant_can_win_by_reaching_a_negative_bonus() -> None:
    assert ruleset("remik_trad", ["M18_winner_bonus"]).score.winner_bonus == -10
