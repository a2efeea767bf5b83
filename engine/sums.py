"""Two sums and a number of clean runs in one integer, and the fronts of those that no other beats.

The search adds and compares such sums by the thousand; in one integer that costs least.
"""

from __future__ import annotations

CLEAN = 4
"""Bits for the number of clean runs."""
SECOND = 20
"""Bits for the second sum."""
RUNS = (1 << CLEAN) - 1
SUM = (1 << SECOND) - 1
SECONDS = SUM << CLEAN

Front = tuple[int, ...]
"""Packed sums that no other beats, the greatest first sum first."""


def pack(first: int, second: int, clean: int = 0) -> int:
    """Two sums and a number of clean runs in one integer; packed sums may be added."""
    return (first << SECOND | second) << CLEAN | clean


def pair(packed: int) -> tuple[int, int]:
    """The first and the second sum again."""
    return packed >> CLEAN + SECOND, packed >> CLEAN & SUM


def clean_runs(packed: int) -> int:
    """How many clean runs are among the melds."""
    return packed & RUNS


def enough_clean(front: Front, runs: int) -> Front:
    """The part of a front that holds at least so many clean runs."""
    return tuple(packed for packed in front if packed & RUNS >= runs)


def first_sum(packed: int) -> int:
    """The first sum alone."""
    return packed >> CLEAN + SECOND


def pruned(sums: list[int], runs: int) -> Front:
    """The sums that no other beats; with enough clean runs one beats those with fewer."""
    sums.sort(reverse=True)
    if runs > 1:
        return _pruned_by_level(sums, runs)
    best = best_clean = -1
    kept = []
    for packed in sums:
        second = packed & SECONDS
        if second > best:
            best = second
            kept.append(packed)
            if packed & RUNS:
                best_clean = second
        elif runs and second > best_clean and packed & RUNS:
            best_clean = second
            kept.append(packed)
    return tuple(kept)


def _pruned_by_level(sums: list[int], runs: int) -> Front:
    """The same where more than one clean run is asked."""
    kept = []
    best = [-1] * (runs + 1)
    for packed in sums:
        second, level = packed & SECONDS, min(packed & RUNS, runs)
        if second > best[level]:
            kept.append(packed)
            best[: level + 1] = [max(second, lower) for lower in best[: level + 1]]
    return tuple(kept)
