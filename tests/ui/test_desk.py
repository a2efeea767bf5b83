"""The desk keeps what the player said, through text and through every tap."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FACES, Hand, parse_face
from ui.desk import Desk, DeskCard, DeskPhoto, Entry, RoundNotes, Seen
from ui.parts.room import MOST_CARDS
from ui.parts.room import after_any as after
from ui.state import Tap

faces = st.sampled_from(FACES)
cards = st.builds(
    DeskCard,
    id=st.integers(1, 10**6),
    face=faces.map(str),
    doubtful=st.booleans(),
    alternatives=st.lists(faces.map(str), max_size=3).map(tuple),
    seen=st.lists(st.just(Seen("a", (((0.1, 0.2), (0.3, 0.2), (0.3, 0.4), (0.1, 0.4)),))), max_size=2).map(tuple),
    fixed=st.booleans(),
    pile=st.sampled_from(["", "m1"]),
    odds=st.just((("7S", 0.9), ("JK", 0.1))),
)
desks = st.builds(
    Desk,
    house_rules=st.just(("M8a_open_50",)),
    cards=st.lists(cards, max_size=14, unique_by=lambda card: card.id).map(tuple),
    photos=st.lists(st.builds(DeskPhoto, name=st.text("abc", min_size=1, max_size=5)), max_size=2).map(tuple),
    gone=st.lists(cards, max_size=2).map(tuple),
    mine=st.just(("m1",)),
    notes=st.just(RoundNotes("ana", True, False, (Entry("jan", "10+15", "", True),))),
    opened=st.booleans(),
)


def desk_of(text: str) -> Desk:
    desk = Desk()
    for face in Hand.parse(text):
        desk = desk.with_face(face)
    return desk


@settings(deadline=None)
@given(desks)
def test_a_desk_comes_back_from_its_text(desk: Desk) -> None:
    assert Desk.from_text(desk.to_text()) == desk


@pytest.mark.parametrize("text", ["", "[]", "{", '{"cards":[{"id":1}]}', '{"cards":[{"id":1,"face":"ZZ"}]}', "null"])
def test_damaged_text_is_no_desk(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  every damage is a ValueError of some kind
        Desk.from_text(text)


def test_two_equal_cards_are_corrected_one_by_one() -> None:
    desk = desk_of("7S 7S 8S")
    mended = desk.corrected(desk.cards[1].id, parse_face("7H"))
    assert str(mended.hand) == "7S 7H 8S"


def test_a_correction_takes_the_doubt_away() -> None:
    desk = Desk(cards=(DeskCard(1, "3S", doubtful=True), DeskCard(2, "5S", doubtful=True)))
    assert [card.id for card in desk.corrected(1, parse_face("5S")).doubtful] == [2]
    assert desk.all_confirmed().doubtful == ()


def test_taking_a_photo_away_takes_its_cards_and_no_others() -> None:
    desk = Desk(
        photos=(DeskPhoto("a"), DeskPhoto("b")),
        cards=(
            DeskCard(1, "3S", seen=(Seen("a"),)),
            DeskCard(2, "4S", seen=(Seen("a"), Seen("b"))),
            DeskCard(3, "5S"),
        ),
    )
    left = desk.without_photo("a")
    assert str(left.hand) == "4S 5S"
    assert [photo.name for photo in left.photos] == ["b"]


def test_sorting_keeps_every_copy_and_its_doubt() -> None:
    desk = Desk(cards=(DeskCard(1, "JK"), DeskCard(2, "7H"), DeskCard(3, "7H", doubtful=True), DeskCard(4, "AS")))
    assert str(desk.sorted().hand) == "AS 7H 7H JK"
    assert [card.id for card in desk.sorted().doubtful] == [3]


@pytest.mark.parametrize(
    ("tap", "hand"),
    [
        (Tap(1, "add", id=99, face="JK"), "7S 8S JK"),
        (Tap(1, "correct", id=1, face="QD"), "QD 8S"),
        (Tap(1, "delete", id=2), "7S"),
        (Tap(1, "delete", id=77), "7S 8S"),
        (Tap(1, "confirm", id=1), "7S 8S"),
        (Tap(1, "clear"), ""),
        (Tap(1, "no such thing"), "7S 8S"),
    ],
)
def test_taps(tap: Tap, hand: str) -> None:
    assert str(after(desk_of("7S 8S"), tap).hand) == hand


def test_the_same_tap_twice_adds_one_card() -> None:
    tap = Tap(1, "add", id=99, face="2C")
    assert str(after(after(Desk(), tap), tap).hand) == "2C"


def test_nobody_holds_more_cards_than_fit_on_the_page() -> None:
    desk = Desk()
    for number in range(MOST_CARDS + 5):
        desk = after(desk, Tap(number, "add", id=1000 + number, face="2C"))
    assert len(desk.cards) == MOST_CARDS
