"""Live reading: frames of a running camera vote until the hand is steady and sure, then one is kept as the photo.

A visitor sends one frame at a time and gets back what it shows. What the frames said so far is
kept in memory, for a few visitors, and forgotten when no frame comes for some seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cache

from engine.cards import Face
from ui.desk import Desk, DeskCard
from ui.parts.scanning import hints_for
from ui.reading import SHOWN_LONGEST, Read, card_of, hand_over, photo_of, picture_of, reader, workers
from ui.visits import Visits, visits
from vision.doubts import Decision
from vision.live import STEADY, Live
from vision.merge import same_cards
from vision.photo import UnreadablePhoto, open_photo
from vision.runtime import ModelMismatch
from vision.scan import Reader, Scan, scan_photo

FORGOTTEN_SECONDS = 6.0
MOST_WATCHED = 16
"""So many cameras are remembered at once; the one that was quiet longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What the frames of one camera said so far, and when the last one came."""

    live: Live
    at: float


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame shows: its cards with their places, and the hand that all frames agree on.

    ``steady`` of ``needed`` frames in a row agree; ``taken`` is the photo's name once it was kept.
    """

    width: int
    height: int
    cards: tuple[DeskCard, ...]
    hand: tuple[Face, ...]
    steady: int
    needed: int = STEADY
    sure: bool = False
    taken: str = ""
    trouble: str = ""


@cache
def watched() -> dict[str, Watched]:
    return {}


def look(visit: str, frame: bytes, *, take: bool = False) -> Future[Look]:
    """Read a frame when a worker is free; ``take``: keep it as it is."""
    return workers().submit(look_at, visits(), visit, frame, take=take)


def look_at(
    kept: Visits,
    visit: str,
    frame: bytes,
    *,
    take: bool = False,
    reader_of: Callable[[], Reader] = reader,
    clock: Callable[[], float] = time.monotonic,
) -> Look:
    """Read one frame of this visitor's camera, and keep it as a photo when the hand is steady and sure."""
    hints = hints_for(_desk(kept, visit))
    try:
        scan = scan_photo(frame, reader_of(), hints)
    except UnreadablePhoto as refused:
        return Look(0, 0, (), (), 0, trouble=f"trouble.{refused.trouble.value}")
    except (ModelMismatch, FileNotFoundError):
        return Look(0, 0, (), (), 0, trouble="reading.no_reader")
    live = _before(visit, clock()) or Live(hints=hints)
    live = replace(live, hints=hints).after(scan)
    _remember(visit, Watched(live, clock()))
    taken = ""
    if take or live.is_steady:
        taken = _take(kept, visit, frame, live, scan)
    cards = tuple(card_of(card, scan, taken) for card in scan.cards)
    return Look(scan.width, scan.height, cards, live.hand.faces, live.steady, sure=live.is_steady, taken=taken)


def _desk(kept: Visits, visit: str) -> Desk:
    try:
        return Desk.from_text(kept.desk(visit) or "")
    except ValueError:
        return Desk()


def _before(visit: str, now: float) -> Live | None:
    found = watched().get(visit)
    return found.live if found is not None and now - found.at < FORGOTTEN_SECONDS else None


def _remember(visit: str, now: Watched) -> None:
    seen = watched()
    seen.pop(visit, None)
    seen[visit] = now
    for quiet in list(seen)[:-MOST_WATCHED]:
        seen.pop(quiet, None)


def _take(kept: Visits, visit: str, frame: bytes, live: Live, scan: Scan) -> str:
    """Keep the frame as a photo whose cards are what all frames together say."""
    name = kept.add_photo(visit, frame)
    kept.keep_picture(visit, name, picture_of(open_photo(frame, SHOWN_LONGEST)))
    hand_over(name, Read(photo_of(scan, name), tuple(_cards(live, scan, name))))
    watched().pop(visit, None)
    return name


def _cards(live: Live, scan: Scan, name: str) -> list[DeskCard]:
    """The cards of this frame, named by all frames; those that only it shows stay as it read them."""
    tracks = live.believed
    pairs, _ = same_cards([track.odds for track in tracks], [card.odds for card in scan.cards])
    decided = {there: live.decisions[here] for here, there in pairs}
    return [_named(card_of(card, scan, name), decided.get(place)) for place, card in enumerate(scan.cards)]


def _named(card: DeskCard, decision: Decision | None) -> DeskCard:
    if decision is None:
        return card
    others = tuple(str(face) for face, _ in decision.alternatives if face != decision.face)
    return replace(card, face=str(decision.face), doubtful=bool(decision.doubts), alternatives=others)
