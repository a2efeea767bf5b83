"""The end of a round: who went out, what everybody has left; the app proposes, people confirm."""

from __future__ import annotations

import streamlit as st

from engine.cards import JOKER, BadNotation, Hand
from engine.game import Line, Round
from engine.rules import Ruleset, ScoreMode
from engine.scoring import Finish, ImpossibleRound, Remains
from ledger import KeptGame, Ledger, typed_points
from ui import state
from ui.parts.sheet import scores_html, told
from ui.words import Words

LAID_COUNTS = {ScoreMode.MELD, ScoreMode.NET}


def round_entry(kept: KeptGame, ledger: Ledger, words: Words) -> None:
    """The fields of the next round; nothing is written before somebody confirms."""
    game = kept.game
    st.subheader(words("score.round", n=len(kept.rounds) + 1), anchor=False)
    names = {player: game.player(player).name for player in game.seated}
    dealer, starter = game.next_dealer, game.next_starter
    if dealer in names and starter in names:
        st.write(words("score.deals", dealer=names[dealer], starter=names[starter]))
    key = f"{kept.id}-{kept.next_number}"
    winner = st.segmented_control(
        words("score.winner"), list(names), format_func=lambda player: names[player], key=f"winner-{key}"
    )
    if winner is None:
        return
    finish = finish_of(winner, key, words)
    lines = tuple(line_of(player, names[player], finish, game.rules, key, words) for player in names)
    propose(Round(lines, finish), kept, ledger, words)


def finish_of(winner: str, key: str, words: Words) -> Finish:
    """How the round ended."""
    in_one_go = st.checkbox(words("score.one_go"), key=f"one-go-{key}")
    joker = in_one_go and st.checkbox(words("score.joker_close"), key=f"joker-{key}")
    return Finish(winner, in_one_go=in_one_go, closing_discard=JOKER if joker else None)


def line_of(player: str, name: str, finish: Finish, rules: Ruleset, key: str, words: Words) -> Line:
    """What one player is left with; without an entry the line is a gap."""
    went_out, mode = player == finish.winner, rules.score.score_mode
    remains: Remains | None = Remains() if went_out and mode is not ScoreMode.GIN else None
    opened = True
    if remains is None:
        if not went_out and rules.score.unopened is not None:
            opened = not st.checkbox(words("score.unopened", name=name), key=f"unopened-{key}-{player}")
        remains = Remains(opened=False) if not opened else left_of(player, name, key, words)
    if mode in LAID_COUNTS and remains is not None:
        laid = st.text_input(words("score.laid", name=name), key=f"laid-{key}-{player}")
        points = typed_points(laid)
        remains = None if points is None else Remains(remains.hand, counted=remains.counted, counted_laid=points)
    return Line(player, remains)


def left_of(player: str, name: str, key: str, words: Words) -> Remains | None:
    """Cards or points as somebody types them, or the cards that were just read on the advice page."""
    field = f"left-{key}-{player}"
    desk = state.desk()
    if desk.cards and not desk.doubtful:
        cards = words.count("cards.count", len(desk.cards))
        st.button(
            words("score.take_hand", name=name, cards=cards),
            key=f"take-{key}-{player}",
            on_click=state.put,
            args=(field, str(desk.hand)),
        )
    text = st.text_input(words("score.left", name=name), key=field)
    remains = remains_of(text)
    if remains is None and text.strip():
        st.caption(words("score.unclear", text=text))
    return remains


def remains_of(text: str) -> Remains | None:
    """``10+15+8`` are points, ``KS 7H JK`` are cards; nothing typed is no entry."""
    if not text.strip():
        return None
    points = typed_points(text)
    if points is not None:
        return Remains(counted=points)
    try:
        return Remains(Hand.parse(text))
    except BadNotation:
        return None


def propose(played: Round, kept: KeptGame, ledger: Ledger, words: Words) -> None:
    """What would be written, and the button that writes it; gaps are named instead."""
    if played.gaps:
        missing = words.listed(kept.game.player(player).name for player in played.gaps)
        st.info(words("score.gaps", names=missing))
        return
    try:
        scores = kept.game.with_round(played).scores(-1)
    except ImpossibleRound:
        st.warning(words("score.impossible"))
        return
    st.write(words("score.proposes"))
    st.html(scores_html(scores, kept, words))
    if st.button(words("score.confirm"), type="primary", key=f"confirm-{kept.id}-{kept.next_number}"):
        told(ledger.add_round(kept.id, kept.next_number, played), words)
