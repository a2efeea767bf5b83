"""What is a run, what is a set, what is it worth, and if it is neither, why not.

The cards of a meld are a multiset: a joker that nobody named stands where the meld is
legal and worth most. A joker may be named, ``JK=8D``; then it is that card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import JOKER, BadNotation, Card, Face, Joker, Rank, Suit, parse_card, parse_face, split_notation
from engine.reasons import Code, Reason, codes_of
from engine.rules import AceRun, MeldRules, Replaced, Ruleset, ValueRules

RANKS = len(Rank)
ACE_HIGH = RANKS + 1
"""The place above the king."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A card in a meld and, for a joker, the card it stands for (``None``: nobody said)."""

    face: Face
    stands_for: Card | None = None

    @classmethod
    def parse(cls, text: str) -> Slot:
        """One place from its notation: ``7S``, ``JK`` or ``JK=8D``; raises ``BadNotation``."""
        name, named, card = text.partition("=")
        face = parse_face(name)
        if isinstance(face, Card):
            if named:
                raise BadNotation(text)
            return cls(face, face)
        return cls(face, parse_card(card) if named else None)

    @classmethod
    def of(cls, face: Face) -> Slot:
        """A card as it is held: a natural card is itself, a joker is not named yet."""
        return cls(face, face if isinstance(face, Card) else None)

    @property
    def is_joker(self) -> bool:
        return isinstance(self.face, Joker)

    def __str__(self) -> str:
        if self.is_joker and self.stands_for is not None:
            return f"{self.face}={self.stands_for}"
        return str(self.face)


