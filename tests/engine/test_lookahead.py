"""Outs and discards: the next card, counted over what nobody has seen."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Hand, parse_face
from engine.lookahead import discards, outs, unseen_copies
from engine.presets import PRESETS
from engine.solver import Situation, openings
from tests.engine.brute_force import random_hand, random_rules
from tests.engine.commands import Reply, ask
from tests.engine.data import engine_data

VECTORS = engine_data("outs_vectors.json")


@pytest.fixture(scope="module")
def replies() -> dict[str, Reply]:
    return ask("advise", ({**vector, "outs": True} for vector in VECTORS))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_outs_vector(vector: Reply, replies: dict[str, Reply]) -> None:
    reply, answer = replies[vector["id"]], vector["answer"]
    found = {str(parse_face(name)): out for name, out in answer["outs"].items()}
    assert reply["outs"] == found
    for key in ("already_open", "copies", "probability_next_draw"):
        assert reply[key] == answer[key]


def test_cards_seen_are_no_outs() -> None:
    hand = Hand.parse("10H JH QH 5S 6S 8S 4D 4C 9C 2S KD 7H 3C")
    seen = Hand.parse("7S 7S JK").faces
    found = outs(hand, PRESETS["remik_trad"], seen=seen)
    assert [(str(out.face), out.unseen) for out in found.outs] == [("JK", 3)]
    assert found.unseen == 108 - 13 - 3
    on_table = outs(hand, PRESETS["remik_trad"], Situation(laid=Hand.parse("7S 8S 9S").faces))
    assert {str(out.face): out.unseen for out in on_table.outs} == {"7S": 1, "JK": 4}


def test_unseen_copies_add_up_to_the_packs() -> None:
    assert sum(unseen_copies([], PRESETS["remik_trad"], 4).values()) == 108
    assert sum(unseen_copies([], PRESETS["remik_trad"], 6).values()) == 162
    assert sum(unseen_copies([], PRESETS["gin"], 2).values()) == 52


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_chances_of_a_discard_are_those_of_every_next_card_tried(seed: int) -> None:
    dice = random.Random(seed)
    rules = random_rules(dice)
    hand = random_hand(dice, rules, 8)
    unseen = unseen_copies(hand, rules, 4)
    for chance in discards(hand, rules):
        after = [(openings(hand.minus(chance.card).plus(face), rules), copies) for face, copies in unseen.items()]
        assert chance.open_copies == sum(copies for best, copies in after if best.legal)
        out = sum(copies for best, copies in after if any(len(laying.left) <= 1 for laying in best.front))
        assert chance.out_probability == pytest.approx(out / max(1, sum(unseen.values())))


def test_the_best_discard_comes_first_and_a_joker_last_among_equals() -> None:
    chances = discards(Hand.parse("10H JH QH 5S 6S 8S 4D 4C 9C 2S KD 7H 3C JK"), PRESETS["remik_trad"])
    order = [(chance.open_probability, chance.out_probability, round(chance.expected_points, 6)) for chance in chances]
    assert order == sorted(order, reverse=True)
    hopeless = discards(Hand.parse("2S 7H KD JK"), PRESETS["remik_trad"])
    assert [str(chance.card) for chance in hopeless] == ["2S", "7H", "KD", "JK"]
