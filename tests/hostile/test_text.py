"""Notation, records and sheets that nobody wrote with care: an answer or a plain refusal, and nothing else.

``HYPOTHESIS_PROFILE=stress`` tries each a hundred times as often.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.advising import advise_record
from engine.cards import FACES, BadNotation, Hand
from engine.checking import check
from engine.melds import parse_slots
from engine.presets import HOUSE_RULES, PRESETS
from engine.records import Answer, Answering, answer_line
from engine.rules import PARAMETERS
from ledger import BadImport, Ledger, Setting, typed_points
from tests.engine.data import rules_data
from tests.hostile.tampering import places, tried
from tests.ledger.evenings import new_ledger

MOST_SECONDS = 5.0
EXAMPLES = rules_data("examples.json")


FACE_TEXTS = st.sampled_from([*map(str, FACES), "JK=8D", "JK=JK", "jk", "7♠", "T♥", "1S", "", "7", "JK=", "\ud800"])
WORDS = st.sampled_from(["self", "opponent", "take", "best", "game_end", "layoff", "new_meld", *PRESETS, *HOUSE_RULES])
NUMBERS = st.one_of(st.integers(-3, 15), st.integers(-(10**20), 10**20), st.floats(), st.booleans())
NOTATION = st.lists(FACE_TEXTS, max_size=15).map(" ".join)
LEAVES = st.one_of(FACE_TEXTS, NUMBERS, st.none(), st.text(max_size=12), WORDS, NOTATION)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=6), inner, max_size=4)),
    max_leaves=10,
)
OVERRIDES = st.dictionaries(st.sampled_from(sorted(PARAMETERS)), ANYTHING, max_size=3)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return new_ledger(tmp_path)


def answered(line: str, answering: Answering) -> Answer:
    """The answer: soon, in plain JSON, and never a mistake of ours."""
    began = time.process_time()
    answer = answer_line(line, answering)
    assert time.process_time() - began < MOST_SECONDS
    json.dumps(answer, allow_nan=False).encode()
    assert answer.get("error", {}).get("code") != "internal_error", answer
    return answer


@tried(40)
@given(st.one_of(st.text(max_size=40), NOTATION))
@example("7" * 10_000)
@example("JK=" * 10_000)
def test_notation_is_read_or_refused(text: str) -> None:
    for read in (Hand.parse, parse_slots):
        with suppress(BadNotation):
            read(text)


@tried(40)
@given(st.one_of(st.text(max_size=60), ANYTHING.map(json.dumps)))
@example("9" * 5000)
@example('{"id": ' + "9" * 5000 + "}")
@example("[" * 100_000)
@example('{"id": NaN}')
@example('{"id": 1e999}')
@example('{"id": "\\ud800"}')
def test_any_line_is_answered(line: str) -> None:
    for answering in (advise_record, check):
        answered(line, answering)


@tried(80)
@given(st.data())
def test_an_example_tampered_with_anywhere_is_answered(data: st.DataObject) -> None:
    """One or two values of a worked example become anything."""
    record = copy.deepcopy(data.draw(st.sampled_from(EXAMPLES), label="example"))
    for _ in range(data.draw(st.integers(1, 2))):
        container, key = data.draw(st.sampled_from(places(record)))
        container[key] = data.draw(ANYTHING)
    answered(json.dumps(record), check)


@pytest.mark.parametrize("take", ["", [], "7H 7H", ["AS", "AS"], None, 7])
def test_a_taking_of_none_or_several_cards_is_refused(take: object) -> None:
    asked = {"action": "take", "table": "7D 7C 7S 7H", "into": "7H 8H 9H", "take": take}
    answer = answered(json.dumps({"kind": "swap", "system": "rami51", "input": asked}), check)
    assert answer["error"]["code"] in {"bad_record", "bad_notation"}


@tried(40)
@given(st.sampled_from(sorted(PRESETS)), OVERRIDES, st.lists(st.sampled_from(FACES), max_size=14), st.data())
def test_any_question_about_a_hand_is_answered(
    rules: str, overrides: dict[str, Any], faces: list[Any], data: st.DataObject
) -> None:
    record: dict[str, Any] = {"rules": rules, "overrides": overrides, "hand": [str(face) for face in faces]}
    for key in data.draw(st.sets(st.sampled_from(["players", "opened", "table", "seen", "house_rules", "id"]))):
        record[key] = data.draw(ANYTHING)
    answered(json.dumps(record), advise_record)


def sheet(rows: list[list[str]]) -> str:
    return "\n".join(",".join(row) for row in rows)


@tried(40)
@given(st.one_of(st.text(max_size=200), st.lists(st.lists(LEAVES.map(str), max_size=5), max_size=8).map(sheet)))
def test_a_sheet_is_read_or_refused_whole(ledger: Ledger, text: str) -> None:
    before = len(ledger.games())
    try:
        ledger.import_sheet(text, Setting.of("rami51"))
    except BadImport:
        assert len(ledger.games()) == before


@tried(40)
@given(st.text(max_size=40))
@example("9" * 100_000)
@example("1+" * 50_000)
def test_typed_points_are_a_number_or_nothing(text: str) -> None:
    points = typed_points(text)
    assert points is None or abs(points) <= 10**9


@pytest.mark.parametrize("command", ["advise", "check"])
def test_bytes_that_are_no_text_cost_one_answer(command: str) -> None:
    lines = b'\xff\xfe{"id": 1}\n{"id": 2, "rules": "gin", "hand": 7}\n'
    asked = [sys.executable, "-m", "engine", command, "--jsonl"]
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(asked, input=lines, capture_output=True, env=strict, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1, done.stderr
    assert [answer["id"] for answer in answers] == [None, 2]
