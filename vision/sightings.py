"""From corner indices to physical cards.

A card shows one, two or four indices. Two indices belong to one card when they stand where
the two ends of one card stand: they name the same centre, their headings agree or are
opposite, they lie as far apart as a card's ends do, and they read alike. What they read is
only one of the witnesses and never enough: with two packs, two equal cards are two cards.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.cards import FACES
from vision.geometry import Point, mean_point, turn_between
from vision.indices import IndexCorner, shared_area
from vision.letters import Odds
from vision.runtime import CENTRE_ERROR

TURN_ERROR = math.radians(14)
"""How far the headings of two indices of one card are from opposite, in perspective and on curved cards."""
SIZE_ERROR = 0.22
"""How much larger, as a logarithm, one end of a card looks than the other."""
SCALE_ERROR = 0.3
"""How much nearer or farther, as a logarithm, the centre of a card is than its indices say (see ``common_centre``)."""
SAME_CARD = 0.0
"""Log-odds from which two indices are taken for one card."""
ECHO = 0.25
"""Two prints that share so much of the smaller one and read alike are one, found twice: cards hide each other."""
_PRIOR = -1.0
_FARTHEST = 5.0
_SLIP = 0.005
"""A reading is wrong in an unforeseen way this often."""


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """A corner index and what it reads.

    ``reach`` leads from the index's ``place`` to the centre of its card; ``height`` is the index's, in pixels.
    """

    corner: IndexCorner
    odds: Odds
    place: Point = field(init=False, repr=False, compare=False)
    reach: Point = field(init=False, repr=False, compare=False)
    height: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Asked for with every pair of indices, so worked out once."""
        object.__setattr__(self, "place", self.corner.quad.middle)
        object.__setattr__(self, "reach", self.corner.centre.minus(self.place))
        object.__setattr__(self, "height", self.corner.quad.down.length)

    @property
    def heading(self) -> float:
        return self.corner.quad.heading

    @property
    def is_left(self) -> bool:
        """Whether the index stands on the left of its card, as nearly all do, when held upright."""
        return self.reach.dot(self.corner.quad.right) >= 0


@dataclass(frozen=True, slots=True)
class CardSighting:
    """One physical card: the indices of it that were seen, and what they read together."""

    indices: tuple[SeenIndex, ...]
    odds: Odds

    @property
    def centre(self) -> Point:
        return mean_point([index.corner.centre for index in self.indices])

    @property
    def reach(self) -> float:
        """Pixels from the card's centre to an index."""
        return sum(index.reach.length for index in self.indices) / len(self.indices)

    @property
    def score(self) -> float:
        """How sure stage 1 is that there is an index at all."""
        return 1 - math.prod(1 - min(index.corner.score, 1.0) for index in self.indices)


def one_print_each(seen: Sequence[SeenIndex]) -> list[SeenIndex]:
    """The indices without those that only repeat a surer one, a little beside it."""
    kept: list[SeenIndex] = []
    for index in sorted(seen, key=lambda each: -each.corner.score):
        if not any(_is_echo(index, other) for other in kept):
            kept.append(index)
    return kept


def _is_echo(weak: SeenIndex, sure: SeenIndex) -> bool:
    """Only what lies within one index's height can share a quarter of it."""
    if weak.place.distance(sure.place) > sure.height + weak.height:
        return False
    shared, areas = shared_area(weak.corner.quad, sure.corner.quad)
    return shared > ECHO * min(areas) and (weak.odds.unreadable > 0.5 or _alike(weak.odds, sure.odds) > 0)


def join_corners(seen: Sequence[SeenIndex], centre_error: float = CENTRE_ERROR) -> tuple[CardSighting, ...]:
    """The physical cards behind these indices; every index belongs to exactly one.

    ``centre_error`` is how far two indices of one card disagree about its centre, in reaches.

    The surest pairs are joined first, and cards only where every index of the one goes with every
    index of the other: equal cards beside each other stay apart, and a print that nobody can
    read joins no two cards that contradict each other.
    """
    cards = [[place] for place in range(len(seen))]
    owner = list(range(len(seen)))
    joinable = {(one, other): log_odds for log_odds, one, other in _pairs(seen, centre_error) if log_odds > SAME_CARD}
    for one, other in sorted(joinable, key=lambda pair: -joinable[pair]):
        first, second = cards[owner[one]], cards[owner[other]]
        if owner[one] == owner[other] or not _all_joinable(first, second, joinable):
            continue
        for place in second:
            owner[place] = owner[one]
        first += second
        second.clear()
    return tuple(_card([seen[place] for place in card]) for card in cards if card)


