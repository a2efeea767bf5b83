"""Exact search for the best way to lay cards: all fronts, nothing greedy.

The cards are decided one after the other: the lowest card still undecided is either kept
or laid in one of the melds filed under it. What was decided before does not matter for what
is still possible, so every remainder is solved once and remembered. An answer to a
remainder is a Pareto front of two sums, a first (cards laid, or value laid) and a second
(points), and of the clean runs among the melds, all packed in one integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.candidates import Candidate, Holding
from engine.cards import Card, Face
from engine.deeds import Mix
from engine.sums import Front, first_sum, pack, pruned


@dataclass(frozen=True, slots=True)
class Rest:
    """What is still undecided, and what is still owed.

    At least ``keep`` cards stay in hand; with ``discard`` one of those that stay is discarded
    and its value added to the first sum; ``due`` jokers at least must be laid.
    """

    left: int
    jokers: int
    keep: int = 0
    discard: bool = False
    due: int = 0

    def less_joker(self) -> Rest:
        """The same with one joker fewer."""
        return Rest(self.left, self.jokers - 1, self.keep, self.discard, self.due)

    @property
    def state(self) -> int:
        """All but the natural cards, in one small number."""
        return self.jokers | self.keep << 8 | self.discard << 12 | self.due << 13


@dataclass(frozen=True, slots=True)
class Found:
    """One laying: the melds and, where one was asked for, the place of the card to discard (-1: a joker)."""

    melds: tuple[Candidate, ...]
    discard: int | None = None
    mixes: tuple[Mix, ...] = ()

    def plus(self, what: Candidate | Mix) -> Found:
        """The same with one meld more, or with what is done with a meld on the table."""
        if isinstance(what, Candidate):
            return Found((what, *self.melds), self.discard, self.mixes)
        return Found(self.melds, self.discard, (what, *self.mixes))


class OnTable(NamedTuple):
    """Something done with a meld on the table: it needs that meld's field as well as cards.

    ``pays`` tells how many of its jokers are among those that are due.
    """

    need: int
    jokers: int
    pays: int
    sums: int
    mix: Mix


class Filed(NamedTuple):
    """A meld or a deed, filed under its lowest card."""

    need: int
    jokers: int
    pays: int
    sums: int
    what: Candidate | Mix


class Gain(NamedTuple):
    """A meld as the search sees it: the cards and jokers it needs, and what it adds to a sum."""

    need: int
    jokers: int
    sums: int

    @classmethod
    def of(cls, meld: Candidate) -> Gain:
        """A meld by the cards it lays and its points."""
        return cls(meld.need, meld.jokers, pack(meld.cards, meld.points, meld.clean))


_JOKERS = 0xFF
_KEEP = 0xF00
_ONE_KEPT = 0x100
_DISCARD = 0x1000
_ONE_DUE = 0x2000


def _paid(state: int, wild: int, pays: int) -> int:
    """The state after a meld with so many jokers, of which so many may be among those due."""
    return state - wild - min(pays, state // _ONE_DUE) * _ONE_DUE


class Search:
    """All fronts of one hand and its remainders; make a new one for every question.

    ``first`` gives the first sum of a meld, its cards if nothing is said, and its points are the
    second; ``values`` says what each distinct card is worth
    as the discard, ``joker_value`` likewise; cards whose fields are ``forced`` cannot stay in
    hand. ``table_fields`` stand for melds on the table, which are no cards.
    No more than ``clean_runs`` clean runs are told apart.
    """

    def __init__(
        self,
        holding: Holding,
        melds: Iterable[Candidate],
        *,
        clean_runs: int,
        first: Callable[[Candidate], int] | None = None,
        values: tuple[int, ...] = (),
        joker_value: int = 0,
        forced: int = 0,
        on_table: Iterable[OnTable] = (),
        table_fields: int = 0,
    ) -> None:
        self._holding = holding
        self._width = holding.width
        self._guards = holding.guards
        self._field = (1 << holding.width) - 1
        self._clean_runs = clean_runs
        self._by_cards = first is None
        self._values = values
        self._joker_value = pack(joker_value, 0)
        self._forced = forced
        self._table_fields = table_fields
        self._filed: list[list[Filed]] = [[] for _ in holding.cards]
        counted = clean_runs > 0
        for meld in melds:
            gain = pack(first(meld) if first else meld.cards, meld.points, meld.clean and counted)
            need = meld.need
            place = ((need & -need).bit_length() - 1) // holding.width
            self._filed[place].append(Filed(need, meld.jokers, meld.jokers, gain, meld))
        for deed in on_table:
            self._filed[self._lowest(deed.need)].append(Filed(*deed))
        needed = _needed_from(self._filed, self._guards, self._width)
        self._useful = needed[0]
        self._leads = sum(self._field << holding.width * place for place, there in enumerate(self._filed) if there)
        self._from = self._still_of_use(needed)
        self._memo: dict[int, Front] = {}
        self._free = _free_solver(self._filed, self._leads, self._guards, self._width, needed, clean_runs)

    def _still_of_use(self, needed: list[int]) -> list[int]:
        """For each place: all cards from there on, and the melds on the table that could still serve."""
        idle = (self._table_fields & ~fields for fields in needed)
        return [(-1 << self._width * place) & ~fields for place, fields in enumerate(idle)]

    def _lowest(self, packed: int) -> int:
        return ((packed & -packed).bit_length() - 1) // self._width

    def whole(self, *, keep: int = 0, discard: bool = False) -> Rest:
        """The whole hand."""
        return Rest(self._holding.packed, self._holding.jokers, keep, discard)

    def without(self, card: Face, *, keep: int = 0) -> Rest:
        """The hand with one copy of a card gone."""
        if not isinstance(card, Card):
            return Rest(self._holding.packed, self._holding.jokers - 1, keep)
        unit = 1 << self._width * self._holding.cards.index(card)
        return Rest(self._holding.packed - unit, self._holding.jokers, keep)

    def needs(self, card: Face) -> bool:
        """Whether this search supposes that every copy of a card is laid."""
        if not self._forced or not isinstance(card, Card):
            return False
        return bool(self._forced >> self._width * self._holding.cards.index(card) & self._field)

    def front(self, rest: Rest) -> Front:
        """The front of what is left."""
        settled = self._settled(rest)
        return self._solve(settled.left, settled.state)

    def with_one_more(self, rest: Rest, melds: Iterable[Gain]) -> Front:
        """Sums when one more card is held, which stays in hand or lies in one of these melds.

        What is left beside such a meld is a remainder of the hand itself, so nothing is solved
        twice for another card. Only for searches that count cards; the sums are not pruned.
        """
        sums = self._one_more(rest, melds, 0)
        size = self._copies(rest.left) + rest.jokers + 1
        if rest.keep and any(first_sum(packed) == size for packed in sums):
            return tuple(self._one_more(rest, melds, rest.keep))
        return tuple(sums)

    def _one_more(self, rest: Rest, melds: Iterable[Gain], keep: int) -> list[int]:
        left, guards, jokers = rest.left, self._guards, rest.jokers
        guarded, owed = left | guards, keep << 8
        sums = list(self._solve(left, jokers | max(0, keep - 1) << 8))
        for need, wild, gain in melds:
            if wild <= jokers and (guarded - need) & guards == guards:
                sums += [packed + gain for packed in self._solve(left - need, jokers - wild | owed)]
        return sums

    def _settled(self, rest: Rest) -> Rest:
        """The same question with as little owed as possible.

        Cards that no meld can use are among those that stay; and if the laying with the most
        cards leaves one, one need not be kept.
        """
        if rest.discard or rest.due or not rest.keep or self._forced:
            return rest
        left, copies = self._without_idle(rest.left)
        keep = max(0, rest.keep - copies)
        if keep == 1 and self._by_cards:
            most = first_sum(self._solve(left, rest.jokers)[0])
            keep = most == self._copies(left) + rest.jokers
        return Rest(left, rest.jokers, int(keep))

    def _without_idle(self, left: int) -> tuple[int, int]:
        """The cards that some meld can use, and how many cards are not among them."""
        useful = left & self._useful
        return useful, self._copies(left) - self._copies(useful)

    def _copies(self, left: int) -> int:
        total = 0
        while left:
            total += left & self._field
            left >>= self._width
        return total

    def _solve(self, left: int, state: int) -> Front:
        """The front of a remainder."""
        if state > _JOKERS or left & self._forced:
            return self._owing(left, state)
        return self._free(left, state)

    def _owing(self, left: int, state: int) -> Front:
        """The same where cards must stay, a discard is asked, jokers are due or cards are forced."""
        if not left:
            return self._rest(state)
        key = left << 20 | state | 1 << 19
        known = self._memo.get(key)
        if known is not None:
            return known
        place = self._lowest(left)
        left &= self._from[place]
        if not left:
            return self._rest(state)
        place = self._lowest(left)
        sums = self._kept(left, place, state)
        guards, jokers = self._guards, state & _JOKERS
        guarded = left | guards
        for need, wild, pays, gain, _ in self._filed[place]:
            if wild <= jokers and (guarded - need) & guards == guards:
                sums += [packed + gain for packed in self._solve(left - need, _paid(state, wild, pays))]
        solved = self._memo[key] = pruned(sums, self._clean_runs)
        return solved

    def _rest(self, state: int) -> Front:
        """Nothing but jokers is left, and they stay in hand."""
        jokers, keep, discard = state & _JOKERS, (state & _KEEP) // _ONE_KEPT, state & _DISCARD
        if state >= _ONE_DUE or jokers < keep or (discard and not jokers):
            return ()
        return (self._joker_value if discard else 0,)

    def _kept(self, left: int, place: int, state: int) -> list[int]:
        """All copies of the lowest card stay in hand."""
        if self._forced >> self._width * place & self._field:
            return []
        rest, state = self._after_keeping(left, place, state)
        stays = self._solve(rest, state)
        if not state & _DISCARD or self._table_fields >> self._width * place & self._field:
            return list(stays)
        gain = pack(self._values[place], 0)
        return [*stays, *(packed + gain for packed in self._solve(rest, state - _DISCARD))]

    def _after_keeping(self, left: int, place: int, state: int) -> tuple[int, int]:
        """What is left and owed when all copies of the lowest card stay in hand."""
        copies = (left & ~self._table_fields) >> self._width * place & self._field
        kept = min(copies, (state & _KEEP) // _ONE_KEPT)
        return left & ~(self._field << self._width * place), state - kept * _ONE_KEPT

    def layings(self, rest: Rest, target: int) -> Iterator[Found]:
        """Every laying that reaches a sum of the front."""
        settled = self._settled(rest)
        yield from self._trace(settled.left, settled.state, target)

    def _trace(self, left: int, state: int, target: int) -> Iterator[Found]:
        if target not in self._solve(left, state):
            return
        if not left:
            yield Found((), -1 if state & _DISCARD else None)
            return
        place = self._lowest(left)
        for need, wild, pays, gain, what in self._filed[place]:
            if wild <= state & _JOKERS and (left | self._guards) - need & self._guards == self._guards:
                for found in self._trace(left - need, _paid(state, wild, pays), target - gain):
                    yield found.plus(what)
        yield from self._trace_kept(left, place, state, target)

    def _trace_kept(self, left: int, place: int, state: int, target: int) -> Iterator[Found]:
        if self._forced >> self._width * place & self._field:
            return
        rest, state = self._after_keeping(left, place, state)
        yield from self._trace(rest, state, target)
        if state & _DISCARD and not self._table_fields >> self._width * place & self._field:
            for found in self._trace(rest, state - _DISCARD, target - pack(self._values[place], 0)):
                yield replace(found, discard=place)


def _free_solver(
    filed: list[list[Filed]],
    leads: int,
    guards: int,
    width: int,
    from_place: list[int],
    runs: int,
) -> Callable[[int, int], Front]:
    """Solves remainders of which nothing must stay in hand.  The hot path: written for speed.

    Cards that no meld still to come needs are of no more use; without them the same remainder
    is met more often.
    """
    memo: dict[int, Front] = {}
    nothing: Front = (0,)

    def solve(left: int, jokers: int) -> Front:
        lead = left & leads
        if not lead:
            return nothing
        place = ((lead & -lead).bit_length() - 1) // width
        left &= from_place[place]
        key = left << 8 | jokers
        known = memo.get(key)
        if known is not None:
            return known
        solved = solve(left & from_place[place + 1], jokers)
        guarded = left | guards
        sums: list[int] = []
        for need, wild, _, gain, _ in filed[place]:
            if wild <= jokers and (guarded - need) & guards == guards:
                rest = left - need
                lead = rest & leads
                if not lead:
                    sums.append(gain)
                    continue
                rest &= from_place[((lead & -lead).bit_length() - 1) // width]
                front = memo.get(rest << 8 | jokers - wild)
                if front is None:
                    front = solve(rest, jokers - wild)
                for packed in front:
                    sums.append(packed + gain)
        if sums:
            sums.extend(solved)
            solved = pruned(sums, runs)
        memo[key] = solved
        return solved

    return solve


def _needed_from(filed: list[list[Filed]], guards: int, width: int) -> list[int]:
    """For each place the fields of all cards that the melds filed there and above need."""
    ones, field = guards >> width - 1, (1 << width) - 1
    masks, needed = [0], 0
    for there in reversed(filed):
        for entry in there:
            needed |= entry[0]
        low = needed
        for step in range(1, width - 1):
            low |= needed >> step
        masks.append((low & ones) * field)
    return masks[::-1]
