"""``python -m vision``: scan photos, watch films, measure how long that takes, teach a deck of one's own."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.bench import Company, Rival, bench
from vision.doubts import Hints
from vision.letters import Letters
from vision.merge import merge_scans
from vision.photo import UnreadablePhoto, read_file
from vision.reader import Reader, open_reader, with_decks
from vision.report import error_record, lines_for_people, merge_lines, merge_record, record_of
from vision.runtime import MODELS, ModelMismatch, default_threads
from vision.scan import Scan, Stopwatch, scan_photo
from vision.school import DECKS, forget_deck, list_decks, teach
from vision.teaching import BadDeck
from vision.watch import Viewing, live

_LETTERS = "|".join(["auto", *(each.name for each in Letters)])


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, 1 when a photo could not be read, 2 when nothing can be done at all."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a photo's name may be no text at all
    try:
        return int(options.run(options))
    except (ModelMismatch, BadDeck) as problem:
        print(f"vision: {problem}", file=sys.stderr)
        return 2


def _run_bench(options: argparse.Namespace) -> int:
    reader = open_reader(options.models, options.threads)
    weights = options.models / reader.manifest.indices.file if options.openvino else None
    company = Company(options.against, weights)
    return bench(options.photos, reader, options.rounds, company, options.threads or default_threads())


def _run_teach(options: argparse.Namespace) -> int:
    return teach(options.name, options.photos, options.decks, open_reader(options.models, options.threads))


def _run_decks(options: argparse.Namespace) -> int:
    return list_decks(options.decks)


def _run_forget(options: argparse.Namespace) -> int:
    return forget_deck(options.name, options.decks)


def _run_live(options: argparse.Namespace) -> int:
    reader = with_decks(open_reader(options.models, options.threads), options.decks, options.deck)
    viewing = Viewing(options.rate, options.every_frame, options.jsonl, options.to_the_end)
    return live(options.film, reader, _hints(options), viewing)


def _hints(options: argparse.Namespace) -> Hints:
    return Hints(options.packs, options.jokers, options.cards, options.letters)


def _run_scan(options: argparse.Namespace) -> int:
    reader = with_decks(open_reader(options.models, options.threads), options.decks, options.deck)
    hints = _hints(options)
    scans = [_scan(photo, reader, hints, jsonl=options.jsonl) for photo in options.photos]
    if options.merge:
        _merge(options.photos, scans, hints, jsonl=options.jsonl)
    return 0 if all(scans) else 1


def _scan(photo: str, reader: Reader, hints: Hints, *, jsonl: bool) -> Scan | None:
    """Reads one photo and writes what it shows; None when it could not be looked at."""
    watch = Stopwatch()
    try:
        scan = scan_photo(read_file(Path(photo)), reader, hints, watch)
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


def _json(record: object) -> str:
    return json.dumps(record, ensure_ascii=False)


def _letters(text: str) -> Letters | None:
    if text.lower() == "auto":
        return None
    try:
        return Letters[text.upper()]
    except KeyError:
        raise argparse.ArgumentTypeError(f"not one of {_LETTERS}") from None


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0.1 <= rate <= 1000:
        raise argparse.ArgumentTypeError("not a number of frames a second")
    return rate


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("not a number from 0 up")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision", description="Reads playing cards from photos.")
    commands = parser.add_subparsers(dest="command", required=True)
    scan = commands.add_parser("scan", help="which cards do these photos show?")
    _scan_options(scan)
    watching = commands.add_parser("live", help="watch a video, or a folder of frames, until the hand is sure")
    _live_options(watching)
    timing = commands.add_parser("bench", help="how long does each step take here?")
    timing.add_argument("photos", nargs="+", metavar="PHOTO")
    timing.add_argument("--rounds", type=_count, default=5)
    timing.add_argument("--against", type=Rival.parse, action="append", default=[], metavar="ONNX@SIDE")
    timing.add_argument("--openvino", action="store_true", help="stage 1 in OpenVINO too (the extra bench)")
    teaching = commands.add_parser("teach", help="learn a deck from photos of single cards, named 7S.jpg, JK.jpg …")
    teaching.add_argument("name")
    teaching.add_argument("photos", type=Path, metavar="FOLDER")
    listing = commands.add_parser("decks", help="which decks were taught?")
    forgetting = commands.add_parser("forget", help="remove a deck that was taught")
    forgetting.add_argument("name")
    for command in (scan, watching, timing, teaching):
        command.add_argument("--models", type=Path, default=MODELS, help="folder of weights and their manifest")
        command.add_argument("--threads", type=_count, default=None, help="processors to use (default 2)")
    for command in (scan, watching, teaching, listing, forgetting):
        command.add_argument("--decks", type=Path, default=DECKS, help="folder where taught decks are kept")
    runs = {
        scan: _run_scan, watching: _run_live, timing: _run_bench,
        teaching: _run_teach, listing: _run_decks, forgetting: _run_forget,
    }  # fmt: skip
    for command, run in runs.items():
        command.set_defaults(run=run)
    return parser


def _scan_options(scan: argparse.ArgumentParser) -> None:
    scan.add_argument("photos", nargs="+", metavar="PHOTO")
    _hint_options(scan)
    scan.add_argument("--merge", action="store_true", help="the photos show one hand: say at the end which")
    scan.add_argument("--jsonl", action="store_true", help="one record per photo, for programs")


def _live_options(watching: argparse.ArgumentParser) -> None:
    watching.add_argument("film", type=Path, metavar="FILM", help="a video file, or a folder of pictures")
    _hint_options(watching)
    watching.add_argument("--rate", type=_rate, help="frames a second (default: as the video says, else 30)")
    watching.add_argument("--every-frame", action="store_true", help="leave out none, however long it takes")
    watching.add_argument("--to-the-end", action="store_true", help="go on after a sure hand was seen")
    watching.add_argument("--jsonl", action="store_true", help="one record per frame, for programs")


def _hint_options(scan: argparse.ArgumentParser) -> None:
    scan.add_argument("--packs", type=_count, help="packs in the game: a hint")
    scan.add_argument("--jokers", type=_count, help="jokers in the game: a hint")
    scan.add_argument("--cards", type=_count, help="cards on the photo: a hint")
    scan.add_argument("--letters", type=_letters, default=None, metavar=_LETTERS, help="the deck's letters")
    scan.add_argument("--deck", action="append", default=[], metavar="NAME", help="a deck that was taught; repeatable")


if __name__ == "__main__":
    sys.exit(main())
