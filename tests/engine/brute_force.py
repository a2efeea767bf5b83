"""The simplest possible truth: try every way to lay a small hand.

Nothing here uses the engine's judging or searching; only cards and rulesets are shared.
For long runs: ``python -m tests.engine.brute_force HANDS SEED``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from engine.cards import JOKER, Card, Face, Hand, Rank, Suit
from engine.presets import EXCLUSIVE, HOUSE_RULES, PRESETS
from engine.rules import AceRun, FinalDiscard, Replaced, Ruleset
from engine.solver import best_opening, openings

PACKS_AT_FOUR = 4


@dataclass(frozen=True)
class Ideal:
    """A meld of natural cards as it would be without jokers, with the value of each place."""

    cards: tuple[Card, ...]
    values: tuple[int, ...]
    is_run: bool


@dataclass(frozen=True)
class Way:
    """One way to read some cards as a meld."""

    points: int
    clean: bool
    joker_cards: tuple[Card, ...]
    is_run: bool


@dataclass(frozen=True)
class Plan:
    """One way to lay cards of a hand."""

    points: int
    clean: int
    laid: tuple[Face, ...]
    left: tuple[Face, ...]
    run_jokers: tuple[Card, ...]


def value_in_meld(rank: Rank, ace: int) -> int:
    return ace if rank is Rank.ACE else min(int(rank), 10)


@cache
def ideals(rules: Ruleset, size: int) -> tuple[Ideal, ...]:
    """Every run and set of so many cards."""
    return (*_ideal_runs(rules, size), *_ideal_sets(rules, size))


def _ideal_runs(rules: Ruleset, size: int) -> Iterator[Ideal]:
    ranks = list(Rank)
    circle = [*ranks, *ranks]
    rows = []
    for start in range(13):
        if start + size <= 13:
            rows.append((circle[start : start + size], rules.melds.ace_run is not AceRun.HIGH or start > 0))
        elif start + size == 14:
            rows.append((circle[start : start + size], rules.melds.ace_run is not AceRun.LOW))
        elif size <= 13:
            rows.append((circle[start : start + size], rules.melds.ace_run is AceRun.CIRCULAR))
    for row, allowed in rows:
        if not allowed or not rules.melds.run_min <= size <= rules.melds.run_max:
            continue
        aces = [rules.values.ace_low if place == 0 else rules.values.ace_high for place in range(size)]
        values = tuple(value_in_meld(rank, ace) for rank, ace in zip(row, aces, strict=True))
        for suit in Suit:
            yield Ideal(tuple(Card(rank, suit) for rank in row), values, True)


def _ideal_sets(rules: Ruleset, size: int) -> Iterator[Ideal]:
    most = rules.melds.set_max
    if size < rules.melds.set_min or (most is not None and size > most):
        return
    pick = combinations if rules.melds.set_distinct_suits else combinations_with_replacement
    for rank in Rank:
        for suits in pick(Suit, size):
            cards = tuple(Card(rank, suit) for suit in suits)
            yield Ideal(cards, (value_in_meld(rank, rules.values.ace_set),) * size, False)


def ways(faces: Sequence[Face], rules: Ruleset) -> set[Way]:
    """Every way these very cards are one meld."""
    naturals = [face for face in faces if isinstance(face, Card)]
    if len(naturals) < max(1, rules.melds.naturals_min):
        return set()
    if len(naturals) < len(faces) and rules.deck.jokers_per_pack == 0:
        return set()
    if len({card.rank for card in naturals}) > 1 and len({card.suit for card in naturals}) > 1:
        return set()
    found: set[Way] = set()
    for ideal in ideals(rules, len(faces)):
        if all(card in ideal.cards for card in naturals) and Counter(naturals) <= Counter(ideal.cards):
            found.update(_readings(ideal, naturals, rules))
    return found


def _readings(ideal: Ideal, naturals: Sequence[Card], rules: Ruleset) -> Iterator[Way]:
    """Which places of the ideal are jokers: all choices that leave the natural cards."""
    places = range(len(ideal.cards))
    for chosen in combinations(places, len(places) - len(naturals)):
        kept = [ideal.cards[place] for place in places if place not in chosen]
        if Counter(kept) != Counter(naturals) or not jokers_allowed(ideal, chosen, rules):
            continue
        fixed = rules.values.joker_meld
        points = sum(
            fixed if place in chosen and not isinstance(fixed, Replaced) else ideal.values[place] for place in places
        )
        cards = tuple(ideal.cards[place] for place in chosen)
        yield Way(points, _is_clean(ideal, chosen, rules), cards, ideal.is_run)


def jokers_allowed(ideal: Ideal, chosen: tuple[int, ...], rules: Ruleset) -> bool:
    melds = rules.melds
    if ideal.is_run:
        limit = melds.jokers_run_max
        if not melds.jokers_adjacent and any(place + 1 in chosen for place in chosen):
            return False
    else:
        limit = melds.jokers_set3_max if len(ideal.cards) == 3 else melds.jokers_set4_max
    return limit is None or len(chosen) <= limit


def _is_clean(ideal: Ideal, chosen: tuple[int, ...], rules: Ruleset) -> bool:
    if not ideal.is_run:
        return False
    starts = range(len(ideal.cards) - 2)
    inside = any(not {start, start + 1, start + 2} & set(chosen) for start in starts)
    return not chosen or (rules.opening.clean_inside_dirty and inside)


def plans(hand: Sequence[Face], rules: Ruleset) -> Iterator[Plan]:
    """Every way to lay some of these cards, nothing laid included."""
    cache: dict[frozenset[int], set[Way]] = {}

    def ways_of(places: frozenset[int]) -> set[Way]:
        if places not in cache:
            cache[places] = ways([hand[place] for place in places], rules)
        return cache[places]

    def grow(open_places: tuple[int, ...], plan: Plan) -> Iterator[Plan]:
        if not open_places:
            yield plan
            return
        first, rest = open_places[0], open_places[1:]
        yield from grow(rest, Plan(plan.points, plan.clean, plan.laid, (*plan.left, hand[first]), plan.run_jokers))
        for size in range(2, len(rest) + 1):
            for others in combinations(rest, size):
                for way in ways_of(frozenset((first, *others))):
                    laid = (*plan.laid, *(hand[place] for place in (first, *others)))
                    stands = (*plan.run_jokers, *(way.joker_cards if way.is_run else ()))
                    after = tuple(place for place in rest if place not in others)
                    clean = plan.clean + way.clean
                    yield from grow(after, Plan(plan.points + way.points, clean, laid, plan.left, stands))

    yield from grow(tuple(range(len(hand))), Plan(0, 0, (), (), ()))


def in_hand(face: Face, rules: Ruleset) -> int:
    if not isinstance(face, Card):
        return rules.values.joker_hand
    return value_in_meld(face.rank, rules.values.ace_hand)


def burnt_allowed(plan: Plan, rules: Ruleset) -> bool:
    """Whether every joker in a run stands for a card of which every copy has been laid."""
    if not rules.melds.joker_run_needs_burnt:
        return True
    packs, laid = rules.deck.packs.at(PACKS_AT_FOUR), Counter(plan.laid)
    return all(laid[card] >= packs for card in plan.run_jokers)


@dataclass(frozen=True)
class Truth:
    """What every plan of a hand together says."""

    legal: bool
    front: tuple[tuple[int, int], ...]
    min_left: int
    with_clean: int
    without: int


def truth(hand: Sequence[Face], rules: Ruleset) -> Truth:
    """The figures of the best opening, by trying everything."""
    required = rules.turn.final_discard is FinalDiscard.REQUIRED
    kept = [plan for plan in plans(hand, rules) if len(plan.left) >= required and burnt_allowed(plan, rules)]
    clean = [plan for plan in kept if plan.clean >= rules.opening.open_clean_runs]
    legal = [plan for plan in clean if plan.laid and plan.points >= _needed(plan, rules)]
    pairs = {(len(plan.laid), plan.points) for plan in legal}
    front = tuple(sorted(pair for pair in pairs if not any(_beats(other, pair) for other in pairs)))
    return Truth(
        bool(legal),
        front,
        min((_left(plan, rules, required) for plan in legal), default=0),
        max((plan.points for plan in clean), default=0),
        max((plan.points for plan in kept), default=0),
    )


def _beats(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and one[0] >= other[0] and one[1] >= other[1]


def _needed(plan: Plan, rules: Ruleset) -> int:
    out = len(plan.left) <= 1
    return 0 if out and rules.opening.open_waived_if_out else rules.opening.open_points


def _left(plan: Plan, rules: Ruleset, required: bool) -> int:
    values = [in_hand(face, rules) for face in plan.left]
    return sum(values) - (max(values, default=0) if required else 0)


def answer(hand: Sequence[Face], rules: Ruleset) -> Truth:
    """The engine's answer in the same words."""
    found, best = openings(hand, rules), best_opening(hand, rules)
    front = tuple((laying.cards, laying.points) for laying in found.front)
    return Truth(found.legal, front, best.min_left, found.best_with_clean_run, found.best_without)


