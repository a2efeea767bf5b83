"""What people type at the end of a round: points, cards, or nothing yet."""

from __future__ import annotations

import pytest

from engine.cards import Hand
from engine.presets import ruleset
from engine.scoring import Remains
from ui.desk import Desk, DeskCard, DeskPhoto
from ui.parts.round_entry import after, piles_of, remains_of, round_of, sum_of
from ui.reading import Read
from ui.state import Tap
from ui.words import words_of


@pytest.mark.parametrize(
    ("text", "remains"),
    [
        ("10+15+8", Remains(counted=33)),
        ("0", Remains(counted=0)),
        ("-5", Remains(counted=-5)),
        ("ks 7h jk", Remains(Hand.parse("KS 7H JK"))),
        ("", None),
        ("   ", None),
        ("seven", None),
    ],
)
def test_what_is_typed(text: str, remains: Remains | None) -> None:
    assert remains_of(text) == remains


RAMI = ruleset("rami51", ())
WORDS = words_of("en")
SEATS = ("ana", "jan", "eva")


def tapped(desk: Desk, *taps: Tap) -> Desk:
    for tap in taps:
        desk = after(desk, tap)
    return Desk.from_text(desk.to_text())


def test_nothing_is_proposed_before_somebody_went_out() -> None:
    assert round_of(Desk(), SEATS, RAMI) is None


def test_points_cards_and_gaps() -> None:
    desk = tapped(
        Desk(),
        Tap(1, "winner", text="ana"),
        Tap(2, "left", pile="jan", text="10+15+8"),
        Tap(3, "add", id=9, face="KS", pile="eva"),
    )
    played = round_of(desk, SEATS, RAMI)
    assert played is not None
    assert played.gaps == ()
    assert [line.remains for line in played.lines] == [Remains(), Remains(counted=33), Remains(Hand.parse("KS"))]
    assert round_of(tapped(desk, Tap(4, "left", pile="jan", text="10+")), SEATS, RAMI).gaps == ("jan",)  # type: ignore[union-attr]


def test_a_doubtful_card_is_a_gap_and_no_total() -> None:
    desk = Desk(cards=(DeskCard(1, "KS", doubtful=True, pile="jan"),))
    desk = tapped(desk, Tap(1, "winner", text="ana"), Tap(2, "left", pile="eva", text="0"))
    played = round_of(desk, SEATS, RAMI)
    assert played is not None
    assert played.gaps == ("jan",)
    assert sum_of("jan", desk, RAMI, WORDS) == "1 to check"
    sure = tapped(desk, Tap(3, "confirm_all", pile="jan"))
    assert sum_of("jan", sure, RAMI, WORDS) == "10 points"
    assert round_of(sure, SEATS, RAMI).gaps == ()  # type: ignore[union-attr]


def test_cards_that_are_laid_before_a_player_replace_what_was_typed() -> None:
    desk = tapped(Desk(), Tap(1, "left", pile="jan", text="12"), Tap(2, "add", id=9, face="KS", pile="jan"))
    assert desk.notes.entry("jan").left == ""


def test_what_lies_together_on_a_photo_is_one_players() -> None:
    cards = (DeskCard(0, "KS"), DeskCard(0, "QS"), DeskCard(0, "2H"))
    outcome = Read(DeskPhoto("p", 1, 1, True), cards, (0, 0, 1))
    everyone = Desk().with_photo("p")
    assert [card.pile for card in piles_of(outcome, everyone, 3)] == ["p-0", "p-0", "p-1"]
    desk = tapped(everyone.with_cards(piles_of(outcome, everyone, 3)), Tap(1, "assign", pile="p-0", text="jan"))
    assert [card.face for card in desk.pile("jan")] == ["KS", "QS"]
    assert [card.pile for card in piles_of(outcome, Desk().with_photo("p", "eva"), 3)] == ["eva"] * 3
