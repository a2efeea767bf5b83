"""Weights are believed only when their manifest, their hash and the program agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.fakes import manifest_record, write_models
from vision.reader import open_reader
from vision.runtime import RANK_CLASSES, SUIT_CLASSES, ModelMismatch, load_network, read_manifest


@pytest.fixture
def models(tmp_path: Path) -> Path:
    write_models(tmp_path / "models")
    return tmp_path / "models"


def rewrite(models: Path, **changes: Any) -> None:
    record = manifest_record(models)
    for path, value in changes.items():
        *outer, last = path.split("__")
        place = record
        for key in outer:
            place = place[key]
        if value is None:
            del place[last]
        else:
            place[last] = value
    (models / "manifest.json").write_text(json.dumps(record), "utf-8")


def test_good_weights_load_and_run_at_any_size(models: Path) -> None:
    reader = open_reader(models)
    for height, width in ((32, 64), (640, 480)):
        (answer,) = reader.indices.run(np.zeros((1, 3, height, width), np.float32)).values()
        assert answer.shape == (1, 15, height * width // 1024)
    read = reader.faces.run(np.zeros((5, 3, 96, 64), np.float32))
    assert {name: value.shape for name, value in read.items()} == {
        "ranks": (5, len(RANK_CLASSES)),
        "suits": (5, len(SUIT_CLASSES)),
        "embedding": (5, 64),
        "sides": (5, 1),
    }
    assert reader.manifest.faces.rank_temperature == 1.3
    assert reader.manifest.indices.long_side == 640


def test_weights_are_loaded_once_for_everybody(models: Path) -> None:
    assert open_reader(models).indices is open_reader(models).indices
    assert open_reader(models, 1).indices is not open_reader(models, 2).indices


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"version": None},
        {"face_order": ["AS"]},
        {"face_order": None},
        {"faces__ranks": list(RANK_CLASSES)[:-1]},
        {"faces__suits": ["S", "H", "D", "C", "x"]},
        {"faces__temperature": {"ranks": 0, "suits": 1}},
        {"faces__crop": [96]},
        {"indices": None},
        {"indices__long_side": "wide"},
    ],
)
def test_a_manifest_that_disagrees_is_refused(models: Path, changes: dict[str, Any]) -> None:
    rewrite(models, **changes)
    with pytest.raises(ModelMismatch):
        open_reader(models)


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '"models"'])
def test_a_manifest_that_is_none_is_refused(models: Path, text: str) -> None:
    (models / "manifest.json").write_text(text, "utf-8")
    with pytest.raises(ModelMismatch):
        read_manifest(models)


def test_weights_that_were_changed_are_refused(models: Path) -> None:
    file = models / "faces.onnx"
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    with pytest.raises(ModelMismatch, match=r"faces\.onnx"):
        open_reader(models)


def test_missing_weights_say_where_they_should_be(models: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelMismatch, match="no weights here"):
        open_reader(tmp_path / "nowhere")
    (models / "indices.onnx").unlink()
    with pytest.raises(ModelMismatch, match=r"indices\.onnx"):
        load_network(models, "indices.onnx", "")


def test_classes_in_another_order_mean_the_same(models: Path) -> None:
    rewrite(models, faces__ranks=list(reversed(RANK_CLASSES)), faces__suits=list(reversed(SUIT_CLASSES)))
    assert read_manifest(models).faces.ranks[0] == "none"
