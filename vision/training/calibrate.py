"""From which score of stage 1 on a card is surely there, learnt from rendered scenes of decks never trained on.

New weights shift stage 1's scores, so the limit below which a card is doubted belongs to the
weights: it stands in their manifest. Scenes with ``indices`` in their ``labels.jsonl`` are
needed, and best some without cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.letters import language_of, odds_of
from vision.photo import image_of, open_photo
from vision.presence import SURE
from vision.prints import find, read
from vision.reader import Reader
from vision.sightings import SeenIndex, one_print_each
from vision.training.judge_groups import Laid

Samples = NDArray[np.float64]
"""n × 2: a print's score, and 1 where an index really stands there, else 0."""
HIGHEST = 0.6
"""A limit above this would doubt everything; then the weights are not fit to be used."""


def samples_of(folder: Path, reader: Reader, limit: int | None = None) -> Samples:
    """Every readable print that stage 1 finds in a folder's scenes, once, and whether it is one."""
    lines = (folder / "labels.jsonl").read_text().splitlines()[:limit]
    rows = [pair for line in lines if line.strip() for pair in _pairs(folder, json.loads(line), reader)]
    return np.array(rows, np.float64).reshape(-1, 2)


def _pairs(folder: Path, row: dict[str, object], reader: Reader) -> Iterator[tuple[float, float]]:
    image = open_photo((folder / str(row["photo"])).read_bytes())
    picture = image_of(image.pixels)
    prints = read(picture, lambda _: picture, find(picture, reader), reader)
    language = language_of(prints.readings)
    pairs = zip(prints.corners, prints.readings, strict=True)
    seen = [SeenIndex(corner, odds_of(reading, language)) for corner, reading in pairs]
    laid = Laid.of({**row, "groups": [[0]]})
    for index in one_print_each(seen):
        if index.odds.unreadable < 0.5:
            is_one = laid is not None and laid.card_at([index.corner.quad]) is not None
            yield index.corner.score, float(is_one)


def score_in_doubt(samples: Samples, lowest: float) -> float:
    """The score from which on a print is more likely than ``SURE`` one; never below ``lowest``, stage 1's own limit."""
    slope, bias = _logistic(samples)
    limit = (np.log(SURE / (1 - SURE)) - bias) / slope if slope > 0 else lowest
    return float(np.clip(limit, lowest, HIGHEST))


def _logistic(samples: Samples, steps: int = 60) -> tuple[float, float]:
    """Slope and bias of how likely a print is one, given its score (Newton's method, a little ridge)."""
    design = np.column_stack([samples[:, 0], np.ones(len(samples))])
    weights = np.zeros(2)
    ridge = np.diag([1e-2, 1e-4])
    for _ in range(steps):
        likely = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (samples[:, 1] - likely) - ridge @ weights
        bend = design.T @ (design * (likely * (1 - likely))[:, None]) + ridge
        weights += np.clip(np.linalg.solve(bend, slope), -5, 5)
    return float(weights[0]), float(weights[1])


def calibrate(folders: Sequence[Path], reader: Reader, models: Path, limit: int | None = None) -> float:
    """Learn the limit from rendered folders and write it into the manifest of ``models``."""
    samples = np.vstack([samples_of(folder, reader, limit) for folder in folders])
    found = round(score_in_doubt(samples, reader.manifest.indices.score_threshold), 3)
    path = models / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["indices"]["score_in_doubt"] = found
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    none = int((1 - samples[:, 1]).sum())
    print(f"{len(samples)} prints, {none} of them none: doubted below a score of {found}")
    return found
