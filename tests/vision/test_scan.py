"""The whole way from a photo's bytes to a scan, with painted cards and networks made of rules."""

from __future__ import annotations

import io
import json
import math
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow

from engine.cards import CARDS, Card
from tests.vision.fakes import MANIFEST, PaintedFaces, PaintedIndices, write_models
from tests.vision.table import Laid, fan, indices_of, paint, row, see
from vision.__main__ import main
from vision.doubts import NO_HINTS, Hints
from vision.drawing import draw_scan, label_of, suit_mask
from vision.faces import Reading
from vision.letters import Letters
from vision.notes import Note
from vision.photo import image_of, open_photo
from vision.prints import Prints
from vision.reader import Reader
from vision.report import record_of
from vision.runtime import RANK_CLASSES, SUIT_CLASSES
from vision.scan import Scan, Step, Stopwatch, put_together, scan_image, scan_photo
from vision.sightings import SeenIndex

SIZE = 1600
SHIFT = np.array([[4.0, 0, 800], [0, 4.0, 800], [0, 0, 1]])


def numbers(count: int, seed: int = 0) -> list[int]:
    return [int(number) for number in np.random.default_rng(seed).integers(0, 52, count)]


def deal(places: Sequence[int]) -> list[Card]:
    return [CARDS[number] for number in places]


def photo_of(cards: Sequence[Laid], size: int = SIZE, kind: str = "PNG") -> bytes:
    scale = np.diag([size / SIZE, size / SIZE, 1.0])
    faces = [CARDS.index(card.face) for card in cards if isinstance(card.face, Card)]
    picture = paint(cards, scale @ SHIFT, size, size, faces)
    file = io.BytesIO()
    Pillow.fromarray(picture[..., ::-1]).save(file, kind)
    return file.getvalue()


def reader_of(cards: Sequence[Laid], size: int = SIZE) -> Reader:
    corners = [index.corner for index in indices_of(see(cards, SHIFT))]
    return Reader(MANIFEST, PaintedIndices(corners, SIZE, SIZE), PaintedFaces())


def scan_of(cards: Sequence[Laid], hints: Hints = NO_HINTS) -> Scan:
    return scan_photo(photo_of(cards), reader_of(cards), hints)


@pytest.mark.parametrize("seed", range(5))
def test_a_fan_is_read_in_order_with_every_copy(seed: int) -> None:
    places = numbers(13, seed)
    places[5] = places[4]
    scan = scan_of(fan(deal(places), 0, 100, 0.16))
    assert list(scan.hand) == deal(places)
    assert scan.groups == (tuple(range(13)),)
    assert not any(card.is_doubtful for card in scan.cards)
    assert scan.notes == ()
    assert scan.unreadable == 0


def test_a_card_with_an_index_in_every_corner_is_one_card() -> None:
    """Stage 1 names every index's centre as if it stood on the left; stage 2 says which stand on the right."""
    faces = deal([3, 3, 20, 47])
    shown = [each.index for each in see(row(faces, 0, 0, 90), SHIFT, corners=4)]
    assert len(shown) == 16
    ranks, suits = np.full(len(RANK_CLASSES), 1e-4), np.full(len(SUIT_CLASSES), 1e-4)
    readings = []
    for index in shown:
        face = index.odds.best
        assert isinstance(face, Card)
        ranks[:], suits[:] = 1e-4, 1e-4
        ranks[RANK_CLASSES.index(str(face.rank))] = suits[SUIT_CLASSES.index(face.suit.value)] = 1
        side = 0.02 if index.is_left else 0.98
        readings.append(Reading(ranks / ranks.sum(), suits / suits.sum(), np.zeros(64, np.float32), side))
    corners = tuple(index.corner if index.is_left else index.corner.on_the_right for index in shown)
    assert all(SeenIndex(corner, index.odds).is_left for corner, index in zip(corners, shown, strict=True))
    blank = image_of(np.zeros((SIZE, SIZE, 3), np.uint8))
    scan = put_together(blank, Prints(corners, tuple(readings)), NO_HINTS, (), MANIFEST.indices)
    assert Counter(scan.hand) == Counter(faces)
    assert [len(card.corners) for card in scan.cards] == [4] * 4


def test_two_rows_are_two_groups_one_after_the_other() -> None:
    above, below = numbers(4, 1), numbers(5, 2)
    scan = scan_of([*row(deal(above), -100, -110, 20), *row(deal(below), -100, 60, 20)])
    assert list(scan.hand) == deal(above + below)
    assert scan.groups == ((0, 1, 2, 3), (4, 5, 6, 7, 8))
    assert [card.group for card in scan.cards] == [0] * 4 + [1] * 5


