"""Exact search for the best way to lay cards: all fronts, nothing greedy.

The cards are decided one after the other: the lowest card still undecided is either kept
or laid in one of the melds filed under it. What was decided before does not matter for what
is still possible, so every remainder is solved once and remembered. An answer to a
remainder is a Pareto front of two sums packed in one integer: a first sum (cards laid, or
value laid) above a second (points).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.candidates import Candidate, Holding

SECOND = 1 << 20
"""Sums are below this; a packed pair is ``first * SECOND + second``."""

Front = tuple[int, ...]
Fronts = tuple[Front, ...]
"""At index n: the front of layings that hold at least n clean runs."""


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


class Search:
    """All fronts of one hand and its remainders; make a new one for every question.

    ``first`` gives the first sum of a meld (how many cards, or their value in hand);
    ``values`` what each distinct card is worth as the discard, ``joker_value`` likewise.
    """

    def __init__(
        self,
        holding: Holding,
        melds: Iterable[Candidate],
        *,
        clean_runs: int,
        first: Callable[[Candidate], int],
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
            gain = first(meld) * SECOND + meld.points
            self._by_lowest[self._lowest(meld.need)].append((meld.need, meld.jokers, meld.clean, gain, meld))
        self._leads = sum(self._field << holding.width * place for place, filed in enumerate(self._by_lowest) if filed)
        self._memo: dict[tuple[int, int, int, bool], Fronts] = {}
        self._done: Fronts = ((0,),) + ((),) * clean_runs
        self._none: Fronts = ((),) * (clean_runs + 1)

    def _lowest(self, packed: int) -> int:
        return ((packed & -packed).bit_length() - 1) // self._width

    def fronts(self, *, keep: int = 0, discard: bool = False) -> Fronts:
        """The fronts of the whole hand when at least ``keep`` cards stay in hand.

        With ``discard`` one of the cards that stay is discarded, and its value is added to
        the first sum.
        """
        return self._solve(self._holding.packed, self._holding.jokers, keep, discard)

    def _solve(self, left: int, jokers: int, keep: int, discard: bool) -> Fronts:
        """The fronts of a remainder.  The hot path: written for speed."""
        if not keep and not discard and not self._forced:
            left &= -(1 << self._width * self._lowest(left & self._leads)) if left & self._leads else 0
        if not left:
            return self._rest(jokers, keep, discard)
        key = (left, jokers, keep, discard)
        known = self._memo.get(key)
        if known is not None:
            return known
        place = self._lowest(left)
        sums = [list(front) for front in self._skipped(left, place, jokers, keep, discard)]
        guarded = left | self._guards
        guards = self._guards
        for need, wild, clean, gain, _ in self._by_lowest[place]:
            if wild <= jokers and (guarded - need) & guards == guards:
                fronts = self._solve(left - need, jokers - wild, keep, discard)
                for level, front in enumerate(fronts[:-1] if clean else fronts):
                    sums[level + clean] += [packed + gain for packed in front]
                if clean:
                    sums[0] += [packed + gain for packed in fronts[0]]
        solved = self._memo[key] = tuple(prune(level) if level else () for level in sums)
        return solved

    def _rest(self, jokers: int, keep: int, discard: bool) -> Fronts:
        """Nothing but jokers is left, and they stay in hand."""
        if jokers < max(keep, discard):
            return self._none
        if discard:
            return ((self._joker_value * SECOND,),) + ((),) * self._clean_runs
        return self._done

    def _skipped(self, left: int, place: int, jokers: int, keep: int, discard: bool) -> Fronts:
        """All copies of the lowest card stay in hand."""
        field = left >> self._width * place & self._field
        if self._forced >> self._width * place & self._field:
            return self._none
        rest = left & ~(self._field << self._width * place)
        keep = max(0, keep - field)
        stays = self._solve(rest, jokers, keep, discard)
        if not discard:
            return stays
        gain = self._values[place] * SECOND
        goes = self._solve(rest, jokers, keep, False)
        return tuple((*front, *(packed + gain for packed in gone)) for front, gone in zip(stays, goes, strict=True))

    def layings(self, target: int, level: int, *, keep: int = 0, discard: bool = False) -> Iterator[Found]:
        """Every laying that reaches a packed pair of the front with so many clean runs at least."""
        yield from self._trace(self._holding.packed, self._holding.jokers, keep, discard, level, target)

    def _trace(self, left: int, jokers: int, keep: int, discard: bool, level: int, target: int) -> Iterator[Found]:
        if target not in self._solve(left, jokers, keep, discard)[level]:
            return
        if not left:
            yield Found((), -1 if discard else None)
            return
        place = self._lowest(left)
        for need, wild, clean, gain, meld in self._by_lowest[place]:
            if wild <= jokers and (left | self._guards) - need & self._guards == self._guards:
                lower = max(0, level - clean)
                for rest in self._trace(left - need, jokers - wild, keep, discard, lower, target - gain):
                    yield Found((meld, *rest.melds), rest.discard)
        yield from self._trace_skipped(left, place, jokers, keep, discard, level, target)

    def _trace_skipped(
        self, left: int, place: int, jokers: int, keep: int, discard: bool, level: int, target: int
    ) -> Iterator[Found]:
        if self._forced >> self._width * place & self._field:
            return
        keep = max(0, keep - (left >> self._width * place & self._field))
        rest = left & ~(self._field << self._width * place)
        yield from self._trace(rest, jokers, keep, discard, level, target)
        if discard:
            gain = self._values[place] * SECOND
            for found in self._trace(rest, jokers, keep, False, level, target - gain):
                yield Found(found.melds, place)
