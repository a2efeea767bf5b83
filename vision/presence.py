"""How likely it is that a sighting is a card at all, whatever it reads.

Stage 1's score is one witness. The other is the company: cards on one table are of one size, and
a joker, whose print may look like any word, lies among cards.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from engine.cards import JOKER
from vision.runtime import SCORE_IN_DOUBT
from vision.sightings import CardSighting

SURE = 0.9
"""A card that is less likely right than this is shown as doubtful."""
STRANGE = 0.8
"""How likely a card is there that one print alone speaks for, and whose company speaks against it."""
UNLIKE = 0.4
"""Hardly 5 of 1,000 cards are so much, as a logarithm, larger or smaller than their neighbours; words often are."""
_NEIGHBOURS = 6
_PER_SCORE = 1.5


def presence(
    cards: Sequence[CardSighting], groups: Sequence[Sequence[int]], score_in_doubt: float = SCORE_IN_DOUBT
) -> list[float]:
    """For each card how likely it is there, from 0 to 1; ``groups`` are places in ``cards``."""
    lone = {group[0] for group in groups if len(group) == 1}
    return [
        min(by_score(card, score_in_doubt), STRANGE if _is_strange(cards, place, place in lone) else 1.0)
        for place, card in enumerate(cards)
    ]


def by_score(card: CardSighting, score_in_doubt: float = SCORE_IN_DOUBT) -> float:
    """What stage 1's score alone says."""
    return max(0.0, min(1.0, SURE + (card.score - score_in_doubt) * _PER_SCORE))


def _is_strange(cards: Sequence[CardSighting], place: int, is_lone: bool) -> bool:
    card = cards[place]
    if len(card.indices) > 1:
        return False
    return (is_lone and card.odds.best == JOKER) or _is_unlike(card, [*cards[:place], *cards[place + 1 :]])


def _is_unlike(card: CardSighting, others: Sequence[CardSighting]) -> bool:
    """Whether the cards around it are of quite another size, measured from an index to its card's centre."""
    near = sorted(others, key=lambda other: other.centre.distance(card.centre))[:_NEIGHBOURS]
    if not near:
        return False
    usual = statistics.median(max(other.reach, 1e-6) for other in near)
    return abs(math.log(max(card.reach, 1e-6) / usual)) > UNLIKE
