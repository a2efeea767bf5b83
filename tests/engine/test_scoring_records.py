"""Records of rounds: every parameter bites, odd input gets a clear error, what is written is read back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FACES, Hand
from engine.game import Line, Round
from engine.melds import parse_slots
from engine.records import Record
from engine.rules import PARAMETERS
from engine.scoresheets import read_round, write_round
from engine.scoring import Finish, Remains
from engine.table import LayOff, Owner
from tests.engine.rounds import Reply, reply
from tests.engine.test_scoring import LAID
from tests.engine.test_scoring_gin import NINE

ONE_GO: Reply = {"in_one_go": True}
WON = {"hand": "", "laid": [["2S", "3S", "4S"], ["7D", "JK", "9D"]]}
B = {"B": {"hand": "JK AS 7H"}}
UNLAID = {"B": {"hand": "JK 7H", "opened": False}}
Case = tuple[str, object, Reply]

FLIPS: tuple[Case, ...] = (
    ("score_mode", "pay", {"players": B}),
    ("unopened", 100, {"players": UNLAID}),
    ("one_go_mult", [3, 3, 3], {"players": B, **ONE_GO}),
    ("one_go_joker_close", 2, {"players": B, **ONE_GO, "closing_discard": "JK"}),
    ("one_go_flat", 77, {"players": B, **ONE_GO}),
    ("one_go_only_if_first", True, {"players": B, **ONE_GO, "others_had_laid": True}),
    ("dry_layoffs", True, {"players": B, **ONE_GO, "used_table": True}),
    ("discard_touch_bars_dry", True, {"players": B, **ONE_GO, "touched_discard": True}),
    ("winner_bonus", -5, {"players": B}),
    ("early_joker_counts", True, {"players": {"B": {"hand": "7H", "early_jokers": 1}}}),
    ("round_to", 10, {"players": B}),
    ("last_round_mult", 2, {"players": B, "last_round": True}),
    ("ace_hand", 1, {"players": B}),
    ("joker_hand", 50, {"players": B}),
)
"""A parameter, another value, and a round of remik tradycyjny whose scores change with it."""

MELD_FLIPS: tuple[Case, ...] = (
    ("ace_low", 15, {"players": {"A": {"hand": "", "laid": [["AS", "2S", "3S"]]}}}),
    ("ace_high", 15, {"players": {"A": {"hand": "", "laid": [["AS", "KS", "QS"]]}}}),
    ("ace_set", 15, {"players": {"A": {"hand": "", "laid": [["AS", "AH", "AD"]]}}}),
    ("joker_meld", 0, {"players": {"A": WON}}),
)


def _scores(question: Reply, **overrides: Any) -> Reply:
    players = {"A": {"hand": ""}, **question["players"]}
    answer = reply("score", "remik_trad", {"winner": "A", **question, "players": players}, **overrides)
    found: Reply = answer["scores"]
    return found


@pytest.mark.parametrize(("parameter", "value", "question"), FLIPS, ids=lambda part: str(part)[:24])
def test_every_scoring_parameter_changes_some_round(parameter: str, value: object, question: Reply) -> None:
    assert _scores(question, **{parameter: value}) != _scores(question)


@pytest.mark.parametrize(("parameter", "value", "question"), MELD_FLIPS, ids=lambda part: str(part)[:24])
def test_every_value_of_a_laid_card_changes_some_round(parameter: str, value: object, question: Reply) -> None:
    positive: Reply = {"score_mode": "meld"}
    assert _scores(question, **positive, **{parameter: value}) != _scores(question, **positive)


def test_the_unopened_sum_for_each_joker_changes_some_round() -> None:
    assert _scores({"players": UNLAID}, unopened=100, unopened_per_joker=25)["B"] == 125
    assert _scores({"players": UNLAID}, unopened=100)["B"] == 100


@pytest.mark.parametrize(
    ("parameter", "value", "over"),
    [("target", 300, True), ("target", None, False), ("target_strict", False, True), ("target_effect", "none", False)],
)
def test_every_parameter_of_the_end_changes_some_game(parameter: str, value: object, over: bool) -> None:
    question = {"action": "game_end", "totals": {"A": 500 if parameter == "target_strict" else 501, "B": 20}}
    before = reply("score", "remik_trad", question)["over"]
    if parameter == "target":
        question = {"action": "game_end", "totals": {"A": 301 if over else 501, "B": 20}}
        before = reply("score", "remik_trad", question)["over"]
    assert (before, reply("score", "remik_trad", question, **{parameter: value})["over"]) == (not over, over)


def test_no_scoring_parameter_is_forgotten() -> None:
    """Each has a round above, in the examples of gin, or ends a game."""
    elsewhere = {"unopened_per_joker", "target", "target_effect", "target_strict"}
    flipped = {case[0] for case in FLIPS} | elsewhere
    assert flipped >= {name for name, parameter in PARAMETERS.items() if parameter.group == "score"}


# odd input


def _error(question: Reply, system: str = "remik_trad", **overrides: Any) -> str:
    code: str = reply("score", system, question, **overrides)["error"]["code"]
    return code


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"players": {}},
        {"winner": "Z", "players": {"A": {"hand": ""}}},
        {"winner": "A", "players": []},
        {"winner": "A", "players": {"A": "KS"}},
        {"winner": "A", "players": {"A": {"hand": 7}}},
        {"winner": "A", "players": {"A": {"opened": "yes"}}},
        {"winner": "A", "players": {"A": {"early_jokers": -1}}},
        {"winner": "A", "players": {"A": {"early_jokers": 1.5}}},
        {"winner": "A", "players": {"A": {"laid": "7S 8S 9S"}}},
        {"winner": "A", "players": {"A": {"counted": 10**12}}},
        {"winner": "A", "players": {"A": {}}, "jokers_used": -1},
        {"action": "game_end", "totals": {"A": "501"}},
        {"action": "game_end", "totals": {"A": 10**30}},
        {"action": "game_end", "totals": [501]},
    ],
)
def test_a_round_that_cannot_be_is_an_error_with_a_code(question: Reply) -> None:
    assert _error(question) == "bad_record"


def test_cards_that_are_none_are_named() -> None:
    answer = reply("score", "remik_trad", {"winner": "A", "players": {"A": {"hand": "KS 1X"}}})
    assert answer["error"]["code"] == "bad_notation"
    assert "1X" in answer["error"]["message"]


@pytest.mark.parametrize(
    "laid", [{"laid": [["7S", "8S"]]}, {"laid_off": [{"onto": ["7S", "8S", "9S"], "cards": ["KD"]}]}]
)
def test_where_melds_count_a_meld_that_is_none_is_an_error(laid: Reply) -> None:
    question = {"winner": "A", "players": {"A": {"hand": "", **laid}}}
    assert _error(question, "remik500") == "bad_meld"
    assert reply("score", "remik_trad", question)["scores"] == {"A": 0}


def test_gin_is_scored_for_two() -> None:
    question: Reply = {"winner": "A", "players": {"A": {"hand": "3D"}, "B": {"hand": "KD"}}}
    assert reply("score", "gin", question)["scores"] == {"A": 7, "B": 0}
    assert _error({**question, "players": {**question["players"], "C": {}}}, "gin") == "bad_record"


def test_scores_that_no_sheet_can_hold_are_an_error() -> None:
    question = {"winner": "A", "last_round": True, "players": {"A": {}, "B": {"hand": "KS"}}}
    assert _error(question, last_round_mult=10**4000) == "bad_record"


def test_every_key_is_always_there() -> None:
    over = reply("score", "gin", {"action": "game_end", "totals": {"A": 100, "B": 100}})
    assert {key: over[key] for key in over if key != "id"} == {
        "over": True,
        "winner": None,
        "winners": ["A", "B"],
        "loser": None,
        "losers": [],
    }
    keys = ["id", "legal", "result", "knocker_deadwood", "opponent_deadwood", "scores", "code", "codes"]
    for deadwood in ("3D", "KD KS"):
        question = {"knocker": {"melds": NINE, "deadwood": deadwood}, "opponent": {"deadwood": "2S"}}
        assert list(reply("gin", "gin", question)) == keys


# what a file keeps

NAMES = st.sampled_from(["A", "B", "c d", "Ł", "id-9"])
FACE = st.sampled_from(FACES)
MELD = st.sampled_from(["7S 8S 9S", "KS KH JK", "7S JK=8S 9S"]).map(parse_slots)
LAYOFF = st.builds(LayOff, onto=MELD, cards=st.just(parse_slots("JK 2S")), owner=st.sampled_from(Owner))
SMALL = st.integers(0, 9)
POINTS = st.none() | st.integers(-(10**9), 10**9)
REMAINS = st.builds(
    Remains,
    hand=st.lists(FACE, max_size=5).map(lambda faces: Hand(tuple(faces))),
    opened=st.booleans(),
    laid=st.lists(MELD, max_size=2).map(tuple),
    laid_off=st.lists(LAYOFF, max_size=2).map(tuple),
    early_jokers=SMALL,
    counted=POINTS,
    counted_jokers=SMALL,
    counted_laid=POINTS,
)
LINES = st.lists(st.builds(Line, player=NAMES, remains=st.none() | REMAINS, typed=POINTS), unique_by=lambda x: x.player)
ROUNDS = st.builds(
    Round,
    lines=LINES.map(tuple),
    finish=st.none()
    | st.builds(
        Finish,
        winner=NAMES,
        in_one_go=st.booleans(),
        jokers_used=st.none() | SMALL,
        closing_discard=st.none() | FACE,
        others_had_laid=st.none() | st.booleans(),
        used_table=st.booleans(),
        touched_discard=st.booleans(),
        last_round=st.booleans(),
    ),
    dealer=st.none() | NAMES,
    correction=st.booleans(),
)


@settings(max_examples=100, deadline=None)
@given(ROUNDS)
def test_a_round_that_was_written_is_read_back_the_same(played: Round) -> None:
    assert read_round(Record(write_round(played))) == played


def test_a_kept_round_can_be_asked_as_a_question() -> None:
    played = read_round(Record({"winner": "A", "players": {"A": {"hand": ""}, "B": LAID}}))
    answer = reply("score", "remik_trad", write_round(played), "T3_trad_positive")
    assert answer["scores"] == {"A": 0, "B": 41}
