"""Best openings known from elsewhere, and by other readings of the sources."""

from __future__ import annotations

import pytest

from engine.cards import Hand
from engine.melds import parse_slots
from engine.opening import Opening, judge_opening
from engine.presets import ruleset
from tests.engine.commands import Reply, ask
from tests.engine.data import engine_data

VECTORS = [vector for vector in engine_data("opening_vectors.json") if "points" not in vector["answer"]]
CODES = {
    "nothing left to discard": "must_keep_a_discard",
    "no clean run": "no_clean_run",
    "below 51": "points_short",
}
READINGS: dict[str, Reply] = {
    "P2": {"house_rules": ["X4_two_naturals"]},
    "P3": {"house_rules": ["X6_clean_inside_dirty"]},
    "P4": {"house_rules": ["M10_no_final_discard"]},
    "F1a": {"overrides": {"jokers_set4_max": 2}},
    "F1b": {"overrides": {"jokers_set3_max": None, "jokers_set4_max": None}},
    "F2": {"house_rules": ["V5a_joker_not_counted"]},
    "F4": {"house_rules": ["X6_clean_inside_dirty"]},
}
"""F3, a clean run of exactly three cards, has no parameter: nobody plays it so."""


def _questions() -> dict[str, tuple[Reply, Reply]]:
    asked = {}
    for vector in VECTORS:
        question = {"id": vector["id"], "rules": vector["rules"], "hand": vector["hand"]}
        asked[vector["id"]] = (question, vector["answer"])
        for name, answer in vector["other_readings"].items():
            key = name.split()[0]
            if key != "F3":
                name = f"{vector['id']} by {key}"
                asked[name] = ({**question, "id": name, **READINGS[key]}, answer)
    return asked


QUESTIONS = _questions()


@pytest.fixture(scope="module")
def replies() -> dict[str, Reply]:
    return ask("advise", (question for question, _ in QUESTIONS.values()))


@pytest.mark.parametrize("name", QUESTIONS)
def test_opening_vector(name: str, replies: dict[str, Reply]) -> None:
    _, answer = QUESTIONS[name]
    reply = replies[name]
    same = [
        key for key in answer if key not in ("reason", "pareto_cards_points", "example_by_points", "example_by_cards")
    ]
    assert {key: reply[key] for key in same} == {key: answer[key] for key in same}
    if "pareto_cards_points" in answer:
        assert reply["pareto_cards_points"] == sorted(answer["pareto_cards_points"])
    if "reason" in answer:
        assert reply["reasons"][0]["code"] == CODES[answer["reason"]]


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_example_is_as_good_as_the_figures(name: str, replies: dict[str, Reply]) -> None:
    question, _ = QUESTIONS[name]
    reply = replies[name]
    rules = ruleset(question["rules"], question.get("house_rules", ()), question.get("overrides"))
    for key, figure in (("example_by_points", "max_points"), ("example_by_cards", "max_cards")):
        melds = tuple(parse_slots(meld) for meld in reply[key])
        faces = [slot.face for meld in melds for slot in meld]
        Hand.parse(question["hand"]).minus(*faces)
        if reply["legal"]:
            verdict = judge_opening(Opening(melds), rules)
            assert verdict.legal
            assert reply[figure] == (verdict.points if figure == "max_points" else len(faces))
        else:
            assert melds == ()