ODD_TABLES: dict[str, list[object]] = {
    "ace_run": ["low", "high", "low_or_high", "circular"],
    "run_max": [3, 4, 5, 13],
    "set_max": [3, 4, 5, None],
    "set_distinct_suits": [True, False],
    "jokers_run_max": [0, 1, 2, None],
    "jokers_set3_max": [0, 1, 2, None],
    "jokers_set4_max": [0, 1, 2, None],
    "jokers_adjacent": [True, False],
    "naturals_min": [1, 2, 3],
    "joker_run_needs_burnt": [True, False],
    "ace_low": [1, 5],
    "ace_high": [1, 14],
    "joker_meld": ["replaced", 0, 20],
    "joker_hand": [0, 30],
    "open_clean_runs": [0, 1, 2],
    "final_discard": ["required", "optional"],
}
"""Values that no game of the books has together, but a table may agree on."""


def random_rules(dice: random.Random) -> Ruleset:
    """Some game with some house rules, and an opening that small hands can reach."""
    rules = PRESETS[dice.choice(list(PRESETS))]
    chosen: set[str] = set()
    for name in dice.sample(list(HOUSE_RULES), dice.choice([0, 0, 1, 2, 3])):
        if not any(name in group and group & chosen for group in EXCLUSIVE):
            chosen.add(name)
            rules = HOUSE_RULES[name].applied_to(rules)
    changes = dice.sample(list(ODD_TABLES), dice.choice([0, 0, 0, 1, 2, 3]))
    rules = rules.but(**{name: dice.choice(ODD_TABLES[name]) for name in changes})
    return rules.but(open_points=dice.choice([0, 15, 24, 30, 40, 51]))


