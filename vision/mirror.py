"""Selfie cameras hand over mirrored photos; a mirrored hand is noticed and read the right way round.

Two witnesses: in a mirror the indices stand on the right of their cards, and what they read
becomes clearer when the crop is mirrored back. Most photos are cleared by the first alone.
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
from vision.sightings import stands_left

_RARE = -6.0
"""Log-odds of a mirrored photo before anything is seen."""
_RIGHT = 2.0
_RIGHT_AT_MOST = 4.0
"""Decks with four indices have half of them on the right, so the place never decides alone."""
_CLEARER_AT_MOST = 3.0
_CLEAR = 0.6
_FAINTEST = 1e-3


def is_suspicious(corners: Sequence[IndexCorner], readings: Sequence[Reading]) -> bool:
    """Whether it is worth reading the crops mirrored as well."""
    if not corners:
        return False
    on_the_left = sum(stands_left(corner) for corner in corners) / len(corners)
    clearness = sum(reading.clearness for reading in readings) / len(readings)
    return on_the_left < 0.5 or clearness < _CLEAR


def is_mirrored(corners: Sequence[IndexCorner], plain: Sequence[Reading], flipped: Sequence[Reading]) -> bool:
    """Whether the photo is better explained as a mirror image; ``flipped`` are readings of mirrored crops."""
    places = sum(-_RIGHT if stands_left(corner) else _RIGHT for corner in corners)
    clearer = sum(_gain(one, other) for one, other in zip(plain, flipped, strict=True))
    return _RARE + min(places, _RIGHT_AT_MOST) + clearer > 0


def flipped_crops(crops: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.uint8]]:
    return [np.ascontiguousarray(crop[:, ::-1]) for crop in crops]


def back_from_mirror(corner: IndexCorner, width: int) -> IndexCorner:
    """The same index on the photo as it was taken; its points keep their order in the print."""

    def back(point: Point) -> Point:
        return Point(width - point.x, point.y)

    return replace(corner, quad=Quad(*(back(point) for point in corner.quad.points)), centre=back(corner.centre))


def _gain(plain: Reading, flipped: Reading) -> float:
    gain = math.log(max(flipped.clearness, _FAINTEST) / max(plain.clearness, _FAINTEST))
    return max(-_CLEARER_AT_MOST, min(_CLEARER_AT_MOST, gain))
