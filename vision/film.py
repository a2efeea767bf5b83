"""Frames of a video, or of a folder of pictures, one after the other: what ``live`` looks at.

Videos are opened here and nowhere else. A scan takes longer than a camera takes for a frame, so
``in_time`` leaves out what passed while somebody was looking, as a running camera would.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Image, Trouble, UnreadablePhoto, image_of, open_photo, read_file

USUAL_RATE = 30.0
"""Frames a second, where a film does not say."""
_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic", ".heif", ".avif", ".tif", ".tiff")


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a film, its number from 0, and when it was taken, in seconds from the start."""

    image: Image
    number: int
    seconds: float


Waiting = Callable[[int], bool]
"""Whether the frame of this number has already passed by."""


def _stay(_: int) -> bool:
    return False


def frames(source: Path, rate: float = USUAL_RATE, passed: Waiting = _stay) -> Iterator[Frame]:
    """The frames of a video file, or of a folder of pictures in the order of their names.

    Frames that have ``passed`` are not even decoded. Raises ``UnreadablePhoto``; a picture of a
    folder that cannot be read is left out, as a camera's broken frame would be.
    """
    if not source.exists():
        raise UnreadablePhoto(Trouble.NOT_FOUND)
    yield from _of_folder(source, rate, passed) if source.is_dir() else _of_video(source, rate, passed)


def in_time(rate: float, clock: Callable[[], float] = time.perf_counter) -> Waiting:
    """Leaves out every frame that a camera of this rate took before now; its first frame is taken at once."""
    began: list[float] = []

    def passed(number: int) -> bool:
        began[:] = began or [clock()]
        return number / rate < clock() - began[0]

    return passed


def _of_folder(source: Path, rate: float, passed: Waiting) -> Iterator[Frame]:
    pictures = sorted(path for path in source.iterdir() if path.suffix.lower() in _PICTURES)
    if not pictures:
        raise UnreadablePhoto(Trouble.NOT_AN_IMAGE)
    for number, path in enumerate(pictures):
        if passed(number) and number:
            continue
        try:
            image = open_photo(read_file(path))
        except UnreadablePhoto:
            continue
        yield Frame(image, number, number / rate)


def _of_video(source: Path, rate: float, passed: Waiting) -> Iterator[Frame]:
    film = cv2.VideoCapture(str(source))
    try:
        if not film.isOpened():
            raise UnreadablePhoto(Trouble.NOT_AN_IMAGE)
        number = 0
        while film.grab():
            if not passed(number) or not number:
                yield Frame(_decoded(film), number, number / rate)
            number += 1
        if not number:
            raise UnreadablePhoto(Trouble.DAMAGED)
    finally:
        film.release()


def _decoded(film: cv2.VideoCapture) -> Image:
    there, pixels = film.retrieve()
    if not there:
        raise UnreadablePhoto(Trouble.DAMAGED)
    return image_of(_three_channels(np.asarray(pixels, dtype=np.uint8)))


def _three_channels(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return pixels if pixels.ndim == 3 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def rate_of(source: Path) -> float:
    """Frames a second as a video's file says; ``USUAL_RATE`` where it says nothing sensible."""
    film = cv2.VideoCapture(str(source)) if source.is_file() else None
    said = film.get(cv2.CAP_PROP_FPS) if film is not None else 0.0
    if film is not None:
        film.release()
    return said if 1 <= said <= 240 else USUAL_RATE
