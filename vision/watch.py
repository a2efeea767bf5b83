"""``python -m vision live``: a film of a hand is watched until the hand stands still and is sure."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.doubts import Hints
from vision.film import Frame, frames, in_time, rate_of
from vision.live import Live
from vision.photo import UnreadablePhoto
from vision.reader import Reader
from vision.scan import scan_image


@dataclass(frozen=True, slots=True)
class Glance:
    """What is known after one frame: its number, seconds spent watching, and the state of the hand."""

    frame: int
    seconds: float
    state: Live

    def record(self) -> dict[str, Any]:
        """As ``live --jsonl`` writes it."""
        decisions = self.state.decisions
        return {
            "frame": self.frame,
            "seconds": round(self.seconds, 3),
            "hand": [str(decision.face) for decision in decisions],
            "doubtful": [place for place, decision in enumerate(decisions) if decision.doubts],
            "steady": self.state.is_steady,
        }


def watch(
    film: Iterator[Frame], reader: Reader, hints: Hints, clock: Callable[[], float] = time.perf_counter
) -> Iterator[Glance]:
    """A glance for every frame that is looked at."""
    began, state = clock(), Live(hints=hints)
    for frame in film:
        state = state.after(scan_image(frame.image, reader, hints))
        yield Glance(frame.number, clock() - began, state)


@dataclass(frozen=True, slots=True)
class Viewing:
    """How a film is watched: its frames a second, whether none is left out, what is written, when to stop."""

    rate: float | None = None
    every_frame: bool = False
    jsonl: bool = False
    to_the_end: bool = False


def live(source: Path, reader: Reader, hints: Hints, viewing: Viewing) -> int:
    """Watches until the hand is sure, or to the end; the exit status is 0 when a sure hand was seen."""
    rate = viewing.rate or rate_of(source)
    film = frames(source, rate, in_time(rate)) if not viewing.every_frame else frames(source, rate)
    last: Glance | None = None
    try:
        for count, glance in enumerate(watch(film, reader, hints), start=1):
            _tell(glance, last, viewing)
            last = glance
            if glance.state.is_steady and not viewing.to_the_end:
                return _done(glance, count, viewing)
    except UnreadablePhoto as problem:
        print(json.dumps({"photo": str(source), "error": {"code": problem.trouble.value, "message": str(problem)}})
              if viewing.jsonl else f"{source}: {problem}", flush=True)  # fmt: skip
        return 1
    return 0 if _is_sure_at_the_end(last, viewing) else 1


def _is_sure_at_the_end(last: Glance | None, viewing: Viewing) -> bool:
    is_sure = last is not None and last.state.is_steady
    if not is_sure and not viewing.jsonl:
        print("the film ended before the hand stood still and every card was sure", flush=True)
    return is_sure


def _tell(glance: Glance, last: Glance | None, viewing: Viewing) -> None:
    """Every frame for programs; for people only what changed."""
    if viewing.jsonl:
        print(json.dumps(glance.record(), ensure_ascii=False), flush=True)
    elif last is None or glance.state.hand != last.state.hand:
        print(f"{glance.seconds:5.1f} s  {glance.state.hand or 'no cards yet'}", flush=True)


def _done(glance: Glance, count: int, viewing: Viewing) -> int:
    if not viewing.jsonl:
        pace = count / max(glance.seconds, 1e-6)
        print(f"sure after {glance.seconds:.1f} s, {count} frames looked at ({pace:.1f} a second)", flush=True)
    return 0
