"""What the widgets with cards have in common: how they are mounted, what they draw, what their taps mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from engine.cards import FACES, Card, Face, parse_face
from ui import reading, state
from ui.desk import Desk, DeskCard, DeskPhoto
from ui.laying import How
from ui.parts.assets import asset
from ui.parts.cards import COURTS, shapes_css
from ui.parts.scanning import laid_otherwise
from ui.routes import MAX_PHOTO_BYTES
from ui.state import Tap
from ui.visits import HAND, visits
from ui.words import Words

MOST_CARDS = 60
"""More cards than any hand of these games; further ones are not added."""
_SENTENCES = (
    "list", "empty", "add", "change", "doubtful", "confirm_all", "sort", "undo", "clear", "what_is", "tap_cards",
    "right", "delete", "close", "done", "rather", "take_back", "held", "photo", "drop", "check", "advice", "four",
    "piece", "frame", "frame_stop", "frame_how", "retake", "how", "how_same", "how_more", "how_new",
)  # fmt: skip
After = Callable[[Desk, Tap], Desk]


def mount(name: str, key: str, data: dict[str, Any], after: After, place: str = HAND) -> None:
    """Show a widget of cards and take its taps; every change is kept before the page goes on."""
    widget = st.components.v2.component(
        f"remi_lens_{name}",
        css=asset("cards.css", "hand.css") + shapes_css(),
        js=asset("sending.js", "room.js", f"{name}.js"),
    )
    widget(key=key, data=data, on_taps_change=lambda: state.hear(key, after, place))


def after_any(desk: Desk, tap: Tap) -> Desk:
    """The desk after a tap that means the same everywhere; one on a card that is no longer there changes nothing."""
    match tap.what:
        case "add" if len(desk.cards) < MOST_CARDS and all(card.id != tap.id for card in desk.cards):
            card = DeskCard(tap.id, str(parse_face(tap.face)), fixed=True, pile=tap.pile)
            return desk.but(cards=(*desk.cards, card))
        case "correct":
            return desk.corrected(tap.id, parse_face(tap.face))
        case "confirm":
            return desk.confirmed(tap.id)
        case "confirm_all":
            return desk.all_confirmed(tap.pile or None)
        case "delete":
            return desk.without(tap.id)
        case "sort":
            return desk.sorted()
        case "clear":
            return desk.cleared()
        case "four":
            state.set_four_colours(bool(tap.text))
    return after_photos(desk, tap)


def after_photos(desk: Desk, tap: Tap) -> Desk:
    """What is done with photos: away, once more, a card framed on one, what one shows."""
    match tap.what:
        case "drop":
            visits().drop_photo(state.visit(), tap.photo)
            return desk.without_photo(tap.photo)
        case "photo":
            return desk.with_photo(tap.photo, tap.pile)
        case "retake":
            pile = next((photo.pile for photo in desk.photos if photo.name == tap.text), "")
            return desk.with_photo(tap.photo, pile, replaces=tap.text)
        case "box" if all(card.id != tap.id for card in desk.cards) and len(tap.box) == 4:
            return framed(desk, tap)
        case "how" if tap.text in set(How):
            return laid_otherwise(desk, tap.photo, How(tap.text))
    return desk


def framed(desk: Desk, tap: Tap) -> Desk:
    """The card that the player has framed on a photo; where nobody can read it, he is told so."""
    left, top, right, bottom = tap.box
    work = reading.workers().submit(reading.look, visits(), state.visit(), tap.photo, (left, top, right, bottom))
    card = work.result()
    if card is None:
        state.note("photo", state.words()("hand.frame_unread"))
        return desk
    pile = next((photo.pile for photo in desk.photos if photo.name == tap.photo), "")
    near = next((each.pile for each in desk.cards if any(seen.photo == tap.photo for seen in each.seen)), pile)
    return desk.with_cards([card]).moved_last(near)


def data_of(desk: Desk, words: Words, key: str, place: str = HAND) -> dict[str, Any]:
    """All that a widget draws; JSON, since it crosses to the browser."""
    pad = state.last_pad(key)
    return {
        "pad": pad,
        "heard": desk.last_heard(pad),
        "four": state.four_colours(),
        "undo": state.can_undo(place),
        "cards": [_card(card) for card in desk.cards],
        "photos": [_photo(photo) for photo in desk.photos if photo.scanned and photo.width],
        "fresh": desk.fresh,
        "faces": [face_data(face, words) for face in FACES],
        "address": f"/photo/{state.visit()}",
        "limit": MAX_PHOTO_BYTES,
        "words": sentences(words),
    }


def _card(card: DeskCard) -> dict[str, Any]:
    seen = [{"photo": each.photo, "quads": [list(map(list, quad)) for quad in each.quads]} for each in card.seen]
    return {
        "id": card.id,
        "face": card.face,
        "doubtful": card.doubtful,
        "alternatives": list(card.alternatives),
        "seen": seen,
        "pile": card.pile,
    }


def _photo(photo: DeskPhoto) -> dict[str, Any]:
    address = f"/photo/{state.visit()}/{photo.name}"
    return {"name": photo.name, "url": address, "width": photo.width, "height": photo.height, "how": photo.how}


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


def sentences(words: Words) -> dict[str, Any]:
    """Sentences with their places left open; the widget fills in the card."""
    places = {"card": "{card}", "n": "{n}"}
    said: dict[str, Any] = {name: words(f"hand.{name}", **places) for name in _SENTENCES}
    said["hand"] = said["list"]
    said["counts"] = [words.count("cards.count", n) for n in range(MOST_CARDS + 1)]
    said["doubts"] = [words.count("hand.doubts", n) for n in range(MOST_CARDS + 1)]
    said |= {name: words(f"camera.{name}") for name in ("sending", "not_sent")}
    return said | {"file_too_large": words("trouble.file_too_large")}
