"""Trained weights become what the app reads: two ONNX files and a manifest.

The safetensors beside them hold the same weights to go on training from.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from ultralytics import YOLO

from engine.cards import FACES
from vision.faces import CROP_HEIGHT, CROP_WIDTH
from vision.runtime import RANK_CLASSES, SUIT_CLASSES
from vision.training.fit_faces import Crops, FaceNet, logits, temperature
from vision.training.fit_indices import MODEL

LONG_SIDE = 1280
"""Pixels of the longer side that stage 1 is exported for; the axes are dynamic."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Temperatures that the logits of stage 2 are divided by."""

    ranks: float
    suits: float

    @classmethod
    def of(cls, weights: Path, crops: Crops) -> Calibration:
        """Fitted on crops that training has not seen."""
        model = FaceNet()
        model.load_state_dict(load_file(str(weights)))
        ranks, suits, _ = logits(model, crops)
        return cls(temperature(ranks, crops.ranks), temperature(suits, crops.suits))


def export_indices(weights: Path, out: Path) -> Path:
    """Stage 1 as ``indices.onnx``, in ultralytics' own form (so that its predictor reads it too)."""
    model = YOLO(str(MODEL), task="pose")
    model.model.load_state_dict(load_file(str(weights)), strict=True)
    made = model.export(format="onnx", dynamic=True, imgsz=LONG_SIDE, opset=17, simplify=True)
    return Path(shutil.move(made, out / "indices.onnx"))


def export_faces(weights: Path, out: Path) -> Path:
    """Stage 2 as ``faces.onnx``: crops (n × 3 × 96 × 64, RGB 0–1) → ranks, suits, embedding, sides."""
    model = FaceNet()
    model.load_state_dict(load_file(str(weights)))
    model.eval()
    path = out / "faces.onnx"
    names = ["crops", "ranks", "suits", "embedding", "sides"]
    torch.onnx.export(
        model, (torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH),), str(path), input_names=names[:1], output_names=names[1:],
        dynamic_axes={name: {0: "n"} for name in names}, opset_version=17, dynamo=False,
    )  # fmt: skip
    return path


def export(
    indices: Path, faces: Path, calibration: Calibration, out: Path, recipe: str, thresholds: tuple[float, float]
) -> Path:
    """Write both networks, their training weights and the manifest into ``out``; returns the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    networks = {"indices": export_indices(indices, out), "faces": export_faces(faces, out)}
    shutil.copyfile(indices, out / "indices.safetensors")
    shutil.copyfile(faces, out / "faces.safetensors")
    manifest: dict[str, Any] = {
        "version": 1,
        "indices": {
            **_named(networks["indices"]),
            "long_side": LONG_SIDE,
            "score_threshold": thresholds[0],
            "iou_threshold": thresholds[1],
        },
        "faces": {
            **_named(networks["faces"]),
            "crop": [CROP_HEIGHT, CROP_WIDTH],
            "ranks": list(RANK_CLASSES),
            "suits": list(SUIT_CLASSES),
            "temperature": {"ranks": round(calibration.ranks, 3), "suits": round(calibration.suits, 3)},
        },
        "face_order": [str(face) for face in FACES],
        "recipe": recipe,
    }
    path = out / "manifest.json"
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    return path


def _named(path: Path) -> dict[str, str]:
    return {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
