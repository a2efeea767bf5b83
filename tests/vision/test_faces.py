"""Stage 2: the crop, the batch, the calibrated probabilities in our order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import parse_face
from tests.vision.fakes import MANIFEST
from tests.vision.table import Laid, indices_of, see
from vision.faces import BATCH, CROP_HEIGHT, CROP_WIDTH, MARGIN_X, MARGIN_Y, Reading, agreed, read_crops, rectify
from vision.runtime import RANK_CLASSES, SUIT_CLASSES, ModelMismatch

SETTINGS = MANIFEST.faces


class Answers:
    """Gives every crop the same logits; remembers what it was asked."""

    def __init__(self, ranks: NDArray[np.float32], suits: NDArray[np.float32]) -> None:
        self.ranks, self.suits = ranks, suits
        self.batches: list[NDArray[np.float32]] = []

    def run(self, batch: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        self.batches.append(batch)
        count = len(batch)
        embedding = np.arange(count * 64, dtype=np.float32).reshape(count, 64)
        return {
            "ranks": np.tile(self.ranks, (count, 1)),
            "suits": np.tile(self.suits, (count, 1)),
            "embedding": embedding,
            "sides": np.linspace(-4, 4, count, dtype=np.float32)[:, None],
        }


def logits(classes: tuple[str, ...], name: str, value: float = 4.0) -> NDArray[np.float32]:
    found = np.zeros(len(classes), np.float32)
    found[classes.index(name)] = value
    return found


def answers() -> Answers:
    return Answers(logits(RANK_CLASSES, "Q"), logits(SUIT_CLASSES, "D"))


def crop(colour: tuple[int, int, int] = (0, 0, 0)) -> NDArray[np.uint8]:
    return np.full((CROP_HEIGHT, CROP_WIDTH, 3), colour, np.uint8)


def test_an_index_comes_out_upright_whichever_way_it_lies() -> None:
    for turn in (0.0, 1.0, np.pi, -2.0):
        (corner, *_) = indices_of(see([Laid(parse_face("7S"), 100, 100, turn)]))
        picture = np.zeros((1000, 1000, 3), np.uint8)
        points = corner.corner.quad.points
        upper_left = tuple(round((points[0][axis] * 3 + points[2][axis]) / 4) for axis in (0, 1))
        picture[upper_left[1] - 4 : upper_left[1] + 5, upper_left[0] - 4 : upper_left[0] + 5] = 255
        upright = rectify(picture, corner.corner.quad.array())
        assert upright.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
        y, x = np.argwhere(upright[..., 0] > 128).mean(0)
        assert x == pytest.approx(MARGIN_X + (CROP_WIDTH - 2 * MARGIN_X) / 4, abs=1.5)
        assert y == pytest.approx(MARGIN_Y + (CROP_HEIGHT - 2 * MARGIN_Y) / 4, abs=1.5)


def test_a_crop_beyond_the_photos_edge_repeats_the_edge() -> None:
    picture = np.full((50, 50, 3), 77, np.uint8)
    quad = np.array([[-30, -30], [-10, -30], [-10, 10], [-30, 10]], np.float32)
    assert (rectify(picture, quad) == 77).all()


def test_colours_go_in_as_red_green_blue_from_0_to_1() -> None:
    network = answers()
    read_crops([crop((255, 0, 51))], network, SETTINGS)
    assert network.batches[0].shape == (1, 3, CROP_HEIGHT, CROP_WIDTH)
    assert network.batches[0][0, :, 5, 5].tolist() == pytest.approx([0.2, 0, 1])


def test_temperatures_calibrate() -> None:
    cold = read_crops([crop()], answers(), replace(SETTINGS, rank_temperature=0.5))[0]
    warm = read_crops([crop()], answers(), replace(SETTINGS, rank_temperature=4.0))[0]
    queen = RANK_CLASSES.index("Q")
    assert cold.ranks[queen] == pytest.approx(np.exp(8) / (np.exp(8) + len(RANK_CLASSES) - 1))
    assert warm.ranks[queen] == pytest.approx(np.e / (np.e + len(RANK_CLASSES) - 1))
    assert warm.ranks.sum() == pytest.approx(1)
    assert cold.print == "Q"


def test_the_networks_order_of_classes_is_put_into_ours() -> None:
    theirs = tuple(reversed(RANK_CLASSES))
    network = Answers(logits(theirs, "7"), logits(SUIT_CLASSES, "C"))
    (reading,) = read_crops([crop()], network, replace(SETTINGS, ranks=theirs))
    assert reading.print == "7"


def test_many_crops_go_in_few_batches_and_keep_their_order() -> None:
    network = answers()
    readings = read_crops([crop()] * (BATCH + 3), network, SETTINGS)
    assert [len(batch) for batch in network.batches] == [BATCH, 3]
    assert len(readings) == BATCH + 3
    assert readings[1].embedding[0] == 64
    assert readings[0].on_the_right < 0.02
    assert readings[-1].on_the_right > 0.98
    assert read_crops([], network, SETTINGS) == ()


def test_extreme_answers_stay_probabilities() -> None:
    network = Answers(logits(RANK_CLASSES, "Q", 1e4), logits(SUIT_CLASSES, "D", -1e4))
    (reading,) = read_crops([crop()], network, SETTINGS)
    assert np.isfinite(reading.ranks).all()
    assert reading.suits.sum() == pytest.approx(1)


def test_weights_for_another_crop_are_refused() -> None:
    with pytest.raises(ModelMismatch):
        read_crops([crop()], answers(), replace(SETTINGS, crop=(64, 64)))


def test_several_looks_agree_by_their_geometric_mean() -> None:
    def look(*shares: float) -> Reading:
        ranks = np.full(len(RANK_CLASSES), 1e-9)
        ranks[:2] = shares
        return Reading(ranks, np.eye(len(SUIT_CLASSES))[0], np.zeros(64, np.float32))

    slip = agreed([look(0.01, 0.99), look(0.9, 0.1), look(0.95, 0.05)])
    assert slip.ranks.argmax() == 0
    assert slip.ranks.sum() == pytest.approx(1)
    assert agreed([look(0.9, 0.1)]).ranks[0] == pytest.approx(0.9, abs=1e-3)
    assert look(0.7, 0.3).clearness == pytest.approx(0.7)
