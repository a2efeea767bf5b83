"""How fast the search is beside a yardstick, and how soon its discards open a hand.

``python -m tests.engine.benchmark [--yardstick FILE] [--cp-sat N] [--every N] [--deals N] [--deeper N]``

The yardstick is any Python file with ``solve(hand) -> (most points, most cards)``, the hand a
list of faces with ``T`` for ten; CP-SAT answers every so many hands (extra ``bench``). All are
timed one after the other on each hand, in processor time, and compared as a ratio; the answers
must agree. Our own time is that of the whole front with its melds.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engine.cards import CARDS, JOKER, Face, Hand
from engine.deeper import best_discard
from engine.lookahead import discards
from engine.presets import PRESETS
from engine.solver import openings
from tests.engine.data import engine_data

RULES = PRESETS["remik_trad"]
Solve = Callable[[Sequence[str]], tuple[int, int]]


def _yardstick(path: Path) -> Solve:
    spec = importlib.util.spec_from_file_location("yardstick", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"no Python file: {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    solve: Solve = module.solve
    return solve


def _yardsticks(path: Path | None, cp_sat: int) -> Iterator[Yardstick]:
    if path is not None:
        yield Yardstick("yardstick", _yardstick(path), 1)
    if cp_sat:
        from tests.engine.cpsat import solve

        yield Yardstick("CP-SAT", solve, cp_sat)


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = work()
    return (time.process_time() - start) * 1000, result


def _line(name: str, times: Sequence[float]) -> str:
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"  {name:<28} median {statistics.median(ordered):8.2f}   p99 {p99:8.2f}   most {ordered[-1]:8.2f}"


@dataclass(frozen=True, slots=True)
class Yardstick:
    """Another solver, asked about every so many hands."""

    name: str
    solve: Solve
    every: int


@dataclass(frozen=True, slots=True)
class Measured:
    """One hand: our milliseconds, and those of each yardstick that was asked."""

    ours: float
    others: dict[str, float]


def _measured(number: int, faces: Sequence[str], yardsticks: Sequence[Yardstick]) -> Measured:
    hand = Hand.parse(faces)
    ours, found = _timed(partial(openings, hand, RULES))
    others = {}
    for stick in yardsticks:
        if number % stick.every == 0:
            others[stick.name], figures = _timed(partial(stick.solve, faces))
            assert figures == (found.max_points, found.max_cards), (stick.name, hand)
    return Measured(ours, others)


def speed(yardsticks: Sequence[Yardstick], every: int) -> None:
    """Openings (the whole front with its melds) and look-ahead on dealt hands, in milliseconds."""
    hands = engine_data("bench_hands.json")
    for kind, least in (("random", 0), ("rich", 0), ("rich", 2)):
        chosen = [hand["hand"] for hand in hands if hand["kind"] == kind and hand["jokers"] >= least]
        measured = [_measured(number, faces, yardsticks) for number, faces in enumerate(chosen)]
        print(f"{kind}: {len(chosen)} hands of 14 with at least {least} jokers, milliseconds")
        print(_line("openings", [each.ours for each in measured]))
        for stick in yardsticks:
            _compared(stick.name, [each for each in measured if stick.name in each.others])
        if every:
            ahead = [_timed(partial(discards, Hand.parse(faces), RULES))[0] for faces in chosen[::every]]
            print(_line(f"look-ahead ({len(ahead)} hands)", ahead))


def _compared(name: str, measured: Sequence[Measured]) -> None:
    theirs, ours = [each.others[name] for each in measured], [each.ours for each in measured]
    print(_line(f"{name} ({len(measured)} hands)", theirs))
    print(_line("ratio per hand", [own / other for own, other in zip(ours, theirs, strict=True)]))
    print(f"  {'ratio of the sums':<28} {sum(ours) / sum(theirs):15.2f}")


def draws_to_open(seed: int, deeper: int) -> int:
    """Solitaire: 14 of 108 cards, then discard and draw until the hand opens; 40 draws at most."""
    deck: list[Face] = [*CARDS, *CARDS, *(JOKER,) * 4]
    random.Random(seed).shuffle(deck)
    hand, stock = Hand(tuple(deck[:14])), deck[14:]
    for draws in range(41):
        if openings(hand, RULES).legal or draws == 40:
            return draws
        hand = hand.minus(best_discard(hand, RULES, samples=deeper, seed=seed)).plus(stock[draws])
    return 40


def solitaire(deals: int, deeper: int) -> None:
    """Mean draws to open with our discards, and its standard error."""
    draws = [draws_to_open(seed, deeper) for seed in range(deals)]
    error = statistics.stdev(draws) / len(draws) ** 0.5
    never = sum(count >= 40 for count in draws)
    print(f"solitaire: {deals} deals, {statistics.mean(draws):.2f} ± {error:.2f} draws to open, never {never}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.benchmark")
    parser.add_argument("--yardstick", type=Path, help="a Python file with solve(hand)")
    parser.add_argument("--every", type=int, default=10, help="look ahead on every so many hands (default 10, 0: none)")
    parser.add_argument("--deals", type=int, default=0, help="deals of solitaire (default none)")
    parser.add_argument("--deeper", type=int, default=0, help="samples of a second draw behind each discard")
    parser.add_argument("--cp-sat", type=int, default=0, metavar="N", help="ask CP-SAT about every so many hands")
    options = parser.parse_args()
    speed(list(_yardsticks(options.yardstick, options.cp_sat)), options.every)
    if options.deals:
        solitaire(options.deals, options.deeper)


if __name__ == "__main__":
    main()
