"""The scoring formulae written down as plainly as they stand in the rules, on plain text and numbers.

Nothing here uses the engine: cards are words, parameters the table of the rule book.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Question = dict[str, Any]


def number(card: str) -> int:
    return {"A": 1, "J": 11, "Q": 12, "K": 13}.get(card[:-1], 0) or int(card[:-1])


def in_hand(card: str, rules: Question) -> int:
    if card == "JK":
        return int(rules["joker_hand"])
    return int(rules["ace_hand"]) if number(card) == 1 else min(number(card), 10)


def in_melds(melds: list[list[str]], rules: Question) -> int:
    """Melds of natural cards; in a run an ace is low if the 2 is there."""
    return sum(in_meld(card, meld, rules) for meld in melds for card in meld)


def in_meld(card: str, meld: list[str], rules: Question) -> int:
    if number(card) != 1:
        return min(number(card), 10)
    numbers = {number(each) for each in meld}
    return int(rules["ace_set"] if len(numbers) == 1 else rules["ace_low"] if 2 in numbers else rules["ace_high"])


def plain_scores(question: Question, rules: Question) -> dict[str, int]:
    """What everybody writes down."""
    players, winner = question["players"], question["winner"]
    held = {name: hand_of(each, rules) for name, each in players.items()}
    h = {name: sum(in_hand(card, rules) for card in hand) for name, hand in held.items()}
    base = {}
    for name, each in players.items():
        base[name] = h[name]
        if not each["opened"] and rules["unopened"] is not None:
            base[name] = rules["unopened"] + rules["unopened_per_joker"] * held[name].count("JK")
    one_go = question["in_one_go"]
    if rules["one_go_only_if_first"] and question["others_had_laid"]:
        one_go = False
    if question["used_table"] and not rules["dry_layoffs"]:
        one_go = False
    if question["touched_discard"] and rules["discard_touch_bars_dry"]:
        one_go = False
    m = Fraction(1)
    if one_go:
        m = Fraction(rules["one_go_mult"][min(question["jokers_used"], 2)])
        if question["closing_discard"] == "JK":
            m *= Fraction(rules["one_go_joker_close"])
    flat = rules["one_go_flat"] if one_go else None
    pen = {name: base[name] * m if flat is None else Fraction(flat) for name in players if name != winner}
    laid = {name: Fraction(laid_of(each, rules)) for name, each in players.items()}
    laid[winner] *= m
    mode, result = rules["score_mode"], {}
    for name in players:
        if mode == "penalty":
            result[name] = rules["winner_bonus"] if name == winner else pen[name]
        elif mode == "collect":
            result[name] = sum(pen.values()) if name == winner else 0
        elif mode == "pay":
            result[name] = sum(pen.values()) if name == winner else -pen[name]
        elif mode == "meld":
            result[name] = laid[name]
        elif mode == "net":
            result[name] = laid[name] - (0 if name == winner else h[name])
    times = rules["last_round_mult"] if question["last_round"] else 1
    return {name: to_steps(points * times, rules["round_to"]) for name, points in result.items()}


def hand_of(player: Question, rules: Question) -> list[str]:
    early = player["early_jokers"] if rules["early_joker_counts"] else 0
    return list(player["hand"]) + ["JK"] * early


def laid_of(player: Question, rules: Question) -> int:
    own = in_melds(player["laid"], rules)
    return own + sum(
        in_meld(card, added["onto"] + added["cards"], rules) for added in player["laid_off"] for card in added["cards"]
    )


def to_steps(points: Fraction, k: int) -> int:
    sign = -1 if points < 0 else 1
    return sign * k * math.floor(abs(points) / k + Fraction(1, 2))
