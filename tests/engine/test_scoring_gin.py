"""Every sentence of the rule books about the one lay-down of gin and full."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rounds import Reply, reply

NINE = [["4S", "5S", "6S"], ["9H", "9D", "9C"], ["JC", "QC", "KC"]]
TEN = [["4S", "5S", "6S", "7S"], ["9H", "9D", "9C"], ["JC", "QC", "KC"]]


def gin(knocker: str, opponent: str, *house_rules: str, system: str = "gin", **how: Any) -> Reply:
    """A lay-down: two deadwoods; ``melds``, ``against`` (the opponent's melds), ``layoffs``, single parameters."""
    melds = how.pop("melds", NINE)
    question = {
        "knocker": {"melds": melds, "deadwood": knocker},
        "opponent": {"melds": how.pop("against", []), "deadwood": opponent, "layoffs": how.pop("layoffs", [])},
        "last_round": how.pop("last_round", False),
    }
    return reply("gin", system, question, *house_rules, **how)


def outcome(answer: Reply) -> tuple[str, int, int]:
    return answer["result"], answer["scores"]["knocker"], answer["scores"]["opponent"]


def test_all_cards_melded_brings_twenty_and_the_opponents_deadwood() -> None:
    assert outcome(gin("", "KD 5D", melds=TEN)) == ("gin", 35, 0)


def test_gin_against_an_opponent_without_deadwood_still_brings_the_twenty() -> None:
    assert outcome(gin("", "", melds=TEN, against=[["2H", "3H", "4H"]])) == ("gin", 20, 0)


def test_a_knock_brings_the_difference() -> None:
    assert outcome(gin("3D", "KD 5D")) == ("knock", 12, 0)


@pytest.mark.parametrize("deadwood", ["10D", "8D 2D", "AD"])
def test_a_knock_is_allowed_with_ten_at_most(deadwood: str) -> None:
    assert gin(deadwood, "KD KS")["legal"]


def test_a_knock_with_eleven_is_not_allowed() -> None:
    answer = gin("10D AD", "KD KS")
    assert (answer["legal"], answer["code"], answer["knocker_deadwood"]) == (False, "deadwood_over_limit", 11)
    assert answer["result"] is None
    assert answer["scores"] is None


def test_an_opponent_with_less_gets_the_difference_and_ten() -> None:
    assert outcome(gin("10D", "8D")) == ("undercut", 0, 12)


def test_equal_deadwood_brings_nobody_anything_or_is_an_undercut_by_the_toggle() -> None:
    assert outcome(gin("8D", "8C")) == ("knock", 0, 0)
    assert outcome(gin("8D", "8C", "X2_gin_tie_undercut")) == ("undercut", 0, 10)


def test_gin_cannot_be_undercut_even_by_no_deadwood() -> None:
    assert outcome(gin("", "", "X2_gin_tie_undercut", melds=TEN)) == ("gin", 20, 0)


def test_an_ace_is_always_one_and_courts_are_ten() -> None:
    answer = gin("AD", "KD QD JD 10D 9S AS")
    assert (answer["knocker_deadwood"], answer["opponent_deadwood"]) == (1, 50)


def test_against_a_knock_the_opponent_may_add_to_the_knockers_melds() -> None:
    added = [{"onto": 0, "cards": ["7S", "8S"]}, {"onto": 1, "cards": ["9S"]}]
    assert outcome(gin("3D", "KD", layoffs=added)) == ("knock", 7, 0)


def test_cards_added_one_by_one_are_taken_together() -> None:
    added = [{"onto": 0, "cards": ["8S"]}, {"onto": 0, "cards": ["7S"]}, {"onto": 0, "cards": ["3S"]}]
    assert gin("3D", "KD", layoffs=added)["legal"]


def test_against_gin_nothing_may_be_added() -> None:
    answer = gin("", "KD", melds=TEN, layoffs=[{"onto": 1, "cards": ["9S"]}])
    assert (answer["legal"], answer["codes"]) == (False, ["no_layoff_against_gin"])


@pytest.mark.parametrize("onto", [0, 1, 3, -1])
def test_a_card_that_does_not_fit_cannot_be_added(onto: int) -> None:
    answer = gin("3D", "KD", layoffs=[{"onto": onto, "cards": ["8C"]}])
    assert (answer["legal"], answer["codes"]) == (False, ["does_not_fit"])


def test_full_is_gin_without_knocking() -> None:
    assert gin("AD", "KD", system="full")["code"] == "deadwood_over_limit"
    assert outcome(gin("", "KD", system="full", melds=TEN)) == ("gin", 30, 0)


def test_an_ace_lies_low_only() -> None:
    answer = gin("2D", "KD", melds=[["QS", "KS", "AS"], *NINE[1:]])
    assert (answer["legal"], answer["code"]) == (False, "ace_high_not_allowed")


def test_jokers_are_not_used() -> None:
    assert gin("2D", "KD", melds=[["QS", "KS", "JK"], *NINE[1:]])["code"] == "jokers_not_used"


def test_the_opponents_melds_must_be_melds_too() -> None:
    assert gin("2D", "KD", against=[["2H", "3H"]])["codes"] == ["too_few_cards"]


def test_bad_melds_come_first_then_the_deadwood_then_what_was_added() -> None:
    added = [{"onto": 0, "cards": ["KD"]}]
    answer = gin("KD 2D", "KD", melds=[["QS", "KS", "AS"]], against=[["2H", "3H"]], layoffs=added)
    assert answer["codes"] == ["ace_high_not_allowed", "too_few_cards", "deadwood_over_limit", "does_not_fit"]


def test_a_gin_without_layoffs_named_has_no_fault() -> None:
    assert gin("", "KD", melds=TEN, layoffs=[{"onto": 0, "cards": []}])["legal"]


def test_every_number_of_the_lay_down_is_a_parameter() -> None:
    assert outcome(gin("3D", "KD", undercut_bonus=5)) == ("knock", 7, 0)
    assert outcome(gin("10D", "8D", undercut_bonus=25)) == ("undercut", 0, 27)
    assert outcome(gin("", "KD", melds=TEN, gin_bonus=25)) == ("gin", 35, 0)
    assert gin("5D", "KD", knock_max=4)["code"] == "deadwood_over_limit"


def test_scores_of_gin_are_rounded_and_multiplied_like_any_other() -> None:
    assert outcome(gin("3D", "KD 8D", round_to=10)) == ("knock", 20, 0)
    assert outcome(gin("3D", "KD 8D", last_round_mult=3, last_round=True)) == ("knock", 45, 0)


def test_a_lay_off_without_a_meld_named_is_no_record() -> None:
    assert gin("3D", "KD", layoffs=[{"cards": ["7S"]}])["error"]["code"] == "bad_record"