def test_a_large_photo_is_reduced_and_reported_in_its_own_pixels() -> None:
    cards = fan(deal(numbers(10)), 0, 100, 0.16)
    small = scan_photo(photo_of(cards), reader_of(cards))
    large = scan_photo(photo_of(cards, 2 * SIZE, "JPEG"), reader_of(cards))
    assert (large.width, large.height) == (2 * SIZE, 2 * SIZE)
    assert list(large.hand) == list(small.hand) == deal(numbers(10))
    for one, other in zip(small.cards, large.cards, strict=True):
        for here, there in zip(one.corners[0].points, other.corners[0].points, strict=True):
            assert there.distance(here.times(2)) < 12


def test_nothing_is_no_cards() -> None:
    scan = scan_of([])
    assert (scan.cards, scan.groups, scan.unreadable, scan.notes) == ((), (), 0, (Note.NO_CARDS,))


def test_an_index_nobody_can_name_is_counted_and_no_card() -> None:
    cards = row(deal(numbers(4)), -100, 0, 66)
    data, blank = photo_of(cards[:3]), reader_of(cards)
    scan = scan_photo(data, blank)
    assert len(scan.cards) == 3
    assert scan.unreadable == 1


def test_letters_told_are_letters_reported() -> None:
    cards = fan(deal(numbers(5)), 0, 100, 0.16)
    assert scan_of(cards).letters is Letters.AKQJ
    assert scan_of(cards, Hints(letters=Letters.AHVB)).letters is Letters.AHVB


def test_progress_is_told_step_by_step() -> None:
    cards = fan(deal(numbers(5)), 0, 100, 0.16)
    steps: list[Step] = []
    scan_photo(photo_of(cards), reader_of(cards), progress=steps.append)
    assert steps == list(Step)
    watch = Stopwatch()
    scan_image(image_of(np.zeros((64, 64, 3), np.uint8)), reader_of([]), progress=watch)
    assert list(watch.milliseconds) == ["open", "find", "read", "group"]
    assert all(value >= 0 for value in watch.milliseconds.values())


