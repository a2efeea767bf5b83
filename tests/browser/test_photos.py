"""From a photo or the webcam to advice; photos that cannot be read get a clear sentence, and the page lives on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM_ARGUMENTS, chromium
from tests.browser.fan import fan_photo
from tests.browser.table import (
    cards,
    correct,
    expect_accessible,
    expect_verdict,
    held,
    huge_png,
    mend,
    send_photo,
    tap_in,
)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xd8\xff\xe0 this is no JPEG", "The picture is damaged"),
        (b"just some text", "not a picture that can be opened"),
        (b"", "The file is empty"),
        (huge_png(), "too many pixels"),
    ],
    ids=["damaged", "text", "empty", "huge"],
)
def test_a_bad_file_is_refused_in_words(page: Page, data: bytes, sentence: str) -> None:
    expect(page.get_by_role("button", name="Add cards")).to_be_visible()
    send_photo(page, data)
    expect(page.get_by_text(sentence)).to_be_visible()
    tap_in(page, "7S 8S")
    expect(cards(page)).to_have_count(2)


def test_a_file_that_is_too_large_never_leaves_the_browser(page: Page) -> None:
    expect(page.get_by_role("button", name="Add cards")).to_be_visible()
    send_photo(page, bytes(21 * 1024 * 1024))
    expect(page.get_by_text("up to 20 MB")).to_be_visible()


HAND = "7S 8S 9S 10H 10D 10C KC QD 4H 2S 2H 2D 5C"
NEARLY_ALL = 11
"""Cards of the thirteen that must be read rightly; what is missing is mended by hand."""


def expect_read(page: Page) -> None:
    """The photo is shown with what was read on it, and nearly all of it is right."""
    expect(page.locator(".photo img")).to_be_visible(timeout=60_000)
    expect(page.locator(".photo polygon").first).to_be_visible()
    right = Counter(held(page)) & Counter(HAND.split())
    assert right.total() >= NEARLY_ALL, held(page)


def test_from_a_photo_to_advice(page: Page, browser: Browser) -> None:
    expect(page.get_by_role("button", name="Add cards")).to_be_visible()
    send_photo(page, fan_photo(browser, HAND))
    expect_read(page)
    mend(page, HAND)
    correct(page, held(page).index("10H"), "10S")
    correct(page, held(page).index("10S"), "10H")
    expect_verdict(page, "You can lay down: 60 points with 9 cards")
    page.reload()
    expect(page.locator(".photo img")).to_be_visible()
    assert sorted(held(page)) == sorted(HAND.split())
    expect_accessible(page)


def test_from_the_webcam_to_advice(app_address: str, browser: Browser, tmp_path: Path) -> None:
    film = tmp_path / "fan.y4m"
    write_film(film, fan_photo(browser, HAND))
    arguments = [*CHROMIUM_ARGUMENTS, *fake_webcam(film)]
    with browser.browser_type.launch(executable_path=chromium(), args=arguments) as watching:
        page = watching.new_page(locale="en", viewport={"width": 1280, "height": 900})
        page.goto(app_address)
        page.get_by_role("button", name="Use the webcam").click()
        expect(page.get_by_role("button", name="Take the picture")).to_be_visible()
        page.wait_for_function(PLAYING)
        page.get_by_role("button", name="Take the picture").click()
        expect_read(page)
        mend(page, HAND)
        expect_verdict(page, "You can lay down: 60 points with 9 cards")


PLAYING = """() => [...document.querySelectorAll('*')].some(each => {
    const video = each.shadowRoot?.querySelector('video');
    return video && video.videoWidth > 0 && video.currentTime > 0.3;
})"""


def fake_webcam(film: Path) -> list[str]:
    return [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]


def write_film(path: Path, jpeg: bytes, width: int = 1920, height: int = 1080) -> None:
    """Three equal frames, uncompressed, which keep their colours."""
    picture = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    frame = cv2.cvtColor(cv2.resize(picture, (width, height)), cv2.COLOR_BGR2YUV_I420).tobytes()
    head = f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\n".encode()
    path.write_bytes(head + (b"FRAME\n" + frame) * 3)
