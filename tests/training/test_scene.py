"""Scenes are what they say they are: every label lies on its index, what is covered counts as covered."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import Card
from vision.faces import rectify
from vision.training.layouts import Layout, lay, meld_sizes
from vision.training.printing import COURT_LETTERS, printed_rank
from vision.training.scene import Art, Recipe, Scene, render

SEEN_WHOLE = Recipe(size=(640, 480), whole=True, hardness=(0.0, 0.0), cards=(3, 7), jokers=0.0)


def scene(art: Art, seed: int, recipe: Recipe = SEEN_WHOLE) -> Scene:
    return render(recipe, art, np.random.default_rng(seed))


@pytest.mark.parametrize("layout", list(Layout))
def test_every_layout_places_every_card_once(layout: Layout) -> None:
    placed = lay(layout, 9, 0.7, np.random.default_rng(3)).poses
    assert len(placed) == (0 if layout is Layout.NONE else 9)
    centres = {tuple(np.round(pose @ (0.35, 0.5, 1.0), 3)) for pose in placed}
    assert len(centres) == len(placed)


def boxes(layout: Layout, count: int, seed: int) -> tuple[list[NDArray[np.float64]], list[tuple[int, ...]]]:
    """The corners of every card (4 × 2) in the plane, and the groups."""
    laid = lay(layout, count, 0.7, np.random.default_rng(seed))
    outline = np.array([[0, 0.7, 0.7, 0], [0, 0, 1, 1], [1, 1, 1, 1]])
    return [(pose @ outline)[:2].T for pose in laid.poses], list(laid.groups)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("layout", "count"), [(Layout.HANDS, 20), (Layout.HANDS, 3), (Layout.TABLE, 24)])
def test_groups_lie_apart_and_hold_every_card_once(layout: Layout, count: int, seed: int) -> None:
    cards, groups = boxes(layout, count, seed)
    assert sorted(card for group in groups for card in group) == list(range(count))
    extents = [np.vstack([cards[card] for card in group]) for group in groups]
    for one, other in itertools.combinations(extents, 2):
        apart = np.maximum(one.min(0) - other.max(0), other.min(0) - one.max(0))
        assert apart.max() > 0.05


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_is_noted_from_left_to_right_whichever_card_lies_on_top(seed: int) -> None:
    cards, (group,) = boxes(Layout.FAN, 9, seed)
    across = [float(cards[card].mean(0)[0]) for card in group]
    assert across == sorted(across)


@pytest.mark.parametrize("count", range(1, 16))
def test_melds_use_every_card(count: int) -> None:
    assert sum(meld_sizes(count, np.random.default_rng(count))) == count


def test_a_seed_repeats_a_scene(art: Art) -> None:
    one, two = scene(art, 11), scene(art, 11)
    assert (one.image == two.image).all()
    assert [label.rank for label in one.indices] == [label.rank for label in two.indices]
    assert (one.image != scene(art, 12).image).any()


@pytest.mark.parametrize("seed", range(8))
def test_labels_lie_on_their_indices(art: Art, seed: int) -> None:
    """Cut out upright, a visible index has ink in the middle of the crop, its rank over its pip."""
    shown = scene(art, seed, Recipe(size=(900, 700), whole=True, hardness=(0, 0), cards=(2, 3), original=1.0, jokers=0))
    clear = [label for label in shown.indices if label.visible > 0.99]
    assert clear
    for label in clear:
        crop = cv2.cvtColor(rectify(shown.image, label.quad), cv2.COLOR_BGR2GRAY).astype(float)
        inner, rim = crop[20:76, 18:46], np.concatenate([crop[4:12, 18:46].ravel(), crop[20:76, 4:9].ravel()])
        assert inner.min() < rim.mean() - 30


def test_what_is_printed_is_the_face(art: Art) -> None:
    shown = scene(art, 4)
    assert shown.indices
    for label in shown.indices:
        face = shown.faces[label.card]
        assert isinstance(face, Card)
        assert str(face.suit) == label.suit
        assert label.rank in {printed_rank(face.rank, letters) for letters in COURT_LETTERS}


def test_covered_indices_count_as_covered(art: Art) -> None:
    """In a fan the undermost cards show one index and hide the other."""
    fan = Recipe(
        size=(900, 700), layouts=(Layout.FAN,), shares=(1.0,), whole=True, hardness=(0, 0), cards=(12, 12), jokers=0
    )
    visible = sum(label.visible > 0.9 for seed in range(5) for label in scene(art, seed, fan).indices)
    assert 30 < visible < 5 * 12 * 2 * 0.8


def test_equal_cards_lie_side_by_side_where_asked(art: Art) -> None:
    pairs = Recipe(
        size=(640, 480), whole=True, cards=(8, 8), equal_pairs=2, jokers=0, layouts=(Layout.ROW,), shares=(1.0,)
    )
    faces = [str(face) for face in scene(art, 2, pairs).faces]
    assert len(faces) - len(set(faces)) >= 2


def test_scenes_without_cards_have_no_labels(art: Art) -> None:
    empty = scene(art, 1, Recipe(layouts=(Layout.NONE,), shares=(1.0,)))
    assert empty.faces == ()
    assert empty.indices == ()
