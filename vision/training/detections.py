"""What stage 1 really cuts out of rendered scenes, with what stands there: the hard part of stage 2's lessons.

A detection that covers a labelled index gets that index's face; one that covers none, or lies
upside down on it, is *unreadable*, which is how stage 2 learns to doubt stage 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.nms import non_max_suppression

from vision.training.artwork import Pixels
from vision.training.fit_faces import NOTHING, Crops, Patches, Target, crops_from, cut, target
from vision.training.fit_indices import MODEL

CLOSE, FAR = 0.35, 0.9
"""Mean distance of corners, in index heights: closer is that index, farther is none of it."""


class Detector:
    """Stage 1 as it was trained, run on whole pictures; finds more than the app would keep."""

    def __init__(self, weights: Path, threshold: float = 0.08) -> None:
        self._model = PoseModel(str(MODEL), ch=3, verbose=False)
        self._model.load_state_dict(load_file(str(weights)))
        self._model.eval().fuse()
        self._threshold = threshold

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def quads(self, image: Pixels) -> NDArray[np.float32]:
        """n × 4 × 2 index quads in pixels."""
        height, width = image.shape[:2]
        padded = cv2.copyMakeBorder(image, 0, -height % 32, 0, -width % 32, cv2.BORDER_CONSTANT, value=(114, 114, 114))
        tensor = torch.from_numpy(np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1))).float()[None] / 255
        answer = self._model(tensor)
        rows = non_max_suppression(answer[0] if isinstance(answer, tuple) else answer, self._threshold, 0.6, nc=1)[0]
        return np.asarray(rows[:, 6:14].reshape(-1, 4, 2).numpy(), dtype=np.float32)


def crops_of_detections(folder: Path, detector: Detector, limit: int | None = None) -> Crops:
    """Every detection on a rendered folder (or its first ``limit`` scenes), as crops with their classes."""
    notes = sorted((folder / "notes").glob("*.json"))[:limit]
    return crops_from([crop for path in notes for crop in _crops_of(folder, json.loads(path.read_text()), detector)])


def _crops_of(folder: Path, row: dict[str, object], detector: Detector) -> Iterator[tuple[Patches, Target]]:
    image = np.asarray(cv2.imread(str(folder / str(row["photo"])), cv2.IMREAD_COLOR), dtype=np.uint8)
    indices = list(row["indices"])  # type: ignore[call-overload]
    for quad in detector.quads(image):
        shown = match(quad, indices)
        if shown is not None:
            yield cut(image, quad), shown


def match(quad: NDArray[np.float32], indices: list[dict[str, object]]) -> Target | None:
    """What a detection shows; ``None`` where it is neither clearly on an index nor clearly off."""
    if not indices:
        return NOTHING
    quads = np.array([index["quad"] for index in indices], np.float32)
    heights = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    distances = np.linalg.norm(quads - quad, axis=2).mean(axis=1) / heights
    nearest = int(distances.argmin())
    if distances[nearest] < CLOSE:
        return target(indices[nearest])
    return NOTHING if distances[nearest] > FAR else None
