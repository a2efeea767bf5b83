"""A selfie camera's photo is noticed, put right and said to be mirrored; no other photo is."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageOps

from tests.vision.fakes import MANIFEST, PaintedFaces, PaintedIndices
from tests.vision.table import Laid, fan, indices_of, see
from tests.vision.test_letters import reading
from tests.vision.test_scan import SHIFT, SIZE, deal, numbers, photo_of, scan_of
from vision.geometry import Quad
from vision.indices import IndexCorner
from vision.mirror import back_from_mirror, is_mirrored, is_suspicious
from vision.notes import Note
from vision.reader import Reader
from vision.scan import scan_photo


def as_seen_in_a_mirror(corner: IndexCorner) -> IndexCorner:
    """What stage 1 would mark: the quad's top left is what looks like it."""
    there = back_from_mirror(corner, SIZE)
    top_left, top_right, bottom_right, bottom_left = there.quad.points
    return IndexCorner(Quad(top_right, top_left, bottom_left, bottom_right), there.centre, corner.score)


class TwoViews:
    """Stage 1 that is first shown the mirrored photo, then the photo put right."""

    def __init__(self, corners: Sequence[IndexCorner]) -> None:
        in_mirror = [as_seen_in_a_mirror(corner) for corner in corners]
        self.views = [PaintedIndices(each, SIZE, SIZE) for each in (in_mirror, corners)]

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        return self.views.pop(0).run(batch)


def mirrored_photo(cards: Sequence[Laid]) -> bytes:
    file = io.BytesIO()
    ImageOps.mirror(Pillow.open(io.BytesIO(photo_of(cards)))).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("count", [1, 5, 13])
def test_a_mirrored_hand_is_put_right(count: int) -> None:
    cards = fan(deal(numbers(count)), 0, 100, 0.16)
    corners = [index.corner for index in indices_of(see(cards, SHIFT))]
    scan = scan_photo(mirrored_photo(cards), Reader(MANIFEST, TwoViews(corners), PaintedFaces()))
    plain = scan_of(cards)
    assert scan.notes == (Note.MIRRORED,)
    assert scan.hand == plain.hand
    for one, other in zip(scan.cards, plain.cards, strict=True):
        for here, there in zip(one.corners[0].points, other.corners[0].points, strict=True):
            assert abs(SIZE - here.x - there.x) < 3
            assert abs(here.y - there.y) < 3


def test_a_clear_photo_is_not_even_suspected() -> None:
    assert not is_suspicious([reading("7")] * 9)
    assert not is_suspicious([])


def test_a_photo_that_reads_no_better_in_a_mirror_is_none() -> None:
    clear, unclear = [reading("4")] * 4, [reading("none", "none")] * 4
    assert not is_mirrored(clear, clear)
    assert not is_mirrored(unclear, unclear)
    assert not is_mirrored(clear, unclear)
    assert is_mirrored(unclear, clear)


def test_blurred_prints_that_stay_unclear_do_not_make_a_mirror() -> None:
    unclear = [reading("none", "none")] * 3
    better = [reading("4", sure=0.7)] * 3
    assert is_suspicious(unclear)
    assert not is_mirrored(unclear, better)
