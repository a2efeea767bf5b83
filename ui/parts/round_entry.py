"""The end of a round: who went out, what everybody has left; the app proposes, people confirm.

What was tapped, typed and photographed so far is kept with the visit, under the round's own place,
so a reload or a tab that the phone ended loses nothing.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from typing import Any

import streamlit as st

from engine.cards import JOKER, BadNotation, Hand
from engine.game import Line, Round
from engine.remains import value_in_hand
from engine.rules import Ruleset, ScoreMode
from engine.scoring import Finish, ImpossibleRound, Remains
from ledger import KeptGame, Ledger, typed_points
from ui import reading, state
from ui.desk import Desk, DeskCard, Entry
from ui.parts.room import after_any, data_of, mount
from ui.parts.scanning import photo_notes, read_waiting
from ui.parts.sheet import scores_html, told
from ui.state import Tap
from ui.words import Words, literal

LAID_COUNTS = {ScoreMode.MELD, ScoreMode.NET}
_SENTENCES = (
    "winner", "one_go", "joker_close", "left", "laid", "left_short", "laid_short", "photo_all", "pictures_all",
    "photo_left", "whose", "nobody", "went_out", "unopened", "keypad", "key_back", "key_sign", "key_clear", "key_plus",
)  # fmt: skip


def round_entry(kept: KeptGame, ledger: Ledger, words: Words) -> None:
    """The fields of the next round; nothing is written before somebody confirms."""
    game = kept.game
    st.subheader(words("score.round", n=len(kept.rounds) + 1), anchor=False)
    names = {player: game.player(player).name for player in game.seated}
    dealer, starter = game.next_dealer, game.next_starter
    if dealer in names and starter in names:
        st.write(words("score.deals", dealer=literal(names[dealer]), starter=literal(names[starter])))
    place = f"round-{kept.id}-{kept.next_number}"
    state.hear(place, after, place)
    desk = state.desk(place)
    photo_notes(desk, words)
    read_waiting(words, place, partial(piles_of, players=len(names)), game.rules)
    played = round_of(desk, tuple(names), game.rules)
    data = data_of(desk, words, place, place) | {"notes": notes_of(desk, tuple(names))}
    data["players"] = [player_of(player, name, desk, game.rules, words) for player, name in names.items()]
    data["words"] |= {name: words(f"score.{name}", name="{name}", n="{n}") for name in _SENTENCES}
    mount("round", place, data, after, place)
    if played is not None:
        propose(played, desk, kept, ledger, words)


def after(desk: Desk, tap: Tap) -> Desk:
    """The end of the round after one tap."""
    notes = desk.notes
    match tap.what:
        case "winner":
            return desk.but(notes=replace(notes, winner=tap.text))
        case "one_go":
            return desk.but(notes=replace(notes, in_one_go=bool(tap.text)))
        case "joker_last":
            return desk.but(notes=replace(notes, joker_last=bool(tap.text)))
        case "unopened":
            return desk.but(notes=notes.noting(tap.pile, unopened=bool(tap.text)))
        case "left" | "laid":
            return desk.but(notes=notes.noting(tap.pile, **{tap.what: tap.text[:200]}))
        case "empty":
            return desk.without_pile(tap.pile)
        case "assign":
            return desk.moved(tap.pile, tap.text).but(notes=notes.noting(tap.text, left=""))
        case "add" | "photo" if tap.pile and notes.entry(tap.pile).left:
            return after_any(desk.but(notes=notes.noting(tap.pile, left="")), tap)
    return after_any(desk, tap)


def piles_of(outcome: reading.Read, desk: Desk, players: int) -> tuple[DeskCard, ...]:
    """A photo taken for one player is his; on any other, what lies together is somebody's."""
    photo = next(photo for photo in desk.photos if photo.name == outcome.photo.name)
    if photo.pile:
        return tuple(replace(card, pile=photo.pile) for card in outcome.cards)
    piles = (f"{photo.name}-{group}" for group in outcome.groups)
    return tuple(replace(card, pile=pile) for card, pile in zip(outcome.cards, piles, strict=True))


# what was noted so far, as a round


def round_of(desk: Desk, players: tuple[str, ...], rules: Ruleset) -> Round | None:
    """The round as far as it is told; ``None`` before somebody went out. Doubtful cards leave a gap."""
    notes = desk.notes
    if notes.winner not in players:
        return None
    joker = notes.in_one_go and notes.joker_last
    finish = Finish(notes.winner, in_one_go=notes.in_one_go, closing_discard=JOKER if joker else None)
    return Round(tuple(Line(player, remains_for(player, desk, rules)) for player in players), finish)


