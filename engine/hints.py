"""Hints that teach: each says a little more than the one before, and none says the answer outright."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.candidates import Holding, candidates
from engine.cards import CARDS, JOKER, Card, Face, Hand, Rank
from engine.drill import DrillKind, Question
from engine.grounds import GROUNDS
from engine.knock import best_knock, is_knock_game
from engine.melds import Group, Meld, Slot, judge_meld
from engine.patterns import meld_book
from engine.rules import Ruleset
from engine.solver import openings

MOST_CHOICES = 6


class HintKind(StrEnum):
    """What a hint tells."""

    SORTED = "sorted"
    RULES = "rules"
    WORTH = "worth"
    PLACES = "places"
    MELDS_SEEN = "melds_seen"
    A_CLEAN_RUN = "a_clean_run"
    ONE_MELD = "one_meld"


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint: its kind with the number, the cards or the rules that it speaks of."""

    kind: HintKind
    number: int = 0
    faces: tuple[Face, ...] = ()
    parameters: tuple[str, ...] = ()


def hints(question: Question, rules: Ruleset) -> tuple[Hint, ...]:
    """All hints for a question, the gentlest first."""
    match question.kind:
        case DrillKind.IS_MELD:
            return tuple(_about_a_meld(question, rules))
        case DrillKind.MELD_POINTS:
            return tuple(_about_points(question, rules))
        case DrillKind.JOKER_PLACE:
            return tuple(_about_a_joker(question, rules))
    return tuple(_about_a_hand(question, rules))


def _about_a_meld(question: Question, rules: Ruleset) -> Iterator[Hint]:
    verdict = judge_meld(map(Slot.of, question.cards), rules)
    yield Hint(HintKind.SORTED, faces=question.cards.sorted().faces)
    decided = [name for reason in verdict.reasons for name in GROUNDS[reason.code]]
    yield Hint(HintKind.RULES, parameters=tuple(dict.fromkeys(decided)) or _rules_of_shape(question.cards))


def _rules_of_shape(cards: Hand) -> tuple[str, ...]:
    """What to think of with such cards."""
    naturals = [face for face in cards if isinstance(face, Card)]
    if len({card.rank for card in naturals}) == 1:
        jokers = ("jokers_set3_max" if len(cards) == 3 else "jokers_set4_max",) if JOKER in cards.faces else ()
        return ("set_distinct_suits", *jokers)
    return ("run_min", *(("ace_run",) if any(card.rank is Rank.ACE for card in naturals) else ()))


def _about_points(question: Question, rules: Ruleset) -> Iterator[Hint]:
    meld = _best_meld(question, rules)
    yield Hint(HintKind.WORTH)
    parameters = _ace_parameters(meld) + (("joker_meld",) if JOKER in question.cards.faces else ())
    if parameters:
        yield Hint(HintKind.RULES, parameters=parameters)


def _ace_parameters(meld: Meld) -> tuple[str, ...]:
    """Which of the ace's values this meld uses."""
    ranks = [face.rank for slot in meld.slots if isinstance(face := slot.stands_for or slot.face, Card)]
    if Rank.ACE not in ranks:
        return ()
    if isinstance(meld, Group):
        return ("ace_set",)
    return ("ace_low",) if ranks[0] is Rank.ACE else ("ace_high",)


def _about_a_joker(question: Question, rules: Ruleset) -> Iterator[Hint]:
    yield Hint(HintKind.SORTED, faces=question.cards.sorted().faces)
    yield Hint(HintKind.PLACES, number=len(_joker_points(question, rules)))
    yield Hint(HintKind.RULES, parameters=("joker_meld",))


def _about_a_hand(question: Question, rules: Ruleset) -> Iterator[Hint]:
    seen = candidates(Holding.of(question.cards), meld_book(rules), CARDS)
    yield Hint(HintKind.MELDS_SEEN, number=len(seen))
    yield Hint(HintKind.RULES, parameters=_rules_of_laying(rules))
    melds = answer_melds(question, rules)
    clean = [meld for meld in melds if meld.clean]
    if clean and rules.opening.open_clean_runs:
        yield Hint(HintKind.A_CLEAN_RUN, faces=_faces(clean[0]))
        melds = tuple(meld for meld in melds if meld is not clean[0])
    if len(melds) > 1 and question.kind is not DrillKind.MAY_OPEN:
        yield Hint(HintKind.ONE_MELD, faces=_faces(max(melds, key=lambda meld: len(meld.slots))))


def _rules_of_laying(rules: Ruleset) -> tuple[str, ...]:
    if is_knock_game(rules):
        return ("knock_max",)
    asked = ("open_points",) if rules.opening.open_points else ()
    clean = ("open_clean_runs",) if rules.opening.open_clean_runs else ()
    return (*asked, *clean, "final_discard")


def answer_melds(question: Question, rules: Ruleset) -> tuple[Meld, ...]:
    """The melds of a best answer; none where nothing can be laid."""
    if is_knock_game(rules):
        return best_knock(question.cards, rules).melds
    best = openings(question.cards, rules).most_points
    return () if best is None else best.melds


def _faces(meld: Meld) -> tuple[Face, ...]:
    return tuple(slot.face for slot in meld.slots)


def _best_meld(question: Question, rules: Ruleset) -> Meld:
    meld = judge_meld(map(Slot.of, question.cards), rules, CARDS).meld
    assert meld is not None, "only melds are asked about"
    return meld


def _joker_points(question: Question, rules: Ruleset) -> dict[Card, int]:
    """Every card that the first joker may stand for, and what the meld is then worth."""
    jokers = [Slot(JOKER) for face in question.cards if face == JOKER][1:]
    others = [Slot.of(face) for face in question.cards if face != JOKER]
    judged = {card: judge_meld((*others, Slot(JOKER, card), *jokers), rules, CARDS) for card in CARDS}
    return {card: verdict.points for card, verdict in judged.items() if verdict.legal}


def joker_choices(question: Question, rules: Ruleset) -> tuple[Card, ...]:
    """Cards to choose from for the joker: a best one, other places, and near ones where it cannot stand."""
    places = _joker_points(question, rules)
    best = max(places.values())
    wanted = sorted(places, key=lambda card: -places[card])[: MOST_CHOICES - 2]
    near = [card for card in _near(question.cards) if card not in places and card not in question.cards.faces]
    dice = random.Random(str(question.cards))
    chosen = [*wanted, *dice.sample(near, min(len(near), MOST_CHOICES - len(wanted)))]
    assert any(places.get(card) == best for card in chosen)
    return tuple(sorted(chosen, key=lambda card: (card.rank, card.suit.value)))


def _near(cards: Hand) -> list[Card]:
    """Cards of a suit and about a rank that lie there."""
    naturals = [face for face in cards if isinstance(face, Card)]
    ranks = {int(card.rank) + step for card in naturals for step in (-2, -1, 0, 1, 2)}
    suits = {card.suit for card in naturals}
    return [card for card in CARDS if int(card.rank) in ranks and (card.suit in suits or len(suits) > 1)]
