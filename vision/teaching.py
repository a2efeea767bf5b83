"""Teach the reader your own deck: photos of single cards become examples it compares with.

What is kept of a deck is the cut-out prints themselves, so a deck that was taught stays
taught when better weights come. An example only speaks when a print looks very much like it;
everything else is read as before.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import FACES, Face, face_index
from vision.faces import CROP_HEIGHT, CROP_WIDTH, read_crops
from vision.letters import Odds
from vision.runtime import FacesSettings, Network

UNLIKE, ALIKE = 0.80, 0.95
"""Cosine between embeddings below which an example says nothing, and from which it decides alone."""
SHARPNESS = 0.03
"""How much less like a print another face's example must be to count for little."""
MOST_EXAMPLES = 1000
_SUFFIX = ".deck.npz"
_NAME = re.compile(r"[\w][\w .-]{0,60}")


class BadDeck(ValueError):
    """A taught deck cannot be read or written; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """Prints cut out upright (see ``faces.rectify``) and the face each of them is."""

    crops: tuple[NDArray[np.uint8], ...]
    faces: tuple[Face, ...]

    def and_also(self, other: Lesson) -> Lesson:
        return Lesson((*self.crops, *other.crops), (*self.faces, *other.faces))


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDeck:
    """Examples as the classifier knows them: ``vectors`` is n × 64, each of length 1; one face for each."""

    name: str
    faces: tuple[Face, ...]
    vectors: NDArray[np.float64]


NOTHING = Lesson((), ())


def learn(name: str, lesson: Lesson, network: Network, settings: FacesSettings) -> TaughtDeck:
    """The examples of a lesson, seen through the weights at hand."""
    readings = read_crops(lesson.crops, network, settings)
    vectors = np.array([_unit(reading.embedding) for reading in readings]).reshape(len(readings), -1)
    return TaughtDeck(name, lesson.faces, vectors)


def with_taught(odds: Odds, embedding: NDArray[np.float32], decks: Sequence[TaughtDeck]) -> Odds:
    """What a print means, when it may be of a deck that was taught."""
    likeness = _likeness(_unit(embedding), decks)
    best = float(likeness.max())
    trust = min(1.0, max(0.0, (best - UNLIKE) / (ALIKE - UNLIKE)))
    if trust == 0:
        return odds
    shares = np.exp((likeness - best) / SHARPNESS)
    faces = (1 - trust) * odds.faces + trust * shares / shares.sum()
    return Odds(np.asarray(faces, dtype=np.float64), (1 - trust) * odds.unreadable)


def _likeness(vector: NDArray[np.float64], decks: Sequence[TaughtDeck]) -> NDArray[np.float64]:
    """How like a print is to the best example of each face; −1 where there is none."""
    best = np.full(len(FACES), -1.0)
    for deck in decks:
        places = [face_index(face) for face in deck.faces]
        np.maximum.at(best, places, deck.vectors @ vector)
    return best


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float64]:
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length if length else vector, dtype=np.float64)


def save_lesson(folder: Path, name: str, lesson: Lesson) -> None:
    """Keeps a lesson under a name; one of that name is replaced."""
    if len(lesson.faces) > MOST_EXAMPLES:
        raise BadDeck(f"more than {MOST_EXAMPLES} examples")
    file = io.BytesIO()
    faces = np.array([face_index(face) for face in lesson.faces], np.int16)
    crops = np.array(lesson.crops, np.uint8).reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3)
    np.savez_compressed(file, crops=crops, faces=faces)
    folder.mkdir(parents=True, exist_ok=True)
    _path(folder, name).write_bytes(file.getvalue())


def load_lesson(folder: Path, name: str) -> Lesson:
    """The lesson kept under a name; raises ``BadDeck`` where there is none or it is damaged."""
    try:
        with np.load(io.BytesIO(_path(folder, name).read_bytes()), allow_pickle=False) as kept:
            crops, faces = kept["crops"], kept["faces"]
            if crops.dtype != np.uint8 or crops.shape != (len(faces), CROP_HEIGHT, CROP_WIDTH, 3):
                raise BadDeck(f"not a taught deck: {name}")
            return Lesson(tuple(crops), tuple(FACES[place] for place in faces.tolist()))
    except FileNotFoundError as missing:
        raise BadDeck(f"no deck of this name was taught: {name}") from missing
    except BadDeck:
        raise
    except Exception as broken:  # zipfile and numpy raise whatever a damaged file makes them stumble over
        raise BadDeck(f"the taught deck is damaged: {name}") from broken


def lessons(folder: Path) -> tuple[str, ...]:
    """The names of the decks that were taught."""
    return tuple(sorted(path.name.removesuffix(_SUFFIX) for path in folder.glob(f"*{_SUFFIX}")))


def forget(folder: Path, name: str) -> None:
    """Removes a taught deck; raises ``BadDeck`` where there is none."""
    try:
        _path(folder, name).unlink()
    except FileNotFoundError as missing:
        raise BadDeck(f"no deck of this name was taught: {name}") from missing


def _path(folder: Path, name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise BadDeck("a deck's name may have letters, digits, blanks, dots and dashes")
    return folder / f"{name}{_SUFFIX}"
