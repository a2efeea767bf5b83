"""What can go wrong with the file that games are kept in, as a closed list that pages put into words."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum


class Trouble(StrEnum):
    """Why the file cannot be read or written; what was confirmed before stays as it was."""

    FULL = "full"
    NO_PERMISSION = "no_permission"
    BUSY = "busy"
    DAMAGED = "damaged"
    NEWER = "newer"
    DISK = "disk"


class LedgerTrouble(Exception):
    """The games cannot be read or written now; ``trouble`` says why."""

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"{trouble}: {detail}" if detail else str(trouble))
        self.trouble = trouble


_BY_CODE = {
    sqlite3.SQLITE_ERROR: Trouble.DAMAGED,  # our statements fit our tables: so these are others
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.NO_PERMISSION,
    sqlite3.SQLITE_CANTOPEN: Trouble.NO_PERMISSION,
    sqlite3.SQLITE_PERM: Trouble.NO_PERMISSION,
    sqlite3.SQLITE_AUTH: Trouble.NO_PERMISSION,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}


_BY_NUMBER = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
    errno.EACCES: Trouble.NO_PERMISSION,
    errno.EPERM: Trouble.NO_PERMISSION,
    errno.EROFS: Trouble.NO_PERMISSION,
}


def trouble_of(problem: Exception) -> Trouble:
    """The one word for an error of SQLite or of the system."""
    if isinstance(problem, LedgerTrouble):
        return problem.trouble
    if isinstance(problem, OSError):
        return _BY_NUMBER.get(problem.errno or 0, Trouble.DISK)
    code = getattr(problem, "sqlite_errorcode", None)
    return _BY_CODE.get(code & 0xFF, Trouble.DISK) if isinstance(code, int) else Trouble.DISK


@contextmanager
def told_plainly() -> Iterator[None]:
    """Errors of SQLite and of the system leave as ``LedgerTrouble``."""
    try:
        yield
    except (sqlite3.Error, OSError) as problem:
        raise LedgerTrouble(trouble_of(problem), str(problem)) from problem
