"""Exact search for the best way to lay cards: all fronts, nothing greedy.

The cards are decided one after the other: the lowest card still undecided is either kept
or laid in one of the melds filed under it. What was decided before does not matter for what
is still possible, so every remainder is solved once and remembered. An answer to a
remainder is a Pareto front of two sums packed in one integer: a first sum (cards laid, or
value laid) above a second (points, or cards).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.candidates import Candidate, Holding
from engine.cards import Card, Face

SECOND = 1 << 20
"""Sums are below this; a packed pair is ``first * SECOND + second``."""

Front = tuple[int, ...]
Fronts = tuple[Front, ...]
"""At index n: the front of layings that hold at least n clean runs."""


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

    @property
    def state(self) -> int:
        """All but the natural cards, in one small number."""
        return self.jokers | self.keep << 8 | self.discard << 12 | self.due << 13


@dataclass(frozen=True, slots=True)
class Found:
    """One laying: the melds and, where one was asked for, the place of the card to discard (-1: a joker)."""

    melds: tuple[Candidate, ...]
    discard: int | None = None


def pair(packed: int) -> tuple[int, int]:
    """The two sums of a packed pair."""
    return divmod(packed, SECOND)


def prune(sums: list[int]) -> Front:
    """The pairs that no other pair beats, the greatest first sum first."""
    sums.sort(reverse=True)
    best, kept = -1, []
    for packed in sums:
        second = packed % SECOND
        if second > best:
            best = second
            kept.append(packed)
    return tuple(kept)


_JOKERS = 0xFF
_KEEP = 0xF00
_ONE_KEPT = 0x100
_DISCARD = 0x1000
_ONE_DUE = 0x2000


def _paid(state: int, wild: int) -> int:
    """The state after a meld with so many jokers."""
    return state - wild - min(wild, state // _ONE_DUE) * _ONE_DUE


class Search:
    """All fronts of one hand and its remainders; make a new one for every question.

    ``first`` and ``second`` give the sums of a meld; ``values`` what each distinct card is worth
    as the discard, ``joker_value`` likewise; cards whose fields are ``forced`` cannot stay in hand.
    """

    def __init__(
        self,
        holding: Holding,
        melds: Iterable[Candidate],
        *,
        clean_runs: int,
        first: Callable[[Candidate], int],
        second: Callable[[Candidate], int] = lambda meld: meld.points,
        values: tuple[int, ...] = (),
        joker_value: int = 0,
        forced: int = 0,
    ) -> None:
        self._holding = holding
        self._width = holding.width
        self._guards = holding.guards
        self._field = (1 << holding.width) - 1
        self._clean_runs = clean_runs
        self._values = values
        self._joker_value = joker_value
        self._forced = forced
        self._by_lowest: list[list[tuple[int, int, bool, int, Candidate]]] = [[] for _ in holding.cards]
        for meld in melds:
            gain = first(meld) * SECOND + second(meld)
            self._by_lowest[self._lowest(meld.need)].append((meld.need, meld.jokers, meld.clean, gain, meld))
        self._leads = sum(self._field << holding.width * place for place, filed in enumerate(self._by_lowest) if filed)
        self._memo: dict[tuple[int, int], Fronts] = {}
        self._done: Fronts = ((0,),) + ((),) * clean_runs
        self._none: Fronts = ((),) * (clean_runs + 1)

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

    def fronts(self, rest: Rest) -> Fronts:
        """The fronts of what is left."""
        return self._solve(rest.left, rest.state)

    def _solve(self, left: int, state: int) -> Fronts:
        """The fronts of a remainder.  The hot path: written for speed."""
        if state <= _JOKERS and not self._forced:
            leads = left & self._leads
            left = left & -(1 << self._width * self._lowest(leads)) if leads else 0
        if not left:
            return self._rest(state)
        key = (left, state)
        known = self._memo.get(key)
        if known is not None:
            return known
        place = self._lowest(left)
        sums = [list(front) for front in self._skipped(left, place, state)]
        guards, jokers = self._guards, state & _JOKERS
        guarded = left | guards
        for need, wild, clean, gain, _ in self._by_lowest[place]:
            if wild <= jokers and (guarded - need) & guards == guards:
                fronts = self._solve(left - need, _paid(state, wild) if wild else state)
                for level, front in enumerate(fronts[:-1] if clean else fronts):
                    sums[level + clean] += [packed + gain for packed in front]
                if clean:
                    sums[0] += [packed + gain for packed in fronts[0]]
        solved = self._memo[key] = tuple(prune(level) if level else () for level in sums)
        return solved

    def _rest(self, state: int) -> Fronts:
        """Nothing but jokers is left, and they stay in hand."""
        if state <= _JOKERS:
            return self._done
        jokers, keep, discard = state & _JOKERS, (state & _KEEP) // _ONE_KEPT, state & _DISCARD
        if state >= _ONE_DUE or jokers < keep or (discard and not jokers):
            return self._none
        if discard:
            return ((self._joker_value * SECOND,),) + ((),) * self._clean_runs
        return self._done

    def _skipped(self, left: int, place: int, state: int) -> Fronts:
        """All copies of the lowest card stay in hand."""
        if self._forced >> self._width * place & self._field:
            return self._none
        rest, state = self._after_keeping(left, place, state)
        stays = self._solve(rest, state)
        if not state & _DISCARD:
            return stays
        gain = self._values[place] * SECOND
        goes = self._solve(rest, state - _DISCARD)
        return tuple((*front, *(packed + gain for packed in gone)) for front, gone in zip(stays, goes, strict=True))

    def _after_keeping(self, left: int, place: int, state: int) -> tuple[int, int]:
        """What is left and owed when all copies of the lowest card stay in hand."""
        copies = left >> self._width * place & self._field
        kept = min(copies, (state & _KEEP) // _ONE_KEPT)
        return left & ~(self._field << self._width * place), state - kept * _ONE_KEPT

    def layings(self, rest: Rest, target: int, level: int) -> Iterator[Found]:
        """Every laying that reaches a packed pair of the front with so many clean runs at least."""
        yield from self._trace(rest.left, rest.state, level, target)

    def _trace(self, left: int, state: int, level: int, target: int) -> Iterator[Found]:
        if target not in self._solve(left, state)[level]:
            return
        if not left:
            yield Found((), -1 if state & _DISCARD else None)
            return
        place = self._lowest(left)
        for need, wild, clean, gain, meld in self._by_lowest[place]:
            if wild <= state & _JOKERS and (left | self._guards) - need & self._guards == self._guards:
                lower = max(0, level - clean)
                for found in self._trace(left - need, _paid(state, wild), lower, target - gain):
                    yield Found((meld, *found.melds), found.discard)
        yield from self._trace_skipped(left, place, state, level, target)

    def _trace_skipped(self, left: int, place: int, state: int, level: int, target: int) -> Iterator[Found]:
        if self._forced >> self._width * place & self._field:
            return
        rest, state = self._after_keeping(left, place, state)
        yield from self._trace(rest, state, level, target)
        if state & _DISCARD:
            gain = self._values[place] * SECOND
            for found in self._trace(rest, state - _DISCARD, level, target - gain):
                yield Found(found.melds, place)
