"""The worked examples of the rule books, asked through the command that other programs use."""

from __future__ import annotations

from typing import Any

import pytest

from engine.checking import KINDS
from tests.engine.commands import Reply, ask
from tests.engine.data import engine_data, rules_data

EXAMPLES = [example for example in rules_data("examples.json") if example["kind"] in KINDS]
MELD_VECTORS = [vector for vector in engine_data("opening_vectors.json") if "points" in vector["answer"]]
MELD_READINGS = [(vector, reading) for vector in MELD_VECTORS for reading in vector["other_readings"]]
READINGS: dict[str, Reply] = {
    "P2 a run needs two natural cards": {"house_rules": ["X4_two_naturals"]},
    "F1": {"overrides": {"jokers_set4_max": 2}},
}


def _meld(vector: Reply, **how: Any) -> Reply:
    question = {"cards": vector["hand"]}
    return {"id": vector["id"], "system": vector["rules"], "kind": "meld", "input": question, **how}


@pytest.fixture(scope="module")
def replies() -> dict[str, Reply]:
    return ask("check", EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_worked_example(example: Reply, replies: dict[str, Reply]) -> None:
    reply = replies[example["id"]]
    assert {key: reply.get(key) for key in example["expected"]} == example["expected"], example["reason"]
    if "code" in example["expected"]:
        assert reply["codes"][0] == example["expected"]["code"]


@pytest.fixture(scope="module")
def vector_replies() -> dict[str, Reply]:
    return ask("check", map(_meld, MELD_VECTORS))


@pytest.mark.parametrize("vector", MELD_VECTORS, ids=lambda vector: vector["id"])
def test_meld_vector(vector: Reply, vector_replies: dict[str, Reply]) -> None:
    reply, answer = vector_replies[vector["id"]], vector["answer"]
    assert (reply["legal"], reply["value"], reply["clean"]) == (
        answer["legal"],
        answer["points"],
        answer["clean_run"],
    ), vector["why"]


@pytest.mark.parametrize(("vector", "reading"), MELD_READINGS, ids=lambda part: str(part)[:20])
def test_meld_vector_by_another_reading(vector: Reply, reading: str) -> None:
    (reply,) = ask("check", [_meld(vector, **READINGS[reading])]).values()
    expected = vector["other_readings"][reading]
    assert reply["legal"] == expected["legal"]
    assert reply["value"] == expected.get("points", 0)
