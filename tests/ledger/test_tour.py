"""The tour in the ledger's docstring can be walked as it stands."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ledger
from engine import cards, game, scoring
from ledger import KeptGame, Ledger
from tests.ledger.evenings import totals, typed


def steps() -> list[str]:
    """The lines of the tour, as Python."""
    assert ledger.__doc__ is not None
    lines = ledger.__doc__.splitlines()
    return [line for line in map(str.rstrip, lines) if line.startswith("    ")]


def test_the_tour_can_be_walked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))
    names: dict[str, Any] = {**vars(ledger), **vars(cards), **vars(game), **vars(scoring), "replace": replace}
    walked = steps()
    split = next(place for place, line in enumerate(walked) if "change_round" in line)
    exec(textwrap.dedent("\n".join(walked[:split])), names)
    kept = names["outcome"].game
    assert isinstance(kept, KeptGame)
    assert totals(kept) == [0, 17]
    rest = {"other_round": typed(kept, 1, 2), "version": 2, "id_from_the_url": kept.id}
    texts = {"text": Ledger.at_home().export(), "csv_text": "#,Ana,Jan\n1,2,3\n"}
    exec(textwrap.dedent("\n".join(walked[split:])), {**names, **rest, **texts})
    assert [player.name for player in Ledger.at_home().people()] == ["Ana", "Jan"]
    assert len(Ledger.at_home().games()) == 2, "the game and the sheet"