def parse_slots(text: str | Iterable[str]) -> tuple[Slot, ...]:
    """The places of one meld, from a line of notation or a list of faces."""
    words = split_notation(text) if isinstance(text, str) else text
    return tuple(Slot.parse(word) for word in words)


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbours of one suit, in ascending order; ``lowest`` is the place of the first (ace low 1, ace high 14)."""

    slots: tuple[Slot, ...]
    lowest: int

    @property
    def clean(self) -> bool:
        """A run without a joker."""
        return not any(slot.is_joker for slot in self.slots)

    @property
    def clean_inside(self) -> bool:
        """Three natural neighbours somewhere in the run, jokers beside them or not."""
        marks = "".join("J" if slot.is_joker else "n" for slot in self.slots)
        return "nnn" in marks

    def points(self, values: ValueRules) -> tuple[int, ...]:
        """What each place is worth; an ace before the 2 is low, after a king high."""
        places = range(self.lowest, self.lowest + len(self.slots))
        return tuple(
            _joker_points(slot, run_place_value(place, values), values)
            for slot, place in zip(self.slots, places, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one rank; players say set, komplet, brelan."""

    slots: tuple[Slot, ...]
    rank: Rank

    @property
    def clean(self) -> bool:
        """A set is never a clean run."""
        return False

    @property
    def clean_inside(self) -> bool:
        return False

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards of the rank that are neither here nor named by a joker."""
        present = {slot.stands_for for slot in self.slots}
        return tuple(card for card in (Card(self.rank, suit) for suit in Suit) if card not in present)

    def points(self, values: ValueRules) -> tuple[int, ...]:
        """What each card is worth; every ace counts as an ace in a set."""
        worth = set_card_value(self.rank, values)
        return tuple(_joker_points(slot, worth, values) for slot in self.slots)


Meld = Run | Group


def run_place_value(place: int, values: ValueRules) -> int:
    """What a card is worth at a place of a run; places above 14 go round the corner."""
    if place == ACE_HIGH:
        return values.ace_high
    rank = (place - 1) % RANKS + 1
    return values.ace_low if rank == Rank.ACE else min(rank, 10)


def set_card_value(rank: int, values: ValueRules) -> int:
    """What a card is worth in a set."""
    return values.ace_set if rank == Rank.ACE else min(rank, 10)


def hand_value(face: Face, values: ValueRules) -> int:
    """What a card left in hand counts."""
    if isinstance(face, Joker):
        return values.joker_hand
    return values.ace_hand if face.rank == Rank.ACE else min(face.rank, 10)


def _joker_points(slot: Slot, worth: int, values: ValueRules) -> int:
    if slot.is_joker and not isinstance(values.joker_meld, Replaced):
        return values.joker_meld
    return worth


def named(meld: Meld) -> Meld:
    """The same meld with every joker named; in a set the first missing suits are as good as any."""
    spare = iter(meld.missing if isinstance(meld, Group) else ())
    slots = tuple(slot if slot.stands_for is not None else Slot(slot.face, next(spare, None)) for slot in meld.slots)
    return replace(meld, slots=slots)


def largest_set(rules: MeldRules) -> int | None:
    """How many cards a set may hold; ``None`` where only the packs limit it."""
    suits = len(Suit) if rules.set_distinct_suits else None
    limits = [limit for limit in (rules.set_max, suits) if limit is not None]
    return min(limits) if limits else None


def jokers_allowed_in_set(size: int, rules: MeldRules) -> int | None:
    """Jokers a set of this size may hold; ``None`` for no limit."""
    return rules.jokers_set3_max if size <= 3 else rules.jokers_set4_max


def first_places(length: int, rules: MeldRules) -> range:
    """Where a run of this length may begin (1 is the low ace)."""
    if length > rules.run_max:
        return range(0)
    match rules.ace_run:
        case AceRun.LOW:
            return range(1, RANKS - length + 2)
        case AceRun.HIGH:
            return range(2, ACE_HIGH - length + 2)
        case AceRun.CIRCULAR if length <= RANKS:
            return range(1, RANKS + 1)
    return range(1, ACE_HIGH - length + 2)


@dataclass(frozen=True, slots=True)
class MeldVerdict:
    """Whether cards are a meld: the meld and its points, or the reasons why not."""

    meld: Meld | None
    reasons: tuple[Reason, ...] = ()
    points: int = 0

    @property
    def legal(self) -> bool:
        return self.meld is not None

    @property
    def clean(self) -> bool:
        """A run without a joker."""
        return self.meld is not None and self.meld.clean

    @property
    def codes(self) -> tuple[Code, ...]:
        return codes_of(self.reasons)


@dataclass(frozen=True, slots=True)
class _Shape:
    """What cards could be as one shape: the melds that are legal, or what is wrong."""

    melds: tuple[Meld, ...] = ()
    reasons: tuple[Reason, ...] = ()


def judge_meld(cards: Iterable[Slot], rules: Ruleset, burnt: Collection[Card] = ()) -> MeldVerdict:
    """Is this one meld, and what is it worth at best?

    ``burnt`` are the cards of which every copy lies on the table: where the rules ask for
    it (Lebanese 14), a joker in a run may stand only for such a card.
    """
    slots = tuple(cards)
    hopeless = _hopeless(slots, rules)
    if hopeless:
        return MeldVerdict(None, hopeless)
    shapes = [shape for shape in (_as_group(slots, rules), _as_run(slots, rules, burnt)) if shape is not None]
    legal = [meld for shape in shapes for meld in shape.melds]
    if not legal:
        return MeldVerdict(None, _joined(shapes) or (_neither(slots, rules),))
    naturals = sum(not slot.is_joker for slot in slots)
    if naturals < rules.melds.naturals_min:
        return MeldVerdict(None, (Reason(Code.TOO_FEW_NATURALS, naturals, rules.melds.naturals_min),))
    best = max(legal, key=lambda meld: sum(meld.points(rules.values)))
    return MeldVerdict(best, (), sum(best.points(rules.values)))


def _hopeless(slots: Sequence[Slot], rules: Ruleset) -> tuple[Reason, ...]:
    """What is wrong before one looks at ranks and suits."""
    least = min(rules.melds.run_min, rules.melds.set_min)
    found = []
    if rules.deck.jokers_per_pack == 0 and any(slot.is_joker for slot in slots):
        found.append(Reason(Code.JOKERS_NOT_USED))
    if len(slots) < least:
        found.append(Reason(Code.TOO_FEW_CARDS, len(slots), least))
    if all(slot.is_joker for slot in slots):
        found.append(Reason(Code.TOO_FEW_NATURALS, 0, rules.melds.naturals_min))
    return tuple(found)


def _joined(shapes: Sequence[_Shape]) -> tuple[Reason, ...]:
    """Reasons of all shapes; if the cards could be both, too many jokers comes first."""
    reasons = [reason for shape in shapes for reason in shape.reasons]
    if len(shapes) > 1:
        reasons.sort(key=lambda reason: reason.code is not Code.TOO_MANY_JOKERS)
    return tuple(dict.fromkeys(reasons))


def _neither(slots: Sequence[Slot], rules: Ruleset) -> Reason:
    suit = next(slot.face.suit for slot in slots if isinstance(slot.face, Card))
    one_suit = [
        Slot.of(Card(slot.face.rank, suit)) if isinstance(slot.face, Card) else Slot(slot.face) for slot in slots
    ]
    places = _placements(one_suit, rules.melds)
    return Reason(Code.MIXED_SUITS if any(True for _ in places) else Code.NOT_A_MELD)


# sets


def _as_group(slots: Sequence[Slot], rules: Ruleset) -> _Shape | None:
    """The cards as a set; ``None`` if their ranks differ."""
    ranks = {slot.face.rank for slot in slots if isinstance(slot.face, Card)}
    if len(ranks) != 1:
        return None
    group = Group(tuple(slots), ranks.pop())
    reasons = tuple(_group_faults(group, rules.melds))
    return _Shape(reasons=reasons) if reasons else _Shape((_in_suit_order(group),))


def _group_faults(group: Group, rules: MeldRules) -> Iterator[Reason]:
    size, jokers = len(group.slots), sum(slot.is_joker for slot in group.slots)
    if size < rules.set_min:
        yield Reason(Code.TOO_FEW_CARDS, size, rules.set_min)
    twice = _held_twice(group.slots) if rules.set_distinct_suits else None
    if twice is not None:
        yield Reason(Code.SET_DUPLICATE_SUIT, card=twice)
    wrong = _wrongly_named(group, rules)
    if wrong is not None:
        yield Reason(Code.JOKER_DECLARED_WRONG, card=wrong)
    most = largest_set(rules)
    if most is not None and size > most:
        yield Reason(Code.SET_TOO_BIG, size, limit=most)
    limit = jokers_allowed_in_set(size, rules)
    if limit is not None and jokers > limit:
        yield Reason(Code.TOO_MANY_JOKERS, jokers, limit=limit)


def _held_twice(slots: Sequence[Slot]) -> Face | None:
    counts = Counter(slot.face for slot in slots if not slot.is_joker)
    return next((face for face, count in counts.items() if count > 1), None)


def _wrongly_named(group: Group, rules: MeldRules) -> Card | None:
    """A card that a joker of this set cannot be."""
    taken = [slot.face for slot in group.slots if not slot.is_joker]
    for slot in group.slots:
        card = slot.stands_for
        if not slot.is_joker or card is None:
            continue
        if card.rank != group.rank or (rules.set_distinct_suits and card in taken):
            return card
        taken.append(card)
    return None


def _in_suit_order(group: Group) -> Group:
    order = {suit: place for place, suit in enumerate(Suit)}

    def key(slot: Slot) -> int:
        return len(order) if slot.stands_for is None else order[slot.stands_for.suit]

    return replace(group, slots=tuple(sorted(group.slots, key=key)))


# runs


def _as_run(slots: Sequence[Slot], rules: Ruleset, burnt: Collection[Card]) -> _Shape | None:
    """The cards as a run; ``None`` if their suits differ."""
    suits = {slot.face.suit for slot in slots if isinstance(slot.face, Card)}
    if len(suits) != 1:
        return None
    faults = tuple(_run_faults(slots, rules.melds))
    legal, wrong = _placed(slots, rules.melds, burnt)
    if faults or wrong:
        return _Shape(reasons=faults + wrong)
    return _Shape(tuple(legal))


def _run_faults(slots: Sequence[Slot], rules: MeldRules) -> Iterator[Reason]:
    """What no placing can mend."""
    size, jokers = len(slots), sum(slot.is_joker for slot in slots)
    if size < rules.run_min:
        yield Reason(Code.TOO_FEW_CARDS, size, rules.run_min)
    twice = _held_twice(slots)
    if twice is not None and not any(True for _ in _placements(slots, rules)):
        yield Reason(Code.RUN_DUPLICATE_CARD, card=twice)
    if rules.jokers_run_max is not None and jokers > rules.jokers_run_max:
        yield Reason(Code.TOO_MANY_JOKERS, jokers, limit=rules.jokers_run_max)
    if size > rules.run_max:
        yield Reason(Code.RUN_TOO_LONG, size, limit=rules.run_max)


def _placed(slots: Sequence[Slot], rules: MeldRules, burnt: Collection[Card]) -> tuple[list[Run], tuple[Reason, ...]]:
    """All legal ways to lie, or what forbids every one of them."""
    possible = list(_placements(slots, rules))
    if not possible:
        if len(slots) > rules.run_max or _held_twice(slots) is not None:
            return [], ()
        return [], (_unplaceable(slots, rules),)
    legal = [run for run in possible if _fits_names(run, slots)]
    reasons = []
    ways = legal or possible
    apart = [run for run in ways if rules.jokers_adjacent or not _adjacent_jokers(run)]
    if not apart:
        reasons.append(Reason(Code.ADJACENT_JOKERS))
    allowed = [run for run in apart or ways if not rules.joker_run_needs_burnt or _stands_for_burnt(run, burnt)]
    if not allowed:
        reasons.append(Reason(Code.JOKER_CARD_NOT_BURNT, card=_joker_card((apart or ways)[-1])))
    if not legal:
        reasons.append(Reason(Code.JOKER_DECLARED_WRONG, card=_first_name(slots)))
    return ([], tuple(reasons)) if reasons else (allowed, ())


def _placements(slots: Sequence[Slot], rules: MeldRules) -> Iterator[Run]:
    """Every way the natural cards fit into neighbouring places, jokers in the holes; the highest first."""
    naturals = [slot.face for slot in slots if isinstance(slot.face, Card)]
    ranks, length = {card.rank for card in naturals}, len(slots)
    for lowest in reversed(first_places(length, rules)):
        places = [(place - 1) % RANKS + 1 for place in range(lowest, lowest + length)]
        if ranks.issubset(places):
            run = _filled(lowest, places, naturals)
            if sum(not slot.is_joker for slot in run.slots) == len(naturals):
                yield run


def _filled(lowest: int, places: Iterable[int], naturals: Sequence[Card]) -> Run:
    """A run with each natural card at its place, as often as it is there, and jokers elsewhere."""
    suit, held = naturals[0].suit, Counter(card.rank for card in naturals)
    slots = []
    for rank in map(Rank, places):
        held[rank] -= 1
        card = Card(rank, suit)
        slots.append(Slot(card if held[rank] >= 0 else JOKER, card))
    return Run(tuple(slots), lowest)


def _fits_names(run: Run, slots: Sequence[Slot]) -> bool:
    """Whether every joker that was named lies where its card lies."""
    asked = Counter(slot.stands_for for slot in slots if slot.is_joker and slot.stands_for is not None)
    given = Counter(slot.stands_for for slot in run.slots if slot.is_joker)
    return asked <= given


def _adjacent_jokers(run: Run) -> bool:
    pairs = zip(run.slots, run.slots[1:], strict=False)
    return any(left.is_joker and right.is_joker for left, right in pairs)


def _stands_for_burnt(run: Run, burnt: Collection[Card]) -> bool:
    return all(slot.stands_for in burnt for slot in run.slots if slot.is_joker)


def _joker_card(run: Run) -> Card | None:
    return next((slot.stands_for for slot in run.slots if slot.is_joker), None)


def _first_name(slots: Sequence[Slot]) -> Card | None:
    return next((slot.stands_for for slot in slots if slot.is_joker and slot.stands_for is not None), None)


def _unplaceable(slots: Sequence[Slot], rules: MeldRules) -> Reason:
    """Why the cards do not lie in a row: the ace, or a card that is missing."""
    if rules.ace_run is AceRun.LOW and _placeable(slots, rules, AceRun.LOW_OR_HIGH):
        return Reason(Code.ACE_HIGH_NOT_ALLOWED)
    if _placeable(slots, rules, AceRun.CIRCULAR):
        return Reason(Code.ACE_BOTH_WAYS)
    return Reason(Code.NOT_CONSECUTIVE)


def _placeable(slots: Sequence[Slot], rules: MeldRules, ace_run: AceRun) -> bool:
    ways = _placements(slots, replace(rules, ace_run=ace_run))
    return any(rules.jokers_adjacent or not _adjacent_jokers(run) for run in ways)
