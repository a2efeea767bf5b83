"""Opens the player's photo: the only place where bytes become pixels.

Whatever a phone, a webcam or a chat program hands over becomes one upright picture of a
bounded size, or an ``UnreadablePhoto`` that says why not. Nothing is decoded before its
size is known to be bearable, and a large JPEG is decoded reduced, which is several times
faster.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageFile, UnidentifiedImageError

from vision.demands import is_endless, pixels_held

MAX_BYTES = 64 * 1024 * 1024
"""A photo's file may be this large; a phone's largest are about half of it."""
MAX_PIXELS = 64_000_000
"""Pixels that are decoded at most."""
MIN_SIDE = 32
"""A picture with a shorter side cannot show a card."""
LONGEST = 2048
"""The longer side, in pixels, of the picture that a scan looks at first."""
CLOSEST = 4096
"""The longer side of the picture that is looked at when the cards are small."""

SMALLEST_SHARE = 0.9
"""A picture may come out so much smaller than asked for where that spares decoding four times the pixels."""
_BAND = 256
_FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "GIF", "TIFF", "BMP")
_BACKGROUND = 255
_WHITES = (1.0, 255.0, 1023.0, 4095.0, 16383.0, 65535.0)
_SIXTEEN_BITS = ("I;16", "I;16B", "I;16L", "I;16N", "I", "F")


class Trouble(Enum):
    """Why a photo cannot be looked at."""

    EMPTY = "empty_file"
    FILE_TOO_LARGE = "file_too_large"
    NOT_AN_IMAGE = "not_an_image"
    DAMAGED = "damaged_image"
    TOO_MANY_PIXELS = "too_many_pixels"
    TOO_SMALL = "too_small"
    NOT_FOUND = "not_found"


class UnreadablePhoto(ValueError):
    """The photo cannot be looked at; ``trouble`` says why, ``have`` and ``limit`` in what numbers."""

    def __init__(self, trouble: Trouble, have: int = 0, limit: int = 0) -> None:
        numbers = f" ({have}, limit {limit})" if limit else ""
        super().__init__(trouble.value.replace("_", " ") + numbers)
        self.trouble = trouble
        self.have = have
        self.limit = limit


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """The photo as it is looked at: upright, BGR, bytes from 0 to 255.

    ``pixels`` is height × width × 3 and may be smaller than the photo itself, whose upright
    size is ``full_width`` × ``full_height``.
    """

    pixels: NDArray[np.uint8]
    full_width: int
    full_height: int

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    @property
    def scale_x(self) -> float:
        """Photo pixels per pixel here, to the right."""
        return self.full_width / self.width

    @property
    def scale_y(self) -> float:
        """Photo pixels per pixel here, downwards."""
        return self.full_height / self.height

    @property
    def is_reduced(self) -> bool:
        return self.width < self.full_width


def open_photo(data: bytes, longest: int = LONGEST) -> Image:
    """The photo in these bytes, turned upright and no larger than a scan needs.

    The longer side comes out about ``longest`` (nine tenths to one and a half of it), or as it
    is when smaller. The kind is told from the content (JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF, BMP);
    of an animation the first frame is taken. Raises ``UnreadablePhoto``.
    """
    _check_bytes(len(data))
    picture = _identify(data)
    short, long = sorted(picture.size)
    _check_demands(picture, data)
    _reduce_while_decoding(picture, longest)
    _check_pixels(*picture.size)
    decoded = _decode(picture)
    # asked only now: some decoders turn the picture themselves and say so
    pixels = _turn(_bounded(decoded, longest), _orientation(decoded))
    is_wide = pixels.shape[1] >= pixels.shape[0]
    return Image(pixels, long if is_wide else short, short if is_wide else long)


def read_file(path: Path) -> bytes:
    """The bytes of a photo's file; raises ``UnreadablePhoto`` rather than reading an absurdly large one."""
    try:
        size = path.stat().st_size
        if size <= MAX_BYTES:
            return path.read_bytes()
    except (OSError, ValueError) as missing:
        raise UnreadablePhoto(Trouble.NOT_FOUND) from missing
    raise UnreadablePhoto(Trouble.FILE_TOO_LARGE, size, MAX_BYTES)


def image_of(pixels: NDArray[np.uint8]) -> Image:
    """Pixels that are already there (a video frame, a rendered scene): BGR, height × width × 3.

    Raises ``UnreadablePhoto`` when they are too few.
    """
    height, width = pixels.shape[:2]
    _check_pixels(width, height)
    return Image(np.ascontiguousarray(pixels), width, height)


def mirrored(image: Image) -> Image:
    """The same picture as seen in a mirror."""
    return Image(np.ascontiguousarray(image.pixels[:, ::-1]), image.full_width, image.full_height)


def _check_bytes(size: int) -> None:
    if size == 0:
        raise UnreadablePhoto(Trouble.EMPTY)
    if size > MAX_BYTES:
        raise UnreadablePhoto(Trouble.FILE_TOO_LARGE, size, MAX_BYTES)


def _check_pixels(width: int, height: int) -> None:
    if min(width, height) < MIN_SIDE:
        raise UnreadablePhoto(Trouble.TOO_SMALL, min(width, height), MIN_SIDE)
    if width * height > MAX_PIXELS:
        raise UnreadablePhoto(Trouble.TOO_MANY_PIXELS, width * height, MAX_PIXELS)


