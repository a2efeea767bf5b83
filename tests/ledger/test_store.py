"""The file under stress: older, newer, damaged, full, forbidden, busy; nothing confirmed is lost."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ledger import KeptGame, Ledger, LedgerTrouble, Trouble, store
from ledger.store import MIGRATIONS, migrate, opened
from tests.ledger.evenings import added, totals, typed


def trouble(ledger: Ledger) -> Trouble:
    with pytest.raises(LedgerTrouble) as told:
        ledger.player("Mia")
    return told.value.trouble


def test_the_file_is_made_with_its_folder(tmp_path: Path) -> None:
    Ledger(tmp_path / "a" / "b" / "l.sqlite3").player("Ana")
    with closing(sqlite3.connect(tmp_path / "a" / "b" / "l.sqlite3")) as raw:
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert raw.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_every_commit_is_synced(ledger: Ledger) -> None:
    with closing(opened(ledger.path)) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_pages_are_append_only_even_for_raw_statements(ledger: Ledger, game: KeptGame) -> None:
    added(ledger, game, typed(game, 0, 1, 1))
    with closing(opened(ledger.path)) as connection, pytest.raises(sqlite3.IntegrityError, match="new version"):
        connection.execute("UPDATE pages SET body = '{}'")


def test_an_older_file_takes_only_the_steps_it_has_not_seen(tmp_path: Path) -> None:
    first, second = ("CREATE TABLE one (n)", "INSERT INTO one VALUES (7)"), ("ALTER TABLE one ADD COLUMN m",)
    with closing(sqlite3.connect(tmp_path / "l", isolation_level=None)) as raw:
        migrate(raw, [first])
        migrate(raw, [first, second])
        migrate(raw, [first, second])
        assert raw.execute("SELECT n, m FROM one").fetchall() == [(7, None)]
        assert raw.execute("PRAGMA user_version").fetchone() == (2,)


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    first, broken = ("CREATE TABLE one (n)",), ("ALTER TABLE one ADD COLUMN m", "NO SUCH STATEMENT")
    with closing(sqlite3.connect(tmp_path / "l", isolation_level=None)) as raw:
        migrate(raw, [first])
        with pytest.raises(sqlite3.OperationalError):
            migrate(raw, [first, broken])
        assert raw.execute("PRAGMA user_version").fetchone() == (1,)
        assert [column[1] for column in raw.execute("PRAGMA table_info (one)")] == ["n"]


def test_a_file_of_a_newer_edition_is_left_alone(ledger: Ledger, game: KeptGame) -> None:
    with closing(sqlite3.connect(ledger.path)) as raw:
        raw.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = ledger.path.read_bytes()
    assert trouble(ledger) is Trouble.NEWER
    assert ledger.path.read_bytes() == before


def test_a_file_that_is_no_ledger_is_left_alone(ledger: Ledger) -> None:
    ledger.path.write_bytes(b"holiday photos" * 1000)
    assert trouble(ledger) is Trouble.DAMAGED
    assert ledger.path.read_bytes() == b"holiday photos" * 1000


def test_a_database_of_another_program_is_not_taken_for_ours(ledger: Ledger) -> None:
    with closing(sqlite3.connect(ledger.path)) as raw:
        raw.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    assert trouble(ledger) is Trouble.DAMAGED


def test_a_damaged_page_is_told_and_not_guessed(ledger: Ledger, game: KeptGame) -> None:
    with closing(opened(ledger.path)) as connection:
        connection.execute("INSERT INTO pages VALUES (?, 1, 1, 0, 1, '2026-01-31T20:00:00+00:00', '{')", (game.id,))
    with pytest.raises(LedgerTrouble) as told:
        ledger.game(game.id)
    assert told.value.trouble is Trouble.DAMAGED


@pytest.fixture
def small_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite itself says that the disk is full once the file has this many pages."""

    def on_small_disk(path: Path) -> sqlite3.Connection:
        connection = opened(path)
        connection.execute("PRAGMA max_page_count = 9")
        return connection

    monkeypatch.setattr(store, "opened", on_small_disk)


@pytest.mark.usefixtures("small_disk")
def test_a_full_disk_is_told_and_all_confirmed_rounds_stay(ledger: Ledger, game: KeptGame) -> None:
    confirmed = [game]

    def play_on() -> None:
        while len(confirmed) < 1000:
            confirmed.append(added(ledger, confirmed[-1], typed(game, 0, 1, 1)))

    with pytest.raises(LedgerTrouble) as told:
        play_on()
    assert told.value.trouble is Trouble.FULL
    rounds = len(confirmed[-1].rounds)
    assert rounds > 3
    assert totals(ledger.game(game.id)) == [0, rounds, rounds]


def test_a_disk_that_takes_no_more_is_told_and_all_confirmed_rounds_stay(ledger: Ledger, game: KeptGame) -> None:
    """A process that may write no longer files than this gets errors from the system itself."""
    script = """
import resource, sys
from pathlib import Path
from ledger import Ledger, LedgerTrouble
from tests.ledger.evenings import typed
ledger = Ledger(Path(sys.argv[1]))
(game,) = ledger.games()
most = Path(sys.argv[1]).stat().st_size + 6000
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
try:
    while True:
        game = ledger.add_round(game.id, game.next_number, typed(game, 0, 1, 1)).game
        print(len(game.rounds), flush=True)
except LedgerTrouble as problem:
    print(problem.trouble)
"""
    command = [sys.executable, "-c", script, str(ledger.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": "."})
    *confirmed, told = done.stdout.split()
    assert told in {Trouble.FULL, Trouble.DISK}
    assert totals(ledger.game(game.id)) == [0, len(confirmed), len(confirmed)]


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert trouble(Ledger(tmp_path / "file" / "l.sqlite3")) in {Trouble.NO_PERMISSION, Trouble.DISK}


def test_a_file_that_may_only_be_read_is_told_and_can_still_be_read(
    ledger: Ledger, game: KeptGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_reading(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr(store, "opened", only_reading)
    assert trouble(ledger) is Trouble.NO_PERMISSION
    assert ledger.game(game.id) == game


def test_a_writer_waits_for_another_and_then_says_so(
    ledger: Ledger, game: KeptGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(opened(ledger.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(store, "WAIT_S", 0.05)
        assert trouble(ledger) is Trouble.BUSY
        assert ledger.game(game.id) == game
    assert ledger.player("Mia").name == "Mia"
