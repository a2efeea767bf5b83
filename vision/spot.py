"""One corner index that the player has framed: read closely, whichever way up it lies.

Stage 1 looks for the index inside the frame first, enlarged; where it finds none, the frame itself
is taken for the index, four ways round, and the clearest reading counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.doubts import NO_HINTS
from vision.faces import Reading, read_crops, rectify
from vision.geometry import Point
from vision.letters import Odds, language_of, odds_of
from vision.photo import CLOSEST, Image, image_of, open_photo
from vision.reader import Reader
from vision.scan import scan_image
from vision.sightings import together

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, each 0 to 1 of the upright photo's width and height."""
AROUND = 0.9
"""So much of the frame's longer side is looked at around it."""
LONG_SIDE = 640
"""Pixels of the enlarged piece that stage 1 looks at."""
UNREADABLE = 0.5
_SMALLEST = 6
"""Pixels; a smaller frame shows nothing."""


def read_spot(data: bytes, box: Box, reader: Reader) -> Odds | None:
    """What the framed index is, or ``None`` where nobody could say. Raises ``UnreadablePhoto``."""
    image = open_photo(data, CLOSEST)
    frame = _pixels_of(box, image)
    if min(frame[2] - frame[0], frame[3] - frame[1]) < _SMALLEST:
        return None
    odds = _found_inside(image, frame, reader) or _taken_as_it_is(image, frame, reader)
    return None if odds.unreadable > UNREADABLE else odds


def _pixels_of(box: Box, image: Image) -> Box:
    left, right = sorted(min(max(side, 0.0), 1.0) * image.width for side in (box[0], box[2]))
    top, bottom = sorted(min(max(side, 0.0), 1.0) * image.height for side in (box[1], box[3]))
    return left, top, right, bottom


def _found_inside(image: Image, frame: Box, reader: Reader) -> Odds | None:
    """The index that stage 1 sees nearest to the frame's middle."""
    left, top, right, bottom = frame
    margin = AROUND * max(right - left, bottom - top)
    x0, y0 = int(max(0, left - margin)), int(max(0, top - margin))
    piece = image.pixels[y0 : int(bottom + margin) + 1, x0 : int(right + margin) + 1]
    factor = LONG_SIDE / max(piece.shape[:2])
    enlarged = np.asarray(cv2.resize(piece, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    if min(enlarged.shape[:2]) < LONG_SIDE // 8:
        return None
    inside: list[tuple[float, Odds]] = []
    middle = Point((left + right) / 2, (top + bottom) / 2)
    for card in scan_image(image_of(enlarged), reader, NO_HINTS).cards:
        for quad in card.corners:
            place = Point(quad.middle.x / factor + x0, quad.middle.y / factor + y0)
            if left <= place.x <= right and top <= place.y <= bottom:
                inside.append((place.distance(middle), card.odds))
    return min(inside, key=lambda each: each[0])[1] if inside else None


def _taken_as_it_is(image: Image, frame: Box, reader: Reader) -> Odds:
    """The frame read as an index, whichever side is its top."""
    left, top, right, bottom = frame
    points = [(left, top), (right, top), (right, bottom), (left, bottom)]
    crops = [rectify(image.pixels, np.array([*points[n:], *points[:n]], dtype=np.float32)) for n in range(4)]
    readings = read_crops(crops, reader.faces, reader.manifest.faces)
    best = max(readings, key=lambda reading: reading.clearness)
    return together([_odds(best, [best])])


def _odds(reading: Reading, all_of_them: Sequence[Reading]) -> Odds:
    return odds_of(reading, language_of(all_of_them))
