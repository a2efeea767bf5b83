"""From a photo to the cards in it: open, find, read, put together.

``scan_photo`` keeps no state and may be called from several threads at once; the weights in
a ``Reader`` are shared. Where it stands is told to ``progress`` as each step begins.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from engine.cards import Face, Hand
from vision.doubts import NO_HINTS, Decision, Doubt, Hints, decide
from vision.geometry import Quad
from vision.groups import group_cards
from vision.indices import IndexCorner
from vision.letters import Language, Letters, Odds, language_of, odds_of
from vision.mirror import back_from_mirror
from vision.notes import Note, notes_on
from vision.photo import Image, open_photo
from vision.presence import presence
from vision.prints import Closer, Prints, closer_look, find, read
from vision.reader import Reader as Reader
from vision.reader import open_reader as open_reader
from vision.runtime import IndicesSettings
from vision.sides import on_the_right
from vision.sightings import CardSighting, SeenIndex, join_corners, one_print_each
from vision.teaching import TaughtDeck, with_taught

UNREADABLE = 0.5
"""A print that is more likely than this no face at all is not read."""
_WEAKEST_NAME = 0.2
"""Nor is one whose likeliest face is less likely than this: nobody would call that reading."""
_SURELY_AN_INDEX = 0.5


class Step(Enum):
    """What a scan is at."""

    OPEN = "open"
    FIND = "find"
    READ = "read"
    GROUP = "group"
    DONE = "done"


Progress = Callable[[Step], None]


@dataclass(slots=True)
class Stopwatch:
    """Listens to a scan's progress and knows how many milliseconds each step took."""

    began: dict[Step, float] = field(default_factory=dict)

    def __call__(self, step: Step) -> None:
        self.began[step] = time.perf_counter()

    @property
    def milliseconds(self) -> dict[str, float]:
        steps = list(self.began)
        return {
            step.value: round(1000 * (self.began[after] - self.began[step]), 1)
            for step, after in itertools.pairwise(steps)
        }


@dataclass(frozen=True, slots=True)
class ScannedCard:
    """One card on the photo.

    ``corners`` are the quads of its indices that were seen, in pixels of the whole upright
    photo; ``group`` is its place in ``Scan.groups``; ``confidence`` is how likely ``face`` is right.
    ``odds`` are what the prints alone say, before hints: what several photos are merged by.
    """

    face: Face
    confidence: float
    alternatives: tuple[tuple[Face, float], ...]
    doubts: tuple[Doubt, ...]
    corners: tuple[Quad, ...]
    group: int
    odds: Odds = field(repr=False, compare=False)

    @property
    def is_doubtful(self) -> bool:
        return bool(self.doubts)


@dataclass(frozen=True, slots=True)
class Scan:
    """What was read from one photo.

    ``cards`` stand in reading order; ``groups`` are places in ``cards``, group by group, each
    in order; ``unreadable`` counts indices that were seen but that nobody could name.
    """

    width: int
    height: int
    cards: tuple[ScannedCard, ...]
    groups: tuple[tuple[int, ...], ...]
    unreadable: int
    letters: Letters
    notes: tuple[Note, ...]

    @property
    def hand(self) -> Hand:
        return Hand(tuple(card.face for card in self.cards))


def _ignore(_: Step) -> None:
    """Nobody wants to know."""


def scan_photo(data: bytes, reader: Reader, hints: Hints = NO_HINTS, progress: Progress = _ignore) -> Scan:
    """The cards on a photo, given the bytes of its file. Raises ``UnreadablePhoto``."""
    progress(Step.OPEN)
    image = open_photo(data)
    return _scan(image, closer_look(data, image), reader, hints, progress)


def scan_image(image: Image, reader: Reader, hints: Hints = NO_HINTS, progress: Progress = _ignore) -> Scan:
    """The cards on a picture that is open already."""
    progress(Step.OPEN)
    return _scan(image, lambda _: image, reader, hints, progress)


def _scan(image: Image, closer: Closer, reader: Reader, hints: Hints, progress: Progress) -> Scan:
    progress(Step.FIND)
    corners = find(image, reader)
    progress(Step.READ)
    prints = read(image, closer, corners, reader)
    progress(Step.GROUP)
    scan = put_together(image, prints, hints, reader.decks, reader.manifest.indices)
    progress(Step.DONE)
    return scan


def put_together(
    image: Image, prints: Prints, hints: Hints, decks: Sequence[TaughtDeck], settings: IndicesSettings
) -> Scan:
    """Corners and what they read become cards, doubts, groups and notes."""
    language = language_of(prints.readings, hints.letters)
    seen = seen_indices(prints, language, decks)
    sightings = join_corners(one_print_each(seen), settings.centre_error)
    cards, groups = _in_reading_order(sightings, group_cards(sightings))
    decisions = decide(cards, hints, presence(cards, groups, settings.score_in_doubt))
    return Scan(
        image.full_width,
        image.full_height,
        _scanned(image, cards, decisions, groups, is_mirrored=prints.is_mirrored),
        groups,
        sum(not _can_be_named(card) and card.score > _SURELY_AN_INDEX for card in sightings),
        language.letters,
        notes_on(image, seen, decisions, language, is_mirrored=prints.is_mirrored),
    )


def seen_indices(prints: Prints, language: Language, decks: Sequence[TaughtDeck] = ()) -> list[SeenIndex]:
    """Where each index stands on its card, and what it reads in this language.

    Stage 1 names the centre that a left-hand index would have; stage 2 knows which stand on the right.
    """
    return [
        SeenIndex(
            corner.on_the_right if is_right else corner,
            with_taught(odds_of(reading, language), reading.embedding, decks),
        )
        for corner, reading, is_right in zip(
            prints.corners, prints.readings, on_the_right(prints.readings), strict=True
        )
    ]


def _can_be_named(card: CardSighting) -> bool:
    return card.odds.unreadable <= UNREADABLE and card.odds.confidence >= _WEAKEST_NAME


def _in_reading_order(
    cards: Sequence[CardSighting], groups: Sequence[tuple[int, ...]]
) -> tuple[list[CardSighting], tuple[tuple[int, ...], ...]]:
    """The cards that can be read, sorted as their groups are read, and the groups counted anew.

    What cannot be read still holds its group together: it is a card between its neighbours.
    """
    ordered: list[CardSighting] = []
    renamed: list[tuple[int, ...]] = []
    for group in groups:
        named = [cards[place] for place in group if _can_be_named(cards[place])]
        if named:
            renamed.append(tuple(range(len(ordered), len(ordered) + len(named))))
            ordered += named
    return ordered, tuple(renamed)


def _scanned(
    image: Image,
    cards: Sequence[CardSighting],
    decisions: Sequence[Decision],
    groups: Sequence[tuple[int, ...]],
    *,
    is_mirrored: bool,
) -> tuple[ScannedCard, ...]:
    group_of = {place: number for number, group in enumerate(groups) for place in group}
    return tuple(
        ScannedCard(
            decision.face,
            decision.confidence,
            decision.alternatives,
            decision.doubts,
            tuple(_on_photo(image, index.corner, is_mirrored=is_mirrored) for index in card.indices),
            group_of[place],
            card.odds,
        )
        for place, (card, decision) in enumerate(zip(cards, decisions, strict=True))
    )


def _on_photo(image: Image, corner: IndexCorner, *, is_mirrored: bool) -> Quad:
    """An index's quad in pixels of the whole photo, as it was taken."""
    seen = back_from_mirror(corner, image.width) if is_mirrored else corner
    return seen.quad.scaled(image.scale_x, image.scale_y)
