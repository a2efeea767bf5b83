"""One notation that everybody reads, and hands that never lose an equal card."""

from __future__ import annotations

import copy
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CARDS,
    FACES,
    JOKER,
    BadNotation,
    Card,
    Face,
    Hand,
    Rank,
    Suit,
    face_index,
    parse_card,
    parse_face,
)
from engine.melds import Slot, parse_slots

HANDS = st.lists(st.sampled_from(FACES), max_size=20).map(lambda faces: Hand(tuple(faces)))


@given(HANDS)
def test_text_round_trips(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert Hand.parse([str(face) for face in hand]) == hand


@given(HANDS, st.data())
def test_what_is_taken_from_a_hand_can_be_put_back(hand: Hand, data: st.DataObject) -> None:
    gone = data.draw(st.lists(st.sampled_from(hand.faces), max_size=5)) if hand.faces else []
    if Counter(gone) <= hand.counts():
        assert hand.minus(*gone).plus(*gone).counts() == hand.counts()
    else:
        with pytest.raises(ValueError, match="not held"):
            hand.minus(*gone)


def test_equal_cards_stay_apart_and_in_order() -> None:
    hand = Hand.parse("7S 9D 7S JK")
    assert hand.minus(parse_face("7S")) == Hand.parse("9D 7S JK")
    assert hand.counts()[parse_face("7S")] == 2


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("7s", Card(Rank.SEVEN, Suit.SPADES)),
        ("7♠", Card(Rank.SEVEN, Suit.SPADES)),
        ("10♥️", Card(Rank.TEN, Suit.HEARTS)),
        ("Th", Card(Rank.TEN, Suit.HEARTS)),
        (" qd ", Card(Rank.QUEEN, Suit.DIAMONDS)),
        ("jk", JOKER),
    ],
)
def test_faces_as_people_write_them(text: str, face: Face) -> None:
    assert parse_face(text) == face


@pytest.mark.parametrize("text", ["", "1S", "11S", "S7", "7", "7X", "JKS", "JK=8D", "🂱"])
def test_what_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        parse_face(text)
    assert refused.value.text == text


def test_a_joker_is_no_card() -> None:
    with pytest.raises(BadNotation):
        parse_card("JK")
    assert len(CARDS) == 52
    assert FACES[52] == JOKER
    assert [face_index(face) for face in FACES] == list(range(53))


def test_a_joker_in_a_meld_may_be_named() -> None:
    assert str(Slot.parse("jk=10d")) == "JK=10D"
    assert [str(slot) for slot in parse_slots("7S, JK=8S JK")] == ["7S", "JK=8S", "JK"]
    for wrong in ("7S=8S", "JK=JK", "JK="):
        with pytest.raises(BadNotation):
            Slot.parse(wrong)


def test_hands_are_sorted_as_people_sort_them() -> None:
    assert str(Hand.parse("JK 2C AS KD 3S").sorted()) == "AS 3S KD 2C JK"


def test_cards_can_be_copied() -> None:
    hand = Hand.parse("7S JK")
    assert copy.deepcopy(hand) == hand
    assert hash(copy.deepcopy(Suit.HEARTS)) == hash(Suit.HEARTS)


def test_suits_as_they_are_printed() -> None:
    assert [suit.symbol for suit in Suit] == ["♠", "♥", "♦", "♣"]
    assert [suit.is_red for suit in Suit] == [False, True, True, False]
