"""Cards as they are printed: artwork with its own indices, or with indices drawn in any style.

Drawing gives what artwork lacks: hundreds of index styles, the letters of five languages on
ordinary courts, four corners, jumbo sizes, and jokers of very many designs, each with the exact
place of every index.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import matplotlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from engine.cards import Card, Face, Joker, Rank, Suit
from vision.training.artwork import Box, Deck, Pixels, printed_box

Quad = NDArray[np.float32]
"""4 × 2 texture or photo pixels, clockwise from an index's own top left."""

FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/texmf/fonts", "/usr/share/texlive")
"""Where fonts are looked for; matplotlib, which ultralytics needs, brings a few more."""
JOKER_WORDS = ("JOKER", "JOKER", "JOKER", "JOKER", "Joker", "joker", "JOLLY", "Jolly", "DŻOKER", "JOK", "JKR")
JOKER_WAYS = ("stacked",) * 4 + ("down", "down", "up", "across", "sign", "sign word", "word sign", "sign down")
"""How a joker says so: its word stacked, running down or up the side or across; a sign; both."""
JOKER_SIGNS = "★☆✪✯✰☺☻♛♕♚♔☼☽✿❂⚜🃏"
"""Printers' signs for a joker that symbol fonts have; a star and a jester's cap are drawn besides."""
FOUR_CORNERS = 0.35
"""Share of drawn decks with an index in every corner."""
COURT_LETTERS = {
    "AKQJ": ("A", "J", "Q", "K"),
    "AKDB": ("A", "B", "D", "K"),
    "ARDV": ("A", "V", "D", "R"),
    "1RDV": ("1", "V", "D", "R"),
    "AKDW": ("A", "W", "D", "K"),
    "AHVB": ("A", "B", "V", "H"),
}
_COURT_RANKS = (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)


def printed_rank(rank: Rank, letters: str) -> str:
    """What a deck with these court letters prints for a rank (a French ``V`` for a jack)."""
    return dict(zip(_COURT_RANKS, COURT_LETTERS[letters], strict=True)).get(rank, str(rank))


@dataclass(frozen=True, slots=True)
class Mark:
    """One index on a card: its quad, and the rank as printed (``JK`` for a joker's)."""

    quad: Quad
    rank: str
    suit: str


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card ready to be photographed; ``face`` is ``None`` for a back."""

    texture: Pixels
    marks: tuple[Mark, ...]
    face: Face | None


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """How a printer sets an index; lengths are fractions of the card's height."""

    font: str
    pip_font: str
    stretch: float
    weight: int
    rank_height: float
    pip_height: float
    gap: float
    inset_x: float
    inset_y: float
    beside: bool
    corners: int
    letters: str
    colours: tuple[tuple[int, int, int], ...]
    joker_word: str
    joker_way: str
    joker_sign: str


@dataclass(frozen=True, slots=True)
class Fonts:
    """Font files found on this machine: for figures and letters, and for suit symbols."""

    text: tuple[str, ...]
    pips: tuple[str, ...]
    signs: tuple[tuple[str, str], ...]
    """A font and one of ``JOKER_SIGNS`` that it has."""


@lru_cache(maxsize=1)
def find_fonts() -> Fonts:
    """All installed fonts that can set card indices; raises ``RuntimeError`` when there are none."""
    folders = (*FONT_FOLDERS, str(Path(matplotlib.get_data_path()) / "fonts"))
    files = sorted(
        str(path) for folder in folders for path in Path(folder).rglob("*") if path.suffix in (".ttf", ".otf")
    )
    text = tuple(file for file in files if _sets(file, "A1KQJ7VDWBHR", distinct=True) and _is_plain(file))
    pips = tuple(file for file in files if _sets(file, "♠♥♦♣", distinct=True))
    if not text or not pips:
        raise RuntimeError("no fonts that can set card indices; install e.g. fonts-dejavu and fonts-freefont-ttf")
    signs = tuple((file, sign) for sign in JOKER_SIGNS for file in files if _sets(file, sign, distinct=True))
    return Fonts(text, pips, signs)