def test_scans_in_several_threads_do_not_mix() -> None:
    hands = [fan(deal(numbers(9, seed)), 0, 100, 0.16) for seed in range(6)]
    found: dict[int, Scan] = {}

    def work(place: int) -> None:
        found[place] = scan_of(hands[place])

    threads = [threading.Thread(target=work, args=(place,)) for place in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [list(found[place].hand) for place in range(6)] == [deal(numbers(9, seed)) for seed in range(6)]


def test_the_record_has_every_key_and_fits_the_photo() -> None:
    cards = row(deal(numbers(3)), -70, 0, 66)
    scan = scan_of(cards)
    record = json.loads(json.dumps(record_of("a.jpg", scan, {"open": 1.0})))
    assert set(record) == {"photo", "size", "hand", "cards", "groups", "unreadable", "letters", "notes", "ms"}
    assert record["size"] == [SIZE, SIZE]
    assert record["hand"] == [str(face) for face in deal(numbers(3))]
    for card in record["cards"]:
        assert {"face", "confidence", "doubtful", "alternatives", "corners", "group"} <= set(card)
        assert len(card["corners"]) == 2
        assert all(len(corner) == 4 for corner in card["corners"])


def test_the_drawing_frames_every_index_and_keeps_the_photos_size() -> None:
    cards = fan(deal(numbers(6)), 0, 100, 0.16)
    image = open_photo(photo_of(cards))
    scan = scan_image(image, reader_of(cards))
    drawn = draw_scan(image, scan)
    assert drawn.shape == image.pixels.shape
    changed = np.abs(drawn[..., ::-1].astype(int) - image.pixels).max(-1) > 30
    for card in scan.cards:
        for point in card.corners[0].points:
            x, y = round(point.x), round(point.y)
            assert changed[y - 3 : y + 4, x - 3 : x + 4].any()
    assert (draw_scan(image, scan_image(image, reader_of([]))) == image.pixels[..., ::-1]).all()


def test_suits_are_told_apart_by_shape_and_labels_by_name() -> None:
    masks = [suit_mask(suit, 24) for suit in {card.suit: None for card in CARDS}]
    for place, mask in enumerate(masks):
        assert 0.2 < (mask > 128).mean() < 0.8
        assert all(np.abs(mask.astype(int) - other).mean() > 10 for other in masks[:place])
    labels = {np.asarray(label_of(face, 24)).tobytes() for face in CARDS}
    assert len(labels) == 52


@pytest.fixture
def models(tmp_path: Path) -> Path:
    write_models(tmp_path / "models")
    return tmp_path / "models"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    status = main(list(arguments))
    return status, capsys.readouterr().out.splitlines()


def test_the_command_goes_on_after_a_bad_photo_and_says_so(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.png"
    good.write_bytes(photo_of([]))
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no photo")
    missing = str(tmp_path / "missing.jpg")
    photos = [str(bad), missing, str(tmp_path), str(good)]
    status, lines = run(capsys, "scan", *photos, "--models", str(models), "--jsonl", "--packs", "2")
    records = [json.loads(line) for line in lines]
    assert status == 1
    assert [record["photo"] for record in records] == photos
    assert [record.get("error", {}).get("code") for record in records] == [
        "not_an_image",
        "not_found",
        "not_found",
        None,
    ]
    assert records[-1]["notes"] == ["no_cards"]
    assert set(records[-1]["ms"]) == {"open", "find", "read", "group"}


def test_the_command_speaks_to_people_too(models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.png"
    good.write_bytes(photo_of([]))
    status, lines = run(capsys, "scan", str(good), "--models", str(models), "--letters", "ARDV")
    assert status == 0
    assert lines == [f"{good}: 0 cards", "  note: no cards"]


def test_the_command_merges_photos_of_one_hand(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.png"
    good.write_bytes(photo_of([]))
    photos = [str(good), str(tmp_path / "missing.png"), str(good)]
    status, lines = run(capsys, "scan", *photos, "--models", str(models), "--jsonl", "--merge")
    assert status == 1
    assert json.loads(lines[-1]) == {"photos": [str(good)] * 2, "hand": [], "order_was_kept": True, "cards": []}
    assert run(capsys, "scan", str(good), "--models", str(models), "--merge")[1][-2] == "together: 0 cards"


def test_without_weights_nothing_can_be_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", "a.jpg", "--models", str(tmp_path)]) == 2
    assert "no weights here" in capsys.readouterr().err


@pytest.mark.parametrize("options", [["--packs", "-1"], ["--letters", "QKJ"], ["--cards", "many"]])
def test_a_wrong_option_is_explained(options: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["scan", "a.jpg", *options])
    assert stop.value.code == 2


def test_the_benchmark_tells_each_step(models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.png"
    good.write_bytes(photo_of([]))
    status, lines = run(capsys, "bench", str(good), "--models", str(models), "--rounds", "1")
    assert status == 0
    assert lines[0].startswith("as they are: open ")
    assert lines[2].startswith("12 megapixels: open ")
    rival = f"{models / 'indices.onnx'}@64"
    lines = run(capsys, "bench", str(good), "--models", str(models), "--rounds", "1", "--against", rival)[1]
    assert lines[-1].startswith("indices.onnx at 64: ")
    assert run(capsys, "bench", str(tmp_path / "none.png"), "--models", str(models))[0] == 1


def test_a_hand_read_upside_down_is_the_same_hand() -> None:
    places = numbers(9, 7)
    turned = [Laid(card.face, -card.x, -card.y, card.turn + math.pi) for card in fan(deal(places), 0, 0, 0.15)]
    scan = scan_of(turned)
    assert Counter(scan.hand) == Counter(deal(places))
    assert list(scan.hand) == deal(places)


class Hasty(PaintedFaces):
    """Takes every print for the same card when it is cut out as marked, with little certainty; else reads well."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        answer = super().run(batch)
        if not self.batches:
            answer["ranks"][:] = 0.0
        self.batches.append(len(batch))
        return answer


def test_an_unclear_print_is_looked_at_again() -> None:
    cards = fan(deal(numbers(7)), 0, 100, 0.16)
    reader = reader_of(cards)
    hasty = Hasty()
    scan = scan_photo(photo_of(cards), Reader(reader.manifest, reader.indices, hasty))
    assert list(scan.hand) == deal(numbers(7))
    assert hasty.batches[:2] == [8, 8 * 4]


def test_a_photo_whose_name_is_no_text_is_told_of_like_any_other(tmp_path: Path) -> None:
    """Seen from outside: only a real terminal refuses to write such names."""
    write_models(tmp_path / "models")
    name = tmp_path / "no\udcfftext.png"
    try:
        name.write_bytes(photo_of([]))
    except (OSError, UnicodeError):
        pytest.skip("this file system takes no such names")
    command = [
        sys.executable,
        "-m",
        "vision",
        "scan",
        str(name),
        "none.jpg",
        "--models",
        str(tmp_path / "models"),
        "--jsonl",
    ]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    first, second = (json.loads(line) for line in done.stdout.decode("utf-8").splitlines())
    assert (first["photo"], first["hand"]) == (str(name), [])
    assert second["error"]["code"] == "not_found"
    assert done.returncode == 1
