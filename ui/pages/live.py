"""Live: hold the fan before the webcam; it is read while you hold it, and the advice follows by itself."""

import streamlit as st

from ui import state
from ui.parts.game import game_choice
from ui.parts.live import live_view

words = state.words()
desk = state.desk()

if desk.waiting is not None:
    st.switch_page("ui/pages/advise.py", query_params=state.address())
st.header(words("live.title"), anchor=False)
game_choice(desk, words)
live_view(desk, words)
