"""How soon the app is there, beside Streamlit with an app of six lines."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.figures.rows import Row
from tests.ui.running import ROOT, free_port

START_S = 300
OURS = (sys.executable, "-m", "ui.start", "--no-browser", "--port")
BARE = (
    *(sys.executable, "-m", "streamlit", "run", "bare.py", "--server.headless=true", "--server.address=127.0.0.1"),
    *("--browser.gatherUsageStats=false", "--server.port"),
)
BARE_APP = """
import streamlit as st
if st.button('tap'):
    st.write('tapped')
photo = st.file_uploader('photo')
if photo:
    st.image(photo)
"""


def rows(folder: Path, rounds: int) -> Iterator[Row]:
    """Seconds from the command to a healthy app, one after the other, once both have been started before."""
    (folder / "bare.py").write_text(BARE_APP, "utf-8")
    seconds(OURS, folder), seconds(BARE, folder)
    pairs = [(seconds(OURS, folder), seconds(BARE, folder)) for _ in range(rounds)]
    ours, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    yield Row("from the command to a healthy app", ours, "a six-line Streamlit app", bare, "s")


def seconds(command: Sequence[str], folder: Path) -> float:
    with started(command, folder) as (_, took):
        return took


@contextmanager
def started(command: Sequence[str], folder: Path) -> Iterator[tuple[str, float]]:
    """An app's address, and the seconds until it was healthy."""
    port = free_port()
    own = {"REMI_LENS_DATA": "data", "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": "compiled"}
    environment = os.environ | {name: str(folder / value) for name, value in own.items()}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.monotonic()
    quiet = subprocess.DEVNULL
    app = subprocess.Popen([*command, str(port)], cwd=folder, env=environment, stdout=quiet, stderr=quiet)
    try:
        _wait(app, port, began + START_S)
        yield f"http://localhost:{port}", time.monotonic() - began
    finally:
        app.terminate()
        app.wait(30)


def _wait(app: subprocess.Popen[bytes], port: int, end: float) -> None:
    while time.monotonic() < end and app.poll() is None:
        with suppress(OSError), urllib.request.urlopen(f"http://localhost:{port}/_stcore/health", timeout=5):
            return
        time.sleep(0.02)
    raise SystemExit("an app did not start")
