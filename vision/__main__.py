"""``python -m vision scan PHOTO…`` reads cards; ``python -m vision bench PHOTO…`` measures how long that takes."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.bench import bench
from vision.doubts import Hints
from vision.letters import Letters
from vision.merge import merge_scans
from vision.photo import MAX_BYTES, Trouble, UnreadablePhoto
from vision.report import error_record, lines_for_people, merge_lines, merge_record, record_of
from vision.runtime import MODELS, ModelMismatch
from vision.scan import Reader, Scan, Stopwatch, open_reader, scan_photo

_LETTERS = "|".join(["auto", *(each.name for each in Letters)])


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, 1 when a photo could not be read, 2 when nothing can be done at all."""
    options = _parser().parse_args(arguments)
    try:
        reader = open_reader(options.models, options.threads)
    except ModelMismatch as mismatch:
        print(f"vision: {mismatch}", file=sys.stderr)
        return 2
    if options.command == "bench":
        return bench(options.photos, reader, options.rounds)
    hints = Hints(options.packs, options.jokers, options.cards, options.letters)
    scans = [_scan(photo, reader, hints, jsonl=options.jsonl) for photo in options.photos]
    if options.merge:
        _merge(options.photos, scans, hints, jsonl=options.jsonl)
    return 0 if all(scans) else 1


def _scan(photo: str, reader: Reader, hints: Hints, *, jsonl: bool) -> Scan | None:
    """Reads one photo and writes what it shows; None when it could not be looked at."""
    watch = Stopwatch()
    try:
        scan = scan_photo(read_file(photo), reader, hints, watch)
    except UnreadablePhoto as problem:
        print(_json(error_record(photo, problem)) if jsonl else f"{photo}: {problem}", flush=True)
        return None
    lines = [_json(record_of(photo, scan, watch.milliseconds))] if jsonl else lines_for_people(photo, scan)
    print("\n".join(lines), flush=True)
    return scan


def _merge(photos: Sequence[str], scans: Sequence[Scan | None], hints: Hints, *, jsonl: bool) -> None:
    """Writes the one hand that the photos show together."""
    usable = [(photo, scan) for photo, scan in zip(photos, scans, strict=True) if scan]
    merge = merge_scans([scan for _, scan in usable], hints)
    lines = [_json(merge_record([photo for photo, _ in usable], merge))] if jsonl else merge_lines(merge)
    print("\n".join(lines), flush=True)


def read_file(photo: str) -> bytes:
    """The bytes of a file; raises ``UnreadablePhoto`` rather than reading an absurdly large one."""
    path = Path(photo)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise UnreadablePhoto(Trouble.FILE_TOO_LARGE, size, MAX_BYTES)
        return path.read_bytes()
    except (OSError, ValueError) as missing:
        if isinstance(missing, UnreadablePhoto):
            raise
        raise UnreadablePhoto(Trouble.NOT_FOUND) from missing


def _json(record: object) -> str:
    return json.dumps(record, ensure_ascii=False)


def _letters(text: str) -> Letters | None:
    if text.lower() == "auto":
        return None
    try:
        return Letters[text.upper()]
    except KeyError:
        raise argparse.ArgumentTypeError(f"not one of {_LETTERS}") from None


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("not a number from 0 up")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision", description="Reads playing cards from photos.")
    commands = parser.add_subparsers(dest="command", required=True)
    scan = commands.add_parser("scan", help="which cards do these photos show?")
    scan.add_argument("photos", nargs="+", metavar="PHOTO")
    scan.add_argument("--packs", type=_count, help="packs in the game: a hint")
    scan.add_argument("--jokers", type=_count, help="jokers in the game: a hint")
    scan.add_argument("--cards", type=_count, help="cards on the photo: a hint")
    scan.add_argument("--letters", type=_letters, default=None, metavar=_LETTERS, help="the deck's letters")
    scan.add_argument("--merge", action="store_true", help="the photos show one hand: say at the end which")
    scan.add_argument("--jsonl", action="store_true", help="one record per photo, for programs")
    timing = commands.add_parser("bench", help="how long does each step take here?")
    timing.add_argument("photos", nargs="+", metavar="PHOTO")
    timing.add_argument("--rounds", type=_count, default=5)
    for command in (scan, timing):
        command.add_argument("--models", type=Path, default=MODELS, help="folder of weights and their manifest")
        command.add_argument("--threads", type=_count, default=None, help="processors to use (default 2)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
