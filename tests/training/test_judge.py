"""Scores are counted as a careful person would count them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import Hand
from vision.training.judge import PhotoScore, Read, Totals, Truth, confusions, reliability, report, score_photo


def scored(cards: str, reads: str, doubtful: str = "", unreadable: int = 0, confidence: float = 0.9) -> PhotoScore:
    """Readings with a ``?`` are marked doubtful."""
    truth = Truth(Path("photo.jpg"), "fan", Hand.parse(cards).faces, Hand.parse(doubtful).faces, unreadable)
    words = reads.split()
    faces = Hand.parse([word.rstrip("?") for word in words]).faces
    return score_photo(
        truth, [Read(face, confidence, word.endswith("?")) for face, word in zip(faces, words, strict=True)], {}
    )


def test_equal_cards_are_counted_twice() -> None:
    score = scored("7S 7S KD", "7S KD")
    assert len(score.right) == 2
    assert [str(face) for face in score.missed] == ["7S"]
    assert not score.exact


def test_a_third_copy_is_wrong() -> None:
    score = scored("7S 7S", "7S 7S 7S")
    assert len(score.wrong) == 1
    assert score.silent == 1


def test_what_a_person_doubts_counts_neither_way() -> None:
    assert scored("7S", "7S 2C", doubtful="2C").exact
    assert scored("7S", "7S", doubtful="2C").exact


def test_only_errors_that_are_not_marked_are_silent() -> None:
    score = scored("7S 8S", "7S 9S? 4D")
    assert len(score.wrong) == 2
    assert score.silent == 1


def test_totals_follow_from_the_counts() -> None:
    totals = Totals.of([scored("7S 8S 9S", "7S 8S 9S"), scored("2C 3C", "2C 4C?")])
    assert totals.precision == pytest.approx(4 / 5)
    assert totals.recall == pytest.approx(4 / 5)
    assert totals.f1 == pytest.approx(4 / 5)
    assert (totals.exact, totals.photos, totals.silent, totals.doubtful) == (1, 2, 0, 1)


def test_calibration_error_is_the_distance_from_the_truth() -> None:
    scores = [scored("7S 8S 9S 10S", "7S 8S 9S KD", confidence=0.95)]
    ((count, mean, share),) = reliability(scores)
    assert (count, mean, share) == pytest.approx((4, 0.95, 0.75))
    assert Totals.of(scores).calibration_error == pytest.approx(0.2)


def test_confusions_pair_what_differs_in_one_thing() -> None:
    assert confusions([scored("3H 4C", "5H KD")]) == [("3H→5H", 1)]


def test_the_report_names_every_measure() -> None:
    text = report([scored("7S 8S JK", "7S 9S? JK")])
    for word in (
        "F1 0.6667",
        "0 of 1 photos exact",
        "0 silent errors",
        "JK 1/1",
        "8S→9S",
    ):
        assert word in text
