"""Every parameter bites: one position each whose answer changes when only that rule changes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.advising import advise_record
from engine.checking import check
from engine.records import Record
from engine.rules import PARAMETERS

OPEN_51 = [["8S", "9S", "10S"], ["8D", "8C", "8H"]]
OPEN_48 = [["7H", "8H", "9H"], ["8S", "8C", "8D"]]
SEVEN_OF_DIAMONDS = [{"onto": ["4D", "5D", "6D"], "cards": ["7D"], "owner": "opponent"}]
NEW_MELD = {"how": "new_meld", "meld": ["QS", "QH", "JK"]}


def meld(*cards: str, **how: Any) -> dict[str, Any]:
    return {"kind": "meld", "input": {"cards": list(cards), **how}}


def opening(melds: list[list[str]], **how: Any) -> dict[str, Any]:
    return {"kind": "opening", "input": {"melds": melds, **how}}


def best(hand: str) -> dict[str, Any]:
    return {"kind": "opening", "input": {"action": "best", "hand": hand.split()}}


def layoff(table: list[str], cards: list[str], **how: Any) -> dict[str, Any]:
    return {"kind": "layoff", "input": {"table": table, "cards": cards, **how}}


def swap(table: list[str], cards: list[str], **how: Any) -> dict[str, Any]:
    return {"kind": "swap", "input": {"table": table, "cards": cards, **how}}


def outs(hand: str) -> dict[str, Any]:
    return {"hand": hand, "outs": True}


def knock(hand: str) -> dict[str, Any]:
    return {"hand": hand}


FLIPS: list[tuple[str, str, Any, dict[str, Any], str]] = [
    ("packs", "remik_trad", 1, outs("10H JH QH 5S 6S 8S"), "copies"),
    ("jokers_per_pack", "remik_trad", 0, meld("9C", "9S", "JK"), "code"),
    ("run_min", "remik_trad", 4, meld("7S", "8S", "9S"), "code"),
    ("run_max", "remik_trad", 5, meld("4S", "5S", "6S", "7S", "8S", "9S"), "code"),
    ("ace_run", "remik_trad", "circular", meld("KD", "AD", "2D"), "legal"),
    ("set_min", "remik_trad", 4, meld("7S", "7H", "7D"), "code"),
    ("set_max", "remik_trad", 3, meld("7S", "7H", "7D", "7C"), "code"),
    ("set_distinct_suits", "remik_trad", False, meld("7S", "7S", "7D"), "legal"),
    ("jokers_run_max", "remik_trad", 1, meld("9H", "JK", "JH", "JK", "KH"), "code"),
    ("jokers_set3_max", "remik_trad", 0, meld("9C", "9S", "JK"), "code"),
    ("jokers_set4_max", "remik_trad", 1, meld("9C", "9S", "JK", "JK"), "code"),
    ("jokers_adjacent", "remik_trad", True, meld("10H", "JK", "JK", "KH"), "legal"),
    ("naturals_min", "remik_trad", 2, meld("JK", "8S", "JK"), "code"),
    ("joker_run_needs_burnt", "rami51", True, meld("5H", "6H", "JK"), "code"),
    ("ace_low", "remik_trad", 15, meld("AC", "2C", "3C"), "value"),
    ("ace_high", "remik_trad", 15, meld("AC", "KC", "QC"), "value"),
    ("ace_set", "remik_trad", 15, meld("AC", "AH", "AD"), "value"),
    ("joker_meld", "remik_trad", 0, meld("9C", "9S", "JK"), "value"),
    ("ace_hand", "remik_trad", 1, best("8S 9S 10S 8D 8C 8H KD AS AD 2C"), "min_left_after_discard"),
    ("joker_hand", "rami51", 50, best("8S 9S 10S 8D 8C 8H JK JK JK 2C"), "min_left_after_discard"),
    ("open_points", "remik_trad", 52, opening(OPEN_51), "code"),
    ("open_clean_runs", "remik_trad", 2, opening(OPEN_51), "code"),
    ("clean_inside_dirty", "rami51", True, opening([["5H", "6H", "7H", "JK", "9H"], ["KS", "KC", "KD"]]), "legal"),
    ("open_count_layoffs", "remik_trad", True, opening(OPEN_48, layoffs=SEVEN_OF_DIAMONDS), "legal"),
    ("open_waived_if_out", "remik_trad", True, opening(OPEN_48, goes_out=True, discard="2C"), "legal"),
    ("out_from_turn", "remik_trad", 2, opening(OPEN_51, goes_out=True, discard="2C", first_turn=True), "code"),
    ("dry_needs_points", "rami51", False, opening(OPEN_48, goes_out=True, discard="2C", nobody_laid=True), "legal"),
    ("discard_draw", "remik_trad", "opened_only", opening(OPEN_51, discard_draw="8C"), "code"),
    ("discard_draw_points", "rami51", 71, opening(OPEN_51, discard_draw="8C"), "code"),
    ("discard_depth", "rami51", "any", opening(OPEN_51, discard_take=["8C", "KD"]), "legal"),
    ("no_same_discard", "remik_trad", True, opening(OPEN_51, discard_draw="KD", discard="KD"), "code"),
    (
        "last_card_blocks_discard",
        "remik_trad",
        True,
        layoff(["4D", "5D", "6D"], ["7D"], hand_before=1, discard_draw="7D"),
        "code",
    ),
    ("final_discard", "remik_trad", "optional", opening(OPEN_51, goes_out=True), "legal"),
    ("layoff", "remik_trad", "none", layoff(["4D", "5D", "6D"], ["7D"]), "code"),
    ("layoff_needs_open", "remik_trad", False, layoff(["4D", "5D", "6D"], ["7D"], opened=False), "legal"),
    ("joker_on_opponent_run", "remik_trad", False, layoff(["4D", "5D", "6D"], ["JK"], owner="opponent"), "code"),
    ("remove_complete", "remik_trad", False, layoff(["8S", "8H", "8C"], ["8D"]), "removed"),
    ("swap", "remik_trad", "none", swap(["7S", "8S", "JK=6S"], ["6S"], reuse=NEW_MELD), "code"),
    ("swap_set3", "remik_trad", "both_missing", swap(["8S", "8H", "JK"], ["8D"], reuse=NEW_MELD), "code"),
    ("swap_reuse", "remik_trad", "keep", swap(["7S", "8S", "JK=6S"], ["6S"]), "legal"),
    (
        "take_spare",
        "remik_trad",
        True,
        swap(["7D", "7C", "7S", "7H"], [], action="take", take="7H", into=["7H", "8H", "9H"]),
        "legal",
    ),
    ("knock_max", "gin", 2, knock("4S 5S 6S 9H 9D 9C JC QC KC 3D KD"), "may_knock"),
]
ONLY_SHOWN = {name for name, parameter in PARAMETERS.items() if parameter.info} | {
    "deal",
    "starter_extra",
    "first_upcard",
}
"""Told to players and used for hints; no meld, opening, turn or score depends on them."""


def _ask(question: dict[str, Any], game: str, **overrides: Any) -> dict[str, Any]:
    told = {**question, "system": game, "rules": game, "overrides": overrides}
    return (check if "kind" in question else advise_record)(Record(told))


@pytest.mark.parametrize(("name", "game", "value", "question", "key"), FLIPS, ids=[flip[0] for flip in FLIPS])
def test_one_rule_changed_changes_the_answer(
    name: str, game: str, value: Any, question: dict[str, Any], key: str
) -> None:
    assert _ask(question, game)[key] != _ask(question, game, **{name: value})[key]


def test_every_parameter_of_the_table_and_the_turn_is_flipped() -> None:
    scored = {name for name, parameter in PARAMETERS.items() if parameter.group in ("score", "knock")}
    flipped = {flip[0] for flip in FLIPS}
    assert set(PARAMETERS) - flipped - scored == ONLY_SHOWN
