"""Reading a file of games that came from outside: every part is checked before anything is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import groupby
from typing import TypeVar

from engine.cards import BadNotation
from engine.drill import DrillKind, Trap
from engine.game import Game, Player
from engine.records import BadRecord, Record
from engine.rules import BadOverride
from engine.scoring import ImpossibleRound
from ledger.answers import Exercise, KeptAnswer
from ledger.moments import moment_text
from ledger.pack import EDITIONS, FORMAT, Pack, PackedGame
from ledger.pages import HEADING, heading_text, read_heading, read_round_text, round_text
from ledger.people import BadName, clean_name, folded
from ledger.settings import read_setting
from ledger.tables import HouseTable
from ledger.versions import PageVersion

MOST_SIGNS = 50_000_000
PRACTISED = range(2000, 2200)
"""The years in which anybody can have practised: from others no day can be told on which to ask again."""
MOST_ANSWERS = 50_000
"""More than anybody practises; each is taught to the scheduler again."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_UNREADABLE = (BadRecord, BadNotation, BadOverride, BadName, ImpossibleRound, ValueError, OverflowError, RecursionError)
_T = TypeVar("_T")


class BadImport(ValueError):
    """A file that is no ledger, or a damaged one; ``where`` is the part that could not be read."""

    def __init__(self, where: str, detail: str = "") -> None:
        super().__init__(f"{where}: {detail}" if detail else where)
        self.where = where


def read_pack(text: str) -> Pack:
    """A file's text, read and checked to the last page; ``BadImport`` if anything in it cannot be."""
    if len(text) > MOST_SIGNS:
        raise BadImport("size", f"more than {MOST_SIGNS} signs")
    record = _at("file", lambda: Record.parse(_storable(text)))
    if record.data.get("format") != FORMAT or record.data.get("edition") not in EDITIONS:
        raise BadImport("format")
    people = _at("people", lambda: _people(record))
    names = {player.id: player.name for player in people}
    tables = _at("tables", lambda: [_table(part, names) for part in record.parts("tables")])
    games = _at("games", lambda: [_game(part, names) for part in record.parts("games")])
    answers = _at("answers", lambda: _answers(record, names))
    return _at("file", lambda: Pack(people, _once(tables, "tables"), _once(games, "games"), answers))


def _at(where: str, read: Callable[[], _T]) -> _T:
    try:
        return read()
    except BadImport:
        raise
    except _UNREADABLE as problem:
        raise BadImport(where, str(problem)) from problem


def _storable(text: str) -> str:
    """Half signs can stand in no file; ``UnicodeEncodeError`` is a ``ValueError``."""
    text.encode()
    return text


def _once(parts: list[_T], name: str) -> tuple[_T, ...]:
    ids = [getattr(part, "id") for part in parts]  # noqa: B009
    if len(set(ids)) < len(ids):
        raise BadImport(name, "twice the same")
    return tuple(parts)


def _id(record: Record, name: str = "id") -> str:
    text = record.text(name)
    if not _ID.fullmatch(text):
        raise BadImport(name, "letters, digits, - and _ expected")
    return text


def _number(record: Record, name: str) -> int:
    number = record.whole(name)
    if number is None or not 0 <= number <= 1_000_000:
        raise BadRecord("bad_record", f"{name}: a number expected")
    return number


def _moment(record: Record, name: str) -> str:
    """A moment in ISO 8601 with its time zone."""
    moment = datetime.fromisoformat(record.text(name))
    if moment.tzinfo is None:
        raise BadRecord("bad_record", f"{name}: a time zone expected")
    return moment_text(moment)


def _people(record: Record) -> tuple[Player, ...]:
    people = [Player(_id(part), clean_name(part.text("name"))) for part in record.parts("people")]
    if len({folded(player.name) for player in people}) < len(people):
        raise BadImport("people", "twice the same name")
    return _once(people, "people")


def _table(record: Record, names: Mapping[str, str]) -> HouseTable:
    players = tuple(player for player in record.words("players") if player in names)
    setting = read_setting(record.part("setting"))
    return HouseTable(_id(record), _number(record, "version"), clean_name(record.text("name")), setting, players)


def _answers(record: Record, names: Mapping[str, str]) -> tuple[KeptAnswer, ...] | None:
    """The answers of practice; ``None`` where the file has none to tell."""
    if not record.has("answers"):
        return None
    parts = record.parts("answers")
    if len(parts) > MOST_ANSWERS:
        raise BadImport("answers", f"more than {MOST_ANSWERS}")
    return tuple(_answer(part, names) for part in parts)


def _answer(record: Record, names: Mapping[str, str]) -> KeptAnswer:
    player = record.text("player")
    if player and player not in names:
        raise BadRecord("bad_record", "player: somebody who is known expected")
    kind, cards = DrillKind(record.text("kind")), record.needed_hand("cards")
    exercise = Exercise(record.text("system"), record.words("house_rules"), kind, cards)
    hints, traps = _number(record, "hints"), tuple(map(Trap, record.words("traps")))
    at = datetime.fromisoformat(_moment(record, "answered"))
    if not PRACTISED.start <= at.year < PRACTISED.stop:
        raise BadRecord("bad_record", "answered: a moment of our days expected")
    return KeptAnswer(player, exercise, record.flag("right"), hints, traps, at)


def _game(record: Record, names: Mapping[str, str]) -> PackedGame:
    game = _id(record)
    return _at(f"game {game}", lambda: _sound_game(game, record, names))


def _sound_game(game: str, record: Record, names: Mapping[str, str]) -> PackedGame:
    pages = tuple(_page(part, names) for part in record.parts("pages"))
    for number, versions in groupby(pages, key=lambda page: page.page):
        _check_versions(number, tuple(versions))
    check_story(pages, names)
    return PackedGame(game, _moment(record, "started"), pages)


def _page(record: Record, names: Mapping[str, str]) -> PageVersion:
    """One version, its text written anew as we write it."""
    page = _number(record, "page")
    body = _body(page, record, names) if record.has("body") else None
    numbers = (_number(record, "version"), _number(record, "before"), _number(record, "stands_for"))
    return PageVersion(page, *numbers, _moment(record, "written"), body)


def _body(page: int, record: Record, names: Mapping[str, str]) -> str:
    text = json.dumps(record.part("body").data)
    return heading_text(read_heading(text, names)) if page == HEADING else round_text(read_round_text(text))


def _check_versions(number: int, versions: tuple[PageVersion, ...]) -> None:
    """Versions follow each other and point back, never forward."""
    for place, version in enumerate(versions, start=1):
        points_back = version.before < version.version and version.stands_for <= version.version
        if version.version != place or not points_back:
            raise BadImport(f"page {number}", f"version {version.version}")


def check_story(pages: tuple[PageVersion, ...], names: Mapping[str, str]) -> Game:
    """The game that these pages tell; ``BadImport`` or ``ImpossibleRound`` if they tell none."""
    newest = {version.page: version for version in pages}
    no_heading = not pages or any(version.page == HEADING and version.body is None for version in pages)
    if no_heading or list(newest) != list(range(len(newest))):
        raise BadImport("pages", "a heading and rounds in a row expected")
    heading = read_heading(newest[HEADING].body or "", names)
    rounds = tuple(read_round_text(page.body) for page in newest.values() if page.page and page.body is not None)
    return heading.game().with_rounds(rounds)
