"""The best whole turn with melds on the table, and the judge who checks it before it is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.cards import Face, Hand
from engine.deeds import Deed, DeedKind, after, as_they_lie
from engine.melds import Slot, judge_meld
from engine.opening import Opening, judge_opening
from engine.reasons import Reason
from engine.rules import FinalDiscard, Ruleset
from engine.solver import Laying, Openings, Situation, why_not
from engine.table import (
    LayOff,
    LayOffSituation,
    Reuse,
    ReuseHow,
    TableMeld,
    burnt_cards,
    judge_layoff,
    judge_swap,
    judge_take,
)
from engine.turnsearch import MOST_CARDS, Entry, Turn, TurnSearch


def best_turns(
    hand: Hand,
    rules: Ruleset,
    table: tuple[TableMeld, ...] = (),
    *,
    opened: bool = False,
    situation: Situation | None = None,
) -> tuple[Turn, ...]:
    """The front of turns: fewest points left first, then those that leave more but lay more cards or points.

    The hand is what is held after the draw. Where nothing may be laid, the one turn is the discard.
    """
    search = TurnSearch(hand, rules, table, opened=opened, situation=situation or Situation())
    return tuple(search.turn(entry) for entry in _front(search, by_cards=opened))


def _front(search: TurnSearch, *, by_cards: bool) -> list[Entry]:
    second: Callable[[Entry], int] = (lambda entry: entry.cards) if by_cards else (lambda entry: entry.points)
    front: list[Entry] = []
    for entry in sorted(search.entries(), key=lambda entry: (-search.first(entry), -second(entry), -entry.cards)):
        if not front or second(entry) > second(front[-1]):
            front.append(entry)
    return front


def openings_with_table(hand: Hand, rules: Ruleset, table: tuple[TableMeld, ...], situation: Situation) -> Openings:
    """Openings where cards added to melds on the table count as well (rami 51)."""
    search = TurnSearch(hand, rules.but(open_points=0), table, opened=False, situation=situation, goal=MOST_CARDS)
    entries = [entry for entry in _front(search, by_cards=False) if entry.opens]
    enough = [entry for entry in entries if entry.points >= search.needed(entry, rules)]
    layings = tuple(_laying(search.turn(entry)) for entry in enough)
    best = max((entry.points for entry in entries), default=0)
    loose = TurnSearch(
        hand, rules.but(open_points=0, open_clean_runs=0), table, opened=False, situation=situation, goal=MOST_CARDS
    )
    without = max((entry.points for entry in _front(loose, by_cards=False) if entry.opens), default=0)
    required = rules.turn.final_discard is FinalDiscard.REQUIRED
    out = any(entry.cards == len(hand) - required for entry in enough)
    reasons = () if layings else tuple(why_not(rules, best, without))
    return Openings(tuple(reversed(layings)), reasons, best, without, out)


def _laying(turn: Turn) -> Laying:
    discard = () if turn.discard is None else (turn.discard,)
    return Laying(turn.melds, turn.opening_points, turn.cards_laid, turn.left.plus(*discard), turn.discard, turn.mixes)


@dataclass(frozen=True, slots=True)
class JokerUse:
    """Where a joker taken from the table goes: a new meld, a meld on the table, or the hand."""

    new_meld: int | None = None
    onto: int | None = None


def joker_uses(turn: Turn) -> tuple[JokerUse, ...]:
    """For each joker taken, in the order of the swaps, where it goes."""
    new = [place for place, meld in enumerate(turn.melds) for slot in meld.slots if slot.is_joker]
    added = [mix.onto for mix in turn.mixes for _ in range(mix.jokers_added)]
    places = [*(JokerUse(new_meld=place) for place in new), *(JokerUse(onto=place) for place in added)]
    freed = sum(mix.freed for mix in turn.mixes)
    return tuple((places + [JokerUse()] * freed)[:freed])


def judge_turn(
    turn: Turn, hand: Hand, rules: Ruleset, table: tuple[TableMeld, ...], *, opened: bool, situation: Situation
) -> tuple[Reason, ...]:
    """Every reason against a turn, deed by deed; empty if all of it is allowed."""
    return tuple(_Judge(turn, rules, table, opened, situation).reasons(hand))


class _Judge:
    """Replays a turn on the table."""

    def __init__(
        self, turn: Turn, rules: Ruleset, table: tuple[TableMeld, ...], opened: bool, situation: Situation
    ) -> None:
        self.turn, self.rules, self.opened, self.situation = turn, rules, opened, situation
        self.table = as_they_lie(table, rules)
        self.may = opened or turn.opens
        self.melds = tuple(meld.slots for meld in turn.melds)
        laid = Counter(situation.laid) | Counter(slot.face for meld in table for slot in meld.cards)
        laid.update(slot.face for meld in self.melds for slot in meld)
        laid.update(face for mix in turn.mixes for face in mix.used)
        laid.subtract(face for mix in turn.mixes for face in mix.faces(DeedKind.TAKE))
        self.burnt = burnt_cards(laid.elements(), rules.deck.packs.at(situation.players))
        self.uses = iter(joker_uses(turn))

    def reasons(self, hand: Hand) -> Iterator[Reason]:
        for meld in self.melds:
            yield from judge_meld(meld, self.rules, self.burnt).reasons
        for mix in self.turn.mixes:
            cards = self.table[mix.onto].cards
            for deed in mix.deeds:
                yield from self._deed(deed, mix.onto, cards)
                cards = after(cards, deed)
        if self.turn.opens:
            yield from self._opening()

    def _deed(self, deed: Deed, onto: int, cards: tuple[Slot, ...]) -> tuple[Reason, ...]:
        slot, owner = deed.slot, self.table[onto].owner
        match deed.kind:
            case DeedKind.LAY_OFF:
                situation = LayOffSituation(opened=self.may)
                return judge_layoff(LayOff(cards, (slot,), owner), self.rules, situation, self.burnt).reasons
            case DeedKind.SWAP:
                reuse = self._reuse(next(self.uses))
                swap = judge_swap(cards, (slot,), self.rules, opened=self.opened, reuse=reuse, burnt=self.burnt)
                return swap.reasons
        into = next((meld for meld in self.melds if any(held.face == slot.face for held in meld)), ())
        return judge_take(cards, slot, into, self.rules, opened=self.may, burnt=self.burnt).reasons

    def _reuse(self, use: JokerUse) -> Reuse | None:
        if use.new_meld is not None:
            return Reuse(ReuseHow.NEW_MELD, self.melds[use.new_meld])
        if use.onto is not None:
            mix = next(mix for mix in self.turn.mixes if mix.onto == use.onto)
            return Reuse(ReuseHow.LAYOFF, mix.meld)
        return None

    def _opening(self) -> tuple[Reason, ...]:
        layoffs = tuple(
            LayOff(
                self.table[mix.onto].cards,
                mix.slots(DeedKind.LAY_OFF),
                self.table[mix.onto].owner,
            )
            for mix in self.turn.mixes
            if mix.faces(DeedKind.LAY_OFF) and not mix.freed
        )
        opening = Opening(
            self.melds,
            layoffs,
            from_table=tuple(face for mix in self.turn.mixes for face in mix.faces(DeedKind.TAKE)),
            goes_out=self.turn.goes_out,
            discard=self.turn.discard,
            nobody_laid=self.situation.nobody_laid,
            first_turn=self.situation.first_turn,
        )
        on_table: list[Face] = [slot.face for meld in self.table for slot in meld.cards]
        players = self.situation.players
        return judge_opening(opening, self.rules, players=players, laid=on_table, burnt=self.burnt).reasons
