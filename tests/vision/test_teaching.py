"""One's own deck: taught from photos, kept, listed, used, forgotten; it costs nothing elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import CARDS, JOKER, Face, parse_face
from tests.vision.fakes import MANIFEST, PaintedFaces, write_models
from tests.vision.table import Laid, crop_colour, fan, odds_between
from tests.vision.test_scan import deal, numbers, photo_of, reader_of
from vision.__main__ import main
from vision.faces import CROP_HEIGHT, CROP_WIDTH
from vision.letters import certain
from vision.reader import Reader, with_decks
from vision.runtime import RANK_CLASSES, SUIT_CLASSES
from vision.scan import scan_photo
from vision.school import face_in_name, lesson_of, teach
from vision.teaching import (
    NOTHING,
    BadDeck,
    Lesson,
    TaughtDeck,
    forget,
    lessons,
    load_lesson,
    save_lesson,
    with_taught,
)

SEVEN, KING = parse_face("7S"), parse_face("KD")


class Foreign(PaintedFaces):
    """Cannot read cards, but knows prints apart: the embedding is the print's colour."""

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        middle = batch[:, ::-1, 46:62, 24:40].mean((2, 3))
        near = np.exp(-40 * ((middle[:, None] * 255 - self.colours[None]) / 255) ** 2).prod(-1)
        ranks = np.zeros((len(batch), len(RANK_CLASSES)), np.float32)
        suits = np.zeros((len(batch), len(SUIT_CLASSES)), np.float32)
        ranks[:, -1] = suits[:, -1] = 8
        embedding = np.zeros((len(batch), 64), np.float32)
        embedding[:, :52] = near
        return {
            "ranks": ranks,
            "suits": suits,
            "embedding": embedding,
            "sides": np.full((len(batch), 1), -5, np.float32),
        }


def foreign(reader: Reader) -> Reader:
    return Reader(reader.manifest, reader.indices, Foreign())


def crop(number: int) -> NDArray[np.uint8]:
    return np.full((CROP_HEIGHT, CROP_WIDTH, 3), crop_colour(number), np.uint8)


def lesson(*faces: Face) -> Lesson:
    return Lesson(tuple(crop(place) for place in range(len(faces))), faces)


def unit(place: int) -> NDArray[np.float32]:
    vector = np.zeros(64, np.float32)
    vector[place] = 3
    return vector


def deck_of(*faces: Face) -> TaughtDeck:
    return TaughtDeck("mine", faces, np.eye(64)[: len(faces)])


def test_what_looks_like_an_example_is_that_card() -> None:
    odds = with_taught(odds_between({KING: 0.3}), unit(1), [deck_of(SEVEN, JOKER)])
    assert odds.best == JOKER
    assert odds.confidence > 0.99


def test_what_looks_like_no_example_is_read_as_before() -> None:
    before = certain(KING)
    assert with_taught(before, unit(5), [deck_of(SEVEN, JOKER)]) is before
    assert with_taught(before, unit(5), []) is before
    assert with_taught(before, np.zeros(64, np.float32), [deck_of(SEVEN)]) is before


def test_between_two_examples_both_are_offered() -> None:
    vectors = np.array([[1.0, 0.05], [1.0, -0.05]])
    vectors = np.pad(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), ((0, 0), (0, 62)))
    odds = with_taught(odds_between({}), unit(0), [TaughtDeck("mine", (SEVEN, KING), vectors)])
    assert odds.of(SEVEN) == pytest.approx(odds.of(KING))
    assert odds.faces.sum() + odds.unreadable == pytest.approx(1)


