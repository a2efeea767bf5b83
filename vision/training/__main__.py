"""``python -m vision.training art|make|fit|export|calibrate|judge|try``: from artwork to weights with honest scores."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.training.layouts import Layout


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one step; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    _add_art(steps.add_parser("art", help="gather the card artwork installed on this machine"))
    _add_make(steps.add_parser("make", help="render scenes"))
    _add_fit(steps.add_parser("fit", help="train one of the two networks"))
    _add_export(steps.add_parser("export", help="write ONNX files and the manifest"))
    _add_calibrate(steps.add_parser("calibrate", help="learn from which score on a card is surely there"))
    _add_judge(steps.add_parser("judge", help="score photos or rendered scenes"))
    _add_try(steps.add_parser("try", help="scenes in a mirror, through noise, from a moving hand, merged"))
    options = parser.parse_args(arguments)
    return int(options.run(options))


def _add_art(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, help="folder to write decks to")
    parser.set_defaults(run=_art)


def _art(options: argparse.Namespace) -> int:
    from vision.training.installed import gather

    print(f"{gather(options.out)} decks in {options.out}")
    return 0


def _add_make(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, help="folder to write to")
    parser.add_argument("--art", type=Path, required=True, help="folder of decks and backgrounds")
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--held-out", action="store_true", help="use the deck families that training never sees")
    parser.add_argument("--whole", action="store_true", help="all cards in the picture, as for judging")
    parser.add_argument("--layout", choices=[layout.value for layout in Layout], help="only this way of laying")
    parser.add_argument("--letters", help="only this court alphabet")
    parser.add_argument("--size", default="448x448", help="pixels, WIDTHxHEIGHT")
    parser.add_argument("--cards", default="1-15", help="how many cards, LOW-HIGH")
    parser.add_argument("--hardness", default="0-1", help="light and camera, from 0 (studio) to 1 (dim, old webcam)")
    parser.add_argument("--jokers", type=float, default=0.08, help="share of jokers")
    parser.add_argument("--equal-pairs", type=int, default=0, help="cards that are there twice")
    parser.add_argument("--printer", type=int, help="all scenes show the same deck, told by any number")
    parser.set_defaults(run=_make)


def _make(options: argparse.Namespace) -> int:
    from vision.training.dataset import make
    from vision.training.scene import Art, Recipe

    width, height = (int(part) for part in options.size.split("x"))
    low, high = (int(part) for part in options.cards.split("-"))
    easy, hard = (float(part) for part in options.hardness.split("-"))
    layouts = (Layout(options.layout),) if options.layout else tuple(Layout)
    recipe = Recipe(
        size=(width, height),
        layouts=layouts,
        cards=(low, high),
        whole=options.whole,
        hardness=(easy, hard),
        jokers=options.jokers,
        equal_pairs=options.equal_pairs,
        letters=options.letters,
        printer=options.printer,
    )
    make(recipe, Art.load(options.art, options.held_out), options.out, options.scenes, options.seed, options.workers)
    return 0


def _add_fit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("network", choices=["indices", "faces"])
    parser.add_argument("out", type=Path, help="folder for checkpoints")
    parser.add_argument("--train", type=Path, nargs="+", required=True, help="folders written by make")
    parser.add_argument("--check", type=Path, required=True, help="a folder written by make --held-out")
    parser.add_argument("--start", type=Path, help="safetensors to begin with")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run (indices)")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--hours", type=float, help="stop after this time instead (indices)")
    parser.add_argument("--learning-rate", type=float, default=0.002)
    parser.add_argument("--batch", type=int, default=16, help="scenes per step (indices)")
    parser.add_argument("--detector", type=Path, help="indices.safetensors whose own crops are added (faces)")
    parser.add_argument("--scenes", type=int, help="only the first scenes of each folder (faces)")
    parser.add_argument(
        "--jitter", type=float, default=0.035, help="how far keypoints are off, in sides of an index (faces)"
    )
    parser.set_defaults(run=_fit)


def _fit(options: argparse.Namespace) -> int:
    return _fit_indices(options) if options.network == "indices" else _fit_faces(options)


def _fit_indices(options: argparse.Namespace) -> int:
    from vision.training.fit_indices import fit_indices

    fit_indices(
        options.train, options.check, options.out, start=options.start, resume=options.resume, epochs=options.epochs,
        hours=options.hours, learning_rate=options.learning_rate, batch=options.batch,
    )  # fmt: skip
    return 0


def _fit_faces(options: argparse.Namespace) -> int:
    import numpy as np

    from vision.training.fit_faces import Crops, crops_of_scenes, fit_faces

    random = np.random.default_rng(1)
    parts = [crops_of_scenes(folder, random, options.scenes) for folder in options.train]
    check = crops_of_scenes(options.check, random)
    if options.detector is not None:
        from vision.training.detections import Detector, crops_of_detections

        detector = Detector(options.detector)
        parts += [crops_of_detections(folder, detector, options.scenes) for folder in options.train]
        check = crops_of_detections(options.check, detector)
    train = Crops.joined(parts)
    print(f"{len(train)} crops to learn from, {len(check)} to check with", flush=True)
    fit_faces(
        train, check, options.out, start=options.start, epochs=options.epochs,
        learning_rate=options.learning_rate, jitter=options.jitter,
    )  # fmt: skip
    return 0


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, help="folder for the ONNX files and the manifest")
    parser.add_argument("--indices", type=Path, required=True, help="indices.safetensors")
    parser.add_argument("--faces", type=Path, required=True, help="faces.safetensors")
    parser.add_argument("--check", type=Path, required=True, help="rendered scenes to fit the temperatures on")
    parser.add_argument("--recipe", default="see MODEL_CARD.md")
    parser.add_argument("--score-threshold", type=float, default=0.25)
    parser.add_argument("--iou-threshold", type=float, default=0.4)
    parser.set_defaults(run=_export)


def _export(options: argparse.Namespace) -> int:
    from vision.training.detections import Detector, crops_of_detections
    from vision.training.export import Calibration, export

    crops = crops_of_detections(options.check, Detector(options.indices))
    calibration = Calibration.of(options.faces, crops)
    thresholds = (options.score_threshold, options.iou_threshold)
    print(export(options.indices, options.faces, calibration, options.out, options.recipe, thresholds))
    return 0


def _add_calibrate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders", type=Path, nargs="+", help="written by make --held-out --whole, one of them without cards"
    )
    parser.add_argument("--models", type=Path, help="weights whose manifest is written, instead of the project's own")
    parser.add_argument("--limit", type=int, help="only so many scenes of each folder")
    parser.set_defaults(run=_calibrate)


def _calibrate(options: argparse.Namespace) -> int:
    from vision.runtime import MODELS
    from vision.scan import open_reader
    from vision.training.calibrate import calibrate

    models = options.models or MODELS
    calibrate(options.folders, open_reader(models), models, options.limit)
    return 0


def _add_judge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="photos with a labels.jsonl")
    parser.add_argument("--models", type=Path, help="weights to judge instead of the project's own")
    parser.add_argument("--limit", type=int, help="only so many photos")
    parser.add_argument("--failures", action="store_true", help="also list the photos that are not exact")
    parser.add_argument("--into", help="write the measures into the manifest's scores under this name")
    parser.set_defaults(run=_judge)


def _judge(options: argparse.Namespace) -> int:
    from vision.runtime import MODELS
    from vision.scan import open_reader
    from vision.training.judge import Totals, failures, judge, report

    models = options.models or MODELS
    scores = judge(options.folder, open_reader(models), options.limit)
    print(report(scores))
    if options.failures:
        print("\n".join(failures(scores)))
    if options.into:
        _write_score(models / "manifest.json", options.into, Totals.of(scores).record())
    return 0


def _add_try(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("trial", choices=["mirror", "noise", "letters", "merge", "live", "teach", "all"])
    parser.add_argument("folder", type=Path, help="written by make --held-out --whole")
    parser.add_argument("--models", type=Path, help="weights to try instead of the project's own")
    parser.add_argument("--elsewhere", type=Path, help="scenes of other decks, which teaching must not harm (teach)")
    parser.add_argument("--limit", type=int, help="only so many scenes")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=_try)


def _try(options: argparse.Namespace) -> int:
    from vision.runtime import MODELS
    from vision.scan import open_reader
    from vision.training.lessons import teach_trial
    from vision.training.trials import Trial, run_trials

    if options.trial == "teach":
        print(teach_trial(options.folder, options.elsewhere, open_reader(options.models or MODELS), options.limit))
        return 0
    trials = list(Trial) if options.trial == "all" else [Trial(options.trial)]
    reader = open_reader(options.models or MODELS)
    for line in run_trials(trials, options.folder, reader, options.limit, options.seed):
        print(line, flush=True)
    return 0


def _write_score(path: Path, name: str, record: dict[str, float]) -> None:
    manifest = json.loads(path.read_text())
    manifest.setdefault("scores", {})[name] = record
    path.write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
