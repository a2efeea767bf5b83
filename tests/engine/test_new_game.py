"""A made-up game with three house rules, added as CONTRIBUTING says: one place, and everything knows it."""

from __future__ import annotations

from typing import Any

import pytest

from engine import presets
from engine.advising import advise_record
from engine.checking import check
from engine.drill import DrillKind, ask
from engine.presets import REMIK_TRADITIONAL, HouseRulesExcludeEachOther, house_rules_for, ruleset
from engine.records import Record
from tests.engine.brute_force import compare

ZOLIKY = REMIK_TRADITIONAL.but(deal=14, open_points=42, naturals_min=2, final_discard="required", target=None)
HOUSE_RULES = (
    presets.house_rule("Z1_open_51", ("zoliky",), open_points=51),
    presets.house_rule("Z2_open_30_no_clean_run", ("zoliky",), open_points=30, open_clean_runs=0),
    presets.house_rule("Z3_round_the_corner", ("zoliky",), ace_run="circular"),
)


@pytest.fixture(autouse=True)
def _zoliky(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presets, "PRESETS", {**presets.PRESETS, "zoliky": ZOLIKY})
    monkeypatch.setattr(presets, "HOUSE_RULES", {**presets.HOUSE_RULES, **{rule.id: rule for rule in HOUSE_RULES}})
    monkeypatch.setattr(presets, "EXCLUSIVE", (*presets.EXCLUSIVE, frozenset({HOUSE_RULES[0].id, HOUSE_RULES[1].id})))


def answer(*house_rules: str, **asked: Any) -> dict[str, Any]:
    record = {"system": "zoliky", "rules": "zoliky", "house_rules": list(house_rules), **asked}
    return (check if "kind" in asked else advise_record)(Record(record))


def test_it_is_judged_and_advised() -> None:
    hand = "7S 8S 9S 6D 6C 6H 2C"
    assert answer(hand=hand)["max_points"] == 42
    assert not answer("Z1_open_51", hand=hand)["legal"]
    assert answer("Z2_open_30_no_clean_run", hand="10S 10H 10D 2C")["legal"]


def test_its_house_rules_bite_and_exclude_each_other() -> None:
    corner = {"kind": "meld", "input": {"cards": ["KS", "AS", "2S"]}}
    assert not answer(**corner)["legal"]
    assert answer("Z3_round_the_corner", **corner)["value"] == 23
    assert {rule.id for rule in HOUSE_RULES} <= {rule.id for rule in house_rules_for("zoliky")}
    with pytest.raises(HouseRulesExcludeEachOther):
        ruleset("zoliky", ["Z1_open_51", "Z2_open_30_no_clean_run"])


def test_it_is_scored_and_practised() -> None:
    players = {"A": {"hand": []}, "B": {"hand": ["JK", "KD"]}}
    assert answer(kind="score", input={"winner": "A", "players": players})["scores"] == {"A": 0, "B": 35}
    assert ask(DrillKind.MAY_OPEN, ruleset("zoliky"), 3).cards


def test_brute_force_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.engine.brute_force.PRESETS", {"zoliky": ZOLIKY})
    assert compare(10, 5) == 0
