"""Every turn that a small hand can play, deed by deed, each deed asked of the judge.

Slow and simple: nothing is packed, pruned or shared. For long runs:
``python -m tests.engine.brute_turn POSITIONS SEED``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from engine.cards import CARDS, JOKER, Card, Face, Hand
from engine.melds import Run, Slot, judge_meld
from engine.opening import Opening, judge_opening
from engine.rules import FinalDiscard, LayOffs, Ruleset, Swap, SwapReuse
from engine.table import (
    LayOff,
    Owner,
    TableMeld,
    burnt_cards,
    judge_layoff,
    leaves_table,
    on_table,
    swap_faults,
    take_faults,
)
from engine.turn import best_turns
from tests.engine.brute_force import in_hand, random_hand, random_rules


@dataclass(frozen=True)
class Position:
    """How things stand in the middle of a turn."""

    hand: tuple[Face, ...]
    table: tuple[tuple[Slot, ...], ...]
    melds: tuple[tuple[Slot, ...], ...] = ()
    added: tuple[tuple[Slot, ...], ...] = ()
    taken: tuple[Card, ...] = ()
    owed_new: tuple[Face, ...] = ()
    owed: int = 0


@dataclass(frozen=True)
class Game:
    """What does not change during a turn."""

    rules: Ruleset
    owners: tuple[Owner, ...]
    start: tuple[tuple[Slot, ...], ...]
    opened: bool
    packs: int


def without(faces: tuple[Face, ...], *gone: Face) -> tuple[Face, ...]:
    left = list(faces)
    for face in gone:
        left.remove(face)
    return tuple(sorted(left, key=str))


def steps(position: Position, game: Game) -> Iterator[Position]:
    """Every single deed that may be done next.

    Whether enough is laid to open, and which cards are burnt, is asked at the end of the turn:
    a first lay-down is one act, whatever comes first in it.
    """
    yield from _new_melds(position, game)
    rules = game.rules
    if rules.table.layoff is LayOffs.ANY:
        yield from _lay_offs(position, game)
    if rules.table.swap is Swap.ANY_TIME or (rules.table.swap is Swap.AFTER_OPEN and game.opened):
        yield from _swaps(position, game)
    if rules.table.take_spare:
        yield from _takes(position, game)


def _new_melds(position: Position, game: Game) -> Iterator[Position]:
    for size in range(3, len(position.hand) + 1):
        for faces in set(combinations(position.hand, size)):
            if judge_meld(map(Slot.of, faces), game.rules, CARDS).legal:
                used = max(0, position.owed - faces.count(JOKER))
                for owed in _still_owed(faces, position):
                    yield replace(
                        position,
                        hand=without(position.hand, *faces),
                        melds=tuple(sorted((*position.melds, tuple(map(Slot.of, faces))), key=str)),
                        owed_new=owed,
                        owed=used,
                    )


def _still_owed(faces: tuple[Face, ...], position: Position) -> Iterator[tuple[Face, ...]]:
    """What must still go into new melds; of a new meld at least one card was the player's own, or a joker."""
    owed = Counter(position.owed_new) - Counter(faces)
    if JOKER in faces or Counter(faces) - Counter(position.owed_new):
        yield tuple(sorted(owed.elements(), key=str))
        return
    for face in set(faces):
        if position.hand.count(face) > position.owed_new.count(face):
            yield tuple(sorted((owed + Counter({face: 1})).elements(), key=str))


def _lay_offs(position: Position, game: Game) -> Iterator[Position]:
    for place, meld in enumerate(position.table):
        if not meld:
            continue
        for face in set(position.hand):
            if position.hand.count(face) <= position.owed_new.count(face):
                continue
            for slot in _as_laid(face, meld, game.rules):
                verdict = judge_layoff(LayOff(meld, (slot,), game.owners[place]), game.rules, burnt=CARDS)
                if not verdict.legal or type(verdict.meld) is not type(on_table(meld, game.rules).meld):
                    continue  # a set stays a set, a run a run
                added = list(position.added)
                added[place] = tuple(sorted((*added[place], slot), key=str))
                yield replace(
                    position,
                    hand=without(position.hand, face),
                    table=_with(position, place, (*meld, slot), game),
                    added=tuple(added),
                    owed=max(0, position.owed - (face == JOKER)),
                )


