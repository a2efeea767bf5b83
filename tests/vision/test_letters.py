"""Letters of five languages: what they mean on a photo, and when nobody can know."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import Card, Rank, parse_face
from vision.faces import Reading
from vision.letters import Letters, language_of, odds_of
from vision.runtime import RANK_CLASSES, SUIT_CLASSES


def reading(rank: str, suit: str = "S", sure: float = 0.98) -> Reading:
    def spread(classes: tuple[str, ...], name: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        shares = np.full(len(classes), (1 - sure) / (len(classes) - 1))
        shares[classes.index(name)] = sure
        return shares

    return Reading(spread(RANK_CLASSES, rank), spread(SUIT_CLASSES, suit), np.zeros(64, np.float32))


def photo(letters: str) -> list[Reading]:
    return [reading("7"), reading("10"), *(reading(letter) for letter in letters.split())]


@pytest.mark.parametrize(
    ("seen", "letters"),
    [
        ("A K Q J", Letters.AKQJ),
        ("K D B", Letters.AKDB),
        ("A R D V", Letters.ARDV),
        ("1 R", Letters.ARDV),
        ("R V", Letters.ARDV),
        ("K W", Letters.AKDW),
        ("A H V B", Letters.AHVB),
        ("H V", Letters.AHVB),
        ("", Letters.AKQJ),
        ("A K", Letters.AKQJ),
    ],
)
def test_a_photos_letters_tell_its_language(seen: str, letters: Letters) -> None:
    language = language_of(photo(seen))
    assert language.letters is letters
    assert not language.is_ambiguous


@pytest.mark.parametrize(
    ("letter", "rank"),
    [("A", 1), ("1", 1), ("J", 11), ("B", 11), ("W", 11), ("Q", 12), ("D", 12), ("K", 13), ("R", 13), ("H", 13)],
)
def test_letters_that_mean_the_same_everywhere(letter: str, rank: int) -> None:
    odds = odds_of(reading(letter, "H"), language_of([reading(letter, "H")]))
    assert odds.best == Card(Rank(rank), parse_face("AH").suit)  # type: ignore[union-attr]
    assert odds.confidence > 0.85


def test_v_is_a_jack_beside_a_french_king_and_a_queen_beside_a_dutch_one() -> None:
    french, dutch = language_of(photo("R V")), language_of(photo("H V"))
    assert odds_of(reading("V"), french).best == parse_face("JS")
    assert odds_of(reading("V"), dutch).best == parse_face("QS")
    assert min(odds_of(reading("V"), each).confidence for each in (french, dutch)) > 0.85


def test_v_alone_is_ambiguous_and_both_readings_are_offered() -> None:
    language = language_of(photo("V V"))
    odds = odds_of(reading("V"), language)
    assert language.is_ambiguous
    assert odds.confidence < 0.85
    assert {str(face) for face, _ in odds.ranked(0.1)} == {"JS", "QS"}


@pytest.mark.parametrize(("told", "face"), [(Letters.ARDV, "JS"), (Letters.AHVB, "QS")])
def test_the_player_can_tell_the_language(told: Letters, face: str) -> None:
    language = language_of(photo("V"), told)
    assert (language.letters, language.is_ambiguous) == (told, False)
    assert odds_of(reading("V"), language).best == parse_face(face)


def test_a_strange_card_in_another_deck_stays_what_it_is() -> None:
    language = language_of(photo("K Q J K"))
    assert odds_of(reading("D", "H", 0.995), language).best == parse_face("QH")


def test_the_language_settles_a_doubtful_letter() -> None:
    """Q and D look alike; on a French photo it is a D, and both are queens; 1 and 7 are not."""
    blurred = reading("7")
    blurred.ranks[:] = 0
    blurred.ranks[RANK_CLASSES.index("1")] = 0.6
    blurred.ranks[RANK_CLASSES.index("7")] = 0.4
    assert odds_of(blurred, language_of(photo("K Q J"))).best == parse_face("7S")
    assert odds_of(blurred, language_of(photo("1 R V"))).best == parse_face("AS")


def test_what_cannot_be_read_is_no_joker() -> None:
    language = language_of([])
    for nothing in (reading("none", "none"), reading("none", "S"), reading("K", "none")):
        odds = odds_of(nothing, language)
        assert odds.unreadable > 0.9
        assert odds.of(parse_face("JK")) < 0.01
    joker = odds_of(reading("JK", "none"), language)
    assert joker.best == parse_face("JK")
    assert joker.confidence > 0.9


def test_odds_always_sum_to_one() -> None:
    for letters in ("K Q J", "V", "R D V 1", "W"):
        for each in photo(letters):
            odds = odds_of(each, language_of(photo(letters)))
            assert odds.faces.sum() + odds.unreadable == pytest.approx(1)
