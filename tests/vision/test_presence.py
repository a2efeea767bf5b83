"""Words of print are no cards: what has no card's company, or not its size, is never sure."""

from __future__ import annotations

import pytest

from engine.cards import JOKER, parse_face
from tests.vision.table import Laid, odds_between, see
from vision.doubts import NO_HINTS, Doubt, decide
from vision.geometry import Point
from vision.indices import IndexCorner
from vision.letters import Odds
from vision.presence import STRANGE, SURE, presence
from vision.sightings import CardSighting, SeenIndex, join_corners, one_print_each

SEVEN, EIGHT = parse_face("7S"), parse_face("8S")


def card(odds: Odds, place: int = 0, size: float = 1.0, score: float = 0.9) -> CardSighting:
    """A card seen by one index, ``size`` times as large as usual."""
    corner = see([Laid(SEVEN, 100.0 * place, 0)])[0].index.corner
    middle = corner.quad.middle
    centre = middle.plus(corner.centre.minus(middle).times(size))
    return CardSighting((SeenIndex(IndexCorner(corner.quad.moved(0.0, size), centre, score), odds),), odds)


def seen(*shares: float, joker: int | None = None) -> list[CardSighting]:
    """Cards of these sizes, side by side."""
    faces = [JOKER if place == joker else SEVEN for place in range(len(shares))]
    return [
        card(odds_between({face: 0.999}), place, size)
        for place, (face, size) in enumerate(zip(faces, shares, strict=True))
    ]


def test_a_joker_alone_seen_by_one_index_is_never_sure() -> None:
    cards = seen(1, 1, 1, joker=0)
    there = presence(cards, ((0,), (1, 2)))
    assert there == [STRANGE, 1.0, 1.0]
    assert [each.doubts for each in decide(cards, NO_HINTS, there)] == [(Doubt.UNSURE,), (), ()]
    both_ends = CardSighting(cards[0].indices * 2, cards[0].odds)
    assert presence([both_ends], ((0,),)) == [1.0]


def test_words_side_by_side_are_no_company_for_each_other() -> None:
    two = [card(odds_between({JOKER: 0.999}), place) for place in range(2)]
    assert presence(two, ((0, 1),)) == [STRANGE, STRANGE]
    assert presence([*two, card(odds_between({SEVEN: 0.999}), 2)], ((0, 1, 2),)) == [1.0] * 3


def test_a_joker_among_cards_of_its_size_is_there() -> None:
    assert presence(seen(1, 1, 1, joker=1), ((0, 1, 2),)) == [1.0] * 3


@pytest.mark.parametrize("size", [0.5, 0.65, 1.6, 2.5])
def test_a_print_much_smaller_or_larger_than_the_cards_around_it_is_doubted(size: float) -> None:
    assert presence(seen(1, 1, size, 1.1, 0.9, 1), ((0, 1, 2, 3, 4, 5),)) == [1.0, 1.0, STRANGE, 1.0, 1.0, 1.0]


def test_one_card_alone_has_nothing_to_be_compared_with() -> None:
    assert presence(seen(1), ((0,),)) == [1.0]
    assert presence([], ()) == []


def test_the_score_in_doubt_is_where_a_card_stops_being_sure() -> None:
    (low,) = presence([card(odds_between({SEVEN: 0.999}), score=0.3)], ((0,),), score_in_doubt=0.3)
    assert low == pytest.approx(SURE)
    assert presence([card(odds_between({SEVEN: 0.999}), score=0.25)], ((0,),), 0.3)[0] < SURE


def shifted(index: SeenIndex, right: float, odds: Odds, score: float) -> SeenIndex:
    quad = index.corner.quad.moved(right, 1.0)
    centre = index.corner.centre.plus(index.corner.quad.right.times(right))
    return SeenIndex(IndexCorner(quad, Point(*centre), score), odds)


@pytest.mark.parametrize("right", [-0.6, 0.3, 0.6])
def test_a_print_found_twice_side_by_side_is_one(right: float) -> None:
    sure = see([Laid(SEVEN, 0, 0)])[0].index
    echo = shifted(sure, right, odds_between({SEVEN: 0.9, EIGHT: 0.05}), 0.3)
    assert one_print_each([echo, sure]) == [sure]
    assert len(join_corners(one_print_each([echo, sure]))) == 1


def test_neighbours_stay_two_where_they_read_differently_or_hardly_overlap() -> None:
    sure = see([Laid(SEVEN, 0, 0)])[0].index
    other = shifted(sure, 0.6, odds_between({EIGHT: 0.95}), 0.3)
    beside = shifted(sure, 0.85, odds_between({SEVEN: 0.95}), 0.3)
    assert len(one_print_each([sure, other])) == 2
    assert len(one_print_each([sure, beside])) == 2
