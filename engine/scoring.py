"""What everybody writes down at the end of a round, in every way of scoring.

Figures are worked out as exact fractions (Lebanese 14 knows one and a half times) and
rounded once, at the end. Which way a table scores is only a matter of its rules; no game
is known by name. The sources of each rule stand where it is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor

from engine.cards import Joker
from engine.remains import Finish, ImpossibleRound, PlayerRemains, Remains
from engine.rules import Ruleset, ScoreMode, ScoreRules

__all__ = [
    "Finish",
    "GinPoints",
    "GinResult",
    "ImpossibleRound",
    "PlayerRemains",
    "Reckoning",
    "Remains",
    "Score",
    "gin_points",
    "reckon",
    "round_scores",
    "rounded",
]

LAID_COUNTS = (ScoreMode.MELD, ScoreMode.NET)
"""Where everybody scores what he laid."""


@dataclass(frozen=True, slots=True)
class Score:
    """What one player writes down for a round."""

    player: str
    points: int


@dataclass(frozen=True, slots=True)
class _Ending:
    """A round that has ended, with the rules it was played by."""

    finish: Finish
    winner: Remains
    others: tuple[PlayerRemains, ...]
    rules: Ruleset


def round_scores(finish: Finish, players: Sequence[PlayerRemains], rules: Ruleset) -> tuple[Score, ...]:
    """What everybody writes down, in the order of the players.

    Raises ``ImpossibleRound`` if the winner is not among the players, a name stands there
    twice, or a game for two was not played by two.
    """
    ending = _ending(finish, players, rules)
    points = _MODES[rules.score.score_mode](ending)
    return tuple(Score(entry.player, rounded(points[entry.player], finish, rules.score)) for entry in players)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How one player's score came about, for a page that shows its working.

    ``hand`` are the cards left and ``laid`` those on the table, in points; ``charged`` is what
    counts against him before the factor: his hand, or the sum for not having laid, or the flat
    sum of a round won in one go. ``times`` is the factor that one go brings to those it touches.
    """

    player: str
    hand: int
    laid: int
    charged: int
    times: Fraction
    points: int


def reckon(finish: Finish, players: Sequence[PlayerRemains], rules: Ruleset) -> tuple[Reckoning, ...]:
    """The working behind ``round_scores``, in the order of the players; raises what it raises."""
    ending = _ending(finish, players, rules)
    scores = round_scores(finish, players, rules)
    return tuple(_reckoned(ending, entry, score) for entry, score in zip(players, scores, strict=True))


def _reckoned(ending: _Ending, entry: PlayerRemains, score: Score) -> Reckoning:
    rules, won = ending.rules, entry.player == ending.finish.winner
    flat = rules.score.one_go_flat if _one_go(ending) else None
    charged = base_points(entry.remains, rules) if flat is None else flat
    touched = won if rules.score.score_mode in LAID_COUNTS else not won and flat is None
    return Reckoning(
        player=entry.player,
        hand=entry.remains.hand_points(rules),
        laid=entry.remains.laid_points(rules),
        charged=0 if won else charged,
        times=_factor(ending) if touched else Fraction(1),
        points=score.points,
    )


def _ending(finish: Finish, players: Sequence[PlayerRemains], rules: Ruleset) -> _Ending:
    names = [entry.player for entry in players]
    if len(set(names)) < len(names):
        raise ImpossibleRound("a player stands there twice")
    if finish.winner not in names:
        raise ImpossibleRound(f"the winner {finish.winner!r} is not among the players")
    winner = players[names.index(finish.winner)].remains
    return _Ending(finish, winner, tuple(entry for entry in players if entry.player != finish.winner), rules)


def rounded(points: Fraction, finish: Finish, score: ScoreRules) -> int:
    """A score as it is written: times the factor of the last round, then rounded, halves away from zero.

    # joc 1000: the last round counts a thousand times
    # remik, house rule: the scores of a round are rounded to tens
    """
    whole = points * (score.last_round_mult if finish.last_round else 1)
    steps = floor(abs(whole) / score.round_to + Fraction(1, 2))
    return steps * score.round_to * (1 if whole >= 0 else -1)


# laying the whole hand in one turn


def counts_as_one_go(finish: Finish, others: Sequence[Remains], score: ScoreRules) -> bool:
    """Whether the winner gets the bonus for laying his whole hand in one turn.

    # rami 51: in one go, "depending on the variant" without using melds on the table
    # rami 51: a dry rummy in the narrow sense, only while nobody else has laid
    # lebanese 14: touching the discard pile and then drawing from the stock loses it
    """
    others_laid = finish.others_had_laid
    if others_laid is None:
        others_laid = any(remains.opened for remains in others)
    return (
        finish.in_one_go
        and not (score.one_go_only_if_first and others_laid)
        and (score.dry_layoffs or not finish.used_table)
        and not (score.discard_touch_bars_dry and finish.touched_discard)
    )


def _one_go(ending: _Ending) -> bool:
    return counts_as_one_go(ending.finish, [entry.remains for entry in ending.others], ending.rules.score)


