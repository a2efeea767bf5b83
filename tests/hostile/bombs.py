"""Files that are small and ask for much: memory, time, or trust."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from functools import cache

from PIL import Image as Pillow

from tests.hostile.good_files import picture, png, png_chunk, saved, tiff, turned

Bomb = Callable[[], bytes]
_SHORT, _LONG = 3, 4


def _png_claims(side: int) -> bytes:
    return png(side, side, b"", depth=1, colours=0)


def _png_full(side: int) -> bytes:
    """As many pixels as are opened at most, all there, packed into almost nothing."""
    return png(side, side, (b"\0" + bytes(side * 4)) * side, colours=6)


def _png_text(megabytes: int) -> bytes:
    packed = zlib.compress(bytes(megabytes << 20), 1)
    return png(64, 64, bytes(64 * 193), 8, 2, *[png_chunk(b"zTXt", b"Comment\0\0" + packed)] * 8)


def _png_profile(megabytes: int) -> bytes:
    packed = zlib.compress(bytes(megabytes << 20), 1)
    return png(64, 64, bytes(64 * 193), 8, 2, png_chunk(b"iCCP", b"x\0\0" + packed))


def _png_too_many_rows() -> bytes:
    """The size is modest; what is packed would go on for a quarter of a gigabyte."""
    return png(64, 64, bytes(1 << 28))


def _jpeg(side: int, **options: object) -> bytes:
    file = io.BytesIO()
    Pillow.new("RGB", (side, side), (40, 90, 60)).save(file, "JPEG", quality=30, **options)
    return file.getvalue()


def _jpeg_claims(side: int) -> bytes:
    """A small JPEG whose frame says that it is huge."""
    return with_jpeg_size(_jpeg(64), side, side)


def with_jpeg_size(data: bytes, width: int, height: int) -> bytes:
    """Another size in the frame's header."""
    for marker in (b"\xff\xc0", b"\xff\xc2"):
        place = data.find(marker)
        if place >= 0:
            return data[: place + 5] + struct.pack(">HH", height, width) + data[place + 9 :]
    return data


