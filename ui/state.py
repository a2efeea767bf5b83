"""What the page remembers between two taps; the one file that touches session state and the address.

The desk lives on disk, under a name that stands in the address: a reload, a second tab or a phone
that ended the tab while its camera was open all find it again. Session state holds text and numbers only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ui.desk import Desk
from ui.visits import HAND, is_name, new_name, visits
from ui.words import Words, choose_language, words_of


@dataclass(frozen=True, slots=True)
class Tap:
    """One thing the player did on the hand."""

    number: int
    what: str
    id: int = 0
    face: str = ""
    photo: str = ""
    pile: str = ""
    text: str = ""
    box: tuple[float, ...] = ()


def visit() -> str:
    """The name of this visit, as it stands in the address; a new one for a new visitor."""
    name = st.query_params.get("visit") or st.session_state.get("visit") or ""
    if not is_name(name):
        name = new_name()
    st.session_state["visit"] = name
    if st.query_params.get("visit") != name:
        st.query_params["visit"] = name
    return name


def address() -> dict[str, str]:
    """What a link to another page takes along."""
    asked = st.session_state.get("language")
    return {"visit": visit()} | ({"lang": asked} if asked else {}) | ({"four": "1"} if four_colours() else {})


def words() -> Words:
    """The words of this visitor: the language chosen, else the browser's."""
    asked = st.query_params.get("lang") or st.session_state.get("language")
    if asked:
        st.session_state["language"] = asked
    return words_of(choose_language(asked, st.context.locale))


def choose(language: str) -> None:
    """The visitor wants to read another language."""
    st.session_state["language"] = language
    st.query_params["lang"] = language


def desk(place: str = HAND) -> Desk:
    """What lies in one place now; an empty desk for a new visit, or when the kept text is damaged."""
    return _desk_of(visit(), place)


def _desk_of(name: str, place: str) -> Desk:
    text = visits().desk(name, place)
    if text is None:
        return Desk()
    try:
        return Desk.from_text(text)
    except ValueError:
        return Desk()


def keep(new: Desk, place: str = HAND) -> None:
    """The desk has changed: keep it, and the one before for an undo."""
    visits().keep(visit(), new.to_text(), place)


def settle(new: Desk, place: str = HAND) -> None:
    """Photos came or were read: keep the desk, and let an undo go back no further."""
    visits().settle(visit(), new.to_text(), place)


def can_undo(place: str = HAND) -> bool:
    """Whether there is a desk before this one to go back to."""
    return visits().can_undo(visit(), place)


def hear(key: str, after: Callable[[Desk, Tap], Desk], place: str = HAND) -> None:
    """Put what was tapped on a widget onto the desk, each tap once, in order.

    Streamlit may break off this run at any moment to start the next one, so the desk and how far we
    have listened are written together, and last.
    """
    said, name = _said(key, "taps"), visit()
    pad = int(said.get("pad", 0))
    desk = old = _desk_of(name, place)
    for tap in map(_tap, said.get("taps", ())):
        if tap.number > desk.last_heard(pad):
            done = _undone(name, desk, place) if tap.what == "undo" else after(desk, tap)
            desk = done.having_heard(pad, tap.number)
    if desk.but(heard=old.heard, fresh=old.fresh) != old:
        visits().keep(name, desk.but(fresh="").to_text(), place)
    elif desk != old:
        visits().put(name, desk.to_text(), place)


def _undone(name: str, desk: Desk, place: str) -> Desk:
    before = visits().undo(name, place)
    if before is None:
        return desk
    old = Desk.from_text(before).but(heard=desk.heard)
    visits().put(name, old.to_text(), place)
    return old


def last_pad(key: str) -> int:
    """Which opening of the page a widget last spoke from."""
    return int(_said(key, "taps").get("pad", 0))


def new_photos(key: str) -> tuple[str, ...]:
    """The names of photos that have just arrived."""
    names = _said(key, "photos").get("names", ())
    return tuple(name for name in names if isinstance(name, str) and is_name(name))


def _said(key: str, what: str) -> Mapping[str, Any]:
    said = _given(key, what)
    return said if isinstance(said, Mapping) else {}


