"""The one lay-down of gin and full: may he knock, and what comes of it.

One player lays down and ends the round; the other melds his own cards, and against a knock
he may add cards to the knocker's melds. What neither could place is deadwood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.melds import judge_meld
from engine.reasons import Code, Judged, Reason
from engine.remains import Cards, Remains, added_together
from engine.rules import Ruleset
from engine.scoring import GinPoints, gin_points
from engine.table import LayOff


@dataclass(frozen=True, slots=True)
class GinVerdict(Judged):
    """Whether the round may end so, both deadwoods, and the points if it may."""

    knocker_deadwood: int
    opponent_deadwood: int
    points: GinPoints | None
    reasons: tuple[Reason, ...] = ()


def judge_lay_down(knocker: Remains, opponent: Remains, rules: Ruleset) -> GinVerdict:
    """May the round end so, and what does it bring?  All reasons against it, bad melds first.

    The hands are the deadwoods; the opponent's is what he has left after adding.
    """
    held, left = knocker.hand_points(rules), opponent.hand_points(rules)
    reasons = (
        *_bad_melds((*knocker.laid, *opponent.laid), rules),
        *_over_limit(held, rules),
        *_bad_additions(knocker.laid, opponent.laid_off, held, rules),
    )
    return GinVerdict(held, left, None if reasons else gin_points(held, left, rules), reasons)


def _bad_melds(melds: Sequence[Cards], rules: Ruleset) -> list[Reason]:
    return [reason for cards in melds for reason in judge_meld(cards, rules).reasons]


def _over_limit(deadwood: int, rules: Ruleset) -> list[Reason]:
    """Whether the knocker holds too much.

    # gin: allowed with a deadwood of at most 10; full: only with none
    """
    limit = rules.knock.knock_max
    over = limit is not None and deadwood > limit
    return [Reason(Code.DEADWOOD_OVER_LIMIT, deadwood, limit=limit)] if over else []


def _bad_additions(melds: Sequence[Cards], added: Sequence[LayOff], deadwood: int, rules: Ruleset) -> list[Reason]:
    """Whether the opponent may add what he added.

    # gin: only if the player laid down with cards left over may the other add to his melds
    """
    faults = []
    if deadwood == 0 and any(layoff.cards for layoff in added):
        faults.append(Reason(Code.NO_LAYOFF_AGAINST_GIN))
    together = added_together(added).items()
    if not all(onto in melds and judge_meld((*onto, *cards), rules).legal for onto, cards in together):
        faults.append(Reason(Code.DOES_NOT_FIT))
    return faults
