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
from engine.cards import CARDS, JOKER, Card, Face, Hand, Rank
from engine.melds import Slot, judge_meld
from engine.opening import Opening, judge_opening
from engine.patterns import meld_book
from engine.reasons import Reason
from engine.rules import FinalDiscard, Ruleset
from engine.solver import Openings, openings
from engine.table import DEFAULT_PLAYERS


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
    melds: tuple[tuple[Slot, ...], ...] = ()
    joker: Card | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether the answer is right, the reasons, and what it cost in points against the best."""

    right: bool
    reasons: tuple[Reason, ...] = ()
    best_points: int = 0
    cost: int = 0


_OF_ONE_MELD = (DrillKind.IS_MELD, DrillKind.MELD_POINTS, DrillKind.JOKER_PLACE)
_TRIES = 60


def ask(kind: DrillKind, rules: Ruleset, seed: int, *, hardest: int | None = None) -> Question:
    """A question of a kind; the same seed asks the same. ``hardest`` bounds its difficulty's score.

    Raises ``ValueError`` for a joker's place in a game without jokers.
    """
    if kind is DrillKind.JOKER_PLACE and not rules.deck.jokers_per_pack:
        raise ValueError("this game has no jokers")
    dice = random.Random(f"{kind.value} {seed}")
    questions = [_question(kind, rules, seed, dice) for _ in range(_TRIES)]
    fitting = [question for question in questions if question is not None]
    allowed = [question for question in fitting if hardest is None or question.difficulty.score <= hardest]
    if allowed:
        return allowed[0] if hardest is None else max(allowed, key=lambda question: question.difficulty.score)
    return min(fitting, key=lambda question: question.difficulty.score)


def _question(kind: DrillKind, rules: Ruleset, seed: int, dice: random.Random) -> Question | None:
    cards = _some_meld(kind, rules, dice) if kind in _OF_ONE_MELD else _some_hand(rules, dice)
    try:
        check_copies(cards, rules)
    except ValueError:
        return None
    question = Question(kind, seed, cards, measure(cards, rules))
    if kind in (DrillKind.MELD_POINTS, DrillKind.JOKER_PLACE):
        return question if judge_meld(map(Slot.of, cards), rules, CARDS).legal else None
    if kind in (DrillKind.FIND_OPENING, DrillKind.FIND_BEST):
        return question if openings(cards, rules).legal else None
    return question


def _some_meld(kind: DrillKind, rules: Ruleset, dice: random.Random) -> Hand:
    """Cards that look like a meld; about half of them are one."""
    faces: list[Face]
    first = dice.choice(CARDS)
    if dice.random() < 0.5:
        length, lowest = dice.choice([3, 3, 4, 5]), int(first.rank)
        faces = [Card(Rank((lowest + step - 1) % 13 + 1), first.suit) for step in range(length)]
    else:
        same_rank = [card for card in CARDS if card.rank == first.rank]
        faces = list(dice.sample(same_rank, dice.choice([3, 3, 4])))
    if rules.deck.jokers_per_pack and (kind is DrillKind.JOKER_PLACE or dice.random() < 0.4):
        faces[dice.randrange(len(faces))] = JOKER
    if kind is DrillKind.IS_MELD and dice.random() < 0.4:
        faces[dice.randrange(len(faces))] = dice.choice(CARDS)
    dice.shuffle(faces)
    return Hand(tuple(faces))


def _some_hand(rules: Ruleset, dice: random.Random) -> Hand:
    """A hand after the draw, from cards near each other so that something may be found."""
    packs = rules.deck.packs.at(DEFAULT_PLAYERS)
    size = rules.deck.deal.at(DEFAULT_PLAYERS) + 1
    suits = dice.sample(sorted({card.suit.value for card in CARDS}), dice.choice([2, 3, 4]))
    lowest, width = dice.randrange(13), dice.choice([6, 8, 13])
    ranks = {(lowest + step) % 13 + 1 for step in range(width)}
    near = [card for card in CARDS if card.suit.value in suits and card.rank in ranks]
    deck: list[Face] = [*near * packs, *(JOKER,) * (packs * rules.deck.jokers_per_pack)]
    if len(deck) < size:
        deck = [*CARDS * packs]
    return Hand(tuple(dice.sample(deck, size))).sorted()


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
        case DrillKind.MAY_OPEN:
            found = openings(question.cards, rules)
            return Judgement(answer.yes == found.legal, found.reasons, found.max_points)
    return _judge_laying(question, answer, rules)


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
    laid = [slot.face for meld in answer.melds for slot in meld]
    left = Counter(question.cards.faces)
    left.subtract(laid)
    if any(count < 0 for count in left.values()):
        return Judgement(False, (), found.max_points, found.max_points)
    rest = list(left.elements())
    out = len(rest) <= 1
    verdict = judge_opening(Opening(answer.melds, goes_out=out, discard=rest[0] if out and rest else None), rules)
    cost = found.max_points - (verdict.points if verdict.legal else 0)
    right = verdict.legal and bool(answer.melds) and (question.kind is DrillKind.FIND_OPENING or cost == 0)
    return Judgement(right, verdict.reasons, found.max_points, cost)
