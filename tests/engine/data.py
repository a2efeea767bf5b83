"""Worked examples and vectors, kept as files beside the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"


def rules_data(name: str) -> Any:
    """A file of tests/data/rules."""
    return json.loads((DATA / "rules" / name).read_text(encoding="utf-8"))


def engine_data(name: str) -> Any:
    """A file of tests/data/engine."""
    return json.loads((DATA / "engine" / name).read_text(encoding="utf-8"))
