"""Stage 2: an index, cut upright out of the photo, becomes a face with a confidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.runtime import RANK_CLASSES, SUIT_CLASSES, FacesSettings, ModelMismatch, Network

CROP_WIDTH, CROP_HEIGHT = 64, 96
"""Pixels of the picture that stage 2 looks at."""
MARGIN_X, MARGIN_Y = 14, 16
"""Pixels kept around the index on the left and right, above and below."""

UPRIGHT = np.array(
    [
        [MARGIN_X, MARGIN_Y],
        [CROP_WIDTH - MARGIN_X, MARGIN_Y],
        [CROP_WIDTH - MARGIN_X, CROP_HEIGHT - MARGIN_Y],
        [MARGIN_X, CROP_HEIGHT - MARGIN_Y],
    ],
    dtype=np.float32,
)
"""Where an index's corners come to lie in its crop."""


def rectify(pixels: NDArray[np.uint8], quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The index inside ``quad``, upright, with a margin of its surroundings.

    ``pixels`` is BGR, height × width × 3; ``quad`` is 4 × 2 in its pixels (x right, y down),
    clockwise from the index's own top left. Returns CROP_HEIGHT × CROP_WIDTH × 3, BGR; what
    lies outside the photo is repeated from its border.
    """
    matrix = cv2.getPerspectiveTransform(np.ascontiguousarray(quad, dtype=np.float32), UPRIGHT)
    crop = cv2.warpPerspective(
        pixels, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, dtype=np.uint8)


_FAINTEST = 1e-6
BATCH = 32
"""Crops that are read in one go; more are no faster and take their memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What is printed on one crop, before anybody asks what it means.

    ``ranks`` and ``suits`` are calibrated probabilities in the order of ``RANK_CLASSES`` and
    ``SUIT_CLASSES``; ``embedding`` is what the classifier knows a print by; ``on_the_right`` is
    how likely the print stands on the right of its card, as two of four corners do.
    """

    ranks: NDArray[np.float64]
    suits: NDArray[np.float64]
    embedding: NDArray[np.float32]
    on_the_right: float = 0.0

    @property
    def clearness(self) -> float:
        """How sure the reading is of a rank (or joker) and a suit."""
        if self.print == "JK":
            return float(self.ranks.max())
        return float(self.ranks[:-1].max() * self.suits[:-1].max())

    @property
    def print(self) -> str:
        """The likeliest rank, letter, ``JK`` or ``none``."""
        return RANK_CLASSES[int(self.ranks.argmax())]


def read_crops(crops: Sequence[NDArray[np.uint8]], network: Network, settings: FacesSettings) -> tuple[Reading, ...]:
    """What is printed on each crop of ``rectify``, all in a batch."""
    if settings.crop != (CROP_HEIGHT, CROP_WIDTH):
        raise ModelMismatch(f"stage 2 wants crops of {settings.crop}, not {(CROP_HEIGHT, CROP_WIDTH)}")
    found: list[Reading] = []
    for start in range(0, len(crops), BATCH):
        found += _read_batch(crops[start : start + BATCH], network, settings)
    return tuple(found)


def _read_batch(crops: Sequence[NDArray[np.uint8]], network: Network, settings: FacesSettings) -> list[Reading]:
    batch = np.stack(crops)[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255
    answer = network.run(np.ascontiguousarray(batch))
    ranks = _probabilities(answer["ranks"], settings.rank_temperature, _order(settings.ranks, RANK_CLASSES))
    suits = _probabilities(answer["suits"], settings.suit_temperature, _order(settings.suits, SUIT_CLASSES))
    sides = (1 / (1 + np.exp(-answer["sides"][:, 0].astype(np.float64)))).tolist()
    return [Reading(*row) for row in zip(ranks, suits, answer["embedding"], sides, strict=True)]


def agreed(looks: Sequence[Reading]) -> Reading:
    """What several looks at one print say together: the geometric mean, which no single slip carries."""
    return Reading(
        _mean([look.ranks for look in looks]),
        _mean([look.suits for look in looks]),
        looks[0].embedding,
        float(np.mean([look.on_the_right for look in looks])),
    )


def _mean(shares: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    power = np.exp(np.mean([np.log(each + _FAINTEST) for each in shares], axis=0))
    return np.asarray(power / power.sum(), dtype=np.float64)


def _order(theirs: Sequence[str], ours: Sequence[str]) -> list[int]:
    """Where each of our classes stands among the network's."""
    return [theirs.index(name) for name in ours]


def _probabilities(logits: NDArray[np.float32], temperature: float, order: list[int]) -> NDArray[np.float64]:
    scaled = logits[:, order].astype(np.float64) / temperature
    powers = np.exp(scaled - scaled.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), dtype=np.float64)
