"""Melds, piles and verdicts as a player reads them on the felt."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from engine.cards import Face
from engine.melds import Group, Meld
from engine.rules import Ruleset
from ui.parts.cards import cards_html, fan_html
from ui.words import Words


def verdict_html(kind: str, seal: str, title: str, text: str) -> str:
    """Yes or no in one glance, then the sentence."""
    return (
        f'<div class="verdict {kind}" role="status"><span class="seal" aria-hidden="true">{seal}</span>'
        f"<div><h2>{escape(title)}</h2><p>{escape(text)}</p></div></div>"
    )


def meld_html(meld: Meld, rules: Ruleset, words: Words) -> str:
    """One meld with its name, its points, and what its jokers stand for."""
    name, points = meld_name(meld, words), words.count("points.count", sum(meld.points(rules.values)))
    jokers = "".join(
        f"<br>{escape(words('advice.joker', card=words.spoken(slot.stands_for)))}"
        for slot in meld.slots
        if slot.is_joker and slot.stands_for is not None
    )
    about = f'<p class="about"><b>{escape(name)}</b> · {escape(points)}{jokers}</p>'
    return f'<div class="meld">{about}{fan_html(meld.slots, words, name)}</div>'


def meld_name(meld: Meld, words: Words) -> str:
    if isinstance(meld, Group):
        return words({3: "advice.set3", 4: "advice.set4"}.get(len(meld.slots), "advice.set"))
    return words("advice.clean_run" if meld.clean else "advice.run")


def pile_html(title: str, faces: Iterable[Face], words: Words) -> str:
    """Cards under a title: the discard, what is kept."""
    return f"<div><h3>{escape(title)}</h3>{cards_html(faces, words, title)}</div>"
