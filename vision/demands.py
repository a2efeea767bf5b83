"""What a photo's file asks for beyond the pixels that it shows: told from its header, before anything is decoded.

A few hundred bytes can keep a decoder busy for minutes: a JPEG that passes over its blocks thousands of
times, a TIFF whose one small picture lies in a tile of a thousand megapixels. No camera writes such files.
"""

from __future__ import annotations

import re
from math import prod

from PIL import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.TiffImagePlugin import TiffImageFile

MOST_PASSES = 60
"""Passes over as many pixels as are opened at most, more over fewer pixels; a camera's JPEG has 1 to 10."""
MOST_STEPS = 1_000_000
"""Bytes of run lengths that are unpacked one by one, slowly, as only drawings from long ago are packed."""
_PASS = re.compile(rb"\xff\xda\x00(?:\x08\x01|\x0a\x02|\x0c\x03|\x0e\x04)")
_TILE = (322, 323)


def pixels_held(picture: ImageFile.ImageFile) -> int:
    """How many pixels the decoder holds at once, whatever size the picture comes out in.

    The blocks of a JPEG in several passes are all kept until the last one, and a tile of a TIFF
    is decoded whole. To be asked before the picture is reduced.
    """
    if isinstance(picture, JpegImageFile) and picture.info.get("progressive"):
        return prod(picture.size)
    if isinstance(picture, TiffImageFile):
        return prod(_number(picture.tag_v2.get(tag)) for tag in _TILE)
    return 0


def is_endless(picture: ImageFile.ImageFile, data: bytes, most_pixels: int) -> bool:
    """Whether decoding would take far longer than any photo of ``most_pixels``. To be asked before it is reduced."""
    if isinstance(picture, JpegImageFile):
        return len(_PASS.findall(data)) * prod(picture.size) > MOST_PASSES * most_pixels
    return picture.format == "BMP" and _is_run_lengths(picture) and len(data) > MOST_STEPS


def _is_run_lengths(picture: ImageFile.ImageFile) -> bool:
    return any(tile.codec_name == "bmp_rle" for tile in picture.tile)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
