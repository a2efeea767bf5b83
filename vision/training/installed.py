"""Artwork that anybody can install: the decks of Debian's gnome-cards-data, cut from their sheets.

Each deck is one SVG sheet of 13 × 5 cards: ace to king in the rows clubs, diamonds, hearts and
spades, and below them two jokers and a back. The licences are those of the package
(``/usr/share/doc/gnome-cards-data/copyright``).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from engine.cards import Rank

SHEETS = Path("/usr/share/aisleriot/cards")
CARD_HEIGHT = 720
ROWS = ("C", "D", "H", "S")
EXTRAS = ("JOKER1", "JOKER2", "BACK")
FAMILIES = {
    "ancient_french": ("paris-french", "1 R D V"),
    "anglo": ("gnome-anglo", "A K Q J"),
    "anglo_bitmap": ("gnome-anglo", "A K Q J"),
    "anglo_modern": ("gnome-anglo-modern", "A K Q J"),
    "anglo_modern_4_color": ("gnome-anglo-modern", "A K Q J"),
    "anglo_poker": ("revk", "A K Q J"),
    "atlasnye": ("atlas", "A K Q J"),
    "atlasnye_skat": ("atlas", "A K D B"),
    "bellot": ("bellot", "A K Q J"),
    "berlin": ("gnome-berlin", "A K D B"),
    "dondorf": ("dondorf", "A K Q J"),
    "gnomangelo": ("gnome-anglo", "A K Q J"),
    "gnomangelo_bitmap": ("gnome-anglo", "A K Q J"),
    "lattmann": ("gnome-lattmann", "A K D B"),
    "neoclassical": ("neoclassical", "A K Q J"),
    "neoclassical_4_color": ("neoclassical", "A K Q J"),
    "orell": ("gnome-orell", "A K Q J"),
    "ornamental": ("nicu", "A K Q J"),
    "paris": ("paris-english", "A K Q J"),
    "plastic": ("gnome-plastic", "A K Q J"),
    "rheinland": ("gnome-rheinland", "A K D B"),
    "simplistic": ("revk", "A K Q J"),
    "tango": ("gnome-tango", "A K Q J"),
    "tigullio": ("tigullio", "A K Q J"),
}
"""Sheets whose letters the reader knows: the family a deck looks like, and its court letters."""
FOUR_CORNERS = frozenset({"dondorf"})


def gather(out: Path, sheets: Path = SHEETS) -> int:
    """Write the installed decks to ``out`` as ``make`` reads them; returns how many there are.

    Raises ``FileNotFoundError`` where no sheet is installed (``apt install gnome-cards-data``).
    """
    found = [name for name in FAMILIES if (sheets / f"{name}.svgz").exists()]
    if not found:
        raise FileNotFoundError(f"no card sheets in {sheets}; install Debian's gnome-cards-data")
    for name in found:
        _write_deck(render_sheet((sheets / f"{name}.svgz").read_bytes()), out / "decks" / f"gnome-{name}")
    (out / "decks.jsonl").write_text("".join(json.dumps(_row(name)) + "\n" for name in found))
    return len(found)


def _row(name: str) -> dict[str, str | int]:
    family, letters = FAMILIES[name]
    corners = 4 if name in FOUR_CORNERS else 2
    return {"deck": f"gnome-{name}", "family": family, "index": letters, "indices_per_card": corners}


def render_sheet(data: bytes) -> NDArray[np.uint8]:
    """A gzipped SVG sheet as pixels, five cards of ``CARD_HEIGHT`` high (BGR and alpha)."""
    text = gzip.decompress(data).decode("utf-8")
    png = bytes(resvg_py.svg_to_bytes(svg_string=text, height=5 * CARD_HEIGHT, dpi=96, skip_system_fonts=True))
    sheet = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if sheet is None:
        raise ValueError("the sheet could not be drawn")
    return np.asarray(sheet, dtype=np.uint8)


def cut_sheet(sheet: NDArray[np.uint8]) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """The cards of a sheet with the names of their files."""
    names = [[f"{rank}{suit}" for rank in Rank] for suit in ROWS]
    height, width = sheet.shape[0] / 5, sheet.shape[1] / 13
    for row, stems in enumerate([*names, list(EXTRAS)]):
        for column, stem in enumerate(stems):
            top, left = round(row * height), round(column * width)
            yield stem, sheet[top : round((row + 1) * height), left : round((column + 1) * width)]


def _write_deck(sheet: NDArray[np.uint8], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for stem, card in cut_sheet(sheet):
        cv2.imwrite(str(folder / f"{stem}.webp"), card, [cv2.IMWRITE_WEBP_QUALITY, 95])
