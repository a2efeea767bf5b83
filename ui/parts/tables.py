"""A table's own rules under a name: game, house rules, packs and jokers, who usually sits there."""

from __future__ import annotations

import streamlit as st

from ledger import BadName, HouseTable, Ledger, Setting
from ui import state
from ui.words import Words, literal


def table_choice(ledger: Ledger, words: Words) -> None:
    """The tables that were saved; a tap takes the rules and the names over."""
    saved = ledger.tables()
    if saved:
        st.caption(words("score.tables"))
        with st.container(horizontal=True):
            for table in saved:
                st.button(literal(table.name), key=f"table-{table.id}", on_click=sit_down, args=(table, ledger))
    with st.expander(words("score.save_table")):
        st.text_input(words("score.table_name"), key="table-name", max_chars=40)
        st.button(words("score.keep_table"), key="keep-table", on_click=keep_table, args=(ledger, words))
        for table in saved:
            st.button(
                words("score.drop_table", name=literal(table.name)),
                key=f"drop-{table.id}",
                on_click=take_off,
                args=(table, ledger),
            )


def sit_down(table: HouseTable, ledger: Ledger) -> None:
    """Play by this table's rules, with those who usually play there."""
    names = {player.id: player.name for player in ledger.people()}
    here = [names[player] for player in table.players if player in names]
    deck, setting = table.setting.rules.deck, table.setting
    desk = state.desk().but(rules=setting.system, house_rules=setting.house_rules, players=len(here) or 4)
    for key in ("game", "players", "packs", "jokers"):
        state.forget(key)
    own = {change.parameter for change in setting.own_changes}
    packs = deck.packs.at(desk.players) if "packs" in own else None
    state.keep(desk.but(packs=packs, jokers=deck.jokers_per_pack if "jokers_per_pack" in own else None))
    if here:
        state.put("names", ", ".join(here))


def take_off(table: HouseTable, ledger: Ledger) -> None:
    """Take a table off the list; games played there stay."""
    ledger.drop_table(table)


def keep_table(ledger: Ledger, words: Words) -> None:
    """Save what is chosen on the page; the names typed for the new game sit there."""
    desk = state.desk()
    try:
        players = tuple(dict.fromkeys(ledger.player(name).id for name in names_of(str(state.take("names") or ""))))
        ledger.add_table(
            str(state.take("table-name") or ""), Setting.of(desk.rules, desk.house_rules, desk.overrides), players
        )
    except BadName:
        state.note("score", words("score.no_name"))
    else:
        state.put("table-name", "")


def names_of(text: str) -> list[str]:
    """The names that were typed in one line."""
    return [name.strip() for name in text.split(",") if name.strip()]
