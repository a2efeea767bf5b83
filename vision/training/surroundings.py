"""What is round and over the cards: tables, cloths, clutter that is no card, fingers."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.artwork import Deck, Pixels
from vision.training.photography import smooth_field
from vision.training.printing import find_fonts, glyph

Random = np.random.Generator
SKIN = ((140, 170, 220), (120, 150, 205), (90, 125, 185), (60, 90, 145), (40, 60, 100), (160, 190, 235))
"""BGR tones of hands."""


def load_backgrounds(folder: Path) -> list[Pixels]:
    """Pictures of tables, cloths and rooms, reduced to at most 1,000 pixels; none if there is no folder."""
    pictures = [cv2.imread(str(path), cv2.IMREAD_COLOR) for path in sorted(folder.glob("*.jpg"))]
    return [_reduced(picture) for picture in pictures if picture is not None]


def _reduced(picture: cv2.typing.MatLike) -> Pixels:
    scale = min(1.0, 1000 / max(picture.shape[:2]))
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def background(size: tuple[int, int], pictures: list[Pixels], random: Random) -> Pixels:
    """Something to lie under the cards, ``(width, height)`` pixels."""
    if pictures and random.random() < 0.45:
        return _crop(pictures[int(random.integers(len(pictures)))], size, random)
    makers = (_cloth, _felt, _wood, _checks)
    return makers[int(random.integers(len(makers)))](size, random)


def _crop(picture: Pixels, size: tuple[int, int], random: Random) -> Pixels:
    width, height = size
    share = random.uniform(0.3, 1.0)
    tall, wide = max(8, int(picture.shape[0] * share)), max(8, int(picture.shape[1] * share))
    y, x = int(random.integers(picture.shape[0] - tall + 1)), int(random.integers(picture.shape[1] - wide + 1))
    part = picture[y : y + tall, x : x + wide]
    if random.random() < 0.5:
        part = np.rot90(part, int(random.integers(4)))
    return np.asarray(
        cv2.resize(np.ascontiguousarray(part), (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.uint8
    )


def _colour(random: Random, low: int = 20, high: int = 235) -> NDArray[np.float32]:
    return random.uniform(low, high, 3).astype(np.float32)


def _textured(base: NDArray[np.float32], size: tuple[int, int], grain: NDArray[np.float32]) -> Pixels:
    return (
        np.clip(base + grain[..., None], 0, 255).astype(np.uint8)
        if base.ndim == 1
        else np.clip(base, 0, 255).astype(np.uint8)
    )


def _cloth(size: tuple[int, int], random: Random) -> Pixels:
    """A plain cloth, a sheet of paper or a painted table, perhaps nearly as white as the cards."""
    width, height = size
    base = _colour(random) if random.random() < 0.7 else random.uniform(190, 255, 3).astype(np.float32)
    folds = smooth_field(random, (height, width), int(random.integers(2, 9))) * random.uniform(0, 18)
    return _textured(
        base, size, folds + random.standard_normal((height, width), dtype=np.float32) * random.uniform(0, 5)
    )


def _felt(size: tuple[int, int], random: Random) -> Pixels:
    """The green, blue or red of a card table."""
    width, height = size
    tones = ((60, 110, 20), (110, 60, 20), (40, 30, 120), (50, 50, 50))
    base = np.array(tones[int(random.integers(len(tones)))], np.float32) * random.uniform(0.6, 1.4)
    grain = cv2.GaussianBlur(
        random.standard_normal((height, width), dtype=np.float32), (0, 0), random.uniform(0.6, 1.6)
    )
    return _textured(base, size, np.asarray(grain * random.uniform(5, 30), dtype=np.float32))


def _wood(size: tuple[int, int], random: Random) -> Pixels:
    width, height = size
    base = np.array([60, 100, 150], np.float32) * random.uniform(0.4, 1.5)
    stripes = cv2.resize(
        random.standard_normal((max(4, height // int(random.integers(2, 10))), 4)).astype(np.float32), (width, height)
    )
    grain = stripes * random.uniform(6, 22) + smooth_field(random, (height, width), 4) * 12
    wood = _textured(base, size, np.asarray(grain, dtype=np.float32))
    return np.ascontiguousarray(wood if random.random() < 0.5 else cv2.resize(np.rot90(wood), size), dtype=np.uint8)


def _checks(size: tuple[int, int], random: Random) -> Pixels:
    """A checked or striped tablecloth."""
    width, height = size
    pitch = int(random.integers(8, 70))
    rows, columns = (np.arange(height) // pitch % 2)[:, None], (np.arange(width) // pitch % 2)[None]
    share = ((rows + columns) / 2 if random.random() < 0.7 else np.broadcast_to(columns, (height, width)))[..., None]
    return (_colour(random) * share + _colour(random) * (1 - share)).astype(np.uint8)


def add_clutter(image: Pixels, decks: list[Deck], random: Random) -> None:
    """Things that are no cards: print, numbers, boxes, coins, a court's picture without an index."""
    kinds = (_add_print, _add_print, _add_page, _add_box, _add_coin, partial(_add_picture, decks=decks))
    for _ in range(int(random.integers(0, 5))):
        kinds[int(random.integers(len(kinds)))](image, random)


