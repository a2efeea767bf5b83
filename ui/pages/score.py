"""Score: the games at this table, and the sheet of the one that is played."""

import streamlit as st

from ledger import Ledger, LedgerTrouble
from ui import state
from ui.parts.game_list import game_list
from ui.parts.round_entry import round_entry
from ui.parts.sheet import changes, chart, downloads, rounds_html, standings_html

words = state.words()
ledger = Ledger.at_home()

st.header(words("score.title"), anchor=False)
told = state.noted("score")
if told:
    st.warning(told)
try:
    asked = state.sheet()
    kept = ledger.game(asked) if asked else None
    if kept is None:
        if asked:
            st.warning(words("score.gone"))
        game_list(ledger, words)
    else:
        st.button(words("score.back"), on_click=state.open_game, args=("",))
        st.html(f'<div class="standings">{standings_html(kept, words)}</div>')
        if kept.open:
            round_entry(kept, ledger, words)
        else:
            winners = words.listed(kept.game.player(player).name for player in kept.game.end.winners)
            st.success(words("score.over", winner=winners))
        if kept.rounds:
            st.html(rounds_html(kept, words))
        chart(kept, words)
        changes(kept, ledger, words)
        downloads(kept, ledger, words)
except LedgerTrouble as problem:
    st.error(words(f"trouble.{problem.trouble.value}"))
