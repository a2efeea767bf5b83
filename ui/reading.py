"""From a visitor's photo to cards for the desk, beside the page and never in its way.

Photos are read by a few workers that all visitors share: two people who scan at once wait their
turn for the processor, and nobody who only taps waits at all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import cv2

from engine.cards import Face
from ledger import trouble_of
from ui.desk import DeskCard, DeskPhoto, Quad, Seen
from ui.laying import likely_odds
from ui.visits import Visits, visits
from vision.doubts import NO_HINTS, Hints, decide_odds
from vision.photo import Image, UnreadablePhoto, open_photo
from vision.runtime import ModelMismatch
from vision.scan import Reader, Scan, ScannedCard, open_reader, scan_photo
from vision.spot import Box, read_spot

WORKERS = 2
SHOWN_LONGEST = 1600
"""Pixels of the picture on the page; the reader looks at the photo itself."""
JPEG_QUALITY = 84


@dataclass(frozen=True, slots=True)
class Read:
    """A photo that was read: what to note about it, its cards, and which of them lie together."""

    photo: DeskPhoto
    cards: tuple[DeskCard, ...]
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A photo that could not be read; ``key`` names the sentence that says why."""

    key: str


Outcome = Read | Refused
Job = Future[Outcome]


@cache
def workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(WORKERS, thread_name_prefix="reading")


@cache
def reader() -> Reader:
    """The weights, loaded once for everybody."""
    return open_reader()


@cache
def jobs() -> dict[str, Job]:
    """The photos that are being read, by name."""
    return {}


def job(visit: str, name: str, hints: Hints) -> Job:
    """Read a photo of this visit, once, however often the page asks for the result."""
    running = jobs()
    for done in [other for other, work in list(running.items()) if work.done() and other != name]:
        running.pop(done, None)
    if name not in running:
        running[name] = workers().submit(read, visits(), visit, name, hints)
    return running[name]


def hand_over(name: str, outcome: Read) -> None:
    """A photo that was read already while it was taken: whoever asks for it gets this."""
    job: Job = Future()
    job.set_result(outcome)
    jobs()[name] = job


def read(kept: Visits, visit: str, name: str, hints: Hints, reader_of: Callable[[], Reader] = reader) -> Outcome:
    """Open the photo, keep a picture of it for the page, and read its cards."""
    data = kept.photo(visit, name)
    if data is None:
        return Refused("trouble.not_found")
    try:
        kept.keep_picture(visit, name, picture_of(open_photo(data, SHOWN_LONGEST)))
        scan = scan_photo(data, reader_of(), hints)
    except UnreadablePhoto as refused:
        return Refused(f"trouble.{refused.trouble.value}")
    except (ModelMismatch, FileNotFoundError):
        return Refused("reading.no_reader")
    except OSError as problem:
        return Refused(f"trouble.{trouble_of(problem)}")
    except Exception:  # a mistake of ours costs this photo; it must not stand in the page's way for ever
        logging.getLogger("remi-lens").exception("reading_failed")
        return Refused("error.page")
    cards = tuple(card_of(card, scan, name) for card in scan.cards)
    return Read(photo_of(scan, name), cards, tuple(card.group for card in scan.cards))


def look(kept: Visits, visit: str, name: str, box: Box, reader_of: Callable[[], Reader] = reader) -> DeskCard | None:
    """The card whose corner the player has framed; ``None`` when nobody can read it."""
    data = kept.photo(visit, name)
    if data is None:
        return None
    try:
        spot = read_spot(data, box, reader_of())
    except (UnreadablePhoto, ModelMismatch, FileNotFoundError):
        return None
    if spot is None:
        return None
    left, top, right, bottom = box
    decision = decide_odds([spot], NO_HINTS)[0]
    return DeskCard(
        id=0,
        face=str(decision.face),
        doubtful=bool(decision.doubts),
        alternatives=tuple(str(face) for face, _ in decision.alternatives),
        seen=(Seen(name, (((left, top), (right, top), (right, bottom), (left, bottom)),)),),
        odds=likely_odds(spot),
    )


def picture_of(image: Image) -> bytes:
    """The upright picture as JPEG, without anything that the camera noted about itself."""
    pixels = image.pixels
    factor = SHOWN_LONGEST / max(image.width, image.height)
    if factor < 1:
        pixels = cv2.resize(
            pixels, (round(image.width * factor), round(image.height * factor)), interpolation=cv2.INTER_AREA
        )  # type: ignore[assignment]
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def photo_of(scan: Scan, name: str) -> DeskPhoto:
    notes = tuple(note.value for note in scan.notes)
    return DeskPhoto(name, scan.width, scan.height, scanned=True, notes=notes, unreadable=scan.unreadable)


def card_of(card: ScannedCard, scan: Scan, name: str, pile: str = "") -> DeskCard:
    """A card as the desk keeps it, its corners in parts of the photo's width and height."""
    return DeskCard(
        id=0,
        face=str(card.face),
        doubtful=card.is_doubtful,
        alternatives=likely(card),
        seen=(Seen(name, tuple(quad_of(corners.points, scan) for corners in card.corners)),),
        pile=pile,
        odds=likely_odds(card.odds),
    )


def likely(card: ScannedCard) -> tuple[str, ...]:
    """What else the card may be, likeliest first."""
    others: list[Face] = [face for face, _ in card.alternatives if face != card.face]
    return tuple(str(face) for face in others)


def quad_of(points: object, scan: Scan) -> Quad:
    return tuple((round(point.x / scan.width, 4), round(point.y / scan.height, 4)) for point in points)  # type: ignore[attr-defined]
