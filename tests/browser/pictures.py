"""The pictures of README, taken from the running app: ``python -m tests.browser.pictures``.

All cards on them are drawn by the project itself, also those on the "photo".
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from engine.cards import Hand
from engine.drill import DrillKind
from ledger import NOBODY, Exercise, PracticeBook
from tests.browser.conftest import CHROMIUM_ARGUMENTS, ROOT, chromium, wait_until_healthy
from tests.browser.fan import fan_photo
from tests.browser.table import cards, mend, send_photo
from tests.ui.running import free_port

FOLDER = ROOT / "docs" / "pictures"
HAND = "7S 8S 9S 10H 10D 10C KC QD 4H 2S 2H 2D 5C"
LARGEST = 150_000
"""Bytes that a picture may have."""
PHONE, LAPTOP = (390, 780), (1120, 900)


@contextmanager
def running_app(data: Path) -> Iterator[str]:
    """The app as people start it."""
    port = free_port()
    command = [sys.executable, "-m", "ui.start", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"REMI_LENS_DATA": str(data)})
    try:
        wait_until_healthy(f"http://localhost:{port}", process)
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.wait(20)


def keep(page: Page, name: str) -> None:
    """The page as it stands, small enough for a README."""
    expect(page.locator("[data-stale=true]")).to_have_count(0)
    page.wait_for_timeout(800)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    path = FOLDER / f"{name}.webp"
    picture.save(path, "WEBP", quality=82, method=6)
    size = path.stat().st_size
    assert size < LARGEST, f"{name} has {size} bytes"
    print(path.relative_to(ROOT), size)


def photo(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, locale="en")
    page.goto(address)
    expect(page.get_by_role("button", name="Add cards")).to_be_visible()
    send_photo(page, fan_photo(browser, HAND))
    expect(page.locator(".photo polygon").first).to_be_visible(timeout=120_000)
    mend(page, HAND)
    expect(page.locator(".verdict")).to_have_count(1)
    page.locator(".photo").scroll_into_view_if_needed()
    keep(page, "photo")
    page.close()


def advice(browser: Browser, address: str) -> None:
    page = phone(browser, f"{address}/?lang=pl")
    page.locator("button.plus").first.click()
    for face in f"{HAND} JK".split():
        page.locator(f'dialog[open] .grid [data-code="{face}"]').click()
    page.keyboard.press("Escape")
    expect(cards(page)).to_have_count(14)
    page.locator(".verdict").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.verdict').scrollIntoView({block: 'start'})")
    keep(page, "advice")
    page.close()


def practise(browser: Browser, address: str) -> None:
    page = phone(browser, f"{address}/practise?lang=en")
    expect(page.locator(".asked")).to_be_visible()
    page.locator('[data-testid="stButtonGroup"] button', has_text="Find an opening").click()
    expect(page.locator(".asked")).to_contain_text("tap the cards of each meld")
    expect(page.locator('.tray [data-face="JK"]')).to_be_visible()
    for count, face in enumerate(("7S", "8S", "9S"), 1):
        page.locator(f'.tray .felt > .row [data-face="{face}"]').first.click()
        expect(page.locator('.tray [data-meld="0"] .card')).to_have_count(count)
    expect(page.locator(".tray .box.good")).to_be_visible()
    page.evaluate("document.querySelector('.asked').scrollIntoView({block: 'start'})")
    keep(page, "practise")
    page.close()


def rules(browser: Browser, address: str) -> None:
    page = phone(browser, f"{address}/rules?lang=fr")
    page.get_by_role("tab").nth(2).click()
    page.locator(".argued summary").nth(4).click()
    page.evaluate("document.querySelector('[role=tablist]').scrollIntoView({block: 'start'})")
    keep(page, "rules")
    page.close()


def phone(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en")
    page.goto(address)
    expect(page.locator(".foot")).to_be_attached(timeout=60_000)
    return page


def a_question_that_comes_back(data: Path) -> None:
    """An exercise that waits, so that the picture is the same each time."""
    book = PracticeBook(data / "ledger.sqlite3", lambda: datetime.now(UTC) - timedelta(days=1))
    exercise = Exercise("remik_trad", (), DrillKind.FIND_OPENING, Hand.parse(f"{HAND} JK"))
    book.answered(NOBODY, exercise, right=False)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        a_question_that_comes_back(Path(folder))
        with (
            running_app(Path(folder)) as address,
            playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS) as browser,
        ):
            expect.set_options(timeout=60_000)
            for take in (photo, advice, practise, rules):
                take(browser, address)


if __name__ == "__main__":
    main()
