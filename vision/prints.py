"""The prints of one photo: where its indices are and what each of them reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.faces import Reading, read_crops, rectify
from vision.indices import IndexCorner, find_indices
from vision.mirror import flipped_crops, is_mirrored, is_suspicious
from vision.photo import CLOSEST, Image, mirrored, open_photo
from vision.reader import Reader

SMALL_PRINT = 44
"""Indices lower than this many pixels are read from the photo's own pixels, not from a reduced copy."""

Closer = Callable[[], Image]
"""Opens the same photo with more of its pixels."""


@dataclass(frozen=True, slots=True)
class Prints:
    """The indices of one photo, what each reads, and whether the photo was a mirror image."""

    corners: tuple[IndexCorner, ...]
    readings: tuple[Reading, ...]
    is_mirrored: bool = False


def closer_look(data: bytes, image: Image) -> Closer:
    """How to see more of a photo that was opened reduced."""
    return lambda: open_photo(data, CLOSEST) if image.is_reduced else image


def find(image: Image, reader: Reader) -> tuple[IndexCorner, ...]:
    """Where the indices are."""
    return find_indices(image, reader.indices, reader.manifest.indices)


def read(image: Image, closer: Closer, corners: tuple[IndexCorner, ...], reader: Reader) -> Prints:
    """What is printed at each corner; where a mirror is suspected, the mirrored photo is tried as well."""
    crops = cut_out(image, closer, corners)
    readings = read_crops(crops, reader.faces, reader.manifest.faces)
    if is_suspicious(corners, readings):
        flipped = read_crops(flipped_crops(crops), reader.faces, reader.manifest.faces)
        if is_mirrored(corners, readings, flipped):
            return _read_mirrored(image, closer, reader)
    return Prints(corners, readings)


def _read_mirrored(image: Image, closer: Closer, reader: Reader) -> Prints:
    put_right = mirrored(image)
    corners = find(put_right, reader)
    crops = cut_out(put_right, lambda: mirrored(closer()), corners)
    return Prints(corners, read_crops(crops, reader.faces, reader.manifest.faces), is_mirrored=True)


def cut_out(image: Image, closer: Closer, corners: Sequence[IndexCorner]) -> list[NDArray[np.uint8]]:
    """The indices cut out upright; small prints are looked at more closely."""
    if not corners:
        return []
    heights = sorted(corner.quad.down.length for corner in corners)
    source = closer() if heights[len(heights) // 2] < SMALL_PRINT else image
    to_source = (image.scale_x / source.scale_x, image.scale_y / source.scale_y)
    return [rectify(source.pixels, corner.quad.scaled(*to_source).array()) for corner in corners]