def _as_laid(face: Face, meld: tuple[Slot, ...], rules: Ruleset) -> list[Slot]:
    """A joker laid off to a run is named, and may be named anything that the judge accepts."""
    if isinstance(face, Card) or not isinstance(on_table(meld, rules).meld, Run):
        return [Slot.of(face)]
    return [
        Slot(JOKER, card)
        for card in CARDS
        if any(slot.stands_for is not None and slot.stands_for.suit == card.suit for slot in meld)
    ]


def _with(position: Position, place: int, meld: tuple[Slot, ...], game: Game) -> tuple[tuple[Slot, ...], ...]:
    lying = on_table(meld, game.rules).meld
    gone = lying is not None and leaves_table(lying, game.rules)
    table = list(position.table)
    table[place] = () if gone else meld
    return tuple(table)


def _swaps(position: Position, game: Game) -> Iterator[Position]:
    for place, meld in enumerate(position.table):
        for card in set(position.hand):
            if not meld or not isinstance(card, Card) or swap_faults(meld, (Slot.of(card),), game.rules):
                continue
            if position.hand.count(card) <= position.owed_new.count(card):
                continue
            named = [slot for slot in meld if slot.is_joker and slot.stands_for == card]
            joker = (named or [slot for slot in meld if slot.is_joker and slot.stands_for is None])[0]
            cards = list(meld)
            cards[cards.index(joker)] = Slot.of(card)
            duty = game.rules.table.swap_reuse
            yield replace(
                position,
                hand=without((*position.hand, JOKER), card),
                table=_with(position, place, tuple(cards), game),
                owed_new=position.owed_new + ((JOKER,) if duty is SwapReuse.NEW_MELD else ()),
                owed=position.owed + (duty is SwapReuse.USE_NOW),
            )


def _takes(position: Position, game: Game) -> Iterator[Position]:
    for place, meld in enumerate(position.table):
        original = Counter(slot.face for slot in game.start[place])
        for slot in set(meld):
            if slot.is_joker or not original[slot.face] or take_faults(meld, slot, game.rules):
                continue
            rest = list(meld)
            rest.remove(slot)
            table = list(position.table)
            table[place] = tuple(rest)
            assert isinstance(slot.face, Card)
            yield replace(
                position,
                hand=without((*position.hand, slot.face)),
                table=tuple(table),
                taken=tuple(sorted((*position.taken, slot.face), key=str)),
                owed_new=tuple(sorted((*position.owed_new, slot.face), key=str)),
            )


def positions(start: Position, game: Game) -> set[Position]:
    """Every position that can be reached."""
    found, growing = {start}, [start]
    while growing:
        for position in steps(growing.pop(), game):
            if position not in found:
                found.add(position)
                growing.append(position)
    return found


def _lying(cards: tuple[Slot, ...], rules: Ruleset) -> tuple[Slot, ...]:
    """A joker in a run lies where the run is worth most."""
    meld = on_table(cards, rules).meld
    return meld.slots if isinstance(meld, Run) else cards


def least_points(hand: Hand, table: tuple[TableMeld, ...], rules: Ruleset, opened: bool) -> int:
    """The fewest points that can stay in hand after the discard."""
    start = tuple(_lying(meld.cards, rules) for meld in table)
    game = Game(rules, tuple(meld.owner for meld in table), start, opened, rules.deck.packs.at(4))
    first = Position(without(hand.faces), start, added=((),) * len(table))
    return min(
        points
        for position in positions(first, game)
        if not position.owed and not position.owed_new and _burnt_enough(position, game)
        for points in _ends(position, first, game)
    )


