"""All that can be done with one meld on the table: every mix of laying off, swapping, taking.

A mix is a row of single deeds, each of them allowed when it is done. In a first lay-down cards
are laid off and jokers swapped first, spare cards taken last; who has laid before may also take a
card of a full set and then add another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.cards import JOKER, Card, Face, Rank
from engine.melds import RANKS, Run, Slot
from engine.rules import Ruleset
from engine.table import LayOff, TableMeld, extend, judge_layoff, leaves_table, on_table, swap_faults, take_faults


class DeedKind(StrEnum):
    """What is done with a card and a meld on the table."""

    LAY_OFF = "lay_off"
    SWAP = "swap"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class Deed:
    """One card laid off, put in for a joker, or taken; a joker laid off to a run is named."""

    kind: DeedKind
    slot: Slot

    @property
    def face(self) -> Face:
        return self.slot.face


@dataclass(frozen=True, slots=True)
class Permits:
    """Which deeds this player may do now, and whether he may add to a meld from which he took."""

    lay_off: bool
    swap: bool
    take: bool
    add_after_taking: bool = False


@dataclass(frozen=True, slots=True)
class Mix:
    """A row of deeds with one meld, the cards that then lie there, and the points of what was added."""

    onto: int
    meld: tuple[Slot, ...]
    deeds: tuple[Deed, ...] = ()
    points: int = 0
    gone: bool = False

    def faces(self, kind: DeedKind) -> tuple[Face, ...]:
        """The cards of the deeds of one kind."""
        return tuple(slot.face for slot in self.slots(kind))

    def slots(self, kind: DeedKind) -> tuple[Slot, ...]:
        """The cards of the deeds of one kind, jokers with their names."""
        return tuple(deed.slot for deed in self.deeds if deed.kind is kind)

    @property
    def used(self) -> tuple[Face, ...]:
        """The cards that leave the hand."""
        return self.faces(DeedKind.LAY_OFF) + self.faces(DeedKind.SWAP)

    @property
    def freed(self) -> int:
        """How many jokers come to hand."""
        return len(self.faces(DeedKind.SWAP))

    @property
    def changes_hand(self) -> bool:
        """Whether a joker or a card comes to hand."""
        return any(deed.kind is not DeedKind.LAY_OFF for deed in self.deeds)

    @property
    def jokers_added(self) -> int:
        return self.faces(DeedKind.LAY_OFF).count(JOKER)


def as_they_lie(table: Iterable[TableMeld], rules: Ruleset) -> tuple[TableMeld, ...]:
    """The melds on the table, with the jokers of runs named: their place is fixed once they lie."""
    return tuple(TableMeld(_named(meld.cards, rules), meld.owner) for meld in table)


def _named(cards: tuple[Slot, ...], rules: Ruleset) -> tuple[Slot, ...]:
    meld = on_table(cards, rules).meld
    return meld.slots if isinstance(meld, Run) else cards


def after(cards: tuple[Slot, ...], deed: Deed) -> tuple[Slot, ...]:
    """The cards of a meld after one deed."""
    slot, left = deed.slot, list(cards)
    match deed.kind:
        case DeedKind.LAY_OFF:
            left.append(slot)
        case DeedKind.TAKE:
            left.remove(slot)
        case DeedKind.SWAP:
            jokers = [place for place in left if place.is_joker]
            left[left.index(min(jokers, key=lambda place: _how_well_it_goes(place, deed.face)))] = slot
    return tuple(left)


def _how_well_it_goes(joker: Slot, card: Face) -> int:
    """The joker named after the card goes first, then one without a name; in basic rummy any joker of a set goes."""
    return [card, None].index(joker.stands_for) if joker.stands_for in (card, None) else 2


def mixes(
    onto: int,
    meld: TableMeld,
    hand: Counter[Face],
    rules: Ruleset,
    permits: Permits,
    burnt: Collection[Card] = (),
    wanted: Collection[Face] = (),
) -> list[Mix]:
    """Every mix of deeds with this meld and these cards; doing nothing comes first.

    ``hand`` counts the cards that could be there, jokers freed from other melds included;
    ``wanted`` are the cards worth taking.
    """
    start = Mix(onto, meld.cards)
    found = {_key(start): start}
    growing = [start]
    while growing:
        mix = growing.pop()
        for grown in _one_more(mix, meld, hand, rules, permits, burnt, wanted):
            if _key(grown) not in found:
                found[_key(grown)] = grown
                growing.append(grown)
    return list(found.values())


def _key(mix: Mix) -> tuple[tuple[tuple[str, str], int], ...]:
    return tuple(sorted(Counter((deed.kind.value, str(deed.slot)) for deed in mix.deeds).items()))


def _one_more(
    mix: Mix,
    meld: TableMeld,
    hand: Counter[Face],
    rules: Ruleset,
    permits: Permits,
    burnt: Collection[Card],
    wanted: Collection[Face],
) -> Iterator[Mix]:
    if not mix.gone and (permits.add_after_taking or not mix.faces(DeedKind.TAKE)):
        free = hand - Counter(mix.used)
        for face in mix.faces(DeedKind.TAKE):
            del free[face]  # who takes a card and adds its like might as well keep his own
        for face in _fitting(mix, free, rules):
            if permits.lay_off:
                yield from _lay_off(mix, meld, face, rules, burnt)
            if permits.swap and isinstance(face, Card):
                yield from _swap(mix, meld, face, rules)
    if permits.take and not mix.gone:
        yield from _take(mix, meld, rules, wanted)


def _fitting(mix: Mix, free: Counter[Face], rules: Ruleset) -> list[Face]:
    """Faces that may have something to do with a meld: its ends, its rank, its jokers' cards, or a joker."""
    meld = on_table(mix.meld, rules).meld
    if isinstance(meld, Run):
        suit = next(slot.face.suit for slot in meld.slots if isinstance(slot.face, Card))
        places = (meld.lowest - 1, meld.lowest + len(meld.slots))
        cards = {Card(Rank((place - 1) % RANKS + 1), suit) for place in places}
        cards |= {slot.stands_for for slot in meld.slots if slot.is_joker and slot.stands_for is not None}
        return [face for face, count in free.items() if count > 0 and (not isinstance(face, Card) or face in cards)]
    ranks = {slot.face.rank for slot in mix.meld if isinstance(slot.face, Card)}
    return [face for face, count in free.items() if count > 0 and (not isinstance(face, Card) or face.rank in ranks)]


