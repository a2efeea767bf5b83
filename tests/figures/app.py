"""How quick the app is under a finger, beside the same in plain Streamlit."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.measure import taps, until_cards
from tests.figures.rows import Row
from tests.figures.start import BARE, BARE_APP, OURS, started

TAPS = 10


def rows(browser: Browser, photo: bytes, folder: Path, rounds: int) -> Iterator[Row]:
    """Milliseconds, each the median of some; both apps run at the same time."""
    (folder / "bare.py").write_text(BARE_APP, "utf-8")
    with started(OURS, folder) as (ours, _), started(BARE, folder) as (bare, _):
        page, plain = browser.new_page(), browser.new_page()
        opened(page, ours, ".strip .plus"), opened(plain, bare, "button")  # the first visit of all warms up
        opening = [(opened(page, ours, ".strip .plus"), opened(plain, bare, "button")) for _ in range(rounds)]
        yield _row("from the address to something to tap", opening, "a six-line Streamlit app")
        tapping = list(zip(taps(page, ours), [tapped(plain, bare) for _ in range(TAPS)], strict=False))
        yield _row("from a tap on + to the cards to choose from", tapping, "a tap on st.button to its answer")
        sending = [(until_cards(browser, ours, photo), shown(plain, bare, photo)) for _ in range(rounds)]
        yield _row("from a photo to its cards, read", sending, "st.file_uploader to the photo, not read")


def _row(what: str, pairs: list[tuple[float, float]], instead: str) -> Row:
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    return Row(what, ours, instead, theirs, "ms")


def opened(page: Page, address: str, what: str) -> float:
    """Until a page that was closed shows something."""
    page.goto("about:blank")
    began = time.perf_counter()
    page.goto(address)
    page.locator(what).first.wait_for()
    return 1000 * (time.perf_counter() - began)


def tapped(page: Page, address: str) -> float:
    """Until Streamlit has answered a tap on a button."""
    page.goto(address)
    page.get_by_role("button", name="tap").wait_for()
    began = time.perf_counter()
    page.get_by_role("button", name="tap").click()
    page.get_by_text("tapped").first.wait_for()
    return 1000 * (time.perf_counter() - began)


def shown(page: Page, address: str, photo: bytes) -> float:
    """Until Streamlit shows a photo that was sent."""
    page.goto(address)
    page.locator("input[type=file]").wait_for(state="attached")
    began = time.perf_counter()
    page.set_input_files("input[type=file]", {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": photo})
    page.locator('[data-testid="stImage"] img').wait_for()
    return 1000 * (time.perf_counter() - began)
