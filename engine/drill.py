"""Practice: small questions with one right answer, by seed and kind, for every game.

The difficulty of a question is measured on the cards themselves (how many melds could be
seen, how near the miss, which traps lie in it), never guessed. When a question should come
back is the ledger's business.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.advice import check_copies
from engine.candidates import Holding, candidates
from engine.cards import CARDS, JOKER, Card, Hand, Rank
from engine.knock import best_knock, is_knock_game
from engine.melds import Slot, hand_value, judge_meld
from engine.opening import Opening, judge_opening
from engine.patterns import meld_book
from engine.practice_deals import nearly_melded, some_hand, some_meld
from engine.reasons import Code, Reason
from engine.rules import FinalDiscard, Ruleset
from engine.solver import Openings, openings

Melds = tuple[tuple[Slot, ...], ...]
"""Melds as a player lays them."""


class DrillKind(StrEnum):
    """What is asked."""

    IS_MELD = "is_meld"
    MELD_POINTS = "meld_points"
    MAY_OPEN = "may_open"
    FIND_OPENING = "find_opening"
    FIND_BEST = "find_best"
    JOKER_PLACE = "joker_place"


class Trap(StrEnum):
    """What leads astray in a hand."""

    JOKER = "joker"
    ACE_BOTH_WAYS = "ace_both_ways"
    SAME_CARD_TWICE = "same_card_twice"
    CLEAN_RUN_COSTS = "clean_run_costs"
    POINTS_OR_CARDS = "points_or_cards"
    ONE_MUST_STAY = "one_must_stay"


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Measured on the cards: melds that could be seen, points from the bar, traps."""

    melds: int
    distance: int
    traps: tuple[Trap, ...]

    @property
    def score(self) -> int:
        """One number to order questions by: more melds, nearer the bar and more traps are harder."""
        return self.melds + max(0, 20 - self.distance) + 10 * len(self.traps)


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its kind, the cards, and how hard it is; ``cards`` is a meld or a hand."""

    kind: DrillKind
    seed: int
    cards: Hand
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class DrillAnswer:
    """What a player answers: the field that the kind of question asks for."""

    yes: bool | None = None
    points: int | None = None
    melds: Melds = ()
    joker: Card | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether the answer is right, the reasons, and what it cost in points against the best.

    In games that end by a knock the points are deadwood, and the best is the least.
    """

    right: bool
    reasons: tuple[Reason, ...] = ()
    best_points: int = 0
    cost: int = 0


OF_ONE_MELD = (DrillKind.IS_MELD, DrillKind.MELD_POINTS, DrillKind.JOKER_PLACE)
"""Kinds that ask about three to five cards; the others ask about a whole hand."""
_TRIES = 60


def ask(kind: DrillKind, rules: Ruleset, seed: int, *, hardest: int | None = None) -> Question:
    """A question of a kind; the same seed asks the same. ``hardest`` bounds its difficulty's score.

    Raises ``ValueError`` for a joker's place in a game without jokers.
    """
    if kind is DrillKind.JOKER_PLACE and not rules.deck.jokers_per_pack:
        raise ValueError("this game has no jokers")
    dice = random.Random(f"{kind.value} {seed}")
    fitting: list[Question] = []
    while not fitting:
        tried = [_question(kind, rules, seed, dice) for _ in range(_TRIES)]
        fitting = [question for question in tried if question is not None]
    allowed = [question for question in fitting if hardest is None or question.difficulty.score <= hardest]
    if allowed:
        return allowed[0] if hardest is None else max(allowed, key=lambda question: question.difficulty.score)
    return min(fitting, key=lambda question: question.difficulty.score)


def _question(kind: DrillKind, rules: Ruleset, seed: int, dice: random.Random) -> Question | None:
    cards = _some_cards(kind, rules, dice)
    try:
        check_copies(cards, rules)
    except ValueError:
        return None
    return question_about(kind, cards, rules, seed) if is_askable(kind, cards, rules) else None


def _some_cards(kind: DrillKind, rules: Ruleset, dice: random.Random) -> Hand:
    if kind in OF_ONE_MELD:
        joker, spoilt = kind is DrillKind.JOKER_PLACE, kind is DrillKind.IS_MELD
        return some_meld(rules, dice, with_joker=joker, spoilt=spoilt)
    if is_knock_game(rules) and dice.random() < 0.7:
        return nearly_melded(rules, dice)
    return some_hand(rules, dice)


def is_askable(kind: DrillKind, cards: Hand, rules: Ruleset) -> bool:
    """Whether these cards make a question of this kind: there must be something to find."""
    match kind:
        case DrillKind.IS_MELD | DrillKind.MAY_OPEN:
            return len(cards) > 0
        case DrillKind.MELD_POINTS:
            return judge_meld(map(Slot.of, cards), rules, CARDS).legal
        case DrillKind.JOKER_PLACE:
            return JOKER in cards.faces and judge_meld(map(Slot.of, cards), rules, CARDS).legal
        case DrillKind.FIND_OPENING:
            return best_knock(cards, rules).may_knock if is_knock_game(rules) else openings(cards, rules).legal
    return bool(best_knock(cards, rules).melds) if is_knock_game(rules) else openings(cards, rules).legal


def question_about(kind: DrillKind, cards: Hand, rules: Ruleset, seed: int = 0) -> Question:
    """A question about cards that are there already: a photographed hand, or one that comes back."""
    return Question(kind, seed, cards, measure(cards, rules))


