"""Rules: the chosen game in plain words, with the table's own rules as switches."""

import streamlit as st

from ui import state
from ui.parts.game import game_choice, rules_of
from ui.parts.rule_table import game_name, rule_tables

words = state.words()
desk = state.desk()

st.header(words("rules.title"), anchor=False)
game_choice(desk, words)
st.write(words("rules.lead", game=game_name(desk.rules, words)))
st.html(f'<div class="rule-groups">{rule_tables(rules_of(desk), desk.rules, words)}</div>')
