"""The best opening of dealt hands, beside OR-Tools' CP-SAT and a plain exact search."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine.cards import Hand
from engine.presets import PRESETS
from engine.solver import openings
from tests.engine.data import engine_data
from tests.figures.rows import Row

RULES = PRESETS["remik_trad"]
Solve = Callable[[Sequence[str]], tuple[int, int]]
_T = TypeVar("_T")


def rows(yardstick: Path | None, every: int) -> Iterator[Row]:
    """Milliseconds of processor time for a hand of 14, on every so many of the dealt hands; the answers must agree."""
    for what, kind, least in (("a dealt hand", "random", 0), ("a rich hand with two jokers or more", "rich", 2)):
        hands = [each["hand"] for each in engine_data("bench_hands.json") if each["kind"] == kind]
        chosen = [hand for hand in hands if hand.count("JK") >= least][::every]
        for name, solve in solvers(yardstick):
            yield compared(f"the best openings of {what}", name, solve, chosen)


def compared(what: str, name: str, solve: Solve, hands: Sequence[Sequence[str]]) -> Row:
    """Means over the same hands, each solved by both, one after the other."""
    ours = theirs = 0.0
    for faces in hands:
        own, found = timed(partial(openings, Hand.parse(faces), RULES))
        other, figures = timed(partial(solve, faces))
        assert figures == (found.max_points, found.max_cards), (name, faces)
        ours, theirs = ours + own, theirs + other
    return Row(what, ours / len(hands), name, theirs / len(hands), "ms")


def timed(work: Callable[[], _T]) -> tuple[float, _T]:
    began = time.process_time()
    result = work()
    return (time.process_time() - began) * 1000, result


def solvers(yardstick: Path | None) -> Iterator[tuple[str, Solve]]:
    """What there is to compare with: CP-SAT (extra ``bench``), and a file with ``solve(hand)``."""
    if importlib.util.find_spec("ortools") is not None:
        from tests.engine.cpsat import solve

        yield "CP-SAT (OR-Tools)", solve
    if yardstick is not None:
        yield "a plain exact search", solver_in(yardstick)


def solver_in(path: Path) -> Solve:
    """The function ``solve`` of a Python file: a hand in (``T`` for ten), the most points and most cards out."""
    spec = importlib.util.spec_from_file_location("yardstick", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"no Python file: {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Solve = module.solve
    return found
