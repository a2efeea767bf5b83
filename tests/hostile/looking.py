"""Looks at hostile files by number, as they are named on standard input; a line of JSON for each."""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import tempfile
import time
from pathlib import Path

from starlette.applications import Starlette

from tests.hostile.spoiling import HostileFile, hostile_file
from tests.ui.asgi import ask
from tests.vision.fakes import MANIFEST, PaintedFaces, PaintedIndices
from ui.reading import Read, read
from ui.routes import ROUTES
from ui.visits import new_name, visits
from ui.words import words_of
from vision.doubts import Hints
from vision.scan import Reader

ADDRESS_SPACE = 6 << 30


def outcome_of(file: HostileFile) -> str:
    """The way of a visitor's photo; what it came to, in a word."""
    visit = new_name()
    answer = ask(Starlette(routes=ROUTES), f"localhost/photo/{visit}", method="POST", body=[file.data])
    if answer.status != 200:
        return f"error: sent, and answered {answer.status}"
    name = json.loads(answer.text)["name"]
    try:
        outcome = read(visits(), visit, name, Hints(), blind_reader)
        if isinstance(outcome, Read):
            return "read" if visits().picture(visit, name) else "error: no picture"
        return outcome.key if words_of("en").knows(outcome.key) else f"error: no sentence for {outcome.key}"
    finally:
        visits().forget(visit)


def blind_reader() -> Reader:
    """Finds nothing, so that only the way there counts."""
    return Reader(MANIFEST, PaintedIndices([], 10, 10), PaintedFaces())


def most_held() -> float:
    """The most memory held since ``forget_most_held``, in megabytes."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))
    except OSError:
        found = None
    return int(found[1]) / 1024 if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def forget_most_held() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5", "ascii")
    except OSError:
        return


def look(number: int, seed: int) -> dict[str, object]:
    file = hostile_file(number, seed)
    forget_most_held()
    began = time.process_time()
    try:
        outcome = outcome_of(file)
    except Exception as broken:
        outcome = f"error: {broken!r:.200}"
    seconds = time.process_time() - began
    return {"number": number, "name": file.name, "outcome": outcome, "seconds": seconds, "megabytes": most_held()}


def main() -> None:
    seed = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REMI_LENS_DATA"] = folder
        for line in sys.stdin:
            print(json.dumps(look(int(line), seed)), flush=True)


if __name__ == "__main__":
    main()
