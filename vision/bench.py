"""How long a scan takes, step by step, on the machine at hand; and beside other networks."""

from __future__ import annotations

import io
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from vision.photo import UnreadablePhoto, open_photo, read_file
from vision.reader import Reader
from vision.runtime import Network, network_of
from vision.scan import Stopwatch, scan_photo

TWELVE_MEGAPIXELS = (4000, 3000)
FULL_HD = (1920, 1080)


@dataclass(frozen=True, slots=True)
class Rival:
    """Another network, run on squares of ``side`` pixels, to compare a scan's time with."""

    file: Path
    side: int

    @classmethod
    def parse(cls, text: str) -> Rival:
        """``yolo11n.onnx@640``."""
        file, _, side = text.rpartition("@")
        return cls(Path(file), int(side))


@dataclass(frozen=True, slots=True)
class Timing:
    """Median milliseconds of each step of a scan, and of whole scans."""

    steps: dict[str, float]
    whole: float

    def __str__(self) -> str:
        return ", ".join(f"{step} {value:.0f} ms" for step, value in self.steps.items()) + f", all {self.whole:.0f} ms"


@dataclass(frozen=True, slots=True)
class Company:
    """What a scan's time is compared with: other networks, and stage 1 (its file) in another engine."""

    rivals: Sequence[Rival] = ()
    openvino: Path | None = None


def bench(photos: Sequence[str], reader: Reader, rounds: int, company: Company, threads: int = 1) -> int:
    """Prints the median milliseconds of each step, for the photos as they are and at phones' sizes."""
    try:
        files = [read_file(Path(photo)) for photo in photos]
        sets = {"as they are": files} | {name: [as_large_as(data, size) for data in files] for name, size in _SIZES}
    except UnreadablePhoto as problem:
        print(f"bench: {problem}", file=sys.stderr)
        return 1
    timings = {name: median_of_steps(data, reader, max(1, rounds)) for name, data in sets.items()}
    for name, timing in timings.items():
        print(f"{name}: {timing}", flush=True)
    print(f"most memory held: {resident_megabytes():.0f} MB", flush=True)
    for rival in company.rivals:
        _compare(rival, timings, max(1, rounds), threads)
    if company.openvino is not None:
        _compare_engines(reader, company.openvino, max(1, rounds), threads)
    return 0


_SIZES = (("1080p", FULL_HD), ("12 megapixels", TWELVE_MEGAPIXELS))


def as_large_as(data: bytes, size: tuple[int, int]) -> bytes:
    """The photo as a camera of this size would have handed it over: a JPEG, wide or high as the photo is."""
    image = open_photo(data)
    long, short = size
    wanted = (long, short) if image.width >= image.height else (short, long)
    enlarged = Pillow.fromarray(image.pixels[..., ::-1]).resize(wanted, Pillow.Resampling.BICUBIC)
    file = io.BytesIO()
    enlarged.save(file, "JPEG", quality=92)
    return file.getvalue()


def median_of_steps(files: Iterable[bytes], reader: Reader, rounds: int) -> Timing:
    """Scans every file ``rounds`` times after one scan that warms up."""
    watches = []
    for data in files:
        scan_photo(data, reader)
        for _ in range(rounds):
            watch = Stopwatch()
            scan_photo(data, reader, progress=watch)
            watches.append(watch.milliseconds)
    steps = {step: statistics.median(watch[step] for watch in watches) for step in watches[0]}
    return Timing(steps, statistics.median(sum(watch.values()) for watch in watches))


def _compare(rival: Rival, timings: dict[str, Timing], rounds: int, threads: int) -> None:
    alone = _milliseconds(network_of(rival.file.read_bytes(), threads), (rival.side, rival.side), rounds)
    ratios = ", ".join(f"{name} {timing.whole / alone:.2f}" for name, timing in timings.items())
    print(f"{rival.file.name} at {rival.side}: {alone:.0f} ms; a whole scan in units of it: {ratios}", flush=True)


@dataclass(frozen=True, slots=True)
class _OpenVino:
    """A network in OpenVINO, which is measured but not used: see MODEL_CARD.md for what it would gain."""

    compiled: Any

    @classmethod
    def of(cls, file: Path, threads: int) -> _OpenVino:
        from openvino import Core  # the extra ``bench``

        options = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}
        return cls(Core().compile_model(str(file), "CPU", options))

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        answers = self.compiled(batch)
        return {str(place): answers[place] for place in range(len(self.compiled.outputs))}


def _compare_engines(reader: Reader, file: Path, rounds: int, threads: int) -> None:
    size = (reader.manifest.indices.long_side * 3 // 4, reader.manifest.indices.long_side)
    ours = _milliseconds(reader.indices, size, rounds)
    theirs = _milliseconds(_OpenVino.of(file, threads), size, rounds)
    print(
        f"stage 1 alone: onnxruntime {ours:.0f} ms, OpenVINO {theirs:.0f} ms, ratio {theirs / ours:.2f}; "
        f"most memory held then: {resident_megabytes():.0f} MB",
        flush=True,
    )


def _milliseconds(network: Network, size: tuple[int, int], rounds: int) -> float:
    picture = np.zeros((1, 3, *size), np.float32)
    network.run(picture)
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        network.run(picture)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def resident_megabytes() -> float:
    """The most memory this process has held; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 if sys.platform != "darwin" else 1024 * 1024)
