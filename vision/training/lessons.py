"""What teaching one's own deck gains on that deck, jokers included, and whether it costs anything elsewhere.

The first half of the scenes of one printer (``make --printer``) teaches, the second half is read
with and without what was taught.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.cards import JOKER, Face, Rank, parse_face
from vision.letters import COURTS
from vision.photo import image_of
from vision.prints import cut_out, find
from vision.reader import Reader
from vision.teaching import NOTHING, Lesson, learn
from vision.training.judge_groups import Laid
from vision.training.trials import Subject, look, subjects

_COURTS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


def face_of(index: dict[str, Any], letters: str) -> Face | None:
    """What a printed index means, given the letters of ace, king, queen and jack on the scene.

    ``None`` where nobody can tell: a V that the letters do not place.
    """
    printed = str(index["rank"])
    if printed == "JK":
        return JOKER
    place = letters.find(printed)
    rank = _COURTS[place] if place >= 0 else COURTS.get(printed, printed)
    return None if rank == "V" else parse_face(f"{rank}{index['suit']}")


def lesson_of_scene(folder: Path, row: dict[str, Any], reader: Reader) -> Lesson:
    """Every print that stage 1 finds where an index is noted, with the face it shows."""
    laid = Laid.of({**row, "groups": [[0]]})
    if laid is None:
        return NOTHING
    image = image_of(np.asarray(cv2.imread(str(folder / row["photo"]), cv2.IMREAD_COLOR), dtype=np.uint8))
    corners = find(image, reader)
    faces = {index["card"]: face_of(index, row["letters"]) for index in row["indices"]}
    pairs = [
        (crop, face)
        for crop, corner in zip(cut_out(image, lambda _: image, corners), corners, strict=True)
        if (card := laid.card_at([corner.quad])) is not None and (face := faces[card]) is not None
    ]
    return Lesson(tuple(crop for crop, _ in pairs), tuple(face for _, face in pairs))


def teach_trial(folder: Path, elsewhere: Path | None, reader: Reader, limit: int | None = None) -> str:
    """F1 and jokers found, without and with the lesson, on the deck itself and elsewhere."""
    rows = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines() if line.strip()][:limit]
    half = len(rows) // 2
    lesson = NOTHING
    for row in rows[:half]:
        lesson = lesson.and_also(lesson_of_scene(folder, row, reader))
    taught = replace(reader, decks=(learn("trial", lesson, reader.faces, reader.manifest.faces),))
    lines = [f"taught {len(lesson.faces)} prints of {len(set(lesson.faces))} faces"]
    lines.append(_gain("this deck", list(subjects(folder, limit))[half:], reader, taught))
    if elsewhere is not None:
        lines.append(_gain("elsewhere", list(subjects(elsewhere, limit)), reader, taught))
    return "\n".join(lines)


def _gain(name: str, scenes: Sequence[Subject], reader: Reader, taught: Reader) -> str:
    before, after = (_found(scenes, each) for each in (reader, taught))
    return f"{name}: untaught {before}, taught {after}"


def _found(scenes: Sequence[Subject], reader: Reader) -> str:
    right = wrong = missed = jokers = 0
    for scene in scenes:
        read, there = Counter(look(scene.image, reader).hand), Counter(scene.cards)
        right += (read & there).total()
        missed += (there - read).total()
        wrong += (read - there - Counter(scene.doubtful)).total()
        jokers += (read & there)[JOKER]
    every = sum(Counter(scene.cards)[JOKER] for scene in scenes)
    return f"F1 {2 * right / max(1, 2 * right + wrong + missed):.4f} (jokers {jokers}/{every})"
