"""Rounds as other programs ask about them, answered without starting a program for each."""

from __future__ import annotations

import json
from typing import Any

from engine.checking import check
from engine.records import answer_line

Reply = dict[str, Any]


def reply(kind: str, system: str, question: Reply, *house_rules: str, **overrides: Any) -> Reply:
    """The answer to one record, or its error."""
    record = {"id": 1, "system": system, "house_rules": list(house_rules), "overrides": overrides}
    return answer_line(json.dumps({**record, "kind": kind, "input": question}), check)


def scores(system: str, players: Reply, *house_rules: str, overrides: Any = None, **how: Any) -> Reply:
    """What everybody writes down when A has gone out; players as ``B="KS 7H"`` or with all they laid."""
    everybody = {name: {"hand": each} if isinstance(each, str) else each for name, each in players.items()}
    question = {"winner": "A", "players": {"A": {"hand": ""}, **everybody}, **how}
    answer = reply("score", system, question, *house_rules, **(overrides or {}))
    assert "error" not in answer, answer
    found: Reply = answer["scores"]
    return found


def unopened(hand: str) -> Reply:
    """A player who has laid nothing."""
    return {"hand": hand, "opened": False}
