"""What becomes of a rendered scene when it is seen otherwise: in a mirror, through noise, from a moving hand, twice.

Each trial takes a folder of ``make`` and gives one line of figures. Truth is what ``labels.jsonl``
says, or what was read undisturbed, as each trial tells.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Face, parse_face
from vision.letters import Letters
from vision.live import Live
from vision.merge import merge_scans
from vision.notes import Note
from vision.photo import image_of
from vision.reader import Reader
from vision.scan import Scan, scan_image
from vision.training.artwork import Pixels

Random = np.random.Generator
NOISES = 5
FRAMES = 10
"""Frames of a simulated film at most: about two seconds at the pace a laptop has."""


class Trial(Enum):
    """The value is the name on the command line."""

    MIRROR = "mirror"
    NOISE = "noise"
    LETTERS = "letters"
    MERGE = "merge"
    LIVE = "live"


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A rendered scene: its picture, the cards a person reads with certainty, those he doubts, its court letters."""

    name: str
    image: Pixels
    cards: tuple[Face, ...]
    doubtful: tuple[Face, ...]
    letters: str


def subjects(folder: Path, limit: int | None = None) -> Iterator[Subject]:
    for line in [line for line in (folder / "labels.jsonl").read_text().splitlines() if line.strip()][:limit]:
        row = json.loads(line)
        image = np.asarray(cv2.imread(str(folder / row["photo"]), cv2.IMREAD_COLOR), dtype=np.uint8)
        cards, doubtful = (tuple(map(parse_face, row[key])) for key in ("cards", "doubtful"))
        yield Subject(row["photo"], image, cards, doubtful, row["letters"])


def look(image: Pixels, reader: Reader) -> Scan:
    return scan_image(image_of(image), reader)


def disturbed(image: Pixels, random: Random) -> Pixels:
    """The same picture from another exposure: brightness, grain, compression."""
    grain = random.normal(0, random.uniform(2, 6), image.shape)
    lit = np.clip(image * random.uniform(0.92, 1.08) + grain, 0, 255).astype(np.uint8)
    return _compressed(lit, int(random.integers(70, 95)))


