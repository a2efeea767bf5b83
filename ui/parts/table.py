"""What lies on the table: melds tapped together or photographed, whose they are, and cards that were seen."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from engine.cards import Face, Hand
from engine.melds import Slot
from engine.rules import Ruleset
from engine.table import Owner, TableMeld, on_table
from ui import reading, state
from ui.desk import Desk, DeskCard
from ui.parts.room import after_any, data_of, mount
from ui.parts.scanning import photo_notes, read_waiting
from ui.state import Tap
from ui.words import Words

PLACE = "table"
KEY = "melds"
SEEN = "seen"
"""The pile of cards that were seen and are out of play."""
_SENTENCES = ("meld", "mine", "remove", "new_meld", "photo_table", "picture_table", "seen")


def table_entry(rules: Ruleset, words: Words) -> None:
    """Whether one has laid down, and what lies on the table."""
    state.hear(KEY, after, PLACE)
    hand, table = state.desk(), state.desk(PLACE)
    st.checkbox(words("game.opened"), value=hand.opened, key="opened", on_change=opened_changed)
    with st.expander(words("table.title"), expanded=bool(table.cards or table.photos)):
        st.caption(words("table.how"))
        photo_notes(table, words)
        read_waiting(words, PLACE, melds_of, rules)
        data = data_of(table, words, KEY, PLACE)
        data["words"] |= {name: words(f"table.{name}", n="{n}") for name in _SENTENCES}
        mount("melds", KEY, data | {"mine": list(table.mine), "wrong": wrong(table, rules, words)}, after, PLACE)


def opened_changed() -> None:
    state.keep(state.desk().but(opened=bool(state.take("opened"))))


def after(desk: Desk, tap: Tap) -> Desk:
    """The table after one tap."""
    match tap.what:
        case "mine":
            others = tuple(pile for pile in desk.mine if pile != tap.pile)
            return desk.but(mine=(*others, tap.pile) if tap.text else others)
        case "empty":
            return desk.without_pile(tap.pile)
    return after_any(desk, tap)


def melds_of(outcome: reading.Read, desk: Desk) -> tuple[DeskCard, ...]:
    """A photo of the table: what lies together there is one meld."""
    piles = (f"{outcome.photo.name}-{group}" for group in outcome.groups)
    return tuple(replace(card, pile=pile) for card, pile in zip(outcome.cards, piles, strict=True))


def melds_on_table(rules: Ruleset) -> tuple[TableMeld, ...]:
    """The melds that lie there; what is none is left out, and said so where it lies."""
    table = state.desk(PLACE)
    lying = ((pile, slots_of(table, pile)) for pile in table.piles if pile != SEEN)
    return tuple(
        TableMeld(slots, Owner.SELF if pile in table.mine else Owner.OPPONENT)
        for pile, slots in lying
        if on_table(slots, rules).legal
    )


def seen_cards() -> tuple[Face, ...]:
    """Cards that are out of play."""
    return tuple(card.parsed for card in state.desk(PLACE).pile(SEEN))


def slots_of(table: Desk, pile: str) -> tuple[Slot, ...]:
    return tuple(Slot.of(card.parsed) for card in table.pile(pile))


def wrong(table: Desk, rules: Ruleset, words: Words) -> dict[str, str]:
    """The piles that are no meld in this game, each with its sentence."""
    return {
        pile: words("table.bad", text=named(table.pile(pile), words))
        for pile in table.piles
        if pile != SEEN and not on_table(slots_of(table, pile), rules).legal
    }


def named(cards: tuple[DeskCard, ...], words: Words) -> str:
    return " ".join(words.face(face) for face in Hand(tuple(card.parsed for card in cards)))
