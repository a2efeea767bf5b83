"""The running app: it listens to this computer only, lets nobody in without the key, and speaks to nobody else.

The app's process is guarded (``guard/sitecustomize.py``): whatever would go beyond this computer, and every
pickle that would be opened, is refused and noted.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.good_files import good_files
from tests.ui.conversation import open_page
from tests.ui.running import ROOT, RunningApp, guarded, running
from ui.gate import COOKIE
from ui.start import SETTINGS
from ui.visits import new_name

PATHS = (
    "/", "/score", "/rules", "/index.html", "/static/js/index.js", "/app/static/x", "/media/x", "/component/x/y",
    "/_stcore/health", "/_stcore/script-health-check", "/_stcore/metrics", "/_stcore/host-config",
    "/_stcore/bidi-components/x", "/_stcore/upload_file/a/b", "/_stcore/stream", "/auth/login", "/oauth2callback",
    "/photo/aaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbb", "/asset/icon.svg", "/source.zip", "/no/such/thing",
    "/everything.json", "//", "/%2e%2e/",
)  # fmt: skip


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    with running(tmp_path_factory.mktemp("alone")) as alone:
        yield alone


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    with running(tmp_path_factory.mktemp("lan"), "--lan") as open_to_all:
        yield open_to_all


def key_of(lan: RunningApp) -> str:
    found = re.search(r"http://\S+/\?key=(\S+)", lan.said)
    assert found, lan.said
    return found[1]


def test_by_default_only_this_computer_is_listened_to(app: RunningApp) -> None:
    """A server that listens everywhere answers on all of 127.0.0.0/8 as well."""
    assert app.listens_on("127.0.0.1")
    assert not app.listens_on("127.0.0.2")
    assert app.ask("/").status == 200
    assert app.talk() == 101


def test_a_name_that_somebody_points_at_us_is_refused(app: RunningApp) -> None:
    assert app.ask("/", host="127.0.0.1", Host="evil.example").status == 403
    assert app.talk(Host="evil.example") == 403
    assert app.talk(Origin="http://evil.example") == 403
    assert app.ask("/", Origin="http://[evil").status == 403


def test_the_protection_of_the_framework_is_on(app: RunningApp) -> None:
    assert (SETTINGS["server.enableXsrfProtection"], SETTINGS["server.enableCORS"]) == (True, True)
    upload = "/_stcore/upload_file/a/b"
    assert app.ask(upload, "PUT", b"x").status == 403
    assert app.ask(upload, "DELETE").status == 403
    assert "Access-Control-Allow-Origin" not in app.ask("/_stcore/host-config", Origin="null").headers


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_in_the_network_nothing_without_the_key(lan: RunningApp, method: str) -> None:
    assert lan.listens_on("127.0.0.2")
    for path in PATHS:
        for cookie in ("", f"{COOKIE}=guessed"):
            assert lan.ask(path, method, Cookie=cookie).status == 401, path
            assert lan.ask(f"{path}?key=guessed", method, Cookie=cookie).status == 401, path


def test_in_the_network_no_conversation_without_the_key(lan: RunningApp) -> None:
    assert lan.talk() == 403
    assert lan.talk(Cookie=f"{COOKIE}={key_of(lan)}") == 101


def test_the_invitation_opens_and_leads_nowhere_else(lan: RunningApp) -> None:
    door = lan.ask(f"/?key={key_of(lan)}")
    assert (door.status, door.headers["location"]) == (303, "/")
    assert lan.ask("/", Cookie=door.headers["set-cookie"].split(";")[0]).status == 200
    assert lan.ask(f"//evil.example/?key={key_of(lan)}").headers["location"] == "/evil.example/"


def test_a_photo_comes_in_under_a_name_of_ours_and_nothing_goes_out(app: RunningApp) -> None:
    visit = new_name()
    photo = good_files()[0].data
    names = {"Content_Disposition": 'attachment; filename="../../../evil.png"', "X_File_Name": "../../evil.png"}
    answer = app.ask(f"/photo/{visit}", "POST", photo, **names)
    name = json.loads(answer.body)["name"]
    assert (app.folder / "data" / "visits" / visit / name).read_bytes() == photo
    assert not list(app.folder.rglob("*evil*"))
    for strange in (f"/photo/{visit}/..%2f..%2fledger.sqlite3", "/photo/..%2f..%2f..%2f..%2f/x", f"/photo/{visit}%00"):
        assert app.ask(strange, "GET").status in {400, 404, 405}
        assert app.ask(strange, "POST", photo).status in {400, 404, 405}
    assert app.ask(f"/photo/{visit}", "POST", b"x", Content_Length="9" * 30).status in {400, 413}
    assert app.breaches == []


@pytest.mark.parametrize("page", ["", "score", "practise", "rules"])
def test_a_page_speaks_to_nobody_and_opens_no_pickle(app: RunningApp, page: str) -> None:
    open_page(app, page, f"visit={new_name()}&lang=pl")
    assert app.breaches == []


def test_a_scan_speaks_to_nobody_and_opens_no_pickle(tmp_path: Path) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes(next(file.data for file in good_files() if file.kind == "PNG"))
    command = [sys.executable, "-m", "vision", "scan", str(photo), "--jsonl"]
    done = subprocess.run(command, env=guarded(tmp_path), cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, json.loads(done.stdout)["hand"]) == (0, []), done.stderr
    assert not (tmp_path / "breaches").exists()


@pytest.mark.parametrize(
    "attempt",
    [
        "import urllib.request as r; r.urlopen('http://192.0.2.1/', timeout=2)",
        "import socket; socket.getaddrinfo('example.org', 80)",
        "import pickle; pickle.loads(b'cos\\nsystem\\n.')",
    ],
)
def test_the_guard_would_notice(tmp_path: Path, attempt: str) -> None:
    done = subprocess.run([sys.executable, "-c", attempt], env=guarded(tmp_path), capture_output=True, check=False)
    assert done.returncode == 1
    assert b"refused" in done.stderr
    assert len((tmp_path / "breaches").read_text("utf-8").splitlines()) >= 1
