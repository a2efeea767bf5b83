"""Which cards lie together: a fan, a row, a meld on the table; and in which order they are read.

Every card's outline is known from one index and the centre it names. Cards of one hand or meld
cover each other, or lie side by side; other hands and melds lie apart, or touch at odd angles.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Point, mean_point, turn_between
from vision.sightings import CardSighting, is_turned_round

REACH = 0.475
"""From a card's centre to the middle of its index, in heights of the card."""
ASPECT = 0.7
"""A card's width in heights of it; bridge and poker cards have 0.64 to 0.72."""
FARTHEST_STEP = 1.03
"""Cards are neighbours up to this step; 1 is the step at which they would just touch (see ``steps_between``)."""
TIGHT, PER_STEP = 0.85, 0.45
"""In tight fans the farthest step is shorter: this, and so much more for each usual step of the photo."""
USUAL_GAPS = 1.6
"""Where all cards lie apart, neighbours may be this many usual gaps from each other."""
TURN, PER_TURN = math.radians(25), 0.57
"""Neighbours in a fan are hardly turned more than this; each radian more counts as so much of a step."""
OTHER_END = 0.1
"""Two cards that stand the other way round are this much less likely neighbours: hands face each other."""
_UNLIKE_SIZE, _UNLIKE_SCALE = 1.6, 1.3


@dataclass(frozen=True, slots=True)
class End:
    """One end of a card: where its index stands, or would stand, and which way that points."""

    place: Point
    heading: float


def ends_of(card: CardSighting) -> tuple[End, End]:
    """The end that was seen best, and the opposite one."""
    index = card.indices[0]
    centre = card.centre
    opposite = Point(2 * centre.x - index.place.x, 2 * centre.y - index.place.y)
    return End(index.place, index.heading), End(opposite, index.heading + math.pi)


def group_cards(cards: Sequence[CardSighting]) -> tuple[tuple[int, ...], ...]:
    """Indices into ``cards``, group by group as one reads a page, each in reading order."""
    groups = [_in_order(cards, group) for group in _components(cards)]
    return tuple(_as_on_a_page(cards, groups))


def _components(cards: Sequence[CardSighting]) -> list[list[int]]:
    """Cards that are linked by short steps; a step that is unusually long here is none."""
    steps = _spanning_steps(steps_between(cards))
    farthest = _farthest_step([length for length, _, _ in steps])
    owner = list(range(len(cards)))
    for length, one, other in steps:
        if length <= farthest:
            owner = [owner[one] if each == owner[other] else each for each in owner]
    return [[place for place, each in enumerate(owner) if each == name] for name in dict.fromkeys(owner)]


def _farthest_step(lengths: Sequence[float]) -> float:
    """A fan ends where the next card hardly touches; rows of whole cards have usual gaps."""
    usual = float(np.median(lengths)) if lengths else 0.0
    return min(FARTHEST_STEP, TIGHT + PER_STEP * usual) + USUAL_GAPS * max(0.0, min(usual, 1.2) - 1.0)


def steps_between(cards: Sequence[CardSighting]) -> NDArray[np.float64]:
    """How far any two cards are from being neighbours in a fan, a row or a meld; n × n.

    Below 1 the cards overlap, and the step is the share of one that the other leaves free; above 1
    they lie apart by the rest of it, in heights of a card. Turned cards are farther from each other.
    """
    if not cards:
        return np.zeros((0, 0))
    scale = _common_scale(cards)
    down, height = _down(cards), _heights(cards, scale)
    corners = _outlines(_centres(cards, scale), down, height)
    apart = _gaps(corners, down) / ((height[:, None] + height) / 2)
    steps = 1 + apart
    for one, other in zip(*np.nonzero(np.triu(apart < 0, 1)), strict=True):
        shared, _ = cv2.intersectConvexConvex(corners[one], corners[other])
        steps[one, other] = steps[other, one] = 1 - shared / (ASPECT * min(height[one], height[other]) ** 2)
    return np.asarray(steps + _turned(down), dtype=np.float64)


def _down(cards: Sequence[CardSighting]) -> NDArray[np.float64]:
    headings = np.array([card.indices[0].heading for card in cards])
    return np.column_stack([np.cos(headings), np.sin(headings)])


def _common_scale(cards: Sequence[CardSighting]) -> float:
    """How much farther from their indices the centres lie than these say; 1 where no card shows both ends.

    One index does not tell how large its deck prints indices; a card that shows both ends does, for all.
    """
    ratios = [
        one.place.distance(other.place) / max(one.reach.length + other.reach.length, 1e-6)
        for card in cards
        for one, other in itertools.combinations(card.indices, 2)
        if is_turned_round(one, other) and one.is_left == other.is_left
    ]
    return float(np.clip(np.median(ratios), 1 / _UNLIKE_SCALE, _UNLIKE_SCALE)) if ratios else 1.0


