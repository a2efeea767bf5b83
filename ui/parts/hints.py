"""Hints one after the other; each teaches a little more, and a right answer then counts as a hard one."""

from __future__ import annotations

from html import escape

import streamlit as st

from engine.drill import Question
from engine.hints import Hint, HintKind, hints
from ui import state
from ui.desk import Desk
from ui.parts.cards import cards_html
from ui.parts.game import rules_of
from ui.parts.grounds import grounds_html
from ui.words import Words


def hint_box(question: Question, desk: Desk, words: Words) -> None:
    """The hints taken so far, and a button for the next."""
    taken = state.course().hints
    known = hints(question, rules_of(desk)) if taken else ()
    for hint in known[:taken]:
        st.html(f'<div class="note hint" role="note">{hint_html(hint, desk, words)}</div>')
    if not taken or taken < len(known):
        st.button(words("hint.ask"), key="hint", on_click=one_more)


def one_more() -> None:
    """The player asks for one more hint."""
    course = state.course()
    state.put_course(state.Course(course.exercise, course.answer, course.hints + 1))


def hint_html(hint: Hint, desk: Desk, words: Words) -> str:
    """What a hint says, with its cards or rules."""
    if hint.kind in (HintKind.MELDS_SEEN, HintKind.PLACES):
        return f"<p>{escape(words.count(f'hint.{hint.kind}', hint.number))}</p>"
    text = f"<p>{escape(words(f'hint.{hint.kind}'))}</p>"
    if hint.faces:
        text += f'<div class="felt">{cards_html(hint.faces, words)}</div>'
    return text + grounds_html(hint.parameters, desk, words)
