"""Practise: small questions about runs, sets and openings, in the rules of this table."""

import streamlit as st

from ui import state
from ui.parts.game import game_choice, rules_of
from ui.parts.practice import practice

words = state.words()
desk = state.desk()

st.header(words("practise.title"), anchor=False)
game_choice(desk, words)
practice(rules_of(desk), words)
