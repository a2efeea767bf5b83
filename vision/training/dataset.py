"""Rendered scenes on disk: pictures, YOLO pose labels, and ``labels.jsonl`` that says what is in them.

``images/000000.jpg`` and ``labels/000000.txt`` are what ultralytics reads. Each line of
``labels.jsonl`` has the form of a folder of real photos (``photo``, ``cards``, ``doubtful``,
``unreadable``), in ``indices`` the place of every printed index and the number of its card, and in
``groups`` the numbers of the cards that lie together, as they are read.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import JOKER, Face, Rank
from vision.training.scene import Art, IndexLabel, Recipe, Scene, render

READABLE = 0.6
"""An index of which this share is seen can be read; stage 1 is taught to find it."""
UNSEEN = -0.01
"""How ultralytics is told that a keypoint is not in the picture."""
CERTAIN, HOPELESS = 0.8, 0.45
"""A card is certain when one index shows this much, unreadable when none shows that much."""


@dataclass(frozen=True, slots=True)
class Job:
    """One worker's share of a set."""

    recipe: Recipe
    out: Path
    seed: int
    numbers: tuple[int, ...]


def make(recipe: Recipe, art: Art, out: Path, scenes: int, seed: int, workers: int = 1) -> None:
    """Render ``scenes`` scenes into ``out``; the same arguments write the same files.

    Scenes that are already there are kept, so an interrupted run goes on where it stopped.
    """
    for folder in ("images", "labels", "notes"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    jobs = [Job(recipe, out, seed, tuple(range(worker, scenes, workers))) for worker in range(workers)]
    processes = [multiprocessing.get_context("fork").Process(target=_work, args=(job, art)) for job in jobs]
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)  # OpenCV's threads do not survive a fork: they must be gone before it
    for process in processes:
        process.start()
    cv2.setNumThreads(threads)
    for process in processes:
        process.join()
        if process.exitcode:
            raise RuntimeError("a rendering worker failed")
    lines = [path.read_text() for path in sorted((out / "notes").glob("*.json"))[:scenes]]
    (out / "labels.jsonl").write_text("\n".join(lines) + "\n")


def _work(job: Job, art: Art) -> None:
    for number in job.numbers:
        if not (job.out / "notes" / f"{number:06d}.json").exists():
            write_scene(render(job.recipe, art, np.random.default_rng([job.seed, number])), job.out, number)


def write_scene(scene: Scene, out: Path, number: int) -> None:
    """One scene's picture, YOLO label and note (the note last: it says that the scene is complete)."""
    name = f"{number:06d}"
    cv2.imwrite(str(out / "images" / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
    (out / "labels" / f"{name}.txt").write_text("\n".join(yolo_lines(scene)) + "\n")
    (out / "notes" / f"{name}.json").write_text(json.dumps(note(scene, f"images/{name}.jpg"), ensure_ascii=False))


def yolo_lines(scene: Scene) -> Iterator[str]:
    """Per index: class, box (centre and size), then five keypoints (x, y), all as shares of the picture.

    The fifth is the card's centre, on the side where a left-hand index has it: stage 1 cannot
    tell the sides, so stage 2 says which indices stand on the right (``vision.sightings``).
    """
    height, width = scene.image.shape[:2]
    size = np.array([width, height], np.float32)
    for label in scene.indices:
        if label.visible < READABLE:
            continue
        quad = np.clip(label.quad / size, 0, 1)
        low, high = quad.min(axis=0), quad.max(axis=0)
        centre = centre_on_the_left(label.quad, label.centre) / size
        seen = bool(((centre >= 0) & (centre <= 1)).all())
        numbers = [*(low + high) / 2, *(high - low)]
        for point in quad:
            numbers += [*point]
        numbers += [*centre] if seen else [UNSEEN, UNSEEN]
        yield "0 " + " ".join(f"{number:.5f}".rstrip("0").rstrip(".") for number in numbers)


def stands_right(quad: NDArray[np.float32], centre: NDArray[np.float32]) -> bool:
    """Whether an index stands on the right of its card, held upright."""
    return bool((centre - quad.mean(axis=0)) @ (quad[1] - quad[0]) < 0)


def centre_on_the_left(quad: NDArray[np.float32], centre: NDArray[np.float32]) -> NDArray[np.float32]:
    """The card's centre if this were a left-hand index: mirrored, where need be, in the index's own upright axis."""
    if not stands_right(quad, centre):
        return centre
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / np.linalg.norm(quad[1] + quad[2] - quad[0] - quad[3])
    return np.asarray(centre - 2 * ((centre - quad.mean(axis=0)) @ right) * right, dtype=np.float32)


def note(scene: Scene, photo: str) -> dict[str, object]:
    """What a careful person would say is in the picture, and where every index lies."""
    best = [
        max((label.visible for label in scene.indices if label.card == place), default=0.0)
        for place in range(len(scene.faces))
    ]
    named = [(face, seen) for face, seen in zip(scene.faces, best, strict=True) if face is not None]
    return {
        "photo": photo,
        "cards": [str(face) for face, seen in named if seen >= CERTAIN],
        "doubtful": [str(face) for face, seen in named if HOPELESS <= seen < CERTAIN],
        "unreadable": sum(seen < HOPELESS for _, seen in named),
        "letters": _letters(scene),
        "indices": [_index_note(label) for label in scene.indices],
        "groups": [list(group) for group in scene.groups],
    }


def _letters(scene: Scene) -> str:
    """The court letters seen, in the order ace, king, queen, jack; ``-`` where a court is not there."""
    printed: dict[Rank, str] = {}
    for label in scene.indices:
        face = scene.faces[label.card]
        if face is not None and face is not JOKER and label.visible >= READABLE:
            printed[_rank(face)] = label.rank
    return "".join(printed.get(rank, "-") for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK))


def _rank(face: Face) -> Rank:
    assert face is not JOKER
    return face.rank  # type: ignore[union-attr]


def _index_note(label: IndexLabel) -> dict[str, object]:
    return {
        "quad": np.round(label.quad, 2).tolist(),
        "centre": np.round(label.centre, 2).tolist(),
        "rank": label.rank,
        "suit": label.suit,
        "visible": round(label.visible, 3),
        "card": label.card,
    }
