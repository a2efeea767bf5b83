"""The games that are kept, the newest open one first, and how to start another."""

from __future__ import annotations

import streamlit as st

from engine.presets import PRESETS
from ledger import BadName, Heading, KeptGame, Ledger, Setting
from ui import state
from ui.parts.game import game_choice
from ui.words import Words


def game_list(ledger: Ledger, words: Words) -> None:
    """Go on with a game, or start one."""
    newest = ledger.newest_open()
    if newest is not None:
        open_button(newest, f"{words('score.resume')}: {title_of(newest, words)}", primary=True)
    new_game(ledger, words)
    others = [game for game in ledger.games() if newest is None or game.id != newest.id]
    if others:
        with st.expander(words("score.others")):
            for game in others:
                open_button(game, title_of(game, words))
    statistics(ledger, words)


def open_button(kept: KeptGame, label: str, primary: bool = False) -> None:
    st.button(
        label,
        on_click=state.open_game,
        args=(kept.id,),
        key=f"open-{kept.id}",
        type="primary" if primary else "secondary",
    )


def title_of(kept: KeptGame, words: Words) -> str:
    names = words.listed(player.name for player in kept.game.players)
    return f"{words(f'game.{kept.heading.setting.system}')} · {names}"


def new_game(ledger: Ledger, words: Words) -> None:
    """Players in the order of play, the game and the house rules."""
    desk = state.desk()
    st.subheader(words("score.new"), anchor=False)
    game_choice(desk, words)
    text = st.text_input(words("score.names"), placeholder=words("score.names_hint"), key="names")
    if not st.button(words("score.start"), key="start"):
        return
    names = [name.strip() for name in text.split(",") if name.strip()]
    allowed = PRESETS[desk.rules].deck.players
    try:
        players = tuple(ledger.player(name) for name in names)
    except BadName:
        players = ()
    if len(set(players)) < len(names) or not allowed.lowest <= len(players) <= allowed.highest:
        st.warning(words("score.few", lowest=allowed.lowest, highest=allowed.highest))
        return
    kept = ledger.start(Heading(Setting.of(desk.rules, desk.house_rules), players))
    state.open_game(kept.id)
    st.rerun()


def statistics(ledger: Ledger, words: Words) -> None:
    """What everybody has won so far."""
    figures = ledger.statistics()
    if not figures:
        return
    with st.expander(words("score.statistics")):
        rows = [
            {
                words("score.player"): each.player.name,
                words("score.games"): each.games,
                words("score.won"): each.won,
                words("score.rounds"): each.rounds,
                words("score.average"): "–" if each.average is None else words.number(round(each.average, 1)),
            }
            for each in figures
        ]
        st.table(rows)
