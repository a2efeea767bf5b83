"""On which side of its card an index stands: all indices of a photo decide together.

Most decks print an index in two corners, both on the left as one holds the card; some print it
in all four. One crop does not always show the side, but a deck's cards are all printed alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.faces import Reading

FOUR_CORNERS = 0.2
"""How often a photo shows a deck with an index in every corner."""
RIGHT_OF_FOUR = 0.3
"""What share of the indices one sees of such a deck stand on the right."""
RIGHT_IN_TRAINING = 0.14
"""What share stood there when stage 2 learnt how likely it is."""
_SUREST = 0.999


def on_the_right(readings: Sequence[Reading]) -> list[bool]:
    """For each index of a photo whether it stands on the right of its card."""
    ratios = [_ratio(reading.on_the_right) for reading in readings]
    four = _four_corners(ratios)
    return [four * _right_of_four(ratio) > 0.5 for ratio in ratios]


def _ratio(probability: float) -> float:
    """How much likelier an index looks so on the right than on the left."""
    known = min(max(probability, 1 - _SUREST), _SUREST)
    return known / (1 - known) * (1 - RIGHT_IN_TRAINING) / RIGHT_IN_TRAINING


def _four_corners(ratios: Sequence[float]) -> float:
    """How likely this deck has an index in every corner (Bayes)."""
    evidence = sum(math.log(1 - RIGHT_OF_FOUR + RIGHT_OF_FOUR * ratio) for ratio in ratios)
    odds = math.log(FOUR_CORNERS / (1 - FOUR_CORNERS)) + evidence
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))


def _right_of_four(ratio: float) -> float:
    """How likely an index stands on the right, if the deck has four corners."""
    return RIGHT_OF_FOUR * ratio / (1 - RIGHT_OF_FOUR + RIGHT_OF_FOUR * ratio)
