"""Hints move a card between its likely faces and raise doubts; they never invent or drop one."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.cards import FACES, JOKER, Face, parse_face
from tests.vision.table import Laid, indices_of, odds_between, see
from vision.doubts import Doubt, Hints, decide
from vision.letters import Odds
from vision.sightings import CardSighting, SeenIndex

SEVEN, EIGHT, NINE = (parse_face(text) for text in ("7S", "8S", "9S"))


def card(odds: Odds, place: int = 0, score: float = 0.9) -> CardSighting:
    corner = see([Laid(SEVEN, 100.0 * place, 0)])[0].index.corner
    index = SeenIndex(type(corner)(corner.quad, corner.centre, score), odds)
    return CardSighting((index,), odds)


def cards(*shares: dict[Face, float]) -> list[CardSighting]:
    return [card(odds_between(each), place) for place, each in enumerate(shares)]


def test_a_sure_card_has_no_doubt_and_an_unsure_one_has_and_says_what_else() -> None:
    sure, unsure = decide(cards({SEVEN: 0.99, NINE: 0.01}, {EIGHT: 0.6, NINE: 0.3, SEVEN: 0.1}), Hints())
    assert (sure.face, sure.doubts) == (SEVEN, ())
    assert (unsure.face, unsure.doubts) == (EIGHT, (Doubt.UNSURE,))
    assert [face for face, _ in unsure.alternatives] == [NINE, SEVEN]
    assert [share for _, share in unsure.alternatives] == pytest.approx([0.3, 0.1])
    assert unsure.confidence == pytest.approx(0.6)


def test_without_hints_any_number_of_equal_cards_is_believed() -> None:
    decisions = decide(cards(*[{SEVEN: 0.99, EIGHT: 0.01}] * 5), Hints())
    assert all(decision.face == SEVEN and not decision.doubts for decision in decisions)


def test_one_copy_too_many_becomes_what_it_nearly_was() -> None:
    seen = cards({SEVEN: 0.97, EIGHT: 0.03}, {SEVEN: 0.55, EIGHT: 0.45})
    first, second = decide(seen, Hints(packs=1))
    assert (first.face, second.face) == (SEVEN, EIGHT)
    assert second.confidence > 0.9
    assert [decision.face for decision in decide(seen, Hints(packs=2))] == [SEVEN, SEVEN]


def test_a_copy_too_many_that_is_plainly_there_stays_and_is_doubtful() -> None:
    decisions = decide(cards(*[{SEVEN: 0.9999, EIGHT: 0.0001}] * 3), Hints(packs=2))
    assert [decision.face for decision in decisions] == [SEVEN] * 3
    assert [Doubt.TOO_MANY_COPIES in decision.doubts for decision in decisions].count(True) == 1


def test_jokers_have_a_limit_of_their_own() -> None:
    seen = cards({JOKER: 0.6, SEVEN: 0.4}, {JOKER: 0.9, SEVEN: 0.1})
    assert [each.face for each in decide(seen, Hints(jokers=1))] == [SEVEN, JOKER]
    assert [each.face for each in decide(seen, Hints(packs=1))] == [JOKER, JOKER]
    none = decide(cards({JOKER: 0.999, SEVEN: 0.001}), Hints(jokers=0))
    assert none[0].face == JOKER
    assert Doubt.TOO_MANY_COPIES in none[0].doubts


def test_more_cards_than_held_makes_the_least_sure_doubtful() -> None:
    decisions = decide(cards({SEVEN: 0.99}, {EIGHT: 0.95}, {NINE: 0.97}), Hints(cards=2))
    assert [bool(decision.doubts) for decision in decisions] == [False, True, False]


def test_an_index_that_was_hardly_found_is_doubtful() -> None:
    (decision,) = decide([card(odds_between({SEVEN: 0.99}), score=0.26)], Hints())
    assert decision.doubts == (Doubt.UNSURE,)


def test_two_equal_cards_that_might_be_one_are_marked() -> None:
    left, right = (each.index for each in see([Laid(SEVEN, 0, 0)]))
    shifted = see([Laid(SEVEN, 17, 9)])[1].index
    pair = [CardSighting((left,), left.odds), CardSighting((shifted,), shifted.odds)]
    assert [Doubt.MAYBE_COUNTED_TWICE in each.doubts for each in decide(pair, Hints())].count(True) == 1
    assert right.odds.best == SEVEN


@pytest.mark.parametrize("seed", range(60))
def test_hints_never_change_the_number_of_cards_nor_exceed_a_limit_lightly(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(0, 20))
    seen = [card(Odds(rng.dirichlet(np.full(len(FACES), 0.05)), 0.0), place) for place in range(count)]
    hints = Hints(packs=int(rng.integers(1, 3)), jokers=int(rng.integers(0, 3)), cards=int(rng.integers(0, 20)))
    decisions = decide(seen, hints)
    assert len(decisions) == count
    assert all(0 <= decision.confidence <= 1 for decision in decisions)
    for face, copies in Counter(decision.face for decision in decisions).items():
        if copies > hints.limit(face):
            doubtful = sum(Doubt.TOO_MANY_COPIES in each.doubts for each in decisions if each.face == face)
            assert doubtful == copies - hints.limit(face)


def test_no_card_nothing_to_decide() -> None:
    assert decide([], Hints(packs=2, cards=14)) == ()
    assert indices_of([]) == []
