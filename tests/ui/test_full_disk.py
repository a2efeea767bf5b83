"""A disk that is full or forbidden is told in the player's words, and what was kept stays."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from starlette.applications import Starlette
from streamlit.testing.v1 import AppTest

from ledger import LedgerTrouble, Trouble, trouble_of
from tests.ui.asgi import ask
from ui.routes import ROUTES
from ui.visits import Visits, new_name
from ui.words import words_of

FULL = OSError(errno.ENOSPC, "No space left on device")


def stumbling(problem: Exception) -> None:
    from ui.start import apologise

    apologise(problem)


@pytest.mark.parametrize(
    ("problem", "key"),
    [
        (FULL, "trouble.full"),
        (PermissionError(errno.EACCES, "Permission denied"), "trouble.no_permission"),
        (OSError(errno.EROFS, "Read-only file system"), "trouble.no_permission"),
        (OSError(errno.EIO, "Input/output error"), "trouble.disk"),
        (LedgerTrouble(Trouble.BUSY), "trouble.busy"),
        (KeyError("a mistake of ours"), "error.page"),
    ],
)
def test_a_page_that_stumbles_says_why(
    problem: Exception, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))
    page = AppTest.from_function(stumbling, kwargs={"problem": problem}, default_timeout=60).run()
    assert [error.value for error in page.error] == [words_of("en")(key)]


def test_a_photo_that_finds_no_room_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise FULL

    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))
    monkeypatch.setattr(Visits, "add_photo", full)
    answer = ask(Starlette(routes=ROUTES), f"here/photo/{new_name()}", method="POST", body=[b"photo"])
    assert (answer.status, answer.text) == (507, '{"error":"full"}')


def test_an_error_without_a_number_is_the_disks() -> None:
    assert trouble_of(OSError("odd")) is Trouble.DISK
