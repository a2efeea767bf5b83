"""Which runs a suit allows, and which sets a rank: worked out once and shared between hands.

Runs depend only on the ranks that are held of a suit and on the jokers, sets only on the
suits that are held of a rank and on the jokers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product

from engine.cards import JOKER, Card, Rank, Suit
from engine.melds import (
    ACE_HIGH,
    RANKS,
    Group,
    Meld,
    Run,
    Slot,
    first_places,
    jokers_allowed_in_set,
    largest_set,
    named,
    run_place_value,
    set_card_value,
)
from engine.rules import Replaced, Ruleset

SUITS = tuple(Suit)
_RANK_AT = [Rank.KING, *Rank, *Rank]
"""The rank at each place of a run; places above the king go round the corner."""
_LOW_RANKS = (1 << ACE_HIGH) - 1


@dataclass(frozen=True, slots=True)
class RunPattern:
    """A run of any suit: its first place, and which places a joker fills."""

    lowest: int
    length: int
    joker_bits: int
    ranks: tuple[Rank, ...]
    points: int
    clean: bool

    @property
    def jokers(self) -> int:
        return self.joker_bits.bit_count()

    @property
    def natural_places(self) -> Iterator[int]:
        """The places that no joker fills."""
        return (self.lowest + step for step in range(self.length) if not self.joker_bits >> step & 1)

    def meld(self, suit: Suit) -> Run:
        """The run in a suit, every joker named."""
        natural = set(self.natural_places)
        slots = []
        for place in range(self.lowest, self.lowest + self.length):
            card = Card(_RANK_AT[place], suit)
            slots.append(Slot(card if place in natural else JOKER, card))
        return Run(tuple(slots), self.lowest)


@dataclass(frozen=True, slots=True)
class SetPattern:
    """A set: how many cards of each suit, and how many jokers."""

    rank: Rank
    suits: tuple[int, ...]
    jokers: int
    points: int

    @property
    def size(self) -> int:
        return sum(self.suits) + self.jokers

    def meld(self) -> Group:
        """The set itself; its jokers stay unnamed."""
        cards = (Card(self.rank, suit) for suit, count in zip(SUITS, self.suits, strict=True) for _ in range(count))
        slots = [Slot(card, card) for card in cards] + [Slot(JOKER)] * self.jokers
        return Group(tuple(slots), self.rank)


# runs of one suit


class RunMaker:
    """Finds the runs of a suit; what depends on the rules alone is prepared once."""

    def __init__(self, rules: Ruleset) -> None:
        self._melds = rules.melds
        self._inside = rules.opening.clean_inside_dirty
        fixed = rules.values.joker_meld
        self._joker = None if isinstance(fixed, Replaced) else fixed
        self._values = [0, *(run_place_value(place, rules.values) for place in range(1, 2 * RANKS + 1))]
        self._up_to = list(accumulate(self._values))
        self._longest = {
            lowest: max(length for length in range(1, ACE_HIGH + 1) if lowest in first_places(length, rules.melds))
            for lowest in first_places(rules.melds.run_min, rules.melds)
        }

    def runs(self, held: int, jokers: int, burnt: int | None) -> tuple[RunPattern, ...]:
        """The runs of a suit of which the ranks of ``held`` (a bit each, ace 1) and so many jokers are there.

        ``burnt`` are the ranks for which a joker may stand; ``None`` for every rank. A run that
        falls into two runs of equal worth is left out: laying the two is as good.
        """
        limit = self._melds.jokers_run_max
        most = jokers if limit is None else min(jokers, limit)
        found: dict[tuple[int, int], tuple[bool, int, int, int]] = {}
        for lowest, longest in self._longest.items():
            for length, bits in self._fillings(lowest, longest, held, most, burnt):
                places = ((1 << length) - 1 & ~bits) << lowest
                key = (places & _LOW_RANKS | places >> RANKS, length)
                worth = (self._clean(length, bits), self._points(lowest, length, bits), lowest, bits)
                if key not in found or worth > found[key]:
                    found[key] = worth
        return tuple(_pattern(length, *worth) for (_, length), worth in found.items())

    def _fillings(
        self, lowest: int, longest: int, held: int, jokers: int, burnt: int | None
    ) -> Iterator[tuple[int, int]]:
        """Every length and choice of jokers from ``lowest`` upwards that makes a run worth keeping."""
        least, naturals_min, adjacent = self._melds.run_min, self._melds.naturals_min, self._melds.jokers_adjacent
        growing = [(0, 0, 0)]
        while growing:
            length, bits, used = growing.pop()
            if length >= least and length - used >= naturals_min:
                if length < 2 * least or not self._falls_apart(lowest, length, bits):
                    yield length, bits
                elif not self._inside:
                    continue
            if length == longest:
                continue
            rank_bit = 1 << _RANK_AT[lowest + length]
            if held & rank_bit:
                growing.append((length + 1, bits, used))
            if (
                used < jokers
                and (adjacent or not length or not bits >> length - 1)
                and (burnt is None or burnt & rank_bit)
            ):
                growing.append((length + 1, bits | 1 << length, used + 1))

    def _falls_apart(self, lowest: int, length: int, bits: int) -> bool:
        """Whether two runs of the same cards, worth as much, could be laid instead."""
        least, naturals_min = self._melds.run_min, self._melds.naturals_min
        whole = self._clean(length, bits)
        for cut in range(least, length - least + 1):
            low, high = bits & (1 << cut) - 1, bits >> cut
            naturals = min(cut - low.bit_count(), length - cut - high.bit_count())
            clean = self._clean(cut, low) or self._clean(length - cut, high)
            if naturals >= naturals_min and clean >= whole and lowest + cut != ACE_HIGH:
                return True
        return False

    def _clean(self, length: int, bits: int) -> bool:
        """Whether it counts as a clean run."""
        if not bits:
            return True
        natural = (1 << length) - 1 & ~bits
        return self._inside and bool(natural & natural >> 1 & natural >> 2)

    def _points(self, lowest: int, length: int, bits: int) -> int:
        points = self._up_to[lowest + length - 1] - self._up_to[lowest - 1]
        if self._joker is not None and bits:
            jokers = [self._values[lowest + step] for step in range(length) if bits >> step & 1]
            points += self._joker * len(jokers) - sum(jokers)
        return points


def _pattern(length: int, clean: bool, points: int, lowest: int, bits: int) -> RunPattern:
    ranks = tuple(_RANK_AT[lowest + step] for step in range(length) if not bits >> step & 1)
    return RunPattern(lowest, length, bits, ranks, points, clean)


# sets of one rank


class SetMaker:
    """Finds the sets of a rank; which sizes and jokers are allowed is worked out once."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._most_copies = 1 if rules.melds.set_distinct_suits else None
        self._allowed: dict[tuple[int, int], bool] = {}

    def sets(self, rank: Rank, held: tuple[int, ...], jokers: int) -> tuple[SetPattern, ...]:
        """The sets of a rank of which so many copies of each suit and so many jokers are there."""
        most = self._most_copies or max(held, default=0)
        value = set_card_value(rank, self._rules.values)
        fixed = self._rules.values.joker_meld
        joker = value if isinstance(fixed, Replaced) else fixed
        found = []
        for suits in product(*(range(min(count, most) + 1) for count in held)):
            naturals = sum(suits)
            for wild in range(jokers + 1):
                if self._worth_laying(naturals, wild):
                    found.append(SetPattern(rank, suits, wild, naturals * value + wild * joker))
        return tuple(found)

    def _worth_laying(self, naturals: int, jokers: int) -> bool:
        """Whether so many cards and jokers are a set, and not as good as two sets."""
        key = (naturals, jokers)
        known = self._allowed.get(key)
        if known is None:
            known = self._is_set(naturals, jokers) and not self._falls_apart(naturals, jokers)
            self._allowed[key] = known
        return known

    def _is_set(self, naturals: int, jokers: int) -> bool:
        melds, size = self._rules.melds, naturals + jokers
        most, limit = largest_set(melds), jokers_allowed_in_set(size, melds)
        return (
            size >= melds.set_min
            and naturals >= melds.naturals_min
            and (most is None or size <= most)
            and (limit is None or jokers <= limit)
        )

    def _falls_apart(self, naturals: int, jokers: int) -> bool:
        """Whether the same cards make two sets."""
        if naturals + jokers < 2 * self._rules.melds.set_min:
            return False
        parts = product(range(naturals + 1), range(jokers + 1))
        return any(self._is_set(few, wild) and self._is_set(naturals - few, jokers - wild) for few, wild in parts)


