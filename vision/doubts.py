"""What each card is, decided for all cards together, and where the reader is not sure.

What the player knows (packs, jokers, cards held) is a hint: it moves a card between its
likely faces and raises doubts, but never makes a card appear or disappear.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.cards import FACES, JOKER, Face, face_index
from vision.letters import Letters, Odds
from vision.presence import SURE, by_score
from vision.sightings import CardSighting, log_odds_of_one_card

_EXCESS = 4.0
"""How unlikely, as a logarithm, it is that a card more than the packs hold was seen."""
_NEARLY_ONE = -2.5
_WEAKEST_ALTERNATIVE = 0.005
_MOST_ALTERNATIVES = 5


class Doubt(Enum):
    """Why a card should be looked at by the player."""

    UNSURE = "unsure"
    TOO_MANY_COPIES = "too_many_copies"
    TOO_MANY_CARDS = "too_many_cards"
    MAYBE_COUNTED_TWICE = "maybe_counted_twice"


@dataclass(frozen=True, slots=True)
class Hints:
    """What the player says about the game and the photo; None where nothing is said.

    ``packs`` bounds the copies of a card, ``jokers`` the jokers in the game, ``cards`` is how
    many cards the photo should show, ``letters`` the language of the deck.
    """

    packs: int | None = None
    jokers: int | None = None
    cards: int | None = None
    letters: Letters | None = None

    def limit(self, face: Face) -> float:
        """How many copies of a face there can be."""
        limit = self.jokers if face == JOKER else self.packs
        return math.inf if limit is None else limit


NO_HINTS = Hints()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a card is taken for, how likely that is right, and what else it could be."""

    face: Face
    confidence: float
    alternatives: tuple[tuple[Face, float], ...]
    doubts: tuple[Doubt, ...] = ()


def decide(cards: Sequence[CardSighting], hints: Hints, there: Sequence[float] | None = None) -> tuple[Decision, ...]:
    """One face for every card, with the doubts that remain; ``there`` is how likely each exists (``presence``)."""
    exists = [by_score(card) for card in cards] if there is None else there
    decisions = decide_odds([card.odds for card in cards], hints, exists)
    faces, sure = [each.face for each in decisions], [each.confidence for each in decisions]
    twice = _nearly_one_card(cards, faces, sure)
    return tuple(
        replace(each, doubts=(*each.doubts, Doubt.MAYBE_COUNTED_TWICE)) if place in twice else each
        for place, each in enumerate(decisions)
    )


def decide_odds(odds: Sequence[Odds], hints: Hints, there: Sequence[float] | None = None) -> tuple[Decision, ...]:
    """As ``decide``, from what the cards read alone; ``there`` is how likely each card exists at all."""
    chosen = _choose(odds, hints)
    counts = Counter(chosen)
    weighed = [_weighed(each, face, counts, hints) for each, face in zip(odds, chosen, strict=True)]
    exists = [1.0] * len(odds) if there is None else there
    sure = [
        float(shares[face_index(face)]) * is_it for shares, face, is_it in zip(weighed, chosen, exists, strict=True)
    ]
    doubts = _doubts(chosen, sure, hints)
    return tuple(
        Decision(face, confidence, _alternatives(shares, face), doubts[place])
        for place, (face, confidence, shares) in enumerate(zip(chosen, sure, weighed, strict=True))
    )


def _choose(odds: Sequence[Odds], hints: Hints) -> list[Face]:
    """The likeliest faces; where a face is over its limit, the least sure copy may become its next likely face."""
    chosen = [each.best for each in odds]
    for _ in odds:
        switches = list(_switches(odds, chosen, hints))
        if not switches:
            break
        _, place, face = min(switches)
        chosen[place] = FACES[face]
    return chosen


def _switches(odds: Sequence[Odds], chosen: Sequence[Face], hints: Hints) -> list[tuple[float, int, int]]:
    """What would put a face back within its limit, and what each costs in likelihood."""
    counts = Counter(chosen)
    found = []
    for place, face in enumerate(chosen):
        if counts[face] > hints.limit(face):
            free = [other for other in FACES if other != face and counts[other] < hints.limit(other)]
            best = max(free, key=odds[place].of, default=None)
            if best is not None and odds[place].of(best) > 0:
                regret = math.log(max(odds[place].of(face), 1e-12) / odds[place].of(best))
                if regret < _EXCESS:
                    found.append((regret, place, face_index(best)))
    return found


def _weighed(odds: Odds, face: Face, counts: Mapping[Face, int], hints: Hints) -> NDArray[np.float64]:
    """The odds of one card, given what the others are and how many of each there can be."""
    others = Counter(counts)
    others[face] -= 1
    weights = np.array([math.exp(-_EXCESS) if others[each] >= hints.limit(each) else 1.0 for each in FACES])
    weighed = odds.faces * weights
    return np.asarray(weighed / (weighed.sum() + odds.unreadable), dtype=np.float64)


def _alternatives(odds: NDArray[np.float64], face: Face) -> tuple[tuple[Face, float], ...]:
    order = np.argsort(-odds, kind="stable")[: _MOST_ALTERNATIVES + 1]
    return tuple(
        (FACES[place], float(odds[place]))
        for place in order.tolist()
        if FACES[place] != face and odds[place] >= _WEAKEST_ALTERNATIVE
    )


def _doubts(chosen: Sequence[Face], sure: Sequence[float], hints: Hints) -> list[tuple[Doubt, ...]]:
    found: list[list[Doubt]] = [[Doubt.UNSURE] if confidence < SURE else [] for confidence in sure]
    for place in _over_limit(chosen, sure, hints):
        found[place].append(Doubt.TOO_MANY_COPIES)
    for place in _more_than_held(sure, hints):
        found[place].append(Doubt.TOO_MANY_CARDS)
    return [tuple(doubts) for doubts in found]


def _over_limit(chosen: Sequence[Face], sure: Sequence[float], hints: Hints) -> list[int]:
    """The least sure copies of each face of which there are too many."""
    weak: list[int] = []
    for face, count in Counter(chosen).items():
        excess = count - hints.limit(face)
        if excess > 0:
            copies = sorted((place for place, each in enumerate(chosen) if each == face), key=lambda each: sure[each])
            weak += copies[: int(excess)]
    return weak


def _more_than_held(sure: Sequence[float], hints: Hints) -> list[int]:
    excess = 0 if hints.cards is None else max(0, len(sure) - hints.cards)
    return sorted(range(len(sure)), key=lambda place: sure[place])[:excess]


def _nearly_one_card(cards: Sequence[CardSighting], chosen: Sequence[Face], sure: Sequence[float]) -> list[int]:
    """Of two equal cards that lie almost as the two ends of one card would, the less sure one."""
    weak: list[int] = []
    for one, other in itertools.combinations(range(len(cards)), 2):
        if chosen[one] == chosen[other] and _closest(cards[one], cards[other]) > _NEARLY_ONE:
            weak.append(min(one, other, key=lambda place: sure[place]))
    return weak


def _closest(one: CardSighting, other: CardSighting) -> float:
    if len(one.indices) + len(other.indices) > 2:
        return -math.inf
    return log_odds_of_one_card(one.indices[0], other.indices[0])
