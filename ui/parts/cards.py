"""Cards as HTML that we draw ourselves: rank, suit as symbol and letters, a joker with what it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from engine.cards import Card, Face, Rank
from engine.melds import Slot
from ui.words import Words

SHAPES = {
    "S": "M12 1.8C9 6.4 3.3 9.4 3.3 14.1a4.3 4.3 0 0 0 7.6 2.7c-.2 2.4-1 4-2.6 5.4h7.4c-1.6-1.4-2.4-3-2.6-5.4"
    "a4.3 4.3 0 0 0 7.6-2.7C20.7 9.4 15 6.4 12 1.8z",
    "H": "M12 21.2C7 16.7 2.6 13.1 2.6 8.5a5 5 0 0 1 5-5c1.9 0 3.5 1 4.4 2.7.9-1.7 2.5-2.7 4.4-2.7a5 5 0 0 1 5 5"
    "c0 4.6-4.4 8.2-9.4 12.7z",
    "D": "M12 1.6c1.6 3.4 4.2 7 7.4 10.4-3.2 3.4-5.8 7-7.4 10.4C10.4 19 7.8 15.4 4.6 12 7.8 8.6 10.4 5 12 1.6z",
    "C": "M12 1.9a4.4 4.4 0 0 1 3.7 6.7 4.4 4.4 0 1 1-2.6 8.1c.2 2.4 1 4 2.6 5.4H8.3c1.6-1.4 2.4-3 2.6-5.4"
    "a4.4 4.4 0 1 1-2.6-8.1A4.4 4.4 0 0 1 12 1.9z",
    "JK": "M12 2.2l2.5 6.3 6.8.4-5.3 4.3 1.8 6.6-5.8-3.7-5.8 3.7L8 13.2 2.7 8.9l6.8-.4z",
}
COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)


def shapes_css() -> str:
    """The suits' outlines for style sheets: a mask takes the colour of its card."""
    return "\n".join(f".{name} {{ --shape: {_mask(path)}; }}" for name, path in SHAPES.items())


def _mask(path: str) -> str:
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path d='{path}'/></svg>"
    return f'url("data:image/svg+xml,{quote(drawing)}")'


def pip(place: str) -> str:
    return f'<span class="pip {place}" aria-hidden="true"></span>'


def card_html(slot: Slot, words: Words) -> str:
    """One card, with its name for those who listen."""
    face = slot.face
    if not isinstance(face, Card):
        return _joker_html(slot, words)
    court = " court" if face.rank in COURTS else ""
    return (
        f'<span class="card {face.suit}{court}" role="img" aria-label="{escape(words.spoken(face))}">'
        f'<span class="rank">{escape(words.rank(face.rank))}</span>{pip("small")}'
        f'<span class="letter">{escape(words.suit(face.suit))}</span>{pip("centre")}</span>'
    )


def _joker_html(slot: Slot, words: Words) -> str:
    name = words("joker")
    tag = ""
    if slot.stands_for is not None:
        name = words("joker.for", card=words.spoken(slot.stands_for))
        tag = f'<span class="stands">{escape(words.face(slot.stands_for))}</span>'
    return (
        f'<span class="card JK" role="img" aria-label="{escape(name)}">'
        f'<span class="rank">{escape(words("joker"))}</span>{pip("centre")}{tag}</span>'
    )


def fan_html(cards: Iterable[Slot], words: Words, label: str = "", look: str = "") -> str:
    """Cards lying side by side, one a little over the other."""
    drawn = "".join(f'<span role="listitem">{card_html(card, words)}</span>' for card in cards)
    named = f' aria-label="{escape(label)}"' if label else ""
    return f'<div class="fan {look}" role="list"{named}>{drawn}</div>'


def cards_html(faces: Iterable[Face], words: Words, label: str = "") -> str:
    """Cards that lie apart."""
    return fan_html((Slot.of(face) for face in faces), words, label, "apart")
