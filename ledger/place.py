"""Where games are kept on this computer."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

FILE = "ledger.sqlite3"


def data_folder() -> Path:
    """Where this computer keeps Remi Lens' data; the variable REMI_LENS_DATA moves it."""
    chosen = os.environ.get("REMI_LENS_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("remi-lens", appauthor=False)
