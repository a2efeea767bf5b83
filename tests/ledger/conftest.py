from __future__ import annotations

from pathlib import Path

import pytest

from ledger import KeptGame, Ledger
from tests.ledger.evenings import evening, new_ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return new_ledger(tmp_path)


@pytest.fixture
def game(ledger: Ledger) -> KeptGame:
    """A game of rami 51 with Ana, Jan and Ewa, nothing played yet."""
    return evening(ledger)
