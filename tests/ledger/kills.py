"""Kill a writing process again and again: every round that was confirmed must be there afterwards.

``python -m tests.ledger.kills N [SEED]`` kills N times. The writer says what he is about to have
(``want``) before each deed and ``kept`` when the ledger has confirmed it. After the kill the file
must hold the last confirmed state, or the one that was wanted next, and nothing else.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.game import Line, Round
from ledger import Heading, KeptGame, Ledger, Setting

KILLS_PER_FILE = 20
ROUNDS_PER_GAME = 6
State = dict[str, dict[str, list[int]]]
"""The points of every round by its number, by the game's title."""


@dataclass
class Writer:
    """Plays, mends, undoes and takes out at random, and always knows what the file must hold."""

    ledger: Ledger
    name: str
    chance: random.Random
    said: int
    past: dict[str, list[list[int] | None]] = field(default_factory=dict)

    def write_for_ever(self) -> None:
        for count in range(10**6):
            title = f"{self.name}-{count}"
            self.want(title, {})
            game = self.ledger.start(Heading(Setting.of("rami51"), self.players(), title))
            self.kept()
            self.past = {}
            while len(self.past) < ROUNDS_PER_GAME:
                game = self.deed(game, title)

    def players(self) -> tuple[Any, ...]:
        return self.ledger.player("Ana"), self.ledger.player("Jan")

    def deed(self, game: KeptGame, title: str) -> KeptGame:
        """One random change of a random page, or a new round."""
        number = str(self.chance.randint(1, len(self.past) + 1))
        points = [self.chance.randint(-200, 200), self.chance.randint(-200, 200)]
        history = self.past.setdefault(number, [])
        kept = game.round_of(int(number))
        undo, out = kept is not None and self.chance.random() < 0.3, kept is not None and self.chance.random() < 0.1
        if not history:
            self.wanted(title, number, [*history, points])
            outcome = self.ledger.add_round(game.id, int(number), played(game, points))
        elif kept is None:
            return game
        elif undo:
            self.wanted(title, number, history[:-1] or [None])
            outcome = self.ledger.undo(game.id, int(number), kept.version)
        elif out:
            self.wanted(title, number, [*history, None])
            outcome = self.ledger.take_out(game.id, int(number), kept.version)
        else:
            self.wanted(title, number, [*history, points])
            outcome = self.ledger.change_round(game.id, int(number), kept.version, played(game, points))
        assert outcome.kept, outcome.result
        assert outcome.game is not None
        self.kept()
        return outcome.game

    def wanted(self, title: str, number: str, history: list[list[int] | None]) -> None:
        self.past[number] = history
        rounds = {name: past[-1] for name, past in self.past.items() if past and past[-1] is not None}
        self.want(title, rounds)

    def want(self, title: str, rounds: Mapping[str, list[int] | None]) -> None:
        self.say({"want": title, "rounds": rounds})

    def kept(self) -> None:
        self.say({"kept": True})

    def say(self, line: object) -> None:
        os.write(self.said, (json.dumps(line) + "\n").encode())


def played(game: KeptGame, points: list[int]) -> Round:
    pairs = zip(game.heading.players, points, strict=True)
    return Round(tuple(Line(player.id, typed=each) for player, each in pairs))


@dataclass(frozen=True)
class Heard:
    """What a killed writer had confirmed, and what he was about to have."""

    confirmed: State
    wanted: State
    confirmations: int


def kill_a_writer(path: Path, name: str, chance: random.Random) -> Heard:
    """Let a process write for a moment, then kill it, wherever it is."""
    hears, says = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hears)
        try:
            Writer(Ledger(path), name, random.Random(name), says).write_for_ever()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(says)
    time.sleep(chance.uniform(0, 1.2))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the writer ended by itself"
    with os.fdopen(hears, "rb") as lines:
        return understood([json.loads(line) for line in lines.read().splitlines(keepends=True) if line.endswith(b"\n")])


def understood(lines: list[dict[str, Any]]) -> Heard:
    confirmed: State = {}
    wanted: State = {}
    for line in lines:
        if "want" in line:
            wanted = {**confirmed, line["want"]: line["rounds"]}
        else:
            confirmed = wanted
    return Heard(confirmed, wanted, sum("kept" in line for line in lines))


def found(path: Path) -> State:
    """What the file holds, read through the front door; the totals must be the sums of the rounds."""
    state: State = {}
    for kept in Ledger(path).games():
        rounds = {str(each.number): [line.typed or 0 for line in each.round.lines] for each in kept.rounds}
        totals = [sum(points[seat] for points in rounds.values()) for seat in range(2)]
        assert [total.points for total in kept.game.totals] == totals
        state[kept.heading.title] = rounds
    return state


def check(path: Path, before: State, heard: Heard) -> State:
    """The state of the file, which must be one of the two that are allowed."""
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    state = found(path)
    allowed = ({**before, **heard.confirmed}, {**before, **heard.wanted})
    assert state in allowed, f"{state} is neither {allowed[0]} nor {allowed[1]}"
    return state


def kill_many(kills: int, seed: int, folder: Path) -> int:
    """The number of confirmations that survived; an ``AssertionError`` if one did not."""
    chance, confirmations, state = random.Random(seed), 0, State()
    for kill in range(kills):
        path = folder / f"{kill // KILLS_PER_FILE}.sqlite3"
        state = state if kill % KILLS_PER_FILE else {}
        heard = kill_a_writer(path, f"{seed}-{kill}", chance)
        state = check(path, state, heard)
        confirmations += heard.confirmations
    return confirmations


def main(arguments: list[str]) -> None:
    kills, seed = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    with tempfile.TemporaryDirectory() as folder:
        confirmations = kill_many(kills, seed, Path(folder))
    print(f"{kills} kills, {confirmations} confirmations, none lost")


if __name__ == "__main__":
    main(sys.argv[1:])
