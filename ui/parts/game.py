"""Which game is played, by how many, with which house rules."""

from __future__ import annotations

import streamlit as st

from engine.presets import PRESETS, excluded_by, house_rules_for, ruleset
from engine.rules import Ruleset
from ui import state
from ui.desk import Desk
from ui.parts.rule_table import game_name, house_rule_name
from ui.words import Words

GAMES = ("remik_trad", "rami51", *(game for game in PRESETS if game not in {"remik_trad", "rami51"}))
"""The two most played first."""


def rules_of(desk: Desk) -> Ruleset:
    """The rules of this visitor's table."""
    return ruleset(desk.rules, desk.house_rules, desk.overrides)


def game_choice(desk: Desk, words: Words) -> None:
    """The game in plain sight, the rest behind one tap."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            words("game.choose"),
            GAMES,
            index=GAMES.index(desk.rules),
            format_func=lambda game: game_name(game, words),
            key="game",
            placeholder=words("game.choose"),
            on_change=game_chosen,
        )
        with st.popover(house_label(desk, words)):
            house_rules(desk, words)


def house_label(desk: Desk, words: Words) -> str:
    n = len(desk.house_rules)
    return words.count("game.house_rules_count", n) if n else words("game.house_rules")


def game_chosen() -> None:
    """Another game: house rules that are not meant for it are laid aside."""
    game = str(state.take("game"))
    meant = {rule.id for rule in house_rules_for(game)}
    desk = state.desk()
    kept = tuple(name for name in desk.house_rules if name in meant)
    for key in ("packs", "jokers"):
        state.forget(key)
    seated = seats(game, desk.players)
    state.keep(desk.but(rules=game, house_rules=kept, players=seated, packs=None, jokers=None))


def seats(game: str, players: int) -> int:
    """So many players, or as many as the game takes."""
    allowed = PRESETS[game].deck.players
    return min(max(players, allowed.lowest), allowed.highest)


def house_rules(desk: Desk, words: Words) -> None:
    """The table's own rules as switches; those that contradict a chosen one are shut."""
    allowed = PRESETS[desk.rules].deck.players
    if allowed.lowest < allowed.highest:
        st.number_input(
            words("game.players"), allowed.lowest, allowed.highest, seats(desk.rules, desk.players),
            key="players", on_change=lambda: state.keep(state.desk().but(players=int(str(state.take("players"))))),
        )  # fmt: skip
    packs_and_jokers(desk, words)
    barred = excluded_by(desk.house_rules)
    for rule in house_rules_for(desk.rules):
        st.checkbox(
            house_rule_name(rule, words),
            value=rule.id in desk.house_rules,
            disabled=rule.id in barred,
            key=f"house-{desk.rules}-{rule.id}",
            on_change=switched,
            args=(rule.id,),
        )


def packs_and_jokers(desk: Desk, words: Words) -> None:
    """Packs differ: Polish ones often hold three jokers."""
    deck = rules_of(desk).deck
    packs = deck.packs.at(desk.players)
    with st.container(horizontal=True):
        st.number_input(words("rule.packs"), 1, 4, packs, key="packs", on_change=deck_changed)
        st.number_input(words("rule.jokers_per_pack"), 0, 4, deck.jokers_per_pack, key="jokers", on_change=deck_changed)


def deck_changed() -> None:
    """Only what differs from the game's own is noted."""
    desk = state.desk()
    own = ruleset(desk.rules, desk.house_rules).deck
    packs, jokers = int(str(state.take("packs"))), int(str(state.take("jokers")))
    state.keep(
        desk.but(
            packs=None if packs == own.packs.at(desk.players) else packs,
            jokers=None if jokers == own.jokers_per_pack else jokers,
        )
    )


def switched(name: str) -> None:
    """A house rule is turned on or off."""
    desk = state.desk()
    chosen = (*(each for each in desk.house_rules if each != name), *(() if name in desk.house_rules else (name,)))
    state.keep(desk.but(house_rules=chosen))
