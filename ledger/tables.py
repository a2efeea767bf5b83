"""Tables that people sit down to again: a name, its own house rules, who usually plays."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from engine.records import Record
from ledger.settings import Setting, read_setting, write_setting


@dataclass(frozen=True, slots=True)
class HouseTable:
    """A table's own rules under a name; ``players`` are the ids of those who usually sit there.

    ``version`` counts its changes: a change has to start from the newest.
    """

    id: str
    version: int
    name: str
    setting: Setting
    players: tuple[str, ...] = ()


def table_text(table: HouseTable) -> str:
    """What a table plays and who sits there, as text."""
    record = {"setting": write_setting(table.setting), "players": list(table.players)}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def read_table(table: str, version: int, name: str, text: str) -> HouseTable:
    """A table from its row; raises as the engine's records do."""
    record = Record.parse(text)
    return HouseTable(table, version, name, read_setting(record.part("setting")), record.words("players"))


def all_tables(connection: sqlite3.Connection) -> tuple[HouseTable, ...]:
    """All tables by name."""
    rows = connection.execute("SELECT id, version, name, body FROM tables ORDER BY name, id")
    return tuple(read_table(*row) for row in rows)


def put_table(connection: sqlite3.Connection, table: HouseTable) -> None:
    """Write a table down, in place of an older version of it."""
    connection.execute(
        "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?)", (table.id, table.version, table.name, table_text(table))
    )


def version_now(connection: sqlite3.Connection, table: str) -> int:
    """The newest version of a table; 0 if there is none."""
    found = connection.execute("SELECT version FROM tables WHERE id = ?", (table,)).fetchone()
    return 0 if found is None else int(found[0])


def drop_table(connection: sqlite3.Connection, table: str) -> None:
    """Take a table off the list; games played there stay."""
    connection.execute("DELETE FROM tables WHERE id = ?", (table,))
