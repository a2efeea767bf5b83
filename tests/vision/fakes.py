"""Networks made of rules, for tests of everything around the weights.

``PaintedIndices`` answers for indices whose places are known; ``PaintedFaces`` reads a crop by
its colour (see ``table.crop_colour``). ``write_models`` makes real, tiny ONNX files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import CARDS, FACES, Card
from tests.vision.table import crop_colour
from vision.indices import IndexCorner
from vision.runtime import (
    RANK_CLASSES,
    SUIT_CLASSES,
    FacesSettings,
    IndicesSettings,
    Manifest,
)

LONG_SIDE = 640
MANIFEST = Manifest(
    IndicesSettings("indices.onnx", "", LONG_SIDE, 0.25, 0.5),
    FacesSettings("faces.onnx", "", (96, 64), RANK_CLASSES, SUIT_CLASSES, 1.0, 1.0),
)


class PaintedIndices:
    """Knows where the indices of a photo of a certain size are; answers each of them three times, and noise."""

    def __init__(self, corners: Sequence[IndexCorner], width: int, height: int) -> None:
        self.corners, self.width, self.height = corners, width, height
        self.batches: list[tuple[int, ...]] = []

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        self.batches.append(batch.shape)
        scale = min(max(batch.shape[2:]) / max(self.width, self.height), 2.0)
        inner = np.array([round(self.width * scale), round(self.height * scale)])
        margin = np.array([batch.shape[3], batch.shape[2]]) - inner
        rows = [_row(corner, scale, margin // 2, worse) for corner in self.corners for worse in (0.0, 0.1, 0.2)]
        rows += [[50.0, 50.0, 20.0, 20.0, 0.1, *[50.0] * 10]] * 4
        return {"output0": np.array(rows, np.float32).T[None]}


def _row(corner: IndexCorner, scale: float, margin: NDArray[np.int64], worse: float) -> list[float]:
    points = np.array([*corner.quad.points, corner.centre]) * scale + margin + worse * 3
    low, high = points[:4].min(0), points[:4].max(0)
    box = [*((low + high) / 2), *(high - low), corner.score - worse]
    return [float(value) for value in (*box, *points.ravel())]


class PaintedFaces:
    """Reads the colour of a crop as the number of a card; a strange colour or no black mark top left: unreadable."""

    colours = np.array([crop_colour(number) for number in range(52)], float)

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        middle = batch[:, ::-1, 46:62, 24:40].mean((2, 3)) * 255
        ranks = np.full((len(batch), len(RANK_CLASSES)), -5.0, np.float32)
        suits = np.full((len(batch), len(SUIT_CLASSES)), -5.0, np.float32)
        for place, colour in enumerate(middle):
            apart = np.abs(self.colours - colour).max(1)
            stands = batch[place, :, 20:26, 17:23].mean() < 0.15
            name = _names(int(apart.argmin())) if apart.min() < 22 and stands else ("none", "none")
            ranks[place, RANK_CLASSES.index(name[0])] = 5
            suits[place, SUIT_CLASSES.index(name[1])] = 5
        embedding, sides = np.zeros((len(batch), 64), np.float32), np.full((len(batch), 1), -5, np.float32)
        return {"ranks": ranks, "suits": suits, "embedding": embedding, "sides": sides}


def _names(number: int) -> tuple[str, str]:
    card: Card = CARDS[number]
    return str(card.rank), str(card.suit)


def manifest_record(folder: Path) -> dict[str, Any]:
    """A manifest as training writes it, for the files in a folder."""
    sha = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in ("indices.onnx", "faces.onnx")}
    return {
        "version": 1,
        "indices": {
            "file": "indices.onnx",
            "sha256": sha["indices.onnx"],
            "long_side": LONG_SIDE,
            "score_threshold": 0.25,
            "iou_threshold": 0.5,
        },
        "faces": {
            "file": "faces.onnx",
            "sha256": sha["faces.onnx"],
            "crop": [96, 64],
            "ranks": list(RANK_CLASSES),
            "suits": list(SUIT_CLASSES),
            "temperature": {"ranks": 1.3, "suits": 1.1},
        },
        "face_order": [str(face) for face in FACES],
        "recipe": {},
        "scores": {},
    }


def write_models(folder: Path) -> None:
    """Two real ONNX files that find nothing and read nothing, with their manifest."""
    folder.mkdir(exist_ok=True)
    (folder / "indices.onnx").write_bytes(_blind_indices())
    (folder / "faces.onnx").write_bytes(_blind_faces())
    (folder / "manifest.json").write_text(json.dumps(manifest_record(folder)), "utf-8")


def _blind_indices() -> bytes:
    """Zeros, 1 × 15 × N, for a picture of any size."""
    import onnx
    from onnx import TensorProto, helper

    weights = helper.make_tensor("weights", TensorProto.FLOAT, [15, 3, 1, 1], [0.0] * 45)
    shape = helper.make_tensor("shape", TensorProto.INT64, [3], [1, 15, -1])
    nodes = [
        helper.make_node("Conv", ["images", "weights"], ["map"], kernel_shape=[1, 1], strides=[32, 32]),
        helper.make_node("Reshape", ["map", "shape"], ["output0"]),
    ]
    graph = helper.make_graph(
        nodes,
        "blind",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, "height", "width"])],
        [helper.make_tensor_value_info("output0", TensorProto.FLOAT, [1, 15, "n"])],
        [weights, shape],
    )
    return _bytes(onnx, helper, graph)


def _blind_faces() -> bytes:
    import onnx
    from onnx import TensorProto, helper

    nodes = [helper.make_node("GlobalAveragePool", ["crops"], ["mean"])]
    outputs, constants = [], []
    for name, size in (("ranks", len(RANK_CLASSES)), ("suits", len(SUIT_CLASSES)), ("embedding", 64), ("sides", 1)):
        constants.append(helper.make_tensor(f"{name}_w", TensorProto.FLOAT, [size, 3, 1, 1], [0.0] * size * 3))
        nodes.append(helper.make_node("Conv", ["mean", f"{name}_w"], [f"{name}_map"], kernel_shape=[1, 1]))
        nodes.append(helper.make_node("Flatten", [f"{name}_map"], [name], axis=1))
        outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", size]))
    inputs = [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["n", 3, 96, 64])]
    return _bytes(onnx, helper, helper.make_graph(nodes, "blind", inputs, outputs, constants))


def _bytes(onnx: Any, helper: Any, graph: Any) -> bytes:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())
