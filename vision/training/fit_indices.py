"""Stage 1 is trained with ultralytics: a small pose model that finds indices and which way up they are."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path
from typing import Any

import torch
import yaml  # type: ignore[import-untyped]
from safetensors.torch import load_file, save_file
from ultralytics import YOLO
from ultralytics.models.yolo.pose import PoseTrainer

MODEL = Path(__file__).with_name("indices_model.yaml")
OKS_SIGMAS = [0.12, 0.12, 0.12, 0.12, 0.6]
"""Tolerance of the keypoint loss, in square roots of an index's area: the card's centre is far away."""

LOWEST_RATE = 0.02
"""What is left of the learning rate at the end."""

AUGMENTATION = {
    "mosaic": 0.0,
    "fliplr": 0.0,
    "degrees": 180.0,
    "translate": 0.1,
    "scale": 0.3,
    "perspective": 0.0003,
    "hsv_h": 0.01,
    "hsv_s": 0.4,
    "hsv_v": 0.3,
    "erasing": 0.0,
}
"""No mirror images (a mirrored figure is no figure); scenes are crowded already, so no mosaics."""


def write_data_file(train: list[Path], check: Path, out: Path) -> Path:
    """The description of the sets that ultralytics wants; folders as written by ``make``."""
    out.parent.mkdir(parents=True, exist_ok=True)
    data = {
        "train": [str(folder.resolve() / "images") for folder in train],
        "val": str(check.resolve() / "images"),
        "nc": 1,
        "names": {0: "index"},
        "kpt_shape": [5, 2],
        "flip_idx": [1, 0, 3, 2, 4],
        "kpt_oks_sigmas": OKS_SIGMAS,
    }
    out.write_text(yaml.safe_dump(data))
    return out


def trainer_from(start: Path | None) -> type[PoseTrainer]:
    """A trainer that begins with the weights in ``start`` and keeps tensors in the order processors like."""

    class IndexTrainer(PoseTrainer):  # type: ignore[misc]
        def get_model(self, *arguments: Any, **options: Any) -> Any:
            torch.set_num_threads(os.cpu_count() or 1)  # ultralytics leaves one out
            model = super().get_model(*arguments, **options)
            if start is not None:
                model.load_state_dict(load_file(str(start)), strict=True)
            return model.to(memory_format=torch.channels_last)

        def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
            batch = super().preprocess_batch(batch)
            batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
            return batch

    return IndexTrainer


def anneal(trainer: Any) -> None:
    """The learning rate falls along a cosine with every batch, over the time or the epochs that are given.

    ultralytics would change it only from epoch to epoch, and a run that its time ends never comes down.
    """
    if trainer.args.time:
        done = (time.time() - trainer.train_time_start) / (3600 * trainer.args.time)
    else:
        done = trainer.epoch / trainer.epochs
    share = LOWEST_RATE + (1 - LOWEST_RATE) * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
    for group in trainer.optimizer.param_groups:
        group["lr"] = trainer.args.lr0 * share


def save_weights(model: torch.nn.Module, path: Path) -> None:
    """Weights as safetensors: nothing in them can run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_file(
        {name: value.detach().cpu().float().contiguous() for name, value in model.state_dict().items()}, str(path)
    )


def fit_indices(
    train: list[Path],
    check: Path,
    out: Path,
    *,
    start: Path | None = None,
    resume: bool = False,
    epochs: int = 10,
    hours: float | None = None,
    learning_rate: float = 0.002,
    size: int = 448,
    batch: int = 16,
) -> Path:
    """Train stage 1 on rendered folders and return the weights (``out/indices.safetensors``).

    A stopped run goes on with ``resume``; the weights are written after every epoch.
    """
    weights = out / "indices.safetensors"
    last = out / "run" / "weights" / "last.pt"
    model = YOLO(str(last) if resume and last.exists() else str(MODEL), task="pose")
    model.add_callback("on_model_save", lambda trainer: save_weights(trainer.ema.ema, weights))
    model.add_callback("on_train_batch_start", anneal)
    model.train(
        trainer=trainer_from(None if resume else start),
        resume=resume and last.exists(),
        data=str(write_data_file(train, check, out / "data.yaml")),
        project=str(out.resolve()),
        name="run",
        exist_ok=True,
        epochs=epochs,
        time=hours,
        imgsz=size,
        batch=batch,
        nbs=batch,  # a step for every batch: ultralytics would gather gradients up to 64 scenes
        workers=1,
        optimizer="AdamW",
        lr0=learning_rate,
        warmup_epochs=0.1,
        warmup_bias_lr=0.0,
        pose=12.0,
        box=4.0,
        amp=False,
        cache=False,
        plots=False,
        pretrained=False,
        patience=1000,
        seed=1,
        deterministic=False,
        device="0" if torch.cuda.is_available() else "cpu",
        **AUGMENTATION,
    )
    return weights
