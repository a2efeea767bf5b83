"""Every meld that could be laid from given cards, filed so that a search can use them fast.

A hand is packed into one integer: each distinct card has a field of a few bits that counts
its copies, so two equal cards are one thing held twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import CARDS, JOKER, Card, Face, Rank, Suit
from engine.melds import Meld
from engine.patterns import SUITS, MeldBook, RunPattern, SetPattern, built


class Candidate(NamedTuple):
    """A meld that could be laid: the cards it needs, packed, and what it brings."""

    need: int
    jokers: int
    clean: bool
    points: int
    cards: int
    pattern: RunPattern | SetPattern
    suit: Suit | None = None
    """The suit of a run."""

    def meld(self) -> Meld:
        """The meld itself, every joker named."""
        return built(self.pattern, self.suit)


_BY_RANK = {card: place for place, card in enumerate(sorted(CARDS, key=lambda card: (card.rank, card.suit.value)))}


@dataclass(frozen=True, slots=True)
class Holding:
    """Cards packed into one integer, a field of ``width`` bits for each distinct card."""

    cards: tuple[Card, ...]
    counts: tuple[int, ...]
    jokers: int
    width: int

    @classmethod
    def of(cls, faces: Iterable[Face]) -> Holding:
        """The cards in the order of their ranks, so that melds are near neighbours."""
        held = Counter(faces)
        jokers = held.pop(JOKER, 0)
        counted = sorted((_BY_RANK[card], card, count) for card, count in held.items() if isinstance(card, Card))
        counts = tuple([count for _, _, count in counted])
        width = max(counts, default=1).bit_length() + 1
        return cls(tuple([card for _, card, _ in counted]), counts, jokers, width)

    def with_fields(self, marks: tuple[Card, ...]) -> Holding:
        """The same with more fields, one copy in each."""
        return Holding((*self.cards, *marks), (*self.counts, *(1 for _ in marks)), self.jokers, self.width)

    @property
    def packed(self) -> int:
        """All natural cards."""
        return sum(count << self.width * place for place, count in enumerate(self.counts))

    @property
    def guards(self) -> int:
        """The top bit of every field: it catches a card taken that is not there."""
        return sum(1 << (self.width * place + self.width - 1) for place in range(len(self.cards)))

    @property
    def size(self) -> int:
        return sum(self.counts) + self.jokers


def candidates(holding: Holding, book: MeldBook, burnt: Collection[Card] = ()) -> list[Candidate]:
    """Every meld worth considering; of two that need the same cards only the better one."""
    units = {card: 1 << holding.width * place for place, card in enumerate(holding.cards)}
    jokers = holding.jokers if book.rules.deck.jokers_per_pack else 0
    found = [*_runs(units, book, jokers, burnt), *_sets(holding, book, jokers)]
    return found if jokers < 2 else _better_ones(found)


def _better_ones(melds: Iterable[Candidate]) -> list[Candidate]:
    """One card and two jokers may be a run or a set: the better one is enough."""
    best: dict[tuple[int, int, bool], Candidate] = {}
    for meld in melds:
        old = best.get(meld[:3])
        if old is None or meld.points > old.points:
            best[meld[:3]] = meld
    return list(best.values())


def _runs(units: dict[Card, int], book: MeldBook, jokers: int, burnt: Collection[Card]) -> Iterator[Candidate]:
    melds = book.rules.melds
    by_suit: dict[Suit, dict[Rank, int]] = {suit: {} for suit in SUITS}
    for card, packed in units.items():
        by_suit[card.suit][card.rank] = packed
    for suit, unit in by_suit.items():
        if not unit or len(unit) + jokers < melds.run_min:
            continue
        held = sum([1 << rank for rank in unit])
        allowed = sum(1 << card.rank for card in burnt if card.suit is suit) if melds.joker_run_needs_burnt else None
        for pattern in book.runs(held, jokers, allowed):
            need = sum([unit[rank] for rank in pattern.ranks])
            jokers_in = pattern.length - len(pattern.ranks)
            yield Candidate(need, jokers_in, pattern.clean, pattern.points, pattern.length, pattern, suit)


def _sets(holding: Holding, book: MeldBook, jokers: int) -> Iterator[Candidate]:
    ranks: dict[Rank, tuple[list[int], list[int]]] = {}
    for place, (card, count) in enumerate(zip(holding.cards, holding.counts, strict=True)):
        counts, units = ranks.setdefault(card.rank, ([0] * len(SUITS), [0] * len(SUITS)))
        suit = SUITS.index(card.suit)
        counts[suit], units[suit] = count, 1 << holding.width * place
    for rank, (counts, units) in ranks.items():
        if sum(counts) + jokers < book.rules.melds.set_min:
            continue
        for pattern in book.sets(rank, tuple(counts), jokers):
            need = sum([unit * n for unit, n in zip(units, pattern.suits, strict=True)])
            yield Candidate(need, pattern.jokers, False, pattern.points, pattern.size, pattern)


def candidates_with(card: Card, holding: Holding, book: MeldBook, jokers: int) -> list[Candidate]:
    """Every meld with one card more than the hand, this very one in it; ``need`` names the others.

    For rules under which a joker may stand for any card.
    """
    units = {held: 1 << holding.width * place for place, held in enumerate(holding.cards)}
    return _better_ones([*_runs_with(card, units, book, jokers), *_sets_with(card, holding, units, book, jokers)])


def _runs_with(card: Card, units: dict[Card, int], book: MeldBook, jokers: int) -> Iterator[Candidate]:
    unit = {held.rank: packed for held, packed in units.items() if held.suit is card.suit}
    mask = sum([1 << rank for rank in unit]) | 1 << card.rank
    for pattern in book.runs(mask, jokers, None):
        if card.rank in pattern.ranks:
            others = list(pattern.ranks)
            others.remove(card.rank)
            need = sum([unit[rank] for rank in others])
            jokers_in = pattern.length - len(pattern.ranks)
            yield Candidate(need, jokers_in, pattern.clean, pattern.points, pattern.length, pattern, card.suit)


def _sets_with(
    card: Card, holding: Holding, units: dict[Card, int], book: MeldBook, jokers: int
) -> Iterator[Candidate]:
    held = dict(zip(holding.cards, holding.counts, strict=True))
    cards = [Card(card.rank, suit) for suit in SUITS]
    counts = tuple(held.get(one, 0) + (one == card) for one in cards)
    if sum(counts) + jokers < book.rules.melds.set_min:
        return
    own, place = [units.get(one, 0) for one in cards], SUITS.index(card.suit)
    for pattern in book.sets(card.rank, counts, jokers):
        if pattern.suits[place]:
            need = sum([unit * n for unit, n in zip(own, pattern.suits, strict=True)]) - own[place]
            yield Candidate(need, pattern.jokers, False, pattern.points, pattern.size, pattern)
