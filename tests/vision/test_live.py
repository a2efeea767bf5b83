"""Frames vote: a glimpse is not believed, a missed card is not lost, a steady hand is said once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import FACES, Face
from tests.vision.table import odds_between, random_faces
from tests.vision.test_merge import card, hand, scan
from vision.doubts import Doubt, Hints
from vision.letters import Letters
from vision.live import STEADY, Live, live_hand
from vision.scan import Scan, ScannedCard


def frames(*texts: str) -> Live:
    return live_hand([scan(hand(text)) for text in texts])


def test_a_still_hand_is_steady_after_a_few_frames_and_not_before() -> None:
    text = "7S 7S 8H JK QD"
    states = [frames(*[text] * count) for count in range(1, 7)]
    assert [state.is_steady for state in states] == [count >= STEADY for count in range(1, 7)]
    assert all(str(state.hand) == text for state in states)


def test_a_card_glimpsed_once_is_not_believed_and_one_missed_once_is_kept() -> None:
    state = frames("7S 8H", "7S 8H", "7S KD 8H", "7S", "7S 8H", "7S 8H", "7S 8H", "7S 8H")
    assert str(state.hand) == "7S 8H"
    assert state.is_steady


def test_nothing_is_steady_while_cards_come_in() -> None:
    state = frames("7S", "7S 8H", "7S 8H 9H", "7S 8H 9H TH", "7S 8H 9H TH JH")
    assert not state.is_steady
    assert str(live_hand([scan(hand("7S 8H 9H 10H JH"))] * 5).hand) == "7S 8H 9H 10H JH"


def test_a_second_copy_is_never_taken_for_the_first() -> None:
    assert str(frames(*["7S 7S 7S"] * 5).hand) == "7S 7S 7S"
    assert str(frames("7S 7S", "7S", "7S 7S", "7S 7S", "7S 7S").hand) == "7S 7S"


def test_another_hand_starts_anew() -> None:
    state = frames(*["7S 8S 9S 10S"] * 5, "2H 3H 4H 5H")
    assert str(state.hand) == "2H 3H 4H 5H"
    assert not state.is_steady


def test_a_card_taken_away_leaves() -> None:
    assert str(frames(*["7S 8S 9S"] * 4, *["7S 9S"] * 8).hand) == "7S 9S"


def flickering(rng: np.random.Generator, faces: list[Face]) -> Scan:
    """A frame in which every card is sometimes missed and sometimes takes another face for likelier."""
    cards = []
    for face in faces:
        if rng.random() < 0.1:
            continue
        other = FACES[int(rng.integers(len(FACES)))]
        share = 0.35 if rng.random() < 0.1 else 0.92
        odds = odds_between({other: 1 - share - 0.02, face: share}) if other != face else odds_between({face: 0.98})
        cards.append(ScannedCard(odds.best, odds.confidence, (), (), (), 0, odds))
    if rng.random() < 0.15:
        cards.insert(int(rng.integers(len(cards) + 1)), card(FACES[int(rng.integers(len(FACES)))], 0.7))
    return Scan(100, 100, tuple(cards), (tuple(range(len(cards))),), 0, Letters.AKQJ, ())


@pytest.mark.parametrize("seed", range(25))
def test_flickering_frames_settle_on_the_hand(seed: int) -> None:
    rng = np.random.default_rng(seed)
    faces = random_faces(rng, 13)
    faces[3] = faces[2]
    state = live_hand([flickering(rng, faces) for _ in range(12)])
    assert list(state.hand) == faces


def test_hints_are_kept_from_frame_to_frame() -> None:
    state = live_hand([scan(hand("7S 7S"))] * 5, Hints(packs=1))
    assert not state.is_steady
    assert len(state.hand) == 2


def test_no_frame_no_hand() -> None:
    assert str(Live().hand) == ""
    assert not live_hand([scan([])] * 9).is_steady


def test_what_most_frames_take_for_counted_twice_is_never_sure() -> None:
    first, second = scan(hand("7S 7S")).cards
    doubted = replace(second, doubts=(Doubt.MAYBE_COUNTED_TWICE,))
    frame = Scan(9, 9, (first, doubted), ((0, 1),), 0, Letters.AKQJ, ())
    state = live_hand([frame] * 8)
    assert [bool(decision.doubts) for decision in state.decisions] == [False, True]
    assert not state.is_steady
    assert live_hand([frame, *[scan(hand("7S 7S"))] * 7]).is_steady
