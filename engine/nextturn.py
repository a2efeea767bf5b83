"""A discard after having laid down: what it leaves for the next turn, and what it offers the others.

First the best turn is played. Of the cards that then stay in hand one goes; for each of them the
best next turn is worked out exactly with every card that may be drawn, on the table as it will
lie. All discards of one next card share one search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.cards import Face, Hand
from engine.danger import Danger, danger
from engine.lookahead import unseen_copies
from engine.melds import hand_value
from engine.rules import Ruleset
from engine.solver import Situation
from engine.table import Owner, TableMeld
from engine.turnsearch import Turn, TurnSearch


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A card to discard after the best turn: points that stay now, and what the next turn brings.

    ``expected_left`` is the mean of the fewest points that can stay in hand after the next turn;
    ``out_probability`` is the chance that the player can go out in it.
    """

    card: Face
    points_left: int
    out_probability: float
    expected_left: float
    danger: Danger


def next_turns(
    turn: Turn,
    table: tuple[TableMeld, ...],
    rules: Ruleset,
    situation: Situation | None = None,
    seen: Iterable[Face] = (),
    taken: Iterable[Face] = (),
) -> tuple[NextTurn, ...]:
    """Every discard after this turn, the best first; nothing if the turn goes out.

    ``taken`` are cards that others took from the discard pile. Of equals the less dangerous, then
    the dearest card goes first.
    """
    if turn.goes_out or turn.discard is None:
        return ()
    kept, lying = turn.left.plus(turn.discard), table_after(turn, table)
    chances = _Chances(kept, lying, rules, situation or Situation(), tuple(seen))
    found = [chances.of(card, danger(card, rules, lying, taken)) for card in dict.fromkeys(kept)]
    return tuple(sorted(found, key=lambda one: (round(one.expected_left, 6), one.danger.score, one.points_left)))


def table_after(turn: Turn, table: tuple[TableMeld, ...]) -> tuple[TableMeld, ...]:
    """The table once the turn is played: what was changed, without what left it, and the new melds."""
    done = {mix.onto: mix for mix in turn.mixes}
    old = (
        TableMeld(done[place].meld if place in done else meld.cards, meld.owner)
        for place, meld in enumerate(table)
        if place not in done or not done[place].gone
    )
    return (*old, *(TableMeld(meld.slots, Owner.SELF) for meld in turn.melds))


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The best next turn with one card drawn."""

    copies: int
    left: int
    goes_out: bool


class _Chances:
    """The hand after the turn, and the best next turn for every draw and every discard."""

    def __init__(
        self, kept: Hand, table: tuple[TableMeld, ...], rules: Ruleset, situation: Situation, seen: tuple[Face, ...]
    ) -> None:
        self._kept, self._rules = kept, rules
        self._value = sum(hand_value(face, rules.values) for face in kept)
        laid = tuple(slot.face for meld in table for slot in meld.cards)
        known = Counter(laid) | Counter(situation.laid)
        after = Situation(situation.players, laid=tuple(known.elements()))
        self._unseen = unseen_copies((*kept, *known.elements(), *seen), rules, situation.players)
        self._searches = {
            face: TurnSearch(kept.plus(face), rules, table, opened=True, situation=after) for face in self._unseen
        }

    def of(self, card: Face, offers: Danger) -> NextTurn:
        """What is left when this card goes."""
        drawn = list(self._drawn(card))
        total = sum(each.copies for each in drawn) or 1
        return NextTurn(
            card,
            self._value - hand_value(card, self._rules.values),
            sum(each.copies for each in drawn if each.goes_out) / total,
            sum(each.copies * each.left for each in drawn) / total,
            offers,
        )

    def _drawn(self, card: Face) -> Iterator[_Drawn]:
        for face, search in self._searches.items():
            held = self._value + hand_value(face, self._rules.values) - hand_value(card, self._rules.values)
            laid = [(entry.value, entry.cards + entry.rest.discard) for entry in search.entries(card)]
            most = max(value for value, _ in laid)
            out = any(cards == len(self._kept) for _, cards in laid)
            yield _Drawn(self._unseen[face], held - most, out)
