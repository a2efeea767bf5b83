"""Stage 2 is a small convolutional network that names one upright index, or says that it cannot.

It learns from the same scenes as stage 1. Indices are cut with more margin than needed and moved a
little at every look, as stage 1's keypoints are never exact; what stage 1 really cuts (right or
wrong) can be added, so that its own mistakes are learnt as *unreadable*.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from torch import nn

from vision.faces import CROP_HEIGHT, CROP_WIDTH, MARGIN_X, MARGIN_Y, UPRIGHT
from vision.runtime import RANK_CLASSES, SUIT_CLASSES
from vision.training.artwork import Pixels
from vision.training.dataset import HOPELESS, READABLE, stands_right

NONE_RANK, NONE_SUIT = len(RANK_CLASSES) - 1, len(SUIT_CLASSES) - 1
LEFT, RIGHT, NO_SIDE = 0, 1, -1
"""On which side of its card, held upright, an index stands."""
SPARE = 24
"""Pixels kept around a crop so that it can be moved."""
Patches = NDArray[np.uint8]


class FaceNet(nn.Module):  # type: ignore[misc]
    """96 × 64 RGB crops → logits over ``RANK_CLASSES``, logits over ``SUIT_CLASSES``, a 64-number embedding,
    and one logit for standing on the card's right."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _block(3, 24, 2), _block(24, 40, 2), _block(40, 40, 1),
            _block(40, 80, 2), _block(80, 80, 1), _block(80, 128, 2),
            nn.Conv2d(128, 48, 1, bias=False), nn.BatchNorm2d(48), nn.SiLU(), nn.Flatten(), nn.Dropout(0.15),
        )  # fmt: skip
        flat = 48 * (CROP_HEIGHT // 16) * (CROP_WIDTH // 16)
        self.embed = nn.Linear(flat, 64)
        self.side = nn.Linear(flat, 1)
        self.rank = nn.Linear(64, len(RANK_CLASSES))
        self.suit = nn.Linear(64, len(SUIT_CLASSES))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        features = self.features(crops)
        embedding = self.embed(features)
        active = nn.functional.silu(embedding)
        return self.rank(active), self.suit(active), embedding, self.side(features)


def _block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.SiLU())


@dataclass(frozen=True, slots=True)
class Target:
    """What a crop shows: classes of rank and suit, and the side of the card."""

    rank: int = NONE_RANK
    suit: int = NONE_SUIT
    side: int = NO_SIDE


NOTHING = Target()
"""A crop that nobody can name."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Patches (n × 144 × 112 × 3, BGR) with the ranks, suits and sides that stand in them."""

    patches: Patches
    ranks: NDArray[np.int64]
    suits: NDArray[np.int64]
    sides: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.patches)

    @classmethod
    def joined(cls, parts: list[Crops]) -> Crops:
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.patches for part in parts]),
            np.concatenate([part.ranks for part in parts]),
            np.concatenate([part.suits for part in parts]),
            np.concatenate([part.sides for part in parts]),
        )


