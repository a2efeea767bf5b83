"""Two draws ahead: what a discard is worth when the next card does not yet open the hand.

The first draw is exact. Behind it, next cards are drawn at random from those nobody has
seen and the best exact one-draw chance after each is taken; the error of that sample is told.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Face, Hand
from engine.lookahead import DiscardChance, discards, unseen_copies
from engine.rules import Ruleset
from engine.solver import Situation

CLOSEST = 4
"""How many discards are looked at more deeply: the best by one draw."""


@dataclass(frozen=True, slots=True)
class DeeperChance:
    """The chance to open within two draws after a discard, and the standard error of the estimate."""

    first: DiscardChance
    within_two: float
    error: float


def deeper_discards(
    hand: Hand,
    rules: Ruleset,
    situation: Situation | None = None,
    seen: Iterable[Face] = (),
    *,
    samples: int = 8,
    seed: int = 0,
) -> tuple[DeeperChance, ...]:
    """The closest discards, best first by their chance to open within two draws."""
    situation, seen = situation or Situation(), tuple(seen)
    closest = discards(hand, rules, situation, seen)[:CLOSEST]
    drawn = _draws((*hand, *situation.laid, *seen), rules, situation, samples, seed)
    chances = [_two_draws(chance, hand, rules, situation, seen, drawn) for chance in closest]
    return tuple(sorted(chances, key=lambda chance: -chance.within_two))


def _draws(known: Iterable[Face], rules: Ruleset, situation: Situation, samples: int, seed: int) -> list[Face]:
    """The same next cards for every discard, so that they are compared fairly."""
    unseen = unseen_copies(known, rules, situation.players)
    cards = [face for face, copies in unseen.items() for _ in range(copies)]
    return random.Random(seed).sample(cards, min(samples, len(cards)))


def _two_draws(
    chance: DiscardChance, hand: Hand, rules: Ruleset, situation: Situation, seen: tuple[Face, ...], drawn: list[Face]
) -> DeeperChance:
    kept = hand.minus(chance.card)
    after = [discards(kept.plus(face), rules, situation, (*seen, chance.card))[0].open_probability for face in drawn]
    mean = statistics.mean(after) if after else 0.0
    error = statistics.stdev(after) / len(after) ** 0.5 if len(after) > 1 else 0.0
    miss = 1 - chance.open_probability
    return DeeperChance(chance, chance.open_probability + miss * mean, miss * error)


def best_discard(
    hand: Hand, rules: Ruleset, situation: Situation | None = None, *, samples: int = 0, seed: int = 0
) -> Face:
    """The discard that leaves the best chance to open; with samples, two draws ahead."""
    if samples:
        return deeper_discards(hand, rules, situation, samples=samples, seed=seed)[0].first.card
    return discards(hand, rules, situation)[0].card
