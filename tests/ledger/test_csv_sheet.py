"""Score sheets as CSV: what a spreadsheet shows, and what it may give back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import Arrival, Arrived, BadImport, KeptGame, Ledger, Setting, sheet_text, typed_points
from ledger.csv_sheet import pack_sheet
from tests.hostile.tampering import tried
from tests.ledger.evenings import Clock, added, evening, totals, typed, won_by

RAMI = Setting.of("rami51")


def imported(ledger: Ledger, text: str) -> KeptGame:
    (arrived,) = ledger.import_sheet(text, RAMI, "from a sheet", even_if_known=True)
    assert arrived.how is Arrival.ADDED
    game = ledger.game(arrived.game)
    assert game is not None
    return game


def test_a_sheet_has_a_line_for_every_round_and_the_totals(ledger: Ledger, game: KeptGame) -> None:
    after = added(
        ledger,
        game,
        won_by(game, 0, "", "KS JK", "AS"),
        replace(typed(game, None, None, 50), correction=True),
        typed(game, -7, None, 9),
    )
    assert sheet_text(after) == "#,Ana,Jan,Ewa\r\n1,0,30,11\r\n±,,,50\r\n2,-7,,9\r\nΣ,-7,30,70\r\n"


def test_a_sheet_comes_back_as_the_same_game(ledger: Ledger, game: KeptGame) -> None:
    after = added(
        ledger, game, typed(game, 0, 30, 11), replace(typed(game, 5, 5, 5), correction=True), typed(game, -7, None, 9)
    )
    again = imported(ledger, sheet_text(after))
    assert sheet_text(again) == sheet_text(after)
    assert (again.heading.players, again.heading.title) == (after.heading.players, "from a sheet")
    assert [each.round.correction for each in again.rounds] == [False, True, False]
    assert len(ledger.people()) == 3


def test_a_sheet_brought_twice_is_known(ledger: Ledger) -> None:
    text = "#,Ana,Jan\n1,0,30\n2,5,-5\n"
    first = imported(ledger, text)
    again = ledger.import_sheet("\ufeffround;ANA;Jan\r\n1;0;30\r\n2;5;-5\r\n", RAMI, "another title")
    assert again == (Arrived(first.id, Arrival.KNOWN),)
    assert ledger.games() == (first,)
    assert len(ledger.people()) == 2


def test_the_sheet_of_a_game_that_was_played_here_is_known(ledger: Ledger, game: KeptGame) -> None:
    after = added(ledger, game, won_by(game, 0, "", "KS JK", "AS"), typed(game, -7, None, 9))
    assert ledger.import_sheet(sheet_text(after), RAMI) == (Arrived(game.id, Arrival.KNOWN),)


@pytest.mark.parametrize(
    "text",
    ["#,Ana,Jan\n1,0,31\n", "#,Jan,Ana\n1,30,0\n", "#,Ana,Jan\n1,0,30\n2,0,0\n", "#,Ana,Jan\n±,0,30\n"],
)
def test_another_sheet_is_another_game(ledger: Ledger, text: str) -> None:
    ledger.import_sheet("#,Ana,Jan\n1,0,30\n", RAMI)
    assert [arrived.how for arrived in ledger.import_sheet(text, RAMI)] == [Arrival.ADDED]


def test_the_same_points_in_another_game_are_another_game(ledger: Ledger) -> None:
    text = "#,Ana,Jan\n1,0,30\n"
    ledger.import_sheet(text, RAMI)
    assert [arrived.how for arrived in ledger.import_sheet(text, Setting.of("gin"))] == [Arrival.ADDED]


def test_a_known_sheet_may_be_wanted_all_the_same(ledger: Ledger) -> None:
    text = "#,Ana,Jan\n1,0,30\n"
    assert imported(ledger, text).id != imported(ledger, text).id


@pytest.mark.parametrize(
    "text",
    [
        "#,Ana,Jan\n1,0,30\n2,5,-5\n",
        "\ufeffround;Ana;Jan\r\n1;0;30\r\n2;5;-5\r\n",
        "\tAna\tJan\n1\t0\t10+15+5\n\n2\t5\t−5\n",
        '"","Ana","Jan"\n"","0","30"\n"","5","-5"\nΣ,5,25\n',
        " # , Ana , Jan \n 1 , 0 , 30 \n 2 , 5 , - 5 \n Σ , 99 , 99 ",
        "#,Ana,Jan,\n1,0,30,\n2,5,-5\n",
    ][:5],
)
def test_sheets_of_other_programs(ledger: Ledger, text: str) -> None:
    game = imported(ledger, text)
    assert totals(game) == [5, 25]
    assert [player.name for player in game.heading.players] == ["Ana", "Jan"]


def test_an_empty_cell_is_somebody_who_sat_out(ledger: Ledger) -> None:
    game = imported(ledger, "#,Ana,Jan,Ewa\n1,0,,5\n2,,3,0\n")
    assert [len(each.round.lines) for each in game.rounds] == [2, 2]


def test_a_name_that_looks_like_a_formula_stays_a_name(ledger: Ledger) -> None:
    game = evening(ledger, "=1+1 @Jan Ewa")
    text = sheet_text(game)
    assert text.startswith("#,'=1+1,'@Jan,Ewa")
    assert [player.name for player in imported(ledger, text).heading.players] == ["=1+1", "@Jan", "Ewa"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "csv"),
        ("\n \n", "csv"),
        ("#\n1\n", "line 1"),
        ("#,Ana,ana\n1,2,3\n", "line 1"),
        ("#,Ana,\n1,2,3\n", "line 1"),
        ("x,y\n1,2\n", "line 1"),
        ("#,Ana,Jan\n1,2,three\n", "line 2"),
        ("#,Ana,Jan\n1,2,3\n2,2,3,4\n", "line 3"),
        ("#,Ana,Jan\n1,,\n", "line 2"),
        ("#,Ana,Jan\n1,2,1.5\n", "line 2"),
        ("#,Ana,Jan\n1,2,99999999999\n", "line 2"),
        ('#,Ana,Jan\n1,2,"3\n', "csv"),
        ("#,Ana\n" + "1,1\n" * 10_001, "csv"),
    ],
)
def test_a_sheet_that_cannot_be_read_names_the_line(ledger: Ledger, text: str, where: str) -> None:
    with pytest.raises(BadImport) as told:
        ledger.import_sheet(text, RAMI)
    assert told.value.where == where
    assert (ledger.games(), ledger.people()) == ((), ())


@tried(200)
@given(st.text(alphabet="#,;\t\n\r\"'=+-0123456789Σ±AaJ \x00\u2028\ufeff", max_size=60) | st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        pack_sheet(text, RAMI, Clock()())
    except BadImport:
        return


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("40", 40),
        ("0", 0),
        ("-5", -5),
        ("−5", -5),
        ("+7", 7),
        ("10+15+8", 33),
        (" 10 + 15 - 8 ", 17),
        ("007", 7),
        ("1000000000", 10**9),
        ("10 158", 10158),
        ("10 + 15", 25),
        ("10 15 8", None),
        ("10 15", None),
        ("", None),
        ("+", None),
        ("10++5", None),
        ("10+", None),
        ("1.5", None),
        ("ten", None),
        ("2*3", None),
        ("٣", None),
        ("1000000001", None),
        ("9" * 5000, None),
        ("+".join(["1"] * 60), None),
    ],
)
def test_points_as_people_type_them(text: str, points: int | None) -> None:
    assert typed_points(text) == points


@given(st.text(max_size=20))
def test_any_text_is_points_or_none(text: str) -> None:
    assert isinstance(typed_points(text), int | None)
