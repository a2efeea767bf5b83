"""The weights: found beside the program, checked against their manifest, run by onnxruntime.

Nothing is downloaded. A manifest that does not match the weights, or that orders the faces
otherwise than ``engine.cards`` does, is refused: a reader that swaps hearts and spades is
worse than none.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.cards import FACES

MODELS = Path(__file__).resolve().parent.parent / "models"
"""The weights lie beside the rooms, in a checkout as in an installed program."""
MANIFEST = "manifest.json"
VERSION = 1
SCORE_IN_DOUBT = 0.34
"""Stage 1's score below which an index may be none, where the manifest does not say (``calibrate`` writes it there)."""
CENTRE_ERROR = 0.36
"""How far two indices of one card disagree about its centre, as a part of their distance from it; likewise."""

RANK_CLASSES = (
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "1", "R", "D", "V", "B", "W", "H", "JK", "none",
)  # fmt: skip
"""What the classifier tells apart: ranks, letters of other languages, joker, no index at all."""
SUIT_CLASSES = ("S", "H", "D", "C", "none")


class ModelMismatch(RuntimeError):
    """The weights and the program do not belong together; the message says where they differ."""


class Network(Protocol):
    """Weights that turn one batch into named results."""

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]: ...


@dataclass(frozen=True, slots=True)
class IndicesSettings:
    """How stage 1 is run: the longer side in pixels, what counts as found, what as found twice; and how good it is.

    ``score_in_doubt`` and ``centre_error`` are measured on rendered scenes (``training calibrate``).
    """

    file: str
    sha256: str
    long_side: int
    score_threshold: float
    iou_threshold: float
    score_in_doubt: float = SCORE_IN_DOUBT
    centre_error: float = CENTRE_ERROR


@dataclass(frozen=True, slots=True)
class FacesSettings:
    """How stage 2 is run: its crop, its classes in order and the temperatures that calibrate it."""

    file: str
    sha256: str
    crop: tuple[int, int]
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    rank_temperature: float
    suit_temperature: float


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the weights' makers say about them."""

    indices: IndicesSettings
    faces: FacesSettings


@dataclass(frozen=True, slots=True)
class OnnxNetwork:
    """An ONNX file, loaded; may be run from several threads at once."""

    session: Any

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        names = [output.name for output in self.session.get_outputs()]
        values = self.session.run(names, {self.session.get_inputs()[0].name: batch})
        return dict(zip(names, values, strict=True))


def read_manifest(folder: Path = MODELS) -> Manifest:
    """The manifest of a folder of weights; ``ModelMismatch`` where it is missing or does not fit."""
    try:
        record = json.loads((folder / MANIFEST).read_text("utf-8"))
        manifest = _manifest_of(record)
    except OSError as missing:
        raise ModelMismatch(f"no weights here: {folder / MANIFEST}") from missing
    except (ValueError, KeyError, TypeError, AttributeError) as broken:
        raise ModelMismatch(f"{MANIFEST} cannot be understood: {broken!r}") from broken
    _check(record, manifest)
    return manifest


def load_network(folder: Path, file: str, sha256: str, threads: int | None = None) -> Network:
    """One ONNX file, checked against its hash before anything in it is believed."""
    try:
        weights = (folder / file).read_bytes()
    except OSError as missing:
        raise ModelMismatch(f"weights are missing: {folder / file}") from missing
    if hashlib.sha256(weights).hexdigest() != sha256:
        raise ModelMismatch(f"{file} is not the file that the manifest was written for")
    return network_of(weights, threads or default_threads())


def network_of(weights: bytes, threads: int) -> Network:
    """An ONNX file's content as a network; not checked against anything."""
    return OnnxNetwork(_session(weights, threads))


def default_threads() -> int:
    """Two threads where there are two processors: more gain little and starve other visitors."""
    return max(1, min(2, os.cpu_count() or 1))


def _session(weights: bytes, threads: int) -> Any:
    """Without an arena and without planned blocks: 110 MB less are held from scan to scan, and no time is lost."""
    import onnxruntime  # only here: who cuts crops for training has no need of it

    options = onnxruntime.SessionOptions()
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def _manifest_of(record: Any) -> Manifest:
    indices, faces = record["indices"], record["faces"]
    height, width = faces["crop"]
    return Manifest(
        IndicesSettings(
            str(indices["file"]),
            str(indices["sha256"]),
            int(indices["long_side"]),
            float(indices["score_threshold"]),
            float(indices["iou_threshold"]),
            float(indices.get("score_in_doubt", SCORE_IN_DOUBT)),
            float(indices.get("centre_error", CENTRE_ERROR)),
        ),
        FacesSettings(
            str(faces["file"]),
            str(faces["sha256"]),
            (int(height), int(width)),
            tuple(faces["ranks"]),
            tuple(faces["suits"]),
            float(faces["temperature"]["ranks"]),
            float(faces["temperature"]["suits"]),
        ),
    )


def _check(record: Any, manifest: Manifest) -> None:
    if record.get("version") != VERSION:
        raise ModelMismatch(f"manifest version {record.get('version')!r}, this program reads {VERSION}")
    if record.get("face_order") != [str(face) for face in FACES]:
        raise ModelMismatch("the weights order the faces otherwise than this program")
    if sorted(manifest.faces.ranks) != sorted(RANK_CLASSES) or sorted(manifest.faces.suits) != sorted(SUIT_CLASSES):
        raise ModelMismatch("the weights tell other ranks or suits apart than this program")
    if min(manifest.faces.rank_temperature, manifest.faces.suit_temperature) <= 0:
        raise ModelMismatch("a temperature must be positive")


@cache
def cached_network(folder: Path, file: str, sha256: str, threads: int) -> Network:
    """As ``load_network``; the same weights are loaded once however many visitors scan."""
    return load_network(folder, file, sha256, threads)
