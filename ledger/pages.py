"""The pages of a game: a heading, then one page for every round; and their text in the file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.game import Game, Player, Round
from engine.records import Answer, BadRecord, Record
from engine.scoresheets import read_round, write_round
from ledger.settings import Setting, read_setting, write_setting

HEADING = 0
"""The page that holds who plays what; rounds have the pages from 1."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Who plays what: everything about a game but its rounds.

    ``players`` sit in the order of play, clockwise; ``away`` are the ids of those who sit out
    the next round; ``rounds_agreed`` is after how many rounds the game ends, if so agreed;
    ``closed`` that the players ended it.
    """

    setting: Setting
    players: tuple[Player, ...]
    title: str = ""
    first_dealer: str | None = None
    away: tuple[str, ...] = ()
    rounds_agreed: int | None = None
    closed: bool = False

    def game(self, rounds: tuple[Round, ...] = ()) -> Game:
        """The game with these rounds."""
        return Game(
            self.setting.rules, self.players, rounds, self.first_dealer, self.away, self.rounds_agreed, self.closed
        )


@dataclass(frozen=True, slots=True)
class KeptRound:
    """A round as it stands in the file; ``version`` is what a later change has to name."""

    number: int
    version: int
    round: Round
    written: datetime

    @property
    def changed(self) -> bool:
        """Whether it is no longer as it was first confirmed."""
        return self.version > 1


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it stands in the file, at one moment.

    ``version`` belongs to the heading; ``next_number`` is the page that a new round goes onto.
    """

    id: str
    heading: Heading
    version: int
    rounds: tuple[KeptRound, ...]
    next_number: int
    started: datetime
    touched: datetime

    @property
    def game(self) -> Game:
        """The game for the engine: dealer, totals, standings, end."""
        return self.heading.game(tuple(kept.round for kept in self.rounds))

    @property
    def open(self) -> bool:
        """Whether it still goes on."""
        return not self.game.end.over

    def round_of(self, number: int) -> KeptRound | None:
        """The round on that page; ``None`` if it was taken out or never written."""
        return next((kept for kept in self.rounds if kept.number == number), None)


def heading_text(heading: Heading) -> str:
    """A heading as text; names stand elsewhere, for a player has one name in all games."""
    return _text(
        {
            "title": heading.title,
            "setting": write_setting(heading.setting),
            "players": [player.id for player in heading.players],
            "first_dealer": heading.first_dealer,
            "away": list(heading.away),
            "rounds_agreed": heading.rounds_agreed,
            "closed": heading.closed,
        }
    )


def read_heading(text: str, names: Mapping[str, str]) -> Heading:
    """A heading from its text and everybody's names by id; raises as the engine's records do."""
    record = Record.parse(text)
    ids = record.words("players")
    strangers = [player for player in ids if player not in names]
    if strangers or not ids or len(set(ids)) < len(ids):
        raise BadRecord("bad_record", "players: different people who are known expected")
    heading = Heading(
        setting=read_setting(record.part("setting")),
        players=tuple(Player(player, names[player]) for player in ids),
        title=record.text("title"),
        first_dealer=record.text("first_dealer") or None,
        away=record.words("away"),
        rounds_agreed=record.whole("rounds_agreed"),
        closed=record.flag("closed"),
    )
    _check_heading(heading)
    return heading


def _check_heading(heading: Heading) -> None:
    ids = {player.id for player in heading.players}
    if not ids.issuperset(heading.away) or heading.first_dealer not in {None, *ids}:
        raise BadRecord("bad_record", "away, first_dealer: players of the game expected")
    if heading.rounds_agreed is not None and not 1 <= heading.rounds_agreed <= 10_000:
        raise BadRecord("bad_record", "rounds_agreed: a number from 1 expected")


def round_text(played: Round) -> str:
    """A round as text."""
    return _text(write_round(played))


def read_round_text(text: str) -> Round:
    """A round from its text; raises as the engine's records do."""
    return read_round(Record.parse(text))


def _text(record: Answer) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
