"""The scripts and styles of our widgets, read once."""

from __future__ import annotations

from functools import cache

from ui.routes import ASSETS


@cache
def asset(*names: str) -> str:
    """One text of several files, in their order."""
    return "\n".join((ASSETS / name).read_text("utf-8") for name in names)
