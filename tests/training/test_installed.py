"""Installed card sheets are cut into the cards that training reads."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import CARDS
from vision.training.installed import ROWS, cut_sheet, gather, render_sheet


def sheet_of_colours() -> bytes:
    """A sheet whose cell in column c and row r is painted rgb(10·c, 40·r, 200)."""
    cells = "".join(
        f'<rect x="{20 * column}" y="{30 * row}" width="20" height="30" fill="rgb({10 * column},{40 * row},200)"/>'
        for row in range(5)
        for column in range(13)
    )
    return gzip.compress(f'<svg xmlns="http://www.w3.org/2000/svg" width="260" height="150">{cells}</svg>'.encode())


def test_every_card_is_cut_from_its_own_cell() -> None:
    cards = dict(cut_sheet(render_sheet(sheet_of_colours())))
    assert {str(card) for card in CARDS} <= set(cards)
    for card in CARDS:
        middle = cards[str(card)][360, 240, :3]
        expected = (200, 40 * ROWS.index(str(card.suit)), 10 * (int(card.rank) - 1))
        np.testing.assert_allclose(middle, expected, atol=2)


def test_gathered_decks_are_written_as_training_reads_them(tmp_path: Path) -> None:
    (tmp_path / "berlin.svgz").write_bytes(sheet_of_colours())
    assert gather(tmp_path / "art", tmp_path) == 1
    (row,) = (json.loads(line) for line in (tmp_path / "art" / "decks.jsonl").read_text().splitlines())
    assert row == {"deck": "gnome-berlin", "family": "gnome-berlin", "index": "A K D B", "indices_per_card": 2}
    king = cv2.imread(str(tmp_path / "art" / "decks" / "gnome-berlin" / "KS.webp"))
    assert king is not None
    assert king.shape[0] == 720


def test_nothing_installed_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="gnome-cards-data"):
        gather(tmp_path / "art", tmp_path)
