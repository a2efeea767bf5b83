"""The limit below which a card is doubted follows the scores that the weights give."""

from __future__ import annotations

import numpy as np
import pytest

from vision.training.calibrate import CENTRE_ERRORS, HIGHEST, Samples, centre_error, score_in_doubt


def samples(bias: float, slope: float, count: int = 4000) -> Samples:
    rng = np.random.default_rng(3)
    scores = rng.uniform(0.25, 0.9, count)
    return np.column_stack([scores, rng.random(count) < 1 / (1 + np.exp(-(bias + slope * scores)))]).astype(float)


@pytest.mark.parametrize("limit", [0.35, 0.45, 0.55])
def test_the_limit_is_where_nine_in_ten_are_there(limit: float) -> None:
    slope = 18.0
    bias = np.log(9) - slope * limit
    assert score_in_doubt(samples(bias, slope), 0.25) == pytest.approx(limit, abs=0.02)


def test_where_all_are_there_nothing_is_doubted_by_its_score() -> None:
    everything = np.column_stack([np.linspace(0.25, 0.9, 500), np.ones(500)])
    assert score_in_doubt(everything, 0.25) == 0.25


def test_hopeless_scores_doubt_much_but_not_without_end() -> None:
    assert score_in_doubt(samples(-4.0, 2.0), 0.25) == HIGHEST


def test_the_centre_error_is_the_spread_of_normal_errors_and_strays_do_not_carry_it() -> None:
    rng = np.random.default_rng(4)
    apart = np.linalg.norm(rng.normal(0, 0.25, (2000, 2)), axis=1)
    apart[:100] += 1.5
    assert centre_error(apart, 0.36) == pytest.approx(0.25, abs=0.03)
    assert centre_error(apart * 9, 0.36) == CENTRE_ERRORS[1]


def test_too_few_cards_with_two_indices_tell_nothing() -> None:
    assert centre_error(np.full(10, 0.1), 0.3) == 0.3
