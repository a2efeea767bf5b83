"""How cards lie: fans, rows, columns, heaps, melds, singles, in the plane they lie in.

The plane's unit is one card height, x right, y down. A pose maps a card's own coordinates
(its top left is the origin, its height is 1) into the plane.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import numpy as np
from numpy.typing import NDArray

Pose = NDArray[np.float64]
"""3 × 3, from card coordinates to the plane."""
Random = np.random.Generator


class Layout(Enum):
    """The ways of laying that are rendered; the value is the name used on the command line."""

    FAN = "fan"
    ROW = "row"
    COLUMN = "column"
    HEAP = "heap"
    MELDS = "melds"
    SINGLES = "singles"
    NONE = "none"


def poses(layout: Layout, count: int, aspect: float, random: Random) -> list[Pose]:
    """Where ``count`` cards lie, the undermost first; ``aspect`` is a card's width over its height."""
    return _MAKERS[layout](count, aspect, random)


def _pose(aspect: float, x: float, y: float, angle: float) -> Pose:
    """A card with its centre at (x, y), turned clockwise by ``angle`` radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])
    return np.asarray(turn @ np.array([[1, 0, -aspect / 2], [0, 1, -0.5], [0, 0, 1]]))


def _fan(count: int, aspect: float, random: Random) -> list[Pose]:
    """Cards turned about a point under the hand, each covering the one before.

    Mostly the left index stays visible; some people fan the other way.
    """
    radius = random.uniform(0.55, 2.2)
    shift = random.uniform(0.09, 0.26)
    step = min(shift / (radius + 0.5), np.radians(16))
    angles = (np.arange(count) - (count - 1) / 2) * step + random.normal(0, step * 0.18, count)
    lean = random.uniform(-0.3, 0.3)
    lift = random.normal(0, 0.02, count)
    if random.random() < 0.1:
        angles = angles[::-1]
    return [
        _pose(aspect, (radius + up) * np.sin(angle + lean), -(radius + up) * np.cos(angle + lean), angle + lean)
        for angle, up in zip(angles, lift, strict=True)
    ]


def _line(count: int, aspect: float, random: Random, step: tuple[float, float], loose: float) -> list[Pose]:
    angles = random.normal(0, loose, count)
    offsets = random.normal(0, loose * 0.3, (count, 2))
    return [
        _pose(aspect, step[0] * place + dx, step[1] * place + dy, angle)
        for place, (angle, (dx, dy)) in enumerate(zip(angles, offsets, strict=True))
    ]


def _row(count: int, aspect: float, random: Random) -> list[Pose]:
    step = aspect * random.uniform(0.2, 1.1)
    return _line(count, aspect, random, (step, random.uniform(-0.05, 0.05)), random.uniform(0.0, 0.08))


def _column(count: int, aspect: float, random: Random) -> list[Pose]:
    return _line(
        count, aspect, random, (random.uniform(-0.03, 0.03), random.uniform(0.16, 0.4)), random.uniform(0.0, 0.05)
    )


def _heap(count: int, aspect: float, random: Random) -> list[Pose]:
    reach = 0.25 + 0.2 * np.sqrt(count)
    places = random.normal(0, reach, (count, 2))
    return [_pose(aspect, x, y, random.uniform(0, 2 * np.pi)) for x, y in places]


def _singles(count: int, aspect: float, random: Random) -> list[Pose]:
    """Cards apart from one another, lying anyhow or all the same way."""
    columns = int(np.ceil(np.sqrt(count)))
    pitch = random.uniform(1.05, 1.7)
    loose = random.choice([0.05, 0.4, np.pi])
    cells = [(cell % columns, cell // columns) for cell in random.permutation(columns * columns)[:count]]
    return [
        _pose(
            aspect,
            x * pitch + random.normal(0, 0.08),
            y * pitch + random.normal(0, 0.08),
            random.uniform(-loose, loose),
        )
        for x, y in cells
    ]


def meld_sizes(count: int, random: Random) -> list[int]:
    """Cut ``count`` cards into melds of three to five, the last perhaps longer or a rest."""
    sizes = []
    while count >= 6:
        size = int(random.integers(3, min(6, count - 2)))
        sizes.append(size)
        count -= size
    return [*sizes, count] if count else sizes


def _melds(count: int, aspect: float, random: Random) -> list[Pose]:
    """Melds side by side and under one another, the cards of each overlapping a little."""
    placed: list[Pose] = []
    across = int(random.integers(1, 4))
    step = aspect * random.uniform(0.28, 0.75)
    for place, size in enumerate(meld_sizes(count, random)):
        x = (place % across) * (step * 4 + aspect * 1.5) + random.normal(0, 0.05)
        y = (place // across) * random.uniform(1.15, 1.3) + random.normal(0, 0.03)
        turn = random.normal(0, 0.06)
        line = _line(size, aspect, random, (step, 0.0), random.uniform(0, 0.04))
        placed += [_pose(0.0, x, y, turn) @ np.array([[1, 0, 0], [0, 1, 0.5], [0, 0, 1]]) @ pose for pose in line]
    return placed


def _none(count: int, aspect: float, random: Random) -> list[Pose]:
    return []


_MAKERS: dict[Layout, Callable[[int, float, Random], list[Pose]]] = {
    Layout.FAN: _fan,
    Layout.ROW: _row,
    Layout.COLUMN: _column,
    Layout.HEAP: _heap,
    Layout.MELDS: _melds,
    Layout.SINGLES: _singles,
    Layout.NONE: _none,
}
