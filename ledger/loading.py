"""Reading games: pages from the file become games for the engine."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from engine.cards import BadNotation
from engine.game import Player, Round
from engine.records import BadRecord
from engine.rules import BadOverride
from ledger import people, versions
from ledger.pages import KeptGame, KeptRound, read_heading, read_round_text
from ledger.trouble import LedgerTrouble, Trouble
from ledger.versions import PageVersion


@dataclass(frozen=True, slots=True)
class RoundVersion:
    """How a round once stood; no round where it was taken out."""

    version: int
    written: datetime
    round: Round | None


def next_number(pages: tuple[PageVersion, ...]) -> int:
    """The page that a new round goes onto."""
    return max((version.page for version in pages), default=0) + 1


def existing(connection: sqlite3.Connection, game: str) -> KeptGame:
    """A game that must be there."""
    kept = load(connection, game)
    if kept is None:
        raise LedgerTrouble(Trouble.DAMAGED, f"no game {game}")
    return kept


def load_all(connection: sqlite3.Connection) -> tuple[KeptGame, ...]:
    """All games, the one that was touched last first."""
    ids = [row[0] for row in connection.execute("SELECT id FROM games")]
    games = [kept for game in ids if (kept := load(connection, game)) is not None]
    return tuple(sorted(games, key=lambda kept: kept.touched, reverse=True))


def load(connection: sqlite3.Connection, game: str) -> KeptGame | None:
    """A game as it stands; ``LedgerTrouble`` (damaged) if its pages cannot be read."""
    found = connection.execute("SELECT started FROM games WHERE id = ?", (game,)).fetchone()
    if found is None:
        return None
    with readable():
        return _kept(game, found[0], versions.current_pages(connection, game), people.everybody(connection))


@contextmanager
def readable() -> Iterator[None]:
    """Text that cannot be what we once wrote leaves as ``LedgerTrouble`` (damaged)."""
    try:
        yield
    except (BadRecord, BadNotation, BadOverride, ValueError) as problem:
        raise LedgerTrouble(Trouble.DAMAGED, str(problem)) from problem


def _kept(game: str, started: str, pages: tuple[PageVersion, ...], known: tuple[Player, ...]) -> KeptGame:
    heading, *rounds = pages
    names = {player.id: player.name for player in known}
    return KeptGame(
        id=game,
        heading=read_heading(heading.body or "", names),
        version=heading.version,
        rounds=tuple(_kept_round(page) for page in rounds if page.body is not None),
        next_number=next_number(pages),
        started=datetime.fromisoformat(started),
        touched=max(datetime.fromisoformat(page.written) for page in pages),
    )


def _kept_round(page: PageVersion) -> KeptRound:
    played = read_round_text(page.body or "")
    return KeptRound(page.page, page.version, played, datetime.fromisoformat(page.written))


def round_version(version: PageVersion) -> RoundVersion:
    """A version of a round's page, read."""
    with readable():
        played = None if version.body is None else read_round_text(version.body)
    return RoundVersion(version.version, datetime.fromisoformat(version.written), played)
