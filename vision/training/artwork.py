"""Decks of card artwork read from a folder, and where their indices are printed.

A deck is a folder ``decks/<deck>/<RANK><SUIT>.webp`` (also ``JOKER1``, ``JOKER2``, ``BACK``);
``decks.jsonl`` beside ``decks`` says which family each belongs to and which letters it prints.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import CARDS, Card, Rank

Pixels = NDArray[np.uint8]
"""BGR, height × width × 3."""

TEXTURE_HEIGHT = 540
"""Pixels a card is kept at: an index is then about as large as in a close photo."""

LETTERS = {
    "A K Q J": "AKQJ",
    "A K D B": "AKDB",
    "A R D V": "ARDV",
    "1 R D V": "1RDV",
    "A K D W": "AKDW",
    "A H V B": "AHVB",
}
"""The court alphabets that the reader knows, as ``decks.jsonl`` writes them."""


@dataclass(frozen=True, slots=True)
class Box:
    """Left, top, right, bottom in texture pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, x: float, y: float) -> Box:
        """The box with a margin on every side."""
        return Box(self.left - x, self.top - y, self.right + x, self.bottom + y)


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck: its textures by file stem, the stock's colour, and where indices are printed.

    ``index_box`` is where a one-figure index lies in the top left corner, or ``None`` where the
    corner could not be understood: such a deck only lends its pictures to drawn indices.
    """

    name: str
    family: str
    letters: str | None
    corners: int
    textures: dict[str, Pixels] = field(repr=False)
    stock: NDArray[np.float32] = field(repr=False)
    index_box: Box | None

    @property
    def has_courts(self) -> bool:
        return self.letters is not None

    def jokers(self) -> list[Pixels]:
        """The deck's joker pictures, none where it has no jokers."""
        return [self.textures[name] for name in ("JOKER1", "JOKER2") if name in self.textures]


def load_decks(art: Path, held_out: bool) -> list[Deck]:
    """The decks in ``art``: those kept for validation, or all the others.

    Validation families are chosen by name, so that looks never seen in training are judged.
    """
    rows = [json.loads(line) for line in (art / "decks.jsonl").read_text().splitlines() if line]
    wanted = [row for row in rows if (row["family"] in HELD_OUT_FAMILIES) == held_out]
    return [deck for deck in (_load_deck(art, row) for row in wanted) if deck is not None]


HELD_OUT_FAMILIES = frozenset(
    {"gnome13-tragy", "gnome13-adler", "jeuxcartes-fr", "kde-standard", "aguilar", "gnome-orell"}
)
"""Families that training never sees; between them four of the five alphabets."""

ODD_INDEX_FAMILIES = frozenset({"z-minimal", "pysol-momoko", "byron-knoll", "nicu", "revk-jumbo"})
"""Families whose own indices spread over the card (a pip beside the rank, or as large as a court's)."""


def _load_deck(art: Path, row: dict[str, str | int]) -> Deck | None:
    name = str(row["deck"])
    textures = {path.stem: _texture(path) for path in sorted((art / "decks" / name).glob("*.webp"))}
    if not all(str(card) in textures for card in CARDS if card.rank <= Rank.TEN):
        return None
    index = str(row["index"])
    letters = next((code for text, code in LETTERS.items() if index.startswith(text) and "NO index" not in index), None)
    stock = _stock_colour(textures["2S"])
    corners = int(row["indices_per_card"])
    index_box = None if str(row["family"]) in ODD_INDEX_FAMILIES else _find_index_box(textures, stock)
    return Deck(name, str(row["family"]), letters, corners, textures, stock, index_box)