def _ends(position: Position, first: Position, game: Game) -> Iterator[int]:
    """Points left for each discard, where this position may end the turn."""
    required = game.rules.turn.final_discard is FinalDiscard.REQUIRED
    discards: set[Face | None] = set(position.hand)
    if not position.hand and not required:
        discards = {None}
    for discard in discards:
        left = without(position.hand, *(() if discard is None else (discard,)))
        if game.opened or _opens(position, game, left, discard) or _only_allowed(position, first, game):
            yield sum(in_hand(face, game.rules) for face in left)


def _only_allowed(position: Position, first: Position, game: Game) -> bool:
    """Nothing but the discard, or deeds that are free to players who have not opened."""
    free = not game.rules.table.layoff_needs_open or position == first
    swapped_only = position.added == first.added
    return not position.melds and not position.taken and (free or swapped_only)


def _opens(position: Position, game: Game, left: tuple[Face, ...], discard: Face | None) -> bool:
    added = zip(game.start, position.added, game.owners, strict=True)
    layoffs = tuple(LayOff(onto, slots, owner) for onto, slots, owner in added if slots)
    opening = Opening(position.melds, layoffs, position.taken, goes_out=not left, discard=discard)
    laid = tuple(slot.face for meld in game.start for slot in meld)
    verdict = judge_opening(opening, game.rules, laid=laid)
    return bool(position.melds) and verdict.legal


def _burnt_enough(position: Position, game: Game) -> bool:
    """Whether every new meld stands with the cards burnt by the end of the turn."""
    if not game.rules.melds.joker_run_needs_burnt:
        return True
    laid = [slot.face for meld in (*game.start, *position.melds) for slot in meld]
    laid += [slot.face for slots in position.added for slot in slots]
    burnt = burnt_cards(Counter(laid) - Counter(position.taken), game.packs)
    melds = all(judge_meld(meld, game.rules, burnt).legal for meld in position.melds)
    added = zip(game.start, position.added, game.owners, strict=True)
    layoffs = (LayOff(onto, slots, owner) for onto, slots, owner in added if slots)
    return melds and all(judge_layoff(layoff, game.rules, burnt=burnt).legal for layoff in layoffs)


def random_table(dice: random.Random, rules: Ruleset, hand: Hand) -> tuple[TableMeld, ...]:
    """A few melds on the table, near the hand where that goes."""
    table: list[TableMeld] = []
    for _ in range(200):
        if len(table) == 2:
            break
        size = dice.choice([3, 3, 4, 4, 5])
        near = random_hand(dice, rules, size + 2)
        faces = tuple(dice.sample(near.faces, min(size, len(near))))
        if on_table(tuple(map(Slot.of, faces)), rules).legal:
            table.append(TableMeld(tuple(map(Slot.of, faces)), dice.choice(list(Owner))))
    return tuple(table)


def random_position(dice: random.Random) -> tuple[Hand, tuple[TableMeld, ...], Ruleset, bool]:
    """A small position of some game."""
    rules = random_rules(dice).but(open_points=dice.choice([0, 10, 20, 30]))
    hand = random_hand(dice, rules, dice.choice([4, 5, 5, 6]))
    return hand, random_table(dice, rules, hand), rules, dice.random() < 0.7


def compare(count: int, seed: int) -> int:
    """How many of so many random positions the engine plays worse, or better than is allowed."""
    dice, wrong = random.Random(seed), 0
    for number in range(count):
        hand, table, rules, opened = random_position(dice)
        best = best_turns(hand, rules, table, opened=opened)[0].points_left
        true = least_points(hand, table, rules, opened)
        if best != true:
            wrong += 1
            print(number, f"engine {best}, truth {true}:", hand, "opened" if opened else "not opened")
            print("   table:", *(" ".join(map(str, meld.cards)) + f" ({meld.owner})," for meld in table))
    print(f"{count} positions, {wrong} played differently")
    return wrong


if __name__ == "__main__":
    sys.exit(compare(int(sys.argv[1]), int(sys.argv[2])) > 0)
