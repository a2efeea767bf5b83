"""Visitors who scan and score at once, over loopback; how long they wait and what the app holds.

``python -m tests.ui.load [PHOTO] [--visitors 20] [--minutes 60] [--every 30]`` starts the app (cut off from every
network) and sends it visitors. Each of them, as a browser would: sends the photo, opens the page, waits until its
cards lie on the desk, confirms a round of a game and opens its sheet; then rests. Without a photo a fan is drawn
(which asks for Chromium). A visitor who is answered by an error, or memory that grows from the second quarter of the
time to the last by more than a fifth, ends the run with exit status 1.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.game import Line, Round
from ledger import Heading, KeptGame, Ledger, Setting
from tests.ui.conversation import open_page
from tests.ui.running import RunningApp, running
from ui.desk import Desk
from ui.visits import Visits, new_name

HAND = "7S 8S 9S 10H 10D 10C KC QD 4H 2S 2H 2D 5C"
ROUNDS = 12
"""After so many rounds a visitor begins another game."""
LOOKS = 40
"""How often memory is looked at."""
GROWTH = 1.2


@dataclass
class Figures:
    """Seconds that visitors waited, by what for; and what went wrong."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def timed(self, what: str, deed: Callable[[], object]) -> None:
        began = time.monotonic()
        try:
            deed()
        except Exception as broken:
            with self.lock:
                self.errors.append(f"{what}: {broken!r}")
        with self.lock:
            self.waits.setdefault(what, []).append(time.monotonic() - began)

    def lines(self) -> list[str]:
        said = []
        for what, waits in sorted(self.waits.items()):
            p95 = sorted(waits)[min(len(waits) - 1, int(len(waits) * 0.95))]
            said.append(f"  {what:<20} {len(waits):5} times, median {statistics.median(waits):.2f} s, p95 {p95:.2f} s")
        return said


@dataclass
class Visitor:
    """One player with a phone, whose desk and games lie in the app's own data folder."""

    app: RunningApp
    photo: bytes
    figures: Figures
    name: str = field(default_factory=new_name)
    game: KeptGame | None = None

    def come_again_and_again(self, until: float, every: float) -> None:
        while time.monotonic() < until:
            began = time.monotonic()
            self.figures.timed("scan, to cards shown", self.scan)
            self.figures.timed("round, to sheet", self.score)
            time.sleep(max(0.0, min(every - (time.monotonic() - began), until - time.monotonic())))

    def scan(self) -> None:
        visits = Visits(self.app.folder / "data" / "visits")
        """The photo with a few bytes behind its end, so that the app has never seen this file."""
        photo = self.photo + secrets.token_bytes(8)
        answer = json.loads(self.app.ask(f"/photo/{self.name}", "POST", photo).body)
        visits.put(self.name, Desk().with_photo(answer["name"]).to_text())
        open_page(self.app, "", f"visit={self.name}")
        desk = Desk.from_text(visits.desk(self.name) or "")
        assert [photo.scanned for photo in desk.photos] == [True], "the photo was not read"

    def score(self) -> None:
        ledger = Ledger(self.app.folder / "data" / "ledger.sqlite3")
        game = self.game or self.begun(ledger)
        played = Round(tuple(Line(player.id, typed=7) for player in game.heading.players))
        outcome = ledger.add_round(game.id, game.next_number, played)
        assert outcome.kept
        self.game = outcome.game if game.next_number < ROUNDS else None
        open_page(self.app, "score", f"visit={self.name}&sheet={game.id}")

    def begun(self, ledger: Ledger) -> KeptGame:
        players = tuple(ledger.player(f"{self.name[:8]} {seat}") for seat in range(3))
        return ledger.start(Heading(Setting.of("rami51"), players))


def megabytes(app: RunningApp) -> float:
    """What the app holds now."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{app.pid}/status").read_text("ascii"))
    return int(found[1]) / 1024 if found else 0.0


@dataclass
class Memory:
    """What the app held, looked at again and again."""

    app: RunningApp
    looks: list[float] = field(default_factory=list)

    def watch(self, until: float) -> None:
        every = max(1.0, (until - time.monotonic()) / LOOKS)
        while time.monotonic() < until:
            self.looks.append(megabytes(self.app))
            time.sleep(every)

    @property
    def quarters(self) -> list[float]:
        """The most that was held in each quarter of the time."""
        size = max(1, len(self.looks) // 4)
        return [max(self.looks[at * size : (at + 1) * size] or self.looks[-1:]) for at in range(4)]

    @property
    def growth(self) -> float:
        """The last quarter beside the second: the first warms up."""
        _, second, _, last = self.quarters
        return last / second


def drawn_fan() -> bytes:
    """A photo for those who have none at hand."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM_ARGUMENTS, chromium
    from tests.browser.fan import fan_photo

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        return fan_photo(browser, HAND)


def main(arguments: list[str] | None = None) -> int:
    options = asked(arguments)
    photo = options.photo.read_bytes() if options.photo else drawn_fan()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as app:
        Visitor(app, photo, Figures()).scan()
        figures, memory = Figures(), Memory(app)
        until = time.monotonic() + 60 * options.minutes
        visitors = [Visitor(app, photo, figures) for _ in range(options.visitors)]
        threads = [threading.Thread(target=each.come_again_and_again, args=(until, options.every)) for each in visitors]
        threads.append(threading.Thread(target=memory.watch, args=(until,)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        breaches = app.breaches
    print(f"{options.visitors} visitors for {options.minutes:g} minutes, every {options.every:g} s each; {load()}")
    return told(figures, memory, breaches)


def asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.ui.load", description=__doc__)
    parser.add_argument("photo", type=Path, nargs="?")
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--every", type=float, default=30, help="seconds between two scans of one visitor")
    return parser.parse_args(arguments)


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors" if hasattr(os, "getloadavg") else ""


def told(figures: Figures, memory: Memory, breaches: list[str]) -> int:
    """What came of it, and the exit status."""
    print("\n".join(figures.lines()))
    held = ", ".join(f"{quarter:.0f}" for quarter in memory.quarters)
    print(
        f"  most held by the app in each quarter of the time: {held} MB; the last is {memory.growth:.2f} of the second"
    )
    print(f"  errors: {len(figures.errors)}", *figures.errors[:5], sep="\n    ")
    print(f"  ways out that were tried: {len(breaches)}", *breaches[:5], sep="\n    ")
    return int(bool(figures.errors or breaches) or memory.growth > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