def measure(cards: Hand, rules: Ruleset) -> Difficulty:
    """How hard it is to see what these cards can do."""
    melds = candidates(Holding.of(cards), meld_book(rules), CARDS)
    found = openings(cards, rules)
    best = found.best_with_clean_run or found.best_without
    return Difficulty(len(melds), abs(best - rules.opening.open_points), tuple(_traps(cards, rules, found)))


def _traps(cards: Hand, rules: Ruleset, found: Openings) -> Iterable[Trap]:
    naturals = [face for face in cards if isinstance(face, Card)]
    ranks = {card.rank for card in naturals}
    if len(naturals) < len(cards):
        yield Trap.JOKER
    if {Rank.ACE, Rank.KING} <= ranks and Rank.TWO in ranks:
        yield Trap.ACE_BOTH_WAYS
    if any(count > 1 for count in Counter(naturals).values()):
        yield Trap.SAME_CARD_TWICE
    if found.best_without > found.best_with_clean_run:
        yield Trap.CLEAN_RUN_COSTS
    if len(found.front) > 1:
        yield Trap.POINTS_OR_CARDS
    if found.goes_out_at_once and rules.turn.final_discard is FinalDiscard.REQUIRED:
        yield Trap.ONE_MUST_STAY


def judge(question: Question, answer: DrillAnswer, rules: Ruleset) -> Judgement:
    """Is the answer right, why not, and what did it cost?"""
    match question.kind:
        case DrillKind.IS_MELD:
            verdict = judge_meld(map(Slot.of, question.cards), rules)
            return Judgement(answer.yes == verdict.legal, verdict.reasons, verdict.points)
        case DrillKind.MELD_POINTS:
            verdict = judge_meld(map(Slot.of, question.cards), rules, CARDS)
            cost = abs(verdict.points - (answer.points or 0))
            return Judgement(answer.points == verdict.points, (), verdict.points, cost)
        case DrillKind.JOKER_PLACE:
            return _judge_joker(question, answer, rules)
        case DrillKind.MAY_OPEN if is_knock_game(rules):
            return judge_may_knock(question.cards, bool(answer.yes), rules)
        case DrillKind.MAY_OPEN:
            found = openings(question.cards, rules)
            return Judgement(answer.yes == found.legal, found.reasons, found.max_points)
        case _ if is_knock_game(rules):
            return judge_knocking(question.cards, answer.melds, rules, best=question.kind is DrillKind.FIND_BEST)
    return _judge_laying(question, answer, rules)


def judge_may_knock(cards: Hand, said: bool, rules: Ruleset) -> Judgement:
    """May this hand knock?  ``best_points`` is its least deadwood."""
    best = best_knock(cards, rules)
    reasons = () if best.may_knock else (_over_limit(best.deadwood, rules),)
    return Judgement(said == best.may_knock, reasons, best.deadwood)


def judge_knocking(cards: Hand, melds: Melds, rules: Ruleset, *, best: bool) -> Judgement:
    """Melds against the knock, the dearest card left being discarded; ``best``: no deadwood may be saved."""
    least = best_knock(cards, rules).deadwood
    left = cards.counts()
    left.subtract(slot.face for meld in melds for slot in meld)
    if any(count < 0 for count in left.values()):
        return Judgement(False, (), least, 0)
    faults = tuple(reason for meld in melds for reason in judge_meld(meld, rules).reasons)
    values = sorted(hand_value(face, rules.values) for face in left.elements())
    if not values:
        faults = (*faults, Reason(Code.MUST_KEEP_A_DISCARD))
    deadwood = sum(values[:-1])
    limit = rules.knock.knock_max or 0
    if not best and deadwood > limit:
        faults = (*faults, _over_limit(deadwood, rules))
    return Judgement(not faults and (not best or deadwood == least), faults, least, deadwood - least)


def _over_limit(deadwood: int, rules: Ruleset) -> Reason:
    return Reason(Code.DEADWOOD_OVER_LIMIT, deadwood, limit=rules.knock.knock_max)


def _judge_joker(question: Question, answer: DrillAnswer, rules: Ruleset) -> Judgement:
    """The joker's best place: any card with which the meld is worth as much is right."""
    best = judge_meld(map(Slot.of, question.cards), rules, CARDS)
    jokers = [face for face in question.cards if not isinstance(face, Card)]
    others = [Slot.of(face) for face in question.cards if isinstance(face, Card)]
    named = judge_meld((*others, Slot(JOKER, answer.joker), *(Slot(JOKER) for _ in jokers[1:])), rules, CARDS)
    cost = best.points - named.points
    return Judgement(named.legal and answer.joker is not None and cost == 0, named.reasons, best.points, cost)


def _judge_laying(question: Question, answer: DrillAnswer, rules: Ruleset) -> Judgement:
    """Melds laid from the hand; for the best one nothing may be lost."""
    found = openings(question.cards, rules)
    left = question.cards.counts()
    left.subtract(slot.face for meld in answer.melds for slot in meld)
    if any(count < 0 for count in left.values()):
        return Judgement(False, (), found.max_points, found.max_points)
    rest = list(left.elements())
    out = len(rest) <= 1
    verdict = judge_opening(Opening(answer.melds, goes_out=out, discard=rest[0] if out and rest else None), rules)
    cost = found.max_points - (verdict.points if verdict.legal else 0)
    right = verdict.legal and bool(answer.melds) and (question.kind is DrillKind.FIND_OPENING or cost == 0)
    return Judgement(right, verdict.reasons, found.max_points, cost)
