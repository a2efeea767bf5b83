"""All melds of every game, counted exhaustively; a wrong rule about runs or sets changes a number."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.cards import Card, Rank, Suit
from engine.melds import Slot, judge_meld
from engine.presets import PRESETS
from tests.engine.data import engine_data
from tests.engine.meld_counts import enumerated_counts, judged_counts

TABLE = engine_data("meld_counts.json")


@pytest.mark.parametrize("game", PRESETS)
def test_all_melds_of_the_game(game: str) -> None:
    expected = TABLE[game] if game in TABLE else enumerated_counts(PRESETS[game])
    assert judged_counts(PRESETS[game]) == expected


def test_gin_has_329_melds_and_185_with_runs_up_to_five() -> None:
    gin = PRESETS["gin"]
    assert TABLE["gin"]["runs"][0] + TABLE["gin"]["sets"][0] == 329
    short = judged_counts(gin.but(run_max=5))
    assert short["runs"][0] + short["sets"][0] == 185


def test_two_packs_ace_low_or_high_have_304_runs_and_65_sets_without_jokers() -> None:
    assert (TABLE["rami51"]["runs"][0], TABLE["rami51"]["sets"][0]) == (304, 65)


@pytest.mark.parametrize("suit", Suit)
def test_every_suit_is_alike(suit: Suit) -> None:
    cards = [Card(rank, suit) for rank in Rank]
    threes = [judge_meld(map(Slot.of, three), PRESETS["rami51"]).points for three in combinations(cards, 3)]
    spades = [Card(rank, Suit.SPADES) for rank in Rank]
    assert threes == [judge_meld(map(Slot.of, three), PRESETS["rami51"]).points for three in combinations(spades, 3)]
