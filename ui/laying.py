"""A new photo meets the cards that are there already: the same hand again, more cards, or a new hand.

What the player said stays: a card that he corrected keeps his word whenever a photo shows it again,
and a card that he took away does not come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from engine.cards import FACES, face_index, parse_face
from ui.desk import Desk, DeskCard, DeskPhoto
from vision.doubts import Hints, decide_odds
from vision.letters import Odds, certain
from vision.merge import same_cards, woven
from vision.sightings import together

SAME_FROM = 0.6
"""Photos that have so much of the smaller one in common show the same hand."""
LEAST = 0.001
"""A face that is less likely is not kept."""
_TOLD = 0.75
"""How much of what is known of a corrected card is the player's word; the rest is how it looks."""


class How(StrEnum):
    """What a further photo shows."""

    SAME = "same"
    MORE = "more"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class _Met:
    """An old card on the way to meet the new ones; ``is_gone`` if the player took it away."""

    card: DeskCard
    is_gone: bool = False


def odds_of(card: DeskCard) -> Odds:
    """What is known of a card: its prints, and for a corrected card the player's word besides."""
    if not card.odds:
        return certain(parse_face(card.face))
    faces = np.zeros(len(FACES))
    for face, share in card.odds:
        faces[face_index(parse_face(face))] = share
    read = Odds(faces, max(0.0, 1.0 - float(faces.sum())))
    if not card.fixed:
        return read
    told = certain(parse_face(card.face))
    return Odds(_TOLD * told.faces + (1 - _TOLD) * read.faces, (1 - _TOLD) * read.unreadable)


def guess(desk: Desk, new: Sequence[DeskCard], most: int) -> How:
    """What a photo most likely shows, given what is there; ``most`` is how many cards one can hold."""
    there = [card for card in desk.cards if card.seen]
    if not there or not new:
        return How.MORE
    pairs, _ = same_cards([odds_of(card) for card in there], [odds_of(card) for card in new])
    if len(pairs) >= SAME_FROM * min(len(there), len(new)):
        return How.SAME
    return How.MORE if len(desk.cards) + len(new) <= most else How.NEW


def laid(desk: Desk, photo: DeskPhoto, new: Sequence[DeskCard], how: How, hints: Hints) -> Desk:
    """The desk with a photo's cards on it; the photo waits on the desk already."""
    desk = desk.with_notes(replace(photo, replaces=""))
    if photo.replaces:
        return _taken_again(desk, photo, new, hints)
    if how is How.NEW:
        there = tuple(each for each in desk.photos if each.name == photo.name)
        return desk.but(cards=(), gone=(), photos=there).with_cards(new)
    return desk.with_cards(new) if how is How.MORE else met(desk, new, hints)


def _taken_again(desk: Desk, photo: DeskPhoto, new: Sequence[DeskCard], hints: Hints) -> Desk:
    """A photo in another's place: the old one's cards are read anew, the player's word stays."""
    old = photo.replaces
    bared = desk.but(cards=tuple(card.off(old) for card in desk.cards), gone=tuple(card.off(old) for card in desk.gone))
    again = met(bared, new, hints)
    dropped = {card.id for card in desk.cards if card.seen and not card.fixed}
    photos = tuple(each for each in again.photos if each.name in {photo.name} or each.name != old)
    cards = tuple(card for card in again.cards if card.seen or card.id not in dropped)
    return again.but(cards=cards, photos=photos)


def met(desk: Desk, new: Sequence[DeskCard], hints: Hints) -> Desk:
    """One hand from the cards that are there and those of another photo of it."""
    ids = range(desk.next_id, desk.next_id + len(new))
    arriving = [_Met(replace(card, id=number)) for number, card in zip(ids, new, strict=True)]
    there = sorted((*map(_Met, desk.cards), *(_Met(card, True) for card in desk.gone)), key=lambda each: each.card.id)
    strip = woven(there, arriving, _pairs(there, arriving), lambda old, seen: _joined(old, seen, hints))
    cards = [each.card for each in strip if not each.is_gone]
    order = [card.id for card in desk.cards]
    if order != sorted(order):
        place = {number: at for at, number in enumerate(order)}
        cards.sort(key=lambda card: place.get(card.id, len(order)))
    gone = tuple(each.card for each in strip if each.is_gone)
    return desk.but(cards=tuple(cards), gone=gone, next_id=desk.next_id + len(new))


def _pairs(there: Sequence[_Met], arriving: Sequence[_Met]) -> list[tuple[int, int]]:
    """Which cards are the same: by their order, and what the player named also by its face alone."""
    pairs, _ = same_cards([odds_of(each.card) for each in there], [odds_of(each.card) for each in arriving])
    found, taken = dict(pairs), {seen for _, seen in pairs}
    for place, each in enumerate(there):
        if place not in found and each.card.fixed:
            fitting = (n for n, seen in enumerate(arriving) if n not in taken and seen.card.face == each.card.face)
            match = next(fitting, None)
            if match is not None:
                found[place] = match
                taken.add(match)
    return sorted(found.items())


def _joined(old: _Met, new: _Met, hints: Hints) -> _Met:
    """One card seen twice: the player's word stands, else both looks decide together."""
    card = replace(old.card, seen=(*old.card.seen, *new.card.seen))
    if card.fixed or old.is_gone:
        return replace(old, card=card)
    odds = together([odds_of(old.card), odds_of(new.card)]) if old.card.seen else odds_of(new.card)
    decision = decide_odds([odds], hints)[0]
    return replace(
        old,
        card=replace(
            card,
            face=str(decision.face),
            doubtful=bool(decision.doubts),
            alternatives=tuple(str(face) for face, _ in decision.alternatives),
            odds=likely_odds(odds),
        ),
    )


def likely_odds(odds: Odds) -> tuple[tuple[str, float], ...]:
    """What the prints say, as it is kept: the faces that are not out of the question."""
    return tuple((str(face), round(share, 4)) for face, share in odds.ranked(LEAST))
