"""Ten thousand ways to spoil a file, each to be had again by its number and the seed."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from tests.hostile.bombs import BOMBS, bomb
from tests.hostile.good_files import GoodFile, good_files, png_chunk

Spoil = Callable[[random.Random, bytes], bytes]
_EXTREMES = (b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0", b"\x80\0\0\0", b"\0\0\0\x01", b"\xff\xff\xff\x7f")
_OTHER_HEADS = (
    b"%PDF-1.7\n", b"PK\x03\x04", b"\x7fELF", b"#!/bin/sh\n", b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    b"\x80\x04\x95", b"8BPS\0\x01", b"\0\0\x01\0", b"%!PS-Adobe-3.0 EPSF-3.0\n", b"\x1f\x8b\x08",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HostileFile:
    """A file that nobody should trust, and what was done to it."""

    name: str
    data: bytes


def hostile_file(number: int, seed: int) -> HostileFile:
    """The file with this number: first every bomb, then every good file spoilt in every way, again and again."""
    if number < len(BOMBS):
        name = list(BOMBS)[number]
        return HostileFile(name, bomb(name))
    chance = random.Random(f"{seed}-{number}")
    files, turn = good_files(), number - len(BOMBS)
    file, spoil = files[turn % len(files)], list(WAYS)[turn // len(files) % len(WAYS)]
    return HostileFile(f"{file.kind} {file.name}, {spoil}", WAYS[spoil](chance, file.data))


def _cut(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data))]


def _head_cut(chance: random.Random, data: bytes) -> bytes:
    return data[chance.randrange(1, 64) :]


def _flipped(chance: random.Random, data: bytes) -> bytes:
    """Some bits, wherever they are."""
    bad = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16, 64))):
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
    return bytes(bad)


def _head_flipped(chance: random.Random, data: bytes) -> bytes:
    """Some bits among the first bytes, where sizes and kinds are told."""
    bad = bytearray(data)
    for _ in range(chance.choice((1, 2, 3, 8))):
        bad[chance.randrange(min(len(bad), 160))] ^= 1 << chance.randrange(8)
    return bytes(bad)


def _tail_flipped(chance: random.Random, data: bytes) -> bytes:
    """Some bits among the last bytes, where TIFF has its directory."""
    bad = bytearray(data)
    for _ in range(chance.choice((1, 2, 3, 8))):
        bad[-1 - chance.randrange(min(len(bad), 200))] ^= 1 << chance.randrange(8)
    return bytes(bad)


def _noise(chance: random.Random, data: bytes) -> bytes:
    """A stretch of nothing but noise."""
    start = chance.randrange(len(data))
    length = chance.randrange(1, len(data) - start + 1)
    return data[:start] + chance.randbytes(length) + data[start + length :]


def _extreme(chance: random.Random, data: bytes) -> bytes:
    """A number of four bytes, as large or small as it can be."""
    place = chance.randrange(max(1, min(len(data), 400) - 4))
    extreme = chance.choice(_EXTREMES)[: chance.choice((2, 4))]
    return data[:place] + extreme + data[place + len(extreme) :]


def _part_missing(chance: random.Random, data: bytes) -> bytes:
    start = chance.randrange(len(data))
    return data[:start] + data[start + chance.randrange(1, 200) :]


def _part_twice(chance: random.Random, data: bytes) -> bytes:
    start = chance.randrange(len(data))
    end = start + chance.randrange(1, 400)
    return data[:end] + data[start:end] * chance.choice((1, 1, 5, 400)) + data[end:]


def _grafted(chance: random.Random, data: bytes) -> bytes:
    """The beginning of one file and the end of another."""
    other = chance.choice(good_files()).data
    return data[: chance.randrange(len(data))] + other[chance.randrange(len(other)) :]


def _one_after_the_other(chance: random.Random, data: bytes) -> bytes:
    return data + chance.choice(good_files()).data


def _other_head(chance: random.Random, data: bytes) -> bytes:
    """The first bytes of quite another kind of file."""
    head = chance.choice([*_OTHER_HEADS, *(file.data[:12] for file in good_files())])
    return head + data[chance.choice((0, len(head))) :]


def _with_tail(chance: random.Random, data: bytes) -> bytes:
    return data + chance.choice((bytes(100_000), chance.randbytes(3000), b"<script>alert(1)</script>" * 50))


def _believed(chance: random.Random, data: bytes) -> bytes:
    """A PNG's checksums made right again after it was spoilt; others only spoilt."""
    bad = _flipped(chance, data)
    return png_with_right_sums(bad) if data.startswith(b"\x89PNG") else bad


def png_with_right_sums(data: bytes) -> bytes:
    """The same parts with sums that fit, as far as they can be told apart."""
    parts, place = [data[:8]], 8
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        length = min(length, len(data) - place - 12)
        parts.append(png_chunk(data[place + 4 : place + 8], data[place + 8 : place + 8 + length]))
        place += 12 + length
    return b"".join(parts)


def _repacked(chance: random.Random, data: bytes) -> bytes:
    """Where something packed lies in the file, something else that is packed as well."""
    place = data.find(b"\x78")
    return data if place < 0 else data[:place] + zlib.compress(chance.randbytes(9000)) + data[place:]


def _shuffled(chance: random.Random, data: bytes) -> bytes:
    """The same blocks of sixteen bytes behind a sound head, in another order."""
    blocks = [data[place : place + 16] for place in range(32, len(data), 16)]
    chance.shuffle(blocks)
    return data[:32] + b"".join(blocks)


def _only_noise(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.choice((0, 4, 12, 40))] + chance.randbytes(chance.randrange(4000))


def _untouched(chance: random.Random, data: bytes) -> bytes:
    """A sound file must still open."""
    return data


WAYS: dict[str, Spoil] = {
    "as it is": _untouched, "cut": _cut, "bits flipped": _flipped, "bits of the head flipped": _head_flipped,
    "bits of the tail flipped": _tail_flipped, "a stretch of noise": _noise, "an extreme number": _extreme,
    "a part missing": _part_missing, "a part repeated": _part_twice, "grafted": _grafted,
    "followed by another": _one_after_the_other, "under another head": _other_head, "with a tail": _with_tail,
    "with right sums": _believed, "repacked": _repacked, "shuffled": _shuffled, "noise": _only_noise,
    "without its head": _head_cut,
}  # fmt: skip


def kinds() -> set[str]:
    return {file.kind for file in good_files()}


__all__ = ["WAYS", "GoodFile", "HostileFile", "hostile_file", "kinds"]
