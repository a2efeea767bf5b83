"""Photos on the disk become cards for the desk, or a sentence that says why not."""

from __future__ import annotations

import errno
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import parse_face
from ui.desk import Desk, Seen
from ui.parts.scanning import taken
from ui.reading import Read, Refused, card_of, picture_of, read
from ui.visits import Visits, new_name
from ui.words import words_of
from vision.doubts import Doubt, Hints
from vision.geometry import Point, Quad
from vision.letters import Letters, certain
from vision.photo import open_photo
from vision.runtime import ModelMismatch
from vision.scan import Reader, Scan, ScannedCard


def jpeg(width: int, height: int) -> bytes:
    cloth = np.full((height, width, 3), (60, 110, 70), dtype=np.uint8)
    return cv2.imencode(".jpg", cloth)[1].tobytes()


@pytest.fixture
def kept(tmp_path: Path) -> Visits:
    return Visits(tmp_path)


def test_a_cloth_without_cards_is_read_as_no_cards(kept: Visits) -> None:
    visit = new_name()
    name = kept.add_photo(visit, jpeg(800, 600))
    outcome = read(kept, visit, name, Hints())
    assert isinstance(outcome, Read)
    assert outcome.cards == ()
    assert (outcome.photo.width, outcome.photo.height, outcome.photo.scanned) == (800, 600, True)
    assert kept.picture(visit, name) is not None


@pytest.mark.parametrize(
    ("data", "key"),
    [(b"", "trouble.empty_file"), (b"text", "trouble.not_an_image"), (jpeg(8, 8), "trouble.too_small")],
)
def test_a_refusal_names_its_sentence(kept: Visits, data: bytes, key: str) -> None:
    visit = new_name()
    outcome = read(kept, visit, kept.add_photo(visit, data), Hints())
    assert outcome == Refused(key)
    assert words_of("en").knows(key)


def test_a_photo_that_is_gone(kept: Visits) -> None:
    assert read(kept, new_name(), new_name(), Hints()) == Refused("trouble.not_found")


def test_without_weights_the_page_says_so(kept: Visits) -> None:
    def no_reader() -> Reader:
        raise ModelMismatch("no weights here")

    visit = new_name()
    outcome = read(kept, visit, kept.add_photo(visit, jpeg(200, 200)), Hints(), no_reader)
    assert outcome == Refused("reading.no_reader")


@pytest.mark.parametrize(
    ("problem", "key"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "trouble.full"),
        (MemoryError(), "error.page"),
        (ZeroDivisionError("a mistake of ours"), "error.page"),
    ],
)
def test_whatever_breaks_costs_one_photo_and_is_told(kept: Visits, problem: Exception, key: str) -> None:
    def broken() -> Reader:
        raise problem

    visit = new_name()
    assert read(kept, visit, kept.add_photo(visit, jpeg(200, 200)), Hints(), broken) == Refused(key)
    assert words_of("en").knows(key)


def test_the_picture_on_the_page_is_no_larger_than_a_page_needs() -> None:
    shown = open_photo(picture_of(open_photo(jpeg(3000, 2000))), 4000)
    assert max(shown.width, shown.height) == 1600


def test_corners_are_kept_in_parts_of_the_photo() -> None:
    quad = Quad(Point(10, 20), Point(30, 20), Point(30, 60), Point(10, 60))
    other = (parse_face("5S"), 0.3)
    seen = ScannedCard(
        parse_face("3S"), 0.6, ((parse_face("3S"), 0.6), other), (Doubt.UNSURE,), (quad,), 0, certain(parse_face("3S"))
    )
    scan = Scan(200, 100, (seen,), ((0,),), 0, Letters.AKQJ, ())
    card = card_of(seen, scan, "photo")
    assert card.seen == (Seen("photo", (((0.05, 0.2), (0.15, 0.2), (0.15, 0.6), (0.05, 0.6)),)),)
    assert (card.face, card.doubtful, card.alternatives) == ("3S", True, ("5S",))


def test_a_photo_taken_away_while_it_was_read_brings_no_cards() -> None:
    outcome = Read(Desk().with_photo("gone").photos[0], ())
    assert taken(Desk(), "gone", outcome, words_of("en"), Hints()) == Desk()
