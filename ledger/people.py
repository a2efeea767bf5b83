"""Everybody who ever played here: one name each, the same in all games."""

from __future__ import annotations

import sqlite3
import unicodedata

from engine.game import Player

LONGEST_NAME = 40


class BadName(ValueError):
    """A name without a letter or sign that could be seen."""


class NameTaken(ValueError):
    """Somebody else here has that name already."""


def clean_name(text: str) -> str:
    """A name as it is written on the sheet: no odd blanks, nothing invisible, not too long.

    Raises ``BadName`` if nothing is left.
    """
    blanks_joined = " ".join(unicodedata.normalize("NFC", text).split())
    seen = "".join(sign for sign in blanks_joined if sign == "\u200d" or unicodedata.category(sign)[0] != "C")
    name = seen[:LONGEST_NAME].strip(" \u200d")
    if not name:
        raise BadName(text)
    return name


def folded(name: str) -> str:
    """What two spellings of one name have in common: case is no difference, accents are."""
    return unicodedata.normalize("NFKC", name).casefold()


def known_by(connection: sqlite3.Connection, name: str) -> Player | None:
    """The player of that name, if there is one."""
    found = connection.execute("SELECT id, name FROM people WHERE folded = ?", (folded(name),)).fetchone()
    return None if found is None else Player(*found)


def add_person(connection: sqlite3.Connection, player: Player) -> None:
    """Somebody new; the name is clean already."""
    connection.execute("INSERT INTO people VALUES (?, ?, ?)", (player.id, player.name, folded(player.name)))


def everybody(connection: sqlite3.Connection) -> tuple[Player, ...]:
    """All players by name."""
    rows = connection.execute("SELECT id, name FROM people ORDER BY folded")
    return tuple(Player(*row) for row in rows)


def rename(connection: sqlite3.Connection, player: str, name: str) -> None:
    """Write a name differently, in all games; ``NameTaken`` if it belongs to somebody else."""
    other = known_by(connection, name)
    if other is not None and other.id != player:
        raise NameTaken(name)
    connection.execute("UPDATE people SET name = ?, folded = ? WHERE id = ?", (name, folded(name), player))
