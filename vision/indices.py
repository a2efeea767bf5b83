"""Stage 1: where on the photo a card's corner index is, and which way up.

A small pose network marks every index (rank and suit in a card's corner) with four points in
the order of the print itself, and with the centre of its card if it stands on the card's left,
as nearly all do. The photo is fitted into the network's size, its answers are sifted (two
answers for one index are one) and carried back to the photo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Point, Quad
from vision.photo import Image
from vision.runtime import IndicesSettings, ModelMismatch, Network

STRIDE = 32
"""Both sides of the network's input are multiples of this."""
GREY = 114
MOST_ENLARGED = 2.0
MOST_INDICES = 300
"""More indices than any table shows; keeps an absurd picture from taking minutes."""
LOWEST, TALLEST = 14.0, 110.0
"""Pixels of an index's height, as the network sees it, between which stage 1 is at its best."""
_KEYPOINTS = 5
_INSIDE = 0.6


@dataclass(frozen=True, slots=True)
class IndexCorner:
    """One corner index: its quad, the centre of its card, both in pixels of the image, and a score from 0 to 1."""

    quad: Quad
    centre: Point
    score: float

    @property
    def on_the_right(self) -> IndexCorner:
        """The same index on the right of its card: the centre lies as far on the index's other side."""
        right = self.quad.right
        across = self.centre.minus(self.quad.middle).dot(right) / max(right.dot(right), 1e-12)
        return replace(self, centre=self.centre.minus(Point(2 * across * right.x, 2 * across * right.y)))


@dataclass(frozen=True, slots=True)
class Fit:
    """How a photo was fitted into the network's input: pixels times ``scale`` plus the margins."""

    scale: float
    left: int
    top: int

    def back(self, x: float, y: float) -> Point:
        return Point((x - self.left) / self.scale, (y - self.top) / self.scale)


def find_indices(image: Image, network: Network, settings: IndicesSettings) -> tuple[IndexCorner, ...]:
    """Every corner index on the image, the surest first.

    One look is enough for most photos. Where it shows indices of a size that stage 1 was not
    taught, or none at all, a second look is taken at a better size and both count.
    """
    first = _look(image, network, settings, settings.long_side)
    side = second_side(image, first, settings.long_side)
    second = _look(image, network, settings, side) if side else []
    return keep_one_each([*first, *second], settings.iou_threshold)


def _look(image: Image, network: Network, settings: IndicesSettings, long_side: int) -> list[IndexCorner]:
    batch, fit = fit_in(image.pixels, long_side)
    answer = next(iter(network.run(batch).values()))
    return decode(answer, fit, settings.score_threshold)


def second_side(image: Image, found: Sequence[IndexCorner], long_side: int) -> int | None:
    """The longer side, in pixels, of a second look; None where the first one will do."""
    longest = max(image.width, image.height)
    scale = min(long_side / longest, MOST_ENLARGED)
    if not found:
        return long_side // 2
    height = float(np.median([corner.quad.down.length for corner in found])) * scale
    if height > TALLEST:
        return long_side // 2
    enlarged = min(2 * long_side, longest)
    return enlarged if height < LOWEST and enlarged > 1.2 * scale * longest else None


def fit_in(pixels: NDArray[np.uint8], long_side: int) -> tuple[NDArray[np.float32], Fit]:
    """The picture as the network wants it: 1 × 3 × H × W, RGB from 0 to 1, grey around it."""
    height, width = pixels.shape[:2]
    scale = min(long_side / max(height, width), MOST_ENLARGED)
    new_width, new_height = max(1, round(width * scale)), max(1, round(height * scale))
    spare_x, spare_y = -new_width % STRIDE, -new_height % STRIDE
    fit = Fit(scale, spare_x // 2, spare_y // 2)
    canvas = np.full((new_height + spare_y, new_width + spare_x, 3), GREY, np.uint8)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    inner = canvas[fit.top : fit.top + new_height, fit.left : fit.left + new_width]
    inner[:] = pixels if scale == 1 else cv2.resize(pixels, (new_width, new_height), interpolation=way)
    return cv2.dnn.blobFromImage(canvas, 1 / 255, swapRB=True), fit  # type: ignore[return-value]


def decode(answer: NDArray[np.float32], fit: Fit, threshold: float) -> list[IndexCorner]:
    """The network's answer, 1 × 15 × N (centre, size, score, five points), as corners on the photo."""
    if answer.ndim != 3 or answer.shape[:2] != (1, 5 + 2 * _KEYPOINTS):
        raise ModelMismatch(f"stage 1 answers {answer.shape}, not 1 × {5 + 2 * _KEYPOINTS} × N")
    rows = answer[0].T
    rows = rows[rows[:, 4] >= threshold]
    rows = rows[np.argsort(-rows[:, 4], kind="stable")][: 20 * MOST_INDICES]
    return [_corner(row, fit) for row in rows.tolist()]


def _corner(row: Sequence[float], fit: Fit) -> IndexCorner:
    points = [fit.back(row[place], row[place + 1]) for place in range(5, 5 + 2 * _KEYPOINTS, 2)]
    return IndexCorner(Quad(*points[:4]), points[4], row[4])


def keep_one_each(corners: Sequence[IndexCorner], overlap: float) -> tuple[IndexCorner, ...]:
    """Of several answers for one index the surest; neighbours in a tight fan both stay.

    Two answers are one when their quads share more than ``overlap`` of their union, or when
    one lies mostly inside the other. Quads are compared, not upright boxes: those of indices
    that lie askew cover each other although the indices do not.
    """
    kept: list[IndexCorner] = []
    boxes = np.zeros((MOST_INDICES, 4))
    for corner in sorted(corners, key=lambda each: -each.score):
        if len(kept) == MOST_INDICES:
            break
        box = _box(corner.quad)
        near = _meeting(boxes[: len(kept)], box)
        if abs(corner.quad.area) < 1 or any(_same(kept[place].quad, corner.quad, overlap) for place in near):
            continue
        boxes[len(kept)] = box
        kept.append(corner)
    return tuple(kept)


def _box(quad: Quad) -> NDArray[np.float64]:
    points = np.array(quad.points)
    return np.concatenate([points.min(0), points.max(0)])


def _meeting(boxes: NDArray[np.float64], box: NDArray[np.float64]) -> list[int]:
    apart = (boxes[:, :2] > box[2:]).any(1) | (boxes[:, 2:] < box[:2]).any(1)
    return [int(place) for place in np.flatnonzero(~apart)]


def _same(one: Quad, other: Quad, overlap: float) -> bool:
    shared, areas = shared_area(one, other)
    return shared > overlap * (sum(areas) - shared) or shared > _INSIDE * min(areas)


def shared_area(one: Quad, other: Quad) -> tuple[float, tuple[float, float]]:
    """The area that two quads share, and the area of each, in pixels."""
    first, second = (cv2.convexHull(quad.array()) for quad in (one, other))
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared), (cv2.contourArea(first), cv2.contourArea(second))
