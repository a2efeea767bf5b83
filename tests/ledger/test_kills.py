"""A few kills in every test run, and proof that the check would notice a loss; the long count is a command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ledger import Ledger
from tests.ledger import kills
from tests.ledger.evenings import added, evening, typed


def test_a_kill_at_any_moment_loses_no_confirmed_round() -> None:
    command = [sys.executable, "-m", "tests.ledger.kills", "8"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("8 kills, ")
    assert done.stdout.endswith(" confirmations, none lost\n")


def test_the_check_notices_a_lost_round_and_one_too_many(ledger: Ledger) -> None:
    game = evening(ledger, "Ana Jan", title="t")
    added(ledger, game, typed(game, 1, 2))
    heard = kills.understood(
        [{"want": "t", "rounds": {}}, {"kept": True}, {"want": "t", "rounds": {"1": [1, 2]}}, {"kept": True}]
    )
    assert heard == kills.Heard({"t": {"1": [1, 2]}}, {"t": {"1": [1, 2]}}, 2)
    assert kills.check(ledger.path, {}, heard) == {"t": {"1": [1, 2]}}
    added(ledger, added(ledger, evening(ledger, "Ana Jan", title="u")), typed(game, 3, 4))
    with pytest.raises(AssertionError, match="neither"):
        kills.check(ledger.path, {}, heard)
    kept = {"u": {"1": [3, 4]}}
    ledger.take_out(game.id, 1, 1)
    with pytest.raises(AssertionError, match="neither"):
        kills.check(ledger.path, kept, heard)


def test_a_state_that_was_only_wanted_is_allowed_but_not_asked_for(ledger: Ledger, tmp_path: Path) -> None:
    game = evening(ledger, "Ana Jan", title="t")
    pending = kills.understood([{"want": "t", "rounds": {}}, {"kept": True}, {"want": "t", "rounds": {"1": [1, 2]}}])
    assert kills.check(ledger.path, {}, pending) == {"t": {}}
    added(ledger, game, typed(game, 1, 2))
    assert kills.check(ledger.path, {}, pending) == {"t": {"1": [1, 2]}}
