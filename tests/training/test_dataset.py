"""What is written to disk says what ultralytics and the judge need to know."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine.cards import JOKER, parse_face
from vision.training.dataset import UNSEEN, make, note, stands_right, yolo_lines
from vision.training.scene import Art, IndexLabel, Recipe, Scene

BLANK = np.zeros((100, 200, 3), np.uint8)


def label(
    visible: float, card: int, rank: str = "7", suit: str = "S", centre: tuple[float, float] = (60, 80)
) -> IndexLabel:
    quad = np.array([[20, 10], [30, 10], [30, 30], [20, 30]], np.float32)
    return IndexLabel(quad, np.array(centre, np.float32), rank, suit, visible, card)


def test_a_label_is_class_box_and_five_keypoints() -> None:
    (line,) = yolo_lines(Scene(BLANK, (parse_face("7S"),), (label(1.0, 0),)))
    numbers = [float(word) for word in line.split()]
    assert numbers[:5] == pytest.approx([0, 0.125, 0.2, 0.05, 0.2])
    assert numbers[5:7] == pytest.approx([0.1, 0.1])
    assert numbers[13:] == pytest.approx([0.3, 0.8])


def test_a_centre_outside_the_picture_is_unseen() -> None:
    (line,) = yolo_lines(Scene(BLANK, (parse_face("7S"),), (label(1.0, 0, centre=(60, 130)),)))
    assert [float(word) for word in line.split()][13:] == [UNSEEN, UNSEEN]


def test_stage_one_learns_the_centre_that_a_left_hand_index_would_have() -> None:
    (left,) = yolo_lines(Scene(BLANK, (parse_face("7S"),), (label(1.0, 0, centre=(60, 80)),)))
    (right,) = yolo_lines(Scene(BLANK, (parse_face("7S"),), (label(1.0, 0, centre=(-10, 80)),)))
    assert left == right
    quad = label(1.0, 0).quad
    assert stands_right(quad, np.array([-10, 80], np.float32))
    assert not stands_right(quad, np.array([60, 80], np.float32))
    assert stands_right(quad[[2, 3, 0, 1]], np.array([60, -50], np.float32))


def test_a_covered_index_is_not_taught() -> None:
    assert list(yolo_lines(Scene(BLANK, (parse_face("7S"),), (label(0.5, 0),)))) == []


def test_the_note_counts_what_a_person_could_name() -> None:
    faces = (parse_face("7S"), parse_face("7S"), parse_face("KD"), None, JOKER)
    labels = (label(1.0, 0), label(0.7, 1), label(0.2, 2), label(0.9, 4, "JK", "none"))
    written = note(Scene(BLANK, faces, labels), "a.jpg")
    assert written["cards"] == ["7S", "JK"]
    assert written["doubtful"] == ["7S"]
    assert written["unreadable"] == 1


def test_an_interrupted_set_goes_on_and_is_the_same(art: Art, tmp_path: Path) -> None:
    recipe = Recipe(size=(320, 320))
    make(recipe, art, tmp_path / "whole", 4, seed=3)
    make(recipe, art, tmp_path / "halves", 2, seed=3)
    make(recipe, art, tmp_path / "halves", 4, seed=3, workers=2)
    for folder in ("images", "labels", "notes"):
        one, two = (sorted((tmp_path / name / folder).iterdir()) for name in ("whole", "halves"))
        assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
    assert len([json.loads(line) for line in (tmp_path / "halves" / "labels.jsonl").read_text().splitlines()]) == 4
