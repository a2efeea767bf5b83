"""Practise: small questions about runs, sets and openings, in the rules of this table or about one's own hand."""

import streamlit as st

from ledger import LedgerTrouble, PracticeBook
from ui import state
from ui.parts.camera import camera_box
from ui.parts.game import game_choice
from ui.parts.hand import hand_editor, listen
from ui.parts.practice import practice
from ui.parts.progress import progress_panel
from ui.parts.scanning import photo_notes, read_waiting

words = state.words()
listen()
desk = state.desk()
book = PracticeBook.at_home()

st.header(words("practise.title"), anchor=False)
told = state.noted("learner")
if told:
    st.warning(told)
game_choice(desk, words)
try:
    progress_panel(book, words)
    own_hand = st.toggle(words("practise.own"), key="own-hand")
    if own_hand:
        with st.expander(words("practise.own.cards"), expanded=not desk.cards):
            camera_box(words)
            photo_notes(desk, words)
            read_waiting(words)
            hand_editor(desk, words)
    if own_hand and not desk.cards:
        st.info(words("practise.own.how"))
    else:
        practice(desk, book, words, own_hand=own_hand)
except LedgerTrouble as problem:
    st.error(words(f"trouble.{problem.trouble.value}"))
