"""The hand as a widget: photos with what was read on them, cards to tap, the picker behind every card."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.cards import FACES, Card, Face, parse_face
from ui import state
from ui.desk import Desk, DeskCard, DeskPhoto
from ui.parts.assets import asset
from ui.parts.cards import COURTS, shapes_css
from ui.state import Tap
from ui.visits import visits
from ui.words import Words

MOST_CARDS = 60
"""More cards than any hand of these games; further ones are not added."""
_SENTENCES = (
    "list", "empty", "add", "change", "doubtful", "confirm_all", "sort", "undo", "clear", "what_is", "tap_cards",
    "right", "delete", "close", "done", "rather", "take_back", "held", "photo", "drop",
)  # fmt: skip


KEY = "hand"


def listen() -> None:
    """Take what was tapped before the page is drawn; a run that was broken off may have left some."""
    state.hear(KEY, after)


def hand_editor(desk: Desk, words: Words, key: str = KEY) -> None:
    """Show the hand and take corrections; every change is kept before the page goes on."""
    widget = st.components.v2.component(
        "remi_lens_hand", css=asset("cards.css", "hand.css") + shapes_css(), js=asset("hand.js")
    )
    widget(key=key, data=data_of(desk, words, key), on_taps_change=lambda: state.hear(key, after))


def after(desk: Desk, tap: Tap) -> Desk:
    """The desk after one tap; a tap on a card that is no longer there changes nothing."""
    match tap.what:
        case "add" if len(desk.cards) < MOST_CARDS and all(card.id != tap.id for card in desk.cards):
            return desk.but(cards=(*desk.cards, DeskCard(tap.id, str(parse_face(tap.face)))))
        case "correct":
            return desk.corrected(tap.id, parse_face(tap.face))
        case "confirm":
            return desk.confirmed(tap.id)
        case "confirm_all":
            return desk.all_confirmed()
        case "delete":
            return desk.without(tap.id)
        case "sort":
            return desk.sorted()
        case "clear":
            return desk.cleared()
        case "drop":
            visits().drop_photo(state.visit(), tap.photo)
            return desk.without_photo(tap.photo)
    return desk


def data_of(desk: Desk, words: Words, key: str) -> dict[str, Any]:
    """All that the widget draws; JSON, since it crosses to the browser."""
    pad = state.last_pad(key)
    return {
        "pad": pad,
        "heard": desk.last_heard(pad),
        "four": state.four_colours(),
        "undo": state.can_undo(),
        "cards": [_card(card) for card in desk.cards],
        "photos": [_photo(photo) for photo in desk.photos if photo.scanned and photo.width],
        "faces": [face_data(face, words) for face in FACES],
        "words": _sentences(words),
    }


def _card(card: DeskCard) -> dict[str, Any]:
    return {
        "id": card.id,
        "face": card.face,
        "doubtful": card.doubtful,
        "alternatives": list(card.alternatives),
        "photo": card.photo,
        "quads": [list(map(list, quad)) for quad in card.quads],
    }


def _photo(photo: DeskPhoto) -> dict[str, Any]:
    address = f"/photo/{state.visit()}/{photo.name}"
    return {"name": photo.name, "url": address, "width": photo.width, "height": photo.height}


def face_data(face: Face, words: Words) -> dict[str, Any]:
    """One face as a widget draws and names it."""
    if not isinstance(face, Card):
        name = words("joker")
        return {"code": "JK", "suit": "JK", "rank": name, "letter": "", "spoken": name, "short": name, "order": 99}
    return {
        "code": str(face),
        "suit": str(face.suit),
        "rank": words.rank(face.rank),
        "letter": words.suit(face.suit),
        "spoken": words.spoken(face),
        "short": words.face(face),
        "court": face.rank in COURTS,
        "order": int(face.rank),
    }


def _sentences(words: Words) -> dict[str, Any]:
    """Sentences with their places left open; the widget fills in the card."""
    places = {"card": "{card}", "n": "{n}"}
    said: dict[str, Any] = {name: words(f"hand.{name}", **places) for name in _SENTENCES}
    said["hand"] = said["list"]
    said["counts"] = [words.count("cards.count", n) for n in range(MOST_CARDS + 1)]
    said["doubts"] = [words.count("hand.doubts", n) for n in range(MOST_CARDS + 1)]
    return said
