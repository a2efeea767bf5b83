"""From which score of stage 1 on a card is surely there, and how well it knows a card's centre.

Both are learnt from rendered scenes of decks never trained on. New weights shift stage 1's
scores and its errors, so both belong to the weights and stand in their manifest. Scenes with
``indices`` in their ``labels.jsonl`` are needed, and best some without cards.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.letters import language_of
from vision.photo import image_of, open_photo
from vision.presence import SURE
from vision.prints import find, read
from vision.reader import Reader
from vision.scan import seen_indices
from vision.sightings import SeenIndex, common_centre, one_print_each
from vision.training.judge_groups import Laid

Samples = NDArray[np.float64]
"""n × 2: a print's score, and 1 where an index really stands there, else 0."""
WORST_SHARE, RAYLEIGH = 0.8, 1.794
"""Eight of ten errors in a plane are below 1.794 of their deviation, if they are normal; stray ones are more."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What scenes told: ``samples``, and for pairs of indices of one card how far they disagree about its centre."""

    samples: Samples
    apart: NDArray[np.float64]


FEWEST_PAIRS = 50
CENTRE_ERRORS = (0.2, 0.36)
"""Between these the error is believed; below, places would speak louder than what is read."""
HIGHEST = 0.6
"""A limit above this would doubt everything; then the weights are not fit to be used."""


def measured(folders: Sequence[Path], reader: Reader, limit: int | None = None) -> Measured:
    """Every readable print that stage 1 finds in the folders' scenes, once, and whether it is one."""
    samples: list[tuple[float, float]] = []
    apart: list[float] = []
    for folder in folders:
        for line in [line for line in (folder / "labels.jsonl").read_text().splitlines() if line.strip()][:limit]:
            found = _owners(folder, json.loads(line), reader)
            samples += [(index.corner.score, float(card is not None)) for index, card in found]
            apart += _disagreements(found)
    return Measured(np.array(samples, np.float64).reshape(-1, 2), np.array(apart))


def _owners(folder: Path, row: dict[str, object], reader: Reader) -> list[tuple[SeenIndex, int | None]]:
    """The readable prints of a scene, each with the number of the card it is printed on."""
    image = image_of(open_photo((folder / str(row["photo"])).read_bytes()).pixels)
    prints = read(image, lambda _: image, find(image, reader), reader)
    seen = one_print_each(seen_indices(prints, language_of(prints.readings)))
    laid = Laid.of({**row, "groups": [[0]]})
    return [
        (index, laid.card_at([index.corner.quad]) if laid is not None else None)
        for index in seen
        if index.odds.unreadable < 0.5
    ]


def _disagreements(found: Sequence[tuple[SeenIndex, int | None]]) -> list[float]:
    centres = [
        common_centre(one, other)
        for (one, first), (other, second) in itertools.combinations(found, 2)
        if first is not None and first == second
    ]
    return [centre.apart for centre in centres if centre is not None]


def centre_error(apart: NDArray[np.float64], usual: float) -> float:
    """The deviation of the disagreements; ``usual`` where too few cards show two indices."""
    if len(apart) < FEWEST_PAIRS:
        return usual
    return float(np.clip(np.quantile(apart, WORST_SHARE) / RAYLEIGH, *CENTRE_ERRORS))


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


def calibrate(folders: Sequence[Path], reader: Reader, models: Path, limit: int | None = None) -> None:
    """Learn both from rendered folders and write them into the manifest of ``models``."""
    seen, settings = measured(folders, reader, limit), reader.manifest.indices
    found = {
        "score_in_doubt": round(score_in_doubt(seen.samples, settings.score_threshold), 3),
        "centre_error": round(centre_error(seen.apart, settings.centre_error), 3),
    }
    path = models / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["indices"] |= found
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    none = int((1 - seen.samples[:, 1]).sum())
    print(f"{len(seen.samples)} prints, {none} of them none, {len(seen.apart)} pairs on one card: {found}")
