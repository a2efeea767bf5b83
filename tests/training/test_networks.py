"""Both networks learn, are written, and read by the app exactly as they were trained."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest
import torch
from safetensors.torch import load_file
from ultralytics import YOLO

from engine.cards import FACES
from vision.indices import IndexCorner, decode, fit_in
from vision.runtime import MODELS, RANK_CLASSES, SUIT_CLASSES, read_manifest
from vision.training.dataset import make
from vision.training.detections import match
from vision.training.export import Calibration, export
from vision.training.fit_faces import (
    LEFT,
    NOTHING,
    RIGHT,
    Crops,
    FaceNet,
    Target,
    accuracy,
    crops_of_scenes,
    fit_faces,
    temperature,
)
from vision.training.fit_indices import fit_indices
from vision.training.scene import Art, Recipe, render

# what ultralytics, torch and their helpers warn of in their own code
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


@pytest.fixture(scope="module")
def scenes(art: Art, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    make(Recipe(size=(224, 224), index_height=(30, 60)), art, folder, 24, seed=1)
    return folder


@pytest.fixture(scope="module")
def faces(scenes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    crops = crops_of_scenes(scenes, np.random.default_rng(1))
    return fit_faces(crops, crops, tmp_path_factory.mktemp("faces"), epochs=2, batch=16)


@pytest.fixture(scope="module")
def indices(scenes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fit_indices([scenes], scenes, tmp_path_factory.mktemp("indices"), epochs=1, size=224, batch=8)


def test_stage_two_learns_a_few_crops_by_heart(scenes: Path, tmp_path: Path) -> None:
    every = crops_of_scenes(scenes, np.random.default_rng(2))
    few = Crops(every.patches[:48], every.ranks[:48], every.suits[:48], every.sides[:48])
    weights = fit_faces(few, few, tmp_path, epochs=60, batch=24, jitter=0.005, learning_rate=0.004)
    model = FaceNet()
    model.load_state_dict(load_file(str(weights)))
    learnt = accuracy(model, few)
    assert learnt.ranks > 0.9
    assert learnt.suits > 0.9
    assert learnt.left > 0.9


def test_what_is_exported_is_what_was_trained(scenes: Path, indices: Path, faces: Path, tmp_path: Path) -> None:
    manifest = json.loads(export(indices, faces, Calibration(1.0, 1.0), tmp_path, "a test", (0.25, 0.4)).read_text())
    assert manifest["face_order"] == [str(face) for face in FACES]
    assert manifest["faces"]["ranks"] == list(RANK_CLASSES)
    assert manifest["faces"]["suits"] == list(SUIT_CLASSES)
    for stage in ("indices", "faces"):
        data = (tmp_path / manifest[stage]["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == manifest[stage]["sha256"]
    crops = torch.rand(3, 3, 96, 64)
    model = FaceNet()
    model.load_state_dict(load_file(str(faces)))
    model.eval()
    session = onnxruntime.InferenceSession(tmp_path / "faces.onnx", providers=["CPUExecutionProvider"])
    with torch.no_grad():
        for ours, theirs in zip(session.run(None, {"crops": crops.numpy()}), model(crops), strict=True):
            np.testing.assert_allclose(ours, theirs.numpy(), atol=1e-3)
    assert read_manifest(tmp_path).indices.long_side == 1280


def test_training_goes_on_from_its_own_weights(scenes: Path, indices: Path, faces: Path, tmp_path: Path) -> None:
    again = fit_indices([scenes], scenes, tmp_path / "indices", start=indices, epochs=1, size=224, batch=8)
    assert again.exists()
    crops = crops_of_scenes(scenes, np.random.default_rng(1), limit=8)
    assert fit_faces(crops, crops, tmp_path / "faces", start=faces, epochs=1, batch=8).exists()


def points_of(corner: IndexCorner) -> np.ndarray:
    return np.array([(point.x, point.y) for point in (*corner.quad.points, corner.centre)])


def test_ultralytics_reads_the_committed_weights_as_we_do(art: Art, tmp_path: Path) -> None:
    """Parity: ultralytics' own predictor gives the same boxes, scores and keypoints as our decoder."""
    scene = render(Recipe(size=(640, 512), whole=True, hardness=(0, 0.2), cards=(5, 8)), art, np.random.default_rng(3))
    path = MODELS / "indices.onnx"
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    batch, fit = fit_in(scene.image, 640)
    ours = decode(session.run(None, {"images": batch})[0], fit, 0.3)
    picture = tmp_path / "scene.png"
    cv2.imwrite(str(picture), scene.image)
    theirs = YOLO(str(path), task="pose").predict(str(picture), imgsz=(512, 640), conf=0.3, iou=0.99, verbose=False)[0]
    scores = theirs.boxes.conf.numpy()
    assert len(scores) > 0
    for score, points in zip(scores, theirs.keypoints.xy.numpy(), strict=True):
        alike = [points_of(corner) for corner in ours if corner.score == pytest.approx(float(score), abs=2e-3)]
        assert alike, f"nothing of ours has the score {score}"
        mine = min(alike, key=lambda each: float(np.abs(each - points).mean()))
        inside = ((mine >= 0) & (mine <= (640, 512))).all(axis=1)  # theirs clips to the picture
        np.testing.assert_allclose(mine[inside], points[inside], atol=0.6)


def test_detections_get_the_face_they_lie_on() -> None:
    quad = np.array([[20, 10], [40, 10], [40, 50], [20, 50]], np.float32)
    index: dict[str, object] = {"quad": quad.tolist(), "centre": [80, 90], "rank": "7", "suit": "S", "visible": 1.0}
    seven_of_spades = Target(RANK_CLASSES.index("7"), SUIT_CLASSES.index("S"), LEFT)
    assert match(quad + 2, [index]) == seven_of_spades
    assert match(quad + 2, [index | {"centre": [-20, 90]}]) == replace(seven_of_spades, side=RIGHT)
    assert match(quad + 100, [index]) == NOTHING
    assert match(quad + np.array([0, 25], np.float32), [index]) is None
    assert match(quad, [index | {"visible": 0.2}]) == NOTHING
    assert match(quad, [index | {"visible": 0.5}]) is None


def test_overconfident_scores_get_a_high_temperature() -> None:
    random = np.random.default_rng(0)
    targets = random.integers(0, 4, 2000)
    believed = np.where(random.random(2000) < 0.7, targets, (targets + 1) % 4)
    scores = torch.nn.functional.one_hot(torch.from_numpy(believed), 4).float() * 8
    assert temperature(scores, targets) > 2
