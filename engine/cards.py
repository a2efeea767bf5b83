"""Cards as people name them, and one notation that everything else shares.

A face is what can be printed on a card: one of 52 cards, or a joker. A hand is a
multiset of faces: with two packs the same card may be held twice, so nothing here
ever makes a set of faces. The text form round-trips: ``Hand.parse(str(hand)) == hand``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum


class BadNotation(ValueError):
    """Text that names no card; ``text`` is the piece that could not be read."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not a card: {text!r}")
        self.text = text


class Rank(IntEnum):
    """Ranks in their natural order, the ace low."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self) -> str:
        return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(int(self), str(int(self)))


class Suit(Enum):
    """The four suits; the value is the letter of the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    __hash__ = object.__hash__
    """Each suit is one object; the hash that enums bring is slow, and every card is hashed often."""

    def __str__(self) -> str:
        return self.value

    @property
    def symbol(self) -> str:
        """The suit as it is printed on a card."""
        return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[self.value]

    @property
    def is_red(self) -> bool:
        return self in (Suit.HEARTS, Suit.DIAMONDS)


@dataclass(frozen=True, slots=True)
class Card:
    """A card with a rank and a suit; a joker is no card."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"


@dataclass(frozen=True, slots=True)
class Joker:
    """A joker; all jokers are alike."""

    def __str__(self) -> str:
        return "JK"


Face = Card | Joker

JOKER = Joker()
CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
FACES: tuple[Face, ...] = (*CARDS, JOKER)
"""All 53 faces in the one order that classifiers, counts and labels share."""

_FACE_INDEX = {face: index for index, face in enumerate(FACES)}
_RANKS = {str(rank): rank for rank in Rank} | {"T": Rank.TEN}
_SUITS = {suit.value: suit for suit in Suit} | {suit.symbol: suit for suit in Suit}
_SEPARATORS = re.compile(r"[\s,;]+")


def face_index(face: Face) -> int:
    """The place of a face in ``FACES``."""
    return _FACE_INDEX[face]


def parse_face(text: str) -> Face:
    """One face from its notation (``7S``, ``7♠``, ``10h``, ``TH``, ``JK``).

    Raises ``BadNotation`` for anything else.
    """
    word = text.strip().upper().replace("\ufe0f", "")
    if word == "JK":
        return JOKER
    rank, suit = _RANKS.get(word[:-1]), _SUITS.get(word[-1:])
    if rank is None or suit is None:
        raise BadNotation(text)
    return Card(rank, suit)


def parse_card(text: str) -> Card:
    """One natural card from its notation; a joker raises ``BadNotation``."""
    face = parse_face(text)
    if isinstance(face, Joker):
        raise BadNotation(text)
    return face


def split_notation(text: str) -> list[str]:
    """The words of a line of notation: cards apart by blanks, commas or semicolons."""
    return [word for word in _SEPARATORS.split(text) if word]


def face_order(face: Face) -> tuple[int, int]:
    """Sorting key as people sort a hand: by suit, then by rank, jokers last."""
    return divmod(face_index(face), len(Rank))


@dataclass(frozen=True, slots=True)
class Hand:
    """Faces in the order given; equal faces may occur more than once."""

    faces: tuple[Face, ...] = ()

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Hand:
        """A hand from one line of notation, or from a list of faces.

        Raises ``BadNotation`` naming the first word that is no face.
        """
        words = split_notation(text) if isinstance(text, str) else text
        return cls(tuple(parse_face(word) for word in words))

    def __str__(self) -> str:
        return " ".join(str(face) for face in self.faces)

    def __len__(self) -> int:
        return len(self.faces)

    def __iter__(self) -> Iterator[Face]:
        return iter(self.faces)

    def counts(self) -> Counter[Face]:
        """How many copies of each face are held."""
        return Counter(self.faces)

    def sorted(self) -> Hand:
        """The same cards by suit and rank, jokers last."""
        return Hand(tuple(sorted(self.faces, key=face_order)))

    def plus(self, *faces: Face) -> Hand:
        """The hand with more cards at its end."""
        return Hand((*self.faces, *faces))

    def minus(self, *faces: Face) -> Hand:
        """The hand without one copy of each face named; ``ValueError`` if one is not held."""
        gone, left = Counter(faces), []
        for face in self.faces:
            if gone[face]:
                gone[face] -= 1
            else:
                left.append(face)
        if gone.total():
            raise ValueError("not held: " + ", ".join(map(str, gone.elements())))
        return Hand(tuple(left))
