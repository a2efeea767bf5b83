"""How well photos are read: per card, per hand, and how honest the confidence is.

Works on any folder with a ``labels.jsonl`` (real photos or rendered scenes): ``cards`` must be
found; what is ``doubtful`` to a careful person counts neither way; of ``unreadable`` cards any
reading that is not marked doubtful is a silent error.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.cards import Face, Joker, parse_face
from vision.photo import UnreadablePhoto
from vision.scan import Reader, Scan, Stopwatch, scan_photo
from vision.training.judge_groups import GroupScore, Laid, groups_line, score_groups


@dataclass(frozen=True, slots=True)
class Truth:
    """What a careful person sees on a photo; ``laid`` is known of rendered ones."""

    photo: Path
    kind: str
    cards: tuple[Face, ...]
    doubtful: tuple[Face, ...]
    unreadable: int
    laid: Laid | None = None

    @classmethod
    def of(cls, folder: Path, line: str) -> Truth:
        row = json.loads(line)
        cards = tuple(parse_face(word) for word in row["cards"])
        doubtful = tuple(parse_face(word) for word in row.get("doubtful", ()))
        kind, unreadable = row.get("kind", "rendered"), int(row.get("unreadable", 0))
        return cls(folder / row["photo"], kind, cards, doubtful, unreadable, Laid.of(row))


@dataclass(frozen=True, slots=True)
class Read:
    """A face that was read, its confidence, and whether it was marked doubtful."""

    face: Face
    confidence: float
    doubtful: bool


@dataclass(frozen=True, slots=True)
class PhotoScore:
    """One photo: right, wrong and missed readings, the milliseconds of each step, and its groups where known."""

    truth: Truth
    right: tuple[Read, ...]
    wrong: tuple[Read, ...]
    missed: tuple[Face, ...]
    milliseconds: dict[str, float]
    groups: GroupScore | None = None

    @property
    def exact(self) -> bool:
        return not self.wrong and not self.missed

    @property
    def silent(self) -> int:
        return sum(not read.doubtful for read in self.wrong)


def read_truths(folder: Path) -> list[Truth]:
    """The labelled photos of a folder."""
    return [Truth.of(folder, line) for line in (folder / "labels.jsonl").read_text().splitlines() if line.strip()]


def score_photo(truth: Truth, reads: Iterable[Read], milliseconds: dict[str, float]) -> PhotoScore:
    """Match readings to the truth as multisets; the surest readings are matched first."""
    wanted, spare = Counter(truth.cards), Counter(truth.doubtful)
    right, wrong = [], []
    for read in sorted(reads, key=lambda each: -each.confidence):
        if wanted[read.face] > 0:
            wanted[read.face] -= 1
            right.append(read)
        elif spare[read.face] > 0:
            spare[read.face] -= 1
        else:
            wrong.append(read)
    return PhotoScore(truth, tuple(right), tuple(wrong), tuple(wanted.elements()), milliseconds)


def reads_of(scan: Scan) -> list[Read]:
    return [Read(card.face, card.confidence, card.is_doubtful) for card in scan.cards]


def judge_photo(truth: Truth, reader: Reader) -> PhotoScore:
    """Scan one photo and score it; a photo that cannot be opened counts as nothing read."""
    watch = Stopwatch()
    try:
        scan = scan_photo(truth.photo.read_bytes(), reader, progress=watch)
    except UnreadablePhoto:
        return score_photo(truth, [], {})
    score = score_photo(truth, reads_of(scan), watch.milliseconds)
    return replace(score, groups=score_groups(truth.laid, scan)) if truth.laid else score


def judge(folder: Path, reader: Reader, limit: int | None = None) -> list[PhotoScore]:
    """Score every labelled photo of a folder."""
    return [judge_photo(truth, reader) for truth in read_truths(folder)[:limit]]


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of many photos, and the measures that follow from them."""

    photos: int
    right: int
    wrong: int
    missed: int
    exact: int
    silent: int
    doubtful: int
    calibration_error: float

    @classmethod
    def of(cls, scores: Sequence[PhotoScore]) -> Totals:
        reads = [read for score in scores for read in (*score.right, *score.wrong)]
        return cls(
            photos=len(scores),
            right=sum(len(score.right) for score in scores),
            wrong=sum(len(score.wrong) for score in scores),
            missed=sum(len(score.missed) for score in scores),
            exact=sum(score.exact for score in scores),
            silent=sum(score.silent for score in scores),
            doubtful=sum(read.doubtful for read in reads),
            calibration_error=calibration_error(scores),
        )

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)

    def record(self) -> dict[str, float]:
        """The measures as they go into the manifest."""
        return {
            "photos": self.photos,
            "cards": self.right + self.missed,
            "precision": round(self.precision, 4),
            "recall": round(self.recall, 4),
            "f1": round(self.f1, 4),
            "exact": round(self.exact / max(1, self.photos), 4),
            "silent_errors": self.silent,
            "doubtful": round(self.doubtful / max(1, self.right + self.wrong), 4),
            "ece": round(self.calibration_error, 4),
        }


