"""What lies in front of one visitor, as text: cards, photos, the rules of the table.

A desk is a value. Each tap makes a new one, which is kept as text: Streamlit re-runs the page from
the top and redefines classes, so nothing else would survive, and a phone may end the tab at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from engine.cards import Face, Hand, parse_face

PADS = 8
"""How many open pages of one visitor are remembered."""
Quad = tuple[tuple[float, float], ...]
"""A corner index on a photo: four points, each 0 to 1 of the photo's width and height."""


@dataclass(frozen=True, slots=True)
class DeskCard:
    """One card of the hand, and where on which photo it was seen; tapped cards were seen nowhere."""

    id: int
    face: str
    doubtful: bool = False
    alternatives: tuple[str, ...] = ()
    photo: str = ""
    quads: tuple[Quad, ...] = ()

    @property
    def parsed(self) -> Face:
        return parse_face(self.face)


@dataclass(frozen=True, slots=True)
class DeskPhoto:
    """A photo that was taken or chosen; ``scanned`` once its cards are on the desk."""

    name: str
    width: int = 0
    height: int = 0
    scanned: bool = False
    notes: tuple[str, ...] = ()
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld that lies on the table, in the notation, and whose it is."""

    id: int
    cards: str
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """How far a widget was listened to; ``pad`` is one opening of the page."""

    pad: int
    number: int


@dataclass(frozen=True, slots=True)
class Desk:
    """All that one visitor has told so far."""

    rules: str = "remik_trad"
    house_rules: tuple[str, ...] = ()
    players: int = 4
    opened: bool = False
    wish: str = "points"
    cards: tuple[DeskCard, ...] = ()
    photos: tuple[DeskPhoto, ...] = ()
    table: tuple[TableMeld, ...] = ()
    seen: str = ""
    next_id: int = 1
    heard: tuple[Heard, ...] = ()

    @property
    def hand(self) -> Hand:
        return Hand(tuple(card.parsed for card in self.cards))

    @property
    def doubtful(self) -> tuple[DeskCard, ...]:
        return tuple(card for card in self.cards if card.doubtful)

    @property
    def waiting(self) -> DeskPhoto | None:
        """The next photo that nobody has read yet."""
        return next((photo for photo in self.photos if not photo.scanned), None)

    def but(self, **changes: object) -> Desk:
        return replace(self, **changes)  # type: ignore[arg-type]  # the names are checked when it runs

    def last_heard(self, pad: int) -> int:
        """The number of the last tap that this desk knows of."""
        return next((heard.number for heard in self.heard if heard.pad == pad), 0)

    def having_heard(self, pad: int, number: int) -> Desk:
        """The taps up to this number are on the desk; kept with it, so that none is lost or done twice."""
        others = tuple(heard for heard in self.heard if heard.pad != pad)
        return self.but(heard=(*others[-(PADS - 1) :], Heard(pad, number)))

    def with_face(self, face: Face) -> Desk:
        """A card tapped in by hand."""
        card = DeskCard(self.next_id, str(face))
        return self.but(cards=(*self.cards, card), next_id=self.next_id + 1)

    def with_cards(self, cards: Iterable[DeskCard]) -> Desk:
        """Cards that were read; they get numbers of their own."""
        numbered = tuple(replace(card, id=self.next_id + offset) for offset, card in enumerate(cards))
        return self.but(cards=(*self.cards, *numbered), next_id=self.next_id + len(numbered))

    def corrected(self, card_id: int, face: Face) -> Desk:
        """The player says what a card really is; that is no longer in doubt."""
        return self._each(card_id, face=str(face), doubtful=False)

    def confirmed(self, card_id: int) -> Desk:
        """The player says that a card was read rightly."""
        return self._each(card_id, doubtful=False)

    def all_confirmed(self) -> Desk:
        return self.but(cards=tuple(replace(card, doubtful=False) for card in self.cards))

    def without(self, card_id: int) -> Desk:
        return self.but(cards=tuple(card for card in self.cards if card.id != card_id))

    def sorted(self) -> Desk:
        """The hand as people sort it."""
        order = {str(face): place for place, face in enumerate(dict.fromkeys(self.hand.sorted()))}
        return self.but(cards=tuple(sorted(self.cards, key=lambda card: order[card.face])))

    def cleared(self) -> Desk:
        """An empty hand at the same table with the same rules."""
        return self.but(cards=(), photos=())

    def with_meld(self, cards: Hand, mine: bool) -> Desk:
        meld = TableMeld(self.next_id, str(cards), mine)
        return self.but(table=(*self.table, meld), next_id=self.next_id + 1)

    def without_meld(self, meld_id: int) -> Desk:
        return self.but(table=tuple(meld for meld in self.table if meld.id != meld_id))

    def with_photo(self, name: str) -> Desk:
        return self.but(photos=(*self.photos, DeskPhoto(name)))

    def without_photo(self, name: str) -> Desk:
        """A photo taken away together with the cards that were seen on it."""
        return self.but(
            photos=tuple(photo for photo in self.photos if photo.name != name),
            cards=tuple(card for card in self.cards if card.photo != name),
        )

    def read(self, photo: DeskPhoto, cards: Iterable[DeskCard]) -> Desk:
        """A photo has been read: its notes and its cards."""
        photos = tuple(photo if old.name == photo.name else old for old in self.photos)
        return self.but(photos=photos).with_cards(cards)

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


def _desk(record: dict[str, object]) -> Desk:
    plain = {name: record[name] for name in ("rules", "players", "opened", "wish", "seen", "next_id") if name in record}
    return Desk(
        house_rules=_tuple(record.get("house_rules")),
        cards=tuple(_card(entry) for entry in _tuple(record.get("cards"))),
        photos=tuple(
            DeskPhoto(**(entry | {"notes": _tuple(entry["notes"])})) for entry in _tuple(record.get("photos"))
        ),
        table=tuple(TableMeld(**entry) for entry in _tuple(record.get("table"))),
        heard=tuple(Heard(**entry) for entry in _tuple(record.get("heard"))),
        **plain,  # type: ignore[arg-type]  # written by to_text, and a wrong type shows at first use
    )


def _card(record: dict[str, object]) -> DeskCard:
    quads = tuple(tuple((float(x), float(y)) for x, y in _tuple(quad)) for quad in _tuple(record["quads"]))
    card = DeskCard(**(record | {"alternatives": _tuple(record["alternatives"]), "quads": quads}))  # type: ignore[arg-type]
    parse_face(card.face)
    return card


def _tuple(value: object) -> tuple:  # type: ignore[type-arg]  # JSON has lists of anything
    return tuple(value) if isinstance(value, list) else ()
