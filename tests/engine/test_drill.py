"""Practice: the same seed asks the same, right answers are right, wrong ones cost what they cost."""

from __future__ import annotations

import pytest

from engine.cards import CARDS, Hand, parse_card
from engine.drill import Difficulty, DrillAnswer, DrillKind, Question, Trap, ask, judge, measure, question_about
from engine.knock import best_knock, is_knock_game
from engine.melds import Group, Slot, judge_meld, parse_slots
from engine.presets import PRESETS
from engine.reasons import Code
from engine.solver import openings

RAMI = PRESETS["rami51"]
EASY = Difficulty(0, 0, ())


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("kind", DrillKind)
def test_every_kind_can_be_asked_in_every_game_and_the_true_answer_is_right(kind: DrillKind, game: str) -> None:
    rules = PRESETS[game]
    if kind is DrillKind.JOKER_PLACE and not rules.deck.jokers_per_pack:
        with pytest.raises(ValueError, match="no jokers"):
            ask(kind, rules, 1)
        return
    question = ask(kind, rules, 1)
    assert question == ask(kind, rules, 1)
    assert judge(question, _true_answer(question, game), rules).right


def _true_answer(question: Question, game: str) -> DrillAnswer:
    rules, cards = PRESETS[game], tuple(map(Slot.of, question.cards))
    meld = judge_meld(cards, rules, CARDS)
    found = openings(question.cards, rules)
    if is_knock_game(rules) and question.kind in (DrillKind.MAY_OPEN, DrillKind.FIND_OPENING, DrillKind.FIND_BEST):
        knock = best_knock(question.cards, rules)
        return DrillAnswer(yes=knock.may_knock, melds=tuple(meld.slots for meld in knock.melds))
    match question.kind:
        case DrillKind.IS_MELD:
            return DrillAnswer(yes=judge_meld(cards, rules).legal)
        case DrillKind.MELD_POINTS:
            return DrillAnswer(points=meld.points)
        case DrillKind.MAY_OPEN:
            return DrillAnswer(yes=found.legal)
        case DrillKind.JOKER_PLACE:
            assert meld.meld is not None
            named = next((slot.stands_for for slot in meld.meld.slots if slot.is_joker), None)
            missing = meld.meld.missing if isinstance(meld.meld, Group) else ()
            return DrillAnswer(joker=named or next(iter(missing)))
    assert found.most_points is not None
    return DrillAnswer(melds=tuple(meld.slots for meld in found.most_points.melds))


def test_a_worse_opening_is_an_opening_but_not_the_best() -> None:
    hand = Hand.parse("9C 10C JC QC KS KH 2D 3D 5D 6D JK 8H")
    melds = tuple(parse_slots(meld) for meld in ("9C 10C JC QC", "2D 3D JK 5D 6D"))
    answer = DrillAnswer(melds=melds)
    assert judge(Question(DrillKind.FIND_OPENING, 0, hand, EASY), answer, RAMI).right
    best = judge(Question(DrillKind.FIND_BEST, 0, hand, EASY), answer, RAMI)
    assert (best.right, best.best_points, best.cost) == (False, 69, 10)


def test_a_wrong_answer_comes_with_reasons() -> None:
    question = Question(DrillKind.IS_MELD, 0, Hand.parse("KD AD 2D"), EASY)
    told = judge(question, DrillAnswer(yes=True), RAMI)
    assert (told.right, [reason.code for reason in told.reasons]) == (False, [Code.ACE_BOTH_WAYS])
    joker = Question(DrillKind.JOKER_PLACE, 0, Hand.parse("QD KD JK"), EASY)
    assert judge(joker, DrillAnswer(joker=parse_card("JD")), RAMI).cost == 1
    assert judge(joker, DrillAnswer(joker=parse_card("AD")), RAMI).right
    assert not judge(joker, DrillAnswer(joker=parse_card("2D")), RAMI).right


def test_cards_that_are_not_in_the_hand_cannot_be_laid() -> None:
    hand = Hand.parse("8S 7S 6S AD AC AH 3D")
    laid = DrillAnswer(melds=(parse_slots("8S 7S 6S"), parse_slots("KD KC KH")))
    assert not judge(Question(DrillKind.FIND_OPENING, 0, hand, EASY), laid, RAMI).right


def test_difficulty_is_measured_on_the_cards() -> None:
    plain = measure(Hand.parse("8S 7S 6S KD KC KH 3D"), RAMI)
    tricky = measure(Hand.parse("9C 10C JC QC KS KS KH 2D 3D 5D 6D JK 8H"), RAMI)
    assert set(tricky.traps) >= {Trap.JOKER, Trap.SAME_CARD_TWICE, Trap.POINTS_OR_CARDS}
    assert tricky.score > plain.score
    assert (
        ask(DrillKind.MAY_OPEN, RAMI, 3, hardest=30).difficulty.score
        <= ask(DrillKind.MAY_OPEN, RAMI, 3, hardest=200).difficulty.score
    )


@pytest.mark.parametrize("game", ["gin", "full"])
def test_in_gin_one_asks_about_the_knock(game: str) -> None:
    rules = PRESETS[game]
    for seed in range(6):
        question = ask(DrillKind.FIND_OPENING, rules, seed)
        best = best_knock(question.cards, rules)
        assert best.may_knock
        melds = tuple(meld.slots for meld in best.melds)
        assert judge(question, DrillAnswer(melds=melds), rules).right
        assert not judge(question, DrillAnswer(), rules).right


def test_knocking_with_too_much_deadwood_is_told_in_numbers() -> None:
    rules = PRESETS["gin"]
    hand = Hand.parse("7S 8S 9S 10H 10D 10C KC QD 4H 2S AS")
    question = question_about(DrillKind.FIND_OPENING, hand, rules)
    told = judge(question, DrillAnswer(melds=(parse_slots("7S 8S 9S"), parse_slots("10H 10D 10C"))), rules)
    assert not told.right
    assert [(reason.code, reason.have, reason.limit) for reason in told.reasons] == [(Code.DEADWOOD_OVER_LIMIT, 17, 10)]
    assert judge(question_about(DrillKind.MAY_OPEN, hand, rules), DrillAnswer(yes=False), rules).right


def test_the_least_deadwood_is_what_counts_for_the_best() -> None:
    rules = PRESETS["gin"]
    hand = Hand.parse("7S 8S 9S 10S 10H 10D 2C 2D 2H AS KC")
    question = question_about(DrillKind.FIND_BEST, hand, rules)
    good = tuple(map(parse_slots, ("7S 8S 9S", "10S 10H 10D", "2C 2D 2H")))
    worse = tuple(map(parse_slots, ("7S 8S 9S 10S", "2C 2D 2H")))
    assert judge(question, DrillAnswer(melds=good), rules).right
    told = judge(question, DrillAnswer(melds=worse), rules)
    assert (told.right, told.best_points, told.cost) == (False, 1, 20)


def test_a_hand_that_was_photographed_becomes_a_question() -> None:
    hand = Hand.parse("7S 8S 9S 10H 10D 10C JK 2D 2H KC QD 4H 2S 5C")
    question = question_about(DrillKind.MAY_OPEN, hand, RAMI)
    assert judge(question, DrillAnswer(yes=True), RAMI).right
    assert question.difficulty.melds > 3
