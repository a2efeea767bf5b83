"""One app and one browser for all browser tests; a fresh visitor for each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.ui.running import free_port, guarded

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 120
expect.set_options(timeout=30_000)


def chromium() -> str:
    """The browser that is installed here; without one these tests fail, they are never skipped."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail("no Chromium or Chrome found: install one or name it in the variable CHROMIUM")
    return found


def is_healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def is_locked(address: str) -> bool:
    """Whether somebody is at the door and asks for the invitation."""
    try:
        urllib.request.urlopen(address, timeout=2)
    except urllib.error.HTTPError as refused:
        return refused.code == 401
    except OSError:
        return False
    return False


def wait_until_healthy(address: str, process: subprocess.Popen[bytes], locked: bool = False) -> None:
    is_there = is_locked if locked else is_healthy
    end = time.monotonic() + START_SECONDS
    while not is_there(address):
        assert process.poll() is None, "the app ended while starting"
        assert time.monotonic() < end, "the app did not start"
        time.sleep(0.1)


def is_ours(address: str) -> bool:
    """Whether a page asks this computer, or nobody (data:, blob:)."""
    return not address.startswith(("http", "ws")) or urlsplit(address).hostname in {"localhost", "127.0.0.1"}


@pytest.fixture(scope="session")
def app_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app, started as people start it, with a data folder of its own and every way out of this computer cut."""
    port, folder = free_port(), tmp_path_factory.mktemp("app")
    command = [sys.executable, "-m", "ui.start", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=guarded(folder))
    try:
        wait_until_healthy(f"http://localhost:{port}", process)
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.wait(20)
    assert not (folder / "breaches").exists(), (folder / "breaches").read_text("utf-8")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(params=[(390, 844), (1280, 900)], ids=["phone", "desktop"])
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A visitor who was never here before, with a phone's or a laptop's screen."""
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 600, locale="en")
    context.set_default_timeout(30_000)
    elsewhere: list[str] = []
    context.on("request", lambda asked: None if is_ours(asked.url) else elsewhere.append(asked.url))
    yield context
    context.close()
    assert elsewhere == [], "a page asked another computer"


@pytest.fixture
def page(visitor: BrowserContext, app_address: str) -> Page:
    page = visitor.new_page()
    page.goto(app_address)
    return page
