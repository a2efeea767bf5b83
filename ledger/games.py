"""The ledger: every game, round by round, through one small door.

A writer names what he has seen: the number of a new round, or the version of the page that
he changes. If somebody was faster, nothing is written and he gets the game as it is now.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from engine.game import Player, Round
from ledger import changes, exchange, people, tables, versions
from ledger.changes import Change, Outcome, Result
from ledger.csv_sheet import pack_sheet
from ledger.exchange import Arrival, Arrived
from ledger.ids import new_id
from ledger.loading import RoundVersion, existing, load, load_all, round_version
from ledger.moments import moment_text, utc_now
from ledger.pack import pack_text
from ledger.pages import HEADING, Heading, KeptGame, heading_text, read_heading, round_text
from ledger.people import clean_name
from ledger.place import FILE, data_folder
from ledger.settings import Setting
from ledger.statistics import PlayerStatistics, statistics
from ledger.store import reading, writing
from ledger.tables import HouseTable
from ledger.unpack import read_pack


@dataclass(frozen=True, slots=True)
class Ledger:
    """All games in one file.  Any thread or program may use it at any time.

    Every call raises ``LedgerTrouble`` when the file cannot be used, and
    ``engine.scoring.ImpossibleRound`` for a round that cannot belong to its game.
    """

    path: Path
    clock: Callable[[], datetime] = utc_now

    @classmethod
    def at_home(cls) -> Ledger:
        """The ledger of this computer's user, or below the folder that REMI_LENS_DATA names."""
        return cls(data_folder() / FILE)

    # players

    def player(self, name: str) -> Player:
        """The player of that name, written down if new; ``BadName`` for a name that cannot be read."""
        name = clean_name(name)
        with writing(self.path) as connection:
            known = people.known_by(connection, name)
            if known is None:
                known = Player(new_id(), name)
                people.add_person(connection, known)
        return known

    def people(self) -> tuple[Player, ...]:
        """Everybody who was ever written down, by name."""
        with reading(self.path) as connection:
            return people.everybody(connection)

    def rename(self, player: str, name: str) -> None:
        """Write a player's name differently, in all games; ``NameTaken`` if somebody else has it."""
        name = clean_name(name)
        with writing(self.path) as connection:
            people.rename(connection, player, name)

    # games

    def start(self, heading: Heading) -> KeptGame:
        """A new game without rounds; its players come from ``player``.

        ``BadRecord`` for a heading that contradicts itself: nobody plays, the dealer does not.
        """
        game = new_id()
        with writing(self.path) as connection:
            text = _sound(heading, connection)
            connection.execute("INSERT INTO games VALUES (?, ?)", (game, self._now()))
            versions.append(connection, game, [versions.following(None, HEADING, self._now(), text)])
            return existing(connection, game)

    def game(self, game: str) -> KeptGame | None:
        """A game by its id; ``None`` if there is none (any more)."""
        with reading(self.path) as connection:
            return load(connection, game)

    def games(self) -> tuple[KeptGame, ...]:
        """All games, the one that was touched last first."""
        with reading(self.path) as connection:
            return load_all(connection)

    def newest_open(self) -> KeptGame | None:
        """The game to go on with: the one touched last that is not over."""
        return next((game for game in self.games() if game.open), None)

    def change_heading(self, game: str, seen: int, heading: Heading) -> Outcome:
        """Change who plays what: seats, sitting out, house rules, the end; ``seen`` is the heading's version."""
        with reading(self.path) as connection:
            text = _sound(heading, connection)
        return self._change(game, HEADING, seen, text)

    def delete(self, game: str) -> bool:
        """Delete a game with all its rounds for good; whether it was there."""
        with writing(self.path) as connection:
            return connection.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount > 0

    # rounds

    def add_round(self, game: str, number: int, played: Round) -> Outcome:
        """Confirm a new round; ``number`` is the ``next_number`` that was seen.

        The same round confirmed twice is kept once; another round on that page is a conflict.
        """
        return self._change_round(game, number, versions.NOT_THERE, round_text(played))

    def change_round(self, game: str, number: int, seen: int, played: Round) -> Outcome:
        """Mend a round; ``seen`` is the version that was seen.  The old one can be had back."""
        return self._change_round(game, number, seen, round_text(played))

    def take_out(self, game: str, number: int, seen: int) -> Outcome:
        """Take a round out of the game; an undo brings it back."""
        return self._change_round(game, number, seen, None)

    def undo(self, game: str, number: int, seen: int) -> Outcome:
        """Undo the last change of a round (or of the heading, page 0); once more goes further back."""
        with writing(self.path) as connection:
            return changes.undo(connection, Change(game, number, seen, self._now()))

    def bring_back(self, game: str, number: int, seen: int, version: int) -> Outcome:
        """Make an older version of a page from ``history`` the newest again."""
        with reading(self.path) as connection:
            older = versions.version_of(connection, game, number, version)
            if older is None:
                return changes.outcome(Result.CONFLICT, connection, game)
        return self._change(game, number, seen, older.body)

    def history(self, game: str, number: int) -> tuple[RoundVersion, ...]:
        """Everything that was ever confirmed for a round, the oldest first."""
        with reading(self.path) as connection:
            found = [version for version in versions.all_versions(connection, game) if version.page == number]
        return tuple(round_version(version) for version in found)

    # tables

    def tables(self) -> tuple[HouseTable, ...]:
        """The tables that were saved, by name."""
        with reading(self.path) as connection:
            return tables.all_tables(connection)

    def add_table(self, name: str, setting: Setting, players: tuple[str, ...] = ()) -> HouseTable:
        """Save a table's own rules under a name; ``BadName`` for one that cannot be read."""
        table = HouseTable(new_id(), 1, clean_name(name), setting, players)
        with writing(self.path) as connection:
            tables.put_table(connection, table)
        return table

    def change_table(self, table: HouseTable) -> bool:
        """Save a table that was changed; not if somebody changed or dropped it since it was seen."""
        with writing(self.path) as connection:
            fresh = tables.version_now(connection, table.id) == table.version
            if fresh:
                tables.put_table(connection, replace(table, version=table.version + 1, name=clean_name(table.name)))
        return fresh

    def drop_table(self, table: HouseTable) -> bool:
        """Take a table off the list; games played there stay.  Not if it was changed since it was seen."""
        with writing(self.path) as connection:
            fresh = tables.version_now(connection, table.id) == table.version
            if fresh:
                tables.drop_table(connection, table.id)
        return fresh

    # figures and files

    def statistics(self, system: str | None = None) -> tuple[PlayerStatistics, ...]:
        """Everybody's figures over all games, or those of one system (its id)."""
        return statistics(self.games(), system)

    def export(self, games: Sequence[str] | None = None) -> str:
        """These games as one JSON text; without a choice everything, practice too: that is the backup."""
        with reading(self.path) as connection:
            return pack_text(exchange.pack_games(connection, games))

    def import_text(self, text: str) -> tuple[Arrived, ...]:
        """Games from a JSON text join those here, all or none; ``BadImport`` if it cannot be read.

        A game that is known grows; one that went on differently here stands beside it as a copy.
        Answers of practice join those here, each once.
        """
        pack = read_pack(text)
        with writing(self.path) as connection:
            return exchange.merge(connection, pack)

    def import_sheet(
        self, text: str, setting: Setting, title: str = "", *, even_if_known: bool = False
    ) -> tuple[Arrived, ...]:
        """A CSV sheet becomes a new game of typed rounds; ``BadImport`` names the line that cannot be read.

        A sheet of a game that is here already is ``KNOWN`` and changes nothing, unless it is wanted all the same.
        """
        pack = pack_sheet(text, setting, self.clock().astimezone(UTC), title)
        with writing(self.path) as connection:
            known = None if even_if_known else exchange.game_of_sheet(connection, pack)
            return exchange.merge(connection, pack) if known is None else (Arrived(known, Arrival.KNOWN),)

    def restore(self, text: str) -> Path:
        """Everything becomes as it was in a backup; what was here is kept as a file, whose path is given back."""
        pack = read_pack(text)
        with writing(self.path) as connection:
            safe = self._keep_safe(pack_text(exchange.pack_games(connection)))
            exchange.replace_all(connection, pack)
        return safe

    def _keep_safe(self, text: str) -> Path:
        """A backup beside the file, on the disk before anything else happens."""
        safe = self.path.with_name(f"before-restore-{self.clock().astimezone(UTC):%Y%m%dT%H%M%S}-{new_id()[:4]}.json")
        with safe.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        return safe

    # inside

    def _now(self) -> str:
        return moment_text(self.clock())

    def _change_round(self, game: str, number: int, seen: int, body: str | None) -> Outcome:
        if number == HEADING:
            with reading(self.path) as connection:
                return changes.outcome(Result.CONFLICT, connection, game)
        return self._change(game, number, seen, body)

    def _change(self, game: str, page: int, seen: int, body: str | None) -> Outcome:
        with writing(self.path) as connection:
            return changes.change(connection, Change(game, page, seen, self._now()), body)


def _sound(heading: Heading, connection: sqlite3.Connection) -> str:
    """The text of a heading that can be read back."""
    text = heading_text(heading)
    read_heading(text, {player.id: player.name for player in people.everybody(connection)})
    return text