def random_hand(dice: random.Random, rules: Ruleset, size: int) -> Hand:
    """A hand rich in melds: neighbouring ranks and few suits."""
    packs, jokers = rules.deck.packs.at(PACKS_AT_FOUR), rules.deck.jokers_per_pack
    first, width = dice.randrange(13), dice.choice([3, 4, 5, 13])
    ranks = [list(Rank)[(first + step) % 13] for step in range(width)]
    suits = dice.sample(list(Suit), dice.choice([1, 2, 3, 4]))
    deck: list[Face] = [Card(rank, suit) for rank in ranks for suit in suits for _ in range(packs)]
    wild = min(packs * jokers, dice.choice([0, 0, 1, 1, 2, 3]))
    dealt = dice.sample(deck, min(len(deck), size))
    return Hand(tuple(dealt[: max(0, size - wild)]) + (JOKER,) * wild)


def compare(hands: int, seed: int) -> int:
    """How many of so many random hands the engine answers differently; each is printed."""
    dice, wrong = random.Random(seed), 0
    for number in range(hands):
        rules = random_rules(dice)
        hand = random_hand(dice, rules, dice.choice([5, 6, 7, 7, 8]))
        if answer(hand.faces, rules) != truth(hand.faces, rules):
            wrong += 1
            print(number, hand, answer(hand.faces, rules), truth(hand.faces, rules))
            print(*(f"{change.parameter}={change.after}" for change in PRESETS["remik_trad"].differences(rules)))
    print(f"{hands} hands, {wrong} answered differently")
    return wrong


if __name__ == "__main__":
    sys.exit(compare(int(sys.argv[1]), int(sys.argv[2])) > 0)
