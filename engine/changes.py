"""What may come to hand from the table in one turn: every way to take jokers and spare cards.

The melds on the table are gone through one after the other; ways that leave the same cards are
one way, of which the best sums are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.cards import Card, Face
from engine.deeds import DeedKind, Mix
from engine.sums import pair
from engine.turnhand import TurnHand

MOST_CHANGES = 100_000
"""Ways to take jokers and cards from the table that are looked at; real tables have fewer by far."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What was done with the table, and its two sums."""

    packed: int
    mixes: tuple[Mix, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What the table has left of the hand.  Jokers may be short until a later meld frees one."""

    left: int
    jokers: int
    freed: int
    added: int


Plans = dict[State, list[Plan]]


@dataclass(frozen=True, slots=True)
class Changed:
    """Every way by what it makes of the hand; ``complete`` unless some were left out."""

    plans: Plans
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _Change:
    """Deeds with one meld that bring a joker or a card to hand, in packed numbers."""

    gone: int
    come: int
    freed: int
    added: int
    sums: int
    mix: Mix


def changed(
    hand: TurnHand, choices: Iterable[Iterable[Mix]], gain: Callable[[Mix], int], gone: Face | None = None
) -> Changed:
    """Every way to take jokers and cards with these mixes, a list for each meld; ``gain`` gives a mix's sums.

    One copy of a card that is ``gone`` is not in the hand.
    A way that owes more jokers than the melds still to come can free is dropped. Beyond
    ``MOST_CHANGES`` those with the fewest deeds are kept.
    """
    plans: Plans = {_start(hand, gone): [Plan(0, ())]}
    by_meld = [[_change(mix, hand, gain(mix)) for mix in mixes if mix.changes_hand] for mixes in choices]
    complete = True
    for place, changes in enumerate(by_meld):
        hope = sum(max([0, *(change.freed - change.added for change in later)]) for later in by_meld[place + 1 :])
        plans = _with_meld(plans, changes, hope, hand.guards)
        if len(plans) > MOST_CHANGES:
            complete = False
            fewest = sorted(plans.items(), key=lambda way: len(way[1][0].mixes))
            plans = dict(fewest[:MOST_CHANGES])
    return Changed(plans, complete)


def _start(hand: TurnHand, gone: Face | None) -> State:
    left, jokers = hand.packed, hand.jokers
    if isinstance(gone, Card):
        return State(left - hand.used((gone,)), jokers, 0, 0)
    return State(left, jokers - (gone is not None), 0, 0)


def _change(mix: Mix, hand: TurnHand, sums: int) -> _Change:
    gone = hand.used(mix.used) + hand.table_unit(mix.onto)
    return _Change(gone, hand.taken(mix.faces(DeedKind.TAKE)), mix.freed, mix.jokers_added, sums, mix)


def _with_meld(found: Mapping[State, list[Plan]], changes: Iterable[_Change], hope: int, guards: int) -> Plans:
    """The ways so far, each also with every change of one more meld; ``hope`` are jokers that may yet come."""
    grown = {state: plans for state, plans in found.items() if state.jokers + hope >= 0}
    for change in changes:
        for state, plans in found.items():
            after = _after(state, change, guards)
            if after is not None and after.jokers + hope >= 0:
                more = [Plan(plan.packed + change.sums, (*plan.mixes, change.mix)) for plan in plans]
                grown[after] = _best([*grown.get(after, []), *more])
    return grown


def _after(state: State, change: _Change, guards: int) -> State | None:
    """What is left after the deeds; ``None`` if a card is not there."""
    if ((state.left | guards) - change.gone) & guards != guards:
        return None
    jokers = state.jokers - change.added + change.freed
    left = state.left - change.gone + change.come
    return State(left, jokers, state.freed + change.freed, state.added + change.added)


def _best(plans: list[Plan]) -> list[Plan]:
    """The plans that no other beats in both sums."""
    if len(plans) == 1:
        return plans
    kept: list[Plan] = []
    most = -1
    for plan in sorted(plans, key=lambda plan: -plan.packed):
        _, points = pair(plan.packed)
        if points > most:
            most = points
            kept.append(plan)
    return kept
