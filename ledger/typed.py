"""Points as people type them: ``40``, ``-5``, ``10+15+8``."""

from __future__ import annotations

import re

from engine.scoresheets import MOST_POINTS

_NUMBER = r"(?:\d{1,3}(?: \d{3})+|\d{1,10})"
_SUM = re.compile(rf" *[+-]? *{_NUMBER}(?: *[+-] *{_NUMBER}){{0,49}} *", re.ASCII)
_TERM = re.compile(rf"[+-]? *{_NUMBER}", re.ASCII)
_SIGNS = str.maketrans({"−": "-", "–": "-", "‒": "-", "－": "-", "＋": "+", "\u00a0": " ", "\u202f": " "})


def typed_points(text: str) -> int | None:
    """The points that were typed, a row of them added up; ``None`` if these are no points.

    A space between figures parts thousands and nothing else: ``10 15 8`` is no number.

    >>> typed_points("10+15+8"), typed_points("−5"), typed_points("ten")
    (33, -5, None)
    """
    line = text.strip().translate(_SIGNS)
    if not _SUM.fullmatch(line):
        return None
    points = sum(int(term.replace(" ", "")) for term in _TERM.findall(line))
    return points if abs(points) <= MOST_POINTS else None
