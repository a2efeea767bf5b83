"""Cards to practise with as a widget: tapped or dragged into melds, each judged at once, or one to be picked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from engine.cards import CARDS, Card, Face
from engine.drill import Melds
from engine.melds import Slot, judge_meld
from engine.rules import Ruleset
from ui import state
from ui.parts.assets import asset
from ui.parts.cards import COURTS, shapes_css
from ui.parts.grounds import reason_words
from ui.parts.melds import meld_name
from ui.words import Words

KEY = "tray"


def meld_tray(question: str, faces: Sequence[Face], rules: Ruleset, words: Words) -> None:
    """The hand, and melds that are built from it; ``question`` names it, so that a new one starts afresh."""
    tray = tray_of(question, faces)
    verdicts = {_name(meld): _verdict(meld, faces, rules, words) for meld in tray.melds}
    data = _data("melds", question, faces, words) | {
        "verdicts": verdicts,
        "kept": {"question": question, "hand": list(tray.hand), "melds": list(map(list, tray.melds))},
    }
    _widget(KEY)(key=KEY, data=data, on_tray_change=lambda: None, on_picked_change=lambda: None)


def card_picker(question: str, faces: Sequence[Face], words: Words, picked: Callable[[str], None]) -> None:
    """Cards of which one is the answer."""
    key = f"{KEY}-pick"
    data = _data("pick", question, faces, words) | {"verdicts": {}}

    def heard() -> None:
        """A tap that came when the card was gone already says nothing."""
        face = state.picked(key, "picked")
        if face in map(str, faces):
            picked(face)

    _widget(key)(key=key, data=data, on_tray_change=lambda: None, on_picked_change=heard)


def tray_of(question: str, faces: Sequence[Face]) -> state.Tray:
    """What lies on the tray; places that no card has are passed over."""
    said, there = state.tray(KEY, question), range(len(faces))
    melds = (tuple(place for place in meld if place in there) for meld in said.melds)
    return state.Tray(tuple(place for place in said.hand if place in there), tuple(filter(None, melds)))


def melds_of(question: str, faces: Sequence[Face]) -> Melds:
    """The melds as they lie on the tray now."""
    return tuple(tuple(Slot.of(faces[place]) for place in meld) for meld in tray_of(question, faces).melds)


def _widget(name: str) -> Any:
    return st.components.v2.component(
        f"remi_lens_{name.replace('-', '_')}",
        css=asset("cards.css", "hand.css", "tray.css") + shapes_css(),
        js=asset("tray.js"),
    )


def _name(meld: Sequence[int]) -> str:
    return ",".join(map(str, sorted(meld)))


def _verdict(meld: Sequence[int], faces: Sequence[Face], rules: Ruleset, words: Words) -> Mapping[str, object]:
    """What this meld is and is worth, or why it is none."""
    slots = [Slot.of(faces[place]) for place in meld]
    verdict = judge_meld(slots, rules, CARDS if rules.melds.joker_run_needs_burnt else ())
    if verdict.meld is None:
        return {"legal": False, "text": " ".join(reason_words(reason, words) for reason in verdict.reasons)}
    points = words.count("points.count", verdict.points)
    return {"legal": True, "text": f"{meld_name(verdict.meld, words)} · {points}"}


def _data(mode: str, question: str, faces: Sequence[Face], words: Words) -> dict[str, Any]:
    return {
        "mode": mode,
        "question": question,
        "four": state.four_colours(),
        "cards": [{"id": place} | _card(face, words) for place, face in enumerate(faces)],
        "words": {
            "hand": words("hand.list"),
            "empty": words("tray.empty"),
            "meld": words("tray.meld", n="{n}"),
        },
    }


def _card(face: Face, words: Words) -> dict[str, Any]:
    name = words("joker")
    if not isinstance(face, Card):
        return {"face": "JK", "suit": "JK", "rank": name, "letter": "", "spoken": name, "court": False}
    return {
        "face": str(face),
        "suit": str(face.suit),
        "rank": words.rank(face.rank),
        "letter": words.suit(face.suit),
        "spoken": words.spoken(face),
        "court": face.rank in COURTS,
    }
