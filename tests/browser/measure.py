"""How quick the app is at the table: ``python -m tests.browser.measure [--uploads N] [--minutes M]``.

Prints milliseconds for a tap on a card and on the keypad until it shows, for a 12-megapixel photo until
its cards show, the same while ten visitors scan every 30 seconds, and the app's memory over many uploads.
What else the machine does is told by its load, so read the figures beside it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM_ARGUMENTS, ROOT, chromium, wait_until_healthy
from tests.browser.fan import fan_photo
from tests.ui.running import free_port

HAND = "7S 8S 9S 10H 10D 10C KC QD 4H 2S 2H 2D 5C"
VISITORS, EVERY = 10, 30.0
LARGE = (4000, 3000)
PATIENCE = 300_000
SHOWN = """async (selector) => {
    const find = () => [...document.querySelectorAll('*')].map(each => each.shadowRoot).filter(Boolean)
        .flatMap(root => [...root.querySelectorAll(selector)])[0];
    const before = performance.now();
    find().click();
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - before;
}"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--uploads", type=int, default=200)
    options.add_argument("--minutes", type=float, default=2.0)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        port = free_port()
        address = f"http://localhost:{port}"
        command = [sys.executable, "-m", "ui.start", "--no-browser", "--port", str(port)]
        app = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"REMI_LENS_DATA": data})
        try:
            wait_until_healthy(address, app)
            browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
            measure(browser, address, app.pid, asked.uploads, asked.minutes)
            browser.close()
        finally:
            app.terminate()
            app.wait(20)


def measure(browser: Browser, address: str, app: int, uploads: int, minutes: float) -> None:
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    fan = large(fan_photo(browser, HAND))
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en")
    print(f"tap on a card → picker: {told(taps(page, address))}")
    print(f"tap on the keypad → figure: {told(keys(page, address))}")
    alone = [until_cards(browser, address, fan) for _ in range(5)]
    print(f"12 MP photo → cards, alone: {told(alone)}")
    crowd = with_others(address, fan, minutes, lambda: until_cards(browser, address, fan))
    print(f"12 MP photo → cards, {VISITORS} visitors every {EVERY:.0f} s: {told(crowd)}, × {ratio(crowd, alone):.2f}")
    memory(browser, address, app, uploads)


def told(milliseconds: list[float]) -> str:
    return f"median {statistics.median(milliseconds):.0f} ms, most {max(milliseconds):.0f} ms of {len(milliseconds)}"


def ratio(one: list[float], other: list[float]) -> float:
    return statistics.median(one) / statistics.median(other)


def taps(page: Page, address: str) -> list[float]:
    """From a tap on the hand until the picker stands there."""
    page.goto(address)
    page.locator(".strip .plus").first.wait_for()
    times = []
    for _ in range(20):
        times.append(float(page.evaluate(SHOWN, ".strip .plus")))
        page.keyboard.press("Escape")
    return times


def keys(page: Page, address: str) -> list[float]:
    """From a key of the score's keypad until the figure stands in the field."""
    page.goto(f"{address}/score")
    names = page.get_by_role("textbox", name="Who plays?")
    names.fill("Ana, Jan")
    names.press("Enter")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Ana", exact=True).click()
    page.get_by_role("button", name="Jan: number keys").click()
    return [float(page.evaluate(SHOWN, 'dialog[open] [data-key="1"]')) for _ in range(20)]


def large(jpeg: bytes) -> bytes:
    """The photo at twelve megapixels."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return cv2.imencode(".jpg", cv2.resize(picture, LARGE, interpolation=cv2.INTER_CUBIC))[1].tobytes()


def until_cards(browser: Browser, address: str, photo: bytes) -> float:
    """A fresh visitor sends a photo and waits until its cards lie there."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    page.locator(".strip .plus").first.wait_for()
    began = time.perf_counter()
    page.set_input_files("input[data-way=choose]", {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": photo})
    page.locator(".strip button.card").first.wait_for()
    took = 1000 * (time.perf_counter() - began)
    context.close()
    return took


def with_others(address: str, photo: bytes, minutes: float, scan: Callable[[], float]) -> list[float]:
    """The same scan again and again while the other visitors, each in a browser of his own, scan too."""
    end = time.monotonic() + 60 * minutes
    others = [threading.Thread(target=visitor, args=(address, photo, end, n)) for n in range(VISITORS - 1)]
    for other in others:
        other.start()
    times = []
    while time.monotonic() < end:
        began = time.monotonic()
        times.append(scan())
        time.sleep(max(0.0, EVERY - (time.monotonic() - began)))
    for other in others:
        other.join()
    return times


def visitor(address: str, photo: bytes, end: float, number: int) -> None:
    time.sleep(EVERY * number / VISITORS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        while time.monotonic() < end:
            began = time.monotonic()
            until_cards(browser, address, photo)
            time.sleep(max(0.0, EVERY - (time.monotonic() - began)))
        browser.close()


def memory(browser: Browser, address: str, app: int, uploads: int) -> None:
    """What the app holds while one visitor after the other sends a photo and goes."""
    photo = fan_photo(browser, HAND)
    held = []
    for number in range(1, uploads + 1):
        until_cards(browser, address, photo)
        if number in {1, uploads // 4, uploads // 2, 3 * uploads // 4, uploads}:
            held.append(f"{number}: {resident(app):.0f} MB")
    print("memory after so many uploads: " + ", ".join(held))


def resident(process: int) -> float:
    """Megabytes that a process holds (Linux)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


if __name__ == "__main__":
    main()
