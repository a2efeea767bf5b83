"""The live picture: what the webcam sees is read while the fan is held, and taken when it is sure."""

from __future__ import annotations

import streamlit as st

from engine.cards import FACES
from ui import reading, state
from ui.desk import Desk
from ui.parts.assets import asset
from ui.parts.camera import arrived
from ui.parts.cards import shapes_css
from ui.parts.room import face_data
from ui.words import Words

KEY = "live"
_SENTENCES = ("start", "stop", "take", "how", "looking", "hold", "doubt", "taken", "picture")
_TROUBLES = ("reading.no_reader", "trouble.damaged_image", "trouble.not_an_image", "trouble.too_small")


def live_view(desk: Desk, words: Words) -> None:
    """Start the camera; the photo that is taken goes onto the desk. The reader is made ready meanwhile."""
    reading.workers().submit(reading.reader)
    widget = st.components.v2.component(
        "remi_lens_live", css=asset("cards.css", "live.css") + shapes_css(), js=asset("live.js")
    )
    sentences = {name: words(f"live.{name}") for name in _SENTENCES} | {key: words(key) for key in _TROUBLES}
    asked = {name: words(f"camera.{name}") for name in ("no_webcam", "webcam_refused", "not_sent")}
    data = {
        "address": f"/live/{state.visit()}",
        "faces": [face_data(face, words) for face in FACES],
        "words": sentences | asked | {"hand": words("hand.list")},
    }
    widget(key=KEY, data=data, on_photos_change=lambda: arrived(KEY))