def _spot(image: Pixels, random: Random) -> tuple[int, int]:
    return int(random.uniform(-0.1, 1.0) * image.shape[1]), int(random.uniform(-0.1, 1.0) * image.shape[0])


def _add_print(image: Pixels, random: Random) -> None:
    """A line of letters and figures, as on a box, a book or a screen."""
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789♥♦"
    word = "".join(random.choice(list(signs[:-2]), int(random.integers(1, 12))))
    cover = glyph(str(random.choice(find_fonts().text)), word, int(random.uniform(10, 60)), 0, random.uniform(0.7, 1.2))
    cover = np.ascontiguousarray(np.rot90(cover, int(random.integers(4))))
    x, y = _spot(image, random)
    part = image[max(0, y) : max(0, y) + cover.shape[0], max(0, x) : max(0, x) + cover.shape[1]]
    if not part.size:
        return
    alpha = cover[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    if random.random() < 0.4:
        part[:] = np.clip(_colour(random, 150, 255), 0, 255).astype(np.uint8)
    part[:] = (part * (1 - alpha) + _colour(random, 0, 255) * alpha).astype(np.uint8)


def _add_page(image: Pixels, random: Random) -> None:
    """Lines of words on paper, in capitals or not, as in a book or on a leaflet: nearly what a joker has."""
    font = str(random.choice(find_fonts().text))
    tall, lines = int(random.uniform(9, 34)), int(random.integers(2, 9))
    letters = list("ABCDEFGHIJKLMNOPRSTUWYZ" if random.random() < 0.5 else "aabcdeeefghiijklmnnooprrssttuwyz")
    words = [
        " ".join("".join(random.choice(letters, int(random.integers(2, 9)))) for _ in range(4)) for _ in range(lines)
    ]
    covers = [glyph(font, line, tall, 0, 0.9) for line in words]
    page = np.zeros((lines * (tall + tall // 2) + tall, max(cover.shape[1] for cover in covers) + 2 * tall), np.uint8)
    for row, cover in enumerate(covers):
        y = tall // 2 + row * (tall + tall // 2)
        page[y : y + cover.shape[0], tall : tall + cover.shape[1]] = cover
    page = np.ascontiguousarray(np.rot90(page, int(random.integers(4))))
    x, y = _spot(image, random)
    part = image[max(0, y) : max(0, y) + page.shape[0], max(0, x) : max(0, x) + page.shape[1]]
    alpha = page[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    paper, ink = _colour(random, 190, 255), _colour(random, 0, 110)
    part[:] = np.clip(paper * (1 - alpha) + ink * alpha, 0, 255).astype(np.uint8)


def _add_box(image: Pixels, random: Random) -> None:
    """A phone, a note, a box's edge."""
    x, y = _spot(image, random)
    shape = ((x, y), (int(random.uniform(20, 200)), int(random.uniform(20, 200))), random.uniform(0, 180))
    corners = cv2.boxPoints(shape).astype(np.int32)
    cv2.fillPoly(image, [corners], tuple(float(value) for value in _colour(random)), cv2.LINE_AA)


def _add_coin(image: Pixels, random: Random) -> None:
    x, y = _spot(image, random)
    radius = int(random.uniform(6, 60))
    cv2.circle(image, (x, y), radius, tuple(float(value) for value in _colour(random)), -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), radius, tuple(float(value) for value in _colour(random)), 2, cv2.LINE_AA)


def _add_picture(image: Pixels, random: Random, decks: list[Deck]) -> None:
    """The middle of a card, without its indices, as in a book or on a box."""
    deck = decks[int(random.integers(len(decks)))]
    stems = [stem for stem in deck.textures if stem != "BACK"]
    texture = deck.textures[str(random.choice(stems))]
    height, width = texture.shape[:2]
    inner = texture[int(height * 0.36) : int(height * 0.64), int(width * 0.3) : int(width * 0.7)]
    scale = random.uniform(0.3, 1.5)
    inner = np.asarray(cv2.resize(inner, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    x, y = _spot(image, random)
    part = image[max(0, y) : max(0, y) + inner.shape[0], max(0, x) : max(0, x) + inner.shape[1]]
    part[:] = inner[: part.shape[0], : part.shape[1]]


def add_finger(
    image: Pixels,
    owner: NDArray[np.int16],
    start: tuple[float, float],
    end: tuple[float, float],
    width: float,
    tone: int,
) -> None:
    """A finger from ``start`` to its tip at ``end`` (pixels); what it covers belongs to no card any more."""
    points = [(round(start[0]), round(start[1])), (round(end[0]), round(end[1]))]
    thick = max(3, round(width))
    cv2.line(owner, points[0], points[1], -1, thick)
    base = np.array(SKIN[tone], np.float32)
    for share, light in ((1.0, 0.72), (0.8, 0.86), (0.55, 0.97), (0.3, 1.04)):
        colour = tuple(float(value) for value in np.clip(base * light, 0, 255))
        cv2.line(image, points[0], points[1], colour, max(1, round(thick * share)), cv2.LINE_AA)
    nail = tuple(float(value) for value in np.clip(base * 1.1 + 12, 0, 255))
    angle = float(np.degrees(np.arctan2(end[1] - start[1], end[0] - start[0])))
    cv2.ellipse(image, points[1], (max(1, thick // 4), max(1, thick // 5)), angle, 0, 360, nail, -1, cv2.LINE_AA)
