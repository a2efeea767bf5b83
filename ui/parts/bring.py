"""Games from a file: everything (JSON) that was taken away elsewhere, or a sheet (CSV)."""

from __future__ import annotations

import streamlit as st

from ledger import BadImport, Ledger, LedgerTrouble, Setting
from ui import state
from ui.parts.assets import asset
from ui.words import Words

KEY = "bring"


def bring_games(ledger: Ledger, words: Words) -> None:
    """A file button; what came of the file is told once."""
    told = state.noted("bring")
    if told:
        st.info(told)
    script = asset("sending.js", "bring.js")
    widget = st.components.v2.component("remi_lens_bring", css=asset("cards.css", "hand.css"), js=script)
    sentences = {"choose": words("score.bring"), "too_large": words("score.bring_large")}
    widget(key=KEY, data={"words": sentences}, on_file_change=lambda: arrived(ledger, words))


def arrived(ledger: Ledger, words: Words) -> None:
    """Read the file; all of its games join those here, or none does."""
    name, text = state.file_said(KEY)
    try:
        came = import_any(ledger, name, text)
    except BadImport as bad:
        state.note("bring", words("score.bring_bad", where=bad.where))
    except LedgerTrouble as problem:
        state.note("bring", words(f"trouble.{problem.trouble.value}"))
    else:
        state.note("bring", words.count("score.bring_done", came))


def import_any(ledger: Ledger, name: str, text: str) -> int:
    """How many games a file held; a sheet is of the game that is chosen on the page."""
    if name.lower().endswith(".csv"):
        desk = state.desk()
        return len(ledger.import_sheet(text, Setting.of(desk.rules, desk.house_rules, desk.overrides)))
    return len(ledger.import_text(text))
