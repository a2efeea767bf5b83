"""Whether cards that lie together were read as one group, told by where they lie and not by what they were taken for.

Only scenes whose ``labels.jsonl`` notes ``indices`` and ``groups`` can be judged so: rendered ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Quad
from vision.scan import Scan

NEAR = 0.7
"""A reading belongs to the index that is not farther than this, in heights of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Where a scene's indices lie (n × 2, pixels), how high they are, whose they are, and what lies together."""

    places: NDArray[np.float64]
    heights: NDArray[np.float64]
    cards: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, row: dict[str, Any]) -> Laid | None:
        """From a line of ``labels.jsonl``; ``None`` where it says nothing of groups."""
        if not row.get("groups") or not row.get("indices"):
            return None
        quads = np.array([index["quad"] for index in row["indices"]], np.float64)
        heights = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
        cards = tuple(int(index["card"]) for index in row["indices"])
        return cls(quads.mean(axis=1), heights, cards, tuple(tuple(group) for group in row["groups"]))

    def card_at(self, corners: Sequence[Quad]) -> int | None:
        """The number of the card on which most of these indices are printed; ``None`` where none is."""
        votes = Counter(card for corner in corners if (card := self._card_under(corner)) is not None)
        return votes.most_common(1)[0][0] if votes else None

    def _card_under(self, corner: Quad) -> int | None:
        away = np.linalg.norm(self.places - np.array(corner.middle), axis=1) / self.heights
        nearest = int(away.argmin())
        return self.cards[nearest] if away[nearest] < NEAR else None


@dataclass(frozen=True, slots=True)
class GroupScore:
    """How many groups there are, and whether those read are the same: as sets of cards, and in order."""

    groups: int
    exact: bool
    in_order: bool


def score_groups(laid: Laid, scan: Scan) -> GroupScore:
    """Of the cards that were found at all; a card that was counted twice is taken where it was seen first."""
    read = _groups_read(laid, scan)
    found = {card for group in read for card in group}
    true = [there for group in laid.groups if (there := tuple(card for card in group if card in found))]
    exact = {frozenset(group) for group in read} == {frozenset(group) for group in true}
    return GroupScore(len(true), exact, exact and set(read) == set(true))


def _groups_read(laid: Laid, scan: Scan) -> list[tuple[int, ...]]:
    seen: set[int] = set()
    groups = []
    for group in scan.groups:
        cards = [laid.card_at(scan.cards[place].corners) for place in group]
        fresh = tuple(card for card in dict.fromkeys(cards) if card is not None and card not in seen)
        seen.update(fresh)
        groups.append(fresh)
    return [group for group in groups if group]


def groups_line(scores: Iterable[GroupScore]) -> str:
    """One line for people, scene counts; empty where nothing was scored."""
    known = list(scores)
    exact, in_order = sum(score.exact for score in known), sum(score.in_order for score in known)
    return f"groups exact in {exact} of {len(known)} scenes, {in_order} of them in order" if known else ""
