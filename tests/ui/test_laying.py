"""A further photo: the same hand, more cards, or a new hand; what the player said stays."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Hand, parse_face
from ui.desk import Desk, DeskCard, DeskPhoto, Seen
from ui.laying import How, guess, laid, odds_of
from vision.doubts import Hints

HINTS = Hints(packs=2, jokers=4)
HAND = "7S 8S 9S 10H 10D 10C KC QD 4H 2S 2H 2D 5C"


def read(text: str, photo: str) -> tuple[DeskCard, ...]:
    """Cards as a photo shows them, all quite clear."""
    return tuple(DeskCard(0, str(face), seen=(Seen(photo),), odds=((str(face), 0.98),)) for face in Hand.parse(text))


def show(desk: Desk, text: str, photo: str, how: How = How.SAME, replaces: str = "") -> Desk:
    waiting = desk.with_photo(photo, replaces=replaces)
    return laid(waiting, DeskPhoto(photo, 1, 1, scanned=True, replaces=replaces), read(text, photo), how, HINTS)


def first(text: str = HAND) -> Desk:
    return show(Desk(), text, "a", How.MORE)


def test_a_second_photo_adds_what_the_first_missed() -> None:
    both = show(first(HAND.replace(" 10D", "")), HAND.replace(" 4H", ""), "b")
    assert str(both.hand) == HAND
    assert [photo.name for photo in both.photos] == ["a", "b"]


def test_two_equal_cards_stay_two() -> None:
    assert str(show(first("7S 7S 8S"), "7S 7S 8S", "b").hand) == "7S 7S 8S"


def test_a_correction_survives_the_same_mistake_on_the_next_photo() -> None:
    desk = first()
    mended = desk.corrected(desk.cards[0].id, parse_face("AS"))
    assert str(show(mended, HAND, "b").hand) == HAND.replace("7S", "AS")
    again = show(mended, HAND, "b", replaces="a")
    assert str(again.hand) == HAND.replace("7S", "AS")
    assert [photo.name for photo in again.photos] == ["b"]


def test_a_card_taken_away_does_not_come_back() -> None:
    desk = first("7S 8S 9S JK")
    away = desk.without(desk.cards[-1].id)
    assert str(show(away, "7S 8S 9S JK", "b").hand) == "7S 8S 9S"


def test_a_card_tapped_in_is_met_by_the_photo_that_shows_it() -> None:
    desk = first("7S 8S QD").with_face(parse_face("9S"))
    again = show(desk, "7S 8S 9S QD", "b", replaces="a")
    assert sorted(str(again.hand).split()) == ["7S", "8S", "9S", "QD"]


def test_taken_again_what_only_the_old_photo_showed_goes() -> None:
    assert str(show(first("7S 8S 9S JK"), "7S 8S 9S", "b", replaces="a").hand) == "7S 8S 9S"


def test_the_same_photo_read_once_more_changes_nothing_but_mistakes() -> None:
    desk = first("7S 8S 9S").to_be_read_again("a")
    again = laid(desk, DeskPhoto("a", 1, 1, True, replaces="a"), read("7S 8S 9S 10S", "a"), How.SAME, HINTS)
    assert str(again.hand) == "7S 8S 9S 10S"
    assert again.waiting is None


def test_what_a_photo_shows_is_guessed() -> None:
    assert guess(first(), read(HAND, "b"), 14) is How.SAME
    assert guess(first("7S 8S 9S"), read("10H JH QH", "b"), 14) is How.MORE
    assert guess(first(), read("AS AH AD AC 3S 3H 3D 3C 6S 6H 6D 6C JK", "b"), 14) is How.NEW
    assert guess(Desk().with_face(parse_face("7S")), read(HAND, "b"), 14) is How.MORE


def test_a_new_hand_leaves_nothing_of_the_old_one() -> None:
    fresh = show(first(), "3S 3H 3D", "b", How.NEW)
    assert str(fresh.hand) == "3S 3H 3D"
    assert [photo.name for photo in fresh.photos] == ["b"]


def test_the_players_word_outweighs_the_prints_but_does_not_hide_them() -> None:
    card = replace(read("7S", "a")[0], face="AS", fixed=True)
    assert odds_of(card).best == parse_face("AS")
    assert odds_of(card).of(parse_face("7S")) > 0.1
