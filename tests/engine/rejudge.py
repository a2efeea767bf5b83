"""Every suggestion put before the judge, on random positions of all games and house rules.

For long runs: ``python -m tests.engine.rejudge POSITIONS SEED``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from engine.cards import Hand
from engine.opening import Opening, judge_opening
from engine.rules import Ruleset
from engine.solver import Laying, Situation, openings
from engine.table import TableMeld
from engine.turn import best_turns, judge_turn
from engine.turnsearch import Turn
from tests.engine.brute_force import in_hand, random_hand, random_rules
from tests.engine.brute_turn import random_table


def faults(dice: random.Random) -> Iterator[str]:
    """What is wrong with the suggestions for one random position; nothing if all is well."""
    rules = random_rules(dice)
    hand = random_hand(dice, rules, dice.choice([3, 7, 10, 13, 14, 15]))
    table, opened = random_table(dice, rules, hand), dice.random() < 0.6
    for laying in openings(hand, rules).front:
        yield from _laying_faults(laying, hand, rules)
    for turn in best_turns(hand, rules, table, opened=opened):
        yield from _turn_faults(turn, hand, rules, table, opened)


def _laying_faults(laying: Laying, hand: Hand, rules: Ruleset) -> Iterator[str]:
    melds = tuple(meld.slots for meld in laying.melds)
    verdict = judge_opening(Opening(melds, goes_out=laying.goes_out, discard=laying.discard), rules)
    laid = [slot.face for meld in melds for slot in meld]
    if not verdict.legal or verdict.points != laying.points:
        yield f"{hand}: opening refused, {verdict.codes}, {verdict.points} points"
    if hand.minus(*laid) != laying.left or len(laid) != laying.cards:
        yield f"{hand}: an opening with the wrong cards"
    if laying.discard is not None and laying.discard not in laying.left.faces:
        yield f"{hand}: a discard that was laid"


def _turn_faults(turn: Turn, hand: Hand, rules: Ruleset, table: tuple[TableMeld, ...], opened: bool) -> Iterator[str]:
    for reason in judge_turn(turn, hand, rules, table, opened=opened, situation=Situation()):
        yield f"{hand} before {table}: turn refused, {reason}"
    if turn.points_left != sum(in_hand(face, rules) for face in turn.left):
        yield f"{hand} before {table}: points left are wrong"
    if turn.cards_laid != len(hand) - len(turn.left) - (turn.discard is not None):
        yield f"{hand} before {table}: cards laid are wrong"


def rejudge(positions: int, seed: int) -> int:
    """How many of so many positions have a suggestion that is refused; each is printed."""
    dice, refused = random.Random(seed), 0
    for number in range(positions):
        found = list(faults(dice))
        refused += bool(found)
        for fault in found:
            print(number, fault)
    print(f"{positions} positions, suggestions refused in {refused}")
    return refused


if __name__ == "__main__":
    sys.exit(rejudge(int(sys.argv[1]), int(sys.argv[2])) > 0)
