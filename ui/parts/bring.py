"""Games from a file, everything (JSON) that was taken away elsewhere or a sheet (CSV); and everything to take away."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from ledger import Arrival, Arrived, BadImport, KeptGame, Ledger, LedgerTrouble, Setting
from ui import state
from ui.parts.assets import asset
from ui.words import Words, literal

KEY = "bring"


def bring_games(ledger: Ledger, words: Words) -> None:
    """A file button; what came of the file is told once. And the file that holds everything."""
    told, again = state.noted("bring"), state.noted("bring-again")
    if told:
        st.info(told)
    if again:
        st.button(
            words("score.bring_again"), key="bring-again", on_click=bring_sheet, args=(ledger, again, words, True)
        )
    script = asset("sending.js", "bring.js")
    widget = st.components.v2.component("remi_lens_bring", css=asset("cards.css", "hand.css"), js=script)
    sentences = {"choose": words("score.bring"), "too_large": words("score.bring_large")}
    widget(key=KEY, data={"words": sentences}, on_file_change=lambda: arrived(ledger, words))
    take, how = escape(words("score.backup")), escape(words("score.backup_how"))
    st.html(f'<p class="take"><a href="/everything.json" download>{take}</a> <span>{how}</span></p>')


def arrived(ledger: Ledger, words: Words) -> None:
    """A file has come: a sheet is of the game that is chosen on the page."""
    name, text = state.file_said(KEY)
    if name.lower().endswith(".csv"):
        bring_sheet(ledger, text, words)
    else:
        bring_everything(ledger, text, words)


def bring_sheet(ledger: Ledger, text: str, words: Words, even_if_known: bool = False) -> None:
    """A sheet joins the games here; one that is here already only if that is meant."""
    desk = state.desk()
    setting = Setting.of(desk.rules, desk.house_rules, desk.overrides)
    try:
        (came,) = ledger.import_sheet(text, setting, even_if_known=even_if_known)
        known = ledger.game(came.game) if came.how is Arrival.KNOWN else None
    except (BadImport, LedgerTrouble) as problem:
        state.note("bring", trouble_text(problem, words))
        return
    if known is not None:
        state.note("bring-again", text)
    state.note("bring", arrivals_text((came,), words) if known is None else same_text(known, words))


def bring_everything(ledger: Ledger, text: str, words: Words) -> None:
    """All games of a file join those here, with tables and practice, or nothing does."""
    try:
        state.note("bring", arrivals_text(ledger.import_text(text), words))
    except (BadImport, LedgerTrouble) as problem:
        state.note("bring", trouble_text(problem, words))


def arrivals_text(came: Sequence[Arrived], words: Words) -> str:
    """How many games are new or have grown, and how many were here already."""
    known = sum(each.how is Arrival.KNOWN for each in came)
    counts = {"score.bring_done": len(came) - known, "score.bring_known": known}
    return " ".join(words.count(key, n) for key, n in counts.items() if n) or words("score.bring_rest")


def same_text(kept: KeptGame, words: Words) -> str:
    """Which game the sheet is the same as."""
    names = words.listed(literal(player.name) for player in kept.game.players)
    return words("score.bring_same", game=f"{names}, {words.day(kept.started)}")


def trouble_text(problem: BadImport | LedgerTrouble, words: Words) -> str:
    """Why a file could not be brought in."""
    if isinstance(problem, LedgerTrouble):
        return words(f"trouble.{problem.trouble.value}")
    return words("score.bring_bad", where=problem.where)