def test_a_lesson_is_kept_listed_and_forgotten(tmp_path: Path) -> None:
    save_lesson(tmp_path / "decks", "grandma's red".replace("'", ""), lesson(SEVEN, JOKER, SEVEN))
    assert lessons(tmp_path / "decks") == ("grandmas red",)
    kept = load_lesson(tmp_path / "decks", "grandmas red")
    assert kept.faces == (SEVEN, JOKER, SEVEN)
    assert all((one == other).all() for one, other in zip(kept.crops, lesson(SEVEN, JOKER, SEVEN).crops, strict=True))
    forget(tmp_path / "decks", "grandmas red")
    assert lessons(tmp_path / "decks") == ()
    for action in (forget, load_lesson):
        with pytest.raises(BadDeck):
            action(tmp_path / "decks", "grandmas red")


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 99])
def test_a_name_that_would_leave_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadDeck):
        save_lesson(tmp_path, name, lesson(SEVEN))


@pytest.mark.parametrize("content", [b"", b"junk", b"PK\x03\x04 half a zip"])
def test_a_damaged_deck_says_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.deck.npz").write_bytes(content)
    with pytest.raises(BadDeck):
        load_lesson(tmp_path, "mine")


def test_a_file_of_pickles_is_never_opened(tmp_path: Path) -> None:
    np.savez(tmp_path / "mine.deck.npz", crops=np.array([{}], object), faces=np.array([1]))
    with pytest.raises(BadDeck):
        load_lesson(tmp_path, "mine")


def test_a_deck_that_cannot_be_read_is_read_once_it_was_taught(tmp_path: Path) -> None:
    places = numbers(8, 3)
    hand = fan(deal(places), 0, 100, 0.16)
    learnt = NOTHING
    for number in sorted(set(places)):
        card = [Laid(CARDS[number], 0, 0, 0.3)]
        learnt = learnt.and_also(lesson_of(photo_of(card), CARDS[number], foreign(reader_of(card))))
    save_lesson(tmp_path, "mine", learnt)
    reader = foreign(reader_of(hand))
    before = scan_photo(photo_of(hand), reader)
    after = scan_photo(photo_of(hand), with_decks(reader, tmp_path, ["mine"]))
    assert (len(before.cards), before.unreadable) == (0, 8)
    assert list(after.hand) == deal(places)


def test_a_photo_of_two_cards_or_none_teaches_nothing() -> None:
    pair = [Laid(CARDS[3], -80, 0), Laid(CARDS[3], 80, 0)]
    assert lesson_of(photo_of(pair), CARDS[3], reader_of(pair)).faces == ()
    assert lesson_of(photo_of([]), CARDS[3], reader_of([])).faces == ()


@pytest.mark.parametrize(
    ("name", "face"),
    [("7S.jpg", "7S"), ("10h second.png", "10H"), ("JK-red.jpg", "JK"), ("holiday.jpg", None), ("_.jpg", None)],
)
def test_photos_are_named_after_their_card(name: str, face: str | None) -> None:
    assert face_in_name(Path(name)) == (parse_face(face) if face else None)


def test_the_commands_teach_list_and_forget(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos, decks = tmp_path / "photos", tmp_path / "decks"
    photos.mkdir()
    card = [Laid(CARDS[3], 0, 0, 0.3)]
    (photos / f"{CARDS[3]}.png").write_bytes(photo_of(card))
    (photos / "holiday.png").write_bytes(photo_of(card))
    (photos / "5D.png").write_bytes(b"no photo")
    assert teach("mine", photos, decks, reader_of(card)) == 1
    said = capsys.readouterr().out
    assert "4S, 2 prints" in said
    assert "mine: 2 prints of 1 cards" in said
    write_models(tmp_path / "models")
    assert main(["decks", "--decks", str(decks)]) == 0
    assert capsys.readouterr().out == "mine: 2 prints of 1 cards\n"
    options = ["--models", str(tmp_path / "models"), "--decks", str(decks)]
    assert main(["scan", str(photos / "holiday.png"), "--deck", "mine", *options]) == 0
    assert main(["scan", str(photos / "holiday.png"), "--deck", "other", *options]) == 2
    assert main(["teach", "empty", str(tmp_path / "nowhere"), *options]) == 1
    assert main(["forget", "mine", "--decks", str(decks)]) == 0
    assert lessons(decks) == ()
    assert MANIFEST.faces.crop == (CROP_HEIGHT, CROP_WIDTH)