def _all_joinable(first: Sequence[int], second: Sequence[int], joinable: Container[tuple[int, int]]) -> bool:
    return all((min(pair), max(pair)) in joinable for pair in itertools.product(first, second))


def _pairs(seen: Sequence[SeenIndex], centre_error: float) -> Iterable[tuple[float, int, int]]:
    for one, other in itertools.combinations(range(len(seen)), 2):
        first, second = seen[one], seen[other]
        if first.corner.centre.distance(second.corner.centre) < first.reach.length + second.reach.length:
            yield log_odds_of_one_card(first, second, centre_error), one, other


def _other_corner(one: SeenIndex, other: SeenIndex) -> bool:
    """Whether two indices can stand in different corners of one card."""
    if is_turned_round(one, other):
        return True
    return one.is_left != other.is_left


def is_turned_round(one: SeenIndex, other: SeenIndex) -> bool:
    return abs(turn_between(one.heading, other.heading)) > math.pi / 2


def log_odds_of_one_card(one: SeenIndex, other: SeenIndex, centre_error: float = CENTRE_ERROR) -> float:
    """How much better "one card" explains two indices than "two cards"; natural logarithm."""
    if not _other_corner(one, other):
        return -math.inf
    places = _centres(one, other, centre_error) + _turns(one, other) + _sizes(one, other)
    return _PRIOR + _alike(one.odds, other.odds) + places


def likelihood(odds: Odds) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How likely each face is to look like this; what is unreadable speaks for none."""
    known = odds.faces * (1 - _SLIP) + (odds.unreadable * (1 - _SLIP) + _SLIP) / len(FACES)
    return np.asarray(known, dtype=np.float64)


def _alike(one: Odds, other: Odds) -> float:
    return math.log(len(FACES) * float(likelihood(one) @ likelihood(other)))


@dataclass(frozen=True, slots=True)
class CommonCentre:
    """Where two indices agree best about the centre of their card: ``scale`` times as far away as they say.

    ``apart`` is how far they still disagree, in reaches of that length.
    """

    scale: float
    apart: float


def common_centre(one: SeenIndex, other: SeenIndex) -> CommonCentre | None:
    """The least squares answer; None where no card can lie so.

    How large a deck prints its indices cannot be seen from one index, so all centres of a photo
    may be named too near or too far, by one factor; the direction is known well.
    """
    way, against = other.place.minus(one.place), one.reach.minus(other.reach)
    scale = way.dot(against) / max(against.dot(against), 1e-9)
    if scale <= 0:
        return None
    size = scale * (one.reach.length + other.reach.length) / 2
    return CommonCentre(scale, way.minus(against.times(scale)).length / max(size, 1e-9))


def _centres(one: SeenIndex, other: SeenIndex, centre_error: float) -> float:
    """Against two cards whose centres lie anywhere within a card's length of each other."""
    centre = common_centre(one, other)
    if centre is None:
        return -math.inf
    error = (centre.apart / centre_error) ** 2 + (math.log(centre.scale) / SCALE_ERROR) ** 2
    return math.log(2 / centre_error**2) - error / 2


def _turns(one: SeenIndex, other: SeenIndex) -> float:
    turn = abs(turn_between(one.heading, other.heading))
    error = min(turn, math.pi - turn) / TURN_ERROR
    return math.log(math.pi / (TURN_ERROR * math.sqrt(math.tau))) - error * error / 2


def _sizes(one: SeenIndex, other: SeenIndex) -> float:
    """Neighbours are of one size too, so a likeness says nothing and only a difference counts."""
    tall = math.log(max(one.height, 1e-6) / max(other.height, 1e-6))
    return -min((tall / SIZE_ERROR) ** 2, _FARTHEST**2) / 2


def _card(indices: list[SeenIndex]) -> CardSighting:
    indices.sort(key=lambda index: -index.corner.score)
    return CardSighting(tuple(indices), together([index.odds for index in indices]))


def together(readings: Sequence[Odds]) -> Odds:
    """What several prints of one card say together; an unreadable one says nothing."""
    if len(readings) == 1:
        return readings[0]
    product = np.prod([likelihood(odds) for odds in readings], axis=0)
    unreadable = math.prod(odds.unreadable for odds in readings)
    return Odds(product / product.sum() * (1 - unreadable), unreadable)
