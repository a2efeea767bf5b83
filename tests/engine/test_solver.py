"""The exact search against trying everything, and the properties that every advice has."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import TooManyCopies, advise, other_readings
from engine.cards import FACES, Hand
from engine.presets import HOUSE_RULES, PRESETS, house_rules_for, ruleset
from engine.reasons import Code
from engine.solver import Situation, equal_layings, openings
from tests.engine.brute_force import answer, random_hand, random_rules, truth

SEEDS = st.integers(0, 2**32)


@given(seed=SEEDS, size=st.integers(0, 7))
@settings(max_examples=150, deadline=None)
def test_the_best_opening_is_what_trying_everything_finds(seed: int, size: int) -> None:
    dice = random.Random(seed)
    rules = random_rules(dice)
    hand = random_hand(dice, rules, size)
    assert answer(hand.faces, rules) == truth(hand.faces, rules)


@given(st.lists(st.sampled_from(FACES), max_size=14), st.sampled_from(list(PRESETS)))
@settings(max_examples=200, deadline=None)
def test_any_hand_gets_an_answer(faces: list[object], game: str) -> None:
    """Also a hand with cards the game does not use, or none at all."""
    found = openings(faces, PRESETS[game])  # type: ignore[arg-type]
    assert found.legal == (not found.reasons)


def test_no_other_way_is_as_good_with_more_cards() -> None:
    """Source 002's caption: 64 points with ten cards, or 66 with eight."""
    found = openings(Hand.parse("AD 2D JK 8D 8C 8H 7S 8S 9S 10S 4C"), PRESETS["remik_trad"])
    assert [(laying.cards, laying.points) for laying in found.front] == [(8, 66), (10, 64)]
    assert found.goes_out_at_once


def test_a_joker_is_not_thrown_away_while_another_card_is_left() -> None:
    found = openings(Hand.parse("8S 7S 6S AD AC AH JK JK 2C"), PRESETS["rami51"])
    assert all(laying.discard is None or str(laying.discard) != "JK" for laying in found.front if len(laying.left) > 1)


def test_too_many_copies_of_a_card_are_refused() -> None:
    with pytest.raises(TooManyCopies):
        advise(Hand.parse("7S 7S 7S"), PRESETS["rami51"])
    with pytest.raises(TooManyCopies):
        advise(Hand.parse("JK JK JK JK JK"), PRESETS["rami51"])
    assert not advise(Hand.parse("7S 7S 7S"), PRESETS["remik_trad"], players=5).opening.legal


def test_why_not_names_the_nearest_miss() -> None:
    found = openings(Hand.parse("2H 3H 4H 5H 6H KS KD KH 9C"), PRESETS["remik_trad"])
    (reason,) = found.reasons
    assert (reason.code, reason.have, reason.need, reason.short) == (Code.POINTS_SHORT, 50, 51, 1)


def test_where_no_points_are_asked_one_meld_is_needed() -> None:
    assert [reason.code for reason in openings(Hand.parse("2H 9C KD"), PRESETS["basic_rummy"]).reasons] == [
        Code.NOT_A_MELD
    ]
    assert openings(Hand.parse("2H 3H 4H"), PRESETS["basic_rummy"]).legal


def test_nobody_goes_out_in_the_first_turn_under_the_house_rule() -> None:
    """Remik, house rule M7: a lay-down that goes out must keep one more card."""
    rules = ruleset("remik_trad", ["M7_no_out_on_first_turn"])
    hand = Hand.parse("7S 8S 9S 9H 9D 9C 2C")
    found = openings(hand, rules, Situation(first_turn=True))
    assert found.reasons[0].code is Code.NO_OUT_ON_FIRST_TURN
    assert openings(hand, rules).legal


def test_fewer_points_are_enough_if_the_player_goes_out() -> None:
    """Remik, house rule M9."""
    hand = Hand.parse("2S 3S 4S 5S 6D 6C 6H 2C 2D 2H 3H 3D 3C 9D")
    assert not openings(hand, PRESETS["remik_trad"]).legal
    assert openings(hand, ruleset("remik_trad", ["M9_open_any_if_out"])).goes_out_at_once


def test_a_dry_rummy_without_points_only_while_nobody_has_laid() -> None:
    """Rami 51, variant V4."""
    hand = Hand.parse("2S 3S 4S 2D 3D 4D 5D AH 2H 3H 4C 5C 6C KD")
    rules = ruleset("rami51", ["V4_dry_without_points"])
    assert openings(hand, rules, Situation(nobody_laid=True)).legal
    assert not openings(hand, rules).legal


def test_lebanese_joker_needs_both_copies_laid() -> None:
    """Lebanese 14: in a run a joker stands only for a burnt card; copies laid in the same turn count."""
    rules = PRESETS["lebanese14"]
    hand = Hand.parse("10H JH QH KS KC KD 5C 6C JK 2S 3D")
    table = Hand.parse("7C 7C").faces
    assert openings(hand, rules).max_cards == 7  # the joker joins the kings
    assert openings(hand, rules, Situation(laid=table)).max_cards == 9
    both = Hand.parse("7C 8C 9C 7C 7D 7H KS KC KD 5C 6C JK 2S")
    assert openings(both, rules).max_cards == 12


def test_other_readings_tell_what_would_change_this_answer() -> None:
    hand = Hand.parse("4S 5S 6S JK 8S 7H 7D 7C 2C")
    rules = PRESETS["remik_trad"]
    changed = {reading.house_rule: reading for reading in other_readings(hand, rules, house_rules_for("remik_trad"))}
    assert changed["X6_clean_inside_dirty"].max_points == 51
    assert "M8b_open_52" not in changed
    assert other_readings(hand, rules, [HOUSE_RULES["T2_trad_joker_50"]]) == ()


def test_other_layings_as_good_are_told() -> None:
    """Where the same points and cards can be laid in more than one way, the others are there too."""
    hand = Hand.parse("10H JH QH KH KS KD KC QS QD 2C")
    rules = PRESETS["remik_trad"]
    best = openings(hand, rules).most_points
    assert best is not None
    others = equal_layings(hand, rules, best)
    assert all((other.cards, other.points) == (best.cards, best.points) for other in others)
    assert len({str(sorted(map(str, other.melds))) for other in (best, *others)}) == len(others) + 1
    only = openings(Hand.parse("8S 7S 6S AD AC AH 3D"), rules).most_points
    assert only is not None
    assert equal_layings(Hand.parse("8S 7S 6S AD AC AH 3D"), rules, only) == ()
    spades = Hand.parse("2S 3S 4S 5S 6S 7S KS KH KD AC")
    laid = openings(spades, rules).most_cards
    assert laid is not None
    assert equal_layings(spades, rules, laid) == ()
    either = Hand.parse("10H JH QH 5S 5H 5D 5C 6C 7C 8C JK AC")
    best_of_two = openings(either, rules).most_cards
    assert best_of_two is not None
    assert equal_layings(either, rules, best_of_two) != ()
