"""A lesson knows what is printed, and teaching from scenes of one printer is told in figures."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import JOKER, Face, parse_face
from vision.training.lessons import face_of
from vision.training.scene import Art, Recipe, render


@pytest.mark.parametrize(
    ("rank", "suit", "letters", "face"),
    [
        ("7", "S", "AKQJ", "7S"),
        ("10", "H", "----", "10H"),
        ("V", "C", "ARDV", "JC"),
        ("V", "C", "AHVB", "QC"),
        ("1", "D", "1RDV", "AD"),
        ("A", "D", "AK-W", "AD"),
        ("B", "S", "AK--", "JS"),
    ],
)
def test_a_printed_letter_means_what_it_means_in_its_language(rank: str, suit: str, letters: str, face: str) -> None:
    assert face_of({"rank": rank, "suit": suit}, letters) == parse_face(face)


def test_a_v_that_nobody_can_place_teaches_nothing() -> None:
    assert face_of({"rank": "V", "suit": "S"}, "A---") is None


def test_a_joker_is_one_in_every_language() -> None:
    assert face_of({"rank": "JK", "suit": "none"}, "ARDV") == JOKER


def printed(art: Art, recipe: Recipe, seed: int) -> dict[Face | None, str]:
    scene = render(recipe, art, np.random.default_rng(seed))
    return {scene.faces[label.card]: label.rank for label in scene.indices}


def test_one_printer_prints_alike_in_every_scene(art: Art) -> None:
    recipe = Recipe(size=(400, 300), whole=True, cards=(12, 12), original=0.0, jokers=0.0, printer=7)
    one, other = printed(art, recipe, 1), printed(art, recipe, 2)
    shared = [(one[face], other[face]) for face in set(one) & set(other)]
    assert shared
    assert all(here == there for here, there in shared)
