"""Several photos of one hand: nothing counted twice, no second copy lost, every card explained."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from engine.cards import Face, Hand
from tests.vision.table import odds_between, random_faces
from vision.doubts import Doubt, Hints
from vision.geometry import Point, Quad
from vision.letters import Letters, certain
from vision.merge import Source, in_the_same_order, likeness, merge_scans
from vision.scan import Scan, ScannedCard


def card(face: Face, sure: float = 0.97) -> ScannedCard:
    nowhere = Quad(*[Point(0, 0)] * 4)
    return ScannedCard(face, sure, (), (), (nowhere,), 0, certain(face, sure))


def scan(faces: tuple[Face, ...] | list[Face]) -> Scan:
    cards = tuple(card(face) for face in faces)
    return Scan(100, 100, cards, (tuple(range(len(cards))),), 0, Letters.AKQJ, ())


def hand(text: str) -> list[Face]:
    return list(Hand.parse(text))


def merged(*texts: str) -> str:
    return str(merge_scans([scan(hand(text)) for text in texts]).hand)


def test_the_same_photo_twice_is_the_same_hand() -> None:
    text = "7S 7S 8H JK JK QD"
    merge = merge_scans([scan(hand(text))] * 2)
    assert str(merge.hand) == text
    assert [card.sources for card in merge.cards] == [(Source(0, n), Source(1, n)) for n in range(6)]
    assert merge.order_was_kept


def test_two_halves_that_overlap_make_the_whole() -> None:
    assert merged("2S 3S 4S 9H 9H", "4S 9H 9H KD AC") == "2S 3S 4S 9H 9H KD AC"


def test_an_equal_card_at_the_other_end_is_a_second_copy() -> None:
    assert merged("7S 2H 3H 4H", "2H 3H 4H 7S") == "7S 2H 3H 4H 7S"


def test_a_card_hidden_on_one_photo_is_filled_in_at_its_place() -> None:
    assert merged("2S 4S 5S 6S", "2S 3S 4S 6S") == "2S 3S 4S 5S 6S"


def test_three_photos() -> None:
    assert merged("2S 3S 4S", "4S 5S 6S", "6S 7S 8S") == "2S 3S 4S 5S 6S 7S 8S"


def test_a_shuffled_hand_is_matched_by_faces_and_copies_are_doubted() -> None:
    merge = merge_scans([scan(hand("2S 9H KD 7C 7C AD 3D")), scan(hand("AD 7C 3D 2S KD 9H 5S"))])
    assert Counter(merge.hand) == Counter(hand("2S 9H KD 7C 7C AD 3D 5S"))
    assert not merge.order_was_kept
    assert [str(card.face) for card in merge.cards if card.is_doubtful] == ["7C"]


def test_what_one_photo_doubts_the_other_settles() -> None:
    six, eight = hand("6H 8H")
    unsure = Scan(
        9, 9, (ScannedCard(six, 0.6, (), (Doubt.UNSURE,), (), 0, odds_between({six: 0.6, eight: 0.4})),), ((0,),), 0,
        Letters.AKQJ, (),
    )  # fmt: skip
    (settled,) = merge_scans([unsure, scan([eight])]).cards
    assert (settled.face, settled.is_doubtful) == (eight, False)


def test_hints_hold_for_the_merged_hand() -> None:
    merge = merge_scans([scan(hand("7S 2H")), scan(hand("2H 7S"))], Hints(packs=1))
    assert Counter(merge.hand) == Counter(hand("7S 2H"))
    one_pack = merge_scans([scan(hand("7S 2H 3H 4H")), scan(hand("2H 3H 4H 7S"))], Hints(packs=1))
    assert [Doubt.TOO_MANY_COPIES in card.decision.doubts for card in one_pack.cards].count(True) == 1


def test_no_photo_no_hand_and_empty_photos_change_nothing() -> None:
    assert str(merge_scans([]).hand) == ""
    assert merged("", "7S", "") == "7S"


@pytest.mark.parametrize("seed", range(40))
def test_random_halves_of_a_random_hand_give_the_hand(seed: int) -> None:
    rng = np.random.default_rng(seed)
    whole = random_faces(rng, 14)
    whole[6] = whole[5]
    start, end = int(rng.integers(5, 8)), int(rng.integers(9, 12))
    merge = merge_scans([scan(whole[:end]), scan(whole[start:])])
    assert list(merge.hand) == whole
    assert Counter(source.photo for card in merge.cards for source in card.sources) == {0: end, 1: 14 - start}


def test_the_best_overlay_never_crosses_itself() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        one, other = ([certain(face) for face in random_faces(rng, 8, packs=1)] for _ in range(2))
        pairs = in_the_same_order(likeness(one, other))
        assert all(a[0] < b[0] and a[1] < b[1] for a, b in itertools.pairwise(pairs))


def test_a_card_that_every_photo_takes_for_counted_twice_stays_doubtful() -> None:
    def twice(count: int) -> Scan:
        first, second = scan(hand("7S 7S")).cards
        doubts = (Doubt.MAYBE_COUNTED_TWICE,) * count
        return Scan(9, 9, (first, replace(second, doubts=doubts)), ((0, 1),), 0, Letters.AKQJ, ())

    assert [card.is_doubtful for card in merge_scans([twice(1), twice(1)]).cards] == [False, True]
    assert [card.is_doubtful for card in merge_scans([twice(1), twice(0)]).cards] == [False, False]
