"""Cards as they lie before a visitor, and the photos that they were read on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import Face, parse_face

Quad = tuple[tuple[float, float], ...]
"""A corner index on a photo: four points, each 0 to 1 of the photo's width and height."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Where on which photo a card was seen."""

    photo: str
    quads: tuple[Quad, ...] = ()


@dataclass(frozen=True, slots=True)
class DeskCard:
    """One card, and where on which photos it was seen; tapped cards were seen nowhere.

    ``fixed`` is the player's word: no photo changes it any more. ``pile`` is where the card lies:
    in the hand (no name), in a meld on the table, before a player; ``odds`` are what its prints alone say.
    """

    id: int
    face: str
    doubtful: bool = False
    alternatives: tuple[str, ...] = ()
    seen: tuple[Seen, ...] = ()
    fixed: bool = False
    pile: str = ""
    odds: tuple[tuple[str, float], ...] = ()

    @property
    def parsed(self) -> Face:
        return parse_face(self.face)

    @property
    def is_tapped(self) -> bool:
        """Whether no photo shows it."""
        return not self.seen

    @property
    def photo(self) -> str:
        """The first photo that shows it."""
        return self.seen[0].photo if self.seen else ""

    @property
    def quads(self) -> tuple[Quad, ...]:
        """Where its corners are on that photo."""
        return self.seen[0].quads if self.seen else ()

    def off(self, photo: str) -> DeskCard:
        """The card as it is known without this photo."""
        return replace(self, seen=tuple(each for each in self.seen if each.photo != photo))


@dataclass(frozen=True, slots=True)
class DeskPhoto:
    """A photo that was taken or chosen; ``scanned`` once its cards are on the desk.

    ``pile`` is whose cards it shows, if that was said; ``replaces`` the photo that it was taken again
    for; ``how`` what a further photo was taken to show.
    """

    name: str
    width: int = 0
    height: int = 0
    scanned: bool = False
    notes: tuple[str, ...] = ()
    unreadable: int = 0
    pile: str = ""
    replaces: str = ""
    how: str = ""


def read_card(record: Mapping[str, Any]) -> DeskCard:
    """A card from what JSON kept of it; raises ``KeyError``, ``TypeError`` or ``BadNotation`` if this is none."""
    read: dict[str, object] = {
        "alternatives": tuple_of(record["alternatives"]),
        "seen": tuple(_seen(entry) for entry in tuple_of(record.get("seen"))),
        "odds": tuple((str(face), float(odds)) for face, odds in tuple_of(record.get("odds"))),
    }
    card = DeskCard(**{**record, **read})
    parse_face(card.face)
    return card


def read_photo(record: Mapping[str, Any]) -> DeskPhoto:
    """A photo from what JSON kept of it; raises as ``read_card`` does."""
    return DeskPhoto(**{**record, "notes": tuple_of(record["notes"])})


def _seen(record: Mapping[str, Any]) -> Seen:
    quads = tuple(tuple((float(x), float(y)) for x, y in tuple_of(quad)) for quad in tuple_of(record["quads"]))
    return Seen(str(record["photo"]), quads)


def tuple_of(value: object) -> tuple[Any, ...]:
    """A list of JSON as a tuple; nothing where there is none."""
    return tuple(value) if isinstance(value, list) else ()
