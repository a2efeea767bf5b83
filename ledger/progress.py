"""How practising goes: levels, streaks and weak points, as they follow from one player's answers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.drill import DrillKind, Trap

RECENT = 20
"""So many last answers tell how well something goes now."""
LEVELS = 7
_UP = 2
"""Right answers in a row that lead to the next level."""


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
