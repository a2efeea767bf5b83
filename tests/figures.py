"""The tables of figures, each beside what one would take instead, as ratios measured in one run on one machine.

``python -m tests.figures [--photo PHOTO] [--against NET.onnx@SIDE] [--yardstick FILE] [--rounds 3]`` prints in
Markdown: reader (a whole scan beside other networks), engine (openings beside another solver), start-up (until the
app is healthy) and install (size on the disk), the last two beside Streamlit with an app of one line.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.ui.running import ROOT, free_port

START_S = 300
OURS = [sys.executable, "-m", "ui.start", "--no-browser", "--port"]
BARE = [sys.executable, "-m", "streamlit", "run", "bare.py", "--server.headless=true", "--server.address=127.0.0.1"]
BARE += ["--browser.gatherUsageStats=false", "--server.port"]
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def command(title: str, *words: str) -> None:
    """A section that another benchmark prints."""
    print(f"\n### {title}\n\n`python {' '.join(words)}`\n\n```", flush=True)
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)
    print("```", flush=True)


def started(command: Sequence[str], folder: Path) -> float:
    """Seconds from the command to a healthy app."""
    port = free_port()
    environment = os.environ | {"REMI_LENS_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)}
    began = time.monotonic()
    app = subprocess.Popen([*command, str(port)], cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    try:
        while time.monotonic() - began < START_S:
            with suppress(OSError), urllib.request.urlopen(f"http://localhost:{port}/_stcore/health", timeout=5):
                return time.monotonic() - began
            time.sleep(0.02)
        raise SystemExit("an app did not start")
    finally:
        app.terminate()
        app.wait(30)


def start_up(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bare.py").write_text("import streamlit as st\nst.write('hello')\n", "utf-8")
        pairs = [(started(OURS, Path(folder)), started(BARE, Path(folder))) for _ in range(rounds)]
    ours, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for one, other in pairs)
    print("\n### Start-up\n\n| until healthy | seconds, median | ratio |\n|---|---|---|")
    print(f"| Remi Lens | {ours:.2f} | {ratio:.2f} |\n| Streamlit, one line | {bare:.2f} | 1 |", flush=True)


def needs(name: str, seen: set[str] | None = None) -> set[str]:
    """A distribution and all that it needs, without extras."""
    seen = set() if seen is None else seen
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in seen:
        return seen
    try:
        required = importlib.metadata.requires(key) or []
    except importlib.metadata.PackageNotFoundError:
        return seen
    seen.add(key)
    for line in required:
        found = _NAME.match(line)
        if found and "extra ==" not in line:
            needs(found[0], seen)
    return seen


def megabytes(names: set[str]) -> float:
    """What these distributions take on the disk."""
    paths = [file.locate() for name in names for file in importlib.metadata.files(name) or ()]
    return sum(os.path.getsize(path) for path in map(str, paths) if os.path.isfile(path)) / 1e6


def install() -> None:
    bare = needs("streamlit")
    ours = bare.union(*(needs(name) for name in direct_needs()))
    weights = sum(path.stat().st_size for path in (ROOT / "models").glob("*.onnx")) / 1e6
    all_of_ours, streamlit = megabytes(ours) + weights, megabytes(bare)
    print("\n### Install\n\n| on the disk | MB | ratio |\n|---|---|---|")
    ratio = all_of_ours / streamlit
    print(f"| Remi Lens, {len(ours)} libraries and its weights ({weights:.0f} MB) | {all_of_ours:.0f} | {ratio:.2f} |")
    print(f"| Streamlit, {len(bare)} libraries | {streamlit:.0f} | 1 |", flush=True)


def direct_needs() -> list[str]:
    """What pyproject.toml asks for."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [found[0] for line in project["dependencies"] if (found := _NAME.match(line))]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description=__doc__)
    parser.add_argument("--photo", type=Path, help="a photo of cards, for the reader")
    parser.add_argument("--against", action="append", default=[], metavar="NET.onnx@SIDE", help="another network")
    parser.add_argument("--yardstick", type=Path, help="a Python file with solve(hand), for the engine")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    if options.photo:
        rest = ["--rounds", str(options.rounds), *(f"--against={rival}" for rival in options.against)]
        command("Reader", "-m", "vision", "bench", str(options.photo.resolve()), *rest)
    yardstick = ["--yardstick", str(options.yardstick.resolve())] if options.yardstick else []
    command("Engine", "-m", "tests.engine.benchmark", "--every", "100", *yardstick)
    start_up(options.rounds)
    install()


if __name__ == "__main__":
    main()
