"""Stage 1: fitting the photo in, understanding the answer, one corner for one index."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision.fakes import LONG_SIDE, MANIFEST, PaintedIndices
from tests.vision.table import Laid, camera, fan, indices_of, random_faces, see
from vision.geometry import Point, Quad
from vision.indices import MOST_INDICES, Fit, IndexCorner, decode, find_indices, fit_in, keep_one_each, second_side
from vision.photo import image_of
from vision.runtime import ModelMismatch


def box(
    x: float, y: float, width: float = 20, height: float = 40, turn: float = 0.0, score: float = 0.9
) -> IndexCorner:
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [(-width, -height), (width, -height), (width, height), (-width, height)]
    points = [Point(x + (a * cos - b * sin) / 2, y + (a * sin + b * cos) / 2) for a, b in corners]
    return IndexCorner(Quad(*points), Point(x + 100, y + 150), score)


@pytest.mark.parametrize("size", [(1, 1), (640, 640), (1000, 333), (33, 2000), (4000, 3000), (97, 41)])
def test_any_photo_fits_in_multiples_of_32_and_is_never_enlarged_beyond_twice(size: tuple[int, int]) -> None:
    width, height = size
    batch, fit = fit_in(np.full((height, width, 3), 200, np.uint8), LONG_SIDE)
    assert batch.shape[:2] == (1, 3)
    assert batch.shape[2] % 32 == batch.shape[3] % 32 == 0
    assert max(batch.shape[2:]) <= LONG_SIDE
    assert fit.scale <= 2
    assert batch.min() >= 0.44
    assert batch.max() <= 1


def test_colours_go_in_as_red_green_blue() -> None:
    blue = np.zeros((64, 64, 3), np.uint8)
    blue[..., 0] = 255
    batch, _ = fit_in(blue, 64)
    assert batch[0, :, 32, 32].tolist() == [0, 0, 1]


def test_the_margin_is_grey_and_even_on_both_sides() -> None:
    batch, fit = fit_in(np.zeros((100, 640, 3), np.uint8), 640)
    assert (fit.left, fit.top) == (0, 14)
    assert batch[0, :, :14].min() == pytest.approx(114 / 255)
    assert batch[0, :, 14:114].max() == 0
    assert batch[0, :, 114:].min() == pytest.approx(114 / 255)


@pytest.mark.parametrize("size", [(1600, 1600), (1600, 1201), (901, 1600), (200, 150)])
def test_what_stage_1_marks_comes_back_in_the_photos_own_pixels(size: tuple[int, int]) -> None:
    width, height = size
    rng = np.random.default_rng(5)
    visible = see(fan(random_faces(rng, 8), 0, 0, 0.15), camera(rng, pixels=3))
    corners = [index.corner for index in indices_of(visible)]
    image = image_of(np.zeros((height, width, 3), np.uint8))
    found = find_indices(image, PaintedIndices(corners, width, height), MANIFEST.indices)
    assert len(found) == len(corners)
    for corner in corners:
        nearest = min(found, key=lambda each: each.quad.middle.distance(corner.quad.middle))
        for got, expected in zip(
            (*nearest.quad.points, nearest.centre), (*corner.quad.points, corner.centre), strict=True
        ):
            assert got.distance(expected) < 0.01 * max(size) / LONG_SIDE


def test_answers_below_the_threshold_are_no_indices() -> None:
    answer = np.zeros((1, 15, 3), np.float32)
    answer[0, 4] = [0.2, 0.25, 0.9]
    assert [corner.score for corner in decode(answer, Fit(1, 0, 0), 0.25)] == [pytest.approx(0.9), 0.25]


@pytest.mark.parametrize("shape", [(1, 14, 8), (1, 57, 8), (2, 15, 8), (15, 8)])
def test_an_answer_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ModelMismatch):
        decode(np.zeros(shape, np.float32), Fit(1, 0, 0), 0.25)


def test_of_answers_for_one_index_the_surest_stays() -> None:
    best = box(100, 100, score=0.9)
    rest = [box(101, 99, score=0.8), box(103, 104, score=0.5), box(100, 100, turn=math.pi, score=0.7)]
    assert keep_one_each([rest[0], best, *rest[1:]], 0.5) == (best,)


def test_half_an_index_found_within_a_whole_one_is_not_another() -> None:
    assert len(keep_one_each([box(100, 100, score=0.9), box(100, 92, 16, 18, score=0.8)], 0.5)) == 1


@pytest.mark.parametrize("turn", [0.0, math.pi / 4, 1.2])
def test_neighbours_in_a_tight_fan_both_stay(turn: float) -> None:
    step = 18
    pair = [box(100, 100, turn=turn), box(100 + step * math.cos(turn), 100 + step * math.sin(turn), turn=turn)]
    assert len(keep_one_each(pair, 0.5)) == 2


def test_a_quad_without_area_is_nothing() -> None:
    assert keep_one_each([box(10, 10, 0, 0)], 0.5) == ()


@pytest.mark.parametrize("turn", [0.0, 1.0, -2.5])
def test_on_the_right_of_a_card_its_centre_is_on_the_other_side(turn: float) -> None:
    cos, sin = math.cos(turn), math.sin(turn)

    def turned(x: float, y: float) -> Point:
        return Point(300 + x * cos - y * sin, 300 + x * sin + y * cos)

    quad = Quad(turned(-10, -20), turned(10, -20), turned(10, 20), turned(-10, 20))
    corner = IndexCorner(quad, turned(90, 140), 0.8)
    assert tuple(corner.on_the_right.centre) == pytest.approx(tuple(turned(-90, 140)))
    assert corner.on_the_right.quad == quad
    assert tuple(corner.on_the_right.on_the_right.centre) == pytest.approx(tuple(corner.centre))


def test_an_absurd_number_of_answers_is_bounded() -> None:
    many = [box(60.0 * (place % 50), 60.0 * (place // 50)) for place in range(1000)]
    assert len(keep_one_each(many, 0.5)) == MOST_INDICES


def test_equal_cards_laid_apart_have_each_their_indices() -> None:
    seven = random_faces(np.random.default_rng(0), 1)[0]
    visible = see([Laid(seven, 0, 0), Laid(seven, 70, 0)])
    assert len(keep_one_each([index.corner for index in indices_of(visible)], 0.5)) == 4


@pytest.mark.parametrize(
    ("size", "height", "side"),
    [
        (2000, 100, None),
        (2000, 20, 1280),
        (2000, 400, 320),
        (3000, 40, 1280),
        (700, 14, None),
        (640, 10, None),
    ],
)
def test_a_second_look_is_taken_at_a_better_size(size: int, height: float, side: int | None) -> None:
    image = image_of(np.zeros((size, size, 3), np.uint8))
    assert second_side(image, [box(100, 100, height / 2, height)] * 3, LONG_SIDE) == side


def test_where_nothing_is_found_the_cards_may_be_too_near() -> None:
    image = image_of(np.zeros((900, 1200, 3), np.uint8))
    assert second_side(image, [], LONG_SIDE) == LONG_SIDE // 2
    network = PaintedIndices([], 1200, 900)
    assert find_indices(image, network, MANIFEST.indices) == ()
    assert [shape[3] for shape in network.batches] == [LONG_SIDE, LONG_SIDE // 2]