# all of them, shared between hands

_SHELF = 20_000
"""How many suits and ranks a book remembers before it starts afresh."""


@lru_cache(maxsize=1 << 12)
def built(pattern: RunPattern | SetPattern, suit: Suit | None) -> Meld:
    """The meld of a pattern, every joker named; a run is in that suit."""
    if isinstance(pattern, SetPattern):
        return named(pattern.meld())
    if suit is None:
        raise ValueError("a run is of one suit")
    return pattern.meld(suit)


class MeldBook:
    """The runs and sets of one ruleset, worked out once for each suit or rank that is held."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._maker = RunMaker(rules)
        self._set_maker = SetMaker(rules)
        self._runs: dict[tuple[int, int, int | None], tuple[RunPattern, ...]] = {}
        self._sets: dict[tuple[Rank, tuple[int, ...], int], tuple[SetPattern, ...]] = {}

    def runs(self, held: int, jokers: int, burnt: int | None) -> tuple[RunPattern, ...]:
        """As ``RunMaker.runs``; all suits share them."""
        key = (held, jokers, burnt)
        known = self._runs.get(key)
        if known is None:
            if len(self._runs) >= _SHELF:
                self._runs.clear()
            known = self._runs[key] = self._maker.runs(held, jokers, burnt)
        return known

    def sets(self, rank: Rank, held: tuple[int, ...], jokers: int) -> tuple[SetPattern, ...]:
        """As ``SetMaker.sets``."""
        key = (rank, held, jokers)
        known = self._sets.get(key)
        if known is None:
            if len(self._sets) >= _SHELF:
                self._sets.clear()
            known = self._sets[key] = self._set_maker.sets(rank, held, jokers)
        return known


_BOOKS: dict[int, MeldBook] = {}


def meld_book(rules: Ruleset) -> MeldBook:
    """The shared book of a ruleset; found by identity first, for comparing all rules takes its time."""
    book = _BOOKS.get(id(rules))
    if book is None or book.rules is not rules:
        if len(_BOOKS) >= 64:
            _BOOKS.clear()
        book = _BOOKS[id(rules)] = _book_of_equal(rules)
    return book


@lru_cache(maxsize=32)
def _book_of_equal(rules: Ruleset) -> MeldBook:
    return MeldBook(rules)
