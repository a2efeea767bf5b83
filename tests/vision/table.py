"""A toy table: cards laid down in millimetres, seen by a camera, their indices as stage 1 would mark them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import CARDS, FACES, JOKER, Face, face_index
from vision.geometry import Point, Quad
from vision.indices import IndexCorner
from vision.letters import Odds, certain
from vision.sightings import SeenIndex

WIDTH, HEIGHT = 63.0, 88.0
_INDEX = np.array([[2.5, 4.0], [10.0, 4.0], [10.0, 20.0], [2.5, 20.0]])
HEAD = np.array([[0], [0], [0.25], [0.25]])
"""A black mark in the top left of every painted index tells which way it stands."""
Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Laid:
    """A card on the table: the middle of it and its turn clockwise, in millimetres and radians."""

    face: Face
    x: float
    y: float
    turn: float = 0.0


@dataclass(frozen=True)
class Visible:
    """An index that can be seen, and the number of the card it is printed on."""

    index: SeenIndex
    card: int


def fan(
    faces: Sequence[Face], x: float, y: float, spread: float, turn: float = 0.0, radius: float = 110.0
) -> list[Laid]:
    """Cards held in a fan around a pivot below them, ``spread`` radians from card to card; the last lies on top."""
    cards = []
    for place, face in enumerate(faces):
        angle = turn + (place - (len(faces) - 1) / 2) * spread
        cards.append(Laid(face, x + radius * math.sin(angle), y - radius * math.cos(angle), angle))
    return cards


def row(faces: Sequence[Face], x: float, y: float, step: float, turn: float = 0.0) -> list[Laid]:
    """Cards from left to right, ``step`` millimetres apart; the last lies on top."""
    way = (math.cos(turn), math.sin(turn))
    return [Laid(face, x + place * step * way[0], y + place * step * way[1], turn) for place, face in enumerate(faces)]


def camera(rng: np.random.Generator, tilt: float = 0.25, pixels: float = 4.0) -> Matrix:
    """From millimetres to pixels, looked at from any side and obliquely."""
    turn = rng.uniform(-math.pi, math.pi)
    cos, sin = math.cos(turn) * pixels, math.sin(turn) * pixels
    lean = rng.uniform(-tilt, tilt, 2) / 500
    return np.array([[cos, -sin, 800], [sin, cos, 800], [lean[0], lean[1], 1]])


STRAIGHT: Matrix = np.array([[4.0, 0, 0], [0, 4.0, 0], [0, 0, 1]])


def project(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:], dtype=np.float64)


def see(
    cards: Sequence[Laid],
    matrix: Matrix = STRAIGHT,
    rng: np.random.Generator | None = None,
    noise: float = 0.0,
    corners: int = 2,
    confidence: float = 0.99,
) -> list[Visible]:
    """The indices that no later card hides; ``noise`` is the keypoints' error as a part of an index's height."""
    found: list[Visible] = []
    for number, card in enumerate(cards):
        for local in _indices(corners):
            quad = _placed(card, local)
            if not any(_covers(later, quad) for later in cards[number + 1 :]):
                found.append(Visible(_seen(card, quad, matrix, rng, noise, confidence), number))
    return found


def indices_of(visible: Sequence[Visible]) -> list[SeenIndex]:
    return [each.index for each in visible]


def random_faces(rng: np.random.Generator, count: int, packs: int = 2) -> list[Face]:
    deck: list[Face] = [*CARDS, JOKER, JOKER] * packs
    return [deck[place] for place in rng.permutation(len(deck))[:count]]


def _indices(corners: int) -> list[NDArray[np.float64]]:
    """Index quads on the card itself, from its middle, each from its own top left."""
    left = _INDEX - (WIDTH / 2, HEIGHT / 2)
    mirrored_left = left[[1, 0, 3, 2]] * (-1, 1)
    return [left, -left] if corners == 2 else [left, mirrored_left, -left, -mirrored_left]


def _placed(card: Laid, local: NDArray[np.float64]) -> NDArray[np.float64]:
    cos, sin = math.cos(card.turn), math.sin(card.turn)
    return np.asarray(local @ np.array([[cos, sin], [-sin, cos]]) + (card.x, card.y), dtype=np.float64)


def _covers(card: Laid, quad: NDArray[np.float64]) -> bool:
    """Whether a card hides any of an index's points."""
    cos, sin = math.cos(card.turn), math.sin(card.turn)
    local = (quad - (card.x, card.y)) @ np.array([[cos, -sin], [sin, cos]])
    return bool(((abs(local[:, 0]) < WIDTH / 2) & (abs(local[:, 1]) < HEIGHT / 2)).any())


def _seen(
    card: Laid, quad: NDArray[np.float64], matrix: Matrix, rng: np.random.Generator | None, noise: float, sure: float
) -> SeenIndex:
    points = project(matrix, np.vstack([quad, [(card.x, card.y)]]))
    if rng is not None:
        height = np.linalg.norm(points[3] - points[0])
        points[:4] += rng.normal(0, noise * height / 2, (4, 2))
        points[4] += rng.normal(0, noise * height * 2, 2)
    places = [Point(float(x), float(y)) for x, y in points]
    return SeenIndex(IndexCorner(Quad(*places[:4]), places[4], 0.9), certain(card.face, sure))


def crop_colour(face_number: int) -> tuple[int, int, int]:
    """A colour (BGR) that stands for a face's number, 40 steps apart so that it survives JPEG."""
    return (40 + 60 * (face_number % 4), 40 + 60 * (face_number // 4 % 4), 40 + 60 * (face_number // 16))


def paint(cards: Sequence[Laid], matrix: Matrix, width: int, height: int, numbers: Sequence[int]) -> NDArray[np.uint8]:
    """The table as a picture: white cards, each index a patch in the colour of its number."""
    picture = np.full((height, width, 3), 70, np.uint8)
    for card, number in zip(cards, numbers, strict=True):
        outline = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (WIDTH / 2, HEIGHT / 2)
        cv2.fillPoly(picture, [project(matrix, _placed(card, outline)).astype(np.int32)], (245, 245, 245))
        for local in _indices(2):
            cv2.fillPoly(picture, [project(matrix, _placed(card, local)).astype(np.int32)], crop_colour(number))
            head = local[:1] + (local[1:2] - local[:1]) * [[0], [0.4], [0.4], [0]] + (local[3:] - local[:1]) * HEAD
            cv2.fillPoly(picture, [project(matrix, _placed(card, head)).astype(np.int32)], (0, 0, 0))
    return picture


def odds_between(shares: Mapping[Face, float]) -> Odds:
    """Odds of a reading that hesitates between a few faces; the rest of it is unreadable."""
    faces = np.zeros(len(FACES))
    for face, share in shares.items():
        faces[face_index(face)] = share
    return Odds(faces, 1 - float(faces.sum()))
