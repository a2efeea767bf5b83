"""What an installed app takes on the disk, beside Streamlit alone and beside Streamlit with ultralytics."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.figures.rows import Row
from tests.ui.running import ROOT

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def rows(beside: Path | None) -> Iterator[Row]:
    """Megabytes; ``beside`` is the Python of an environment with ultralytics."""
    libraries, held = weighed(Path(sys.executable), direct_needs())
    weights = sum(path.stat().st_size for path in (ROOT / "models").glob("*.onnx")) / 1e6
    bare, streamlit = weighed(Path(sys.executable), ["streamlit"])
    what = f"{libraries} libraries and {weights:.0f} MB of weights"
    yield Row(what, held + weights, f"Streamlit alone, {bare} libraries", streamlit, "MB")
    if beside is not None:
        more, torch = weighed(beside, ["ultralytics"])
        yield Row(what, held + weights, f"Streamlit and ultralytics with PyTorch, {more} more", streamlit + torch, "MB")


def weighed(python: Path, names: Sequence[str]) -> tuple[int, float]:
    """How many libraries these need in the environment of a Python, themselves included, and their megabytes."""
    script = Path(__file__).with_name("sizes.py")
    done = subprocess.run([str(python), str(script), *names], capture_output=True, check=True, text=True)
    libraries, held = json.loads(done.stdout)
    return int(libraries), held / 1e6


def direct_needs() -> list[str]:
    """What pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [found[0] for line in project["dependencies"] if (found := _NAME.match(line))]
