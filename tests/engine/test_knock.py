"""The least deadwood of gin and full, against trying everything."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Hand
from engine.knock import best_knock
from engine.presets import PRESETS
from tests.engine.brute_force import burnt_allowed, in_hand, plans, random_hand, random_rules

GIN = PRESETS["gin"]
BURNT = GIN.but(joker_run_needs_burnt=True, jokers_per_pack=2)
SEEDS = st.integers(0, 2**32)


@given(seed=SEEDS, size=st.integers(1, 7), odd=st.booleans())
@settings(max_examples=100, deadline=None)
def test_deadwood_is_the_least_that_trying_everything_finds(seed: int, size: int, odd: bool) -> None:
    """In every game, for a table may knock in any of them."""
    dice = random.Random(seed)
    rules = random_rules(dice) if odd else dice.choice([GIN, BURNT])
    hand = random_hand(dice, rules, size)
    left = [plan.left for plan in plans(hand.faces, rules) if plan.left and burnt_allowed(plan, rules)]
    after_discard = (sum(values) - max(values) for cards in left if (values := [in_hand(f, rules) for f in cards]))
    knock = best_knock(hand, rules)
    assert knock.deadwood == min(after_discard)
    laid = [slot.face for meld in knock.melds for slot in meld.slots]
    assert knock.discard is not None
    kept = hand.minus(*laid, knock.discard)
    assert sum(in_hand(face, rules) for face in kept) == knock.deadwood


def test_a_joker_that_needs_a_burnt_card_waits_for_the_set_that_burns_it() -> None:
    """One pack: the nine of the set is the only one there is, so the joker may be it."""
    assert best_knock(Hand.parse("7S 8S JK 9S 9H 9D 2C"), BURNT).deadwood == 0
    assert best_knock(Hand.parse("7S 8S JK 9S 9H 2C 3D"), BURNT).deadwood == 12
    assert best_knock(Hand.parse("7S 8S JK 9S 9H 2C 3D"), BURNT.but(joker_run_needs_burnt=False)).deadwood == 5


def test_the_limit_of_the_knock_is_the_game_s() -> None:
    """Gin: at most 10 may be left; full: nothing."""
    nearly, over = Hand.parse("4S 5S 6S 9H 9D 9C KS QS JH KH"), Hand.parse("4S 5S 6S 9H 9D 9C AS 10S KH")
    ten = Hand.parse("4S 5S 6S 9H 9D 9C 10S KH")
    expected = {("gin", ten): True, ("gin", over): False, ("gin", nearly): False, ("full", ten): False}
    for (game, hand), may in expected.items():
        assert best_knock(hand, PRESETS[game]).may_knock is may
    none_left = Hand.parse("4S 5S 6S 9H 9D 9C KH")
    assert all(best_knock(none_left, PRESETS[game]).may_knock for game in ("gin", "full"))
    assert all(best_knock(none_left, PRESETS[game]).is_gin for game in ("gin", "full"))


def test_an_empty_hand_knocks_with_nothing() -> None:
    for game in ("gin", "full"):
        assert best_knock(Hand(()), PRESETS[game]).may_knock is False