def _given(key: str, what: str) -> object:
    """What a widget of ours said last; it may be anything."""
    widget = st.session_state.get(key)
    return widget.get(what) if isinstance(widget, Mapping) else None


def _tap(entry: Mapping[str, Any]) -> Tap:
    return Tap(
        int(entry["n"]),
        str(entry["do"]),
        int(entry.get("id", 0)),
        str(entry.get("face", "")),
        str(entry.get("photo", "")),
        str(entry.get("pile", "")),
        str(entry.get("text", "")),
        tuple(float(side) for side in entry.get("box", ())),
    )


def take(key: str) -> object:
    """The value of a plain widget, for its callback."""
    return st.session_state.get(key)


def note(key: str, text: str) -> None:
    """Something to tell once, at the next run of the page."""
    st.session_state[f"note-{key}"] = text


def noted(key: str) -> str | None:
    """What was noted, once."""
    text = st.session_state.pop(f"note-{key}", None)
    return text if isinstance(text, str) else None


def four_colours() -> bool:
    """Whether this visitor wants clubs green and diamonds blue."""
    return st.query_params.get("four") == "1" or bool(st.session_state.get("four_colours"))


def set_four_colours(wanted: bool) -> None:
    """The visitor wants four colours, or two; kept in the address."""
    st.session_state["four_colours"] = wanted
    if wanted:
        st.query_params["four"] = "1"
    else:
        st.query_params.pop("four", None)


def sheet() -> str:
    """The game whose sheet is open, as it stands in the address."""
    return _carried("sheet")


def open_game(name: str) -> None:
    """Open a sheet; with no name, the list of all games."""
    _carry("sheet", name)


def _carried(what: str) -> str:
    """A word of the address; where a link dropped it, it is put back."""
    text = str(st.query_params.get(what) or st.session_state.get(what) or "")
    _carry(what, text)
    return text


def _carry(what: str, text: str) -> None:
    st.session_state[what] = text
    if text:
        st.query_params[what] = text
    else:
        st.query_params.pop(what, None)


def forget(key: str) -> None:
    """Let a widget take its value from the page again."""
    st.session_state.pop(key, None)


def file_said(key: str) -> tuple[str, str]:
    """The name and the text of a file that has just arrived."""
    said = _said(key, "file")
    return str(said.get("name", "")), str(said.get("text", ""))


def put(key: str, text: str) -> None:
    """Fill a field of the page, for a callback."""
    st.session_state[key] = text


@dataclass(frozen=True, slots=True)
class Course:
    """Where a visitor is in practising: the question as text, his answer to it, and the hints he took."""

    exercise: str = ""
    answer: str | None = None
    hints: int = 0


def course() -> Course:
    """Where this visitor is in practising."""
    at = st.session_state
    return Course(str(at.get("course-exercise", "")), at.get("course-answer"), int(at.get("course-hints", 0)))


def put_course(new: Course) -> None:
    """Where this visitor is in practising from now on."""
    st.session_state["course-exercise"] = new.exercise
    st.session_state["course-answer"] = new.answer
    st.session_state["course-hints"] = new.hints


def learner() -> str:
    """Who practises, by the ledger's id, as it stands in the address; nobody by name at first."""
    return _carried("who")


def be_learner(player: str) -> None:
    """Somebody practises from now on; nobody by name if the id is empty."""
    _carry("who", player)


@dataclass(frozen=True, slots=True)
class Tray:
    """Where the cards of a question lie, by their places in it: in hand, and in which meld."""

    hand: tuple[int, ...] = ()
    melds: tuple[tuple[int, ...], ...] = ()


def tray(key: str, question: str) -> Tray:
    """What lies on a tray; nothing yet for another question."""
    said = _said(key, "tray")
    if said.get("question") != question:
        return Tray()
    return Tray(tuple(map(int, said.get("hand", ()))), tuple(tuple(map(int, meld)) for meld in said.get("melds", ())))


def picked(key: str, what: str) -> str:
    """What was just chosen on a widget."""
    said = _given(key, what)
    return said if isinstance(said, str) else ""
