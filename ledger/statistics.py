"""What became of every player over all games; worked out from the rounds each time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.game import Game, Line, Player, lowest_wins
from engine.rules import ScoreMode
from engine.scoring import Score
from ledger.pages import KeptGame


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player's figures.  Points of different games are of different worth: ask for one game at a time.

    ``games`` holds those in which he played a round, ``finished`` those that are over;
    ``went_out`` are rounds won, ``unopened`` rounds that ended before he had laid anything.
    ``best`` and ``worst`` are single rounds, by the game's own sense of good.
    """

    player: Player
    games: int = 0
    finished: int = 0
    won: int = 0
    rounds: int = 0
    went_out: int = 0
    in_one_go: int = 0
    unopened: int = 0
    points: int = 0
    best: int | None = None
    worst: int | None = None

    @property
    def average(self) -> float | None:
        """Points for each round played; ``None`` before the first."""
        return self.points / self.rounds if self.rounds else None


@dataclass(frozen=True, slots=True)
class _Played:
    """One round as one player knew it."""

    game: KeptGame
    line: Line
    points: int
    won: bool
    in_one_go: bool
    low_is_good: bool

    @property
    def merit(self) -> int:
        return -self.points if self.low_is_good else self.points


def statistics(games: Iterable[KeptGame], system: str | None = None) -> tuple[PlayerStatistics, ...]:
    """Everybody's figures over these games, or over those of one system; most rounds first.

    Corrections between rounds are part of a game's totals, but nobody's round.
    """
    chosen = [kept for kept in games if system in (None, kept.heading.setting.system)]
    players = {player.id: player for kept in reversed(chosen) for player in kept.heading.players}
    played = [entry for kept in chosen for entry in _rounds_of(kept)]
    figures = [_figures(player, [entry for entry in played if entry.line.player == player.id], chosen)
               for player in players.values()]  # fmt: skip
    return tuple(sorted((each for each in figures if each.rounds), key=lambda each: (-each.rounds, each.player.name)))


def _rounds_of(kept: KeptGame) -> Iterator[_Played]:
    game = kept.game
    for index, played in enumerate(game.rounds):
        if played.correction:
            continue
        scores = game.scores(index)
        winner = round_winner(game, index)
        one_go = played.finish is not None and played.finish.in_one_go
        for line, score in zip(played.lines, scores, strict=True):
            won = line.player == winner
            yield _Played(kept, line, score.points, won, won and one_go, lowest_wins(game.rules))


def round_winner(game: Game, index: int) -> str | None:
    """Who won a round: who went out, in gin who scored; else the one best score, if it is one."""
    finish = game.rounds[index].finish
    if finish is not None and game.rules.score.score_mode is not ScoreMode.GIN:
        return finish.winner
    return _single_best(game.scores(index), lowest_wins(game.rules))


def _single_best(scores: tuple[Score, ...], low_is_good: bool) -> str | None:
    points = [score.points for score in scores]
    best = min(points) if low_is_good else max(points)
    return scores[points.index(best)].player if points.count(best) == 1 else None


def _figures(player: Player, played: list[_Played], games: list[KeptGame]) -> PlayerStatistics:
    ends = [kept.game.end for kept in games if any(entry.game.id == kept.id for entry in played)]
    by_merit = sorted(played, key=lambda entry: entry.merit)
    return PlayerStatistics(
        player=player,
        games=len(ends),
        finished=sum(end.over for end in ends),
        won=sum(player.id in end.winners for end in ends),
        rounds=len(played),
        went_out=sum(entry.won for entry in played),
        in_one_go=sum(entry.in_one_go for entry in played),
        unopened=sum(entry.line.remains is not None and not entry.line.remains.opened for entry in played),
        points=sum(entry.points for entry in played),
        best=by_merit[-1].points if played else None,
        worst=by_merit[0].points if played else None,
    )
