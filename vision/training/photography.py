"""What a camera makes of a scene: light, shadows, glare, colour, blur, noise, compression.

Every function takes and gives BGR uint8 pictures and one random generator, so a seed repeats it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.artwork import Pixels

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Conditions:
    """How hard the light and the camera are, from 0 (a studio) to 1 (a dim kitchen, an old webcam).

    ``sharpness`` is the smallest detail that must survive blur, in pixels (an index's height).
    """

    hardness: float
    sharpness: float


def photograph(scene: Pixels, conditions: Conditions, random: Random) -> Pixels:
    """The scene as a photo would show it; its geometry stays as it is."""
    image = _light(scene, conditions.hardness, random)
    if random.random() < 0.35:
        image = _cast_shadow(image, random)
    if random.random() < 0.25:
        image = _glare(image, random)
    image = _blur(_tone(image, conditions.hardness, random), conditions, random)
    if random.random() < 0.35:
        image = _sharpen(image, random)
    return _compress(_noise(image, conditions.hardness, random), conditions.hardness, random)


def smooth_field(random: Random, shape: tuple[int, int], cells: int) -> NDArray[np.float32]:
    """A smooth random field of about unit amplitude, height × width."""
    coarse = random.uniform(-1, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _scaled(image: Pixels, factor: NDArray[np.float32]) -> Pixels:
    """Every pixel times a factor (height × width)."""
    return np.asarray(np.clip(image * factor[..., None], 0, 255), dtype=np.uint8)


def _light(image: Pixels, hardness: float, random: Random) -> Pixels:
    strength = random.uniform(0, 0.15 + 0.35 * hardness)
    return _scaled(image, 1 + strength * smooth_field(random, image.shape[:2], int(random.integers(2, 4))))


def _cast_shadow(image: Pixels, random: Random) -> Pixels:
    """The shadow of a hand, a head or a lamp's edge across the cards."""
    height, width = image.shape[:2]
    mask = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    points = random.uniform(-0.3, 1.3, (int(random.integers(3, 6)), 2)) * (mask.shape[1], mask.shape[0])
    cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
    size = int(random.integers(2, 24)) * 2 + 1
    mask = cv2.resize(cv2.GaussianBlur(mask, (size, size), 0), (width, height))
    return _scaled(image, 1 - random.uniform(0.15, 0.55) * mask)


def _glare(image: Pixels, random: Random) -> Pixels:
    """A lamp's reflection on glossy cards."""
    height, width = image.shape[:2]
    mask = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    centre = (int(random.uniform(0, mask.shape[1])), int(random.uniform(0, mask.shape[0])))
    axes = (int(random.uniform(3, mask.shape[1] / 5)), int(random.uniform(3, mask.shape[1] / 8)))
    cv2.ellipse(mask, centre, axes, random.uniform(0, 180), 0, 360, 1.0, -1)
    size = int(random.integers(3, 16)) * 2 + 1
    mask = cv2.resize(cv2.GaussianBlur(mask, (size, size), 0), (width, height))[..., None]
    mask = mask * random.uniform(0.2, 0.75)
    return np.asarray(np.clip(image * (1 - mask) + 255 * mask, 0, 255), dtype=np.uint8)


def _tone(image: Pixels, hardness: float, random: Random) -> Pixels:
    """White balance, exposure, contrast and saturation, by one table per channel."""
    warmth = random.normal(0, 0.06 + 0.1 * hardness)
    gains = np.array([1 - warmth, 1 + random.normal(0, 0.03), 1 + warmth])
    exposure = random.uniform(0.95 - 0.5 * hardness, 1.1)
    gamma = np.exp(random.normal(0, 0.22))
    floor = random.uniform(0, 25)
    levels = np.linspace(0, 1, 256)[:, None] ** gamma * gains * exposure
    table = np.clip(floor + levels * (255 - floor), 0, 255).astype(np.uint8)
    toned = cv2.LUT(image, table.reshape(1, 256, 3))
    if random.random() < 0.4:
        grey = cv2.cvtColor(cv2.cvtColor(toned, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = random.uniform(0, 0.5)
        toned = cv2.addWeighted(toned, 1 - share, grey, share, 0)
    return np.asarray(toned, dtype=np.uint8)


def _blur(image: Pixels, conditions: Conditions, random: Random) -> Pixels:
    """Defocus, shake, or a picture scaled up; never so much that a figure is lost."""
    limit = conditions.sharpness * (0.015 + 0.05 * conditions.hardness)
    kind = random.random()
    if kind < 0.45:
        sigma = random.uniform(0.2, max(0.3, limit))
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)
    if kind < 0.65:
        return _shake(image, random.uniform(1, max(1.5, 3 * limit)), random)
    if kind < 0.85:
        return _rescale(image, random.uniform(max(0.35, min(0.9, 14 / conditions.sharpness)), 1.0))
    return image


def _shake(image: Pixels, length: float, random: Random) -> Pixels:
    size = int(np.ceil(length)) // 2 * 2 + 3
    kernel = np.zeros((size, size), np.float32)
    angle = random.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    middle = np.array([size // 2, size // 2])
    start, end = (np.round((middle + sign * reach) * 16).astype(int) for sign in (-1, 1))
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(image, -1, kernel / max(float(kernel.sum()), 1e-6)), dtype=np.uint8)


def _rescale(image: Pixels, share: float) -> Pixels:
    height, width = image.shape[:2]
    small = cv2.resize(
        image, (max(8, round(width * share)), max(8, round(height * share))), interpolation=cv2.INTER_AREA
    )
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def _sharpen(image: Pixels, random: Random) -> Pixels:
    """The edges that phones overdo."""
    soft = cv2.GaussianBlur(image, (0, 0), random.uniform(0.8, 2.0))
    amount = random.uniform(0.3, 1.5)
    return np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), dtype=np.uint8)


def _noise(image: Pixels, hardness: float, random: Random) -> Pixels:
    sigma = random.uniform(0, 3 + 11 * hardness)
    height, width = image.shape[:2]
    grain = random.standard_normal((height, width, 1), dtype=np.float32)
    if random.random() < 0.5:
        colour = random.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32)
        grain = 0.7 * grain + cv2.resize(colour, (width, height))
    return np.clip(image + sigma * grain, 0, 255).astype(np.uint8)


def _compress(image: Pixels, hardness: float, random: Random) -> Pixels:
    quality = int(random.uniform(75 - 45 * hardness, 97))
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.asarray(decoded, dtype=np.uint8)
