"""The whole turn of a player who has laid down, the knock of gin, and what the next card may bring."""

from __future__ import annotations

from html import escape

import streamlit as st

from engine.advice import Advice
from engine.cards import Face, Hand
from engine.deeds import DeedKind, Mix
from engine.knock import Knock
from engine.melds import Slot
from engine.nextturn import next_turns
from engine.rules import Ruleset
from engine.solver import Situation
from engine.table import TableMeld
from engine.turnsearch import Turn
from ui.parts.cards import cards_html
from ui.parts.melds import meld_html, pile_html, verdict_html
from ui.words import Words

MOST_OUTS = 16
"""More outs than these are only counted, not shown."""
_DEEDS = {"turn.swap": DeedKind.SWAP, "turn.take": DeedKind.TAKE, "turn.add": DeedKind.LAY_OFF}


def turn_panel(turn: Turn, table: tuple[TableMeld, ...], rules: Ruleset, words: Words) -> None:
    """What to lay, what to do with the table, what to discard."""
    cards, points = words.count("cards.count", turn.cards_laid), words.count("points.count", turn.points_left)
    told = words("advice.goes_out") if turn.goes_out else ""
    title = words("turn.best", cards=cards, points=points)
    melds = "".join(meld_html(meld, rules, words) for meld in turn.melds)
    mixes = "".join(mix_html(mix, table, words) for mix in turn.mixes)
    rest = rest_html(turn.left, turn.discard, words)
    st.html(
        verdict_html("yes", "✓", title, told) + f'<div class="felt"><div class="melds">{melds}</div>{mixes}{rest}</div>'
    )


def mix_html(mix: Mix, table: tuple[TableMeld, ...], words: Words) -> str:
    """What is done with one meld on the table, in words."""
    lying = " ".join(slot_text(slot, words) for slot in table[mix.onto].cards)
    deeds = [
        words(key, cards=words.listed(words.face(face) for face in mix.faces(kind)))
        for key, kind in _DEEDS.items()
        if mix.faces(kind)
    ]
    return f'<p class="about"><b>{escape(words("turn.onto", meld=lying))}</b>: {escape(words.listed(deeds))}</p>'


def slot_text(slot: Slot, words: Words) -> str:
    return words.face(slot.face)


def rest_html(left: Hand, discard: Face | None, words: Words) -> str:
    """What to discard and what stays; ``left`` is without the discard."""
    parts = pile_html(words("advice.discard"), [discard], words) if discard is not None else ""
    parts += pile_html(words("advice.keep"), list(left.sorted()), words) if len(left) else ""
    return f'<div class="then">{parts}</div>' if parts else ""


def knock_panel(knock: Knock, rules: Ruleset, words: Words) -> None:
    """Gin, knock, or how far one still is from it."""
    points = words.count("points.count", knock.deadwood)
    key = "knock.gin" if knock.is_gin else "knock.yes" if knock.may_knock else "knock.no"
    kind, seal = ("yes", "✓") if knock.may_knock else ("no", "…")
    melds = "".join(meld_html(meld, rules, words) for meld in knock.melds)
    discard = pile_html(words("advice.discard"), [knock.discard], words) if knock.discard is not None else ""
    title = words(key, points=points)
    felt = f'<div class="felt"><div class="melds">{melds}</div><div class="then">{discard}</div></div>'
    st.html(verdict_html(kind, seal, title, "") + felt)


MOST_KEPT = 8
"""With more cards in hand the next turn is too far away to be worked out while a page opens."""


def next_turn_note(turn: Turn, table: tuple[TableMeld, ...], rules: Ruleset, players: int, words: Words) -> None:
    """Which discard leaves the best next turn, and whether not all of the table was looked at."""
    if not turn.complete:
        st.html(f'<p class="note">{escape(words("turn.not_all"))}</p>')
    if turn.goes_out or len(turn.left) >= MOST_KEPT:
        return
    laid = tuple(slot.face for meld in table for slot in meld.cards)
    for best in next_turns(turn, table, rules, Situation(players, laid=laid))[:1]:
        chance, points = words.percent(best.out_probability), words.number(round(best.expected_left, 1))
        told = words("turn.next", card=words.face(best.card), chance=chance, points=points)
        st.html(f'<p class="note">{escape(told)}</p>')


def chances_panel(advice: Advice, words: Words) -> None:
    """Which next cards help, and which discard leaves the best chance."""
    if advice.discards:
        best = advice.discards[0]
        chance = words.percent(best.open_probability)
        st.html(f'<p class="note">{escape(words("outs.discard", card=words.face(best.card), chance=chance))}</p>')
    if advice.outs is not None and advice.outs.outs:
        found = advice.outs
        title = words.count("outs.title", found.copies, chance=words.percent(found.probability))
        faces = [out.face for out in found.outs[:MOST_OUTS]]
        st.html(f'<div class="felt"><h3>{escape(title)}</h3>{cards_html(faces, words)}</div>')
