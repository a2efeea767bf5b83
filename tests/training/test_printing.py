"""Cards are printed with indices of any style, and the place of each index is known exactly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import JOKER, Rank, parse_face
from vision.training.artwork import Deck, ink_mask
from vision.training.printing import (
    COURT_LETTERS,
    JOKER_WAYS,
    card_back,
    draw_card,
    find_fonts,
    index_cover,
    original_card,
    printed_rank,
    random_style,
)


def share_of_ink(deck: Deck, texture: np.ndarray, quad: np.ndarray) -> float:
    low, high = np.round(quad.min(axis=0)).astype(int), np.round(quad.max(axis=0)).astype(int)
    return float(ink_mask(texture, deck.stock)[low[1] : high[1], low[0] : high[0]].mean())


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["7S", "10H", "QD", "JK"])
def test_a_drawn_index_fills_its_quad_at_both_ends(deck: Deck, name: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    card = draw_card(deck, random_style(random), parse_face(name), random)
    assert len(card.marks) in (2, 4)
    for mark in card.marks:
        assert share_of_ink(deck, card.texture, mark.quad) > 0.08


def test_the_second_index_stands_on_its_head(deck: Deck) -> None:
    card = original_card(deck, parse_face("7S"))  # type: ignore[arg-type]
    upright, turned = (mark.quad for mark in card.marks)
    height, width = card.texture.shape[:2]
    assert upright[0][1] < upright[3][1]
    assert turned[0][1] > turned[3][1]
    assert upright + turned == pytest.approx(np.full((4, 2), (width, height)), abs=1e-3)


@pytest.mark.parametrize(
    ("letters", "courts"),
    [("AKQJ", "AJQK"), ("AKDB", "ABDK"), ("ARDV", "AVDR"), ("1RDV", "1VDR"), ("AKDW", "AWDK"), ("AHVB", "ABVH")],
)
def test_courts_carry_the_letters_of_the_language(letters: str, courts: str) -> None:
    assert letters in COURT_LETTERS
    ranks = (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)
    assert "".join(printed_rank(rank, letters) for rank in ranks) == courts
    assert printed_rank(Rank.TEN, letters) == "10"


def test_a_joker_is_marked_as_one_and_has_no_suit(deck: Deck) -> None:
    random = np.random.default_rng(5)
    card = draw_card(deck, random_style(random), JOKER, random)
    assert {(mark.rank, mark.suit) for mark in card.marks} == {("JK", "none")}


def test_a_joker_has_two_indices_even_in_a_deck_with_four(deck: Deck) -> None:
    style = replace(random_style(np.random.default_rng(1)), corners=4)
    assert len(draw_card(deck, style, JOKER, np.random.default_rng(2)).marks) == 2
    assert len(draw_card(deck, style, parse_face("7S"), np.random.default_rng(2)).marks) == 4


@pytest.mark.parametrize("way", sorted(set(JOKER_WAYS)))
def test_a_jokers_word_and_sign_are_drawn_in_every_way(way: str) -> None:
    font, sign = find_fonts().signs[0]
    style = replace(random_style(np.random.default_rng(3)), joker_way=way, joker_word="JOKER")
    covers = [
        index_cover(replace(style, joker_sign=name), JOKER, 700) for name in ("star", "jester", f"{font}\n{sign}")
    ]
    assert all(cover.max() > 200 for cover in covers)
    tall, wide = covers[0].shape
    assert (wide > tall) == (way == "across")


def test_a_back_has_no_index(deck: Deck) -> None:
    back = card_back(deck, np.random.default_rng(1))
    assert back.face is None
    assert back.marks == ()
