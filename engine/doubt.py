"""Advice while the reader is not sure of a card: does the doubt matter at all?

A photo's doubtful card may be one of a few faces, each with a probability. The hand is
judged once for every way to read it: either the answer is the same whatever that card is,
or some card decides and is worth a second look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from engine.advice import TooManyCopies, check_copies
from engine.cards import Face, Hand
from engine.rules import Ruleset
from engine.solver import Openings, Situation, openings

MOST_READINGS = 64
"""Ways to read a hand that are tried, the most probable first."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """What a card may be, and how probable that is (0 to 1)."""

    face: Face
    probability: float


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card of the hand, by its place, that may be something else; the faces exclude each other."""

    place: int
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class HandReading:
    """One way to read the hand, its share of the probability, and what it may open with."""

    hand: Hand
    probability: float
    openings: Openings


@dataclass(frozen=True, slots=True)
class DoubtfulAdvice:
    """What holds whatever the doubtful cards are, and which of them decide.

    ``readings`` come most probable first; impossible ones (more copies than the packs hold) are
    left out. ``deciding`` are the places of cards that alone can change whether the hand may
    open, ``matters`` of those that change the best points or cards.
    """

    readings: tuple[HandReading, ...]
    deciding: tuple[int, ...]
    matters: tuple[int, ...]

    @property
    def chance_to_open(self) -> float:
        """Probability that the hand may open, over all readings."""
        return sum(reading.probability for reading in self.readings if reading.openings.legal)

    @property
    def whatever_it_is(self) -> bool:
        """Whether every reading gives the same verdict."""
        return len({reading.openings.legal for reading in self.readings}) <= 1


def advise_in_doubt(
    hand: Hand, doubts: Sequence[Doubt], rules: Ruleset, situation: Situation | None = None
) -> DoubtfulAdvice:
    """The openings of every way to read a hand, and what the doubt changes.

    Raises ``TooManyCopies`` if no reading can come from the packs.
    """
    situation = situation or Situation()
    ways = _ways(hand, doubts, rules, situation)
    total = sum(way.probability for way in ways) or 1.0
    readings = tuple(HandReading(way.hand, way.probability / total, way.openings) for way in ways)
    return DoubtfulAdvice(
        readings,
        tuple(doubt.place for doubt in doubts if _changes(readings, doubt.place, _verdict)),
        tuple(doubt.place for doubt in doubts if _changes(readings, doubt.place, _figures)),
    )


def _ways(hand: Hand, doubts: Sequence[Doubt], rules: Ruleset, situation: Situation) -> list[HandReading]:
    ways: list[HandReading] = []
    impossible: TooManyCopies | None = None
    for faces, probability in _combinations(hand, doubts):
        try:
            check_copies((*faces, *situation.laid), rules, situation.players)
        except TooManyCopies as problem:
            impossible = problem
            continue
        read = Hand(faces)
        ways.append(HandReading(read, probability, openings(read, rules, situation)))
    if impossible is not None and not ways:
        raise impossible
    return ways


def _combinations(hand: Hand, doubts: Sequence[Doubt]) -> list[tuple[tuple[Face, ...], float]]:
    """The most probable ways to read the hand."""
    found = []
    for choice in product(*(doubt.alternatives for doubt in doubts)):
        faces, probability = list(hand.faces), 1.0
        for doubt, alternative in zip(doubts, choice, strict=True):
            faces[doubt.place] = alternative.face
            probability *= alternative.probability
        found.append((tuple(faces), probability))
        if len(found) >= 1 << 14:
            break
    found.sort(key=lambda way: -way[1])
    return found[:MOST_READINGS]


def _verdict(found: Openings) -> object:
    return found.legal


def _figures(found: Openings) -> object:
    return found.legal, found.max_points, found.max_cards


def _changes(readings: Iterable[HandReading], place: int, told: Callable[[Openings], object]) -> bool:
    """Whether two readings that differ in this card alone have different answers."""
    answers: dict[tuple[Face, ...], set[object]] = {}
    for reading in readings:
        others = reading.hand.faces[:place] + reading.hand.faces[place + 1 :]
        answers.setdefault(others, set()).add(told(reading.openings))
    return any(len(different) > 1 for different in answers.values())
