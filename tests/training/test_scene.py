"""Scenes are what they say they are: every label lies on its index, what is covered counts as covered."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import Card
from vision.faces import rectify
from vision.training.layouts import Layout, meld_sizes, poses
from vision.training.printing import COURT_LETTERS, printed_rank
from vision.training.scene import Art, Recipe, Scene, render

SEEN_WHOLE = Recipe(size=(640, 480), whole=True, hardness=(0.0, 0.0), cards=(3, 7), jokers=0.0)


def scene(art: Art, seed: int, recipe: Recipe = SEEN_WHOLE) -> Scene:
    return render(recipe, art, np.random.default_rng(seed))


@pytest.mark.parametrize("layout", list(Layout))
def test_every_layout_places_every_card_once(layout: Layout) -> None:
    placed = poses(layout, 9, 0.7, np.random.default_rng(3))
    assert len(placed) == (0 if layout is Layout.NONE else 9)
    centres = {tuple(np.round(pose @ (0.35, 0.5, 1.0), 3)) for pose in placed}
    assert len(centres) == len(placed)


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
