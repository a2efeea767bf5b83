"""A scan in writing: the record that other programs read, and a few lines for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vision.doubts import Decision
from vision.geometry import Quad
from vision.merge import Merge, MergedCard
from vision.photo import UnreadablePhoto
from vision.scan import Scan, ScannedCard


def record_of(photo: str, scan: Scan, milliseconds: Mapping[str, float]) -> dict[str, Any]:
    """The record of one photo, as ``python -m vision scan --jsonl`` writes it."""
    return {
        "photo": photo,
        "size": [scan.width, scan.height],
        "hand": [str(face) for face in scan.hand],
        "cards": [_card(card) for card in scan.cards],
        "groups": [list(group) for group in scan.groups],
        "unreadable": scan.unreadable,
        "letters": scan.letters.name,
        "notes": [note.value for note in scan.notes],
        "ms": dict(milliseconds),
    }


def merge_record(photos: Sequence[str], merge: Merge) -> dict[str, Any]:
    """The record of one hand merged from several photos; ``seen`` lists [photo, card] for every card."""
    return {
        "photos": list(photos),
        "hand": [str(face) for face in merge.hand],
        "order_was_kept": merge.order_was_kept,
        "cards": [_merged(card) for card in merge.cards],
    }


def _merged(card: MergedCard) -> dict[str, Any]:
    return {**_decided(card.decision), "seen": [[source.photo, source.card] for source in card.sources]}


def error_record(photo: str, problem: UnreadablePhoto) -> dict[str, Any]:
    """The record of a photo that could not be looked at."""
    return {"photo": photo, "error": {"code": problem.trouble.value, "message": str(problem)}}


def _card(card: ScannedCard) -> dict[str, Any]:
    return {**_decided(card), "corners": [_quad(quad) for quad in card.corners], "group": card.group}


def _decided(card: ScannedCard | Decision) -> dict[str, Any]:
    return {
        "face": str(card.face),
        "confidence": round(card.confidence, 4),
        "doubtful": bool(card.doubts),
        "doubts": [doubt.value for doubt in card.doubts],
        "alternatives": [[str(face), round(share, 4)] for face, share in card.alternatives],
    }


def _quad(quad: Quad) -> list[list[float]]:
    return [[round(point.x, 1), round(point.y, 1)] for point in quad.points]


def lines_for_people(photo: str, scan: Scan) -> list[str]:
    """A line for the photo, one for each group of cards, and what else is to be known."""
    lines = [f"{photo}: {len(scan.cards)} cards"]
    lines += ["  " + " ".join(_shown(scan.cards[place]) for place in group) for group in scan.groups]
    if any(card.is_doubtful for card in scan.cards):
        lines.append("  ? = doubtful, please check")
    if scan.unreadable:
        lines.append(f"  {scan.unreadable} more that cannot be read")
    return lines + [f"  note: {note.value.replace('_', ' ')}" for note in scan.notes]


def merge_lines(merge: Merge) -> list[str]:
    """One line for the hand, and one for every card that needs a word."""
    lines = [f"together: {len(merge.cards)} cards", "  " + " ".join(map(_shown, merge.cards))]
    if not merge.order_was_kept:
        lines.append("  the order changed between the photos: equal cards are told by their faces alone")
    return lines


def _shown(card: ScannedCard | MergedCard) -> str:
    return f"{card.face}?" if card.is_doubtful else str(card.face)
