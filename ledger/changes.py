"""Changes that name the version they saw: on the newest they follow, on an older one they are a conflict."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum

from ledger import versions
from ledger.loading import existing, load, next_number
from ledger.pages import HEADING, KeptGame
from ledger.versions import PageVersion


class Result(StrEnum):
    """What became of a change."""

    KEPT = "kept"
    CONFLICT = "conflict"
    GONE = "gone"
    NOTHING_TO_UNDO = "nothing_to_undo"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a change was kept, and the game as it is now; ``None`` if there is no such game."""

    result: Result
    game: KeptGame | None

    @property
    def kept(self) -> bool:
        return self.result is Result.KEPT


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody wants of one page: he saw ``seen``, and writes at the moment ``written``."""

    game: str
    page: int
    seen: int
    written: str


def change(connection: sqlite3.Connection, wanted: Change, body: str | None) -> Outcome:
    """The page gets another text, or goes. The same change made twice is kept once.

    Raises ``ImpossibleRound`` if the game cannot be so, and then nothing is kept.
    """
    now = versions.current(connection, wanted.game, wanted.page)
    if not _fresh(connection, wanted, now):
        repeated = now is not None and now.body == body and wanted.seen == now.version - 1
        return outcome(Result.KEPT if repeated else Result.CONFLICT, connection, wanted.game)
    versions.append(connection, wanted.game, [versions.following(now, wanted.page, wanted.written, body)])
    return _checked(connection, wanted.game)


def undo(connection: sqlite3.Connection, wanted: Change) -> Outcome:
    """The page becomes what it was before its last change; once more goes further back."""
    now = versions.current(connection, wanted.game, wanted.page)
    if now is None or now.version != wanted.seen:
        return outcome(Result.CONFLICT, connection, wanted.game)
    first_heading = wanted.page == HEADING and now.before == versions.NOT_THERE
    if now.stands_for == versions.NOT_THERE or first_heading:
        return outcome(Result.NOTHING_TO_UNDO, connection, wanted.game)
    older = versions.version_of(connection, wanted.game, wanted.page, now.before)
    versions.append(connection, wanted.game, [versions.undoing(now, older, wanted.written)])
    return _checked(connection, wanted.game)


def outcome(result: Result, connection: sqlite3.Connection, game: str) -> Outcome:
    """What became of a change, with the game as it stands; ``GONE`` if it does not."""
    kept = load(connection, game)
    return Outcome(result if kept else Result.GONE, kept)


def _fresh(connection: sqlite3.Connection, wanted: Change, now: PageVersion | None) -> bool:
    """Whether the writer has seen the newest version of the page, or the first page that is free."""
    if now is not None:
        return now.version == wanted.seen
    pages = versions.current_pages(connection, wanted.game)
    return bool(pages) and wanted.seen == versions.NOT_THERE and wanted.page == next_number(pages)


def _checked(connection: sqlite3.Connection, game: str) -> Outcome:
    kept = existing(connection, game)
    kept.heading.game().with_rounds(kept.game.rounds)
    return Outcome(Result.KEPT, kept)
