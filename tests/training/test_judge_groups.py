"""Groups are scored by where cards lie: faces that were misread do not matter, cards in the wrong hand do."""

from __future__ import annotations

import itertools

import numpy as np

from engine.cards import Face, parse_face
from vision.geometry import Point, Quad
from vision.letters import Letters, certain
from vision.scan import Scan, ScannedCard
from vision.training.judge_groups import Laid, groups_line, score_groups

SEVEN = parse_face("7S")


def quad(x: float) -> Quad:
    return Quad(Point(x, 0), Point(x + 10, 0), Point(x + 10, 20), Point(x, 20))


def scan(*groups: tuple[float, ...], face: Face = SEVEN) -> Scan:
    """Cards seen at these places, group by group."""
    cards = tuple(
        ScannedCard(face, 0.9, (), (), (quad(x),), number, certain(face))
        for number, group in enumerate(groups)
        for x in group
    )
    ends = np.cumsum([0, *map(len, groups)]).tolist()
    numbers = tuple(tuple(range(start, end)) for start, end in itertools.pairwise(ends))
    return Scan(900, 100, cards, numbers, 0, Letters.AKQJ, ())


def laid() -> Laid:
    """Cards 0 to 4 at 0, 100, … 400; the first three and the last two lie together."""
    indices = [{"quad": [list(point) for point in quad(100.0 * card).points], "card": card} for card in range(5)]
    found = Laid.of({"indices": indices, "groups": [[0, 1, 2], [3, 4]]})
    assert found is not None
    return found


def test_the_same_groups_are_exact_whatever_was_read() -> None:
    score = score_groups(laid(), scan((0, 100, 200), (300, 400), face=parse_face("KD")))
    assert (score.groups, score.exact, score.in_order) == (2, True, True)


def test_a_card_in_the_wrong_group_is_not_exact() -> None:
    assert not score_groups(laid(), scan((0, 100), (200, 300, 400))).exact
    assert not score_groups(laid(), scan((0, 100, 200, 300, 400))).exact


def test_another_order_is_exact_but_not_in_order() -> None:
    score = score_groups(laid(), scan((0, 200, 100), (300, 400)))
    assert (score.exact, score.in_order) == (True, False)


def test_cards_not_found_and_prints_that_are_none_do_not_count() -> None:
    assert score_groups(laid(), scan((0, 200, 650), (300, 400))).exact
    assert score_groups(laid(), scan((0, 1, 100, 200), (300, 400))).exact


def test_nothing_is_said_of_photos_without_groups() -> None:
    assert Laid.of({"cards": ["7S"]}) is None
    assert groups_line([]) == ""
    assert groups_line([score_groups(laid(), scan((0, 100, 200), (300, 400)))]).startswith("groups exact in 1 of 1")
