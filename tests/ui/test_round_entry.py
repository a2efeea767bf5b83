"""What people type at the end of a round: points, cards, or nothing yet."""

from __future__ import annotations

import pytest

from engine.cards import Hand
from engine.scoring import Remains
from ui.parts.round_entry import remains_of


@pytest.mark.parametrize(
    ("text", "remains"),
    [
        ("10+15+8", Remains(counted=33)),
        ("0", Remains(counted=0)),
        ("-5", Remains(counted=-5)),
        ("ks 7h jk", Remains(Hand.parse("KS 7H JK"))),
        ("", None),
        ("   ", None),
        ("seven", None),
    ],
)
def test_what_is_typed(text: str, remains: Remains | None) -> None:
    assert remains_of(text) == remains
