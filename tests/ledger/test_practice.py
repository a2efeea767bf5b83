"""Answers of practice are kept, questions come back when they should, and weak points are found."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.cards import Hand
from engine.drill import DrillKind, Trap
from engine.records import BadRecord
from ledger import NOBODY, Exercise, Ledger, PracticeBook
from ledger.answers import AGAIN_SOON
from ledger.progress import LEVELS
from ledger.store import MIGRATIONS, migrate

KINDS = tuple(DrillKind)


@dataclass
class Clock:
    """A clock that the test turns."""

    now: datetime = field(default=datetime(2026, 3, 1, 18, 0, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def later(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def book(tmp_path: Path, clock: Clock) -> PracticeBook:
    return PracticeBook(tmp_path / "ledger.sqlite3", clock)


def meld(cards: str = "7S 8S 9S", kind: DrillKind = DrillKind.IS_MELD, system: str = "rami51") -> Exercise:
    return Exercise(system, (), kind, Hand.parse(cards))


def due(book: PracticeBook, player: str = NOBODY, system: str = "rami51") -> Exercise | None:
    return book.due(player, system, (), KINDS)


def test_a_wrong_answer_comes_back_in_this_sitting(book: PracticeBook, clock: Clock) -> None:
    book.answered(NOBODY, meld(), right=False)
    assert due(book) is None, "not at once"
    clock.later(seconds=AGAIN_SOON.total_seconds() + 1)
    assert due(book) == meld()
    book.answered(NOBODY, meld(), right=True)
    assert due(book) is None


def test_a_right_answer_comes_back_after_days_and_each_time_later(book: PracticeBook, clock: Clock) -> None:
    waited = []
    for _ in range(3):
        book.answered(NOBODY, meld(), right=True)
        days = 0
        while due(book) is None:
            clock.later(days=1)
            days += 1
        waited.append(days)
    assert waited[0] >= 2
    assert waited == sorted(set(waited))


def test_a_hint_brings_it_back_sooner(book: PracticeBook, clock: Clock) -> None:
    book.answered("alone", meld(), right=True)
    book.answered("helped", meld(), right=True, hints=1)
    clock.later(hours=12)
    assert due(book, "helped") == meld()
    assert due(book, "alone") is None


def test_players_and_games_are_kept_apart(book: PracticeBook, clock: Clock) -> None:
    book.answered("ana", meld(), right=False)
    clock.later(days=1)
    assert due(book, "jan") is None
    assert due(book, "ana", "remik_trad") is None
    assert due(book, "ana") == meld()
    assert book.progress("jan").asked == 0


def test_equal_cards_in_another_order_are_the_same_question(book: PracticeBook, clock: Clock) -> None:
    book.answered(NOBODY, meld("9S 7S 8S"), right=False)
    book.answered(NOBODY, meld("7S 8S 9S"), right=True)
    clock.later(hours=1)
    assert due(book) is None
    assert Exercise.parse(meld("9S 7S 8S").text) == Exercise.parse(meld("7S 8S 9S").text)


@pytest.mark.parametrize("text", ["", "[]", "7S", '["gin", [], "no_such_kind", "7S"]', '["gin", [], "is_meld", "7X"]'])
def test_what_is_no_exercise_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Exercise.parse(text)


def test_streaks_and_days(book: PracticeBook, clock: Clock) -> None:
    for right in (True, True, True, False, True):
        book.answered(NOBODY, meld(), right=right)
    clock.later(days=1)
    book.answered(NOBODY, meld(), right=True)
    progress = book.progress(NOBODY)
    assert (progress.asked, progress.right, progress.streak, progress.best_streak) == (6, 5, 2, 3)
    assert progress.days(clock.now) == 2
    assert progress.days(clock.now + timedelta(days=1)) == 2, "today is not over"
    assert progress.days(clock.now + timedelta(days=2)) == 0


def test_levels_go_up_with_right_answers_and_down_with_wrong_ones(book: PracticeBook) -> None:
    def level() -> int:
        return book.progress(NOBODY).level(DrillKind.IS_MELD)

    levels = [level()]
    for right in (True, True, True, True, False):
        book.answered(NOBODY, meld(), right=right)
        levels.append(level())
    assert levels == [1, 1, 2, 2, 3, 2]
    for _ in range(3 * LEVELS):
        book.answered(NOBODY, meld(), right=True)
    assert level() == LEVELS
    book.answered(NOBODY, meld(kind=DrillKind.MAY_OPEN), right=False)
    assert level() == LEVELS


def test_weak_points_are_kinds_and_traps_that_went_wrong(book: PracticeBook) -> None:
    book.answered(NOBODY, meld(), right=True)
    book.answered(NOBODY, meld("7S JK 9S", DrillKind.JOKER_PLACE), right=False, traps=[Trap.JOKER])
    book.answered(NOBODY, meld("8S JK 9S", DrillKind.JOKER_PLACE), right=True, traps=[Trap.JOKER])
    book.answered(NOBODY, meld("JK AS 2S"), right=False, traps=[Trap.JOKER, Trap.ACE_BOTH_WAYS])
    weak = {point.topic: (point.right, point.asked) for point in book.progress(NOBODY).weak_points}
    assert weak == {
        Trap.ACE_BOTH_WAYS: (0, 1),
        Trap.JOKER: (1, 3),
        DrillKind.JOKER_PLACE: (1, 2),
        DrillKind.IS_MELD: (1, 2),
    }
    assert book.progress(NOBODY).weak_points[0].topic is Trap.ACE_BOTH_WAYS


def test_what_goes_wrong_is_asked_more_often(book: PracticeBook) -> None:
    for _ in range(10):
        book.answered(NOBODY, meld(), right=True)
        book.answered(NOBODY, meld(kind=DrillKind.MAY_OPEN), right=False)
    asked = []
    for _ in range(60):
        asked.append(book.progress(NOBODY).next_kind((DrillKind.IS_MELD, DrillKind.MAY_OPEN)))
        book.answered(NOBODY, meld(kind=DrillKind.MELD_POINTS), right=True)
    assert asked.count(DrillKind.MAY_OPEN) > 2 * asked.count(DrillKind.IS_MELD) > 0


def test_a_player_may_start_afresh(book: PracticeBook) -> None:
    book.answered("ana", meld(), right=True)
    book.answered("jan", meld(), right=True)
    book.forget("ana")
    assert (book.progress("ana").asked, book.progress("jan").asked) == (0, 1)


def test_a_ledger_of_the_first_edition_gets_the_book_and_keeps_its_games(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        migrate(old, MIGRATIONS[:1])
        old.execute("INSERT INTO people VALUES ('1', 'Ana', 'ana')")
    PracticeBook(path).answered("1", meld(), right=True)
    assert PracticeBook(path).progress("1").asked == 1
    assert [player.name for player in Ledger(path).people()] == ["Ana"]
