"""Several photos of one hand make one hand: a card seen twice counts once, two equal cards twice.

A hand keeps its order from photo to photo, so the photos are laid over each other like two
strips of the same row: what stands in the same place is one card. Where the order was changed
between the photos, cards can only be told by their faces, and equal ones become doubtful.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.cards import FACES, Face, Hand
from vision.doubts import NO_HINTS, Decision, Doubt, Hints, decide_odds
from vision.letters import Odds
from vision.scan import Scan
from vision.sightings import likelihood, together

Each = TypeVar("Each")

GAP = 0.7
"""What it costs, as a logarithm, that a card is on one photo only."""
ORDER_KEPT = 0.7
"""The order counts as kept when it explains so much of what the photos have in common."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a card was seen: the number of the photo, and of the card in its scan; both from 0."""

    photo: int
    card: int


@dataclass(frozen=True, slots=True)
class MergedCard:
    """One card of the merged hand and the photos that show it."""

    decision: Decision
    sources: tuple[Source, ...]

    @property
    def face(self) -> Face:
        return self.decision.face

    @property
    def is_doubtful(self) -> bool:
        return bool(self.decision.doubts)


@dataclass(frozen=True, slots=True)
class Merge:
    """The hand behind several photos; ``order_was_kept`` tells whether the photos show one order."""

    cards: tuple[MergedCard, ...]
    order_was_kept: bool

    @property
    def hand(self) -> Hand:
        return Hand(tuple(card.face for card in self.cards))


@dataclass(frozen=True, slots=True)
class _Strip:
    """A card while photos are laid over each other."""

    readings: tuple[Odds, ...]
    sources: tuple[Source, ...]

    @property
    def odds(self) -> Odds:
        return together(self.readings)


def _joined(one: _Strip, other: _Strip) -> _Strip:
    return _Strip((*one.readings, *other.readings), (*one.sources, *other.sources))


def merge_scans(scans: Sequence[Scan], hints: Hints = NO_HINTS) -> Merge:
    """One hand from photos of it, in reading order, every card with the photos it was seen on."""
    strips: list[_Strip] = []
    order_was_kept = True
    for photo, scan in enumerate(scans):
        added = [_Strip((card.odds,), (Source(photo, place),)) for place, card in enumerate(scan.cards)]
        pairs, kept = same_cards([each.odds for each in strips], [each.odds for each in added])
        order_was_kept &= kept
        strips = woven(strips, added, pairs, _joined)
    decisions = decide_odds([strip.odds for strip in strips], hints)
    cards = tuple(
        _with_doubts_of_all(MergedCard(decision, strip.sources), scans)
        for decision, strip in zip(decisions, strips, strict=True)
    )
    return Merge(cards if order_was_kept else _unsure_of_copies(cards, len(scans)), order_was_kept)


def _with_doubts_of_all(card: MergedCard, scans: Sequence[Scan]) -> MergedCard:
    """What every photo that shows it takes for a card counted twice, the merged hand does too."""
    seen = [scans[source.photo].cards[source.card].doubts for source in card.sources]
    if not all(Doubt.MAYBE_COUNTED_TWICE in doubts for doubts in seen):
        return card
    return _doubted(card)


def _doubted(card: MergedCard) -> MergedCard:
    doubts = tuple(dict.fromkeys((*card.decision.doubts, Doubt.MAYBE_COUNTED_TWICE)))
    return replace(card, decision=replace(card.decision, doubts=doubts))


def same_cards(one: Sequence[Odds], other: Sequence[Odds]) -> tuple[list[tuple[int, int]], bool]:
    """Which cards of two photos are the same, and whether their order could be used."""
    alike = likeness(one, other)
    in_order, by_face = in_the_same_order(alike), _by_face(alike)
    if len(in_order) >= ORDER_KEPT * len(by_face):
        return in_order, True
    return by_face, False


def likeness(one: Sequence[Odds], other: Sequence[Odds]) -> NDArray[np.float64]:
    """How much better "the same card" explains each pair than "two cards"; natural logarithm."""
    if not one or not other:
        return np.zeros((len(one), len(other)))
    first, second = (np.array([likelihood(odds) for odds in strip]) for strip in (one, other))
    return np.asarray(np.log(len(FACES) * first @ second.T), dtype=np.float64)


def in_the_same_order(alike: NDArray[np.float64]) -> list[tuple[int, int]]:
    """The best way to lay two strips over each other (Needleman and Wunsch); pairs that are alike."""
    rows, columns = alike.shape
    best = np.zeros((rows + 1, columns + 1))
    best[:, 0], best[0, :] = -GAP * np.arange(rows + 1), -GAP * np.arange(columns + 1)
    for row in range(rows):
        for column in range(columns):
            best[row + 1, column + 1] = max(
                best[row, column] + alike[row, column] if alike[row, column] > 0 else -math.inf,
                best[row, column + 1] - GAP,
                best[row + 1, column] - GAP,
            )
    return _way_back(best)


def _way_back(best: NDArray[np.float64]) -> list[tuple[int, int]]:
    row, column = best.shape[0] - 1, best.shape[1] - 1
    pairs: list[tuple[int, int]] = []
    while row and column:
        if best[row, column] == best[row - 1, column] - GAP:
            row -= 1
        elif best[row, column] == best[row, column - 1] - GAP:
            column -= 1
        else:
            row, column = row - 1, column - 1
            pairs.append((row, column))
    return pairs[::-1]


def _by_face(alike: NDArray[np.float64]) -> list[tuple[int, int]]:
    """The likest pairs first, whatever the order; no card twice."""
    places = np.argwhere(alike > 0)
    order = np.argsort([-alike[row, column] for row, column in places], kind="stable")
    taken: tuple[set[int], set[int]] = (set(), set())
    pairs: list[tuple[int, int]] = []
    for row, column in places[order].tolist() if len(places) else []:
        if row not in taken[0] and column not in taken[1]:
            taken[0].add(row)
            taken[1].add(column)
            pairs.append((row, column))
    return pairs


def woven(
    old: Sequence[Each], new: Sequence[Each], pairs: Sequence[tuple[int, int]], join: Callable[[Each, Each], Each]
) -> list[Each]:
    """Both strips as one: pairs joined, what only the new one shows put in before the pair it precedes."""
    partner = {there: here for here, there in pairs}
    before: dict[int, list[Each]] = {}
    place = len(old)
    for there in range(len(new) - 1, -1, -1):
        if there in partner:
            place = partner[there]
        else:
            before.setdefault(place, []).insert(0, new[there])
    joined = list(old)
    for here, there in pairs:
        joined[here] = join(old[here], new[there])
    return [each for here in range(len(old) + 1) for each in (*before.get(here, []), *joined[here : here + 1])]


def _unsure_of_copies(cards: Sequence[MergedCard], photos: int) -> tuple[MergedCard, ...]:
    """With the order lost, a card seen on some photos only may be a second copy or the first one again."""
    copies = Counter(card.face for card in cards)

    def doubted(card: MergedCard) -> MergedCard:
        if copies[card.face] == 1 or len(card.sources) == photos:
            return card
        return _doubted(card)

    return tuple(doubted(card) for card in cards)
