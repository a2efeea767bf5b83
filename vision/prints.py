"""The prints of one photo: where its indices are and what each of them reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.faces import Reading, agreed, read_crops, rectify
from vision.indices import IndexCorner, find_indices
from vision.mirror import flipped_crops, is_mirrored, is_suspicious
from vision.photo import CLOSEST, SMALLEST_SHARE, Image, mirrored, open_photo
from vision.reader import Reader

SMALL_PRINT, CLEAR_PRINT = 44, 64
"""Indices lower than this many pixels are read from a larger copy of the photo, on which they are so high."""

QUITE_CLEAR = 0.99
"""A print that is read with less certainty is looked at again; so is every joker, which looks like anything."""
OTHER_LOOKS = ((0.0, 1.1), (0.0, 0.92), (0.06, 1.0), (-0.06, 1.0))
"""How it is cut out then: moved to the right by a part of its width, and grown."""

Closer = Callable[[float], Image]
"""Opens the same photo larger by a factor, as far as it has the pixels."""


@dataclass(frozen=True, slots=True)
class Prints:
    """The indices of one photo, what each reads, and whether the photo was a mirror image."""

    corners: tuple[IndexCorner, ...]
    readings: tuple[Reading, ...]
    is_mirrored: bool = False


def closer_look(data: bytes, image: Image) -> Closer:
    """How to see more of a photo that was opened reduced."""

    def closer(factor: float) -> Image:
        wanted = min(CLOSEST, round(factor * max(image.width, image.height) / SMALLEST_SHARE))
        return open_photo(data, wanted) if image.is_reduced else image

    return closer


def find(image: Image, reader: Reader) -> tuple[IndexCorner, ...]:
    """Where the indices are."""
    return find_indices(image, reader.indices, reader.manifest.indices)


def read(image: Image, closer: Closer, corners: tuple[IndexCorner, ...], reader: Reader) -> Prints:
    """What is printed at each corner; where a mirror is suspected, the mirrored photo is tried as well."""
    source = _source(image, closer, corners)
    crops = _cut(source, image, corners)
    readings = _look_again(source, image, corners, read_crops(crops, reader.faces, reader.manifest.faces), reader)
    if is_suspicious(readings):
        flipped = read_crops(flipped_crops(crops), reader.faces, reader.manifest.faces)
        if is_mirrored(readings, flipped):
            return _read_mirrored(image, closer, reader)
    return Prints(corners, readings)


def _read_mirrored(image: Image, closer: Closer, reader: Reader) -> Prints:
    put_right = mirrored(image)
    corners = find(put_right, reader)
    source = _source(put_right, lambda factor: mirrored(closer(factor)), corners)
    first = read_crops(_cut(source, put_right, corners), reader.faces, reader.manifest.faces)
    return Prints(corners, _look_again(source, put_right, corners, first, reader), is_mirrored=True)


def _look_again(
    source: Image, image: Image, corners: Sequence[IndexCorner], first: Sequence[Reading], reader: Reader
) -> tuple[Reading, ...]:
    """What was not quite clear is cut out a little otherwise, several times, and all looks count."""
    unclear = [place for place, reading in enumerate(first) if reading.clearness < QUITE_CLEAR or reading.print == "JK"]
    moved = [
        replace(corners[place], quad=corners[place].quad.moved(*look)) for place in unclear for look in OTHER_LOOKS
    ]
    more = read_crops(_cut(source, image, moved), reader.faces, reader.manifest.faces)
    readings = list(first)
    for number, place in enumerate(unclear):
        looks = more[number * len(OTHER_LOOKS) : (number + 1) * len(OTHER_LOOKS)]
        readings[place] = agreed([first[place], *looks])
    return tuple(readings)


def cut_out(image: Image, closer: Closer, corners: Sequence[IndexCorner]) -> list[NDArray[np.uint8]]:
    """The indices cut out upright; small prints are looked at more closely."""
    return _cut(_source(image, closer, corners), image, corners)


def _source(image: Image, closer: Closer, corners: Sequence[IndexCorner]) -> Image:
    """Where to cut from: a larger copy of the photo where the prints are small."""
    heights = sorted(corner.quad.down.length for corner in corners)
    usual = heights[len(heights) // 2] if heights else SMALL_PRINT
    return closer(CLEAR_PRINT / max(usual, 1.0)) if usual < SMALL_PRINT else image


def _cut(source: Image, image: Image, corners: Sequence[IndexCorner]) -> list[NDArray[np.uint8]]:
    to_source = (image.scale_x / source.scale_x, image.scale_y / source.scale_y)
    return [rectify(source.pixels, corner.quad.scaled(*to_source).array()) for corner in corners]