def cut(image: Pixels, quad: NDArray[np.float32]) -> Patches:
    """An index with its crop's margin and ``SPARE`` pixels more on every side."""
    matrix = cv2.getPerspectiveTransform(np.ascontiguousarray(quad, np.float32), UPRIGHT + SPARE)
    size = (CROP_WIDTH + 2 * SPARE, CROP_HEIGHT + 2 * SPARE)
    return np.asarray(cv2.warpPerspective(image, matrix, size, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def crops_of_scenes(folder: Path, random: np.random.Generator, limit: int | None = None) -> Crops:
    """The labelled indices of a rendered folder, and as many places that are none."""
    found = [piece for row in _rows(folder, limit) for piece in _crops_of_scene(folder, row, random)]
    return crops_from(found)


def crops_from(found: Sequence[tuple[Patches, Target]]) -> Crops:
    """Gather single crops."""
    patches, targets = zip(*found, strict=True)
    classes = np.array([(target.rank, target.suit, target.side) for target in targets], np.int64)
    return Crops(np.stack(patches), classes[:, 0], classes[:, 1], classes[:, 2])


def _rows(folder: Path, limit: int | None) -> list[dict[str, object]]:
    paths = sorted((folder / "notes").glob("*.json"))[:limit]
    return [json.loads(path.read_text()) for path in paths]


def target(index: dict[str, object]) -> Target | None:
    """What a labelled index shows; ``None`` where a person could not decide."""
    visible = float(index["visible"])  # type: ignore[arg-type]
    if visible < HOPELESS:
        return NOTHING
    if visible < READABLE:
        return None
    right = stands_right(np.array(index["quad"], np.float32), np.array(index["centre"], np.float32))
    rank, suit = RANK_CLASSES.index(str(index["rank"])), SUIT_CLASSES.index(str(index["suit"]))
    return Target(rank, suit, RIGHT if right else LEFT)


def _crops_of_scene(
    folder: Path, row: dict[str, object], random: np.random.Generator
) -> Iterator[tuple[Patches, Target]]:
    image = np.asarray(cv2.imread(str(folder / str(row["photo"])), cv2.IMREAD_COLOR), dtype=np.uint8)
    quads = []
    for index in row["indices"]:  # type: ignore[attr-defined]
        quad = np.array(index["quad"], np.float32)
        shown = target(index)
        quads.append(quad)
        if shown is None or np.linalg.norm(quad[3] - quad[0]) < 11:
            continue
        yield cut(image, quad), shown
        if shown.rank < NONE_RANK - 1 and random.random() < 0.12:
            yield cut(image, np.roll(quad, 2, axis=0)), NOTHING
        if random.random() < 0.1:
            yield cut(image, _displaced(quad, random)), NOTHING
    for _ in range(2 if quads else 4):
        quad = _anywhere(image.shape, random)
        if all(np.linalg.norm(quad.mean(axis=0) - other.mean(axis=0)) > 30 for other in quads):
            yield cut(image, quad), NOTHING


def _displaced(quad: NDArray[np.float32], random: np.random.Generator) -> NDArray[np.float32]:
    """A quad that misses most of its index."""
    along = (quad[3] - quad[0]) * random.choice([-1.0, 1.0]) * random.uniform(0.7, 1.3)
    return np.asarray(quad + along + (quad[1] - quad[0]) * random.uniform(-0.5, 0.5), dtype=np.float32)


def _anywhere(shape: tuple[int, ...], random: np.random.Generator) -> NDArray[np.float32]:
    height = random.uniform(16, 100)
    width = height * random.uniform(0.35, 0.9)
    angle = random.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    return np.asarray(corners @ turn.T + random.uniform(0.1, 0.9, 2) * (shape[1], shape[0]), dtype=np.float32)


def looked_at(patch: Patches, random: np.random.Generator | None, jitter: float) -> Pixels:
    """The crop inside a patch; with ``random`` as imprecise keypoints and another light would show it."""
    if random is None:
        return patch[SPARE:-SPARE, SPARE:-SPARE]
    size = np.array([CROP_WIDTH - 2 * MARGIN_X, CROP_HEIGHT - 2 * MARGIN_Y])
    quad = UPRIGHT + SPARE + random.normal(0, jitter, (4, 2)) * size + random.normal(0, jitter, 2) * size
    middle = quad.mean(axis=0)
    angle = random.normal(0, 0.05)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * np.exp(
        random.normal(0, jitter)
    )
    quad = ((quad - middle) @ turn.T + middle).astype(np.float32)
    crop = cv2.warpPerspective(
        patch, cv2.getPerspectiveTransform(quad, UPRIGHT), (CROP_WIDTH, CROP_HEIGHT), borderMode=cv2.BORDER_REPLICATE
    )
    return _relit(np.asarray(crop, dtype=np.uint8), random)


def _relit(crop: Pixels, random: np.random.Generator) -> Pixels:
    if random.random() < 0.5:
        gains = np.exp(random.normal(0, 0.12, 3) * (1, 0.5, 1)) * np.exp(random.normal(0, 0.2))
        levels = np.linspace(0, 1, 256)[:, None] ** np.exp(random.normal(0, 0.25)) * gains
        crop = np.asarray(
            cv2.LUT(crop, np.clip(levels * 255, 0, 255).astype(np.uint8).reshape(1, 256, 3)), dtype=np.uint8
        )
    if random.random() < 0.25:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), random.uniform(0.4, 1.8)), dtype=np.uint8)
    return crop


def to_tensor(crops: list[Pixels]) -> torch.Tensor:
    """BGR uint8 crops → n × 3 × 96 × 64, RGB, 0–1."""
    stacked = np.stack(crops)[..., ::-1].transpose(0, 3, 1, 2)
    return torch.from_numpy(np.ascontiguousarray(stacked)).float() / 255


