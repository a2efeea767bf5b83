"""Places on a photo: points, quads and the turn of an index, in pixels, x right and y down."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Point(NamedTuple):
    """A place on a photo."""

    x: float
    y: float

    def plus(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def minus(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    def times(self, factor: float) -> Point:
        return Point(self.x * factor, self.y * factor)

    def dot(self, other: Point) -> float:
        return self.x * other.x + self.y * other.y

    def cross(self, other: Point) -> float:
        return self.x * other.y - self.y * other.x

    @property
    def length(self) -> float:
        return math.hypot(self.x, self.y)

    @property
    def angle(self) -> float:
        """Radians, clockwise from the right."""
        return math.atan2(self.y, self.x)

    def distance(self, other: Point) -> float:
        return self.minus(other).length


@dataclass(frozen=True, slots=True)
class Quad:
    """Four points clockwise from the top left *of what is printed*, however it lies on the photo."""

    top_left: Point
    top_right: Point
    bottom_right: Point
    bottom_left: Point

    @property
    def points(self) -> tuple[Point, Point, Point, Point]:
        return (self.top_left, self.top_right, self.bottom_right, self.bottom_left)

    @property
    def middle(self) -> Point:
        return mean_point(self.points)

    @property
    def right(self) -> Point:
        """From the left side to the right side: the print's width and reading direction."""
        return Point(
            (self.top_right.x + self.bottom_right.x - self.top_left.x - self.bottom_left.x) / 2,
            (self.top_right.y + self.bottom_right.y - self.top_left.y - self.bottom_left.y) / 2,
        )

    @property
    def down(self) -> Point:
        """From the upper side to the lower side: the print's height."""
        return Point(
            (self.bottom_left.x + self.bottom_right.x - self.top_left.x - self.top_right.x) / 2,
            (self.bottom_left.y + self.bottom_right.y - self.top_left.y - self.top_right.y) / 2,
        )

    @property
    def heading(self) -> float:
        """Which way the print's foot points, as an angle of ``down``."""
        return self.down.angle

    @property
    def area(self) -> float:
        """Signed: positive when the points really run clockwise."""
        return (self.bottom_right.minus(self.top_left).cross(self.bottom_left.minus(self.top_right))) / 2

    def moved(self, right: float, grown: float) -> Quad:
        """Shifted by a part of its own width, and grown about its middle."""
        middle, shift = self.middle, self.right.times(right)
        return Quad(*(point.minus(middle).times(grown).plus(middle).plus(shift) for point in self.points))

    def scaled(self, x: float, y: float) -> Quad:
        return Quad(*(Point(point.x * x, point.y * y) for point in self.points))

    def array(self) -> NDArray[np.float32]:
        """4 × 2, as OpenCV wants it."""
        return np.array(self.points, dtype=np.float32)


def mean_point(points: tuple[Point, ...] | list[Point]) -> Point:
    return Point(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))


def turn_between(one: float, other: float) -> float:
    """The angle from one heading to another, from −π to π."""
    return math.remainder(other - one, math.tau)
