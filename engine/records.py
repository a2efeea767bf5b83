"""Records that programs exchange: one JSON object a line in, one answer a line out.

A record that cannot be answered gives an error with a code, and the rest goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, TextIO

from engine.advice import NoMeldOnTable, TooManyCards, TooManyCopies
from engine.cards import BadNotation, Card, Face, Hand, parse_face
from engine.melds import Slot, parse_slots
from engine.presets import HouseRulesExcludeEachOther, UnknownHouseRule, UnknownRules, ruleset
from engine.rules import BadOverride, Ruleset
from engine.table import DEFAULT_PLAYERS, LayOff, Owner, TableMeld

Answer = dict[str, Any]


class BadRecord(ValueError):
    """A record that cannot be answered; ``code`` is what programs read."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


_CODES: Mapping[type[Exception], str] = {
    BadNotation: "bad_notation",
    UnknownRules: "unknown_rules",
    UnknownHouseRule: "unknown_house_rule",
    HouseRulesExcludeEachOther: "house_rules_exclude_each_other",
    BadOverride: "bad_override",
    TooManyCopies: "too_many_copies",
    TooManyCards: "too_many_cards",
    NoMeldOnTable: "no_meld_on_table",
}


def _finite(text: str) -> float:
    """A number that JSON can write again: Python alone reads NaN, Infinity and 1e999."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"no number: {text[:20]}")
    return number


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON object with the names and kinds of values that the interface knows.

    Every reading raises ``BadRecord`` (or an error of the notation or the rules) if the value is
    there but of another kind; absent values are what the interface says they are.
    """

    data: Mapping[str, Any]

    @classmethod
    def parse(cls, line: str) -> Record:
        """A record from one line of JSON."""
        try:
            data = json.loads(line, parse_float=_finite, parse_constant=_finite)
        except (ValueError, RecursionError) as problem:
            raise BadRecord("bad_json", f"not JSON: {problem}") from problem
        if not isinstance(data, dict):
            raise BadRecord("bad_json", "not a JSON object")
        return cls(data)

    def part(self, name: str) -> Record:
        """An object inside the record; empty if absent."""
        return Record(self._kind(name, dict, {}))

    def parts(self, name: str) -> tuple[Record, ...]:
        """A list of objects; empty if absent."""
        items = self._kind(name, list, [])
        if not all(isinstance(item, dict) for item in items):
            raise BadRecord("bad_record", f"{name}: objects expected")
        return tuple(Record(item) for item in items)

    def has(self, name: str) -> bool:
        """Whether a value is given and not null."""
        return self.data.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        value: str = self._kind(name, str, default)
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        value: bool = self._kind(name, bool, default)
        return value

    def whole(self, name: str, default: int | None = None) -> int | None:
        value = self.data.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadRecord("bad_record", f"{name}: a whole number expected")
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A list of texts; empty if absent."""
        value = self._kind(name, list, [])
        if not all(isinstance(word, str) for word in value):
            raise BadRecord("bad_record", f"{name}: texts expected")
        return tuple(value)

    def notation(self, name: str) -> str | tuple[str, ...]:
        """Cards as one line of notation or as a list of faces."""
        return self.data[name] if isinstance(self.data.get(name), str) else self.words(name)

    def needed_hand(self, name: str) -> Hand:
        """Cards that must be named, if only by an empty text."""
        if not self.has(name):
            raise BadRecord("bad_record", f"{name}: cards expected")
        return self.hand(name)

    def hand(self, name: str) -> Hand:
        return Hand.parse(self.notation(name))

    def face(self, name: str) -> Face | None:
        return parse_face(self.text(name)) if self.has(name) else None

    def slots(self, name: str) -> tuple[Slot, ...]:
        """The cards of one meld; jokers may be named."""
        return parse_slots(self.notation(name))

    def melds(self, name: str) -> tuple[tuple[Slot, ...], ...]:
        """A list of melds."""
        value = self._kind(name, list, [])
        return tuple(Record({"meld": meld}).slots("meld") for meld in value)

    def owner(self) -> Owner:
        try:
            return Owner(self.text("owner", Owner.OPPONENT))
        except ValueError as problem:
            raise BadRecord("bad_record", "owner: self or opponent expected") from problem

    def layoffs(self, name: str) -> tuple[LayOff, ...]:
        """Cards added to melds on the table."""
        return tuple(LayOff(part.slots("onto"), part.slots("cards"), part.owner()) for part in self.parts(name))

    def table(self, name: str) -> tuple[TableMeld, ...]:
        """Melds on the table with their owners."""
        return tuple(TableMeld(part.slots("cards"), part.owner()) for part in self.parts(name))

    def burnt(self) -> tuple[Card, ...]:
        return tuple(face for face in self.hand("burnt") if isinstance(face, Card))

    def rules(self, name: str) -> Ruleset:
        """The game with its house rules and overrides."""
        return ruleset(self.text(name), self.words("house_rules"), self._kind("overrides", dict, {}))

    def players(self) -> int:
        """How many play; four if nobody says."""
        count = self.whole("players")
        if count is not None and not 1 <= count <= 99:
            raise BadRecord("bad_record", "players: a small number expected")
        return count or DEFAULT_PLAYERS

    def _kind(self, name: str, kind: type, default: Any) -> Any:
        value = self.data.get(name)
        if value is None:
            return default
        if not isinstance(value, kind):
            raise BadRecord("bad_record", f"{name}: {kind.__name__} expected")
        return value


Answering = Callable[[Record], Answer]


def answer_line(line: str, answer: Answering) -> Answer:
    """The answer to one line, or the error in its place."""
    record = Record({})
    try:
        record = Record.parse(line)
        return {"id": record.data.get("id"), **answer(record)}
    except BadRecord as problem:
        return _error(record, problem.code, str(problem))
    except tuple(_CODES) as problem:
        return _error(record, _CODES[type(problem)], str(problem))
    except Exception as problem:  # a mistake of ours costs one line, not those that follow
        return _error(record, "internal_error", f"{type(problem).__name__}: {problem}")


def _error(record: Record, code: str, message: str) -> Answer:
    return {"id": record.data.get("id"), "error": {"code": code, "message": message}}


def answer_all(lines: Iterable[str], answer: Answering, out: TextIO) -> int:
    """Answer line by line; the exit status is 1 if any line failed."""
    failed = False
    for reply in _replies(lines, answer):
        failed = failed or "error" in reply
        out.write(json.dumps(reply, ensure_ascii=True) + "\n")
        out.flush()
    return int(failed)


def _replies(lines: Iterable[str], answer: Answering) -> Iterator[Answer]:
    for line in lines:
        if line.strip():
            yield answer_line(line, answer)
