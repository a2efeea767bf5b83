"""A film is watched frame by frame; what passes while somebody looks is left out; bad films are said so."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.fakes import write_models
from tests.vision.table import fan
from tests.vision.test_scan import deal, numbers, photo_of, reader_of
from vision.__main__ import main
from vision.doubts import NO_HINTS
from vision.film import frames, in_time, rate_of
from vision.live import STEADY
from vision.photo import Trouble, UnreadablePhoto
from vision.watch import Viewing, live, watch


def folder_of(folder: Path, count: int) -> Path:
    """A hand of five, photographed ``count`` times."""
    data = photo_of(fan(deal(numbers(5)), 0, 100, 0.16))
    for number in range(count):
        (folder / f"{number:03d}.png").write_bytes(data)
    return folder


def video_of(path: Path, count: int, rate: float = 12.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (320, 240))
    assert writer.isOpened()
    for number in range(count):
        writer.write(np.full((240, 320, 3), 20 * number, np.uint8))
    writer.release()
    return path


def test_a_still_hand_is_sure_after_a_few_frames(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = fan(deal(numbers(5)), 0, 100, 0.16)
    status = live(folder_of(tmp_path, STEADY + 3), reader_of(cards), NO_HINTS, Viewing(every_frame=True))
    assert status == 0
    said = capsys.readouterr().out
    assert " ".join(map(str, deal(numbers(5)))) in said
    assert f"{STEADY} frames looked at" in said


def test_every_frame_is_a_record_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = fan(deal(numbers(5)), 0, 100, 0.16)
    viewing = Viewing(every_frame=True, jsonl=True, to_the_end=True)
    assert live(folder_of(tmp_path, 6), reader_of(cards), NO_HINTS, viewing) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["frame"] for record in records] == list(range(6))
    assert [record["steady"] for record in records] == [False] * (STEADY - 1) + [True] * (7 - STEADY)
    assert records[-1]["hand"] == [str(face) for face in deal(numbers(5))]


def test_a_film_that_ends_too_soon_is_not_sure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = fan(deal(numbers(5)), 0, 100, 0.16)
    assert live(folder_of(tmp_path, 2), reader_of(cards), NO_HINTS, Viewing(every_frame=True)) == 1
    assert "ended before" in capsys.readouterr().out


def test_frames_that_passed_meanwhile_are_left_out(tmp_path: Path) -> None:
    """A camera of 10 frames a second, and somebody who needs 0.35 s for a frame."""
    seen: list[int] = []
    film = frames(folder_of(tmp_path, 12), 10.0, in_time(10.0, lambda: 0.35 * len(seen)))
    for frame in film:
        seen.append(frame.number)
    assert seen == [0, 4, 7, 11]


def test_a_video_gives_its_frames_and_its_rate(tmp_path: Path) -> None:
    film = video_of(tmp_path / "film.avi", 5)
    assert rate_of(film) == pytest.approx(12)
    shown = [(frame.number, int(frame.image.pixels.mean())) for frame in frames(film, 12.0)]
    assert [number for number, _ in shown] == list(range(5))
    assert [grey for _, grey in shown] == pytest.approx([0, 20, 40, 60, 80], abs=4)


def test_a_picture_in_between_that_is_broken_is_left_out(tmp_path: Path) -> None:
    folder_of(tmp_path, 3)
    (tmp_path / "001.png").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("no frame")
    assert [frame.number for frame in frames(tmp_path)] == [0, 2]


@pytest.mark.parametrize(
    ("name", "content", "trouble"),
    [
        ("none.mp4", None, Trouble.NOT_FOUND),
        ("text.mp4", b"hello", Trouble.NOT_AN_IMAGE),
        ("", None, Trouble.NOT_AN_IMAGE),
    ],
)
def test_what_is_no_film_is_said_so(tmp_path: Path, name: str, content: bytes | None, trouble: Trouble) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UnreadablePhoto) as problem:
        list(frames(tmp_path / name))
    assert problem.value.trouble is trouble


def test_the_command_watches_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_models(tmp_path / "models")
    (tmp_path / "film").mkdir()
    folder = folder_of(tmp_path / "film", 2)
    assert main(["live", str(folder), "--models", str(tmp_path / "models"), "--every-frame", "--jsonl"]) == 1
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(record["hand"], record["steady"]) for record in records] == [([], False)] * 2
    assert main(["live", str(tmp_path / "none.mp4"), "--models", str(tmp_path / "models")]) == 1
    assert "not found" in capsys.readouterr().out


def test_watching_keeps_count_of_the_time(tmp_path: Path) -> None:
    cards = fan(deal(numbers(5)), 0, 100, 0.16)
    ticks = iter([0.0, 0.5, 1.0])
    glances = list(watch(frames(folder_of(tmp_path, 2)), reader_of(cards), NO_HINTS, lambda: next(ticks)))
    assert [glance.seconds for glance in glances] == [0.5, 1.0]
