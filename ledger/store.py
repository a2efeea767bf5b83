"""The file: opening it, its tables, and steps from an older form to a newer one.

Every use opens the file and closes it again, so any thread of the app may come at any time.
Confirmed means committed and synced: a kill or a power cut a moment later loses nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from ledger.trouble import LedgerTrouble, Trouble, told_plainly

WAIT_S = 10
"""How long a writer waits for another one, in seconds."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE) WITHOUT ROWID",
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, version INTEGER NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE TABLE games (id TEXT PRIMARY KEY, started TEXT NOT NULL) WITHOUT ROWID",
        """CREATE TABLE pages (
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            page INTEGER NOT NULL CHECK (page >= 0),
            version INTEGER NOT NULL CHECK (version >= 1),
            before INTEGER NOT NULL CHECK (before BETWEEN 0 AND version - 1),
            stands_for INTEGER NOT NULL CHECK (stands_for BETWEEN 0 AND version),
            written TEXT NOT NULL,
            body TEXT,
            PRIMARY KEY (game, page, version)
        ) WITHOUT ROWID""",
        """CREATE TRIGGER pages_are_never_changed BEFORE UPDATE ON pages
        BEGIN SELECT RAISE (ABORT, 'a page is changed by a new version'); END""",
    ),
    (
        """CREATE TABLE answers (
            number INTEGER PRIMARY KEY,
            player TEXT NOT NULL,
            exercise TEXT NOT NULL,
            kind TEXT NOT NULL,
            correct INTEGER NOT NULL CHECK (correct IN (0, 1)),
            hints INTEGER NOT NULL CHECK (hints >= 0),
            traps TEXT NOT NULL,
            answered TEXT NOT NULL,
            due TEXT NOT NULL,
            memory TEXT NOT NULL
        )""",
        "CREATE INDEX answers_by_exercise ON answers (player, exercise, number)",
    ),
)
"""The statements of each step; the file's ``user_version`` counts the steps that it has seen."""


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """One look into the file; all of it shows one moment."""
    with _session(path, "BEGIN") as connection:
        yield connection


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """One change: all of it is kept, or nothing.  No other writer comes between."""
    with _session(path, "BEGIN IMMEDIATE") as connection:
        yield connection


@contextmanager
def _session(path: Path, begin: str) -> Iterator[sqlite3.Connection]:
    with told_plainly(), closing(opened(path)) as connection:
        connection.execute(begin)
        try:
            yield connection
        except BaseException:
            connection.rollback()
            raise
        connection.commit()


def opened(path: Path) -> sqlite3.Connection:
    """The file in its newest form, made if it was not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA secure_delete = ON")
        migrate(connection, MIGRATIONS)
    except BaseException:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, steps: Sequence[Sequence[str]]) -> None:
    """Bring the file to its newest form, all steps or none; a newer file than ours is left alone."""
    form = _form(connection)
    if form > len(steps):
        raise LedgerTrouble(Trouble.NEWER, f"form {form}")
    if form == len(steps):
        return
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN EXCLUSIVE")
    try:
        _take_steps(connection, steps)
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _take_steps(connection: sqlite3.Connection, steps: Sequence[Sequence[str]]) -> None:
    for step in steps[_form(connection) :]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(steps)}")


def _form(connection: sqlite3.Connection) -> int:
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    return int(form)