def remains_for(player: str, desk: Desk, rules: Ruleset) -> Remains | None:
    """What one player is left with; without an entry, or with a doubtful card, nothing is known."""
    entry, mode = desk.notes.entry(player), rules.score.score_mode
    won = player == desk.notes.winner
    if won and mode is not ScoreMode.GIN:
        remains: Remains | None = Remains()
    elif entry.unopened and rules.score.unopened is not None and not won:
        remains = unopened_remains(entry, desk, rules)
    else:
        remains = left_of(entry, desk)
    if mode in LAID_COUNTS and remains is not None and remains.opened:
        points = typed_points(entry.laid)
        return None if points is None else replace(remains, counted_laid=points)
    return remains


def unopened_remains(entry: Entry, desk: Desk, rules: Ruleset) -> Remains | None:
    """A flat number for who has not laid down; his cards matter only where jokers are counted besides."""
    if not rules.score.unopened_per_joker:
        return Remains(opened=False)
    left = left_of(entry, desk)
    return None if left is None else replace(left, opened=False)


def left_of(entry: Entry, desk: Desk) -> Remains | None:
    """What was typed, else the cards that lie before the player."""
    if entry.left.strip():
        return remains_of(entry.left)
    cards = desk.pile(entry.player)
    if not cards or any(card.doubtful for card in cards):
        return None
    return Remains(Hand(tuple(card.parsed for card in cards)))


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


# what the widget shows


def notes_of(desk: Desk, players: tuple[str, ...]) -> dict[str, Any]:
    notes = desk.notes
    return {
        "winner": notes.winner,
        "one_go": notes.in_one_go,
        "joker_last": notes.joker_last,
        "entries": {player: asdict(notes.entry(player)) for player in players},
    }


def player_of(player: str, name: str, desk: Desk, rules: Ruleset, words: Words) -> dict[str, Any]:
    """One player's part of the widget: what is asked of him, and what his entry comes to."""
    entry, score = desk.notes.entry(player), rules.score
    won = player == desk.notes.winner
    unclear = {
        "left_wrong": bool(entry.left.strip()) and remains_of(entry.left) is None and entry.left,
        "laid_wrong": bool(entry.laid.strip()) and typed_points(entry.laid) is None and entry.laid,
    }
    return {
        "id": player,
        "name": name,
        "asks_left": not won or score.score_mode is ScoreMode.GIN,
        "wins_with_nothing": score.score_mode is not ScoreMode.GIN,
        "asks_unopened": not won and score.unopened is not None,
        "unopened_is_flat": not score.unopened_per_joker,
        "asks_laid": score.score_mode in LAID_COUNTS,
        "sum": sum_of(player, desk, rules, words),
    } | {key: words("score.unclear", text=text) if text else "" for key, text in unclear.items()}


def sum_of(player: str, desk: Desk, rules: Ruleset, words: Words) -> str:
    """What a player's cards come to; what is doubtful is never shown as a total."""
    doubtful = sum(card.doubtful for card in desk.pile(player))
    entry = desk.notes.entry(player)
    if doubtful and not entry.left.strip():
        return words.count("hand.doubts", doubtful)
    remains = left_of(entry, desk)
    if remains is None or entry.unopened:
        return ""
    points = value_in_hand(remains.hand, rules) if remains.counted is None else remains.counted
    return words.count("points.count", points)


def propose(played: Round, desk: Desk, kept: KeptGame, ledger: Ledger, words: Words) -> None:
    """What would be written, and the button that writes it; gaps are named instead."""
    if played.gaps:
        missing = words.listed(literal(kept.game.player(player).name) for player in played.gaps)
        st.info(words("score.gaps", names=missing))
        return
    try:
        scores = kept.game.with_round(played).scores(-1)
    except ImpossibleRound:
        st.warning(words("score.impossible"))
        return
    loose = [pile for pile in desk.piles if pile not in played.players]
    if loose:
        st.info(words.count("score.loose", len(loose)))
    st.write(words("score.proposes"))
    st.html(scores_html(scores, kept, words))
    if st.button(words("score.confirm"), type="primary", key=f"confirm-{kept.id}-{kept.next_number}"):
        told(ledger.add_round(kept.id, kept.next_number, played), words)
