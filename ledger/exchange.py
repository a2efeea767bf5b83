"""Games that come from elsewhere find their place among those that are here."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count

from engine.game import Player, Round
from engine.scoring import ImpossibleRound
from ledger import people, tables, versions
from ledger.answers import NOBODY, KeptAnswer, all_answers, join_answers, replace_answers
from ledger.csv_sheet import sheet_of
from ledger.loading import load_all, readable
from ledger.pack import Pack, PackedGame
from ledger.pages import HEADING, Heading, heading_text, read_heading, read_round_text, round_text
from ledger.people import folded
from ledger.unpack import check_story
from ledger.versions import PageVersion

Names = Mapping[str, str]
"""Names or other ids of players, by their ids."""


class Arrival(StrEnum):
    """How a game came in: new; grown; beside an old one that went on differently; nothing new in it."""

    ADDED = "added"
    EXTENDED = "extended"
    COPIED = "copied"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Arrived:
    """A game of a file, by its id here, and how it came in."""

    game: str
    how: Arrival


# out


def pack_games(connection: sqlite3.Connection, chosen: Sequence[str] | None = None) -> Pack:
    """These games with the people in them; without a choice everything that is here."""
    rows = connection.execute("SELECT id, started FROM games ORDER BY started, id").fetchall()
    games = [
        PackedGame(game, started, versions.all_versions(connection, game))
        for game, started in rows
        if chosen is None or game in chosen
    ]
    known = people.everybody(connection)
    if chosen is None:
        return Pack(known, tables.all_tables(connection), tuple(games), _answers_of(connection, known))
    names = {player.id: player.name for player in known}
    needed = {player.id for game in games for heading in _headings(game, names) for player in heading.players}
    return Pack(tuple(player for player in known if player.id in needed), (), tuple(games))


def _answers_of(connection: sqlite3.Connection, known: Sequence[Player]) -> tuple[KeptAnswer, ...]:
    """What these people answered, and those who gave no name."""
    ids = {NOBODY, *(player.id for player in known)}
    with readable():
        return tuple(answer for answer in all_answers(connection) if answer.player in ids)


def _headings(game: PackedGame, names: Names) -> list[Heading]:
    return [read_heading(page.body, names) for page in game.pages if page.page == HEADING and page.body is not None]


# in


def replace_all(connection: sqlite3.Connection, pack: Pack) -> None:
    """Everything here gives way to what is in the pack; practice stays where the pack knows of none."""
    for name in ("games", "tables", "people"):
        connection.execute(f"DELETE FROM {name}")
    for player in pack.people:
        people.add_person(connection, player)
    for table in pack.tables:
        tables.put_table(connection, table)
    for game in pack.games:
        _add_game(connection, game)
    if pack.answers is not None:
        replace_answers(connection, pack.answers)


def merge(connection: sqlite3.Connection, pack: Pack) -> tuple[Arrived, ...]:
    """The pack's games and answers join those that are here; nothing that is here is lost."""
    ids = _settle_people(connection, pack.people)
    for table in pack.tables:
        if tables.version_now(connection, table.id) < table.version:
            tables.put_table(connection, replace(table, players=tuple(ids[player] for player in table.players)))
    with readable():
        join_answers(connection, [_answer_for(answer, ids) for answer in pack.answers or ()])
    before = {player.id: player.name for player in pack.people}
    return tuple(_merge_game(connection, _renamed(game, before, ids)) for game in pack.games)


def game_of_sheet(connection: sqlite3.Connection, pack: Pack) -> str | None:
    """The game here that shows the same sheet as the pack's only one: same game, same people, same rounds."""
    (game,) = pack.games
    names = {player.id: player.name for player in pack.people}
    (heading,) = _headings(game, names)
    wanted = folded(sheet_of(check_story(game.pages, names)))
    same_rules = (kept for kept in load_all(connection) if kept.heading.setting.rules == heading.setting.rules)
    return next((kept.id for kept in same_rules if folded(sheet_of(kept.game)) == wanted), None)


