"""Gin and full: the least deadwood after the best discard, and whether one may lay down.

Melds and discard are chosen together: the melds that look best before the discard need not
be the best after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from engine.cards import JOKER, Face
from engine.melds import Meld, hand_value
from engine.rules import Ruleset
from engine.solver import HandSearch, Situation
from engine.sums import first_sum


@dataclass(frozen=True, slots=True)
class Knock:
    """The best a hand can do against the knock: deadwood is what counts after the discard."""

    deadwood: int
    melds: tuple[Meld, ...]
    discard: Face | None
    may_knock: bool

    @property
    def is_gin(self) -> bool:
        """No deadwood at all."""
        return self.deadwood == 0


def is_knock_game(rules: Ruleset) -> bool:
    """Whether one lays down only once, to end the round."""
    return rules.knock.knock_max is not None


def best_knock(hand: Iterable[Face], rules: Ruleset) -> Knock:
    """The least deadwood of a hand as it is held after the draw, and the discard that leaves it."""
    question = HandSearch(hand, rules.but(open_clean_runs=0), Situation())
    if not question.faces:
        return Knock(0, (), None, False)
    reached = [
        (packed, search)
        for search in question.searches(question.worth)
        for packed in search.front(search.whole(keep=1, discard=True))
    ]
    best, search = max(reached, key=itemgetter(0))
    found = next(search.layings(search.whole(keep=1, discard=True), best))
    deadwood = sum(hand_value(face, rules.values) for face in question.faces) - first_sum(best)
    limit = rules.knock.knock_max
    discard = JOKER if found.discard is None or found.discard < 0 else question.holding.cards[found.discard]
    melds = tuple(meld.meld() for meld in found.melds)
    return Knock(deadwood, melds, discard, limit is not None and deadwood <= limit)
