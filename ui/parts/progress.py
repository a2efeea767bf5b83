"""Who practises, how it goes, and where it still goes wrong."""

from __future__ import annotations

from datetime import datetime
from html import escape

import streamlit as st

from engine.drill import DrillKind
from ledger import NOBODY, BadName, Ledger, PracticeBook, Progress, WeakPoint
from ui import state
from ui.words import Words

MOST_WEAK_POINTS = 3


def progress_panel(book: PracticeBook, words: Words) -> None:
    """The tally in one line, and who it belongs to behind one tap."""
    progress = book.progress(state.learner())
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(progress_html(progress, words), width="stretch")
        with st.popover(who_practises(words)):
            choose_learner(words)
            if progress.asked:
                st.button(words("practise.forget"), key="forget", on_click=book.forget, args=(state.learner(),))


def progress_html(progress: Progress, words: Words) -> str:
    """What was answered, streaks, what waits, what to look at."""
    if not progress.asked:
        return f'<p class="tally">{escape(words("practise.start"))}</p>'
    days = progress.days(datetime.now().astimezone())
    told = [
        words("practise.tally", right=progress.right, all=progress.asked),
        words("practise.streak", now=progress.streak, best=progress.best_streak),
        words.count("practise.days", days),
        *([words.count("practise.waiting", progress.waiting)] if progress.waiting else []),
    ]
    line = "".join(f"<li>{escape(each)}</li>" for each in told)
    return f'<ul class="tally">{line}</ul>{weak_html(progress, words)}'


def weak_html(progress: Progress, words: Words) -> str:
    """What goes wrong most; it is asked more often."""
    weak = progress.weak_points[:MOST_WEAK_POINTS]
    if not weak:
        return ""
    named = words.listed(weak_text(point, words) for point in weak)
    return f'<p class="weak">{escape(words("practise.weak", topics=named))}</p>'


def weak_text(point: WeakPoint, words: Words) -> str:
    """One weak point, with how often it went right lately."""
    is_kind = isinstance(point.topic, DrillKind)
    topic = words(f"practise.kind.{point.topic}") if is_kind else words(f"trap.{point.topic}")
    return words("practise.weak.one", topic=topic, right=point.right, all=point.asked)


def names_by_id() -> dict[str, str]:
    """Everybody whom the ledger knows."""
    return {player.id: player.name for player in Ledger.at_home().people()}


def who_practises(words: Words) -> str:
    """The name of who practises, or the question."""
    return names_by_id().get(state.learner()) or words("practise.who")


def choose_learner(words: Words) -> None:
    """One of those who are known here, or a new name; nobody needs one."""
    names = names_by_id()
    ids = [NOBODY, *names]
    now = state.learner() if state.learner() in names else NOBODY
    st.selectbox(
        words("practise.who"), ids, index=ids.index(now), key=f"learner-{now}", placeholder=words("practise.who"),
        format_func=lambda each: names.get(each) or words("practise.anyone"),
        on_change=lambda: state.be_learner(str(state.take(f"learner-{now}"))),
    )  # fmt: skip
    key = f"learner-new-{now}"
    st.text_input(words("practise.new_name"), key=key, on_change=introduced, args=(key, words))


def introduced(key: str, words: Words) -> None:
    """A name that was typed: a player of the ledger, known or new."""
    try:
        state.be_learner(Ledger.at_home().player(str(state.take(key))).id)
    except BadName:
        state.note("learner", words("practise.bad_name"))
