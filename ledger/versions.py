"""Pages and their versions: nothing is ever written over, a change is one more version.

A version names the one ``before`` it, which is what an undo goes back to; 0 is the page
that was not there yet. An undo is a version too: it ``stands_for`` the older one whose text
it repeats, so several undos in a row go further back. Any other version stands for itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

NOT_THERE = 0
_COLUMNS = "page, version, before, stands_for, written, body"


@dataclass(frozen=True, slots=True)
class PageVersion:
    """One version of a page; without a text the page is taken out. ``written`` is a moment in ISO 8601."""

    page: int
    version: int
    before: int
    stands_for: int
    written: str
    body: str | None


def current(connection: sqlite3.Connection, game: str, page: int) -> PageVersion | None:
    """The newest version of a page; ``None`` if it was never written."""
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM pages WHERE game = ? AND page = ? ORDER BY version DESC LIMIT 1", (game, page)
    ).fetchone()
    return None if found is None else PageVersion(*found)


def version_of(connection: sqlite3.Connection, game: str, page: int, version: int) -> PageVersion | None:
    """One version of a page."""
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM pages WHERE game = ? AND page = ? AND version = ?", (game, page, version)
    ).fetchone()
    return None if found is None else PageVersion(*found)


def all_versions(connection: sqlite3.Connection, game: str) -> tuple[PageVersion, ...]:
    """Everything ever written about a game, page by page, the oldest first."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM pages WHERE game = ? ORDER BY page, version", (game,))
    return tuple(PageVersion(*row) for row in rows)


def current_pages(connection: sqlite3.Connection, game: str) -> tuple[PageVersion, ...]:
    """The newest version of every page of a game, those taken out too."""
    rows = connection.execute(
        f"""SELECT {_COLUMNS} FROM pages AS here WHERE game = ? AND version =
        (SELECT max(version) FROM pages WHERE game = here.game AND page = here.page) ORDER BY page""",
        (game,),
    )
    return tuple(PageVersion(*row) for row in rows)


def following(now: PageVersion | None, page: int, written: str, body: str | None) -> PageVersion:
    """The version that changes a page to another text, or takes it out."""
    if now is None:
        return PageVersion(page, 1, NOT_THERE, 1, written, body)
    number = now.version + 1
    return PageVersion(page, number, now.stands_for, number, written, body)


def undoing(now: PageVersion, older: PageVersion | None, written: str) -> PageVersion:
    """The version that repeats the one before the change; ``older`` is ``None`` if the page was not there."""
    if older is None:
        return PageVersion(now.page, now.version + 1, NOT_THERE, NOT_THERE, written, None)
    return PageVersion(now.page, now.version + 1, older.before, older.stands_for, written, older.body)


def append(connection: sqlite3.Connection, game: str, versions: Iterable[PageVersion]) -> None:
    """Write versions of pages down."""
    connection.executemany(
        f"INSERT INTO pages (game, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((game, v.page, v.version, v.before, v.stands_for, v.written, v.body) for v in versions),
    )
