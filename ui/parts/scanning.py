"""Reads the photos that wait, and says so meanwhile; taps go on working."""

from __future__ import annotations

import time
from html import escape

import streamlit as st

from ui import reading, state
from ui.desk import Desk
from ui.parts.game import rules_of
from ui.words import Words
from vision.doubts import Hints

LOOK_AGAIN = 0.05
"""Seconds between two looks for the result."""


def read_waiting(words: Words) -> None:
    """Read what waits, one photo after the other, then show the page anew."""
    desk = state.desk()
    if desk.waiting is None:
        return
    told = st.empty()
    while desk.waiting is not None:
        told.html(reading_html(words))
        desk = taken(state.desk(), desk.waiting.name, wait_for(desk.waiting.name, hints_for(desk), words), words)
        state.settle(desk)
    told.empty()
    st.rerun()


def hints_for(desk: Desk) -> Hints:
    """What the rules say about the cards that a photo can show."""
    deck = rules_of(desk).deck
    packs = deck.packs.at(desk.players)
    return Hints(packs=packs, jokers=packs * deck.jokers_per_pack)


def wait_for(name: str, hints: Hints, words: Words) -> reading.Outcome:
    """The result of a photo; a photo that is being read already is not read twice."""
    job = reading.job(state.visit(), name, hints)
    place = st.empty()
    while not job.done():
        time.sleep(LOOK_AGAIN)
        place.empty()
    return job.result()


def taken(desk: Desk, name: str, outcome: reading.Outcome, words: Words) -> Desk:
    """The desk with a photo's cards on it, or without the photo and with a word on why."""
    if isinstance(outcome, reading.Refused):
        state.note("photo", words(outcome.key))
        return desk.without_photo(name)
    if all(photo.name != name for photo in desk.photos):
        return desk
    return desk.read(outcome.photo, outcome.cards)


def reading_html(words: Words) -> str:
    deal = '<span class="deal" aria-hidden="true">' + "<span></span>" * 5 + "</span>"
    return f'<div class="felt reading" role="status">{deal}<span>{escape(words("reading.now"))}</span></div>'


def photo_notes(desk: Desk, words: Words) -> None:
    """What is to be said about the photos: refused, blurred, cards that nobody could read."""
    told = state.noted("photo")
    if told:
        st.error(told)
    for photo in desk.photos:
        seen = [card for card in desk.cards if card.photo == photo.name]
        if photo.scanned and not seen:
            st.warning(words("reading.none"))
        for note in photo.notes:
            if note != "no_cards":
                st.info(words(f"note.{note}"))
        if photo.unreadable:
            st.info(words.count("reading.unreadable", photo.unreadable))
