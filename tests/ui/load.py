"""Visitors who scan and score at once, over loopback; how long they wait and what the app holds.

``python -m tests.ui.load PHOTO [--visitors 20] [--seconds 60] [--every 30]`` starts the app (cut off from every
network) and sends it visitors. Each of them, as a browser would: sends the photo, opens the page, waits until its
cards lie on the desk, confirms a round of a game and opens its sheet; then rests. A visitor who is answered by an
error ends the run with exit status 1.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.game import Line, Round
from ledger import Heading, Ledger, Setting
from tests.ui.conversation import open_page
from tests.ui.running import RunningApp, running
from ui.desk import Desk
from ui.visits import Visits, new_name


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


@dataclass(frozen=True)
class Visitor:
    """One player with a phone, whose desk and games lie in the app's own data folder."""

    app: RunningApp
    photo: bytes
    figures: Figures
    name: str = field(default_factory=new_name)

    def come_again_and_again(self, until: float, every: float) -> None:
        while time.monotonic() < until:
            began = time.monotonic()
            self.figures.timed("scan, to cards shown", self.scan)
            self.figures.timed("round, to sheet", self.score)
            time.sleep(max(0.0, min(every - (time.monotonic() - began), until - time.monotonic())))

    def scan(self) -> None:
        visits = Visits(self.app.folder / "data" / "visits")
        answer = json.loads(self.app.ask(f"/photo/{self.name}", "POST", self.photo).body)
        visits.put(self.name, Desk().with_photo(answer["name"]).to_text())
        open_page(self.app, "", f"visit={self.name}")
        desk = Desk.from_text(visits.desk(self.name) or "")
        assert [photo.scanned for photo in desk.photos] == [True], "the photo was not read"

    def score(self) -> None:
        ledger = Ledger(self.app.folder / "data" / "ledger.sqlite3")
        players = tuple(ledger.player(f"{self.name[:8]} {seat}") for seat in range(3))
        game = ledger.start(Heading(Setting.of("rami51"), players))
        played = Round(tuple(Line(player.id, typed=7) for player in players))
        assert ledger.add_round(game.id, 1, played).kept
        open_page(self.app, "score", f"visit={self.name}&sheet={game.id}")


def megabytes(app: RunningApp) -> float:
    """What the app holds now."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{app.pid}/status").read_text("ascii"))
    return int(found[1]) / 1024 if found else 0.0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ui.load", description=__doc__)
    parser.add_argument("photo", type=Path)
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=30, help="seconds between two scans of one visitor")
    options = parser.parse_args(arguments)
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as app:
        Visitor(app, options.photo.read_bytes(), Figures()).scan()
        before, until = megabytes(app), time.monotonic() + options.seconds
        visitors = [Visitor(app, options.photo.read_bytes(), figures) for _ in range(options.visitors)]
        threads = [threading.Thread(target=each.come_again_and_again, args=(until, options.every)) for each in visitors]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(f"{options.visitors} visitors for {options.seconds:.0f} s, a scan every {options.every:.0f} s each")
        print("\n".join(figures.lines()))
        print(f"  held by the app: {before:.0f} MB after the first scan, {megabytes(app):.0f} MB at the end")
        print(f"  errors: {len(figures.errors)}", *figures.errors[:5], sep="\n    ")
        print(f"  ways out that were tried: {len(app.breaches)}", *app.breaches[:5], sep="\n    ")
    return int(bool(figures.errors))


if __name__ == "__main__":
    sys.exit(main())