def fit_faces(
    train: Crops, check: Crops, out: Path, *, start: Path | None = None, epochs: int = 12, learning_rate: float = 0.002,
    batch: int = 192, jitter: float = 0.035, seed: int = 1,
) -> Path:  # fmt: skip
    """Train stage 2; the weights (``out/faces.safetensors``) are written after every epoch."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    model = FaceNet().to(memory_format=torch.channels_last)
    if start is not None:
        model.load_state_dict(load_file(str(start)))
    weights = out / "faces.safetensors"
    out.mkdir(parents=True, exist_ok=True)
    steps = epochs * (len(train) // batch)
    optimiser = torch.optim.AdamW(model.parameters(), lr=learning_rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, learning_rate, total_steps=steps, pct_start=0.1, cycle_momentum=False
    )
    for epoch in range(epochs):
        loss = _epoch(model, train, batch, jitter, random, optimiser, schedule)
        print(f"epoch {epoch + 1} of {epochs}: loss {loss:.3f}, check {accuracy(model, check)}", flush=True)
        save_file({name: value.contiguous() for name, value in model.state_dict().items()}, str(weights))
    return weights


def _epoch(
    model: FaceNet, train: Crops, batch: int, jitter: float, random: np.random.Generator,
    optimiser: torch.optim.Optimizer, schedule: torch.optim.lr_scheduler.LRScheduler,
) -> float:  # fmt: skip
    model.train()
    order = random.permutation(len(train))
    losses = []
    for first in range(0, len(order) - batch + 1, batch):
        places = order[first : first + batch]
        crops = to_tensor([looked_at(train.patches[place], random, jitter) for place in places])
        rank, suit, _, side = model(crops.contiguous(memory_format=torch.channels_last))
        loss = nn.functional.cross_entropy(rank, torch.from_numpy(train.ranks[places]), label_smoothing=0.02)
        loss = loss + nn.functional.cross_entropy(suit, torch.from_numpy(train.suits[places]), label_smoothing=0.02)
        loss = loss + side_loss(side, torch.from_numpy(train.sides[places]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        losses.append(float(loss.detach()))
    return float(np.mean(losses))


def side_loss(scores: torch.Tensor, sides: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of the sides (n × 1 logits, n sides), over the crops that have one."""
    known = sides != NO_SIDE
    if not known.any():
        return scores.sum() * 0
    return nn.functional.binary_cross_entropy_with_logits(scores[known, 0], sides[known].float())


@torch.no_grad()  # type: ignore[untyped-decorator]
def logits(model: FaceNet, crops: Crops, batch: int = 512) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Rank, suit and side logits of crops as they are."""
    model.eval()
    parts = [
        model(to_tensor([looked_at(patch, None, 0.0) for patch in crops.patches[first : first + batch]]))
        for first in range(0, len(crops), batch)
    ]
    ranks, suits, _, sides = (torch.cat(outputs) for outputs in zip(*parts, strict=True))
    return ranks, suits, sides[:, 0]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Shares of right answers."""

    ranks: float
    suits: float
    left: float
    """Of indices on the left of their cards, how many are told to stand there."""
    right: float

    def __str__(self) -> str:
        return f"ranks {self.ranks:.4f}, suits {self.suits:.4f}, left {self.left:.4f}, right {self.right:.4f}"


def accuracy(model: FaceNet, crops: Crops) -> Accuracy:
    """How often stage 2 is right about crops."""
    ranks, suits, sides = logits(model, crops)
    told_right = (sides > 0).numpy()
    return Accuracy(
        float((ranks.argmax(1).numpy() == crops.ranks).mean()),
        float((suits.argmax(1).numpy() == crops.suits).mean()),
        _share(~told_right[crops.sides == LEFT]),
        _share(told_right[crops.sides == RIGHT]),
    )


def _share(answers: NDArray[np.bool_]) -> float:
    return float(answers.mean()) if answers.size else 1.0


def temperature(scores: torch.Tensor, targets: NDArray[np.int64]) -> float:
    """The temperature that makes confidences mean what they say (Guo et al. 2017), by likelihood on held-out crops."""
    right = torch.from_numpy(targets)
    candidates = np.exp(np.linspace(np.log(0.4), np.log(4.0), 60))
    return float(min(candidates, key=lambda value: float(nn.functional.cross_entropy(scores / value, right))))
