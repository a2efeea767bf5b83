"""The README's tables of figures, each beside what one would take instead, as ratios measured in one run.

``python -m tests.figures`` prints, in Markdown: engine, app, install and start-up. With ``--beside PYTHON``, the Python
of an environment that has ultralytics (the extra ``train`` brings it), also reader, and install beside it. A ratio
below 1 is in our favour. What else the machine does touches both sides; its load is told in the first line.
"""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM_ARGUMENTS, chromium
from tests.browser.fan import fan_photo
from tests.browser.measure import HAND, large
from tests.engine.data import DATA
from tests.figures import app, engine, install, reader, start
from tests.figures.rows import Row, table

YARDSTICK = DATA / "engine" / "exact_plain.py"


def main(arguments: list[str] | None = None) -> None:
    options = asked(arguments)
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    print(f"{platform.machine()}, {os.cpu_count()} processors, {load}, Python {platform.python_version()}", flush=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        photo = options.photo.read_bytes() if options.photo else large(fan_photo(browser, HAND))
        (folder / "photo.jpg").write_bytes(photo)
        if options.beside:
            show("Reader", reader.rows(folder / "photo.jpg", options.beside, options.rounds))
        show("Engine", engine.rows(options.yardstick, options.every))
        show("App", app.rows(browser, photo, folder, options.rounds))
        show("Install", install.rows(options.beside))
        show("Start-up", start.rows(folder, options.rounds))
        browser.close()


def asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description=__doc__)
    parser.add_argument("--photo", type=Path, help="a photo of cards; without one a fan is drawn, at 12 megapixels")
    parser.add_argument("--beside", type=Path, metavar="PYTHON", help="a Python that has ultralytics")
    parser.add_argument("--yardstick", type=Path, default=YARDSTICK, help="a file with solve(hand)")
    parser.add_argument("--every", type=int, default=20, help="solve every so many of the dealt hands")
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args(arguments)


def show(title: str, rows: Iterable[Row]) -> None:
    print("\n".join(table(title, rows)), flush=True)


if __name__ == "__main__":
    main()
