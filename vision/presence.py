"""How likely it is that a sighting is a card at all, whatever it reads.

Stage 1's score is one witness. The other is the company: cards on one table are of one size, and
a joker, whose print may look like any word, lies among cards.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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
    without_cards = [group for group in groups if all(cards[place].odds.best == JOKER for place in group)]
    alone = {place for group in without_cards for place in group}
    unlike = _unlike_their_neighbours(cards)
    return [
        min(by_score(card, score_in_doubt), STRANGE if _is_strange(card, place in alone, unlike[place]) else 1.0)
        for place, card in enumerate(cards)
    ]


def by_score(card: CardSighting, score_in_doubt: float = SCORE_IN_DOUBT) -> float:
    """What stage 1's score alone says."""
    return max(0.0, min(1.0, SURE + (card.score - score_in_doubt) * _PER_SCORE))


def _is_strange(card: CardSighting, is_alone: bool, is_unlike: bool) -> bool:
    """``is_alone``: a joker with nothing but jokers beside it, as the words of one line are."""
    return len(card.indices) == 1 and (is_alone or is_unlike)


def _unlike_their_neighbours(cards: Sequence[CardSighting]) -> list[bool]:
    """Whether the cards around each are of quite another size, measured from an index to its card's centre."""
    if len(cards) < 2:
        return [False] * len(cards)
    centres = np.array([card.centre for card in cards])
    reaches = np.log([max(card.reach, 1e-6) for card in cards])
    apart = np.linalg.norm(centres[:, None] - centres, axis=2)
    near = np.argsort(apart + np.diag([np.inf] * len(cards)), axis=1)[:, : min(_NEIGHBOURS, len(cards) - 1)]
    return [bool(unlike) for unlike in np.abs(reaches - np.median(reaches[near], axis=1)) > UNLIKE]
