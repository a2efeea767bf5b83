"""The hand as a widget: photos with what was read on them, cards to tap, the picker behind every card."""

from __future__ import annotations

from ui import state
from ui.desk import Desk
from ui.parts.room import after_any, data_of, mount
from ui.words import Words

KEY = "hand"


def listen() -> None:
    """Take what was tapped before the page is drawn; a run that was broken off may have left some."""
    state.hear(KEY, after_any)


def hand_editor(desk: Desk, words: Words) -> None:
    """Show the hand and take corrections."""
    mount("hand", KEY, data_of(desk, words, KEY), after_any)
