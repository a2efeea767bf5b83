"""The score sheet of one game: standings, every round, the chart, and what is changed in it."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import streamlit as st

from engine.game import Line, Round
from engine.scoring import Score
from ledger import KeptGame, KeptRound, Ledger, Outcome, sheet_text, typed_points
from ui import state
from ui.words import Words, literal


def standings_html(kept: KeptGame, words: Words) -> str:
    """Who stands where, the best first."""
    rows = "".join(
        f'<tr><td class="n">{standing.place}</td><th scope="row">{escape(standing.player.name)}</th>'
        f'<td class="n">{words.number(standing.total)}</td></tr>'
        for standing in kept.game.standings
    )
    heads = "".join(f'<th scope="col" class="{look}">{escape(words(key))}</th>' for key, look in _STANDING_HEADS)
    return f'<table class="plain"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


_STANDING_HEADS = (("score.place", "n"), ("score.player", ""), ("score.total", "n"))


def rounds_html(kept: KeptGame, words: Words) -> str:
    """Every round with everybody's points; who did not play it has a dash."""
    players = kept.game.players
    names = "".join(f'<th scope="col" class="n">{escape(player.name)}</th>' for player in players)
    rows = "".join(_round_row(index, kept, words) for index in range(len(kept.rounds)))
    totals = {total.player: total.points for total in kept.game.totals}
    sums = "".join(f'<td class="n"><b>{words.number(totals[player.id])}</b></td>' for player in players)
    foot = f'<tr><th scope="row">{escape(words("score.total"))}</th>{sums}</tr>'
    return (
        f'<div class="table-scroll" tabindex="0"><table class="plain"><thead><tr><td></td>{names}</tr></thead>'
        f"<tbody>{rows}{foot}</tbody></table></div>"
    )


def _round_row(index: int, kept: KeptGame, words: Words) -> str:
    written = {score.player: words.number(score.points) for score in kept.game.scores(index)}
    cells = "".join(f'<td class="n">{written.get(player.id, "–")}</td>' for player in kept.game.players)
    return f'<tr><th scope="row">{escape(words("score.round", n=index + 1))}</th>{cells}</tr>'


def scores_html(scores: tuple[Score, ...], kept: KeptGame, words: Words) -> str:
    """What a round would write, before anybody confirms it."""
    rows = "".join(
        f'<tr><th scope="row">{escape(kept.game.player(score.player).name)}</th>'
        f'<td class="n">{words.number(score.points)}</td></tr>'
        for score in scores
    )
    return f'<table class="plain"><tbody>{rows}</tbody></table>'


def chart(kept: KeptGame, words: Words) -> None:
    """How the totals went."""
    if len(kept.rounds) < 2:
        return
    names = {player.id: player.name for player in kept.game.players}
    course = [{names[total.player]: total.points for total in totals} for totals in kept.game.course]
    lines = {name: [0, *(totals[name] for totals in course)] for name in names.values()}
    st.caption(words("score.chart"))
    st.line_chart(lines, height=240)


def changes(kept: KeptGame, ledger: Ledger, words: Words) -> None:
    """Any old round can be changed, taken out, and brought back."""
    if not kept.rounds:
        return
    with st.expander(words("score.edit")):
        numbers = [each.number for each in kept.rounds]
        place = st.selectbox(
            words("score.edit"),
            range(len(numbers)),
            index=len(numbers) - 1,
            format_func=lambda index: words("score.round", n=index + 1),
            label_visibility="collapsed",
            key=f"which-{kept.id}",
            placeholder=words("score.edit"),
        )
        change_round(kept, place, ledger, words)


def change_round(kept: KeptGame, place: int, ledger: Ledger, words: Words) -> None:
    """One round's points as fields, and what can be done with it."""
    old = kept.rounds[place]
    typed: dict[str, int | None] = {}
    for score in kept.game.scores(place):
        name = kept.game.player(score.player).name
        key = f"edit-{kept.id}-{old.number}-{old.version}-{score.player}"
        text = st.text_input(words("score.points_of", name=literal(name)), str(score.points), key=key)
        typed[score.player] = typed_points(text)
        if typed[score.player] is None:
            st.caption(words("score.unclear", text=literal(text)))
    with st.container(horizontal=True):
        if st.button(words("score.save"), disabled=None in typed.values(), key=f"save-{old.number}"):
            told(ledger.change_round(kept.id, old.number, old.version, retyped(old, typed)), words)
        if st.button(words("score.take_out"), key=f"out-{old.number}"):
            told(ledger.take_out(kept.id, old.number, old.version), words)
        if old.changed and st.button(words("score.undo"), key=f"undo-{old.number}"):
            told(ledger.undo(kept.id, old.number, old.version), words)


def retyped(old: KeptRound, typed: dict[str, int | None]) -> Round:
    """The same round with points as somebody typed them."""
    return replace(old.round, lines=tuple(Line(player, typed=points) for player, points in typed.items()))


def told(outcome: Outcome, words: Words) -> None:
    """Show the sheet anew; say so where another browser was faster."""
    if not outcome.kept:
        state.note("score", words("score.faster"))
    st.rerun()


def downloads(kept: KeptGame, ledger: Ledger, words: Words) -> None:
    """The game to take away."""
    with st.container(horizontal=True):
        st.download_button(words("score.csv"), sheet_text(kept), "remi-lens.csv", "text/csv")
        st.download_button(words("score.json"), ledger.export([kept.id]), "remi-lens.json", "application/json")
        closed = kept.heading.closed
        if st.button(words("score.reopen" if closed else "score.close")):
            told(ledger.change_heading(kept.id, kept.version, replace(kept.heading, closed=not closed)), words)
