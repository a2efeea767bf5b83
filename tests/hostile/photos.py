"""Ten thousand hostile files go the way that a visitor's photo goes: upload, disk, opening, picture, scan, sentence.

``python -m tests.hostile.photos [COUNT] [SEED] [--first N] [--say]`` prints what became of them and every
breach of what is promised. The files are looked at in processes of their own, which are told the number of
the next file and answer with a line: whoever dies or is silent for too long was ended by that file.
"""

from __future__ import annotations

import argparse
import json
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

MOST_SECONDS = 5.0
"""Of the processor, for one file, all the way."""
SILENCE_S = 180.0
"""After so long without an answer, on a clock that may be shared with other work, a file is said to hang."""
MOST_MEGABYTES = 1400.0
"""Held by a process while it looks at one file, the program itself included."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one file: ``outcome`` is read, a refusal's key, or what broke."""

    number: int
    name: str
    outcome: str
    seconds: float
    megabytes: float

    @property
    def breach(self) -> str:
        """Which promise was broken; empty if none."""
        if self.outcome.startswith(("crash", "hang", "error")):
            return self.outcome
        if self.seconds > MOST_SECONDS:
            return f"{self.seconds:.1f} s"
        return f"{self.megabytes:.0f} MB" if self.megabytes > MOST_MEGABYTES else ""

    def __str__(self) -> str:
        return f"{self.number} {self.name}: {self.outcome}, {self.seconds:.2f} s, {self.megabytes:.0f} MB"


@dataclass(slots=True)
class Looker:
    """A process that looks at hostile files, begun anew when it was ended by one."""

    seed: int
    process: subprocess.Popen[str] = field(init=False)
    lines: queue.Queue[str] = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        command = [sys.executable, "-m", "tests.hostile.looking", str(self.seed)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._listen, args=(self.process, self.lines), daemon=True).start()

    @staticmethod
    def _listen(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    def look(self, number: int) -> Fate:
        try:
            self._ask(number)
            line = self.lines.get(timeout=SILENCE_S)
        except BrokenPipeError:
            return self._ended(number, "crash")
        except queue.Empty:
            return self._ended(number, "hang")
        return Fate(**json.loads(line)) if line else self._ended(number, "crash")

    def _ask(self, number: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()

    def _ended(self, number: int, how: str) -> Fate:
        status = self.close()
        self.begin()
        return Fate(number, "", f"{how}, status {status}", 0.0, 0.0)

    def close(self) -> int:
        """End the process; its exit status, negative where a signal ended it."""
        self.process.kill()
        status = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        return status


def fates(count: int, seed: int, first: int = 0) -> Iterator[Fate]:
    """What became of each file, in order."""
    looker = Looker(seed)
    try:
        for number in range(first, first + count):
            yield looker.look(number)
    finally:
        looker.close()


def report(all_fates: list[Fate]) -> str:
    """How many came to what, and the greediest files."""
    outcomes = Counter(fate.outcome for fate in all_fates)
    lines = [f"{len(all_fates)} files"]
    lines += [f"  {count:6} {outcome}" for outcome, count in outcomes.most_common()]
    lines += ["longest:"] + [f"  {fate}" for fate in sorted(all_fates, key=lambda fate: -fate.seconds)[:3]]
    lines += ["largest:"] + [f"  {fate}" for fate in sorted(all_fates, key=lambda fate: -fate.megabytes)[:3]]
    breaches = [fate for fate in all_fates if fate.breach]
    return "\n".join([*lines, f"promises broken: {len(breaches)}", *(f"  {fate}" for fate in breaches)])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.photos", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=10_000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first file")
    parser.add_argument("--say", action="store_true", help="a line for every file")
    options: Any = parser.parse_args(arguments)
    seen = []
    for fate in fates(options.count, options.seed, options.first):
        seen.append(fate)
        if options.say or fate.breach:
            print(fate, flush=True)
    print(report(seen))
    return int(any(fate.breach for fate in seen))


if __name__ == "__main__":
    sys.exit(main())
