"""What a visitor told is on disk before anything else happens, and only under names of our own."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ui.visits import Visits, is_name, new_name


@pytest.fixture
def kept(tmp_path: Path) -> Visits:
    return Visits(tmp_path / "visits")


def test_a_desk_is_kept_and_found_again(kept: Visits) -> None:
    visit = new_name()
    assert kept.desk(visit) is None
    kept.keep(visit, "one")
    kept.keep(visit, "two")
    assert kept.desk(visit) == "two"
    assert sorted(path.name for path in (kept.folder / visit).iterdir()) == ["before.json", "desk.json"]


def test_undo_goes_back_step_by_step(kept: Visits) -> None:
    visit = new_name()
    assert not kept.can_undo(visit)
    for text in ("one", "two", "two", "three"):
        kept.keep(visit, text)
    assert kept.undo(visit) == "two"
    assert kept.undo(visit) == "one"
    assert kept.undo(visit) is None
    kept.keep(visit, "four")
    kept.settle(visit, "five")
    assert not kept.can_undo(visit)
    assert kept.desk(visit) == "five"


@pytest.mark.parametrize("name", ["../../etc/passwd", "..", "", "a" * 200, "name with blanks", "x/y", "short"])
def test_no_other_name_becomes_a_path(kept: Visits, name: str) -> None:
    assert not is_name(name)
    assert kept.desk(name) is None
    assert kept.photo(new_name(), name) is None
    with pytest.raises(ValueError, match="not a name of ours"):
        kept.keep(name, "text")


def test_photos_come_and_go(kept: Visits) -> None:
    visit = new_name()
    name = kept.add_photo(visit, b"bytes")
    assert kept.photo(visit, name) == b"bytes"
    assert kept.picture(visit, name) is None
    kept.keep_picture(visit, name, b"jpeg")
    assert kept.picture(visit, name) == b"jpeg"
    kept.drop_photo(visit, name)
    assert kept.photo(visit, name) is None
    assert kept.picture(visit, name) is None


def test_forgetting_deletes_everything_of_one_visit(kept: Visits) -> None:
    one, other = new_name(), new_name()
    kept.keep(one, "one")
    kept.keep(other, "other")
    kept.add_photo(one, b"x")
    kept.forget(one)
    assert not (kept.folder / one).exists()
    assert kept.desk(other) == "other"


def test_old_visits_are_swept_away(kept: Visits) -> None:
    kept.sweep()
    old, fresh = new_name(), new_name()
    kept.keep(old, "old")
    kept.keep(fresh, "fresh")
    long_ago = time.time() - 10 * 24 * 3600
    os.utime(kept.folder / old, (long_ago, long_ago))
    kept.sweep(days=3)
    assert kept.desk(old) is None
    assert kept.desk(fresh) == "fresh"