def _texture(path: Path) -> Pixels:
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ValueError(f"not a picture: {path}")
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.float32) / 255
        image = (image[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    width = round(image.shape[1] * TEXTURE_HEIGHT / image.shape[0])
    return np.asarray(cv2.resize(image, (width, TEXTURE_HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _stock_colour(texture: Pixels) -> NDArray[np.float32]:
    """The most frequent colour inside the card: what it is printed on."""
    height, width = texture.shape[:2]
    inner = texture[height // 30 : -height // 30, width // 30 : -width // 30].reshape(-1, 3)
    keys = (inner // 8).astype(np.int32) @ np.array([1024, 32, 1])
    values, counts = np.unique(keys, return_counts=True)
    return np.asarray(np.median(inner[keys == values[counts.argmax()]], axis=0), dtype=np.float32)


def ink_mask(texture: Pixels, stock: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where the card is printed: pixels unlike its stock."""
    return np.asarray(np.abs(texture.astype(np.float32) - stock).max(axis=2) > 60)


def _find_index_box(textures: dict[str, Pixels], stock: NDArray[np.float32]) -> Box | None:
    """The median index of the plain numbers, if they agree well enough to be trusted."""
    numbers = [card for card in CARDS if Rank.TWO <= card.rank <= Rank.NINE]
    boxes = [box for card in numbers if (box := _corner_ink(textures[str(card)], stock)) is not None]
    if len(boxes) < len(numbers) * 0.7:
        return None
    middle = np.median(boxes, axis=0)
    spread = np.median(np.abs(np.array(boxes) - middle), axis=0)
    height, width = next(iter(textures.values())).shape[:2]
    tall = (middle[3] - middle[1]) / height
    wide = (middle[2] - middle[0]) / width
    if (
        spread.max() > 0.02 * height
        or not 0.11 < tall < 0.34
        or not 0.04 < wide < 0.26
        or tall * height < 1.35 * wide * width
    ):
        return None
    return Box(*(float(value) for value in middle))


def _corner_ink(texture: Pixels, stock: NDArray[np.float32]) -> list[int] | None:
    """The rank and the pip under it in the top left corner: ``[left, top, right, bottom]``."""
    pieces = list(_corner_pieces(texture, stock))
    height = texture.shape[0]
    tall = [piece for piece in pieces if piece[3] - piece[1] > 0.035 * height]
    if not tall:
        return None
    rank = min(tall, key=lambda piece: 0.5 * piece[0] + piece[1])
    box = list(rank)
    for piece in sorted(pieces, key=lambda other: other[1]):
        below = min(box[2], piece[2]) - max(box[0], piece[0]) > 0.5 * min(piece[2] - piece[0], box[2] - box[0])
        near = piece[1] - box[3] < 0.06 * height
        slim = piece[2] - piece[0] < 2.2 * (rank[2] - rank[0])
        if piece is not rank and below and near and slim and max(box[3], piece[3]) - box[1] < 0.36 * height:
            box = [min(box[0], piece[0]), min(box[1], piece[1]), max(box[2], piece[2]), max(box[3], piece[3])]
    return box


def _corner_pieces(texture: Pixels, stock: NDArray[np.float32]) -> Iterator[list[int]]:
    """Connected pieces of ink near the top left corner, frames and the card's own edge left out."""
    height, width = texture.shape[:2]
    mask = ink_mask(texture, stock)
    edge = max(2, round(0.012 * width))
    mask[:edge] = mask[-edge:] = False
    mask[:, :edge] = mask[:, -edge:] = False
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    for left, top, wide, tall, area in stats[1:].tolist():
        on_the_rounding = left + top < 0.05 * width and left + wide < 0.12 * width
        large = tall > 0.3 * height or wide > 0.3 * width
        if area < 12 or large or on_the_rounding:
            continue
        if left + wide / 2 < 0.24 * width and top + tall / 2 < 0.42 * height and left + wide < 0.34 * width:
            yield [left, top, left + wide, top + tall]


def printed_box(deck: Deck, card: Card) -> Box:
    """Where this card's own index is printed in the top left corner.

    The deck's box, wider for a ten; for numbers drawn in to the ink that is really there.
    """
    assert deck.index_box is not None
    box = deck.index_box
    texture = deck.textures[str(card)]
    width, height = texture.shape[1], texture.shape[0]
    roomy = box.grown(0.02 * width, 0.012 * height)
    if card.rank is Rank.TEN:
        roomy = box.grown(0.055 * width, 0.012 * height)
    left, top = max(round(roomy.left), round(0.015 * width)), max(round(roomy.top), 3)
    mask = ink_mask(texture, deck.stock)[top : round(roomy.bottom), left : round(roomy.right)]
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if card.rank > Rank.TEN or rows.size == 0:
        return box
    tight = Box(left + columns[0], top + rows[0], left + columns[-1] + 1.0, top + rows[-1] + 1.0)
    return tight if card.rank is Rank.TEN or tight.right - tight.left < 1.5 * (box.right - box.left) else box
