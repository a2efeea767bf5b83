"""A hand and the table beside it, packed for the search over whole turns.

Fields stand in this order: cards that may be taken from the table, the hand's own cards, one for
each meld on the table. What is taken must be laid again in a new meld, so it comes first: a way
that leaves no place for a taken card is found out at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from engine.candidates import Candidate, Holding, candidates
from engine.cards import JOKER, Card, Face, Hand
from engine.deeds import Permits
from engine.melds import RANKS, hand_value, run_place_value
from engine.patterns import SetPattern, meld_book
from engine.rules import Ruleset
from engine.table import TableMeld


class TurnHand:
    """The fields of one question; ``joker_limit`` counts the jokers that may come from the table too."""

    def __init__(self, hand: Hand, rules: Ruleset, table: tuple[TableMeld, ...], permits: Permits) -> None:
        self.rules, self.table = rules, table
        own = Holding.of(hand)
        takeable = _natural_cards(table) if permits.take else Counter[Card]()
        self.first_own = len(takeable)
        self.jokers = own.jokers
        self.joker_limit = own.jokers + (_jokers_on(table) if permits.swap else 0)
        self.width = max(own.width, max(takeable.values(), default=1).bit_length() + 1)
        self.own_cards = own.cards
        self.cards = Holding((*takeable, *own.cards), (*takeable.values(), *own.counts), self.joker_limit, self.width)
        self.fields = self.cards.with_fields(_marks(table))
        self.guards = self.fields.guards
        self.values = tuple(hand_value(card, rules.values) for card in own.cards)
        self._units = {card: 1 << self.width * place for place, card in enumerate(own.cards, self.first_own)}
        self._taken_units = {card: 1 << self.width * place for place, card in enumerate(takeable)}

    # packed numbers

    @property
    def packed(self) -> int:
        """The hand's own cards and every meld on the table."""
        own = sum(count * self._units[card] for card, count in zip(self.own_cards, self._own_counts, strict=True))
        return own + sum(map(self.table_unit, range(len(self.table))))

    @property
    def _own_counts(self) -> tuple[int, ...]:
        return self.cards.counts[self.first_own :]

    def table_unit(self, place: int) -> int:
        """One for a meld on the table."""
        return 1 << self.width * (len(self.cards.cards) + place)

    @property
    def table_fields(self) -> int:
        """All bits of the fields that stand for melds on the table."""
        return sum(self.table_unit(place) * ((1 << self.width) - 1) for place in range(len(self.table)))

    def used(self, faces: Iterable[Face]) -> int:
        """Own cards; jokers have no field."""
        return sum(self._units[face] for face in faces if isinstance(face, Card))

    def taken(self, faces: Iterable[Face]) -> int:
        """Cards taken from the table."""
        return sum(self._taken_units[face] for face in faces if isinstance(face, Card))

    def forced(self, burning: Iterable[Card]) -> int:
        """The fields of cards that cannot stay: those taken, and those that this turn must burn."""
        ones = (1 << self.width) - 1
        return sum(ones * unit for unit in (*self._taken_units.values(), *(self._units[card] for card in burning)))

    def count(self, need: int, place: int) -> int:
        """How many copies of a field some cards need."""
        return need >> self.width * place & (1 << self.width) - 1

    @property
    def own_places(self) -> range:
        """The fields of the hand."""
        return range(self.first_own, len(self.cards.cards))

    # new melds

    def lays_own(self, meld: Candidate) -> bool:
        """Whether a new meld takes anything from the hand."""
        return bool(meld.jokers) or any(self.count(meld.need, place) for place in self.own_places)

    def wanted(self, melds: Iterable[Candidate]) -> set[Card]:
        """Cards on the table that some new meld could use."""
        used = 0
        for meld in melds:
            used |= meld.need
        return {self.cards.cards[place] for place in range(self.first_own) if self.count(used, place)}

    def melds(self, burnt: Iterable[Card]) -> Iterator[Candidate]:
        """Every new meld from the hand and from cards that may be taken from the table."""
        held = zip(self.cards.cards, self.cards.counts, strict=True)
        merged = Holding.of((*(card for card, n in held for _ in range(n)), *(JOKER,) * self.joker_limit))
        fields = [[place for place, card in enumerate(self.cards.cards) if card == one] for one in merged.cards]
        for meld in candidates(merged, meld_book(self.rules), tuple(burnt)):
            needs = [meld.need >> merged.width * place & (1 << merged.width) - 1 for place in range(len(fields))]
            splits = [self._splits(count, places) for count, places in zip(needs, fields, strict=True)]
            for choice in product(*splits):
                yield self._from_places(meld, [place for part in choice for place in part])

    def _splits(self, count: int, places: list[int]) -> list[tuple[int, ...]]:
        """Which copies make up so many of a card: the hand's or the table's."""
        counts = self.cards.counts
        if len(places) == 1:
            return [tuple(places) * count] if count <= counts[places[0]] else []
        one, other = places
        ways = [(one,) * (count - part) + (other,) * part for part in range(count + 1)]
        return [way for way in ways if way.count(one) <= counts[one] and way.count(other) <= counts[other]]

    def _from_places(self, meld: Candidate, places: list[int]) -> Candidate:
        """The meld from these very copies; cards of the table count no points."""
        need = sum(1 << self.width * place for place in places)
        taken = [self.cards.cards[place] for place in places if place < self.first_own]
        points = meld.points - sum(_place_points(meld, card, self.rules) for card in taken)
        return meld._replace(need=need, points=points)


def _natural_cards(table: Iterable[TableMeld]) -> Counter[Card]:
    return Counter(slot.face for meld in table for slot in meld.cards if isinstance(slot.face, Card))


def _jokers_on(table: Iterable[TableMeld]) -> int:
    return sum(slot.is_joker for meld in table for slot in meld.cards)


def _marks(table: Iterable[TableMeld]) -> tuple[Card, ...]:
    """A card for the field of each meld on the table; which one does not matter."""
    return tuple(next(slot.face for slot in meld.cards if isinstance(slot.face, Card)) for meld in table)


def _place_points(meld: Candidate, card: Card, rules: Ruleset) -> int:
    """What a natural card is worth in this very meld."""
    if isinstance(meld.pattern, SetPattern):
        return (meld.points - _joker_part(meld, rules)) // sum(meld.pattern.suits)
    return next(
        run_place_value(place, rules.values)
        for place in meld.pattern.natural_places
        if (place - 1) % RANKS + 1 == card.rank
    )


def _joker_part(meld: Candidate, rules: Ruleset) -> int:
    fixed = rules.values.joker_meld
    if isinstance(fixed, int):
        return fixed * meld.jokers
    return meld.points * meld.jokers // meld.cards
