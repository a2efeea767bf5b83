"""The games that are kept, the newest open one first, and how to start another."""

from __future__ import annotations

from html import escape

import streamlit as st

from engine.presets import PRESETS
from ledger import BadName, Heading, KeptGame, Ledger, PlayerStatistics, Setting
from ui import state
from ui.parts.bring import bring_games
from ui.parts.game import game_choice
from ui.parts.rule_table import game_name
from ui.parts.tables import names_of, table_choice
from ui.words import Words, literal


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
    bring_games(ledger, words)


def open_button(kept: KeptGame, label: str, primary: bool = False) -> None:
    st.button(
        label,
        on_click=state.open_game,
        args=(kept.id,),
        key=f"open-{kept.id}",
        type="primary" if primary else "secondary",
    )


def title_of(kept: KeptGame, words: Words) -> str:
    names = words.listed(literal(player.name) for player in kept.game.players)
    return f"{words(f'game.{kept.heading.setting.system}')} · {names}"


def new_game(ledger: Ledger, words: Words) -> None:
    """Players in the order of play, the game and the house rules."""
    desk = state.desk()
    st.subheader(words("score.new"), anchor=False)
    table_choice(ledger, words)
    game_choice(state.desk(), words)
    text = st.text_input(words("score.names"), placeholder=words("score.names_hint"), key="names")
    if not st.button(words("score.start"), key="start"):
        return
    names = names_of(text)
    allowed = PRESETS[desk.rules].deck.players
    try:
        players = tuple(ledger.player(name) for name in names)
    except BadName:
        players = ()
    if len(set(players)) < len(names) or not allowed.lowest <= len(players) <= allowed.highest:
        st.warning(words("score.few", lowest=allowed.lowest, highest=allowed.highest))
        return
    kept = ledger.start(Heading(Setting.of(desk.rules, desk.house_rules, desk.overrides), players))
    state.open_game(kept.id)
    st.rerun()


def statistics(ledger: Ledger, words: Words) -> None:
    """What everybody has won so far; points of different games are of different worth, so game by game."""
    played = sorted({kept.heading.setting.system for kept in ledger.games() if kept.rounds})
    if not played:
        return
    with st.expander(words("score.statistics")):
        system = st.selectbox(
            words("game.choose"),
            played,
            format_func=lambda game: game_name(game, words),
            key="statistics-of",
            placeholder=words("game.choose"),
        )
        rows = [figures_of(each, words) for each in ledger.statistics(system)]
        st.html(table_html(rows))


def figures_of(each: PlayerStatistics, words: Words) -> dict[str, str]:
    """One player's figures under their headings."""
    numbers = {
        "score.games": each.games,
        "score.won": each.won,
        "score.rounds": each.rounds,
        "score.went_out_count": each.went_out,
        "score.in_one_go_count": each.in_one_go,
        "score.average": None if each.average is None else round(each.average, 1),
        "score.best": each.best,
        "score.worst": each.worst,
    }
    told = {words(key): "–" if number is None else words.number(number) for key, number in numbers.items()}
    return {words("score.player"): each.player.name} | told


def table_html(rows: list[dict[str, str]]) -> str:
    """Rows under their headings; the first column names who it is about."""
    first, *others = rows[0]
    heads = f'<th scope="col">{escape(first)}</th>'
    heads += "".join(f'<th scope="col" class="n">{escape(head)}</th>' for head in others)
    lines = "".join(_line(*row.values()) for row in rows)
    return (
        f'<div class="table-scroll" tabindex="0"><table class="plain"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def _line(name: str, *cells: str) -> str:
    figures = "".join(f'<td class="n">{escape(cell)}</td>' for cell in cells)
    return f'<tr><th scope="row">{escape(name)}</th>{figures}</tr>'
