"""Several browsers on one game: everything that was said to be kept is there, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from ledger import KeptGame, Ledger, Result
from tests.ledger.evenings import evening, totals, typed

ROUNDS_EACH = 4


def play(ledger: Ledger, game_id: str, points: int) -> int:
    """Confirm some rounds; after a conflict look at the game again.  The number of conflicts."""
    conflicts = 0
    for _ in range(ROUNDS_EACH):
        game = ledger.game(game_id)
        assert game is not None
        outcome = ledger.add_round(game_id, game.next_number, typed(game, points, 0, 1))
        while not outcome.kept:
            assert outcome.result is Result.CONFLICT
            assert outcome.game is not None
            conflicts += 1
            number = outcome.game.next_number
            outcome = ledger.add_round(game_id, number, typed(game, points, 0, 1))
    return conflicts


def test_threads_of_one_program(ledger: Ledger, game: KeptGame) -> None:
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda points: play(ledger, game.id, points), (1, 100, 10_000)))
    assert totals(ledger.game(game.id)) == [10_101 * ROUNDS_EACH, 0, 3 * ROUNDS_EACH]


def test_several_programs(ledger: Ledger, game: KeptGame) -> None:
    script = (
        "import sys; from pathlib import Path; from ledger import Ledger;"
        "from tests.ledger.test_two_writers import play;"
        "play(Ledger(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3]))"
    )
    command = [sys.executable, "-c", script, str(ledger.path), game.id]
    programs = [subprocess.Popen([*command, points]) for points in ("1", "100", "10000")]
    assert [program.wait() for program in programs] == [0, 0, 0]
    assert totals(ledger.game(game.id)) == [10_101 * ROUNDS_EACH, 0, 3 * ROUNDS_EACH]


def test_two_who_saw_the_same_game_cannot_both_write(ledger: Ledger, game: KeptGame) -> None:
    """The slower one learns what the faster one wrote, and nothing of his is mixed in."""
    with ThreadPoolExecutor(2) as threads:
        outcomes = list(threads.map(lambda points: ledger.add_round(game.id, 1, typed(game, points, 0, 0)), (7, 8)))
    assert sorted(outcome.result for outcome in outcomes) == [Result.CONFLICT, Result.KEPT]
    kept = next(outcome.game for outcome in outcomes if outcome.kept)
    assert [outcome.game for outcome in outcomes] == [kept, kept]


def test_the_same_new_player_written_by_two_is_one(ledger: Ledger) -> None:
    with ThreadPoolExecutor(4) as threads:
        players = set(threads.map(ledger.player, ["Mia"] * 4))
    assert len(players) == 1


def test_many_open_a_new_file_at_once(ledger: Ledger) -> None:
    with ThreadPoolExecutor(6) as threads:
        games = list(threads.map(lambda _: evening(ledger), range(6)))
    assert {game.id for game in ledger.games()} == {game.id for game in games}
