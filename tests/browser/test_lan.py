"""A phone comes in over the network by the invitation, on plain http, and its camera button works there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ROOT, wait_until_healthy
from tests.browser.table import cards, tap_in
from tests.ui.running import free_port
from ui.gate import network_address


def test_a_phone_comes_in_over_plain_http(browser: Browser, tmp_path: Path) -> None:
    if network_address() == "127.0.0.1":
        pytest.fail("this machine has no address in a network")
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as out:
        app = subprocess.Popen(
            [sys.executable, "-m", "ui.start", "--lan", "--port", str(port)],
            cwd=ROOT, env=os.environ | {"REMI_LENS_DATA": str(tmp_path / "data")}, stdout=out,
        )  # fmt: skip
    try:
        wait_until_healthy(f"http://localhost:{port}", app, locked=True)
        invited = re.search(r"http://\S+\?key=\S+", log.read_text("utf-8"))
        assert invited is not None
        visit(browser, invited.group())
    finally:
        app.terminate()
        app.wait(20)


def visit(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en")
    page = context.new_page()
    page.goto(address.split("?")[0])
    expect(page.get_by_text("This table is private")).to_be_visible()
    page.goto(address)
    expect(page.get_by_role("button", name="Add cards").first).to_be_visible(timeout=60_000)
    assert not page.evaluate("window.isSecureContext")
    expect(page.locator("input[data-way=take]")).to_have_attribute("capture", "environment")
    page.get_by_role("button", name="Use the webcam").click()
    expect(page.get_by_text("The webcam works only on the computer")).to_be_visible()
    tap_in(page, "7S 8S")
    page.reload()
    expect(cards(page)).to_have_count(2)
    context.close()
