"""What lies in front of one visitor, as text: cards, photos, the rules of the table.

A desk is a value. Each tap makes a new one, which is kept as text: Streamlit re-runs the page from
the top and redefines classes, so nothing else would survive, and a phone may end the tab at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.cards import Face, Hand
from ui.cards_seen import DeskCard, DeskPhoto, Quad, Seen, read_card, read_photo, tuple_of
from ui.notes import NOTHING_NOTED, Entry, RoundNotes, read_notes

__all__ = ["PADS", "Desk", "DeskCard", "DeskPhoto", "Entry", "Heard", "Quad", "RoundNotes", "Seen"]

PADS = 8
"""How many open pages of one visitor are remembered."""


@dataclass(frozen=True, slots=True)
class Heard:
    """How far a widget was listened to; ``pad`` is one opening of the page."""

    pad: int
    number: int


@dataclass(frozen=True, slots=True)
class Desk:
    """All that one visitor has told so far about one place: his hand, the table, or the end of a round.

    ``mine`` are the piles that are the visitor's own melds; ``gone`` cards that were read and that
    the player took away, so that no further photo brings them back; ``fresh`` the photo that was
    laid last, while nothing was changed since. ``packs`` and ``jokers`` (in each pack) are told only
    where the table plays with others than the game's own.
    """

    rules: str = "remik_trad"
    house_rules: tuple[str, ...] = ()
    players: int = 4
    packs: int | None = None
    jokers: int | None = None
    opened: bool = False
    wish: str = "points"
    cards: tuple[DeskCard, ...] = ()
    photos: tuple[DeskPhoto, ...] = ()
    mine: tuple[str, ...] = ()
    seen: str = ""
    notes: RoundNotes = NOTHING_NOTED
    gone: tuple[DeskCard, ...] = ()
    fresh: str = ""
    next_id: int = 1
    heard: tuple[Heard, ...] = ()

    @property
    def hand(self) -> Hand:
        return Hand(tuple(card.parsed for card in self.cards))

    @property
    def overrides(self) -> dict[str, int]:
        """How this table's packs differ from the game's own, by the names of the rules' parameters."""
        own = {"packs": self.packs, "jokers_per_pack": self.jokers}
        return {name: count for name, count in own.items() if count is not None}

    @property
    def doubtful(self) -> tuple[DeskCard, ...]:
        return tuple(card for card in self.cards if card.doubtful)

    @property
    def waiting(self) -> DeskPhoto | None:
        """The next photo that nobody has read yet."""
        return next((photo for photo in self.photos if not photo.scanned), None)

    def pile(self, name: str) -> tuple[DeskCard, ...]:
        """The cards that lie in one place, in their order."""
        return tuple(card for card in self.cards if card.pile == name)

    @property
    def piles(self) -> tuple[str, ...]:
        """The places where cards lie, in their order."""
        return tuple(dict.fromkeys(card.pile for card in self.cards))

    def but(self, **changes: object) -> Desk:
        return replace(self, **changes)  # type: ignore[arg-type]  # the names are checked when it runs

    def last_heard(self, pad: int) -> int:
        """The number of the last tap that this desk knows of."""
        return next((heard.number for heard in self.heard if heard.pad == pad), 0)

    def having_heard(self, pad: int, number: int) -> Desk:
        """The taps up to this number are on the desk; kept with it, so that none is lost or done twice."""
        others = tuple(heard for heard in self.heard if heard.pad != pad)
        return self.but(heard=(*others[-(PADS - 1) :], Heard(pad, number)))

    def with_face(self, face: Face, pile: str = "") -> Desk:
        """A card tapped in by hand."""
        card = DeskCard(self.next_id, str(face), fixed=True, pile=pile)
        return self.but(cards=(*self.cards, card), next_id=self.next_id + 1)

    def with_cards(self, cards: Iterable[DeskCard]) -> Desk:
        """Cards that were read; they get numbers of their own."""
        numbered = tuple(replace(card, id=self.next_id + offset) for offset, card in enumerate(cards))
        return self.but(cards=(*self.cards, *numbered), next_id=self.next_id + len(numbered))

    def corrected(self, card_id: int, face: Face) -> Desk:
        """The player says what a card really is; that is no longer in doubt."""
        return self._each(card_id, face=str(face), doubtful=False, fixed=True)

    def confirmed(self, card_id: int) -> Desk:
        """The player says that a card was read rightly."""
        return self._each(card_id, doubtful=False, fixed=True)

    def all_confirmed(self, pile: str | None = None) -> Desk:
        """The player says that all doubtful cards were read rightly, or those of one pile."""
        return self.but(
            cards=tuple(
                replace(card, doubtful=False, fixed=True) if card.doubtful and pile in {None, card.pile} else card
                for card in self.cards
            )
        )

    def without(self, card_id: int) -> Desk:
        """A card taken away; one that a photo showed is remembered, so that it does not come back."""
        gone = tuple(card for card in self.cards if card.id == card_id and not card.is_tapped)
        return self.but(cards=tuple(card for card in self.cards if card.id != card_id), gone=(*self.gone, *gone))

    def without_pile(self, pile: str) -> Desk:
        """The cards of one place taken away."""
        return self.but(cards=tuple(card for card in self.cards if card.pile != pile))

    def moved(self, pile: str, to: str) -> Desk:
        """The cards of one place laid to another."""
        return self.but(cards=tuple(replace(card, pile=to) if card.pile == pile else card for card in self.cards))

    def moved_last(self, to: str) -> Desk:
        """The card that came last laid to another place."""
        return self.but(cards=(*self.cards[:-1], replace(self.cards[-1], pile=to)))

    def sorted(self) -> Desk:
        """The hand as people sort it."""
        order = {str(face): place for place, face in enumerate(dict.fromkeys(self.hand.sorted()))}
        return self.but(cards=tuple(sorted(self.cards, key=lambda card: order[card.face])))

    def cleared(self) -> Desk:
        """An empty hand at the same table with the same rules."""
        return self.but(cards=(), photos=(), gone=(), fresh="")

    def with_photo(self, name: str, pile: str = "", replaces: str = "") -> Desk:
        """A photo that waits to be read; one that comes twice is kept once."""
        if any(photo.name == name for photo in self.photos):
            return self
        return self.but(photos=(*self.photos, DeskPhoto(name, pile=pile, replaces=replaces)))

    def without_photo(self, name: str) -> Desk:
        """A photo taken away together with the cards that were seen on it alone; the player's word stays."""
        left = (card if card.is_tapped else card.off(name) for card in self.cards)
        was_tapped = {card.id for card in self.cards if card.is_tapped}
        return self.but(
            photos=tuple(photo for photo in self.photos if photo.name != name),
            cards=tuple(card for card in left if card.seen or card.id in was_tapped),
            gone=tuple(card for card in self.gone if card.off(name).seen),
        )

    def with_notes(self, photo: DeskPhoto) -> Desk:
        """A photo has been read: its size and what is to be said about it."""
        return self.but(photos=tuple(photo if old.name == photo.name else old for old in self.photos))

    def to_be_read_again(self, name: str) -> Desk:
        """A photo that is read once more; what the player corrected stays."""
        return self.but(
            photos=tuple(replace(old, scanned=False, replaces=name) if old.name == name else old for old in self.photos)
        )

    def _each(self, card_id: int, **changes: object) -> Desk:
        changed = (replace(card, **changes) if card.id == card_id else card for card in self.cards)  # type: ignore[arg-type]
        return self.but(cards=tuple(changed))

    def to_text(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Desk:
        """The desk that was kept; ``ValueError`` when this is no desk."""
        try:
            return _desk(json.loads(text))
        except (KeyError, TypeError, AttributeError) as wrong:
            raise ValueError("this text is no desk") from wrong


def _desk(record: Mapping[str, Any]) -> Desk:
    names = ("rules", "players", "packs", "jokers", "opened", "wish", "seen", "next_id", "fresh")
    return Desk(
        house_rules=tuple_of(record.get("house_rules")),
        cards=tuple(map(read_card, tuple_of(record.get("cards")))),
        gone=tuple(map(read_card, tuple_of(record.get("gone")))),
        photos=tuple(map(read_photo, tuple_of(record.get("photos")))),
        mine=tuple_of(record.get("mine")),
        notes=read_notes(record.get("notes")),
        heard=tuple(Heard(**entry) for entry in tuple_of(record.get("heard"))),
        **{name: record[name] for name in names if name in record},
    )
