"""What a player has practised: every answer, when to ask again, and where it still goes wrong.

Answers are only ever added. When a question should come back is FSRS's business (the library
``fsrs``); what it knows of a question is kept beside the answer that taught it.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fsrs import Card as Memory
from fsrs import Rating, Scheduler

from engine.cards import BadNotation, Hand
from engine.drill import DrillKind, Trap
from engine.records import BadRecord
from ledger.place import FILE, data_folder
from ledger.store import reading, writing

NOBODY = ""
"""Who practises without a name."""
AGAIN_SOON = timedelta(minutes=3)
"""After a wrong answer a question comes back in this sitting."""
RECENT = 20
"""So many last answers tell how well something goes now."""
LEVELS = 7
_UP = 2
"""Right answers in a row that lead to the next level."""


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
class Answered:
    """One answer: to what kind of question, whether it was right, with how many hints, and the traps in it."""

    kind: DrillKind
    right: bool
    hints: int
    traps: tuple[Trap, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class WeakPoint:
    """Something that went wrong lately: a kind of question, or a trap in one."""

    topic: DrillKind | Trap
    right: int
    asked: int

    @property
    def share(self) -> float:
        return self.right / self.asked


@dataclass(frozen=True, slots=True)
class Progress:
    """How practising goes: all answers of one player, the oldest first, and how many questions wait."""

    answers: tuple[Answered, ...] = ()
    waiting: int = 0

    @property
    def asked(self) -> int:
        return len(self.answers)

    @property
    def right(self) -> int:
        return sum(answer.right for answer in self.answers)

    @property
    def streak(self) -> int:
        """Right answers in a row, up to now."""
        return _last_run(self.answers)

    @property
    def best_streak(self) -> int:
        """Most right answers in a row, ever."""
        best = now = 0
        for answer in self.answers:
            now = now + 1 if answer.right else 0
            best = max(best, now)
        return best

    def days(self, today: datetime) -> int:
        """Days in a row on which something was answered, today or yesterday the last."""
        zone = today.tzinfo
        practised = {answer.at.astimezone(zone).date() for answer in self.answers}
        day = today.date() if today.date() in practised else today.date() - timedelta(days=1)
        count = 0
        while day in practised:
            count, day = count + 1, day - timedelta(days=1)
        return count

    def level(self, kind: DrillKind) -> int:
        """How hard questions of this kind may be, 1 to ``LEVELS``: two right in a row lead up, a wrong one down."""
        level, row = 1, 0
        for answer in self.answers:
            if answer.kind is not kind:
                continue
            row = row + 1 if answer.right and not answer.hints else 0
            if not answer.right:
                level = max(1, level - 1)
            elif row == _UP:
                level, row = min(LEVELS, level + 1), 0
        return level

    @property
    def weak_points(self) -> tuple[WeakPoint, ...]:
        """What went wrong lately, the weakest first; what was always right is none."""
        topics: tuple[DrillKind | Trap, ...] = (*DrillKind, *Trap)
        found = [weak for weak in map(self._about, topics) if weak.asked and weak.right < weak.asked]
        return tuple(sorted(found, key=lambda weak: weak.share))

    def next_kind(self, kinds: Sequence[DrillKind]) -> DrillKind:
        """What to ask next: anything, but more often what goes wrong more often."""
        lately = [self._about(kind) for kind in kinds]
        weights = [(weak.asked - weak.right + 1) / (weak.asked + 2) for weak in lately]
        return random.Random(self.asked).choices(kinds, weights)[0]

    def _about(self, topic: DrillKind | Trap) -> WeakPoint:
        lately = [each for each in self.answers if each.kind is topic or topic in each.traps][-RECENT:]
        return WeakPoint(topic, sum(each.right for each in lately), len(lately))


def _last_run(answers: Iterable[Answered]) -> int:
    run = 0
    for answer in answers:
        run = run + 1 if answer.right else 0
    return run


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class PracticeBook:
    """All answers in the ledger's file. Every call raises ``LedgerTrouble`` when the file cannot be used.

    A player is named by the id that the ledger gives him, or ``NOBODY``.
    """

    path: Path
    clock: Callable[[], datetime] = utc_now

    @classmethod
    def at_home(cls) -> PracticeBook:
        """The book of this computer's user, or below the folder that REMI_LENS_DATA names."""
        return cls(data_folder() / FILE)

    def answered(
        self, player: str, exercise: Exercise, *, right: bool, hints: int = 0, traps: Iterable[Trap] = ()
    ) -> None:
        """Write an answer down, and when the question should come back."""
        now = self.clock().astimezone(UTC)
        with writing(self.path) as connection:
            memory = _memory(connection, player, exercise) or Memory(card_id=1, due=now)
            memory, _ = _scheduler().review_card(memory, rating(right=right, hints=hints), now)
            row = (player, exercise.text, exercise.kind.value, int(right), hints, " ".join(traps), _moment(now))
            connection.execute(
                "INSERT INTO answers (player, exercise, kind, correct, hints, traps, answered, due, memory)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, _moment(memory.due), memory.to_json()),
            )

    def due(self, player: str, system: str, house_rules: Iterable[str], kinds: Sequence[DrillKind]) -> Exercise | None:
        """The question of this game that has waited longest to come back; ``None`` when none does yet."""
        wanted = sorted(house_rules)
        for exercise in self._waiting(player):
            if (exercise.system, sorted(exercise.house_rules)) == (system, wanted) and exercise.kind in kinds:
                return exercise
        return None

    def progress(self, player: str) -> Progress:
        """All that this player has answered."""
        with reading(self.path) as connection:
            rows = connection.execute(
                "SELECT kind, correct, hints, traps, answered FROM answers WHERE player = ? ORDER BY number", (player,)
            ).fetchall()
        return Progress(tuple(_answer(*row) for row in rows), len(self._waiting(player)))

    def forget(self, player: str) -> None:
        """Start afresh: all answers of this player are deleted."""
        with writing(self.path) as connection:
            connection.execute("DELETE FROM answers WHERE player = ?", (player,))

    def _waiting(self, player: str) -> list[Exercise]:
        """Questions whose time has come, the longest waiting first."""
        with reading(self.path) as connection:
            rows = connection.execute(
                """SELECT exercise FROM answers AS last WHERE player = ?1 AND due <= ?2
                AND number = (SELECT max(number) FROM answers WHERE player = ?1 AND exercise = last.exercise)
                ORDER BY due, number""",
                (player, _moment(self.clock())),
            ).fetchall()
            return [Exercise.parse(text) for (text,) in rows]


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


def _answer(kind: str, correct: int, hints: int, traps: str, at: str) -> Answered:
    return Answered(DrillKind(kind), bool(correct), hints, tuple(map(Trap, traps.split())), datetime.fromisoformat(at))


def _moment(at: datetime) -> str:
    """A moment as text that sorts by time."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
