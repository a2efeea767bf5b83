"""How long our reader takes for a photo and what it holds: ``python -m tests.figures.ours PHOTO ROUNDS``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from vision.bench import median_of_steps, resident_megabytes
from vision.reader import open_reader

if __name__ == "__main__":
    photo, rounds = sys.argv[1:]
    timing = median_of_steps([Path(photo).read_bytes()], open_reader(), int(rounds))
    print(json.dumps([timing.whole, resident_megabytes()]))
