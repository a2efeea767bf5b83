"""Which cards lie together: a fan, a row, a meld on the table; and in which order they are read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Point, turn_between
from vision.sightings import CardSighting

TURN = math.radians(40)
"""Neighbours in a fan are turned less than this against each other."""
WIDEST_GAP, NARROWEST_GAP, USUAL_GAPS = 2.0, 1.3, 1.55
"""A group ends where the next card is farther than ``USUAL_GAPS`` of the photo's usual steps,
within these bounds; in reaches (pixels from a card's centre to its index)."""


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
    steps = _spanning_steps(_distances(cards))
    longest = _longest_step([length for length, _, _ in steps])
    owner = list(range(len(cards)))
    for length, one, other in steps:
        if length <= longest:
            owner = [owner[one] if each == owner[other] else each for each in owner]
    return [[place for place, each in enumerate(owner) if each == name] for name in dict.fromkeys(owner)]


def _longest_step(lengths: list[float]) -> float:
    within = [length for length in lengths if length <= WIDEST_GAP]
    usual = float(np.median(within)) if within else 0.0
    return min(WIDEST_GAP, max(NARROWEST_GAP, USUAL_GAPS * usual))


def _distances(cards: Sequence[CardSighting]) -> NDArray[np.float64]:
    ends = [ends_of(card) for card in cards]
    matrix = np.zeros((len(cards), len(cards)))
    for one in range(len(cards)):
        for other in range(one):
            size = max((cards[one].reach + cards[other].reach) / 2, 1e-6)
            matrix[one, other] = matrix[other, one] = _step(ends[one], ends[other], size)
    return matrix


def _step(one: tuple[End, End], other: tuple[End, End], size: float) -> float:
    """How far two cards are from being neighbours in a fan: the way and the turn from end to end."""
    first = one[0]
    return min(
        math.hypot(first.place.distance(end.place) / size, turn_between(first.heading, end.heading) / TURN)
        for end in other
    )


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
