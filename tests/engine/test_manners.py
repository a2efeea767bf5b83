"""How the commands behave: one answer a line, errors with codes, the rest goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from engine.cards import CARDS
from engine.checking import KINDS
from engine.records import answer_line
from tests.engine.commands import ask, ask_lines

HAND = "8S 7S 6S AD AC AH 3D"


def _record(**how: Any) -> dict[str, Any]:
    return {"id": "x", "rules": "rami51", "hand": HAND, **how}


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (_record(rules="canasta"), "unknown_rules"),
        (_record(house_rules=["V99"]), "unknown_house_rule"),
        (_record(house_rules=["V1_open_71", "V2_open_81"]), "house_rules_exclude_each_other"),
        (_record(overrides={"open_points": "51"}), "bad_override"),
        (_record(overrides={"open_pints": 51}), "bad_override"),
        (_record(overrides={"joker_meld": 10**7}), "bad_override"),
        (_record(hand="8S 1S"), "bad_notation"),
        (_record(hand=["8S", "JKX"]), "bad_notation"),
        (_record(hand="8S 8S 8S"), "too_many_copies"),
        (_record(hand="8S 8S", seen="8S"), "too_many_copies"),
        (_record(hand=[str(card) for card in CARDS]), "too_many_cards"),
        (_record(hand=None), "bad_record"),
        (_record(hand=7), "bad_record"),
        (_record(hand=[7]), "bad_record"),
        (_record(players="four"), "bad_record"),
        (_record(players=0), "bad_record"),
        (_record(opened=1), "bad_record"),
        (_record(table=["8S 8H 8D"]), "bad_record"),
        (_record(table=[{"cards": "8S 8H 9D"}]), "no_meld_on_table"),
        (_record(table=[{"cards": "8S 8H 8D", "owner": "nobody"}]), "bad_record"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_cannot_be_answered_says_why(record: dict[str, Any], code: str) -> None:
    assert ask("advise", [record])["x"]["error"]["code"] == code


def test_a_bad_line_costs_one_answer_and_the_exit_status() -> None:
    lines = ["{", json.dumps(_record(id=1)), "[]", "", json.dumps(_record(id=2, unknown_key=True))]
    replies, status = ask_lines("advise", lines)
    assert [reply["id"] for reply in replies] == [None, 1, None, 2]
    assert [reply.get("error", {}).get("code") for reply in replies] == ["bad_json", None, "bad_json", None]
    assert status == 1
    assert ask_lines("advise", [json.dumps(_record())])[1] == 0


def test_an_unknown_kind_of_question() -> None:
    reply = ask("check", [{"id": "x", "system": "gin", "kind": "poker", "input": {}}])["x"]
    assert reply["error"]["code"] == "unknown_kind"


def test_a_mistake_of_ours_is_told_and_the_rest_goes_on() -> None:
    def broken(_: object) -> dict[str, Any]:
        raise ZeroDivisionError("oops")

    assert answer_line('{"id": 3}', broken) == {
        "id": 3,
        "error": {"code": "internal_error", "message": "ZeroDivisionError: oops"},
    }


def test_notation_of_people_is_understood() -> None:
    record = _record(hand="8♠, 7s; 6S  ad A♣ A♥️ 3d")
    reply = ask("advise", [record])["x"]
    assert (reply["legal"], reply["max_points"]) == (True, 54)
    assert all(face.isascii() for meld in reply["example_by_points"] for face in meld)


def test_one_hand_on_the_command_line() -> None:
    command = [sys.executable, "-m", "engine", "advise", "--rules", "rami51", "--house-rule", "V1_open_71", "--hand"]
    done = subprocess.run([*command, HAND], capture_output=True, encoding="utf-8", check=False)
    reply = json.loads(done.stdout)
    assert done.returncode == 0
    assert reply["reasons"][0] == {"code": "points_short", "have": 54, "need": 71, "short": 17}
    bad = subprocess.run([*command, "8Z"], capture_output=True, encoding="utf-8", check=False)
    assert bad.returncode == 1
    nothing = subprocess.run(command[:-1], capture_output=True, encoding="utf-8", check=False)
    assert nothing.returncode == 2


def test_every_key_is_there_whatever_the_answer() -> None:
    good, bad = (ask("advise", [_record(hand=hand)])["x"] for hand in (HAND, "2C"))
    assert set(good) == set(bad)
    for kind in ("meld", "opening", "layoff", "swap"):
        legal = {"cards": ["8S", "7S", "6S"], "melds": [["8S", "7S", "6S"]], "table": ["4D", "5D", "6D"]}
        replies = [
            ask("check", [{"id": "x", "system": "basic_rummy", "kind": kind, "input": given}])["x"]
            for given in (legal, {"cards": ["8S"], "melds": [["8S"]], "table": ["4D"]})
        ]
        assert set(replies[0]) == set(replies[1])


@pytest.mark.parametrize(
    ("command", "record"),
    [
        ("advise", _record()),
        ("advise", _record(outs=True)),
        ("advise", _record(discards=True)),
        ("check", {"id": "x", "system": "gin", "kind": "meld", "input": {"cards": ["7S", "8S", "9S"]}}),
    ],
    ids=["advise", "outs", "discards", "check"],
)
def test_who_stops_reading_ends_it_quietly(command: str, record: dict[str, Any]) -> None:
    asking = [sys.executable, "-m", "engine", command, "--jsonl"]
    with subprocess.Popen(asking, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        line = json.dumps(record).encode() + b"\n"
        running.stdin.write(line)
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["id"] == "x"
        running.stdout.close()
        running.stdin.write(line)
        running.stdin.close()
        assert running.stderr.read() == b""
        assert running.wait() == 1


def test_help_names_the_kinds_of_questions() -> None:
    shown = subprocess.run([sys.executable, "-m", "engine", "check", "--help"], capture_output=True, encoding="utf-8")
    assert set(KINDS) <= set(shown.stdout.replace(",", " ").replace(".", " ").split())
