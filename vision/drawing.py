"""What was read, drawn on the photo: every index framed, its card named beside it.

Suits are drawn as shapes, since no font can be relied on to have them; letter and symbol
stand together, so that nobody needs to tell colours apart.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from engine.cards import Card, Face, Suit
from vision.geometry import Point, Quad
from vision.photo import Image
from vision.scan import Scan, ScannedCard

Colour = tuple[int, int, int]
"""Red, green, blue."""

SURE: Colour = (22, 120, 62)
DOUBTFUL: Colour = (214, 102, 0)
PAPER: Colour = (255, 255, 255)
INK: Mapping[Suit, Colour] = {
    Suit.SPADES: (20, 20, 20),
    Suit.HEARTS: (200, 16, 32),
    Suit.DIAMONDS: (200, 16, 32),
    Suit.CLUBS: (20, 20, 20),
}
JOKER_INK: Colour = (110, 30, 140)
_LABEL = 1 / 42
"""Height of a label, as a part of the photo's longer side."""
_FINE = 4
"""Suit symbols are drawn this many times larger, then made smaller, for smooth edges."""


def draw_scan(image: Image, scan: Scan) -> NDArray[np.uint8]:
    """The image with frames and names on it; RGB, height × width × 3."""
    canvas = Pillow.fromarray(np.ascontiguousarray(image.pixels[..., ::-1]))
    to_image = (image.width / scan.width, image.height / scan.height)
    height = max(14, round(max(image.width, image.height) * _LABEL))
    for card in scan.cards:
        quads = [quad.scaled(*to_image) for quad in card.corners]
        for quad in quads:
            _frame(canvas, quad, _colour(card), max(2, height // 9))
        label = label_of(card.face, height, doubtful=card.is_doubtful)
        _paste(canvas, label, _beside(quads[0], label, canvas))
    return np.asarray(canvas, dtype=np.uint8)


def label_of(face: Face, height: int, *, doubtful: bool = False) -> Pillow.Image:
    """A small sign with a card's name: rank and suit letter's symbol, or JK; RGB."""
    font = ImageFont.load_default(size=height * 0.8)
    text = ("?" if doubtful else "") + (str(face.rank) if isinstance(face, Card) else "JK")
    ink = INK[face.suit] if isinstance(face, Card) else JOKER_INK
    wide = round(font.getlength(text))
    extra = round(height * 1.45) if isinstance(face, Card) else 0
    edge = max(1, height // 10)
    sign = Pillow.new("RGB", (wide + extra + 4 * edge, height + 2 * edge), PAPER)
    pen = ImageDraw.Draw(sign)
    pen.text((2 * edge, height / 2 + edge), text, ink, font, anchor="lm")
    if isinstance(face, Card):
        _suit(sign, face.suit, 2 * edge + wide + edge, edge, height)
        pen.text((sign.width - 2 * edge, height / 2 + edge), str(face.suit), ink, _small(height), anchor="rm")
    pen.rectangle((0, 0, sign.width - 1, sign.height - 1), outline=DOUBTFUL if doubtful else SURE, width=edge)
    return sign


def suit_mask(suit: Suit, side: int) -> NDArray[np.uint8]:
    """A suit's symbol as a square mask, 0 outside and 255 inside, with smooth edges."""
    fine = np.zeros((side * _FINE,) * 2, np.uint8)
    draw = {Suit.HEARTS: _heart, Suit.SPADES: _spade, Suit.DIAMONDS: _diamond, Suit.CLUBS: _club}[suit]
    draw(fine, side * _FINE)
    return np.asarray(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _polygon(mask: NDArray[np.uint8], size: int, *points: tuple[float, float]) -> None:
    cv2.fillPoly(mask, [np.array([(x * size, y * size) for x, y in points], np.int32)], (255,))


def _disc(mask: NDArray[np.uint8], size: int, x: float, y: float, radius: float) -> None:
    cv2.circle(mask, (round(x * size), round(y * size)), round(radius * size), (255,), -1)


def _heart(mask: NDArray[np.uint8], size: int) -> None:
    _disc(mask, size, 0.29, 0.32, 0.23)
    _disc(mask, size, 0.71, 0.32, 0.23)
    _polygon(mask, size, (0.095, 0.44), (0.29, 0.3), (0.71, 0.3), (0.905, 0.44), (0.5, 0.96))


def _spade(mask: NDArray[np.uint8], size: int) -> None:
    _disc(mask, size, 0.29, 0.58, 0.22)
    _disc(mask, size, 0.71, 0.58, 0.22)
    _polygon(mask, size, (0.5, 0.04), (0.905, 0.48), (0.7, 0.66), (0.3, 0.66), (0.095, 0.48))
    _polygon(mask, size, (0.5, 0.55), (0.68, 0.97), (0.32, 0.97))


def _diamond(mask: NDArray[np.uint8], size: int) -> None:
    _polygon(mask, size, (0.5, 0.03), (0.86, 0.5), (0.5, 0.97), (0.14, 0.5))


def _club(mask: NDArray[np.uint8], size: int) -> None:
    _disc(mask, size, 0.5, 0.25, 0.21)
    _disc(mask, size, 0.26, 0.58, 0.21)
    _disc(mask, size, 0.74, 0.58, 0.21)
    _polygon(mask, size, (0.5, 0.4), (0.68, 0.97), (0.32, 0.97))


def _suit(sign: Pillow.Image, suit: Suit, left: int, top: int, height: int) -> None:
    side = max(6, round(height * 0.8))
    mask = Pillow.fromarray(suit_mask(suit, side))
    sign.paste(INK[suit], (left, top + (height - side) // 2), mask)


def _small(height: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=height * 0.55)


def _colour(card: ScannedCard) -> Colour:
    return DOUBTFUL if card.is_doubtful else SURE


def _frame(canvas: Pillow.Image, quad: Quad, colour: Colour, width: int) -> None:
    corners = [*quad.points, quad.top_left]
    ImageDraw.Draw(canvas).line([(point.x, point.y) for point in corners], colour, width, joint="curve")


def _beside(quad: Quad, label: Pillow.Image, canvas: Pillow.Image) -> Point:
    """The label's top left: beyond the index's head, where a fan leaves room, but never outside the photo."""
    up = quad.down.times(-1 / max(quad.down.length, 1e-6))
    clear = quad.down.length / 2 + (abs(up.x) * label.width + abs(up.y) * label.height) / 2 + 3
    middle = quad.middle.plus(up.times(clear))
    x = min(max(0.0, middle.x - label.width / 2), canvas.width - label.width)
    y = min(max(0.0, middle.y - label.height / 2), canvas.height - label.height)
    return Point(x, y)


def _paste(canvas: Pillow.Image, label: Pillow.Image, place: Point) -> None:
    canvas.paste(label, (round(place.x), round(place.y)))
