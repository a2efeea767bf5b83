"""Selfie cameras hand over mirrored photos; a mirrored hand is noticed and read the right way round.

Most letters and digits are no print at all in a mirror, so the readings tell: where many are
unclear, the crops are read mirrored as well, and a photo that becomes clear by it is a mirror
image. Where the indices stand on their cards tells nothing: stage 1 takes every card for one
that carries them on the left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.faces import Reading
from vision.geometry import Point, Quad
from vision.indices import IndexCorner

CLEAR = 0.7
"""Mean clearness from which what is put right counts as read; the gain alone tells mirrors from others already."""
QUITE_CLEAR = 0.92
"""Mean clearness from which no mirror is suspected."""
GAIN = 2.0
"""By so much, as a logarithm summed over the prints, a mirror image becomes clearer when it is put right."""
_GAIN_AT_MOST = 3.0
_FAINTEST = 1e-3


def is_suspicious(readings: Sequence[Reading]) -> bool:
    """Whether it is worth reading the crops mirrored as well."""
    return bool(readings) and _mean_clearness(readings) < QUITE_CLEAR


def is_mirrored(plain: Sequence[Reading], flipped: Sequence[Reading]) -> bool:
    """Whether the photo is a mirror image; ``flipped`` are readings of mirrored crops."""
    pairs = [(one, other) for one, other in zip(plain, flipped, strict=True) if _is_print(one) or _is_print(other)]
    gain = sum(_gain(one, other) for one, other in pairs)
    return gain > GAIN and _mean_clearness([other for _, other in pairs]) > CLEAR


def _is_print(reading: Reading) -> bool:
    return reading.clearness > 0.5


def _mean_clearness(readings: Sequence[Reading]) -> float:
    return sum(reading.clearness for reading in readings) / len(readings)


def flipped_crops(crops: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.uint8]]:
    return [np.ascontiguousarray(crop[:, ::-1]) for crop in crops]


def back_from_mirror(corner: IndexCorner, width: int) -> IndexCorner:
    """The same index on the photo as it was taken; its points keep their order in the print."""

    def back(point: Point) -> Point:
        return Point(width - point.x, point.y)

    return replace(corner, quad=Quad(*(back(point) for point in corner.quad.points)), centre=back(corner.centre))


def _gain(plain: Reading, flipped: Reading) -> float:
    gain = math.log(max(flipped.clearness, _FAINTEST) / max(plain.clearness, _FAINTEST))
    return max(-_GAIN_AT_MOST, min(_GAIN_AT_MOST, gain))
