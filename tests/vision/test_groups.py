"""Fans, rows and melds are found and read in order, whichever way the photo is turned."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.cards import JOKER
from tests.vision.table import Laid, camera, fan, indices_of, random_faces, row, see
from vision.groups import group_cards
from vision.indices import IndexCorner
from vision.sightings import CardSighting, SeenIndex, join_corners


def sightings(cards: list[Laid], **options: object) -> tuple[list[CardSighting], list[int]]:
    """The cards as they were joined, and for each the number of the card that was laid."""
    visible = see(cards, **options)  # type: ignore[arg-type]
    number = {id(each.index): each.card for each in visible}
    joined = list(join_corners(indices_of(visible)))
    return joined, [number[id(card.indices[0])] for card in joined]


def groups_of(cards: list[Laid], **options: object) -> list[list[int]]:
    joined, numbers = sightings(cards, **options)
    return [[numbers[place] for place in group] for group in group_cards(joined)]


@pytest.mark.parametrize("count", [1, 2, 5, 10, 14])
@pytest.mark.parametrize("seed", range(12))
def test_a_fan_is_one_group_from_left_to_right_however_the_photo_is_turned(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    cards = fan(random_faces(rng, count), 0, 0, rng.uniform(0.09, 0.2))
    groups = groups_of(cards, matrix=camera(rng), rng=rng, noise=0.04)
    if count > 2:
        assert groups == [list(range(count))]
    else:
        assert sorted(groups[0]) == list(range(count))


@pytest.mark.parametrize("seed", range(12))
def test_four_hands_around_a_table_are_four_groups(seed: int) -> None:
    rng = np.random.default_rng(seed)
    hands = []
    for place, (x, y) in enumerate([(0, -120), (150, 0), (0, 120), (-150, 0)]):
        hands += fan(random_faces(rng, 10), x, y, 0.12, turn=place * math.pi / 2, radius=90)
    groups = groups_of(hands, matrix=camera(rng), rng=rng, noise=0.04)
    assert sorted(sorted(group) for group in groups) == [list(range(start, start + 10)) for start in (0, 10, 20, 30)]
    assert all(group == sorted(group) for group in groups)


@pytest.mark.parametrize("step", [18.0, 30.0])
@pytest.mark.parametrize("seed", range(8))
def test_melds_on_a_table_are_told_apart(seed: int, step: float) -> None:
    rng = np.random.default_rng(seed)
    cards: list[Laid] = []
    sizes = rng.integers(3, 7, 6).tolist()
    for place, size in enumerate(sizes):
        cards += row(random_faces(rng, size), 340 * (place % 2), 130 * (place // 2), step)
    groups = groups_of(cards, rng=rng, noise=0.03)
    starts = np.cumsum([0, *sizes]).tolist()
    expected = [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=False)]
    assert groups == expected


def test_a_column_is_read_from_top_to_bottom() -> None:
    rng = np.random.default_rng(3)
    cards = [Laid(face, 0, 25.0 * place) for place, face in enumerate(random_faces(rng, 7))]
    assert groups_of(cards) == [list(range(7))]


def test_a_row_of_whole_cards_is_read_left_to_right_as_the_photo_is_held() -> None:
    rng = np.random.default_rng(4)
    cards = row(random_faces(rng, 6), 0, 0, 68)
    upside_down = [Laid(card.face, card.x, card.y, math.pi) for card in cards]
    assert groups_of(cards) == groups_of(upside_down) == [list(range(6))]


def test_no_card_no_group() -> None:
    assert group_cards([]) == ()


@pytest.mark.parametrize("seed", range(8))
def test_fans_that_touch_at_their_edges_stay_two_hands(seed: int) -> None:
    rng = np.random.default_rng(seed)
    left = fan(random_faces(rng, 13), 0, 0, 0.09)
    right = fan(random_faces(rng, 13), 165, 20, 0.09)
    groups = groups_of([*left, *right], matrix=camera(rng), rng=rng, noise=0.02)
    assert sorted(sorted(group) for group in groups) == [list(range(13)), list(range(13, 26))]


def test_a_card_that_slipped_half_away_still_belongs_to_its_hand() -> None:
    cards = [*row(random_faces(np.random.default_rng(5), 6), 0, 0, 22), Laid(JOKER, -38, 30)]
    assert groups_of(cards) == [[6, 0, 1, 2, 3, 4, 5]]


def test_a_joker_stands_in_its_meld_where_it_lies() -> None:
    faces = [*random_faces(np.random.default_rng(6), 2), JOKER, *random_faces(np.random.default_rng(7), 2)]
    melds = [*row(faces, 0, 0, 30), *row(faces[:3], 0, 100, 30)]
    assert groups_of(melds) == [[0, 1, 2, 3, 4], [5, 6, 7]]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scale", [0.85, 1.15])
def test_centres_named_too_near_or_too_far_are_put_right_by_cards_that_show_both_ends(scale: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    melds = [*row(random_faces(rng, 4), 0, 0, 50), *row(random_faces(rng, 4), 0, 99, 50)]
    seen = []
    for each in see(melds):
        corner = each.index.corner
        centre = corner.quad.middle.plus(corner.centre.minus(corner.quad.middle).times(scale))
        seen.append(SeenIndex(IndexCorner(corner.quad, centre, corner.score), each.index.odds))
    joined = join_corners(seen)
    assert [len(group) for group in group_cards(joined)] == [4, 4]
