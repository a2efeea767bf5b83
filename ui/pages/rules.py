"""Rules: the chosen game in plain words, house rules as switches, what is argued about, and the words of the table."""

from html import escape

import streamlit as st

from ui import state
from ui.parts.arguments import arguments_html
from ui.parts.game import game_choice, rules_of
from ui.parts.rule_table import game_name, rule_tables
from ui.parts.rule_words import plain_rules
from ui.parts.switches import switches
from ui.parts.terms import terms_html

words = state.words()
desk = state.desk()
rules = rules_of(desk)

st.header(words("rules.title"), anchor=False)
game_choice(desk, words)
st.write(words("rules.lead", game=game_name(desk.rules, words)))
sections = ("plain", "house", "argued", "all", "terms")
plain, house, argued, every, terms = st.tabs([words(f"rules.section.{each}") for each in sections])
with plain:
    told = "".join(f"<li>{escape(each)}</li>" for each in plain_rules(rules, desk.players, words))
    st.html(f'<ol class="plain-rules">{told}</ol>')
with house:
    switches(desk, words)
with argued:
    st.html(f'<div class="argued">{arguments_html(desk, words)}</div>')
with every:
    st.html(f'<div class="rule-groups">{rule_tables(rules, desk.rules, words)}</div>')
with terms:
    st.html(terms_html(words))
