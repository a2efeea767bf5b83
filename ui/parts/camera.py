"""Where photos come in: the phone's own camera, a file, or the webcam where the browser allows it."""

from __future__ import annotations

import streamlit as st

from ui import state
from ui.parts.assets import asset
from ui.routes import MAX_PHOTO_BYTES
from ui.visits import HAND
from ui.words import Words

_SENTENCES = (
    "take", "choose", "sending", "not_sent", "webcam", "webcam_label", "webcam_refused", "no_webcam", "shoot",
)  # fmt: skip


def camera_box(words: Words, key: str = "camera", place: str = HAND) -> None:
    """Two large buttons that work on any address, and the webcam on request."""
    widget = st.components.v2.component(
        "remi_lens_camera", css=asset("camera.css"), js=asset("sending.js", "camera.js")
    )
    sentences = {name: words(f"camera.{name}") for name in _SENTENCES}
    data = {
        "address": f"/photo/{state.visit()}",
        "limit": MAX_PHOTO_BYTES,
        "words": sentences | {"file_too_large": words("trouble.file_too_large")},
    }
    widget(key=key, data=data, on_photos_change=lambda: arrived(key, place))


def arrived(key: str, place: str = HAND) -> None:
    """Photos have been sent: they wait on the desk until they are read."""
    desk = state.desk(place)
    for name in state.new_photos(key):
        desk = desk.with_photo(name)
    state.settle(desk, place)
