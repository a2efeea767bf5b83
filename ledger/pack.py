"""Games, and answers of practice, as one JSON file: to keep elsewhere, to move to another computer, to look into.

The file holds every version of every page, so nothing is lost on the way, not even an undo.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from engine.game import Player
from engine.records import Answer
from ledger.answers import KeptAnswer
from ledger.moments import moment_text
from ledger.tables import HouseTable, table_text
from ledger.versions import PageVersion

FORMAT = "remi-lens ledger"
EDITION = 2
"""What is written; files of the first edition, which knew no practice, can still be read."""
EDITIONS = (1, EDITION)


@dataclass(frozen=True, slots=True)
class PackedGame:
    """A game with everything ever written about it, page by page, the oldest first."""

    id: str
    started: str
    pages: tuple[PageVersion, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """Some games, and whom and what they need; or everything: then with the answers of practice.

    ``answers`` is ``None`` where the file says nothing about practice.
    """

    people: tuple[Player, ...]
    tables: tuple[HouseTable, ...]
    games: tuple[PackedGame, ...]
    answers: tuple[KeptAnswer, ...] | None = None


def pack_text(pack: Pack) -> str:
    """The file's text: JSON that people can read and compare too."""
    record = {
        "format": FORMAT,
        "edition": EDITION,
        "people": [{"id": player.id, "name": player.name} for player in pack.people],
        "tables": [_table_record(table) for table in pack.tables],
        "games": [_game_record(game) for game in pack.games],
    }
    if pack.answers is not None:
        record["answers"] = [_answer_record(answer) for answer in pack.answers]
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def _table_record(table: HouseTable) -> Answer:
    return {"id": table.id, "version": table.version, "name": table.name, **json.loads(table_text(table))}


def _game_record(game: PackedGame) -> Answer:
    return {"id": game.id, "started": game.started, "pages": [_page_record(page) for page in game.pages]}


def _answer_record(answer: KeptAnswer) -> Answer:
    return {
        "player": answer.player,
        "system": answer.exercise.system,
        "house_rules": list(answer.exercise.house_rules),
        "kind": answer.exercise.kind.value,
        "cards": str(answer.exercise.cards),
        "right": answer.right,
        "hints": answer.hints,
        "traps": [trap.value for trap in answer.traps],
        "answered": moment_text(answer.at),
    }


def _page_record(page: PageVersion) -> Answer:
    return {
        "page": page.page,
        "version": page.version,
        "before": page.before,
        "stands_for": page.stands_for,
        "written": page.written,
        "body": None if page.body is None else json.loads(page.body),
    }
