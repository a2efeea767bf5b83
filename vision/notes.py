"""Advice on taking a better photo, given only when the photo was hard to read."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import cv2
import numpy as np

from vision.doubts import Decision, Doubt
from vision.letters import Language
from vision.photo import Image
from vision.sightings import SeenIndex

SMALL = 16
"""Photo pixels; an index less high than this is hard to read."""
DARK = 60
"""Brightness, 0 to 255; where the lightest tenth of the photo is no lighter, it is dark."""
BLURRED = 0.10
"""Steepest step between neighbouring pixels of an index, as a part of its contrast."""
_HARD = 0.15


class Note(Enum):
    """What to do, or what to know, about a photo."""

    COME_CLOSER = "come_closer"
    HOLD_STILL = "hold_still"
    TOO_DARK = "too_dark"
    MIRRORED = "mirrored"
    NO_CARDS = "no_cards"
    LETTERS_AMBIGUOUS = "letters_ambiguous"


def notes_on(
    image: Image,
    seen: Sequence[SeenIndex],
    decisions: Sequence[Decision],
    language: Language,
    *,
    is_mirrored: bool = False,
) -> tuple[Note, ...]:
    """The notes that a photo deserves, in the order of ``Note``."""
    found = {
        Note.COME_CLOSER: _is_small(image, seen) and _was_hard(seen, decisions),
        Note.HOLD_STILL: _is_blurred(image, seen) and _was_hard(seen, decisions),
        Note.TOO_DARK: _is_dark(image) and _was_hard(seen, decisions),
        Note.MIRRORED: is_mirrored,
        Note.NO_CARDS: not decisions,
        Note.LETTERS_AMBIGUOUS: language.is_ambiguous,
    }
    return tuple(note for note, holds in found.items() if holds)


def _was_hard(seen: Sequence[SeenIndex], decisions: Sequence[Decision]) -> bool:
    """Whether nothing was found, or more than now and then something was doubtful or could not be read."""
    doubtful = sum(Doubt.UNSURE in decision.doubts for decision in decisions)
    unreadable = sum(index.odds.unreadable > 0.5 for index in seen)
    return not decisions or doubtful + unreadable > _HARD * len(seen)


def _is_small(image: Image, seen: Sequence[SeenIndex]) -> bool:
    heights = [index.corner.quad.down.length * image.scale_y for index in seen]
    return bool(heights) and float(np.median(heights)) < SMALL


def _is_dark(image: Image) -> bool:
    step = max(1, max(image.width, image.height) // 256)
    return float(np.percentile(image.pixels[::step, ::step].max(-1), 90)) < DARK


def _is_blurred(image: Image, seen: Sequence[SeenIndex]) -> bool:
    steepness = [value for index in seen if (value := _steepness(image, index)) is not None]
    return bool(steepness) and float(np.median(steepness)) < BLURRED


def _steepness(image: Image, index: SeenIndex) -> float | None:
    """How sharp an index's edges are; nothing is said of one that is cut off or has no contrast."""
    points = index.corner.quad.array()
    (left, top), (right, bottom) = points.min(0).astype(int), np.ceil(points.max(0)).astype(int)
    patch = image.pixels[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    if min(patch.shape[:2]) < 8:
        return None
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
    contrast = float(np.percentile(grey, 98) - np.percentile(grey, 2))
    steps = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 4, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 4)
    return float(np.percentile(steps, 98)) / 2 / contrast if contrast > 20 else None
