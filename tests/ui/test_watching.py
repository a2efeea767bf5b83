"""Frames of a camera vote; one is kept as the photo when the hand is steady and sure, or when asked for."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest
from starlette.applications import Starlette

from engine.cards import FACES, Face, Hand, face_index
from tests.ui.asgi import ask
from ui import reading, watching
from ui.desk import Desk
from ui.parts.scanning import hints_for
from ui.routes import ROUTES
from ui.visits import Visits, new_name
from ui.watching import Look, look_at
from vision.geometry import Point, Quad
from vision.letters import Letters, Odds
from vision.live import STEADY
from vision.scan import Reader, Scan, ScannedCard

QUAD = Quad(Point(10, 10), Point(30, 10), Point(30, 50), Point(10, 50))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visits:
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))
    watching.watched().clear()
    return Visits(tmp_path / "visits")


@cache
def frame() -> bytes:
    return cv2.imencode(".jpg", np.full((480, 640, 3), 90, dtype=np.uint8))[1].tobytes()


def odds(face: Face, rival: Face, sure: float) -> Odds:
    """What a print says: this face, or else nearly always its rival."""
    shares = np.full(len(FACES), 0.0001)
    shares[face_index(rival)] = 1 - sure
    shares[face_index(face)] = sure
    return Odds(shares / shares.sum(), 0.0)


def scan_of(text: str, sure: float = 0.99, rivals: str = "7C 8C 9C") -> Scan:
    both = zip(Hand.parse(text), Hand.parse(rivals), strict=True)
    cards = tuple(ScannedCard(face, sure, (), (), (QUAD,), 0, odds(face, rival, sure)) for face, rival in both)
    return Scan(640, 480, cards, (tuple(range(len(cards))),), 0, Letters.AKQJ, ())


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch) -> list[Scan]:
    """What the reader sees on the next frames; the last for all that follow."""
    scans: list[Scan] = []
    monkeypatch.setattr(watching, "scan_photo", lambda *_: scans.pop(0) if len(scans) > 1 else scans[0], raising=True)
    return scans


def looked(kept: Visits, visit: str, at: float, *, take: bool = False) -> Look:
    """What comes back for one frame at a moment in seconds; what it shows is made up, so no weights are needed."""
    no_weights = cast(Reader, None)
    return look_at(kept, visit, frame(), take=take, reader_of=lambda: no_weights, clock=lambda: at)


def frames(kept: Visits, visit: str, count: int, at: float = 0.0) -> list[Look]:
    return [looked(kept, visit, at + number) for number in range(count)]


def test_the_hand_is_shown_from_the_first_frame_and_taken_when_it_is_steady(kept: Visits, shows: list[Scan]) -> None:
    shows.append(scan_of("7S 8S 9S"))
    visit = new_name()
    looks = frames(kept, visit, STEADY)
    assert [str(face) for face in looks[0].hand] == ["7S", "8S", "9S"]
    assert [look.steady for look in looks] == list(range(1, STEADY + 1))
    assert [bool(look.taken) for look in looks] == [False] * (STEADY - 1) + [True]
    assert kept.photo(visit, looks[-1].taken) == frame()
    assert kept.picture(visit, looks[-1].taken) is not None


def test_the_photo_that_was_taken_is_not_read_again(kept: Visits, shows: list[Scan]) -> None:
    shows.append(scan_of("7S 8S 9S"))
    visit = new_name()
    taken = frames(kept, visit, STEADY)[-1].taken
    job = reading.job(visit, taken, hints_for(Desk()))
    assert job.done()
    outcome = job.result()
    assert isinstance(outcome, reading.Read)
    assert [card.face for card in outcome.cards] == ["7S", "8S", "9S"]
    assert all(card.photo == taken and card.quads for card in outcome.cards)


def test_all_frames_together_name_a_card_that_one_frame_misread(kept: Visits, shows: list[Scan]) -> None:
    shows += [*[scan_of("7S 8S 9S")] * 5, scan_of("7S 8S 9H", 0.55, rivals="7C 8C 9S")]
    visit = new_name()
    frames(kept, visit, STEADY - 1)
    del shows[:-1]
    look = looked(kept, visit, 4.0, take=True)
    outcome = reading.jobs()[look.taken].result()
    assert isinstance(outcome, reading.Read)
    assert [card.face for card in outcome.cards] == ["7S", "8S", "9S"]


def test_a_doubtful_hand_is_taken_only_when_asked_for(kept: Visits, shows: list[Scan]) -> None:
    shows.append(scan_of("7S 8S 9S", 0.52))
    visit = new_name()
    looks = frames(kept, visit, 2 * STEADY)
    assert not any(look.sure or look.taken for look in looks)
    asked = looked(kept, visit, 9.0, take=True)
    assert asked.taken


def test_what_was_long_ago_is_forgotten_and_visitors_are_apart(kept: Visits, shows: list[Scan]) -> None:
    shows.append(scan_of("7S 8S 9S"))
    one, other = new_name(), new_name()
    assert frames(kept, one, 2)[-1].steady == 2
    assert frames(kept, other, 1)[-1].steady == 1
    assert frames(kept, one, 1, at=100.0)[-1].steady == 1
    for _ in range(watching.MOST_WATCHED + 3):
        frames(kept, new_name(), 1)
    assert len(watching.watched()) == watching.MOST_WATCHED


def test_a_frame_that_is_no_picture_is_told(kept: Visits) -> None:
    look = look_at(kept, new_name(), b"no picture")
    assert look.trouble == "trouble.not_an_image"


def test_frames_come_in_by_their_own_door(kept: Visits, shows: list[Scan], monkeypatch: pytest.MonkeyPatch) -> None:
    shows.append(scan_of("7S 8S JK"))
    app = Starlette(routes=ROUTES)
    answer = ask(app, f"here/live/{new_name()}", method="POST", body=(frame(),))
    told = json.loads(answer.text)
    assert (answer.status, told["hand"], told["taken"]) == (200, ["7S", "8S", "JK"], "")
    assert told["cards"][0]["seen"][0]["quads"][0][0] == [round(10 / 640, 4), round(10 / 480, 4)]
    assert ask(app, "here/live/short", method="POST", body=(b"x",)).status == 404
