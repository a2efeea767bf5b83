"""Melds that only one small change of a rule would judge otherwise."""

from __future__ import annotations

import pytest

from engine.melds import judge_meld, parse_slots
from engine.presets import PRESETS
from engine.reasons import Code


@pytest.mark.parametrize(
    ("cards", "points"), [("QS KS AS", 31), ("10S JS QS", 30), ("2S 3S 4S", 9), ("JS QS KS AS", 41), ("AS 2S 3S", 0)]
)
def test_an_ace_that_is_high_only(cards: str, points: int) -> None:
    verdict = judge_meld(parse_slots(cards), PRESETS["rami51"].but(ace_run="high"))
    assert verdict.points == points


def test_of_cards_that_could_be_both_too_many_jokers_is_said_first() -> None:
    verdict = judge_meld(parse_slots("8S JK=9D JK"), PRESETS["rami51"])
    assert verdict.codes[0] is Code.TOO_MANY_JOKERS
    assert Code.JOKER_DECLARED_WRONG in verdict.codes
    assert judge_meld(parse_slots("8S 8H JK=9D JK"), PRESETS["rami51"]).codes[0] is Code.JOKER_DECLARED_WRONG
