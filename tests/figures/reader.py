"""A whole scan of a photo, beside one look of a plain detector at it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.figures.rows import Row
from tests.ui.running import ROOT


def rows(photo: Path, beside: Path, rounds: int) -> Iterator[Row]:
    """Milliseconds and megabytes; ``beside`` is the Python of an environment with ultralytics."""
    ours, held = measured([sys.executable, "-m", "tests.figures.ours", str(photo), str(rounds)])
    script = Path(__file__).with_name("theirs.py")
    theirs, theirs_held = measured([str(beside), str(script), str(photo), str(rounds)])
    instead = "one pass of YOLO11n in ultralytics, which reads no card"
    yield Row("a scan: open, find, read, group", ours, instead, theirs, "ms")
    yield Row("most memory held while scanning", held, "ultralytics", theirs_held, "MB")


def measured(command: Sequence[str]) -> tuple[float, float]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "YOLO_OFFLINE": "true"}
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command[0]}: {done.stderr[-2000:]}")
    milliseconds, megabytes = json.loads(done.stdout.splitlines()[-1])
    return milliseconds, megabytes
