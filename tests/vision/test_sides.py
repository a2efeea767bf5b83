"""The indices of a photo decide together on which side of their cards they stand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.faces import Reading
from vision.sides import on_the_right


def readings(*sides: float) -> list[Reading]:
    nothing = np.zeros(1)
    return [Reading(nothing, nothing, nothing.astype(np.float32), side) for side in sides]


def test_one_stray_index_does_not_make_a_deck_with_four_corners() -> None:
    assert on_the_right(readings(*[0.01] * 20, 0.9)) == [False] * 21


def test_in_a_deck_with_four_corners_an_unclear_index_is_believed() -> None:
    sides = on_the_right(readings(*[0.01] * 8, *[0.99] * 6, 0.4))
    assert sides == [False] * 8 + [True] * 7


def test_two_clear_ones_on_the_last_card_of_a_fan_are_enough() -> None:
    assert on_the_right(readings(*[0.01] * 13, 0.995, 0.995)) == [False] * 13 + [True] * 2


@pytest.mark.parametrize("side", [0.0, 0.5, 1.0])
def test_a_single_index_has_an_answer_and_none_has_none(side: float) -> None:
    assert on_the_right(readings(side)) == [side == 1.0]
    assert on_the_right([]) == []
