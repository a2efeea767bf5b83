"""Corners become physical cards: two ends of one card are one, two equal cards are two."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from engine.cards import JOKER, parse_face
from tests.vision.table import Laid, Visible, camera, fan, indices_of, odds_between, random_faces, row, see
from vision.letters import certain
from vision.sightings import SeenIndex, join_corners, together


def partition(visible: list[Visible]) -> Counter[tuple[int, ...]]:
    """Which corners belong together, as laid down: for each card with an index in sight, its indices' places."""
    cards: dict[int, list[int]] = {}
    for place, each in enumerate(visible):
        cards.setdefault(each.card, []).append(place)
    return Counter(tuple(sorted(places)) for places in cards.values())


def joined(visible: list[Visible]) -> Counter[tuple[int, ...]]:
    seen = indices_of(visible)
    place_of = {id(index): place for place, index in enumerate(seen)}
    return Counter(tuple(sorted(place_of[id(index)] for index in card.indices)) for card in join_corners(seen))


@pytest.mark.parametrize("corners", [2, 4])
@pytest.mark.parametrize("seed", range(40))
def test_scattered_cards_are_joined_exactly(seed: int, corners: int) -> None:
    rng = np.random.default_rng(seed)
    faces = random_faces(rng, 12)
    cards = [
        Laid(face, 110 * (place % 4), 110 * (place // 4), rng.uniform(-math.pi, math.pi))
        for place, face in enumerate(faces)
    ]
    visible = see(cards, camera(rng), rng, noise=0.05, corners=corners)
    assert joined(visible) == partition(visible)


@pytest.mark.parametrize("corners", [2, 4])
@pytest.mark.parametrize("seed", range(40))
def test_a_fan_with_equal_cards_side_by_side_keeps_its_count(seed: int, corners: int) -> None:
    rng = np.random.default_rng(100 + seed)
    faces = random_faces(rng, 12)
    faces[4] = faces[3]
    faces[8] = faces[7]
    visible = see(fan(faces, 0, 0, rng.uniform(0.1, 0.2)), camera(rng), rng, noise=0.05, corners=corners)
    read = Counter(card.odds.best for card in join_corners(indices_of(visible)))
    assert read == Counter(faces)


@pytest.mark.parametrize("step", [14.0, 20.0, 40.0, 66.0])
@pytest.mark.parametrize("seed", range(10))
def test_a_row_of_one_card_over_and_over_is_so_many_cards(seed: int, step: float) -> None:
    rng = np.random.default_rng(seed)
    faces = [parse_face("7S")] * 6
    visible = see(row(faces, -150, 0, step), camera(rng), rng, noise=0.04)
    assert len(join_corners(indices_of(visible))) == 6


def test_two_equal_cards_head_to_foot_are_two() -> None:
    king = parse_face("KH")
    cards = [Laid(king, 0, 0), Laid(king, 0, 90, math.pi)]
    assert joined(see(cards)) == partition(see(cards))


def test_two_jokers_are_two_and_each_is_one() -> None:
    cards = [Laid(JOKER, 0, 0, 0.1), Laid(JOKER, 70, 0, -0.1)]
    visible = see(cards)
    assert len(visible) == 4
    assert joined(visible) == partition(visible)


@pytest.mark.parametrize("shift", [10.0, 14.0, 20.0])
def test_different_cards_are_not_joined_where_equal_ones_would_be(shift: float) -> None:
    """A nine over a six, shifted to the right: the six's upper and the nine's lower end are seen."""
    below, above = see([Laid(parse_face("6H"), 0, 0)]), see([Laid(parse_face("9H"), shift, 0)])
    assert len(join_corners([below[0].index, above[1].index])) == 2


def test_two_ends_of_one_card_that_read_differently_are_one_doubtful_card() -> None:
    """No card can show its lower end under a card that covers it: one of the two was misread."""
    visible = indices_of(see([Laid(parse_face("6H"), 0, 0)]))
    misread = SeenIndex(visible[1].corner, odds_between({parse_face("9H"): 0.8, parse_face("6H"): 0.15}))
    (card,) = join_corners([visible[0], misread])
    assert card.odds.best == parse_face("6H")


def test_an_unreadable_end_belongs_to_its_card() -> None:
    visible = indices_of(see([Laid(parse_face("6H"), 0, 0)]))
    blurred = SeenIndex(visible[1].corner, odds_between({parse_face("8H"): 0.05}))
    (card,) = join_corners([visible[0], blurred])
    assert card.odds.best == parse_face("6H")
    assert card.odds.confidence > 0.95


def test_two_hesitant_ends_make_one_sure_card() -> None:
    six, eight = parse_face("6H"), parse_face("8H")
    odds = together([odds_between({six: 0.6, eight: 0.4}), odds_between({six: 0.9, eight: 0.1})])
    assert odds.best == six
    assert odds.confidence > 0.9


def test_ends_that_contradict_each_other_leave_no_certainty() -> None:
    odds = together([certain(parse_face("6H"), 0.99), certain(parse_face("9H"), 0.99)])
    assert odds.confidence < 0.6


def test_no_corner_no_card() -> None:
    assert join_corners([]) == ()


def test_every_corner_belongs_to_exactly_one_card() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        cards = [
            Laid(face, rng.uniform(-150, 150), rng.uniform(-150, 150), rng.uniform(-3, 3))
            for face in random_faces(rng, 25)
        ]
        seen = indices_of(see(cards, camera(rng), rng, noise=0.15, corners=4, confidence=0.5))
        used = Counter(id(index) for card in join_corners(seen) for index in card.indices)
        assert used == Counter(id(index) for index in seen)
