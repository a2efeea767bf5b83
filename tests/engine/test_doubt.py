"""Doubtful cards: whatever it is, this card decides, and the chance over all readings."""

from __future__ import annotations

import pytest

from engine.advice import TooManyCopies
from engine.cards import Hand, parse_face
from engine.doubt import Alternative, Doubt, advise_in_doubt
from engine.presets import PRESETS

TRAD = PRESETS["remik_trad"]
HAND = Hand.parse("8S 7S 6S AD AC AH 3D")


def doubt(place: int, **faces: float) -> Doubt:
    return Doubt(place, tuple(Alternative(parse_face(face[-1] + face[0]), p) for face, p in faces.items()))


def test_legal_whatever_that_card_is() -> None:
    told = advise_in_doubt(HAND, [doubt(6, D3=0.6, D5=0.4)], TRAD)
    assert told.whatever_it_is
    assert told.deciding == ()
    assert told.chance_to_open == pytest.approx(1)


def test_this_card_decides() -> None:
    told = advise_in_doubt(HAND, [doubt(1, S7=0.7, C7=0.3), doubt(6, D3=0.5, D5=0.5)], TRAD)
    assert told.deciding == (1,)
    assert not told.whatever_it_is
    assert told.chance_to_open == pytest.approx(0.7)
    assert [reading.probability for reading in told.readings] == pytest.approx([0.35, 0.35, 0.15, 0.15])


def test_a_card_that_changes_only_the_points_matters_but_does_not_decide() -> None:
    told = advise_in_doubt(HAND, [doubt(6, D3=0.5, S9=0.5)], TRAD)
    assert told.deciding == ()
    assert told.matters == (6,)


def test_a_reading_with_too_many_copies_is_impossible() -> None:
    twice = Hand.parse("8S 8S 7S 6S AD AC AH 3D")
    told = advise_in_doubt(twice, [doubt(7, D3=0.1, S8=0.9)], TRAD)
    assert len(told.readings) == 1
    assert told.readings[0].probability == pytest.approx(1)
    with pytest.raises(TooManyCopies):
        advise_in_doubt(Hand.parse("8S 8S 8S"), [doubt(2, S8=1.0)], TRAD)


def test_no_doubt_is_one_reading() -> None:
    told = advise_in_doubt(HAND, [], TRAD)
    assert [str(reading.hand) for reading in told.readings] == [str(HAND)]
