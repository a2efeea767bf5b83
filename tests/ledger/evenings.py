"""An evening at a table, for tests: who plays, and rounds as they end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.cards import Hand
from engine.game import Line, Player, Round
from engine.scoring import Finish, Remains
from ledger import Heading, KeptGame, Ledger, Setting


@dataclass
class Clock:
    """Every look at it is a second later."""

    moment: datetime = field(default_factory=lambda: datetime(2026, 1, 31, 20, 0, tzinfo=UTC))

    def __call__(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


def new_ledger(folder: Path) -> Ledger:
    return Ledger(folder / "ledger.sqlite3", Clock())


def seats(ledger: Ledger, names: str = "Ana Jan Ewa") -> tuple[Player, ...]:
    return tuple(ledger.player(name) for name in names.split())


def evening(ledger: Ledger, names: str = "Ana Jan Ewa", system: str = "rami51", title: str = "") -> KeptGame:
    """A new game."""
    return ledger.start(Heading(Setting.of(system), seats(ledger, names), title))


def typed(game: KeptGame, *points: int | None) -> Round:
    """A round of which only the scores are known, in the order of the players; ``None`` sat out."""
    pairs = zip(game.heading.players, points, strict=True)
    return Round(tuple(Line(player.id, typed=each) for player, each in pairs if each is not None))


def won_by(game: KeptGame, winner: int, *hands: str, one_go: bool = False) -> Round:
    """A round with the cards that were left, in the order of the players."""
    pairs = zip(game.heading.players, hands, strict=True)
    lines = tuple(Line(player.id, Remains(Hand.parse(hand))) for player, hand in pairs)
    return Round(lines, Finish(lines[winner].player, in_one_go=one_go))


def added(ledger: Ledger, game: KeptGame, *rounds: Round) -> KeptGame:
    """The game after these rounds."""
    for each in rounds:
        outcome = ledger.add_round(game.id, game.next_number, each)
        assert outcome.kept
        assert outcome.game is not None
        game = outcome.game
    return game


def totals(game: KeptGame | None) -> list[int]:
    """Everybody's total, in the order of the players."""
    assert game is not None
    return [total.points for total in game.game.totals]