def _settle_people(connection: sqlite3.Connection, arriving: Sequence[Player]) -> dict[str, str]:
    """Who they are here: the same id is the same player, then the same name; others are written down."""
    here = {player.id for player in people.everybody(connection)}
    settled = {player.id: player.id for player in arriving if player.id in here}
    for player in arriving:
        if player.id not in settled:
            settled[player.id] = _settle(connection, player, taken=settled.values())
    return settled


def _settle(connection: sqlite3.Connection, player: Player, taken: Iterable[str]) -> str:
    namesake = people.known_by(connection, player.name)
    if namesake is not None and namesake.id not in taken:
        return namesake.id
    names = (player.name if n == 1 else f"{player.name[: people.LONGEST_NAME - 5]} {n}" for n in count(1))
    free = next(name for name in names if people.known_by(connection, name) is None)
    people.add_person(connection, Player(player.id, free))
    return player.id


def _merge_game(connection: sqlite3.Connection, game: PackedGame) -> Arrived:
    here = versions.all_versions(connection, game.id)
    if not here:
        _add_game(connection, game)
        return Arrived(game.id, Arrival.ADDED)
    names = {player.id: player.name for player in people.everybody(connection)}
    more = _continuation(tuple(_normal(page, names) for page in here), game.pages, names)
    if more is None:
        return _copied(connection, game)
    versions.append(connection, game.id, more)
    return Arrived(game.id, Arrival.EXTENDED if more else Arrival.KNOWN)


def _continuation(
    here: tuple[PageVersion, ...], arriving: tuple[PageVersion, ...], names: Names
) -> tuple[PageVersion, ...] | None:
    """The versions that are only in the arriving game; ``None`` if the two went different ways."""
    ours = {(page.page, page.version): page for page in here}
    if any(ours.get((page.page, page.version), page) != page for page in arriving):
        return None
    more = tuple(page for page in arriving if (page.page, page.version) not in ours)
    try:
        check_story(tuple(sorted((*here, *more), key=lambda page: (page.page, page.version))), names)
    except ImpossibleRound:
        return None
    return more


def _copied(connection: sqlite3.Connection, game: PackedGame) -> Arrived:
    """A game beside the one of the same origin; the same file read again finds its copy."""
    content = repr((game.id, game.pages)).encode()
    copy = replace(game, id=hashlib.sha256(content).hexdigest()[:16])
    if versions.all_versions(connection, copy.id):
        return Arrived(copy.id, Arrival.KNOWN)
    _add_game(connection, copy)
    return Arrived(copy.id, Arrival.COPIED)


def _add_game(connection: sqlite3.Connection, game: PackedGame) -> None:
    connection.execute("INSERT INTO games VALUES (?, ?)", (game.id, game.started))
    versions.append(connection, game.id, game.pages)


# who is who


def _normal(page: PageVersion, names: Names) -> PageVersion:
    """A version with its text as we write it today."""
    return _rewritten(page, names, {player: player for player in names})


def _renamed(game: PackedGame, names: Names, ids: Names) -> PackedGame:
    return replace(game, pages=tuple(_rewritten(page, names, ids) for page in game.pages))


def _rewritten(page: PageVersion, names: Names, ids: Names) -> PageVersion:
    if page.body is None:
        return page
    if page.page == HEADING:
        return replace(page, body=heading_text(_heading_for(read_heading(page.body, names), ids)))
    return replace(page, body=round_text(_round_for(read_round_text(page.body), ids)))


def _answer_for(answer: KeptAnswer, ids: Names) -> KeptAnswer:
    return answer if answer.player == NOBODY else replace(answer, player=ids[answer.player])


def _heading_for(heading: Heading, ids: Names) -> Heading:
    return replace(
        heading,
        players=tuple(replace(player, id=ids[player.id]) for player in heading.players),
        first_dealer=ids[heading.first_dealer] if heading.first_dealer else None,
        away=tuple(ids[player] for player in heading.away),
    )


def _round_for(played: Round, ids: Names) -> Round:
    finish = played.finish
    return replace(
        played,
        lines=tuple(replace(line, player=ids[line.player]) for line in played.lines),
        finish=replace(finish, winner=ids[finish.winner]) if finish else None,
        dealer=ids[played.dealer] if played.dealer else None,
    )