def _jpeg_many_scans(side: int, scans: int) -> bytes:
    """A progressive JPEG that is refined again and again: each pass over all its blocks is a few bytes long."""
    data = with_jpeg_size(_jpeg(64, progressive=True), side, side)
    start = data.find(b"\xff\xda")
    table = b"\xff\xc4" + struct.pack(">H", 20) + b"\x10" + bytes([1] + [0] * 15) + b"\xe0"
    scan = b"\xff\xda" + struct.pack(">H", 8) + b"\x01\x01\x00\x01\x3f\x00"
    blocks = ((side + 7) // 8) ** 2
    runs = (b"\x00" * (blocks // 16384 * 2 + 2)).replace(b"\xff", b"\xff\x00")
    return data[:start] + table + (scan + runs) * scans + b"\xff\xd9"


def _jpeg_of_notes() -> bytes:
    """Notes that all point at the same long text, in one part after another."""
    data = saved("JPEG", "RGB", {})
    entries = dict.fromkeys(range(4096, 4096 + 5000), (2, 60000, 8))
    notes = b"Exif\0\0" + tiff(entries)[:65_000]
    part = b"\xff\xe1" + struct.pack(">H", len(notes) + 2) + notes
    more = b"\xff\xe1" + struct.pack(">H", 65_535) + b"Exif\0\0" + b"A" * 65_527
    return data[:2] + part + more * 150 + data[2:]


def _png_of_notes() -> bytes:
    """Sixty thousand notes, each as long as the file."""
    body = b"A" * (1 << 24)
    entries = {tag: (2, len(body), 8) for tag in range(1, 65_000)}
    return png(64, 64, bytes(64 * 193), 8, 2, png_chunk(b"eXIf", tiff(entries, body)))


def _tiff_of_notes() -> bytes:
    body = b"A" * (1 << 24)
    return tiff({tag: (2, len(body), 8) for tag in range(1, 65_000)}, body)


def _tiff_in_a_circle() -> bytes:
    """A directory that names itself as the next one, and as the one below."""
    sound = bytearray(tiff(_frame(64, 64, 1, 64 * 64 * 3) | {0x8769: (_LONG, 1, 8 + 64 * 64 * 3)}, bytes(64 * 64 * 3)))
    sound[-4:] = struct.pack("<I", 8 + 64 * 64 * 3)
    return bytes(sound)


def _frame(width: int, height: int, packing: int, size: int) -> dict[int, tuple[int, int, int]]:
    return {
        256: (_LONG, 1, width), 257: (_LONG, 1, height), 258: (_SHORT, 1, 8), 259: (_SHORT, 1, packing),
        262: (_SHORT, 1, 1), 277: (_SHORT, 1, 1), 273: (_LONG, 1, 8), 278: (_LONG, 1, height), 279: (_LONG, 1, size),
    }  # fmt: skip


def _tiff_large_tile(side: int) -> bytes:
    """A small picture in one tile of many megapixels."""
    packed = zlib.compress(bytes(side * side), 1)
    entries = _frame(64, 64, 8, len(packed))
    for tag in (273, 278, 279):
        del entries[tag]
    entries |= {322: (_LONG, 1, side), 323: (_LONG, 1, side), 324: (_LONG, 1, 8), 325: (_LONG, 1, len(packed))}
    return tiff(entries, packed)


def _tiff_full(side: int) -> bytes:
    packed = zlib.compress(bytes(side * side), 9)
    return tiff(_frame(side, side, 8, len(packed)), packed)


def _tiff_claims(side: int) -> bytes:
    return tiff(_frame(side, side, 1, 64), bytes(64))


def _tiff_many_samples() -> bytes:
    entries = _frame(4000, 4000, 1, 64) | {277: (_SHORT, 1, 60_000)}
    return tiff(entries, bytes(64))


def _bmp(width: int, height: int, packing: int, body: bytes, bits: int = 8) -> bytes:
    palette = bytes(1024)
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, packing, len(body), 0, 0, 256, 0)
    place = 14 + len(header) + len(palette)
    return struct.pack("<2sIHHI", b"BM", place + len(body), 0, 0, place) + header + palette + body


def _bmp_claims(side: int) -> bytes:
    return _bmp(side, side, 0, bytes(100))


def _bmp_single_steps() -> bytes:
    """Run lengths of one: each pixel has to be unpacked by itself."""
    return _bmp(4400, 4400, 1, b"\x01\x07" * 9_600_000)


def _bmp_no_steps() -> bytes:
    """Run lengths of nothing, millions of them."""
    return _bmp(4400, 4400, 1, b"\x00\x03" * 9_600_000)


def _gif(width: int, height: int, frame_width: int = 64, frame_height: int = 64) -> bytes:
    """A sound GIF with another screen and another first frame."""
    data = bytearray(saved("GIF", "P", {}))
    struct.pack_into("<HH", data, 6, width, height)
    place = data.find(b",", 13 + 3 * 2 ** ((data[10] & 7) + 1))
    struct.pack_into("<HH", data, place + 5, frame_width, frame_height)
    return bytes(data)


def _gif_many_frames() -> bytes:
    file = io.BytesIO()
    frames = [picture("P").rotate(number) for number in range(600)]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    return file.getvalue()


def _gif_no_picture() -> bytes:
    return b"GIF89a" + struct.pack("<HHBBB", 64, 64, 0, 0, 0) + b"!\xfe\x01x\0" * 300_000 + b";"


def _webp(side: int) -> bytes:
    """A canvas of almost any size around a small picture."""
    size = (side - 1).to_bytes(3, "little")
    inner = saved("WEBP", "RGB", {"lossless": True})[12:]
    frame = b"\0\0\0\0\0\0" + (95).to_bytes(3, "little") + (63).to_bytes(3, "little") + b"\x28\0\0\0" + inner
    parts = b"VP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + size + size
    parts += b"ANIM" + struct.pack("<I", 6) + bytes(6) + b"ANMF" + struct.pack("<I", len(frame)) + frame
    return b"RIFF" + struct.pack("<I", 4 + len(parts)) + b"WEBP" + parts


def _webp_full(side: int) -> bytes:
    file = io.BytesIO()
    Pillow.new("RGB", (side, side), (1, 2, 3)).save(file, "WEBP", lossless=True, quality=0, method=0)
    return file.getvalue()


def _with_size_box(kind: str, side: int) -> bytes:
    """A HEIC or AVIF whose box of sizes says that it is huge."""
    data = saved(kind, "RGB", {})
    place = data.find(b"ispe")
    return data[: place + 8] + struct.pack(">II", side, side) + data[place + 16 :]


def _nested_boxes(kind: bytes) -> bytes:
    """Boxes in boxes in boxes."""
    inner = b""
    for _ in range(20_000):
        inner = struct.pack(">I", len(inner) + 8) + b"meta" + inner
    return struct.pack(">I", 24) + b"ftyp" + kind + bytes(4) + kind + b"mif1" + inner[:1_000_000]


def _turned_by(value: int) -> bytes:
    return saved("JPEG", "RGB", {"exif": turned(value)})


def _two_in_one() -> bytes:
    """A GIF that is also a page of a browser."""
    return b"GIF89a" + struct.pack("<HHBBB", 64, 64, 0, 0, 0) + b"<script>alert(1)</script>"


def _thin(kind: str, width: int, height: int) -> bytes:
    file = io.BytesIO()
    picture("RGB", width, height).save(file, kind)
    return file.getvalue()


BOMBS: dict[str, Bomb] = {
    **{f"png claims {side}": (lambda side=side: _png_claims(side)) for side in (8001, 20_000, 65_535, 2**31 - 1)},  # type: ignore[misc]
    "png 64 megapixels see-through": lambda: _png_full(8000),
    "png of texts": lambda: _png_text(60),
    "png of one text": lambda: _png_text(300),
    "png with a profile": lambda: _png_profile(300),
    "png with too many rows": _png_too_many_rows,
    "png of notes": _png_of_notes,
    "jpeg claims 65500": lambda: _jpeg_claims(65_500),
    "jpeg claims 13000": lambda: _jpeg_claims(13_000),
    "jpeg 100 megapixels": lambda: _jpeg(10_000),
    "jpeg 160 megapixels, progressive": lambda: _jpeg(12_700, progressive=True),
    "jpeg of 60 passes over 64 megapixels": lambda: _jpeg_many_scans(8000, 60),
    "jpeg of 3000 passes": lambda: _jpeg_many_scans(8000, 3000),
    "jpeg of 60000 small passes": lambda: _jpeg_many_scans(640, 60_000),
    "jpeg of notes": _jpeg_of_notes,
    **{f"jpeg turned by {value}": (lambda value=value: _turned_by(value)) for value in (0, 9, 65_535)},  # type: ignore[misc]
    "tiff of notes": _tiff_of_notes,
    "tiff in a circle": _tiff_in_a_circle,
    "tiff in a large tile": lambda: _tiff_large_tile(30_000),
    "tiff in a bearable tile": lambda: _tiff_large_tile(8192),
    "tiff 64 megapixels": lambda: _tiff_full(8000),
    "tiff claims 60000": lambda: _tiff_claims(60_000),
    "tiff of samples": _tiff_many_samples,
    "bmp claims 30000": lambda: _bmp_claims(30_000),
    "bmp upside down": lambda: _bmp(4000, -(2**31), 0, bytes(100)),
    "bmp in single steps": _bmp_single_steps,
    "bmp in no steps": _bmp_no_steps,
    "gif on a screen of 65535": lambda: _gif(65_535, 65_535),
    "gif with a frame of 65535": lambda: _gif(64, 64, 65_535, 65_535),
    "gif on a screen of 8000": lambda: _gif(8000, 8000),
    "gif of 600 frames": _gif_many_frames,
    "gif without a picture": _gif_no_picture,
    "gif that is a page": _two_in_one,
    "webp on a canvas of 16000": lambda: _webp(16_000),
    "webp on a canvas of 7900": lambda: _webp(7900),
    "webp 64 megapixels": lambda: _webp_full(8000),
    "heic claims 30000": lambda: _with_size_box("HEIF", 30_000),
    "heic claims 7900": lambda: _with_size_box("HEIF", 7900),
    "avif claims 30000": lambda: _with_size_box("AVIF", 30_000),
    "avif claims 7900": lambda: _with_size_box("AVIF", 7900),
    "heic boxes in boxes": lambda: _nested_boxes(b"heic"),
    "avif boxes in boxes": lambda: _nested_boxes(b"avif"),
    "a thread of 30 × 60000": lambda: _thin("PNG", 60_000, 30),
    "a ribbon of 32 × 60000": lambda: _thin("PNG", 60_000, 32),
    "a ribbon of 60000 × 33": lambda: _thin("JPEG", 33, 60_000),
}
"""By name; each is made when it is asked for."""


@cache
def bomb(name: str) -> bytes:
    return BOMBS[name]()
