"""What a visitor has told and shown, on this computer's disk, so that nothing is lost with a tab.

A visit is a folder with a name that cannot be guessed. It holds the desk as text and the photos,
and is swept away when nobody has come back to it for some days.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from ledger import data_folder

KEEP_DAYS = 3
UNDO_STEPS = 30
_NAME = re.compile(r"[A-Za-z0-9_-]{16,64}")
_PLACE = re.compile(r"[A-Za-z0-9_-]{1,80}")
HAND = "desk"
"""The place where the visitor's own cards lie; others are the table and the ends of rounds."""


def is_name(name: str) -> bool:
    """Whether this could be a name that we made; nothing else ever becomes a path."""
    return _NAME.fullmatch(name) is not None


def new_name() -> str:
    return secrets.token_urlsafe(15)


@dataclass(frozen=True, slots=True)
class Visits:
    """All visits below one folder."""

    folder: Path

    def desk(self, visit: str, place: str = HAND) -> str | None:
        """The desk as it was kept last; None for a visit that is not known (any more)."""
        try:
            return self._place(visit, place).read_text("utf-8")
        except (OSError, ValueError):
            return None

    def keep(self, visit: str, desk: str, place: str = HAND) -> None:
        """Keep the desk, and the one before for an undo."""
        before = self.desk(visit, place)
        self._write(visit, self._place(visit, place).name, desk)
        if before is not None and before != desk:
            self._write(visit, _before(place), json.dumps([*self._before(visit, place), before][-UNDO_STEPS:]))

    def undo(self, visit: str, place: str = HAND) -> str | None:
        """The desk before the last change, and the one before that for the next undo; None at the beginning."""
        before = self._before(visit, place)
        if not before:
            return None
        self._write(visit, _before(place), json.dumps(before[:-1]))
        return before[-1]

    def can_undo(self, visit: str, place: str = HAND) -> bool:
        return bool(self._before(visit, place))

    def put(self, visit: str, desk: str, place: str = HAND) -> None:
        """Keep the desk as a step that nobody takes back by itself."""
        self._write(visit, self._place(visit, place).name, desk)

    def settle(self, visit: str, desk: str, place: str = HAND) -> None:
        """Keep the desk as a new beginning: an undo goes back no further."""
        self._write(visit, _before(place), "[]")
        self._write(visit, self._place(visit, place).name, desk)

    def _before(self, visit: str, place: str) -> list[str]:
        try:
            return list(map(str, json.loads((self._folder(visit) / _before(place)).read_text("utf-8"))))
        except (OSError, ValueError):
            return []

    def _write(self, visit: str, name: str, text: str) -> None:
        """The old text stands until the new one is written completely."""
        folder = self._folder(visit)
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"{name}.{secrets.token_hex(4)}"
        draft.write_text(text, "utf-8")
        os.replace(draft, folder / name)

    def keep_reading(self, visit: str, photo: str, text: str) -> None:
        """Keep what was read on a photo, for as long as the photo itself."""
        self._write(visit, f"{self._checked(photo)}.json", text)

    def reading(self, visit: str, photo: str) -> str | None:
        found = self._read(visit, photo, ".json")
        return None if found is None else found.decode("utf-8")

    def add_photo(self, visit: str, data: bytes) -> str:
        """Keep a photo's bytes under a name of our own, never the file's."""
        name = new_name()
        folder = self._folder(visit)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        return name

    def photo(self, visit: str, name: str) -> bytes | None:
        """The bytes of a photo as they came."""
        return self._read(visit, name, "")

    def keep_picture(self, visit: str, name: str, jpeg: bytes) -> None:
        """Keep the upright picture of a photo that is shown on the page."""
        (self._folder(visit) / f"{self._checked(name)}.jpg").write_bytes(jpeg)

    def picture(self, visit: str, name: str) -> bytes | None:
        return self._read(visit, name, ".jpg")

    def drop_photo(self, visit: str, name: str) -> None:
        for ending in ("", ".jpg", ".json"):
            (self._folder(visit) / f"{self._checked(name)}{ending}").unlink(missing_ok=True)

    def forget(self, visit: str) -> None:
        """Delete all that this visitor told and showed."""
        shutil.rmtree(self._folder(visit), ignore_errors=True)

    def sweep(self, days: float = KEEP_DAYS) -> None:
        """Delete the visits that nobody came back to."""
        if not self.folder.is_dir():
            return
        end = time.time() - days * 24 * 3600
        for folder in self.folder.iterdir():
            if is_name(folder.name) and folder.stat().st_mtime < end:
                shutil.rmtree(folder, ignore_errors=True)

    def _read(self, visit: str, name: str, ending: str) -> bytes | None:
        try:
            return (self._folder(visit) / f"{self._checked(name)}{ending}").read_bytes()
        except (OSError, ValueError):
            return None

    def _place(self, visit: str, place: str) -> Path:
        if not _PLACE.fullmatch(place):
            raise ValueError("not a place of ours")
        return self._folder(visit) / f"{place}.json"

    def _folder(self, visit: str) -> Path:
        return self.folder / self._checked(visit)

    @staticmethod
    def _checked(name: str) -> str:
        if not is_name(name):
            raise ValueError("not a name of ours")
        return name


def _before(place: str) -> str:
    return "before.json" if place == HAND else f"before-{place}.json"


def visits() -> Visits:
    """The visits of this computer."""
    return Visits(data_folder() / "visits")
