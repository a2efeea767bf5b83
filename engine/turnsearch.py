"""Search over whole turns with melds on the table: lay, lay off, swap jokers, take cards, discard.

One optimum over all of it. Deeds that bring something to hand (a joker, a spare card) are tried
first, meld by meld; what they make of the hand is then laid in the best way by the exact
search, where laying off on a meld of the table is one more way to lay cards. A card taken from the
table must be laid in a new meld, a joker taken must be used as the rules ask.

Joker swaps belong to a player who has laid before, unless the rules let anybody swap; cards
taken from the table and cards laid off may be part of the first lay-down (rami 51).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.candidates import Candidate
from engine.cards import JOKER, Card, Face, Hand
from engine.changes import Plan, Plans, State, changed
from engine.deeds import DeedKind, Mix, Permits, as_they_lie, in_good_order, mixes
from engine.melds import Meld, hand_value
from engine.opening import points_needed
from engine.rules import FinalDiscard, LayOffs, Ruleset, Swap, SwapReuse
from engine.search import Found, OnTable, Rest, Search
from engine.solver import Situation
from engine.sums import enough_clean, pack, pair
from engine.table import TableMeld, burnt_cards
from engine.turnhand import TurnHand


@dataclass(frozen=True, slots=True)
class Goal:
    """What a turn is best in: each sum is packed with its weight, the heavier one decides."""

    value: int
    cards: int

    def pack(self, value: int, cards: int) -> int:
        """Value laid and cards laid in one number."""
        return value * self.value + cards * self.cards

    def value_and_cards(self, packed: int) -> tuple[int, int]:
        """The two of them again."""
        high, low = divmod(packed, max(self.value, self.cards))
        return (high, low) if self.value > self.cards else (low, high)


FEWEST_POINTS_LEFT = Goal(value=1 << 8, cards=1)
MOST_CARDS = Goal(value=1, cards=1 << 16)


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn: what to lay and do, what to discard, and what then stays in hand.

    ``mixes`` holds what is done with melds on the table, in the order in which each is done.
    ``complete`` is false where the table offered more ways than were looked at.
    """

    melds: tuple[Meld, ...]
    mixes: tuple[Mix, ...]
    discard: Face | None
    left: Hand
    points_left: int
    cards_laid: int
    opening_points: int
    opens: bool
    complete: bool = True

    @property
    def goes_out(self) -> bool:
        return not self.left.faces


@dataclass(frozen=True, slots=True)
class Entry:
    """One way through the whole turn, ready to be traced."""

    value: int
    cards: int
    points: int
    plan: Plan
    search: Search
    rest: Rest
    packed: int
    opens: bool


@dataclass(frozen=True, slots=True)
class _Laying:
    """A search over new melds and lay-offs, all mixes of deeds for each meld, and the cards it burns."""

    search: Search
    choices: list[list[Mix]]
    burning: tuple[Card, ...]


