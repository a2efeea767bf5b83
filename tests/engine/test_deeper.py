"""Two draws ahead: seeded, never below one draw, and with its error."""

from __future__ import annotations

from engine.cards import Hand
from engine.deeper import CLOSEST, best_discard, deeper_discards
from engine.lookahead import discards
from engine.presets import PRESETS

TRAD = PRESETS["remik_trad"]
HAND = Hand.parse("10H JH QH 5S 6S 8S 4D 4C 9C 2S KD 7H")


def test_two_draws_are_never_worse_than_one() -> None:
    for chance in deeper_discards(HAND, TRAD, samples=3, seed=1):
        assert chance.first.open_probability <= chance.within_two <= 1
        assert chance.error >= 0


def test_the_same_seed_gives_the_same_advice_for_the_closest_discards() -> None:
    told = deeper_discards(HAND, TRAD, samples=2, seed=5)
    assert told == deeper_discards(HAND, TRAD, samples=2, seed=5)
    assert {chance.first.card for chance in told} == {chance.card for chance in discards(HAND, TRAD)[:CLOSEST]}


def test_best_discard_is_the_head_of_the_list() -> None:
    assert best_discard(HAND, TRAD) == discards(HAND, TRAD)[0].card
    assert best_discard(HAND, TRAD, samples=2) == deeper_discards(HAND, TRAD, samples=2)[0].first.card
