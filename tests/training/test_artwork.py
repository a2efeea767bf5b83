"""Where a deck prints its indices is found on the artwork itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import parse_card
from tests.training.conftest import INDEX
from vision.training.artwork import Deck, load_decks, printed_box


def test_the_index_of_plain_numbers_is_found(deck: Deck) -> None:
    assert deck.index_box is not None
    found = (deck.index_box.left, deck.index_box.top, deck.index_box.right, deck.index_box.bottom)
    assert found == pytest.approx(INDEX, abs=8)


@pytest.mark.parametrize("name", ["7S", "10H", "QD", "AC"])
def test_every_card_has_its_index_there(deck: Deck, name: str) -> None:
    box = printed_box(deck, parse_card(name))
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx(INDEX, abs=9)


def test_families_kept_for_validation_are_never_trained_on(art_folder: Path) -> None:
    learnt = {deck.family for deck in load_decks(art_folder, held_out=False)}
    judged = {deck.family for deck in load_decks(art_folder, held_out=True)}
    assert learnt == {"plain"}
    assert judged == {"kde-standard"}