class TurnSearch:
    """A hand and a table, and everything that could be done in one turn."""

    def __init__(
        self,
        hand: Hand,
        rules: Ruleset,
        table: tuple[TableMeld, ...],
        *,
        opened: bool,
        situation: Situation,
        goal: Goal = FEWEST_POINTS_LEFT,
    ) -> None:
        self.hand, self.rules, self.opened = hand, rules, opened
        self.table = as_they_lie(table, rules)
        self.goal = goal
        self.situation = situation
        self.required = rules.turn.final_discard is FinalDiscard.REQUIRED
        self.permits = self._permits(laying=True)
        self.packed = TurnHand(hand, rules, self.table, self.permits)
        self.complete = True
        self._laying = list(self._searches())

    def _permits(self, *, laying: bool) -> Permits:
        """What may be done with the table; ``laying``: in a turn in which the player has laid or lays."""
        table = self.rules.table
        may = self.opened or laying or not table.layoff_needs_open
        swap = table.swap is Swap.ANY_TIME or (table.swap is Swap.AFTER_OPEN and self.opened)
        return Permits(table.layoff is not LayOffs.NONE and may, swap, table.take_spare and may, self.opened)

    @property
    def keep(self) -> int:
        """Cards that must stay in hand before the discard; two while nobody may go out."""
        return 2 if self.situation.first_turn and self.rules.opening.out_from_turn > 1 else 1

    @property
    def _runs(self) -> int:
        return self.rules.opening.open_clean_runs

    # what melds and deeds bring

    def _first(self, meld: Candidate) -> int:
        value = cards = 0
        for place, worth in zip(self.packed.own_places, self.packed.values, strict=True):
            count = self.packed.count(meld.need, place)
            value += count * worth
            cards += count
        return self.goal.pack(value + meld.jokers * self.rules.values.joker_hand, cards + meld.jokers)

    def _gain(self, mix: Mix) -> int:
        values = self.rules.values
        value = sum(hand_value(face, values) for face in mix.used) - mix.freed * values.joker_hand
        first = self.goal.pack(value, len(mix.used) - mix.freed)
        return pack(first, mix.points if self.rules.opening.open_count_layoffs else 0)

    def _only_adding(self, choices: Iterable[Mix]) -> list[OnTable]:
        """Mixes that do nothing but lay off: of those that use the same cards the one with most points."""
        best: dict[tuple[int, int], OnTable] = {}
        for mix in choices:
            if not mix.deeds or mix.changes_hand:
                continue
            need = self.packed.table_unit(mix.onto) + self.packed.used(mix.used)
            pays = mix.jokers_added if self.rules.table.swap_reuse is SwapReuse.USE_NOW else 0
            deed = OnTable(need, mix.jokers_added, pays, self._gain(mix), mix)
            old = best.get(deed[:2])
            if old is None or deed.sums > old.sums:
                best[deed[:2]] = deed
        return list(best.values())

    def _due(self, state: State) -> int:
        """Jokers that must still go into new melds."""
        match self.rules.table.swap_reuse:
            case SwapReuse.NEW_MELD:
                return state.freed
            case SwapReuse.USE_NOW:
                return max(0, state.freed - state.added)
        return 0

    # the table

    def burnt_choices(self) -> Iterator[tuple[frozenset[Card], tuple[Card, ...]]]:
        """Cards burnt already, with each choice of cards that this turn burns (Lebanese 14)."""
        laid = Counter(slot.face for meld in self.table for slot in meld.cards) | Counter(self.situation.laid)
        packs, jokers = self.rules.deck.packs.at(self.situation.players), self.packed.joker_limit
        if not self.rules.melds.joker_run_needs_burnt or not jokers:
            yield frozenset(), ()
            return
        burnt, held = burnt_cards(laid.elements(), packs), Counter(self.hand.faces)
        chances = [card for card in self.packed.own_cards if card not in burnt and laid[card] + held[card] >= packs]
        for size in range(min(len(chances), jokers) + 1):
            for chosen in combinations(chances, size):
                yield burnt | set(chosen), chosen

    def _choices(self, permits: Permits, burnt: frozenset[Card], wanted: Collection[Face]) -> list[list[Mix]]:
        counts = Counter(self.hand.faces)
        counts[JOKER] = self.packed.joker_limit if permits.swap else self.packed.jokers
        return [mixes(place, meld, counts, self.rules, permits, burnt, wanted) for place, meld in enumerate(self.table)]

    def _plans(self, choices: list[list[Mix]], gone: Face | None) -> Plans:
        found = changed(self.packed, choices, self._gain, gone)
        self.complete = self.complete and found.complete
        return found.plans

    # the whole turn

    def _searches(self) -> Iterator[_Laying]:
        """One search for each choice of cards that this turn burns."""
        for burnt, chosen in self.burnt_choices():
            melds = [meld for meld in self.packed.melds(burnt) if self.packed.lays_own(meld)]
            choices = self._choices(self.permits, burnt, self.packed.wanted(melds))
            level = 0 if self.opened else self._runs
            yield _Laying(self._search(melds, choices, chosen, level), choices, chosen)

    def entries(self, gone: Face | None = None) -> Iterator[Entry]:
        """Every turn that no other with the same remainder beats; ``gone`` is a card of the hand held no more."""
        for laying in self._laying:
            if gone not in laying.burning:
                plans = self._plans(laying.choices, gone)
                yield from self._entries(laying.search, plans, len(self.hand) - (gone is not None), not self.opened)
        if not self.opened:
            choices = self._choices(self._permits(laying=False), frozenset(), ())
            bare = self._search([], choices, (), level=0)
            yield from self._entries(bare, self._plans(choices, gone), len(self.hand) - (gone is not None), False)

    def _search(self, melds: list[Candidate], choices: list[list[Mix]], burning: Iterable[Card], level: int) -> Search:
        worth = (value * self.goal.value for value in self.packed.values)
        return Search(
            self.packed.fields,
            melds,
            clean_runs=level,
            first=self._first,
            values=(*(0 for _ in range(self.packed.first_own)), *worth, *(0 for _ in self.table)),
            joker_value=self.rules.values.joker_hand * self.goal.value,
            forced=self.packed.forced(burning),
            on_table=self._only_adding(mix for of_meld in choices for mix in of_meld),
            table_fields=self.packed.table_fields,
        )

    def _entries(self, search: Search, plans: Plans, held: int, opens: bool) -> Iterator[Entry]:
        level = self._runs if opens else 0
        for state, ways in plans.items():
            rest = Rest(state.left, state.jokers, due=self._due(state))
            rests = [Rest(rest.left, rest.jokers, self.keep, True, rest.due)]
            if not self.required and self.keep == 1:
                rests.append(rest)
            for asked in rests:
                for packed in enough_clean(search.front(asked), level):
                    for plan in ways:
                        entry = self._entry(plan, search, asked, packed, opens)
                        if self._allowed(entry, held):
                            yield entry

    def _entry(self, plan: Plan, search: Search, rest: Rest, packed: int, opens: bool) -> Entry:
        first, points = pair(plan.packed + packed)
        value, cards = self.goal.value_and_cards(first)
        return Entry(value, cards, points, plan, search, rest, packed, opens)

    def _allowed(self, entry: Entry, held: int) -> bool:
        """Whether enough is laid to open, and nothing but a discard is left out."""
        if not entry.rest.discard and entry.cards < held:
            return False
        return not entry.opens or entry.points >= self.needed(entry, self.rules)

    def needed(self, entry: Entry, rules: Ruleset) -> int:
        """The points that a first lay-down needs if it goes so far."""
        out = entry.cards + entry.rest.discard >= len(self.hand)
        return max(1, points_needed(rules, goes_out=out, nobody_laid=self.situation.nobody_laid))

    def first(self, entry: Entry) -> int:
        """What the goal makes of a turn."""
        return self.goal.pack(entry.value, entry.cards)

    def turn(self, entry: Entry) -> Turn:
        """The turn itself."""
        found = next(entry.search.layings(entry.rest, entry.packed))
        melds = tuple(meld.meld() for meld in found.melds)
        discard = self._discard(found)
        mixes = (*entry.plan.mixes, *found.mixes)
        left = self._left(melds, mixes, discard)
        points_left = sum(hand_value(face, self.rules.values) for face in left)
        done = [in_good_order(mix, self.table[mix.onto], self.rules) for mix in mixes]
        done.sort(key=lambda mix: mix.jokers_added - mix.freed)
        return Turn(
            melds, tuple(done), discard, left, points_left, entry.cards, entry.points, entry.opens, self.complete
        )

    def _discard(self, found: Found) -> Face | None:
        if found.discard is None:
            return None
        return JOKER if found.discard < 0 else self.packed.cards.cards[found.discard]

    def _left(self, melds: Iterable[Meld], done: Iterable[Mix], discard: Face | None) -> Hand:
        count = Counter(self.hand.faces)
        for mix in done:
            count += Counter(mix.faces(DeedKind.TAKE)) + Counter({JOKER: mix.freed})
            count.subtract(mix.used)
        count.subtract(slot.face for meld in melds for slot in meld.slots)
        if discard is not None:
            count[discard] -= 1
        if any(n < 0 for n in count.values()):
            raise AssertionError(f"a card was laid twice: {count}")
        return Hand(tuple(count.elements())).sorted()
