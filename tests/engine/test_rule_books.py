"""The sentences of the rule books, each asked as one question (beside the worked examples).

000: Parlett, basic rummy. 001: rami 51. 002: remik and its kin. The words in quotes say what
the book says; the expectation is what a player at that table would be told.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.advice import advise
from engine.cards import Hand
from engine.checking import check
from engine.presets import ruleset
from engine.records import Record

Expected = dict[str, Any]


def meld(cards: str, **how: Any) -> dict[str, Any]:
    return {"kind": "meld", "input": {"cards": cards, **how}}


def opening(*melds: str, **how: Any) -> dict[str, Any]:
    return {"kind": "opening", "input": {"melds": list(melds), **how}}


def layoff(table: str, cards: str, **how: Any) -> dict[str, Any]:
    return {"kind": "layoff", "input": {"table": table, "cards": cards, **how}}


def swap(table: str, cards: str, **how: Any) -> dict[str, Any]:
    return {"kind": "swap", "input": {"table": table, "cards": cards, **how}}


NEW = {"how": "new_meld", "meld": "QS QH JK"}
ADDED = {"how": "layoff", "meld": "4D 5D 6D JK"}
LEGAL: Expected = {"legal": True}

SENTENCES: list[tuple[str, str, dict[str, Any], Expected]] = [
    # 000, basic rummy
    ("000: a set is three or more of one rank, a fifth with two packs", "basic_rummy", meld("9S 9H 9D 9C 9S"), LEGAL),
    ("000: K-A-2 is no sequence even where the ace is high or low", "basic_rummy", meld("KC AC 2C"), {"legal": False}),
    ("000: a joker stands for any card: 3-3-joker", "basic_rummy", meld("3H 3D JK"), {"legal": True, "type": "set"}),
    ("000: two jokers in a set of three are not forbidden", "basic_rummy", meld("3H JK JK"), LEGAL),
    (
        "000: lay off on anybody's meld without having laid",
        "basic_rummy",
        layoff("3H 3D 3C", "3S", opened=False),
        LEGAL,
    ),
    ("000: any further card of the rank frees the joker", "basic_rummy", swap("3H 3D JK", "3C", opened=False), LEGAL),
    ("000: the last card need not be discarded", "basic_rummy", opening("5H 6H 7H", goes_out=True), LEGAL),
    # 001, rami 51
    ("001: four of a rank of different suits", "rami51", meld("8S 8H 8C 8D"), {"value": 32}),
    ("001: one joker in a sequence", "rami51", meld("5H JK 7H JK"), {"code": "too_many_jokers"}),
    ("001: and one in a set (decided)", "rami51", meld("8S 8H JK JK"), {"code": "too_many_jokers"}),
    ("001: the ace after the king stays an ace", "rami51", meld("QH KH AH 2H"), {"code": "ace_both_ways"}),
    ("001: no run of fourteen", "rami51", meld("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"), {"legal": False}),
    ("001: the joker counts as the card it replaces", "rami51", meld("KS KC JK"), {"value": 30}),
    ("001: variant, the ace goes round the corner", "rami51", meld("KH AH 2H"), {"legal": False}),
    ("001: at least 51 points", "rami51", opening("10H JH QH", "7S 7H 7C"), {"legal": True, "points": 51}),
    (
        "001: the card taken must be laid",
        "rami51",
        opening("10H JH QH", "7S 7H 7C", discard_draw="2C"),
        {"code": "discard_card_not_used"},
    ),
    (
        "001: only the top discard",
        "rami51",
        opening("10H JH QH", "7S 7H 7C", discard_take="2C 7S"),
        {"code": "only_top_discard"},
    ),
    (
        "001: melds may be completed in the first lay-down, the new cards count",
        "rami51",
        opening("10H JH QH", "5S 5H 5C", layoffs=[{"onto": "4D 5D 6D", "cards": "7D"}]),
        {"legal": True, "points": 52},
    ),
    (
        "001: an added ace counts by its place",
        "rami51",
        opening("10H JH QH", "3S 3H 3C", layoffs=[{"onto": "JD QD KD", "cards": "AD"}]),
        {"points": 50, "short": 1},
    ),
    (
        "001: a card that does not fit",
        "rami51",
        opening("10H JH QH", "7S 7H 7C", layoffs=[{"onto": "4D 5D 6D", "cards": "9D"}]),
        {"code": "does_not_fit"},
    ),
    ("001: no joker on an opponent's run", "rami51", layoff("4D 5D 6D", "JK"), {"code": "joker_on_opponent_run"}),
    ("001: a full set takes no more", "rami51", layoff("9S 9H 9C JK", "9D"), {"code": "meld_complete"}),
    ("001: lay off only after having laid", "rami51", layoff("4D 5D 6D", "7D", opened=False), {"code": "not_opened"}),
    ("001: both missing cards free the joker of three", "rami51", swap("9C 9S JK", "9D 9H", reuse=NEW), LEGAL),
    ("001: one of them does not", "rami51", swap("9C 9S JK", "9D", reuse=NEW), {"code": "set3_joker_not_determined"}),
    ("001: the joker of four is known", "rami51", swap("9C 9S 9D JK", "9H", reuse=NEW), LEGAL),
    ("001: it is laid at once, also on the table", "rami51", swap("9C 9S 9D JK", "9H", reuse=ADDED), LEGAL),
    ("001: not kept in hand", "rami51", swap("9C 9S 9D JK", "9H"), {"code": "joker_must_be_used_now"}),
    (
        "001: not used in something that is no meld",
        "rami51",
        swap("9C 9S 9D JK", "9H", reuse={"how": "new_meld", "meld": "QS KH JK"}),
        {"code": "joker_must_be_used_now"},
    ),
    (
        "001: three cards must remain",
        "rami51",
        swap("7D 7C 7S", "", action="take", take="7S", into="7S 8S 9S"),
        {"code": "would_leave_fewer_than_three"},
    ),
    (
        "001: the card taken goes into another meld",
        "rami51",
        swap("7D 7C 7S 7H", "", action="take", take="7H", into="8H 9H 10H"),
        {"code": "taken_card_must_be_used"},
    ),
    (
        "001: only after having laid",
        "rami51",
        swap("7D 7C 7S 7H", "", action="take", take="7H", into="7H 8H 9H", opened=False),
        {"code": "not_opened"},
    ),
    ("001 Lebanese: the ace is ten everywhere", "lebanese14", meld("QC KC AC"), {"value": 30}),
    ("001 Lebanese: a joker in a run for a burnt card", "lebanese14", meld("5H 6H JK", burnt="7H 7H"), LEGAL),
    ("001 Lebanese: the joker takes the burnt end", "lebanese14", meld("5H 6H JK", burnt="4H"), {"value": 15}),
    (
        "001 Lebanese: copies laid in the same turn count",
        "lebanese14",
        opening("5H 6H JK", "7H 8H 9H", "7H 7S 7D", "KS KD KC"),
        LEGAL,
    ),
    # 002, remik
    ("002: A K D or A 2 3", "remik_general", meld("AD KD QD"), {"value": 31}),
    ("002: one copy of a card in a meld", "remik_general", meld("9S 9S 9D"), {"code": "set_duplicate_suit"}),
    ("002: jokers without limit in the general rules", "remik_general", meld("9S JK JK JK"), LEGAL),
    ("002: first lay-down of 30 points", "remik_general", opening("10S 10H 10D"), {"legal": True, "points": 30}),
    ("002: completed melds leave the table", "remik_general", layoff("9S 9H 9D", "9C"), {"removed": True}),
    ("002: not while a joker lies in them", "remik_general", layoff("9S 9H 9D", "JK"), {"removed": False}),
    ("002: a swapped joker may be kept in the general rules", "remik_general", swap("9S 9H JK", "9D"), LEGAL),
    ("002 tradycyjny: no two jokers side by side", "remik_trad", meld("10H JK JK KH"), {"code": "adjacent_jokers"}),
    ("002 tradycyjny: one joker in a set of three", "remik_trad", meld("9S JK JK 9H"), {"type": "set"}),
    ("002 tradycyjny: two in a set of four", "remik_trad", meld("9S JK JK JK"), {"code": "too_many_jokers"}),
    ("002 tradycyjny: JK-5-JK-7-JK is a run", "remik_trad", meld("JK 5H JK 7H JK"), {"value": 30}),
    ("002 tradycyjny: one missing card is enough", "remik_trad", swap("9S 9H JK", "9D", reuse=NEW), LEGAL),
    (
        "002 tradycyjny: the joker makes a new meld",
        "remik_trad",
        swap("9S 9H JK", "9D", reuse=ADDED),
        {"code": "joker_must_make_new_meld"},
    ),
    (
        "002 tradycyjny: the named card only",
        "remik_trad",
        swap("7S 8S JK=6S", "9S", reuse=NEW),
        {"code": "wrong_card"},
    ),
    (
        "002: no re-arranging of the table",
        "remik_trad",
        swap("7D 7C 7S 7H", "", action="take", take="7H", into="7H 8H 9H"),
        {"code": "table_is_fixed"},
    ),
    ("002 500: no jokers", "remik500", meld("4S 5S JK"), {"code": "jokers_not_used"}),
    ("002 500: the ace is fifteen", "remik500", meld("AS AH AD"), {"value": 45}),
    ("002 500: the deepest card taken is used", "remik500", opening("2C 2D 2H", discard_take="2C KD 5H"), LEGAL),
    ("002 500: no last discard", "remik500", opening("2C 2D 2H", goes_out=True), LEGAL),
    ("002 gin: the ace is low only", "gin", meld("QS KS AS"), {"code": "ace_high_not_allowed"}),
    (
        "002 gin: nothing is laid off before the knock",
        "gin",
        layoff("7S 8S 9S", "10S"),
        {"code": "no_layoffs_in_this_game"},
    ),
    ("002 gin: there are no jokers to swap", "gin", swap("7S 8S 9S", "10S"), {"code": "no_swaps_in_this_game"}),
]


def _ask(question: dict[str, Any], game: str, *house_rules: str) -> dict[str, Any]:
    return check(Record({**question, "system": game, "house_rules": list(house_rules)}))


@pytest.mark.parametrize(
    ("sentence", "game", "question", "expected"), SENTENCES, ids=[sentence[0] for sentence in SENTENCES]
)
def test_sentence(sentence: str, game: str, question: dict[str, Any], expected: Expected) -> None:
    reply = _ask(question, game)
    assert {key: reply[key] for key in expected} == expected


HOUSE: list[tuple[str, str, dict[str, Any], Expected]] = [
    (
        "M4_discard_only_after_opening",
        "remik_trad",
        opening("8S 9S 10S", "8D 8C 8H", discard_draw="8C"),
        {"code": "discard_only_after_opening"},
    ),
    (
        "M5_discard_unopened_must_win",
        "remik_trad",
        opening("8S 9S 10S", "8D 8C 8H", discard_draw="8C", goes_out=True, discard="2C"),
        LEGAL,
    ),
    ("M8a_open_50", "remik_trad", opening("2H 3H 4H 5H 6H", "KS KD KH"), LEGAL),
    (
        "M9_open_any_if_out",
        "remik_trad",
        opening("2H 2S 2D", "3H 3S 3D", goes_out=True, discard="KD"),
        {"code": "no_clean_run"},
    ),
    ("M10_no_final_discard", "remik_trad", opening("8S 9S 10S", "8D 8C 8H", goes_out=True), LEGAL),
    ("M11_round_the_corner", "remik_trad", meld("QS KS AS 2S"), {"value": 33}),
    ("M12_one_joker_per_meld", "remik_trad", meld("9S 9H JK JK"), {"code": "too_many_jokers"}),
    ("M14_high_ace_10", "remik_trad", meld("AS AH AD"), {"value": 30}),
    ("V3_no_final_discard", "rami51", opening("10H JH QH", "7S 7H 7C", goes_out=True), LEGAL),
    ("V5b_joker_35", "rami51", meld("4C 5C JK"), {"value": 44}),
    ("V5a_joker_not_counted", "rami51", meld("4C 5C JK"), {"value": 9}),
    ("V6_circular", "rami51", meld("KH AH 2H"), {"value": 23}),
    ("V6_circular", "rami51", meld("AH 2H 3H"), {"value": 6}),
    ("X4_two_naturals", "remik_general", meld("9S JK JK"), {"code": "too_few_naturals"}),
    ("X6_clean_inside_dirty", "rami51", opening("5H 6H 7H JK 9H", "KS KC KD"), {"legal": True, "points": 65}),
]


@pytest.mark.parametrize(("house_rule", "game", "question", "expected"), HOUSE)
def test_house_rule(house_rule: str, game: str, question: dict[str, Any], expected: Expected) -> None:
    reply = _ask(question, game, house_rule)
    assert {key: reply[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("cards", "codes"),
    [
        ("8S 8S 8H JK JK JK", ["set_duplicate_suit", "set_too_big", "too_many_jokers"]),
        ("5H 5H 6H JK JK", ["run_duplicate_card", "too_many_jokers"]),
        ("JK 9D", ["too_few_cards"]),
        ("JK JK", ["too_few_cards", "too_few_naturals"]),
        ("9D JK JK JK", ["too_many_jokers"]),
        ("5S 7H JK", ["mixed_suits"]),
        ("5S KH JK", ["not_a_meld"]),
        ("5S 6S JK=9S", ["joker_declared_wrong"]),
        ("5S 5H JK=5H", ["joker_declared_wrong"]),
    ],
)
def test_reasons_come_in_their_order(cards: str, codes: list[str]) -> None:
    assert _ask(meld(cards), "rami51")["codes"] == codes


def test_which_card_is_the_joker_is_asked_once_and_remembered() -> None:
    """In 7-8-JK the difference is 6 or 9; named, it is what was said."""
    assert _ask(meld("7S 8S JK"), "rami51")["value"] == 24
    assert _ask(meld("7S 8S JK=6S"), "rami51")["value"] == 21


def test_game_1000_opens_as_rami_51() -> None:
    """001: the same game; only the last round counts a thousandfold."""
    hand = Hand.parse("8S 7S 6S AD AC AH 3D")
    assert advise(hand, ruleset("joc1000")).opening == advise(hand, ruleset("rami51")).opening