def _compressed(image: Pixels, quality: int) -> Pixels:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def moved(image: Pixels, pose: NDArray[np.float64], size: tuple[int, int]) -> Pixels:
    """Seen by a hand-held camera of this size: shifted (pixels), turned (degrees) and leant (shares) by ``pose``."""
    height, width = image.shape[:2]
    fit = min(size[0] / width, size[1] / height)
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    turn = np.radians(pose[2])
    cos, sin = fit * np.cos(turn), fit * np.sin(turn)
    lean = np.array([[cos, -sin, pose[0]], [sin, cos, pose[1]], [pose[3] / width, pose[4] / height, 1]])
    back = np.array([[1, 0, size[0] / 2], [0, 1, size[1] / 2], [0, 0, 1]])
    return np.asarray(cv2.warpPerspective(image, back @ lean @ middle, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def mirror_trial(scenes: Sequence[Subject], reader: Reader, random: Random) -> str:
    """How often a mirrored photo is noticed, how often another one is taken for mirrored."""
    with_cards = [scene for scene in scenes if scene.cards]
    found = [look(np.ascontiguousarray(scene.image[:, ::-1]), reader) for scene in with_cards]
    plain = [look(scene.image, reader) for scene in with_cards]
    noticed, false = (sum(Note.MIRRORED in scan.notes for scan in scans) for scans in (found, plain))
    same = sum(Counter(one.hand) == Counter(other.hand) for one, other in zip(found, plain, strict=True))
    return f"mirrored: noticed {noticed} of {len(found)}, false {false}, read as unmirrored {same}"


def noise_trial(scenes: Sequence[Subject], reader: Reader, random: Random) -> str:
    """How often five exposures of one scene give the same cards; of those marked sure as well."""
    alike = sure = 0
    for scene in scenes:
        scans = [look(disturbed(scene.image, random), reader) for _ in range(NOISES)]
        alike += all(Counter(scan.hand) == Counter(scans[0].hand) for scan in scans)
        sure += not any(_contradict(one, other) for one in scans for other in scans)
    return f"{NOISES} noises: the same answer {alike} of {len(scenes)}, no sure card contradicted {sure}"


def _contradict(one: Scan, other: Scan) -> bool:
    """Whether one is sure of a card that the other does not even doubt to see."""
    sure = Counter(card.face for card in one.cards if not card.is_doubtful)
    return bool(sure - Counter(other.hand)) and not any(card.is_doubtful for card in other.cards)


def letters_trial(scenes: Sequence[Subject], reader: Reader, random: Random) -> str:
    """How often the language read can be that of the courts in the picture, or is said not to be known.

    Several languages are right where few letters show; a lone V is nobody's, and a note must say so.
    """
    right = known = 0
    for scene in scenes:
        possible = languages_with(scene.letters)
        if set(scene.letters[1:]) != {"-"}:
            known += 1
            scan = look(scene.image, reader)
            right += scan.letters in possible or Note.LETTERS_AMBIGUOUS in scan.notes
    return f"letters: right {right} of {known} with a court"


def languages_with(letters: str) -> set[Letters]:
    """The languages in which ace, king, queen and jack can be these letters; ``-`` was not seen."""
    return {each for each in Letters if _can_be(each, letters)}


def _can_be(each: Letters, letters: str) -> bool:
    ace, others = letters[0], letters[1:]
    fits = all(one in ("-", other) for one, other in zip(others, each.name[1:], strict=True))
    return fits and (ace in ("-", "A") or (ace == "1" and each is Letters.ARDV))


def merge_trial(scenes: Sequence[Subject], reader: Reader, random: Random) -> str:
    """Two photos of one hand, each with a thumb over a card: together they must show every card once."""
    exact = single = 0
    for scene in scenes:
        photos = [_second_photo(scene, random) for _ in range(2)]
        scans = [look(photo, reader) for photo in photos]
        merged = merge_scans(scans)
        exact += is_exact([card.face for card in merged.cards], scene)
        single += is_exact(list(look(scene.image, reader).hand), scene)
    return f"merged pairs: exact {exact} of {len(scenes)} (one photo without a thumb: {single})"


def _second_photo(scene: Subject, random: Random) -> Pixels:
    height, width = scene.image.shape[:2]
    pose = random.normal(0, 1, 5) * (0.02 * width, 0.02 * height, 3.0, 0.06, 0.06)
    photo = moved(scene.image, pose, (width, height))
    place = (int(random.uniform(0.25, 0.75) * width), int(random.uniform(0.25, 0.6) * height))
    cv2.ellipse(
        photo, place, (width // 40, height // 18), random.uniform(-30, 30), 0, 360, (120, 150, 205), -1, cv2.LINE_AA
    )
    return disturbed(photo, random)


def is_exact(faces: Sequence[Face], scene: Subject) -> bool:
    """What is there, all of it; what a person doubts may be read or not."""
    wrong, missed = Counter(faces) - Counter(scene.cards), Counter(scene.cards) - Counter(faces)
    return not missed and not (wrong - Counter(scene.doubtful))


def live_trial(scenes: Sequence[Subject], reader: Reader, random: Random) -> str:
    """Hand-held films at 720p: after how many frames a hand is called sure, and what is wrong in it then."""
    sure_after: list[int] = []
    silent = cards = 0
    for scene in scenes:
        state, pose = Live(), np.zeros(5)
        for _ in range(FRAMES):
            pose = 0.9 * pose + random.normal(0, 1, 5) * (4, 4, 0.4, 0.01, 0.01)
            state = state.after(look(disturbed(moved(scene.image, pose, (1280, 720)), random), reader))
            if state.is_steady:
                sure_after.append(state.frame)
                read = Counter(state.hand) - Counter(scene.cards)
                silent += (read - Counter(scene.doubtful)).total()
                cards += len(state.hand)
                break
    usual = float(np.median(sure_after)) if sure_after else 0.0
    frames = f"{len(sure_after)} of {len(scenes)} (median frame {usual:.0f})"
    return f"live: sure within {FRAMES} frames {frames}, silent errors {silent} of {cards} cards"


TRIALS: dict[Trial, Callable[[Sequence[Subject], Reader, Random], str]] = {
    Trial.MIRROR: mirror_trial,
    Trial.NOISE: noise_trial,
    Trial.LETTERS: letters_trial,
    Trial.MERGE: merge_trial,
    Trial.LIVE: live_trial,
}


def run_trials(trials: Sequence[Trial], folder: Path, reader: Reader, limit: int | None, seed: int) -> Iterator[str]:
    """One line for each trial; the same arguments give the same lines."""
    scenes = list(subjects(folder, limit))
    for trial in trials:
        yield TRIALS[trial](scenes, reader, np.random.default_rng(seed))
