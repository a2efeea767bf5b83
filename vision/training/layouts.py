"""How cards lie: fans, rows, columns, heaps, melds, singles, hands, tables, in the plane they lie in.

The plane's unit is one card height, x right, y down. A pose maps a card's own coordinates
(its top left is the origin, its height is 1) into the plane.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
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
    HANDS = "hands"
    TABLE = "table"


@dataclass(frozen=True, slots=True, eq=False)
class Lay:
    """Where cards lie, the undermost first, and the numbers of those that lie together, as they are read.

    ``groups`` is empty where nobody could say what belongs together (heaps, scattered cards).
    """

    poses: list[Pose]
    groups: tuple[tuple[int, ...], ...] = ()


def lay(layout: Layout, count: int, aspect: float, random: Random) -> Lay:
    """``count`` cards laid in one of the ways; ``aspect`` is a card's width over its height."""
    if layout in _GATHERINGS:
        return _together(_GATHERINGS[layout](count, aspect, random))
    placed = _MAKERS[layout](count, aspect, random)
    if layout in (Layout.FAN, Layout.ROW, Layout.COLUMN) and placed:
        return _together([placed])
    return Lay(placed)


def _together(groups: list[list[Pose]]) -> Lay:
    """Groups of poses, each in the order of laying and held upright: read from the left, a column from the top."""
    starts = np.cumsum([0, *(len(group) for group in groups)]).tolist()
    orders = [tuple(start + place for place in _as_read(group)) for start, group in zip(starts, groups, strict=False)]
    return Lay(list(itertools.chain.from_iterable(groups)), tuple(orders))


def _as_read(group: list[Pose]) -> list[int]:
    """In the frame of the group's middle card, wherever the group was turned to."""
    frame = np.linalg.inv(group[len(group) // 2])
    places = np.array([(frame @ pose @ (0.0, 0.0, 1.0))[:2] for pose in group])
    is_column = np.ptp(places[:, 1]) > 2 * np.ptp(places[:, 0])
    return [int(place) for place in np.argsort(places[:, 1 if is_column else 0], kind="stable")]


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


def _moved(group: list[Pose], x: float, y: float, turn: float) -> list[Pose]:
    """The whole group turned about the plane's origin, then shifted."""
    move = _pose(0.0, x, y, turn) @ np.array([[1, 0, 0], [0, 1, 0.5], [0, 0, 1]])
    return [np.asarray(move @ pose) for pose in group]


def _extent(group: list[Pose], aspect: float) -> NDArray[np.float64]:
    """The upright box round a group: lowest and highest x and y."""
    corners = np.array([[0, aspect, aspect, 0], [0, 0, 1, 1], [1, 1, 1, 1]], np.float64)
    points = np.hstack([(pose @ corners)[:2] for pose in group])
    return np.array([points.min(axis=1), points.max(axis=1)])


def _pushed_apart(groups: list[list[Pose]], ways: list[float], gaps: list[float], aspect: float) -> list[list[Pose]]:
    """Each group slides away from the middle, along its way, until no box of an earlier one is near."""
    placed: list[list[Pose]] = []
    for group, way, gap in zip(groups, ways, gaps, strict=True):
        far = 0.0
        while True:
            there = _moved(group, far * np.cos(way), far * np.sin(way), 0.0)
            low, high = _extent(there, aspect)
            boxes = [_extent(each, aspect) for each in placed]
            if all((low > box[1] + gap).any() or (high < box[0] - gap).any() for box in boxes):
                break
            far += 0.05
        placed.append(there)
    return placed


def _cut(count: int, parts: int, random: Random) -> list[int]:
    """``count`` cards in ``parts`` about equal hands, none empty."""
    shares = random.uniform(0.6, 1.4, parts)
    sizes = np.maximum(1, np.floor(count * shares / shares.sum())).astype(int)
    sizes[int(sizes.argmax())] += count - int(sizes.sum())
    return [int(size) for size in sizes if size > 0]


def _hands(count: int, aspect: float, random: Random) -> list[list[Pose]]:
    """One to four hands in one picture, fanned or in rows: round a table, or all towards the camera."""
    fewest = min(4, -(-count // 13))
    sizes = _cut(count, int(random.integers(fewest, min(4, count) + 1)), random)
    round_table = random.random() < 0.5
    ways = [np.pi / 2 + place * 2 * np.pi / len(sizes) + random.normal(0, 0.15) for place in range(len(sizes))]
    hands = []
    for size, way in zip(sizes, ways, strict=True):
        hand = _fan(size, aspect, random) if random.random() < 0.6 else _hand_in_a_row(size, aspect, random)
        low, high = _extent(hand, aspect)
        middle = (low + high) / 2
        turn = (way - np.pi / 2 if round_table else 0.0) + random.normal(0, 0.12)
        hands.append(_moved(_moved(hand, -middle[0], -middle[1], 0.0), 0.0, 0.0, turn))
    gaps = random.uniform(0.08, 0.6, len(hands)).tolist()
    return _pushed_apart(hands, ways, gaps, aspect)


def _hand_in_a_row(count: int, aspect: float, random: Random) -> list[Pose]:
    step = aspect * random.uniform(0.22, 0.7)
    return _line(count, aspect, random, (step, random.uniform(-0.04, 0.04)), random.uniform(0.0, 0.08))


def _table(count: int, aspect: float, random: Random) -> list[list[Pose]]:
    """Two to eight melds laid out in lines with gaps between them; a joker lies where it stands in its meld."""
    sizes = meld_sizes(count, random)[:8]
    sizes[-1] += count - sum(sizes)
    across = int(random.integers(1, 4))
    usual, loose = aspect * random.uniform(0.25, 0.8), random.uniform(0.0, 0.05)
    gap_x, gap_y = random.uniform(0.12, 0.7), random.uniform(0.1, 0.4)
    melds: list[list[Pose]] = []
    top = 0.0
    for start in range(0, len(sizes), across):
        left, bottom = 0.0, top
        for size in sizes[start : start + across]:
            step = usual * random.uniform(0.85, 1.15)
            line = _moved(_line(size, aspect, random, (step, 0.0), loose), 0.0, 0.0, random.normal(0, 0.05))
            low, high = _extent(line, aspect)
            melds.append(_moved(line, left - low[0], top - low[1] + random.uniform(0, 0.05), 0.0))
            left += high[0] - low[0] + gap_x
            bottom = max(bottom, top + high[1] - low[1] + 0.05)
        top = bottom + gap_y
    return melds


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

_GATHERINGS: dict[Layout, Callable[[int, float, Random], list[list[Pose]]]] = {
    Layout.HANDS: _hands,
    Layout.TABLE: _table,
}
