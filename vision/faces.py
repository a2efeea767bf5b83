"""Stage 2: an index, cut upright out of the photo, becomes a face with a confidence."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_WIDTH, CROP_HEIGHT = 64, 96
"""Pixels of the picture that stage 2 looks at."""
MARGIN_X, MARGIN_Y = 14, 16
"""Pixels kept around the index on the left and right, above and below."""

_UPRIGHT = np.array(
    [
        [MARGIN_X, MARGIN_Y],
        [CROP_WIDTH - MARGIN_X, MARGIN_Y],
        [CROP_WIDTH - MARGIN_X, CROP_HEIGHT - MARGIN_Y],
        [MARGIN_X, CROP_HEIGHT - MARGIN_Y],
    ],
    dtype=np.float32,
)


def rectify(pixels: NDArray[np.uint8], quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The index inside ``quad``, upright, with a margin of its surroundings.

    ``pixels`` is BGR, height × width × 3; ``quad`` is 4 × 2 in its pixels (x right, y down),
    clockwise from the index's own top left. Returns CROP_HEIGHT × CROP_WIDTH × 3, BGR; what
    lies outside the photo is repeated from its border.
    """
    matrix = cv2.getPerspectiveTransform(np.ascontiguousarray(quad, dtype=np.float32), _UPRIGHT)
    crop = cv2.warpPerspective(
        pixels, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, dtype=np.uint8)
