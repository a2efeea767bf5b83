"""Reads the photos that wait, and says so meanwhile; taps go on working."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from html import escape

import streamlit as st

from engine.rules import Ruleset
from ui import reading, state
from ui.desk import Desk, DeskCard, DeskPhoto
from ui.laying import How, guess, laid
from ui.parts.game import rules_of
from ui.visits import HAND, visits
from ui.words import Words
from vision.doubts import Hints

LOOK_AGAIN = 0.05
"""Seconds between two looks for the result."""
Sort = Callable[[reading.Read, Desk], tuple[DeskCard, ...]]
"""Where the cards of a photo are laid: the same cards with their piles."""


def read_waiting(words: Words, place: str = HAND, sort: Sort | None = None, rules: Ruleset | None = None) -> None:
    """Read what waits, one photo after the other, then show the page anew."""
    desk = state.desk(place)
    if desk.waiting is None:
        return
    told = st.empty()
    while desk.waiting is not None:
        told.html(reading_html(words))
        hints = hints_for(desk, rules)
        outcome = wait_for(desk.waiting.name, hints)
        desk = taken(state.desk(place), desk.waiting.name, outcome, words, hints, sort)
        state.settle(desk, place)
    told.empty()
    st.rerun()


def hints_for(desk: Desk, rules: Ruleset | None = None) -> Hints:
    """What the rules of this desk, or those of its game, say about the cards that a photo can show."""
    deck = (rules or rules_of(desk)).deck
    packs = deck.packs.at(desk.players)
    return Hints(packs=packs, jokers=packs * deck.jokers_per_pack)


def wait_for(name: str, hints: Hints) -> reading.Outcome:
    """The result of a photo; a photo that is being read already is not read twice."""
    job = reading.job(state.visit(), name, hints)
    pause = st.empty()
    while not job.done():
        time.sleep(LOOK_AGAIN)
        pause.empty()
    return job.result()


def taken(
    desk: Desk, name: str, outcome: reading.Outcome, words: Words, hints: Hints, sort: Sort | None = None
) -> Desk:
    """The desk with a photo's cards on it, or without the photo and with a word on why."""
    if isinstance(outcome, reading.Refused):
        state.note("photo", words(outcome.key))
        return desk.without_photo(name)
    waiting = next((photo for photo in desk.photos if photo.name == name), None)
    if waiting is None:
        return desk
    photo = replace(outcome.photo, pile=waiting.pile, replaces=waiting.replaces)
    if sort is not None:
        return laid(desk, photo, sort(outcome, desk), How.MORE, hints)
    return _in_hand(desk, photo, outcome.cards, hints)


def _in_hand(desk: Desk, photo: DeskPhoto, cards: tuple[DeskCard, ...], hints: Hints) -> Desk:
    """Cards for the hand: what a further photo shows is guessed, and the player may say otherwise."""
    most = rules_of(desk).deck.deal.at(desk.players) + 1
    how = guess(desk, cards, most)
    if not photo.replaces and any(card.seen for card in desk.cards):
        keep_reading(desk, photo, cards)
        return laid(desk, replace(photo, how=how.value), cards, how, hints).but(fresh=photo.name)
    return laid(desk, photo, cards, how, hints)


def keep_reading(desk: Desk, photo: DeskPhoto, cards: tuple[DeskCard, ...]) -> None:
    """What lay there before this photo and what it showed, for the player may lay it otherwise."""
    shown = Desk(cards=cards, photos=(photo,))
    text = json.dumps({"before": desk.to_text(), "shown": shown.to_text()})
    visits().keep_reading(state.visit(), photo.name, text)


def laid_otherwise(desk: Desk, name: str, how: How) -> Desk:
    """The photo that was laid last shows something else than was guessed."""
    text = visits().reading(state.visit(), name)
    if text is None or desk.fresh != name:
        return desk
    kept = json.loads(text)
    before, shown = Desk.from_text(kept["before"]), Desk.from_text(kept["shown"])
    photo = replace(shown.photos[0], how=how.value)
    hints = hints_for(desk)
    return laid(before.but(heard=desk.heard), photo, shown.cards, how, hints)


def reading_html(words: Words) -> str:
    deal = '<span class="deal" aria-hidden="true">' + "<span></span>" * 5 + "</span>"
    return f'<div class="felt reading" role="status">{deal}<span>{escape(words("reading.now"))}</span></div>'


def photo_notes(desk: Desk, words: Words) -> None:
    """What is to be said about the photos: refused, blurred, cards that nobody could read."""
    told = state.noted("photo")
    if told:
        st.error(told)
    for photo in desk.photos:
        shown = any(seen.photo == photo.name for card in desk.cards for seen in card.seen)
        if photo.scanned and not shown:
            st.warning(words("reading.none"))
        for note in photo.notes:
            if note != "no_cards":
                st.info(words(f"note.{note}"))
        if photo.unreadable:
            st.info(words.count("reading.unreadable", photo.unreadable))