def _centres(cards: Sequence[CardSighting], scale: float) -> NDArray[np.float64]:
    """Of the cards, in pixels, n × 2."""
    return np.array(
        [mean_point([index.place.plus(index.reach.times(scale)) for index in card.indices]) for card in cards]
    )


def _heights(cards: Sequence[CardSighting], scale: float) -> NDArray[np.float64]:
    """Of the cards, in pixels; all lie on one table, so none is much larger than the others."""
    heights = np.array([max(card.reach, 1e-6) * scale / REACH for card in cards])
    usual = float(np.median(heights))
    return np.asarray(np.clip(heights, usual / _UNLIKE_SIZE, usual * _UNLIKE_SIZE), dtype=np.float64)


def _outlines(
    centre: NDArray[np.float64], down: NDArray[np.float64], height: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Each card's four corners, n × 4 × 2: whole cards, however much of them is covered."""
    along = down * height[:, None] / 2
    across = np.column_stack([down[:, 1], -down[:, 0]]) * height[:, None] * ASPECT / 2
    outlines = [centre - across - along, centre + across - along, centre + across + along, centre - across + along]
    return np.asarray(np.stack(outlines, axis=1), dtype=np.float32)


def _gaps(corners: NDArray[np.float32], down: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixels between any two outlines, n × n; negative where they overlap (separating axes)."""
    axes = np.stack([down, np.column_stack([down[:, 1], -down[:, 0]])], axis=1)
    shadows = np.einsum("iax,jkx->iajk", axes, corners)
    low, high = shadows.min(axis=3), shadows.max(axis=3)
    each = np.arange(len(corners))
    own_low, own_high = (side[each, :, each][..., None] for side in (low, high))
    apart = np.maximum(low - own_high, own_low - high).max(axis=1)
    return np.asarray(np.maximum(apart, apart.T), dtype=np.float64)


def _turned(down: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is added to the step between cards that are turned against each other, n × n."""
    cosine = down @ down.T
    turn = np.arccos(np.clip(np.abs(cosine), 0, 1))
    return np.asarray(PER_TURN * np.maximum(0, turn - TURN) + OTHER_END * (cosine < 0), dtype=np.float64)


def _spanning_steps(distances: NDArray[np.float64]) -> list[tuple[float, int, int]]:
    """The shortest steps that link all cards (Prim), shortest first."""
    count = len(distances)
    if count == 0:
        return []
    inside = np.zeros(count, bool)
    best, via = distances[0].copy(), np.zeros(count, int)
    inside[0] = True
    steps: list[tuple[float, int, int]] = []
    for _ in range(count - 1):
        new = int(np.where(inside, np.inf, best).argmin())
        steps.append((float(best[new]), int(via[new]), new))
        inside[new] = True
        nearer = distances[new] < best
        best[nearer], via[nearer] = distances[new][nearer], new
    return sorted(steps)


def _in_order(cards: Sequence[CardSighting], group: list[int]) -> tuple[int, ...]:
    """From left to right as the cards are held; a column from top to bottom."""
    heading = _common_heading([index.heading for place in group for index in cards[place].indices])
    down = Point(math.cos(heading), math.sin(heading))
    right = Point(down.y, -down.x)
    places = {place: _end_along(ends_of(cards[place]), heading).place for place in group}
    across, along = ({place: places[place].dot(way) for place in group} for way in (right, down))
    is_column = _spread(along.values()) > 2 * _spread(across.values())
    return tuple(sorted(group, key=lambda place: along[place] if is_column else across[place]))


def _spread(values: Iterable[float]) -> float:
    numbers = list(values)
    return max(numbers) - min(numbers)


def _end_along(ends: tuple[End, End], heading: float) -> End:
    return min(ends, key=lambda end: abs(turn_between(heading, end.heading)))


def _common_heading(headings: Sequence[float]) -> float:
    """Which way the group's cards stand: as most indices that were seen do, else upright on the photo."""
    total = Point(sum(math.cos(h) for h in headings), sum(math.sin(h) for h in headings))
    if total.length > len(headings) / 3:
        return total.angle
    axis = math.atan2(sum(math.sin(2 * h) for h in headings), sum(math.cos(2 * h) for h in headings)) / 2
    return axis if math.sin(axis) >= 0 else axis + math.pi


def _as_on_a_page(cards: Sequence[CardSighting], groups: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Line by line: what begins level with the topmost group left is read with it, left to right."""
    middles = {group: _middle(cards, group) for group in groups}
    size = max((card.reach for card in cards), default=1.0)
    left = sorted(groups, key=lambda group: middles[group].y)
    page: list[tuple[int, ...]] = []
    while left:
        top = middles[left[0]].y
        line = [group for group in left if middles[group].y - top < size]
        page += sorted(line, key=lambda group: middles[group].x)
        left = [group for group in left if group not in line]
    return page


def _middle(cards: Sequence[CardSighting], group: tuple[int, ...]) -> Point:
    centres = [cards[place].centre for place in group]
    return Point(sum(c.x for c in centres) / len(centres), sum(c.y for c in centres) / len(centres))
