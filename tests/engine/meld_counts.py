"""Every meld of a suit and of a rank, counted: by the judge, and by the simplest enumeration.

``python -m tests.engine.meld_counts`` prints the table of tests/data/engine/meld_counts.json.
Without jokers all choices of cards are counted, with one and two jokers those with two to
four natural cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from engine.cards import CARDS, JOKER, Card, Face, Rank, Suit
from engine.melds import Slot, judge_meld
from engine.presets import PRESETS
from engine.rules import Ruleset
from tests.engine.brute_force import Ideal, ideals, jokers_allowed

Counts = dict[str, list[int]]
SEVENS = tuple(Card(Rank.SEVEN, suit) for suit in Suit)
SPADES = tuple(Card(rank, Suit.SPADES) for rank in Rank)


def most_naturals(jokers: int) -> int:
    return 4 if jokers else len(SPADES)


def judged_counts(rules: Ruleset) -> Counts:
    """What the judge says of every choice of spades, and of sevens."""
    packs = rules.deck.packs.at(4)
    rows = range(3 if rules.deck.jokers_per_pack else 1)
    runs = [4 * _judged(_choices(SPADES, 1, most_naturals(jokers)), jokers, rules) for jokers in rows]
    sets = [13 * _judged(_choices(SEVENS, packs, 5 if not jokers else 4), jokers, rules) for jokers in rows]
    return {"runs": runs, "sets": sets}


def _choices(cards: tuple[Card, ...], copies: int, most: int) -> Iterator[tuple[Card, ...]]:
    for size in range(2, most + 1):
        for chosen in combinations_with_replacement(cards, size) if copies > 1 else combinations(cards, size):
            if all(chosen.count(card) <= copies for card in chosen):
                yield chosen


def _judged(choices: Iterator[tuple[Card, ...]], jokers: int, rules: Ruleset) -> int:
    faces: Iterator[tuple[Face, ...]] = ((*cards, *(JOKER,) * jokers) for cards in choices)
    return sum(judge_meld(map(Slot.of, meld), rules, CARDS).legal for meld in faces)


def enumerated_counts(rules: Ruleset) -> Counts:
    """What is left of every ideal meld when jokers take some of its places."""
    rows = range(3 if rules.deck.jokers_per_pack else 1)
    runs = [4 * len(set(_left_of_ideals(rules, jokers, True, most_naturals(jokers)))) for jokers in rows]
    sets = [13 * len(set(_left_of_ideals(rules, jokers, False, 5 if not jokers else 4))) for jokers in rows]
    return {"runs": runs, "sets": sets}


def _left_of_ideals(rules: Ruleset, jokers: int, runs: bool, most: int) -> Iterator[tuple[Card, ...]]:
    packs = rules.deck.packs.at(4)
    for size in range(3, most + jokers + 1):
        for ideal in ideals(rules, size):
            if ideal.is_run == runs and _is_sample(ideal):
                for chosen in combinations(range(size), jokers):
                    left = [card for place, card in enumerate(ideal.cards) if place not in chosen]
                    allowed = jokers_allowed(ideal, chosen, rules) and all(left.count(card) <= packs for card in left)
                    if allowed and 2 <= len(left) <= most:
                        yield tuple(sorted(left, key=CARDS.index))


def _is_sample(ideal: Ideal) -> bool:
    return ideal.cards[0].suit is Suit.SPADES if ideal.is_run else ideal.cards[0].rank is Rank.SEVEN


if __name__ == "__main__":
    print(json.dumps({game: enumerated_counts(rules) for game, rules in PRESETS.items()}, indent=1))
