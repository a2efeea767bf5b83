"""How long a scan takes, step by step, on the machine at hand."""

from __future__ import annotations

import io
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import Image as Pillow

from vision.photo import UnreadablePhoto, open_photo
from vision.scan import Reader, Stopwatch, scan_photo

TWELVE_MEGAPIXELS = (4000, 3000)


def bench(photos: Sequence[str], reader: Reader, rounds: int) -> int:
    """Prints the median milliseconds of each step, as the photos are and scaled up to 12 megapixels."""
    try:
        originals = [Path(photo).read_bytes() for photo in photos]
        enlarged = [as_12_megapixels(data) for data in originals]
    except (OSError, UnreadablePhoto) as problem:
        print(f"bench: {problem}", file=sys.stderr)
        return 1
    for name, files in (("as they are", originals), ("12 megapixels", enlarged)):
        print(f"{name}: {median_of_steps(files, reader, max(1, rounds))}", flush=True)
    print(f"most memory held: {resident_megabytes():.0f} MB")
    return 0


def as_12_megapixels(data: bytes) -> bytes:
    """The photo as a phone with 12 megapixels would have handed it over: a JPEG."""
    image = open_photo(data)
    long, short = TWELVE_MEGAPIXELS
    size = (long, short) if image.width >= image.height else (short, long)
    enlarged = Pillow.fromarray(image.pixels[..., ::-1]).resize(size, Pillow.Resampling.BICUBIC)
    file = io.BytesIO()
    enlarged.save(file, "JPEG", quality=92)
    return file.getvalue()


def median_of_steps(files: Iterable[bytes], reader: Reader, rounds: int) -> str:
    watches = []
    for data in files:
        scan_photo(data, reader)
        for _ in range(rounds):
            watch = Stopwatch()
            scan_photo(data, reader, progress=watch)
            watches.append(watch.milliseconds)
    steps = {step: statistics.median(watch[step] for watch in watches) for step in watches[0]}
    total = statistics.median(sum(watch.values()) for watch in watches)
    return ", ".join(f"{step} {value:.0f} ms" for step, value in steps.items()) + f", all {total:.0f} ms"


def resident_megabytes() -> float:
    """The most memory this process has held; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 if sys.platform != "darwin" else 1024 * 1024)
