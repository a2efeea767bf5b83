"""A small deck of our own, drawn for the tests: no artwork is needed to prove the training."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from engine.cards import CARDS, Card
from vision.training.artwork import Deck, Pixels, load_decks
from vision.training.printing import find_fonts
from vision.training.scene import Art

WIDTH, HEIGHT = 380, 540
INDEX = (22, 24, 62, 128)
"""Left, top, right, bottom of the index that ``paint_card`` prints."""


def paint_card(card: Card) -> Pixels:
    """A plain card: its rank over its pip in two corners, one large pip in the middle."""
    fonts = find_fonts()
    half = PilImage.new("RGB", (WIDTH, HEIGHT), "white")
    draw = ImageDraw.Draw(half)
    ink = (200, 20, 30) if card.suit.is_red else (20, 20, 20)
    left, top, right, bottom = INDEX
    middle = (top + bottom) // 2
    for text, file, area in (
        (str(card.rank), fonts.text[0], (left, top, right, middle - 2)),
        (card.suit.symbol, fonts.pips[0], (left + 5, middle + 2, right - 5, bottom)),
    ):
        font = ImageFont.truetype(file, 90)
        ink_box = font.getbbox(text)
        stamp = PilImage.new("L", (round(ink_box[2] - ink_box[0]), round(ink_box[3] - ink_box[1])))
        ImageDraw.Draw(stamp).text((-ink_box[0], -ink_box[1]), text, fill=255, font=font)
        stamp = stamp.resize((area[2] - area[0], area[3] - area[1]))
        half.paste(ink, (area[0], area[1]), stamp)
    draw.text(
        (WIDTH // 2 - 45, HEIGHT // 2 - 60), card.suit.symbol, fill=ink, font=ImageFont.truetype(fonts.pips[0], 110)
    )
    pixels = np.asarray(half)[..., ::-1].copy()
    pixels[HEIGHT - bottom : HEIGHT - top, WIDTH - right : WIDTH - left] = np.rot90(pixels[top:bottom, left:right], 2)
    return pixels


def write_deck(folder: Path, name: str) -> None:
    (folder / "decks" / name).mkdir(parents=True)
    for card in CARDS:
        cv2.imwrite(str(folder / "decks" / name / f"{card}.webp"), paint_card(card), [cv2.IMWRITE_WEBP_QUALITY, 95])


@pytest.fixture(scope="session")
def art_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of artwork with one deck to learn from and one kept for validation."""
    folder = tmp_path_factory.mktemp("art")
    rows = []
    for name, family in (("plain", "plain"), ("kept", "kde-standard")):
        write_deck(folder, name)
        rows.append({"deck": name, "family": family, "index": "A K Q J", "indices_per_card": 2, "jokers": "none"})
    (folder / "decks.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return folder


@pytest.fixture(scope="session")
def art(art_folder: Path) -> Art:
    return Art.load(art_folder)


@pytest.fixture(scope="session")
def deck(art_folder: Path) -> Deck:
    return load_decks(art_folder, held_out=False)[0]
