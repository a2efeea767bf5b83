"""Small sound files of every kind that is opened, to be spoilt; and the parts that bombs are made of."""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pillow_heif
from PIL import Image as Pillow

WIDTH, HEIGHT = 96, 64


@dataclass(frozen=True, slots=True)
class GoodFile:
    """A file that opens; ``kind`` is Pillow's name of its format."""

    kind: str
    name: str
    data: bytes


@cache
def good_files() -> tuple[GoodFile, ...]:
    """One of every kind and colour model."""
    pillow_heif.register_heif_opener()
    return tuple(GoodFile(kind, name, saved(kind, mode, options)) for kind, name, mode, options in _WAYS)


def saved(kind: str, mode: str, options: dict[str, Any]) -> bytes:
    """A speckled picture, 96 × 64, as a file."""
    file = io.BytesIO()
    picture(mode).save(file, kind, **options)
    return file.getvalue()


def picture(mode: str, width: int = WIDTH, height: int = HEIGHT) -> Pillow.Image:
    """The same speckles each time."""
    speckles = np.random.default_rng(7).integers(0, 256, (height, width, 3), dtype=np.uint8)
    speckles[: height // 2] = (200, 180, 90)
    if mode == "I;16":
        return Pillow.fromarray((speckles[..., 0].astype(np.uint16) << 8) + 17)
    if mode == "F":
        return Pillow.fromarray(speckles[..., 0].astype(np.float32) / 255)
    return Pillow.fromarray(speckles).convert(mode)


def turned(orientation: int = 6) -> bytes:
    """EXIF notes with an orientation and a text."""
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = "a table in the kitchen" * 9
    return exif.tobytes()


def _frames(mode: str) -> dict[str, Any]:
    more = [picture(mode).rotate(angle) for angle in (90, 180)]
    return {"save_all": True, "append_images": more, "duration": 40}


_WAYS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("JPEG", "colour", "RGB", {}),
    ("JPEG", "turned", "RGB", {"exif": turned(), "icc_profile": b"no profile" * 40, "comment": b"hello"}),
    ("JPEG", "progressive", "RGB", {"progressive": True}),
    ("JPEG", "ink", "CMYK", {}),
    ("JPEG", "grey", "L", {}),
    ("JPEG", "halved", "RGB", {"subsampling": 2, "restart_marker_blocks": 2}),
    ("PNG", "colour", "RGB", {"exif": turned(3)}),
    ("PNG", "see-through", "RGBA", {}),
    ("PNG", "palette", "P", {"transparency": 3}),
    ("PNG", "one bit", "1", {}),
    ("PNG", "grey", "LA", {}),
    ("PNG", "sixteen bits", "I;16", {}),
    ("PNG", "animated", "RGB", _frames("RGB")),
    ("GIF", "still", "P", {"transparency": 0, "comment": b"x" * 300}),
    ("GIF", "animated", "P", _frames("P")),
    ("WEBP", "lossy", "RGB", {"exif": turned(8)}),
    ("WEBP", "lossless", "RGBA", {"lossless": True}),
    ("WEBP", "animated", "RGBA", _frames("RGBA")),
    ("HEIF", "colour", "RGB", {"exif": turned()}),
    ("HEIF", "see-through", "RGBA", {}),
    ("AVIF", "colour", "RGB", {"exif": turned(5)}),
    ("AVIF", "animated", "RGB", _frames("RGB")),
    ("TIFF", "raw", "RGB", {"exif": turned(2)}),
    ("TIFF", "deflate", "RGB", {"compression": "tiff_deflate"}),
    ("TIFF", "lzw", "RGBA", {"compression": "tiff_lzw"}),
    ("TIFF", "jpeg", "RGB", {"compression": "jpeg"}),
    ("TIFF", "fax", "1", {"compression": "group4"}),
    ("TIFF", "packed", "P", {"compression": "packbits"}),
    ("TIFF", "ink", "CMYK", {}),
    ("TIFF", "sixteen bits", "I;16", {}),
    ("TIFF", "floats", "F", {}),
    ("TIFF", "pages", "RGB", _frames("RGB")),
    ("BMP", "colour", "RGB", {}),
    ("BMP", "palette", "P", {}),
    ("BMP", "one bit", "1", {}),
)  # fmt: skip


# PNG, part by part


def png_chunk(name: bytes, body: bytes) -> bytes:
    """A part with its checksum, so that what stands in it is believed."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int, height: int, pixels: bytes, depth: int = 8, colours: int = 2, *between: bytes) -> bytes:
    """A PNG that claims a size; ``pixels`` are what its rows hold before they are packed."""
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, 0))
    body = png_chunk(b"IDAT", zlib.compress(pixels, 9))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(between) + body + png_chunk(b"IEND", b"")


# TIFF, entry by entry


def tiff(entries: dict[int, tuple[int, int, int]], body: bytes = b"", at: int = 8) -> bytes:
    """A TIFF directory of entries tag → (type, count, value or place), behind a body that starts at byte 8."""
    place = at + len(body)
    rows = b"".join(struct.pack("<HHII", tag, *entry) for tag, entry in sorted(entries.items()))
    return struct.pack("<2sHI", b"II", 42, place) + body + struct.pack("<H", len(entries)) + rows + bytes(4)
