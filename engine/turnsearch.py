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
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from engine.candidates import Candidate, Holding, candidates
from engine.cards import JOKER, Card, Face, Hand
from engine.deeds import DeedKind, Mix, Permits, as_they_lie, in_good_order, mixes
from engine.melds import RANKS, Meld, hand_value, run_place_value
from engine.opening import points_needed
from engine.patterns import SetPattern, meld_book
from engine.rules import FinalDiscard, LayOffs, Ruleset, Swap, SwapReuse
from engine.search import Found, OnTable, Rest, Search
from engine.solver import Situation
from engine.sums import enough_clean, pack, pair
from engine.table import TableMeld, burnt_cards


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


MOST_CHANGES = 500
"""Ways to take jokers and cards from the table that are looked at; real tables seldom have more."""

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
class _Plan:
    """What was done with the table, and its two sums."""

    packed: int
    mixes: tuple[Mix, ...]


@dataclass(frozen=True, slots=True)
class _State:
    """What the table has left of the hand.  Jokers may be short until a later meld frees one."""

    left: int
    jokers: int
    freed: int
    added: int


@dataclass(frozen=True, slots=True)
class _Change:
    """Deeds with one meld that bring a joker or a card to hand, in packed numbers."""

    gone: int
    come: int
    freed: int
    added: int
    sums: int
    mix: Mix


