"""``python -m vision teach|decks|forget``: your own deck, taught from a folder of photos.

Each photo shows one card and is named after it: ``7S.jpg``, ``10H second.png``, ``JK-red.jpg``.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from platformdirs import user_data_path

from engine.cards import BadNotation, Face, parse_face
from vision.letters import certain
from vision.photo import UnreadablePhoto, open_photo, read_file
from vision.prints import closer_look, cut_out, find
from vision.reader import Reader
from vision.sightings import SeenIndex, join_corners
from vision.teaching import NOTHING, Lesson, forget, lessons, load_lesson, save_lesson

DECKS = user_data_path("remi-lens") / "decks"
"""Where taught decks are kept unless told otherwise."""
_FIRST_WORD = re.compile(r"[0-9A-Za-z♠♥♦♣]+")


def face_in_name(path: Path) -> Face | None:
    """The card that a photo's name begins with; None where it begins otherwise."""
    word = _FIRST_WORD.match(path.stem)
    try:
        return parse_face(word.group()) if word else None
    except BadNotation:
        return None


def teach(name: str, photos: Path, decks: Path, reader: Reader) -> int:
    """Learns a deck from a folder and says, photo by photo, what was learnt; the exit status."""
    lesson, missed = NOTHING, 0
    for path in sorted(path for path in photos.iterdir() if path.is_file()) if photos.is_dir() else []:
        learnt = _learn_one(path, reader)
        missed += not learnt.faces
        lesson = lesson.and_also(learnt)
    if not lesson.faces:
        print(f"nothing was learnt from {photos}")
        return 1
    save_lesson(decks, name, lesson)
    print(f"{name}: {len(lesson.faces)} prints of {len(set(map(str, lesson.faces)))} cards")
    return 1 if missed else 0


def lesson_of(data: bytes, face: Face, reader: Reader) -> Lesson:
    """What one photo of one card teaches: all its prints, whatever the weights take them for.

    Nothing where no print is found, or where prints of several cards are. Raises ``UnreadablePhoto``.
    """
    image = open_photo(data)
    corners = find(image, reader)
    cards = join_corners([SeenIndex(corner, certain(face)) for corner in corners])
    if len(cards) != 1:
        return NOTHING
    crops = cut_out(image, closer_look(data, image), corners)
    return Lesson(tuple(crops), (face,) * len(crops))


def _learn_one(path: Path, reader: Reader) -> Lesson:
    face = face_in_name(path)
    if face is None:
        print(f"  {path.name}: the name does not begin with a card, such as 7S or JK")
        return NOTHING
    try:
        lesson = lesson_of(read_file(path), face, reader)
    except UnreadablePhoto as problem:
        print(f"  {path.name}: {problem}")
        return NOTHING
    print(
        f"  {path.name}: {face}, {len(lesson.faces)} prints" if lesson.faces else f"  {path.name}: not one card alone"
    )
    return lesson


def list_decks(decks: Path) -> int:
    """Prints the decks that were taught."""
    for name in lessons(decks):
        faces = Counter(map(str, load_lesson(decks, name).faces))
        print(f"{name}: {sum(faces.values())} prints of {len(faces)} cards")
    return 0


def forget_deck(name: str, decks: Path) -> int:
    """Removes a deck that was taught."""
    forget(decks, name)
    print(f"{name}: forgotten")
    return 0
