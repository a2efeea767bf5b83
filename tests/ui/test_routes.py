"""Photos in and out, and the source code that the licence promises."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from starlette.applications import Starlette

from ledger import Ledger
from tests.ui.asgi import Answer, ask
from ui.routes import MAX_PHOTO_BYTES, ROUTES
from ui.visits import new_name, visits


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))


def send(visit: str, *pieces: bytes, **headers: str) -> Answer:
    return ask(Starlette(routes=ROUTES), f"here/photo/{visit}", method="POST", body=pieces, headers=headers)


def get(path: str) -> Answer:
    return ask(Starlette(routes=ROUTES), f"here/{path}")


def test_a_photo_is_on_disk_before_it_is_answered() -> None:
    visit = new_name()
    answer = send(visit, b"one", b"two")
    assert answer.status == 200
    name = answer.text.split('"')[3]
    assert visits().photo(visit, name) == b"onetwo"


@pytest.mark.parametrize("visit", ["..%2f..%2fetc", "short", "a.b.c.d.e.f.g.h.i.j"])
def test_only_our_own_names_take_photos(visit: str) -> None:
    assert send(visit, b"x").status == 404


def test_too_many_bytes_are_refused_before_they_have_come() -> None:
    visit = new_name()
    assert send(visit, b"", **{"content-length": str(MAX_PHOTO_BYTES + 1)}).status == 413
    piece = bytes(MAX_PHOTO_BYTES // 2)
    assert send(visit, piece, piece, b"one more").status == 413
    assert not (visits().folder / visit).exists()


def test_pictures_are_shown_to_who_knows_the_visit() -> None:
    visit = new_name()
    name = visits().add_photo(visit, b"x")
    visits().keep_picture(visit, name, b"jpeg")
    answer = get(f"photo/{visit}/{name}")
    assert (answer.body, answer.header("content-type")) == (b"jpeg", "image/jpeg")
    assert get(f"photo/{new_name()}/{name}").status == 404
    assert get(f"photo/{visit}/{new_name()}").status == 404


def test_icons_and_manifest() -> None:
    assert get("asset/remi-lens.webmanifest").header("content-type") == "application/manifest+json"
    assert get("asset/icon.svg").status == 200
    for path in ("asset/app.css", "asset/..%2fstart.py", "asset/nothing.svg"):
        assert get(path).status == 404


def test_the_source_holds_every_room() -> None:
    answer = get("source.zip")
    names = zipfile.ZipFile(io.BytesIO(answer.body)).namelist()
    assert {"app.py", "LICENSE", "engine/cards.py", "vision/photo.py", "ui/languages/pl.po"} <= set(names)


def test_everything_goes_into_one_file() -> None:
    Ledger.at_home().player("Zoe")
    answer = get("everything.json")
    assert "Zoe" in [person["name"] for person in json.loads(answer.body)["people"]]
    assert 'filename="remi-lens-everything.json"' in str(answer.header("content-disposition"))


def test_a_file_of_games_that_cannot_be_read_is_told() -> None:
    Ledger.at_home().path.write_bytes(b"holiday photos" * 1000)
    answer = get("everything.json")
    assert (answer.status, json.loads(answer.body)) == (503, {"error": "damaged"})
