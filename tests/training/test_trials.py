"""Trials count what they say: against a reader that knows the answer, and one that does not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import Face, Hand
from vision.letters import Letters, certain
from vision.notes import Note
from vision.reader import Reader
from vision.scan import Scan, ScannedCard
from vision.training import trials
from vision.training.artwork import Pixels
from vision.training.trials import Trial, is_exact, languages_with, run_trials, subjects


def scan(faces: Sequence[Face], *notes: Note) -> Scan:
    cards = tuple(ScannedCard(face, 0.99, (), (), (), 0, certain(face)) for face in faces)
    return Scan(100, 100, cards, (tuple(range(len(cards))),), 0, Letters.AKQJ, notes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two scenes, told apart by their left halves: one dark, one bright."""
    rows = []
    for name, grey, cards in (("dark", 0, ["7S", "KD"]), ("bright", 255, ["9H"])):
        picture = np.full((60, 80, 3), 128, np.uint8)
        picture[:, :40] = grey
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
        rows.append(
            {
                "photo": f"{name}.png",
                "cards": cards,
                "doubtful": ["2C"],
                "letters": "-K--" if name == "dark" else "----",
            }
        )
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def knowing(image: Pixels, reader: Reader) -> Scan:
    """Reads the scenes of ``folder`` by their left or, in a mirror, right halves."""
    width = image.shape[1]
    left, right = (float(half.mean()) for half in (image[:, : width // 3], image[:, -width // 3 :]))
    is_mirrored = abs(right - 128) > abs(left - 128)
    grey = right if is_mirrored else left
    return scan(Hand.parse("7S KD" if grey < 128 else "9H").faces, *([Note.MIRRORED] if is_mirrored else []))


def lines(folder: Path, *which: Trial) -> list[str]:
    return list(run_trials(which, folder, None, None, 1))  # type: ignore[arg-type]


def test_a_reader_that_knows_passes_every_trial(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "look", knowing)
    mirror, noise, letters, merge, live = lines(folder, *Trial)
    assert mirror == "mirrored: noticed 2 of 2, false 0, read as unmirrored 2"
    assert noise == "5 noises: the same answer 2 of 2, no sure card contradicted 2"
    assert letters == "letters: right 1 of 1 with a court"
    assert merge.startswith("merged pairs: exact 2 of 2")
    assert live.endswith("silent errors 0 of 3 cards")
    assert "sure within 10 frames 2 of 2" in live


def test_a_reader_that_guesses_fails_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    monkeypatch.setattr(trials, "look", lambda image, reader: scan(Hand.parse(str(random.choice(["7C", "8C"]))).faces))
    mirror, noise, merge = lines(folder, Trial.MIRROR, Trial.NOISE, Trial.MERGE)
    assert mirror.startswith("mirrored: noticed 0 of 2")
    assert noise.startswith("5 noises: the same answer 0 of 2")
    assert merge.startswith("merged pairs: exact 0 of 2")


def test_few_letters_can_be_of_several_languages() -> None:
    assert languages_with("AKQJ") == {Letters.AKQJ}
    assert languages_with("1---") == {Letters.ARDV}
    assert languages_with("-K-B") == {Letters.AKDB}
    assert languages_with("A-D-") == {Letters.AKDB, Letters.ARDV, Letters.AKDW}
    assert languages_with("----") == set(Letters)


def test_exact_is_every_certain_card_and_nothing_else(folder: Path) -> None:
    dark, _ = subjects(folder)
    assert is_exact(Hand.parse("KD 7S").faces, dark)
    assert is_exact(Hand.parse("KD 7S 2C").faces, dark)
    assert not is_exact(Hand.parse("KD").faces, dark)
    assert not is_exact(Hand.parse("KD 7S 7S").faces, dark)
