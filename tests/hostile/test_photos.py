"""A slice of the hostile files in every test run; ten thousand are a command: ``python -m tests.hostile.photos``."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.bombs import BOMBS, bomb
from tests.hostile.good_files import good_files
from tests.hostile.looking import outcome_of
from tests.hostile.photos import Fate, Looker
from tests.hostile.spoiling import WAYS, HostileFile, hostile_file
from vision.photo import Trouble, UnreadablePhoto, open_photo

SEED = 20
FILES = len(BOMBS) + len(good_files()) * len(WAYS)


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Warnings of a decoder about a file are no warnings about us."""
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("way", WAYS)
def test_a_spoilt_file_is_read_or_refused_with_a_sentence(way: str) -> None:
    first = len(BOMBS) + list(WAYS).index(way) * len(good_files())
    for number in range(first, first + len(good_files()), 1 if way == "as it is" else 3):
        file = hostile_file(number, SEED)
        outcome = outcome_of(file)
        assert outcome == "read" or (outcome.startswith("trouble.") and way != "as it is"), file.name


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("png claims 2147483647", Trouble.TOO_MANY_PIXELS),
        ("jpeg claims 65500", Trouble.TOO_MANY_PIXELS),
        ("jpeg of 3000 passes", Trouble.DAMAGED),
        ("jpeg of 60000 small passes", Trouble.DAMAGED),
        ("tiff in a bearable tile", Trouble.TOO_MANY_PIXELS),
        ("bmp in single steps", Trouble.DAMAGED),
        ("bmp in no steps", Trouble.DAMAGED),
        ("gif with a frame of 65535", Trouble.TOO_MANY_PIXELS),
        ("webp on a canvas of 16000", Trouble.TOO_MANY_PIXELS),
        ("heic claims 30000", Trouble.TOO_MANY_PIXELS),
        ("png of texts", Trouble.DAMAGED),
    ],
)
def test_a_bomb_is_refused_before_it_is_decoded(name: str, trouble: Trouble, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.photo._decode", lambda _: pytest.fail("decoded"))
    with pytest.raises(UnreadablePhoto) as refused:
        open_photo(bomb(name))
    assert refused.value.trouble is trouble


def test_a_progressive_photo_of_a_bearable_size_opens() -> None:
    file = next(file for file in good_files() if file.name == "progressive")
    assert open_photo(file.data).width == 96


def test_the_same_number_and_seed_give_the_same_file() -> None:
    assert hostile_file(FILES - 1, SEED) == hostile_file(FILES - 1, SEED)
    assert hostile_file(FILES - 1, SEED) != hostile_file(FILES - 1, SEED + 1)


def test_the_harness_notices_a_crash_and_goes_on() -> None:
    looker = Looker(SEED)
    try:
        looker.process.kill()
        looker.process.wait()
        broken = Fate(0, "", "crash, status -9", 0.0, 0.0)
        assert looker.look(0) == broken
        assert broken.breach == "crash, status -9"
        assert looker.look(2).outcome == "trouble.too_many_pixels"
    finally:
        looker.close()


def test_the_harness_notices_what_takes_too_much() -> None:
    assert Fate(1, "slow", "read", 6.0, 10.0).breach
    assert Fate(1, "greedy", "read", 1.0, 1e4).breach
    assert Fate(1, "odd", "error: KeyError()", 1.0, 10.0).breach
    assert not Fate(1, "sound", "read", 1.0, 10.0).breach


def test_whatever_is_sent_never_becomes_a_path(tmp_path: Path) -> None:
    outcome_of(HostileFile("a name in a file", b"../../../etc/passwd"))
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["visits"]
