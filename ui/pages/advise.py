"""Advise: show the cards, mend what was read, see the best opening."""

from ui import state
from ui.parts.advice import advice_panel
from ui.parts.camera import camera_box
from ui.parts.game import game_choice, rules_of
from ui.parts.hand import hand_editor, listen
from ui.parts.scanning import photo_notes, read_waiting
from ui.parts.table import table_entry

words = state.words()
listen()
desk = state.desk()

game_choice(desk, words)
camera_box(words)
photo_notes(desk, words)
read_waiting(words)
hand_editor(desk, words)
table_entry(rules_of(desk), words)
advice_panel(desk, words)
