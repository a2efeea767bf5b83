"""A score sheet as CSV: one line a round, one column a player, for spreadsheets and other score keepers."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime

from engine.game import Game, Line, Player, Round
from ledger.ids import new_id
from ledger.moments import moment_text
from ledger.pack import Pack, PackedGame
from ledger.pages import HEADING, Heading, KeptGame, heading_text, round_text
from ledger.people import BadName, clean_name, folded
from ledger.settings import Setting
from ledger.typed import typed_points
from ledger.unpack import BadImport
from ledger.versions import following

NUMBER, CORRECTION, TOTAL = "#", "±", "Σ"
"""The head of the first column, and what stands there instead of a round's number."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets would take a name that begins so for a formula."""
SEPARATORS = (",", ";", "\t")
FEWEST_PLAYERS = 2
MOST_ROWS = 10_000


def sheet_text(kept: KeptGame) -> str:
    """The sheet of a game: players in the order of play, a line for every round, and the totals.

    Who did not play a round has an empty cell.
    """
    return sheet_of(kept.game)


def sheet_of(game: Game) -> str:
    """The sheet of a game that need not be kept here."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([NUMBER, *(_harmless(player.name) for player in game.players)])
    dealt = 0
    for index, played in enumerate(game.rounds):
        dealt += not played.correction
        points = {score.player: score.points for score in game.scores(index)}
        cells = [points.get(player.id, "") for player in game.players]
        writer.writerow([CORRECTION if played.correction else dealt, *cells])
    writer.writerow([TOTAL, *(total.points for total in game.totals)])
    return out.getvalue()


def _harmless(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULAS) else name


def pack_sheet(text: str, setting: Setting, moment: datetime, title: str = "") -> Pack:
    """A sheet as a game of typed rounds, ready to be imported; ``BadImport`` names the line that cannot be read.

    Totals are not read: they follow from the rounds.
    """
    rows = _rows(text)
    players = _players(rows)
    rounds = [_round(row, line, players) for line, row in enumerate(rows[1:], start=2) if _is_round(row)]
    written = moment_text(moment)
    heading = following(None, HEADING, written, heading_text(Heading(setting, players, title)))
    pages = [following(None, page, written, round_text(played)) for page, played in enumerate(rounds, start=1)]
    return Pack(players, (), (PackedGame(new_id(), written, (heading, *pages)),))


def _rows(text: str) -> list[list[str]]:
    lines = text.removeprefix("\ufeff").splitlines()
    head = next((line for line in lines if line.strip()), "")
    separator = max(SEPARATORS, key=head.count)
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator, strict=True) if any(map(str.strip, row))]
    except csv.Error as problem:
        raise BadImport("csv", str(problem)) from problem
    if not rows or len(rows) > MOST_ROWS:
        raise BadImport("csv", f"a line of names and at most {MOST_ROWS} rounds expected")
    return rows


def _players(rows: Sequence[Sequence[str]]) -> tuple[Player, ...]:
    try:
        names = [clean_name(cell.strip().removeprefix("'")) for cell in rows[0][1:]]
    except BadName as problem:
        raise BadImport("line 1", "a column without a name") from problem
    if len(names) < FEWEST_PLAYERS or len({folded(name) for name in names}) < len(names):
        raise BadImport("line 1", "different names of at least two players expected")
    return tuple(Player(new_id(), name) for name in names)


def _is_round(row: Sequence[str]) -> bool:
    return row[0].strip() != TOTAL


def _round(row: Sequence[str], line: int, players: Sequence[Player]) -> Round:
    cells = [cell.strip() for cell in row[1:]]
    if len(cells) > len(players) and any(cells[len(players) :]):
        raise BadImport(f"line {line}", "more points than players")
    lines = tuple(
        Line(player.id, typed=_points(cell, line)) for player, cell in zip(players, cells, strict=False) if cell
    )
    if not lines:
        raise BadImport(f"line {line}", "no points")
    return Round(lines, correction=row[0].strip() == CORRECTION)


def _points(cell: str, line: int) -> int:
    points = typed_points(cell.removeprefix("'"))
    if points is None:
        raise BadImport(f"line {line}", f"no points: {cell[:20]!r}")
    return points