_ODD_FONTS = (
    "Emoji",
    "Math",
    "Symbol",
    "Mono",
    "cmsy",
    "cmex",
    "cmmi",
    "Ornament",
    "Dingbat",
    "Initial",
    "Braille",
    "Music",
    "icon",
    "Fell",
)


def _is_plain(file: str) -> bool:
    """Italics are seldom on cards; symbol fonts and the many scripts of one family add nothing."""
    name = Path(file).name
    scripts = name.startswith("Noto") and not name.startswith(
        ("NotoSans-", "NotoSerif-", "NotoSansDisplay", "NotoSerifDisplay")
    )
    return not scripts and not any(odd.lower() in name.lower() for odd in _ODD_FONTS)


def _sets(file: str, text: str, distinct: bool) -> bool:
    try:
        font = ImageFont.truetype(file, 24)
        shapes = [bytes(font.getmask(letter)) for letter in (*text, "\ue9ff")]
    except (OSError, ValueError):
        return False
    return all(shape and any(shape) for shape in shapes[:-1]) and len(set(shapes)) == len(shapes)


def random_style(random: np.random.Generator, letters: str | None = None) -> IndexStyle:
    """A style that some printer might have chosen; ``letters`` fixes the alphabet."""
    fonts = find_fonts()
    rank_height = float(np.exp(random.uniform(np.log(0.062), np.log(0.15))))
    return IndexStyle(
        font=str(random.choice(fonts.text)),
        pip_font=str(random.choice(fonts.pips)),
        stretch=float(random.uniform(0.55, 1.15)),
        weight=int(random.choice([0, 0, 1, 2])),
        rank_height=rank_height,
        pip_height=rank_height * float(random.uniform(0.5, 1.0)),
        gap=float(random.uniform(0.004, 0.022)),
        inset_x=float(random.uniform(0.016, 0.04)),
        inset_y=float(random.uniform(0.016, 0.045)),
        beside=bool(random.random() < 0.06),
        corners=4 if random.random() < FOUR_CORNERS else 2,
        letters=letters or str(random.choice(list(COURT_LETTERS), p=[0.45, 0.12, 0.13, 0.08, 0.12, 0.10])),
        colours=_random_colours(random),
        joker_word=str(random.choice(JOKER_WORDS)),
        joker_way=str(random.choice(JOKER_WAYS)),
        joker_sign=_random_sign(fonts, random),
    )


def _random_sign(fonts: Fonts, random: np.random.Generator) -> str:
    """``star``, ``jester``, or a font file and a sign of it with a line's end between."""
    if not fonts.signs or random.random() < 0.5:
        return "star" if random.random() < 0.6 else "jester"
    return "\n".join(fonts.signs[int(random.integers(len(fonts.signs)))])


def _random_colours(random: np.random.Generator) -> tuple[tuple[int, int, int], ...]:
    """BGR inks for spades, hearts, diamonds and clubs: two colours, or one of the four-colour schemes."""

    def shade(blue: int, green: int, red: int) -> tuple[int, int, int]:
        near = np.clip(np.array([blue, green, red]) + random.integers(-25, 26, 3), 0, 255)
        return int(near[0]), int(near[1]), int(near[2])

    black, red = shade(25, 22, 22), shade(30, 25, 205)
    if random.random() < 0.84:
        return black, red, red, black
    schemes = (
        (black, red, shade(200, 90, 20), shade(40, 130, 20)),
        (shade(40, 130, 20), red, shade(10, 150, 225), black),
        (black, red, shade(20, 130, 235), shade(190, 80, 20)),
    )
    return schemes[int(random.integers(len(schemes)))]


