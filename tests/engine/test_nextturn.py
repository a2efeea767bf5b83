"""Discards after having laid down: the next turn tried with every card, and what others are offered."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Hand
from engine.lookahead import unseen_copies
from engine.melds import parse_slots
from engine.nextturn import next_turns, table_after
from engine.presets import PRESETS
from engine.rules import Ruleset
from engine.solver import Situation
from engine.table import TableMeld
from engine.turn import best_turns
from tests.engine.brute_force import random_hand, random_rules
from tests.engine.brute_turn import random_table
from tests.engine.commands import ask

TRAD = PRESETS["remik_trad"]


def melds(*lines: str) -> tuple[TableMeld, ...]:
    return tuple(TableMeld(parse_slots(line)) for line in lines)


def chances(hand: str, rules: Ruleset = TRAD, table: tuple[TableMeld, ...] = ()) -> dict[str, tuple[float, float]]:
    turn = best_turns(Hand.parse(hand), rules, table, opened=True)[0]
    return {str(one.card): (one.out_probability, one.expected_left) for one in next_turns(turn, table, rules)}


@given(seed=st.integers(0, 2**32))
@settings(max_examples=6, deadline=None)
def test_chances_are_those_of_every_next_turn_played(seed: int) -> None:
    dice = random.Random(seed)
    rules = random_rules(dice)
    hand = random_hand(dice, rules, 4)
    table = random_table(dice, rules, hand)[:1]
    turn = best_turns(hand, rules, table, opened=True)[0]
    after = table_after(turn, table)
    laid = tuple(slot.face for meld in after for slot in meld.cards)
    for one in next_turns(turn, table, rules):
        kept = turn.left.plus(*(() if turn.discard is None else (turn.discard,)))
        unseen = unseen_copies((*kept, *laid), rules, 4)
        best = {
            face: best_turns(kept.minus(one.card).plus(face), rules, after, opened=True, situation=Situation(laid=laid))
            for face in unseen
        }
        total = sum(unseen.values())
        left = sum(unseen[face] * turns[0].points_left for face, turns in best.items())
        out = sum(unseen[face] for face, turns in best.items() if any(each.goes_out for each in turns))
        assert one.expected_left == pytest.approx(left / total)
        assert one.out_probability == pytest.approx(out / total)


def test_two_that_wait_for_a_third_go_out_more_often_though_more_points_stay() -> None:
    """With KS KH and a further card any king goes out; without a king nothing does, but less is left."""
    found = chances("KS KH 7D 2C")
    assert found["7D"][0] == pytest.approx((6 + 2) / 104)
    assert found["KS"][0] == 0
    assert found["KS"][1] < found["7D"][1]
    assert next(iter(found)) in ("KS", "KH")


def test_one_card_left_goes_out_with_whatever_fits_the_table() -> None:
    found = chances("9C 2D", table=melds("4D 5D 6D"))
    assert found["9C"][0] == pytest.approx((2 + 2) / (108 - 2 - 3 - 0), abs=0.06)
    assert chances("2C", table=melds("4D 5D 6D")) == {}


def test_advice_weighs_discards_so_once_the_player_has_laid_down() -> None:
    question = {"id": 1, "rules": "remik_trad", "hand": "KS KH 7D 6D", "opened": True, "discards": True}
    reply = next(iter(ask("advise", [{**question, "table": [{"cards": "3D 4D 5D"}]}]).values()))
    assert reply["turn"]["cards_laid"] == 2
    first = reply["discards"][0]
    assert first["card"] in ("KS", "KH")
    assert (first["open_probability"], first["value"], first["points_left"]) == (1.0, 10, 10)
    assert first["danger"] == {"fits": [], "frees_joker": []}
    unopened = next(iter(ask("advise", [{**question, "opened": False}]).values()))
    assert unopened["discards"][0]["open_probability"] < 1


def test_of_equals_the_card_that_helps_nobody_goes() -> None:
    table = melds("QH QD QC", "2H 3H 4H")
    turn = best_turns(Hand.parse("KS 10C"), TRAD, table, opened=True)[0]
    first, second = next_turns(turn, table, TRAD)
    assert first.expected_left <= second.expected_left
    assert {first.danger.score, second.danger.score} == {0}


def test_a_turn_that_goes_out_leaves_nothing_to_weigh() -> None:
    assert chances("7D KS", table=melds("4D 5D 6D")) == {}


def test_melds_that_left_the_table_are_gone_and_new_ones_are_the_players_own() -> None:
    table = melds("8S 8H 8C", "4D 5D 6D")
    turn = best_turns(Hand.parse("8D 9S 10S JS 2C 5H"), TRAD, table, opened=True)[0]
    after = table_after(turn, table)
    assert [" ".join(map(str, meld.cards)) for meld in after] == ["4D 5D 6D", "9S 10S JS"]
    assert [meld.owner.value for meld in after] == ["opponent", "self"]