def _factor(ending: _Ending) -> Fraction:
    """How many times the round counts.

    # rami 51: in one go doubles; in one go and ending with a joker four times
    # lebanese 14: double without a joker, one and a half times with one, the plain value with two
    """
    if not _one_go(ending):
        return Fraction(1)
    score = ending.rules.score
    factor = _exact(score.one_go_mult.for_jokers(_jokers_used(ending)))
    closed_with_joker = isinstance(ending.finish.closing_discard, Joker)
    return factor * (_exact(score.one_go_joker_close) if closed_with_joker else 1)


def _jokers_used(ending: _Ending) -> int:
    if ending.finish.jokers_used is not None:
        return ending.finish.jokers_used
    placed = (*ending.winner.laid, *(layoff.cards for layoff in ending.winner.laid_off))
    return sum(slot.is_joker for cards in placed for slot in cards)


def _exact(factor: float) -> Fraction:
    """1.1 as eleven tenths, not as the nearest number that a computer has."""
    return Fraction(str(factor))


# the ways of scoring

Points = Mapping[str, Fraction]


def base_points(remains: Remains, rules: Ruleset) -> int:
    """What a player who did not go out is charged before any factor.

    # rami 51: who has not laid writes 100, whatever he holds
    # remik, house rule: 100 and 25 (or 50) for every joker
    """
    if remains.opened or rules.score.unopened is None:
        return remains.hand_points(rules)
    return rules.score.unopened + rules.score.unopened_per_joker * remains.jokers(rules)


def _charges(ending: _Ending) -> dict[str, Fraction]:
    """What each of the others is charged: his hand times the factor, or the flat sum.

    # rami 51, variant: laying all at once makes every other player write 100
    """
    flat, factor = ending.rules.score.one_go_flat, _factor(ending)
    if flat is not None and _one_go(ending):
        return {entry.player: Fraction(flat) for entry in ending.others}
    return {entry.player: base_points(entry.remains, ending.rules) * factor for entry in ending.others}


def _penalty(ending: _Ending) -> Points:
    # rami 51: the others write their cards down, the lowest total wins
    # remik, house rule: the winner gets negative points
    return {**_charges(ending), ending.finish.winner: Fraction(ending.rules.score.winner_bonus)}


def _collect(ending: _Ending) -> Points:
    # basic rummy: the winner scores what the others hold
    charges = _charges(ending)
    return {**dict.fromkeys(charges, Fraction(0)), ending.finish.winner: Fraction(sum(charges.values()))}


def _pay(ending: _Ending) -> Points:
    # remik: the others pay the winner for the cards they have not laid
    charges = _charges(ending)
    paid = {player: -charge for player, charge in charges.items()}
    return {**paid, ending.finish.winner: Fraction(sum(charges.values()))}


def _meld(ending: _Ending) -> Points:
    # remik tradycyjny, positive: everybody scores what he laid; the winner twice if he laid all at the first time
    won = ending.winner.laid_points(ending.rules) * _factor(ending)
    laid = {entry.player: Fraction(entry.remains.laid_points(ending.rules)) for entry in ending.others}
    return {**laid, ending.finish.winner: won}


def _net(ending: _Ending) -> Points:
    # remik tradycyjny, both; remik 500: plus for melds, minus for the hand
    held = {entry.player: entry.remains.hand_points(ending.rules) for entry in ending.others}
    return {player: points - held.get(player, 0) for player, points in _meld(ending).items()}


class GinResult(StrEnum):
    """How the one lay-down of gin came out."""

    GIN = "gin"
    KNOCK = "knock"
    UNDERCUT = "undercut"


@dataclass(frozen=True, slots=True)
class GinPoints:
    """What the knocker and his opponent get, before any rounding."""

    result: GinResult
    knocker: int
    opponent: int


def gin_points(knocker: int, opponent: int, rules: Ruleset) -> GinPoints:
    """Who gets what for two deadwoods.

    # gin: all cards melded, 20 and the opponent's deadwood
    # gin: a knock gets the difference; if the opponent has less, he gets the difference and 10
    # public reading: equal deadwood is an undercut too
    """
    knock = rules.knock
    if knocker == 0:
        return GinPoints(GinResult.GIN, knock.gin_bonus + opponent, 0)
    if opponent < knocker or (opponent == knocker and knock.undercut_on_tie):
        return GinPoints(GinResult.UNDERCUT, 0, knocker - opponent + knock.undercut_bonus)
    return GinPoints(GinResult.KNOCK, opponent - knocker, 0)


def _gin(ending: _Ending) -> Points:
    if len(ending.others) != 1:
        raise ImpossibleRound("a game for two players")
    (other,) = ending.others
    won = gin_points(ending.winner.hand_points(ending.rules), other.remains.hand_points(ending.rules), ending.rules)
    return {ending.finish.winner: Fraction(won.knocker), other.player: Fraction(won.opponent)}


_MODES: Mapping[ScoreMode, Callable[[_Ending], Points]] = {
    ScoreMode.PENALTY: _penalty,
    ScoreMode.COLLECT: _collect,
    ScoreMode.PAY: _pay,
    ScoreMode.MELD: _meld,
    ScoreMode.NET: _net,
    ScoreMode.GIN: _gin,
}
