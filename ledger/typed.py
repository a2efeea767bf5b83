"""Points as people type them: ``40``, ``-5``, ``10+15+8``."""

from __future__ import annotations

import re

from engine.scoresheets import MOST_POINTS

_SUM = re.compile(r"[+-]?\d{1,10}([+-]\d{1,10}){0,49}", re.ASCII)
_TERM = re.compile(r"[+-]?\d+", re.ASCII)
_SIGNS = str.maketrans({"−": "-", "–": "-", "‒": "-", "－": "-", "＋": "+", " ": None, "\u00a0": None, "\u202f": None})


def typed_points(text: str) -> int | None:
    """The points that were typed, a row of them added up; ``None`` if these are no points.

    >>> typed_points("10+15+8"), typed_points("−5"), typed_points("ten")
    (33, -5, None)
    """
    line = text.strip().translate(_SIGNS)
    if not _SUM.fullmatch(line):
        return None
    points = sum(int(term) for term in _TERM.findall(line))
    return points if abs(points) <= MOST_POINTS else None
