"""What a player has practised: every answer, when to ask again, and where it still goes wrong.

The answers themselves are in ``answers``, what follows from them in ``progress``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.drill import DrillKind, Trap
from ledger.answers import Exercise, KeptAnswer, add_answer
from ledger.moments import moment_text, utc_now
from ledger.place import FILE, data_folder
from ledger.progress import Answered, Progress
from ledger.store import reading, writing


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
        answer = KeptAnswer(player, exercise, right, hints, tuple(traps), self.clock())
        with writing(self.path) as connection:
            add_answer(connection, answer)

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
                (player, moment_text(self.clock())),
            ).fetchall()
            return [Exercise.parse(text) for (text,) in rows]


def _answer(kind: str, correct: int, hints: int, traps: str, at: str) -> Answered:
    return Answered(DrillKind(kind), bool(correct), hints, tuple(map(Trap, traps.split())), datetime.fromisoformat(at))