def _check_demands(picture: ImageFile.ImageFile, data: bytes) -> None:
    held = pixels_held(picture)
    if held > MAX_PIXELS:
        raise UnreadablePhoto(Trouble.TOO_MANY_PIXELS, held, MAX_PIXELS)
    if is_endless(picture, data, MAX_PIXELS):
        raise UnreadablePhoto(Trouble.DAMAGED)


def _identify(data: bytes) -> ImageFile.ImageFile:
    """The header alone; no pixel is decoded yet."""
    pillow_heif.register_heif_opener()
    try:
        return Pillow.open(io.BytesIO(data), formats=_FORMATS)
    except (Pillow.DecompressionBombError, Pillow.DecompressionBombWarning) as bomb:
        raise UnreadablePhoto(Trouble.TOO_MANY_PIXELS) from bomb
    except UnidentifiedImageError as unknown:
        raise UnreadablePhoto(Trouble.NOT_AN_IMAGE) from unknown
    except Exception as broken:  # a plugin meets a broken header with whatever it stumbles over
        raise UnreadablePhoto(Trouble.DAMAGED) from broken


def _orientation(picture: Pillow.Image) -> int:
    """How the camera was held, 1 to 8 as in EXIF; 1 where nothing readable is noted."""
    try:
        noted = picture.getexif().get(0x0112, 1)
    except Exception:  # a broken note is no reason to refuse the picture
        return 1
    return noted if isinstance(noted, int) and 1 <= noted <= 8 else 1


def _reduce_while_decoding(picture: Pillow.Image, longest: int) -> None:
    """Only JPEG can: it skips the detail that would be thrown away."""
    factor = SMALLEST_SHARE * longest / max(picture.size)
    if factor < 1:
        picture.draft(None, (round(picture.width * factor), round(picture.height * factor)))


def _decode(picture: ImageFile.ImageFile) -> Pillow.Image:
    try:
        picture.seek(0)
        picture.load()
    except MemoryError as bomb:
        raise UnreadablePhoto(Trouble.TOO_MANY_PIXELS) from bomb
    except Exception as broken:  # decoders raise OSError, SyntaxError, ValueError, EOFError, struct.error …
        raise UnreadablePhoto(Trouble.DAMAGED) from broken
    return picture


def _bounded(picture: Pillow.Image, longest: int) -> NDArray[np.uint8]:
    """BGR pixels; a picture of more than 1.5 times the size wanted is made smaller."""
    whole = int(max(picture.size) / (SMALLEST_SHARE * longest))
    if whole > 1 and picture.mode == "RGB":
        picture = picture.reduce(whole)
    pixels = _colours(picture)
    factor = longest / max(picture.size)
    if factor > 1 / 1.5:
        return pixels
    size = (max(1, round(picture.width * factor)), max(1, round(picture.height * factor)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _colours(picture: Pillow.Image) -> NDArray[np.uint8]:
    if picture.mode in _SIXTEEN_BITS:
        grey = _eight_bits(np.asarray(picture, dtype=np.float32))
        return np.ascontiguousarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if picture.has_transparency_data:
        picture = _on_white(picture)
    return _blue_first(picture if picture.mode == "RGB" else picture.convert("RGB"))


def _blue_first(picture: Pillow.Image) -> NDArray[np.uint8]:
    """Band by band, so that a large photo is not held three times over."""
    pixels = np.empty((picture.height, picture.width, 3), np.uint8)
    for top in range(0, picture.height, _BAND):
        band = picture.crop((0, top, picture.width, min(top + _BAND, picture.height)))
        cv2.cvtColor(np.asarray(band), cv2.COLOR_RGB2BGR, dst=pixels[top : top + _BAND])
    return pixels


def _on_white(picture: Pillow.Image) -> Pillow.Image:
    ground = Pillow.new("RGBA", picture.size, (_BACKGROUND,) * 3 + (255,))
    return Pillow.alpha_composite(ground, picture.convert("RGBA"))


def _eight_bits(grey: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Grey of any depth: of 1, 8, 10, 12, 14, 16 bits or more; what is no number is black."""
    known = np.nan_to_num(grey, nan=0.0, posinf=0.0, neginf=0.0)
    top = float(known.max(initial=0.0))
    white = next((depth for depth in _WHITES if top <= depth), top)
    return np.asarray(np.clip(known * (255.0 / white), 0, 255), dtype=np.uint8)


_TURNS: dict[int, tuple[bool, int | None]] = {
    2: (True, None),
    3: (False, cv2.ROTATE_180),
    4: (True, cv2.ROTATE_180),
    5: (True, cv2.ROTATE_90_COUNTERCLOCKWISE),
    6: (False, cv2.ROTATE_90_CLOCKWISE),
    7: (True, cv2.ROTATE_90_CLOCKWISE),
    8: (False, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""EXIF orientation → mirror first?, then turn."""


def _turn(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    flip, turn = _TURNS.get(orientation, (False, None))
    if flip:
        pixels = pixels[:, ::-1]
    if turn is not None:
        pixels = np.asarray(cv2.rotate(np.ascontiguousarray(pixels), turn), dtype=np.uint8)
    return np.ascontiguousarray(pixels)