def reliability(scores: Sequence[PhotoScore], bins: int = 10) -> list[tuple[int, float, float]]:
    """Per bin of confidence: how many readings, their mean confidence, the share that is right."""
    pairs = [(read.confidence, True) for score in scores for read in score.right]
    pairs += [(read.confidence, False) for score in scores for read in score.wrong]
    rows = []
    for number in range(bins):
        low, high = number / bins, (number + 1) / bins
        inside = [pair for pair in pairs if low < pair[0] <= high or (number == 0 and pair[0] == 0)]
        if inside:
            rows.append(
                (
                    len(inside),
                    float(np.mean([pair[0] for pair in inside])),
                    float(np.mean([pair[1] for pair in inside])),
                )
            )
    return rows


def calibration_error(scores: Sequence[PhotoScore]) -> float:
    """Expected calibration error over ten bins (Naeini et al. 2015)."""
    rows = reliability(scores)
    return sum(count * abs(confidence - share) for count, confidence, share in rows) / max(
        1, sum(row[0] for row in rows)
    )


def report(scores: Sequence[PhotoScore]) -> str:
    """The measures for people: in all, per kind of photo, per suit and rank, confusions, time."""
    lines = [_line("all", Totals.of(scores))]
    for kind in sorted({score.truth.kind for score in scores}):
        lines.append(_line(kind, Totals.of([score for score in scores if score.truth.kind == kind])))
    lines += _shares("suit", scores, lambda face: "JK" if isinstance(face, Joker) else str(face.suit))
    lines += _shares("rank", scores, lambda face: "JK" if isinstance(face, Joker) else str(face.rank))
    lines += [
        "confusions (missed → read): " + (", ".join(f"{pair} ×{count}" for pair, count in confusions(scores)) or "none")
    ]
    lines += [f"confidence {mean:.2f}: {share:.3f} right of {count}" for count, mean, share in reliability(scores)]
    lines += [groups_line(score.groups for score in scores if score.groups), _times(scores)]
    return "\n".join(line for line in lines if line)


def _line(name: str, totals: Totals) -> str:
    return (
        f"{name}: F1 {totals.f1:.4f} (P {totals.precision:.4f}, R {totals.recall:.4f}), "
        f"{totals.right + totals.missed} cards, {totals.exact} of {totals.photos} photos exact, "
        f"{totals.silent} silent errors, {100 * totals.record()['doubtful']:.1f} % doubtful, "
        f"ECE {totals.calibration_error:.3f}"
    )


def _shares(name: str, scores: Sequence[PhotoScore], key: Callable[[Face], str]) -> list[str]:
    found = Counter(key(read.face) for score in scores for read in score.right)
    every = found + Counter(key(face) for score in scores for face in score.missed)
    return [
        f"found by {name}: " + ", ".join(f"{value} {found[value]}/{count}" for value, count in sorted(every.items()))
    ]


def confusions(scores: Sequence[PhotoScore]) -> list[tuple[str, int]]:
    """Pairs of a missed card and a wrong reading that differ in rank only or in suit only, on the same photo."""
    pairs: Counter[str] = Counter()
    for score in scores:
        left = list(score.missed)
        for read in score.wrong:
            near = next((face for face in left if _related(face, read.face)), None)
            if near is not None:
                left.remove(near)
                pairs[f"{near}→{read.face}"] += 1
    return pairs.most_common()


def _related(one: Face, other: Face) -> bool:
    if isinstance(one, Joker) or isinstance(other, Joker):
        return False
    return one.rank == other.rank or one.suit == other.suit


def _times(scores: Sequence[PhotoScore]) -> str:
    steps = sorted({step for score in scores for step in score.milliseconds})
    medians = {
        step: float(np.median([score.milliseconds[step] for score in scores if step in score.milliseconds]))
        for step in steps
    }
    return "median ms: " + ", ".join(f"{step} {value:.0f}" for step, value in medians.items())


def failures(scores: Sequence[PhotoScore]) -> list[str]:
    """One line per photo that is not exact."""
    return [
        f"{score.truth.photo.name}: missed {' '.join(map(str, score.missed)) or '–'}; wrong "
        + (" ".join(f"{read.face}{'?' if read.doubtful else '!'}{read.confidence:.2f}" for read in score.wrong) or "–")
        for score in scores
        if not score.exact
    ]