def glyph(file: str, text: str, height: int, weight: int, stretch: float) -> NDArray[np.uint8]:
    """Coverage (0–255) of a word, drawn in to its ink and scaled to a height in pixels."""
    font = ImageFont.truetype(file, 96)
    left, top, right, bottom = font.getbbox(text, stroke_width=weight)
    canvas = PilImage.new("L", (max(1, round(right - left)) + 2, max(1, round(bottom - top)) + 2))
    ImageDraw.Draw(canvas).text((1 - left, 1 - top), text, fill=255, font=font, stroke_width=weight)
    cover = np.asarray(canvas)
    rows, columns = np.flatnonzero(cover.max(axis=1) > 60), np.flatnonzero(cover.max(axis=0) > 60)
    if rows.size == 0:
        return np.zeros((height, height), np.uint8)
    cover = cover[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = max(2, round(cover.shape[1] * stretch * height / cover.shape[0]))
    return np.asarray(cv2.resize(cover, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def star(size: int) -> NDArray[np.uint8]:
    """Coverage of a five-pointed star."""
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    radii = np.where(np.arange(10) % 2 == 0, 1.0, 0.42) * size / 2
    points = np.stack([np.cos(angles) * radii, np.sin(angles) * radii], axis=1) + size / 2
    canvas = np.zeros((size, size), np.uint8)
    cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return canvas


def jester(size: int) -> NDArray[np.uint8]:
    """Coverage of a small jester's cap with bells over a face."""
    canvas = np.zeros((size, size), np.uint8)
    cap = np.array([[0.5, 0.5], [0.1, 0.1], [0.05, 0.5], [0.25, 0.7], [0.75, 0.7], [0.95, 0.5], [0.9, 0.1]]) * size
    cv2.fillPoly(canvas, [cap.astype(np.int32)], 255, cv2.LINE_AA)
    for x, y in ((0.1, 0.1), (0.9, 0.1), (0.5, 0.18)):
        cv2.circle(canvas, (int(x * size), int(y * size)), max(1, size // 11), 255, -1, cv2.LINE_AA)
    cv2.ellipse(
        canvas, (size // 2, int(size * 0.78)), (size // 5, size // 5), 0, 0, 360, 255, max(1, size // 16), cv2.LINE_AA
    )
    return canvas


def _stack(pieces: list[NDArray[np.uint8]], gap: int, beside: bool = False) -> NDArray[np.uint8]:
    """Pieces under one another, centred (or side by side from the top)."""
    if beside:
        return np.ascontiguousarray(_stack([piece.T for piece in pieces], gap).T)
    width = max(piece.shape[1] for piece in pieces)
    rows = []
    for piece in pieces:
        spare = width - piece.shape[1]
        rows += [np.pad(piece, ((0, 0), (spare // 2, spare - spare // 2))), np.zeros((gap, width), np.uint8)]
    return np.vstack(rows[:-1])


def index_cover(style: IndexStyle, face: Face, height: int) -> NDArray[np.uint8]:
    """Coverage of the whole index of a face on a card ``height`` pixels high."""
    if isinstance(face, Joker):
        return _joker_cover(style, height)
    rank = glyph(
        style.font,
        printed_rank(face.rank, style.letters),
        round(style.rank_height * height),
        style.weight,
        style.stretch,
    )
    pip = glyph(style.pip_font, face.suit.symbol, round(style.pip_height * height), 0, 1.0)
    return _stack([rank, pip], max(1, round(style.gap * height)), style.beside)


def _joker_cover(style: IndexStyle, height: int) -> NDArray[np.uint8]:
    """A joker's index: the word stacked, turned or across, a printer's sign, or both."""
    size = round(style.rank_height * height * 0.8)
    gap = max(1, round(style.gap * height * 0.6))
    parts = {"sign": _joker_sign, "word": _joker_letters, "stacked": _joker_letters, "across": _joker_line}
    parts |= {"down": _joker_down, "up": _joker_up}
    return _stack([parts[part](style, size, gap) for part in style.joker_way.split()], gap)


def _joker_sign(style: IndexStyle, size: int, gap: int) -> NDArray[np.uint8]:
    if style.joker_sign == "star":
        return star(size)
    if style.joker_sign == "jester":
        return jester(size)
    font, sign = style.joker_sign.split("\n")
    return glyph(font, sign, size, 0, 1.0)


def _joker_letters(style: IndexStyle, size: int, gap: int) -> NDArray[np.uint8]:
    tall = max(10, round(size * 0.55))
    return _stack([glyph(style.font, letter, tall, style.weight, style.stretch) for letter in style.joker_word], gap)


def _joker_line(style: IndexStyle, size: int, gap: int) -> NDArray[np.uint8]:
    return glyph(style.font, style.joker_word, max(10, round(size * 0.45)), style.weight, style.stretch)


def _joker_down(style: IndexStyle, size: int, gap: int) -> NDArray[np.uint8]:
    word = glyph(style.font, style.joker_word, max(12, round(size * 0.6)), style.weight, 1.0)
    return np.ascontiguousarray(np.rot90(word, 3))


def _joker_up(style: IndexStyle, size: int, gap: int) -> NDArray[np.uint8]:
    return np.ascontiguousarray(np.rot90(_joker_down(style, size, gap), 2))


def draw_card(deck: Deck, style: IndexStyle, face: Face, random: np.random.Generator) -> PrintedCard:
    """A card with this deck's picture and an index of this style in its corners."""
    texture = _picture(deck, style, face, random)
    height, width = texture.shape[:2]
    cover = index_cover(style, face, height)
    box = _place(cover.shape, width, height, style)
    ink = _ink(style, face, random)
    marks = []
    rank, suit = ("JK", "none") if isinstance(face, Joker) else (printed_rank(face.rank, style.letters), str(face.suit))
    wipe = _corner_to_wipe(deck, box, face)
    mirrored = (False, True) if style.corners == 4 and not isinstance(face, Joker) else (False,)
    for right_side in mirrored:
        left = width - box.right if right_side else box.left
        for upside_down in (False, True):
            _wipe(texture, wipe, deck.stock, right_side, upside_down)
            marks.append(Mark(_print(texture, cover, ink, left, box.top, upside_down), rank, suit))
    return PrintedCard(texture, tuple(marks), face)


def _corner_to_wipe(deck: Deck, box: Box, face: Face) -> Box:
    """What the new index needs and the old one took; jokers often have a long word down the side."""
    height, width = deck.textures["2S"].shape[:2]
    old = deck.index_box or Box(0, 0, 0.2 * width, 0.27 * height)
    if isinstance(face, Joker):
        old = Box(0, 0, 0.17 * width, 0.45 * height)
    return Box(0, 0, max(box.right, old.right), max(box.bottom, old.bottom)).grown(0.012 * width, 0.008 * height)


def _picture(deck: Deck, style: IndexStyle, face: Face, random: np.random.Generator) -> Pixels:
    """What is printed between the indices; for jokers any picture that is no card of the pack will do."""
    if isinstance(face, Card):
        return deck.textures[str(face)].copy()
    plain = np.empty_like(deck.textures["2S"])
    plain[:] = np.clip(deck.stock, 0, 255).astype(np.uint8)
    jokers = deck.jokers()
    height, width = plain.shape[:2]
    if jokers and random.random() < 0.6:
        return jokers[int(random.integers(len(jokers)))].copy()
    courts = [str(Card(rank, suit)) for rank in (Rank.JACK, Rank.KING, Rank.QUEEN) for suit in Suit]
    if deck.has_courts and random.random() < 0.3:
        inner = deck.textures[str(random.choice(courts))][height // 5 : -height // 5, width // 5 : -width // 5]
        plain[height // 5 : height // 5 + inner.shape[0], width // 5 : width // 5 + inner.shape[1]] = inner
        return plain
    size = int(width * random.uniform(0.35, 0.65))
    sign = star(size) if random.random() < 0.5 else jester(size)
    _blend(plain, sign, _ink(style, face, random), (width - size) // 2, (height - size) // 2)
    return plain


def _ink(style: IndexStyle, face: Face, random: np.random.Generator) -> tuple[int, int, int]:
    if isinstance(face, Joker):
        return style.colours[int(random.integers(4))]
    return style.colours[list(Suit).index(face.suit)]


def _place(shape: tuple[int, ...], width: int, height: int, style: IndexStyle) -> Box:
    left, top = style.inset_x * width * 1.3, style.inset_y * height
    return Box(left, top, left + shape[1], top + shape[0])


def _wipe(texture: Pixels, box: Box, stock: NDArray[np.float32], right_side: bool, upside_down: bool) -> None:
    """Blank the corner where an index is to stand, keeping the card's own edge."""
    height, width = texture.shape[:2]
    left, right, top, bottom = 0.012 * width, box.right, 0.009 * height, box.bottom
    if right_side != upside_down:
        left, right = width - right, width - left
    if upside_down:
        top, bottom = height - bottom, height - top
    texture[round(top) : round(bottom), round(left) : round(right)] = np.clip(stock, 0, 255).astype(np.uint8)


def _print(
    texture: Pixels, cover: NDArray[np.uint8], ink: tuple[int, int, int], left: float, top: float, upside_down: bool
) -> Quad:
    """Print an index and return its quad, clockwise from the index's own top left."""
    height, width = texture.shape[:2]
    x, y = round(left), round(top)
    tall, wide = cover.shape
    corners = np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], np.float32)
    if not upside_down:
        _blend(texture, cover, ink, x, y)
        return corners
    _blend(texture, np.ascontiguousarray(np.rot90(cover, 2)), ink, width - x - wide, height - y - tall)
    return np.array([width, height], np.float32) - corners


def _blend(texture: Pixels, cover: NDArray[np.uint8], ink: tuple[int, int, int], x: int, y: int) -> None:
    part = texture[max(y, 0) : y + cover.shape[0], max(x, 0) : x + cover.shape[1]]
    alpha = cover[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - alpha) + np.array(ink, np.float32) * alpha).astype(np.uint8)


def original_card(deck: Deck, card: Card) -> PrintedCard:
    """A card just as its artist drew it, with the indices the deck prints."""
    texture = deck.textures[str(card)]
    height, width = texture.shape[:2]
    box = printed_box(deck, card)
    quads = [_quad(box)]
    if deck.corners == 4:
        quads.append(_quad(Box(width - box.right, box.top, width - box.left, box.bottom)))
    quads += [np.array([width, height], np.float32) - quad for quad in quads]
    rank = printed_rank(card.rank, deck.letters or "AKQJ")
    return PrintedCard(texture, tuple(Mark(quad, rank, str(card.suit)) for quad in quads), card)


def _quad(box: Box) -> Quad:
    return np.array(
        [[box.left, box.top], [box.right, box.top], [box.right, box.bottom], [box.left, box.bottom]], np.float32
    )


def card_back(deck: Deck, random: np.random.Generator) -> PrintedCard:
    """A card face down: the deck's back, or a pattern."""
    if "BACK" in deck.textures and random.random() < 0.5:
        return PrintedCard(deck.textures["BACK"], (), None)
    texture = np.empty_like(deck.textures["2S"])
    texture[:] = random.integers(10, 200, 3).astype(np.uint8)
    step = int(random.integers(8, 40))
    colour = tuple(int(value) for value in random.integers(60, 256, 3))
    height, width = texture.shape[:2]
    for offset in range(-height, width + height, step):
        cv2.line(texture, (offset, 0), (offset + height, height), colour, int(random.integers(1, 4)), cv2.LINE_AA)
        cv2.line(texture, (offset, height), (offset + height, 0), colour, 1, cv2.LINE_AA)
    margin = int(width * 0.05)
    cv2.rectangle(texture, (0, 0), (width - 1, height - 1), (245, 245, 245), margin)
    return PrintedCard(texture, (), None)
