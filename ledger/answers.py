"""Answers of practice as they stand in the file: only ever added, each with when its question should come back.

When that is, is FSRS's business (the library ``fsrs``). What it knows of a question follows from the answers
alone, so they are all that a backup holds: read in again, in their order, they teach it the same.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fsrs import Card as Memory
from fsrs import Rating, Scheduler

from engine.cards import BadNotation, Hand
from engine.drill import DrillKind, Trap
from engine.records import BadRecord
from ledger.moments import moment_text

NOBODY = ""
"""Who practises without a name."""
AGAIN_SOON = timedelta(minutes=3)
"""After a wrong answer a question comes back in this sitting."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question that can be asked again: the game with its house rules, what is asked, the cards."""

    system: str
    house_rules: tuple[str, ...]
    kind: DrillKind
    cards: Hand

    @property
    def text(self) -> str:
        """Its name in the file: equal cards in another order are the same question."""
        record = [self.system, sorted(self.house_rules), self.kind.value, str(self.cards.sorted())]
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> Exercise:
        """The exercise of a name; ``BadRecord`` if it is none."""
        try:
            system, house_rules, kind, cards = json.loads(text)
            return cls(str(system), tuple(map(str, house_rules)), DrillKind(kind), Hand.parse(str(cards)))
        except (ValueError, TypeError, BadNotation) as wrong:
            raise BadRecord("bad_record", "an exercise expected") from wrong


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """One answer to an exercise: who gave it, whether it was right, with how many hints, which traps lay in it."""

    player: str
    exercise: Exercise
    right: bool
    hints: int
    traps: tuple[Trap, ...]
    at: datetime

    @property
    def name(self) -> tuple[str, str, str]:
        """What no two answers have in common: nobody answers the same question twice at one moment."""
        return self.player, self.exercise.text, moment_text(self.at)


def add_answer(connection: sqlite3.Connection, answer: KeptAnswer) -> None:
    """Write an answer down, and when its question should come back."""
    at = answer.at.astimezone(UTC)
    memory = _memory(connection, answer.player, answer.exercise) or Memory(card_id=1, due=at)
    memory, _ = _scheduler().review_card(memory, rating(right=answer.right, hints=answer.hints), at)
    given = (answer.exercise.kind.value, int(answer.right), answer.hints, " ".join(answer.traps))
    connection.execute(
        "INSERT INTO answers (player, exercise, kind, correct, hints, traps, answered, due, memory)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (answer.player, answer.exercise.text, *given, moment_text(at), moment_text(memory.due), memory.to_json()),
    )


def all_answers(connection: sqlite3.Connection) -> tuple[KeptAnswer, ...]:
    """Every answer of everybody, the oldest first; ``BadRecord`` or ``ValueError`` for a line that is none."""
    rows = connection.execute(
        "SELECT player, exercise, correct, hints, traps, answered FROM answers ORDER BY number"
    ).fetchall()
    return tuple(_answer(*row) for row in rows)


def replace_answers(connection: sqlite3.Connection, answers: Iterable[KeptAnswer]) -> None:
    """These answers instead of those that are here."""
    connection.execute("DELETE FROM answers")
    for answer in sorted(answers, key=lambda each: each.at):
        add_answer(connection, answer)


def join_answers(connection: sqlite3.Connection, arriving: Iterable[KeptAnswer]) -> None:
    """These answers among those that are here, each once, in the order in which they were given."""
    here = all_answers(connection)
    known = {answer.name for answer in here}
    new = [answer for answer in arriving if answer.name not in known]
    if new:
        replace_answers(connection, (*here, *new))


def rating(*, right: bool, hints: int) -> Rating:
    """How well it was known: a hint makes a right answer a hard one."""
    if not right:
        return Rating.Again
    return Rating.Hard if hints else Rating.Good


def _scheduler() -> Scheduler:
    """The same answers give the same days."""
    return Scheduler(learning_steps=(AGAIN_SOON,), relearning_steps=(AGAIN_SOON,), enable_fuzzing=False)


def _memory(connection: sqlite3.Connection, player: str, exercise: Exercise) -> Memory | None:
    found = connection.execute(
        "SELECT memory FROM answers WHERE player = ? AND exercise = ? ORDER BY number DESC LIMIT 1",
        (player, exercise.text),
    ).fetchone()
    return None if found is None else Memory.from_json(found[0])


def _answer(player: str, exercise: str, correct: int, hints: int, traps: str, at: str) -> KeptAnswer:
    given = tuple(map(Trap, traps.split()))
    return KeptAnswer(player, Exercise.parse(exercise), bool(correct), hints, given, datetime.fromisoformat(at))