def _lay_off(mix: Mix, meld: TableMeld, face: Face, rules: Ruleset, burnt: Collection[Card]) -> Iterator[Mix]:
    lying = on_table(mix.meld, rules).meld
    for slot in _as_laid(mix, face, rules):
        verdict = judge_layoff(LayOff(mix.meld, (slot,), meld.owner), rules, burnt=burnt)
        if verdict.legal and type(verdict.meld) is type(lying):
            deeds = (*mix.deeds, Deed(DeedKind.LAY_OFF, slot))
            points = _added(meld, deeds, mix.points + verdict.points, rules, burnt)
            yield Mix(mix.onto, (*mix.meld, slot), deeds, points, verdict.removed)


def _as_laid(mix: Mix, face: Face, rules: Ruleset) -> list[Slot]:
    """A card as it may be laid off; a joker at either end of a run, named."""
    meld = on_table(mix.meld, rules).meld
    if isinstance(face, Card) or not isinstance(meld, Run) or meld.slots[0].stands_for is None:
        return [Slot.of(face)]
    below, above = meld.lowest - 1, meld.lowest + len(meld.slots)
    suit = meld.slots[0].stands_for.suit
    return [Slot(face, Card(Rank((place - 1) % RANKS + 1), suit)) for place in (below, above)]


def _added(meld: TableMeld, deeds: tuple[Deed, ...], step_by_step: int, rules: Ruleset, burnt: Collection[Card]) -> int:
    """The points of all cards added, as the judge of an opening counts them."""
    if any(deed.kind is not DeedKind.LAY_OFF for deed in deeds):
        return step_by_step
    return extend(meld.cards, tuple(deed.slot for deed in deeds), rules, burnt).points


def _swap(mix: Mix, meld: TableMeld, card: Card, rules: Ruleset) -> Iterator[Mix]:
    """A joker that lay there before is taken; one laid in this turn is not taken back."""
    before = sum(slot.is_joker for slot in meld.cards)
    just_laid = any(slot.is_joker and slot.stands_for == card for slot in mix.slots(DeedKind.LAY_OFF))
    if mix.freed >= before or just_laid or swap_faults(mix.meld, (Slot(card, card),), rules):
        return
    deed = Deed(DeedKind.SWAP, Slot(card, card))
    cards = after(mix.meld, deed)
    lying = on_table(cards, rules).meld
    if lying is not None:
        yield replace(mix, meld=cards, deeds=(*mix.deeds, deed), gone=leaves_table(lying, rules))


def _take(mix: Mix, meld: TableMeld, rules: Ruleset, wanted: Collection[Face]) -> Iterator[Mix]:
    own = Counter(slot.face for slot in meld.cards) - Counter(mix.faces(DeedKind.TAKE))
    for face in mix.used:
        del own[face]
    for slot in dict.fromkeys(mix.meld):
        if slot.face in wanted and own[slot.face] and not take_faults(mix.meld, slot, rules):
            deed = Deed(DeedKind.TAKE, slot)
            yield replace(mix, meld=after(mix.meld, deed), deeds=(*mix.deeds, deed))


_EARLY = (DeedKind.SWAP, DeedKind.LAY_OFF, DeedKind.TAKE)


def in_good_order(mix: Mix, meld: TableMeld, rules: Ruleset) -> Mix:
    """The same deeds with jokers taken as early as possible, so that none is laid before it is there."""

    def early(deed: Deed) -> tuple[bool, int]:
        return deed.slot.is_joker, _EARLY.index(deed.kind)

    order = _an_order(meld.cards, tuple(sorted(mix.deeds, key=early)), rules, set())
    return mix if order is None else replace(mix, deeds=order)


def _an_order(
    cards: tuple[Slot, ...], deeds: tuple[Deed, ...], rules: Ruleset, dead: set[tuple[Deed, ...]]
) -> tuple[Deed, ...] | None:
    """An order in which the deeds may be done, those that stand first as early as may be; ``dead`` led nowhere."""
    if not deeds or deeds in dead:
        return None if deeds else ()
    for place, deed in enumerate(deeds):
        if _goes(deed, cards, rules):
            rest = _an_order(after(cards, deed), deeds[:place] + deeds[place + 1 :], rules, dead)
            if rest is not None:
                return (deed, *rest)
    dead.add(deeds)
    return None


def _goes(deed: Deed, cards: tuple[Slot, ...], rules: Ruleset) -> bool:
    """Whether this may be the next deed."""
    if deed.kind is DeedKind.SWAP and swap_faults(cards, (deed.slot,), rules):
        return False
    if deed.kind is DeedKind.TAKE and take_faults(cards, deed.slot, rules):
        return False
    return on_table(after(cards, deed), rules).legal
