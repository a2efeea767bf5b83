"""How fast the search is beside a yardstick, and how soon its discards open a hand.

``python -m tests.engine.benchmark [--yardstick FILE] [--every N] [--deals N] [--deeper N]``

The yardstick is any Python file with ``solve(hand) -> (most points, most cards)``, the hand a
list of faces with ``T`` for ten. Both are timed one after the other on each hand, in
processor time of the thread, and compared as a ratio; the answers must agree.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import statistics
import time
from collections.abc import Callable, Sequence
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


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.thread_time()
    result = work()
    return (time.thread_time() - start) * 1000, result


def _line(name: str, times: Sequence[float]) -> str:
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"  {name:<28} median {statistics.median(ordered):8.2f}   p99 {p99:8.2f}   most {ordered[-1]:8.2f}"


def speed(yardstick: Solve | None, every: int) -> None:
    """Openings (the whole front with its melds) and look-ahead on dealt hands, in milliseconds."""
    hands = engine_data("bench_hands.json")
    for kind, least in (("random", 0), ("rich", 0), ("rich", 2)):
        chosen = [hand["hand"] for hand in hands if hand["kind"] == kind and hand["jokers"] >= least]
        ours, theirs, ratios = [], [], []
        for faces in chosen:
            hand = Hand.parse(faces)
            own, found = _timed(partial(openings, hand, RULES))
            ours.append(own)
            if yardstick is not None:
                other, figures = _timed(partial(yardstick, faces))
                assert figures == (found.max_points, found.max_cards), hand
                theirs.append(other)
                ratios.append(own / other)
        print(f"{kind}: {len(chosen)} hands of 14 with at least {least} jokers, milliseconds")
        print(_line("openings", ours))
        if theirs:
            print(_line("yardstick", theirs))
            print(_line("ratio per hand", ratios))
            print(f"  {'ratio of the sums':<28} {sum(ours) / sum(theirs):15.2f}")
        ahead = [_timed(partial(discards, Hand.parse(faces), RULES))[0] for faces in chosen[::every]]
        print(_line(f"look-ahead ({len(ahead)} hands)", ahead))


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
    parser.add_argument("--every", type=int, default=10, help="look ahead on every so many hands (default 10)")
    parser.add_argument("--deals", type=int, default=0, help="deals of solitaire (default none)")
    parser.add_argument("--deeper", type=int, default=0, help="samples of a second draw behind each discard")
    options = parser.parse_args()
    speed(_yardstick(options.yardstick) if options.yardstick else None, options.every)
    if options.deals:
        solitaire(options.deals, options.deeper)


if __name__ == "__main__":
    main()
