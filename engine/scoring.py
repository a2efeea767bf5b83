"""What everybody writes down at the end of a round, in every way of scoring.

Figures are worked out as exact fractions (Lebanese 14 knows one and a half times) and
rounded once, at the end. Which way a table scores is only a matter of its rules; no game
is known by name. The sources of each rule stand where it is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor

from engine.cards import JOKER, Face, Hand, Joker
from engine.melds import Slot, hand_value
from engine.reasons import Reason
from engine.rules import Ruleset, ScoreMode, ScoreRules
from engine.table import LayOff, LayOffVerdict, extend, on_table

Cards = tuple[Slot, ...]
NO_CARDS = Hand()


class ImpossibleRound(ValueError):
    """A round that cannot have been played: nobody of that name, nobody at all, a third player in gin."""


@dataclass(frozen=True, slots=True)
class Remains:
    """What one player has in hand and has laid when the round ends.

    ``counted`` and ``counted_laid`` are points that people added up at the table themselves;
    they are taken instead of the cards, and ``counted_jokers`` are the jokers among them.
    In gin and full the hand is the deadwood, and ``laid_off`` goes onto the knocker's melds.
    """

    hand: Hand = NO_CARDS
    opened: bool = True
    laid: tuple[Cards, ...] = ()
    laid_off: tuple[LayOff, ...] = ()
    early_jokers: int = 0
    counted: int | None = None
    counted_jokers: int = 0
    counted_laid: int | None = None

    def jokers(self, rules: Ruleset) -> int:
        """Jokers that count against the player, those drawn too early too where the table says so."""
        held = self.counted_jokers if self.counted is not None else self.hand.counts()[JOKER]
        return held + self._early(rules)

    def hand_points(self, rules: Ruleset) -> int:
        """What the cards left in hand are worth."""
        early = self._early(rules) * rules.values.joker_hand
        return early + (value_in_hand(self.hand, rules) if self.counted is None else self.counted)

    def laid_points(self, rules: Ruleset) -> int:
        """What the melds laid and the cards laid off are worth, each card in the meld it joined.

        # remik tradycyjny: points for every run or set laid and for cards added to an opponent's
        """
        if self.counted_laid is not None:
            return self.counted_laid
        own = sum(on_table(cards, rules).points for cards in self.laid)
        return own + sum(verdict.points for verdict in self._laid_off(rules))

    def laid_faults(self, rules: Ruleset) -> tuple[Reason, ...]:
        """Why something here cannot lie on the table; cards with a fault count nothing."""
        if self.counted_laid is not None:
            return ()
        melds = [reason for cards in self.laid for reason in on_table(cards, rules).reasons]
        return (*melds, *(reason for verdict in self._laid_off(rules) for reason in verdict.reasons))

    def _early(self, rules: Ruleset) -> int:
        # remik, house rule: a joker drawn in the turn in which the player before goes out counts
        return self.early_jokers if rules.score.early_joker_counts else 0

    def _laid_off(self, rules: Ruleset) -> Iterator[LayOffVerdict]:
        """Cards added to one meld at several times are taken together, for each may need the one before."""
        for onto, cards in added_together(self.laid_off).items():
            whole = extend(onto, cards, rules)
            alone = (extend(onto, layoff.cards, rules) for layoff in self.laid_off if layoff.onto == onto)
            yield from (whole,) if whole.legal else alone


def added_together(layoffs: Iterable[LayOff]) -> dict[Cards, Cards]:
    """For each meld on the table all the cards that were added to it."""
    added: dict[Cards, Cards] = {}
    for layoff in layoffs:
        added[layoff.onto] = added.get(layoff.onto, ()) + layoff.cards
    return added


@dataclass(frozen=True, slots=True)
class Finish:
    """How a round ended: who went out (in gin: who laid down), and what bears on the bonus for it.

    ``None`` where nobody noted it: the jokers used are then counted among the winner's melds,
    and others had laid if one of them has opened.
    """

    winner: str
    in_one_go: bool = False
    jokers_used: int | None = None
    closing_discard: Face | None = None
    others_had_laid: bool | None = None
    used_table: bool = False
    touched_discard: bool = False
    last_round: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRemains:
    """One player and what he is left with."""

    player: str
    remains: Remains = Remains()


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


def value_in_hand(hand: Hand, rules: Ruleset) -> int:
    """What cards left in hand count: aces and jokers by the table's rules, courts ten, others their number."""
    return sum(hand_value(face, rules.values) for face in hand)


def round_scores(finish: Finish, players: Sequence[PlayerRemains], rules: Ruleset) -> tuple[Score, ...]:
    """What everybody writes down, in the order of the players.

    Raises ``ImpossibleRound`` if the winner is not among the players, a name stands there
    twice, or a game for two was not played by two.
    """
    ending = _ending(finish, players, rules)
    points = _MODES[rules.score.score_mode](ending)
    return tuple(Score(entry.player, rounded(points[entry.player], finish, rules.score)) for entry in players)


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
