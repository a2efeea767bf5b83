"""A whole game: who sits where and who deals, the rounds, and from them alone all totals.

A game is a value; nothing that follows from the rounds is kept beside them. Players may
sit out some rounds and come back: a round holds only those who played it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import Card, Rank, Suit
from engine.remains import Finish, ImpossibleRound, PlayerRemains, Remains
from engine.rules import Ruleset, ScoreMode, TargetEffect
from engine.scoring import Reckoning, Score, reckon, round_scores


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table; the id stays when the name is written differently."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line of a round: what he is left with, or the points as somebody typed them.

    Typed points are final: no factor and no rounding touches them.
    """

    player: str
    remains: Remains | None = None
    typed: int | None = None


@dataclass(frozen=True, slots=True)
class _Ending:
    finish: Finish
    players: tuple[PlayerRemains, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """One round as it was confirmed.

    ``dealer`` is named only where the table did not follow the rotation. A ``correction``
    gives points between two rounds (a forfeit, the points somebody comes back with): no
    cards were dealt.
    """

    lines: tuple[Line, ...]
    finish: Finish | None = None
    dealer: str | None = None
    correction: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Who played it."""
        return tuple(line.player for line in self.lines)

    @property
    def gaps(self) -> tuple[str, ...]:
        """The players whose points cannot be told yet."""
        return tuple(line.player for line in self.lines if line.typed is None and not self._worked_out(line))

    def scores(self, rules: Ruleset, *, last: bool = False) -> tuple[Score, ...]:
        """What everybody wrote down; ``last`` if this is the last of the agreed rounds.

        Raises ``ImpossibleRound`` where there are gaps or names that do not fit.
        """
        if self.gaps:
            raise ImpossibleRound(f"no points for {', '.join(self.gaps)}")
        from_cards = {score.player: score.points for score in self._from_cards(rules, last)}
        return tuple(
            Score(line.player, from_cards[line.player] if line.typed is None else line.typed) for line in self.lines
        )

    def _worked_out(self, line: Line) -> bool:
        return self.finish is not None and line.remains is not None

    def working(self, rules: Ruleset, *, last: bool = False) -> tuple[Reckoning, ...]:
        """How the scores that follow from cards came about; nothing for a round of typed points."""
        ending = self._ending(last)
        return () if ending is None else reckon(ending.finish, ending.players, rules)

    def _from_cards(self, rules: Ruleset, last: bool) -> tuple[Score, ...]:
        ending = self._ending(last)
        return () if ending is None else round_scores(ending.finish, ending.players, rules)

    def _ending(self, last: bool) -> _Ending | None:
        if self.finish is None or all(line.typed is not None for line in self.lines):
            return None
        finish = replace(self.finish, last_round=self.finish.last_round or last)
        known = (line for line in self.lines if line.remains is not None or line.player == finish.winner)
        return _Ending(finish, tuple(PlayerRemains(line.player, line.remains or Remains()) for line in known))


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; players with equal totals share it."""

    place: int
    player: Player
    total: int


@dataclass(frozen=True, slots=True)
class GameEnd:
    """Whether the game is over, and for whom; several winners or losers are tied."""

    over: bool = False
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()

    @property
    def winner(self) -> str | None:
        """The one winner, if there is just one."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def loser(self) -> str | None:
        """The one loser, if there is just one."""
        return self.losers[0] if len(self.losers) == 1 else None


def lowest_wins(rules: Ruleset) -> bool:
    """Whether points are bad: reaching the target loses, or without a target, penalties are written."""
    effect = rules.score.target_effect
    if effect is TargetEffect.NONE:
        return rules.score.score_mode is ScoreMode.PENALTY
    return effect is TargetEffect.LOSE


def target_reached(totals: Sequence[Score], rules: Ruleset) -> bool:
    """Whether somebody's total ends the game.

    # remik tradycyjny: whoever exceeds the agreed number; remik 500, gin, full: reached is enough
    """
    target, strict = rules.score.target, rules.score.target_strict
    if target is None or rules.score.target_effect is TargetEffect.NONE:
        return False
    return any(total.points > target or (total.points == target and not strict) for total in totals)


def game_end(totals: Sequence[Score], rules: Ruleset) -> GameEnd:
    """Whether a total ends the game: then the best total has won, and where points are bad the worst has lost."""
    return outcome(totals, rules) if target_reached(totals, rules) else GameEnd()


def outcome(totals: Sequence[Score], rules: Ruleset) -> GameEnd:
    """Who has won and lost if the game ends with these totals."""
    if not totals:
        return GameEnd(True)
    highest, lowest = max(total.points for total in totals), min(total.points for total in totals)
    if not lowest_wins(rules):
        return GameEnd(True, _with_total(highest, totals))
    return GameEnd(True, _with_total(lowest, totals), _with_total(highest, totals) if highest > lowest else ())


def _with_total(points: int, totals: Sequence[Score]) -> tuple[str, ...]:
    return tuple(total.player for total in totals if total.points == points)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card drawn for the deal."""

    player: str
    card: Card


def dealer_by_lot(drawn: Sequence[Drawn]) -> str:
    """Who deals first: the highest card, and of equal ranks the higher suit.

    # remik: the oldest card, then spades, hearts, diamonds, clubs; the ace is the oldest
    """
    suits = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

    def age(entry: Drawn) -> tuple[int, int]:
        rank = entry.card.rank
        return (len(Rank) + 1 if rank is Rank.ACE else rank, suits.index(entry.card.suit))

    return max(drawn, key=age).player


@dataclass(frozen=True, slots=True)
class Game:
    """Players in the order of play (clockwise), their rules, and every round so far.

    ``away`` sit out the next round; ``rounds_agreed`` is a number of dealt rounds after
    which the game ends, ``closed`` that the players ended it. The first dealer is the first
    player unless another is named.
    """

    rules: Ruleset
    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    first_dealer: str | None = None
    away: tuple[str, ...] = ()
    rounds_agreed: int | None = None
    closed: bool = False

    # the score sheet

    def scores(self, index: int) -> tuple[Score, ...]:
        """What everybody wrote down for one round, counted from 0."""
        return self.rounds[index].scores(self.rules, last=self._is_last(index))

    def working(self, index: int) -> tuple[Reckoning, ...]:
        """How the scores of one round came about, where they follow from cards."""
        return self.rounds[index].working(self.rules, last=self._is_last(index))

    @property
    def course(self) -> tuple[tuple[Score, ...], ...]:
        """Everybody's total after every round, for a chart."""
        totals, course = dict.fromkeys(self._ids, 0), []
        for index in range(len(self.rounds)):
            for score in self.scores(index):
                totals[score.player] += score.points
            course.append(tuple(Score(player, total) for player, total in totals.items()))
        return tuple(course)

    @property
    def totals(self) -> tuple[Score, ...]:
        """Everybody's total, in the order of play."""
        return self.course[-1] if self.rounds else tuple(Score(player, 0) for player in self._ids)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The best first; equal totals share a place, and the next place is left out."""
        sign = 1 if lowest_wins(self.rules) else -1
        ranked = sorted(self.totals, key=lambda total: sign * total.points)
        marks = [sign * total.points for total in ranked]
        return tuple(
            Standing(marks.index(sign * total.points) + 1, self.player(total.player), total.points) for total in ranked
        )

    @property
    def end(self) -> GameEnd:
        """Whether the game is over; only those who still sit at the table can win it."""
        totals = self.totals
        full = self.rounds_agreed is not None and self._dealt_before(len(self.rounds)) >= self.rounds_agreed
        if not (self.closed or full or target_reached(totals, self.rules)):
            return GameEnd()
        seated = self.seated or self._ids
        return outcome([total for total in totals if total.player in seated], self.rules)

    # the table

    def player(self, player: str) -> Player:
        """A player by his id; ``KeyError`` for a stranger."""
        for each in self.players:
            if each.id == player:
                return each
        raise KeyError(player)

    @property
    def seated(self) -> tuple[str, ...]:
        """Who plays the next round, in the order of play."""
        return tuple(player for player in self._ids if player not in self.away)

    @property
    def dealers(self) -> tuple[str | None, ...]:
        """Who dealt each round; nobody deals a correction.

        # rami 51: in every round the next player deals
        """
        return tuple(self._dealers())

    @property
    def next_dealer(self) -> str | None:
        """Who deals the next round; ``None`` if nobody sits at the table."""
        return self._rotated(self.dealers, self.seated)

    @property
    def next_starter(self) -> str | None:
        """Who plays first in the next round.

        # rami 51: the dealer, with a card more, begins by discarding; elsewhere the player after the dealer
        """
        dealer = self.next_dealer
        if dealer is None or self.rules.deck.starter_extra:
            return dealer
        return self._next_seat(dealer, self.seated)

    @property
    def next_is_last(self) -> bool:
        """Whether the next round is the last of those agreed."""
        return self.rounds_agreed is not None and self._dealt_before(len(self.rounds)) + 1 == self.rounds_agreed

    # steps: each gives another game

    def with_round(self, played: Round) -> Game:
        """The game after one more round; ``ImpossibleRound`` if it cannot belong here."""
        return self.with_rounds((*self.rounds, played))

    def with_rounds(self, rounds: tuple[Round, ...]) -> Game:
        """The same game with other rounds; every one is checked."""
        game = replace(self, rounds=rounds)
        for index, played in enumerate(rounds):
            self._check(played)
            game.scores(index)
        return game

    def leaving(self, player: str) -> Game:
        """Somebody sits out from the next round on; his points stay."""
        return replace(self, away=(*(each for each in self.away if each != player), player))

    def returning(self, player: str) -> Game:
        """Somebody plays again from the next round on."""
        return replace(self, away=tuple(each for each in self.away if each != player))

    def joined_by(self, player: Player) -> Game:
        """Somebody new sits down at the end of the row, with no points."""
        return replace(self, players=(*self.players, player))

    # inside

    @property
    def _ids(self) -> tuple[str, ...]:
        return tuple(player.id for player in self.players)

    def _check(self, played: Round) -> None:
        strangers = [name for name in (*played.players, *filter(None, [played.dealer])) if name not in self._ids]
        if strangers:
            raise ImpossibleRound(f"not at this table: {', '.join(strangers)}")
        if not played.lines or len(set(played.players)) < len(played.players):
            raise ImpossibleRound("every player who played has one line")
        if played.finish is not None and played.finish.winner not in played.players:
            raise ImpossibleRound(f"the winner {played.finish.winner!r} did not play")

    def _is_last(self, index: int) -> bool:
        """Whether a round is the last of those agreed."""
        last = self._dealt_before(index) + 1 == self.rounds_agreed
        return last and not self.rounds[index].correction

    def _dealt_before(self, index: int) -> int:
        return sum(not played.correction for played in self.rounds[:index])

    def _dealers(self) -> Iterator[str | None]:
        so_far: list[str | None] = []
        for played in self.rounds:
            dealer = None if played.correction else played.dealer or self._rotated(so_far, played.players)
            so_far.append(dealer)
            yield dealer

    def _rotated(self, so_far: Sequence[str | None], present: Sequence[str]) -> str | None:
        """The next dealer among those present, after the dealers so far."""
        before = next((dealer for dealer in reversed(so_far) if dealer is not None), None)
        if before is not None:
            return self._next_seat(before, present)
        first = self.first_dealer or (self._ids[0] if self._ids else None)
        if first is None or first in present:
            return first
        return self._next_seat(first, present)

    def _next_seat(self, player: str, present: Sequence[str]) -> str | None:
        """The next of those present, clockwise; the player himself if he is alone."""
        place = self._ids.index(player)
        row = (*self._ids[place + 1 :], *self._ids[: place + 1])
        return next((each for each in row if each in present), None)
