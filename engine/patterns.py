"""Which runs a suit allows, and which sets a rank: worked out once and shared between hands.

Runs depend only on the ranks that are held of a suit and on the jokers, sets only on the
suits that are held of a rank and on the jokers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from engine.cards import JOKER, Card, Rank, Suit
from engine.melds import (
    ACE_HIGH,
    RANKS,
    Group,
    Run,
    Slot,
    first_places,
    jokers_allowed_in_set,
    largest_set,
    run_place_value,
    set_card_value,
)
from engine.rules import Replaced, Ruleset

SUITS = tuple(Suit)


@dataclass(frozen=True, slots=True)
class RunPattern:
    """A run: its first place, and which places a joker fills."""

    suit: Suit
    lowest: int
    jokers_at: tuple[bool, ...]
    ranks: tuple[Rank, ...]
    points: int
    clean: bool

    @property
    def jokers(self) -> int:
        return sum(self.jokers_at)

    def meld(self) -> Run:
        """The run itself, every joker named."""
        cards = [Card(Rank((self.lowest + step - 1) % RANKS + 1), self.suit) for step in range(len(self.jokers_at))]
        slots = tuple(Slot(JOKER if joker else card, card) for card, joker in zip(cards, self.jokers_at, strict=True))
        return Run(slots, self.lowest)


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


def run_patterns(rules: Ruleset, suit: Suit, held: int, jokers: int, burnt: int | None) -> tuple[RunPattern, ...]:
    """The runs of a suit in which the ranks of ``held`` (a bit each, ace 1) and so many jokers are there.

    ``burnt`` are the ranks for which a joker may stand; ``None`` for every rank. A run that
    falls into two runs of equal worth is left out: laying the two is as good.
    """
    most = jokers if rules.melds.jokers_run_max is None else min(jokers, rules.melds.jokers_run_max)
    found: dict[tuple[tuple[Rank, ...], int], RunPattern] = {}
    for lowest in first_places(rules.melds.run_min, rules.melds):
        for jokers_at in _fillings(rules, lowest, held, most, burnt):
            pattern = _run_pattern(rules, suit, lowest, jokers_at)
            key = (pattern.ranks, pattern.jokers)
            old = found.get(key)
            if old is None or (pattern.clean, pattern.points) > (old.clean, old.points):
                found[key] = pattern
    return tuple(found.values())


def _fillings(rules: Ruleset, lowest: int, held: int, jokers: int, burnt: int | None) -> Iterator[tuple[bool, ...]]:
    """Every way to fill places from ``lowest`` upwards that makes a run worth keeping."""
    melds = rules.melds
    growing: list[tuple[bool, ...]] = [()]
    while growing:
        filled = growing.pop()
        length = len(filled)
        if length >= melds.run_min and length - sum(filled) >= melds.naturals_min:
            if _falls_apart(rules, lowest, filled):
                if not rules.opening.clean_inside_dirty:
                    continue
            else:
                yield filled
        if lowest not in first_places(length + 1, melds):
            continue
        bit = 1 << ((lowest + length - 1) % RANKS + 1)
        if held & bit:
            growing.append((*filled, False))
        beside = bool(filled) and filled[-1] and not melds.jokers_adjacent
        if sum(filled) < jokers and not beside and (burnt is None or burnt & bit):
            growing.append((*filled, True))


def _falls_apart(rules: Ruleset, lowest: int, filled: tuple[bool, ...]) -> bool:
    """Whether two runs of the same cards, worth as much, could be laid instead."""
    least = rules.melds.run_min
    whole = _counts_clean(rules, filled)
    for cut in range(least, len(filled) - least + 1):
        low, high = filled[:cut], filled[cut:]
        naturals = min(cut - sum(low), len(high) - sum(high))
        clean = _counts_clean(rules, low) or _counts_clean(rules, high)
        if naturals >= rules.melds.naturals_min and clean >= whole and lowest + cut != ACE_HIGH:
            return True
    return False


def _counts_clean(rules: Ruleset, filled: tuple[bool, ...]) -> bool:
    if not any(filled):
        return True
    inside = rules.opening.clean_inside_dirty
    return inside and any(not any(filled[step : step + 3]) for step in range(len(filled) - 2))


def _run_pattern(rules: Ruleset, suit: Suit, lowest: int, jokers_at: tuple[bool, ...]) -> RunPattern:
    places = range(lowest, lowest + len(jokers_at))
    ranks = tuple(
        sorted(Rank((place - 1) % RANKS + 1) for place, joker in zip(places, jokers_at, strict=True) if not joker)
    )
    points = sum(
        _worth(rules, run_place_value(place, rules.values), joker)
        for place, joker in zip(places, jokers_at, strict=True)
    )
    return RunPattern(suit, lowest, jokers_at, ranks, points, _counts_clean(rules, jokers_at))


def _worth(rules: Ruleset, value: int, joker: bool) -> int:
    fixed = rules.values.joker_meld
    return fixed if joker and not isinstance(fixed, Replaced) else value


# sets of one rank


def set_patterns(rules: Ruleset, rank: Rank, held: tuple[int, ...], jokers: int) -> tuple[SetPattern, ...]:
    """The sets of a rank of which so many copies of each suit and so many jokers are there."""
    most = 1 if rules.melds.set_distinct_suits else max(held, default=0)
    choices = product(*(range(min(count, most) + 1) for count in held))
    return tuple(
        _set_pattern(rules, rank, suits, wild)
        for suits in choices
        for wild in range(jokers + 1)
        if _is_set(rules, sum(suits), wild) and not _set_falls_apart(rules, sum(suits), wild)
    )


def _is_set(rules: Ruleset, naturals: int, jokers: int) -> bool:
    size, most = naturals + jokers, largest_set(rules.melds)
    limit = jokers_allowed_in_set(size, rules.melds)
    return (
        size >= rules.melds.set_min
        and naturals >= rules.melds.naturals_min
        and (most is None or size <= most)
        and (limit is None or jokers <= limit)
    )


def _set_falls_apart(rules: Ruleset, naturals: int, jokers: int) -> bool:
    """Whether the same cards make two sets."""
    if naturals + jokers < 2 * rules.melds.set_min:
        return False
    parts = product(range(naturals + 1), range(jokers + 1))
    return any(_is_set(rules, few, wild) and _is_set(rules, naturals - few, jokers - wild) for few, wild in parts)


def _set_pattern(rules: Ruleset, rank: Rank, suits: tuple[int, ...], jokers: int) -> SetPattern:
    value = set_card_value(rank, rules.values)
    return SetPattern(rank, suits, jokers, sum(suits) * value + jokers * _worth(rules, value, True))


# all of them, shared between hands

_SHELF = 20_000
"""How many suits and ranks a book remembers before it starts afresh."""


class MeldBook:
    """The runs and sets of one ruleset, worked out once for each suit or rank that is held."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._runs: dict[tuple[Suit, int, int, int | None], tuple[RunPattern, ...]] = {}
        self._sets: dict[tuple[Rank, tuple[int, ...], int], tuple[SetPattern, ...]] = {}

    def runs(self, suit: Suit, held: int, jokers: int, burnt: int | None) -> tuple[RunPattern, ...]:
        """As ``run_patterns``."""
        key = (suit, held, jokers, burnt)
        known = self._runs.get(key)
        if known is None:
            if len(self._runs) >= _SHELF:
                self._runs.clear()
            known = self._runs[key] = run_patterns(self.rules, suit, held, jokers, burnt)
        return known

    def sets(self, rank: Rank, held: tuple[int, ...], jokers: int) -> tuple[SetPattern, ...]:
        """As ``set_patterns``."""
        key = (rank, held, jokers)
        known = self._sets.get(key)
        if known is None:
            if len(self._sets) >= _SHELF:
                self._sets.clear()
            known = self._sets[key] = set_patterns(self.rules, rank, held, jokers)
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