@dataclass(frozen=True, slots=True)
class Entry:
    """One way through the whole turn, ready to be traced."""

    value: int
    cards: int
    points: int
    plan: _Plan
    search: Search
    rest: Rest
    packed: int
    opens: bool


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
        self.jokers = sum(face == JOKER for face in hand)
        self.total = sum(hand_value(face, rules.values) for face in hand)
        own = Holding.of(hand)
        self.permits = self._permits(laying=True)
        takeable = self._takeable() if self.permits.take else Counter[Card]()
        self.own_cards = len(own.cards)
        width = max(own.width, max(takeable.values(), default=1).bit_length() + 1)
        self.own = Holding(own.cards, own.counts, self.jokers, width)
        self.holding = Holding((*own.cards, *takeable), (*own.counts, *takeable.values()), self._most_jokers(), width)
        self.complete = True
        self._all_guards = self.holding.with_fields(self._marks()).guards
        self.values = tuple(
            hand_value(card, rules.values) if place < self.own_cards else 0
            for place, card in enumerate(self.holding.cards)
        )

    def _permits(self, *, laying: bool) -> Permits:
        """What may be done with the table; ``laying``: in a turn in which the player has laid or lays."""
        table = self.rules.table
        may = self.opened or laying or not table.layoff_needs_open
        swap = table.swap is Swap.ANY_TIME or (table.swap is Swap.AFTER_OPEN and self.opened)
        return Permits(table.layoff is not LayOffs.NONE and may, swap, table.take_spare and may)

    def _takeable(self) -> Counter[Card]:
        faces = Counter(slot.face for meld in self.table for slot in meld.cards)
        return Counter({card: count for card, count in faces.items() if isinstance(card, Card)})

    def _most_jokers(self) -> int:
        on_table = sum(slot.is_joker for meld in self.table for slot in meld.cards)
        return self.jokers + (on_table if self.permits.swap else 0)

    @property
    def keep(self) -> int:
        return 2 if self.situation.first_turn and self.rules.opening.out_from_turn > 1 else 1

    # what a meld brings

    def _first(self, meld: Candidate) -> int:
        value = cards = 0
        for place in range(self.own_cards):
            count = self._count(meld.need, place)
            value += count * self.values[place]
            cards += count
        return self.goal.pack(value + meld.jokers * self.rules.values.joker_hand, cards + meld.jokers)

    def _count(self, need: int, place: int) -> int:
        return need >> self.holding.width * place & (1 << self.holding.width) - 1

    def melds(self, burnt: Iterable[Card]) -> Iterator[Candidate]:
        """Every new meld from the hand and from cards that may be taken from the table."""
        merged = Holding.of(
            (
                *(card for card, n in zip(self.holding.cards, self.holding.counts, strict=True) for _ in range(n)),
                *(JOKER,) * self.holding.jokers,
            )
        )
        fields = [[place for place, held in enumerate(self.holding.cards) if held == card] for card in merged.cards]
        for meld in candidates(merged, meld_book(self.rules), tuple(burnt)):
            needs = [meld.need >> merged.width * place & (1 << merged.width) - 1 for place in range(len(fields))]
            splits = [self._splits(count, places) for count, places in zip(needs, fields, strict=True)]
            for choice in product(*splits):
                yield self._from_places(meld, [place for part in choice for place in part])

    def _splits(self, count: int, places: list[int]) -> list[tuple[int, ...]]:
        """Which copies make up so many of a card: the hand's or the table's."""
        if len(places) == 1:
            return [tuple(places) * count] if count <= self.holding.counts[places[0]] else []
        own, taken = places
        ways = [(own,) * (count - part) + (taken,) * part for part in range(count + 1)]
        return [
            way
            for way in ways
            if way.count(own) <= self.holding.counts[own] and way.count(taken) <= self.holding.counts[taken]
        ]

    def _from_places(self, meld: Candidate, places: list[int]) -> Candidate:
        need = sum(1 << self.holding.width * place for place in places)
        taken = [self.holding.cards[place] for place in places if place >= self.own_cards]
        points = meld.points - sum(_place_points(meld, card, self.rules) for card in taken)
        return meld._replace(need=need, points=points)

    # the table

    def burnt_choices(self) -> Iterator[tuple[frozenset[Card], tuple[Card, ...]]]:
        """Cards burnt already, with each choice of cards that this turn burns (Lebanese 14)."""
        laid = Counter(slot.face for meld in self.table for slot in meld.cards) | Counter(self.situation.laid)
        packs = self.rules.deck.packs.at(self.situation.players)
        if not self.rules.melds.joker_run_needs_burnt or not self.holding.jokers:
            yield frozenset(), ()
            return
        burnt, held = burnt_cards(laid.elements(), packs), Counter(self.hand.faces)
        chances = [card for card in self.own.cards if card not in burnt and laid[card] + held[card] >= packs]
        for size in range(min(len(chances), self.holding.jokers) + 1):
            for chosen in combinations(chances, size):
                yield burnt | set(chosen), chosen

    def _table_field(self, place: int) -> int:
        """One for the meld on the table, above all cards."""
        return 1 << self.holding.width * (len(self.holding.cards) + place)

    def _choices(self, permits: Permits, burnt: frozenset[Card], wanted: Collection[Face]) -> list[list[Mix]]:
        counts = Counter(self.hand.faces)
        counts[JOKER] = self.holding.jokers if permits.swap else self.jokers
        return [mixes(place, meld, counts, self.rules, permits, burnt, wanted) for place, meld in enumerate(self.table)]

    def _only_adding(self, choices: Iterable[Mix]) -> list[OnTable]:
        """Mixes that do nothing but lay off: of those that use the same cards the one with most points."""
        best: dict[tuple[int, int], OnTable] = {}
        for mix in choices:
            if not mix.deeds or mix.changes_hand:
                continue
            need = self._table_field(mix.onto) + sum(
                1 << self.holding.width * self.own.cards.index(face) for face in mix.used if isinstance(face, Card)
            )
            pays = mix.jokers_added if self.rules.table.swap_reuse is SwapReuse.USE_NOW else 0
            deed = OnTable(need, mix.jokers_added, pays, self._gain(mix), mix)
            old = best.get(deed[:2])
            if old is None or deed.sums > old.sums:
                best[deed[:2]] = deed
        return list(best.values())

    def _changed(self, choices: list[list[Mix]]) -> dict[_State, list[_Plan]]:
        """Every way to take jokers and cards from the table, by what it makes of the hand.

        The fewest deeds come first; after ``MOST_CHANGES`` ways the rest is left out, and
        ``complete`` says so.
        """
        free = sum(self._table_field(place) for place in range(len(choices)))
        start = _State(self.own.packed + free, self.jokers, 0, 0)
        changes = [self._change(mix) for of_meld in choices for mix in of_meld if mix.changes_hand]
        found = {start: [_Plan(0, ())]}
        growing = [(start, _Plan(0, ()), 0)]
        while growing:
            grown = []
            for state, plan, done in growing:
                for number in range(done, len(changes)):
                    after = self._after(state, changes[number])
                    if after is None:
                        continue
                    if len(found) >= MOST_CHANGES:
                        self.complete = False
                        break
                    more = _Plan(plan.packed + changes[number].sums, (*plan.mixes, changes[number].mix))
                    found[after] = _best([*found.get(after, []), more])
                    grown.append((after, more, number + 1))
            growing = grown
        return {state: plans for state, plans in found.items() if state.jokers >= 0}

    def _change(self, mix: Mix) -> _Change:
        units = {face: 1 << self.holding.width * place for place, face in enumerate(self.own.cards)}
        gone = sum(units[face] for face in mix.used if isinstance(face, Card)) + self._table_field(mix.onto)
        width, first = self.holding.width, self.own_cards
        come = sum(1 << width * self.holding.cards.index(face, first) for face in mix.faces(DeedKind.TAKE))
        return _Change(gone, come, mix.freed, mix.jokers_added, self._gain(mix), mix)

    def _after(self, state: _State, change: _Change) -> _State | None:
        """What is left after the deeds; ``None`` if a card is not there, or the meld was used before."""
        guards = self._all_guards
        if ((state.left | guards) - change.gone) & guards != guards:
            return None
        jokers = state.jokers - change.added + change.freed
        left = state.left - change.gone + change.come
        return _State(left, jokers, state.freed + change.freed, state.added + change.added)

    def _gain(self, mix: Mix) -> int:
        values = self.rules.values
        value = sum(hand_value(face, values) for face in mix.used) - mix.freed * values.joker_hand
        first = self.goal.pack(value, len(mix.used) - mix.freed)
        return pack(first, mix.points if self.rules.opening.open_count_layoffs else 0)

    def _due(self, state: _State) -> int:
        """Jokers that must still go into new melds."""
        match self.rules.table.swap_reuse:
            case SwapReuse.NEW_MELD:
                return state.freed
            case SwapReuse.USE_NOW:
                return max(0, state.freed - state.added)
        return 0

    # the whole turn

    def entries(self) -> Iterator[Entry]:
        """Every turn that no other with the same remainder beats."""
        for burnt, chosen in self.burnt_choices():
            melds = [meld for meld in self.melds(burnt) if self._lays_own(meld)]
            choices = self._choices(self.permits, burnt, self._wanted(melds))
            search = self._search(melds, choices, chosen, level=0 if self.opened else self._runs)
            yield from self._entries(search, self._changed(choices), opens=not self.opened)
        if not self.opened:
            choices = self._choices(self._permits(laying=False), frozenset(), ())
            bare = self._search([], choices, (), level=0)
            yield from self._entries(bare, self._changed(choices), opens=False)

    def _lays_own(self, meld: Candidate) -> bool:
        """Whether a new meld takes anything from the hand."""
        return bool(meld.jokers) or any(self._count(meld.need, place) for place in range(self.own_cards))

    def _wanted(self, melds: Iterable[Candidate]) -> set[Card]:
        """Cards on the table that some new meld could use."""
        used = 0
        for meld in melds:
            used |= meld.need
        places = range(self.own_cards, len(self.holding.cards))
        return {self.holding.cards[place] for place in places if self._count(used, place)}

    @property
    def _runs(self) -> int:
        return self.rules.opening.open_clean_runs

    def _forced(self, chosen: Iterable[Card]) -> int:
        ones = (1 << self.holding.width) - 1
        places = [*range(self.own_cards, len(self.holding.cards)), *(self.own.cards.index(card) for card in chosen)]
        return sum(ones << self.holding.width * place for place in places)

    def _search(self, melds: list[Candidate], choices: list[list[Mix]], burning: Iterable[Card], level: int) -> Search:
        fields = self.holding.with_fields(self._marks())
        values = [value * self.goal.value for value in self.values]
        return Search(
            fields,
            melds,
            clean_runs=level,
            first=self._first,
            values=(*values, *(0 for _ in self.table)),
            joker_value=self.rules.values.joker_hand * self.goal.value,
            forced=self._forced(burning),
            on_table=self._only_adding(mix for of_meld in choices for mix in of_meld),
            table_fields=sum(self._table_field(place) * ((1 << fields.width) - 1) for place in range(len(self.table))),
        )

    def _marks(self) -> tuple[Card, ...]:
        """A card for the field of each meld on the table; which one does not matter."""
        return tuple(next(slot.face for slot in meld.cards if isinstance(slot.face, Card)) for meld in self.table)

    def _entries(self, search: Search, plans: Mapping[_State, list[_Plan]], *, opens: bool) -> Iterator[Entry]:
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
                        if self._allowed(entry):
                            yield entry

    def _entry(self, plan: _Plan, search: Search, rest: Rest, packed: int, opens: bool) -> Entry:
        first, points = pair(plan.packed + packed)
        value, cards = self.goal.value_and_cards(first)
        return Entry(value, cards, points, plan, search, rest, packed, opens)

    def _allowed(self, entry: Entry) -> bool:
        """Whether enough is laid to open, and nothing but a discard is left out."""
        if not entry.rest.discard and entry.cards < len(self.hand):
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
        return JOKER if found.discard < 0 else self.holding.cards[found.discard]

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


def _best(plans: list[_Plan]) -> list[_Plan]:
    """The plans that no other beats in both sums."""
    kept: list[_Plan] = []
    most = -1
    for plan in sorted(plans, key=lambda plan: -plan.packed):
        _, points = pair(plan.packed)
        if points > most:
            most = points
            kept.append(plan)
    return kept


def _place_points(meld: Candidate, card: Card, rules: Ruleset) -> int:
    """What a natural card is worth in this very meld."""
    if isinstance(meld.pattern, SetPattern):
        naturals = sum(meld.pattern.suits)
        return (meld.points - _joker_part(meld, rules)) // naturals
    return next(
        run_place_value(place, rules.values)
        for place in meld.pattern.natural_places
        if (place - 1) % RANKS + 1 == card.rank
    )


def _joker_part(meld: Candidate, rules: Ruleset) -> int:
    fixed = rules.values.joker_meld
    if isinstance(fixed, int):
        return fixed * meld.jokers
    return meld.points * meld.jokers // meld.cards
