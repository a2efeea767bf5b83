"""What to do with this hand: one question, one answer with everything a page shows.

>>> from engine.cards import Hand
>>> from engine.presets import ruleset
>>> advice = advise(Hand.parse("8S 7S 6S AD AC AH 3D"), ruleset("rami51"))
>>> advice.opening.legal, advice.opening.most_points.points
(True, 54)
>>> [str(card) for card in advice.opening.most_points.melds[0].slots]
['AH', 'AD', 'AC']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Face, Hand, Joker
from engine.knock import Knock, best_knock, is_knock_game
from engine.lookahead import DiscardChance, Outs, discards, outs
from engine.nextturn import NextTurn, next_turns
from engine.opening import Opening, judge_opening
from engine.presets import HouseRule
from engine.reasons import Reason, codes_of
from engine.rules import Ruleset
from engine.solver import Laying, Openings, Situation, openings
from engine.table import DEFAULT_PLAYERS, TableMeld, on_table
from engine.turn import best_turns, judge_turn, openings_with_table
from engine.turnsearch import Turn


class TooManyCopies(ValueError):
    """More copies of a card than the packs hold."""

    def __init__(self, face: Face, count: int, most: int) -> None:
        super().__init__(f"{count} × {face}, but the packs hold {most}")
        self.face = face
        self.count = count
        self.most = most


MOST_CARDS = 30
"""Cards in one hand that are thought about; far more than any game deals."""


class TooManyCards(ValueError):
    """A hand larger than anyone holds at a table."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} cards in one hand; {MOST_CARDS} at most")
        self.count = count
        self.most = MOST_CARDS


class NoMeldOnTable(ValueError):
    """Cards said to lie on the table that are no meld; ``place`` is which of them."""

    def __init__(self, place: int, reasons: tuple[Reason, ...]) -> None:
        super().__init__(f"no meld at place {place} of the table: {', '.join(codes_of(reasons))}")
        self.place = place
        self.reasons = reasons


class AdviceRefused(RuntimeError):
    """A suggestion that the judge does not accept; it is never shown."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A house rule or another reading of the sources under which this very answer would be another."""

    house_rule: str
    legal: bool
    max_points: int
    max_cards: int


@dataclass(frozen=True, slots=True)
class Advice:
    """Everything known about a hand.

    ``turns`` is the front of whole turns, the fewest points left first, for a player who has
    opened or a table with melds; ``knock`` is for gin and full; ``outs`` and ``discards`` are there
    only where they were asked for. A player who has opened is told ``next_turns`` instead: what each
    discard after the best turn leaves him, and what it offers the others.
    """

    opening: Openings
    turns: tuple[Turn, ...] = ()
    knock: Knock | None = None
    outs: Outs | None = None
    discards: tuple[DiscardChance, ...] | None = None
    next_turns: tuple[NextTurn, ...] | None = None


def advise(
    hand: Hand,
    rules: Ruleset,
    *,
    players: int = DEFAULT_PLAYERS,
    opened: bool = False,
    table: tuple[TableMeld, ...] = (),
    seen: tuple[Face, ...] = (),
    with_outs: bool = False,
    with_discards: bool = False,
) -> Advice:
    """The best thing to do with a hand as it is held after the draw and before the discard.

    Raises ``TooManyCopies`` if hand, table and seen cards together cannot come from the packs, and
    ``TooManyCards`` for a hand that nobody could hold, and ``NoMeldOnTable`` for cards on the table
    that are no meld.
    """
    if len(hand) > MOST_CARDS:
        raise TooManyCards(len(hand))
    for place, lying in enumerate(on_table(meld.cards, rules) for meld in table):
        if not lying.legal:
            raise NoMeldOnTable(place, lying.reasons)
    laid = tuple(slot.face for meld in table for slot in meld.cards)
    check_copies((*hand, *laid, *seen), rules, players)
    situation = Situation(players, laid=laid)
    turns = _turns(hand, rules, table, opened, situation) if opened or table else ()
    return Advice(
        _openings(hand, rules, table, opened, situation),
        turns,
        best_knock(hand, rules) if is_knock_game(rules) else None,
        outs(hand, rules, situation, seen) if with_outs else None,
        discards(hand, rules, situation, seen) if with_discards and not opened else None,
        next_turns(turns[0], table, rules, situation, seen) if with_discards and opened else None,
    )


def check_copies(faces: Iterable[Face], rules: Ruleset, players: int = DEFAULT_PLAYERS) -> None:
    """Refuse more copies of a card than the packs hold.

    A joker in a game without jokers is no copy too many: it is a card the game does not use.
    """
    packs, jokers = rules.deck.packs.at(players), rules.deck.jokers_per_pack
    for face, count in Counter(faces).items():
        most = packs * jokers if isinstance(face, Joker) else packs
        if count > most > 0:
            raise TooManyCopies(face, count, most)


def _openings(hand: Hand, rules: Ruleset, table: tuple[TableMeld, ...], opened: bool, situation: Situation) -> Openings:
    """The openings of the hand; with melds on the table where adding to them counts."""
    if table and not opened and rules.opening.open_count_layoffs:
        return openings_with_table(hand, rules, table, situation)
    found = openings(hand, rules, situation)
    for laying in found.front:
        _judge(laying, rules, situation)
    return found


def _judge(laying: Laying, rules: Ruleset, situation: Situation) -> None:
    opening = Opening(tuple(meld.slots for meld in laying.melds), goes_out=laying.goes_out, discard=laying.discard)
    verdict = judge_opening(opening, rules, players=situation.players, laid=situation.laid)
    if not verdict.legal or verdict.points != laying.points:
        raise AdviceRefused(f"{laying} is no opening: {verdict}")


def _turns(
    hand: Hand, rules: Ruleset, table: tuple[TableMeld, ...], opened: bool, situation: Situation
) -> tuple[Turn, ...]:
    turns = best_turns(hand, rules, table, opened=opened, situation=situation)
    for turn in turns:
        reasons = judge_turn(turn, hand, rules, table, opened=opened, situation=situation)
        if reasons:
            raise AdviceRefused(f"{turn} is not allowed: {reasons}")
    return turns


def other_readings(
    hand: Hand, rules: Ruleset, house_rules: Iterable[HouseRule], *, players: int = DEFAULT_PLAYERS
) -> tuple[Reading, ...]:
    """Which of these house rules would change what this hand may open with."""
    situation = Situation(players)
    now = _figures("", openings(hand, rules, situation))
    other = (
        (rule.id, rule.applied_to(rules)) for rule in house_rules if _bears_on_openings(rules, rule.applied_to(rules))
    )
    readings = (_figures(name, openings(hand, changed, situation)) for name, changed in other)
    same = (now.legal, now.max_points, now.max_cards)
    return tuple(reading for reading in readings if (reading.legal, reading.max_points, reading.max_cards) != same)


def _bears_on_openings(rules: Ruleset, changed: Ruleset) -> bool:
    """Whether anything changed that an opening depends on."""
    return any(getattr(rules, group) != getattr(changed, group) for group in ("melds", "values", "opening", "turn"))


def _figures(name: str, found: Openings) -> Reading:
    return Reading(name, found.legal, found.max_points, found.max_cards)
