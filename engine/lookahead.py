"""What the next card may bring: outs, and which discard leaves the best chances.

Probabilities are over the copies that nobody has seen: all cards of the packs less the
hand, the table and the cards seen. One search serves all discards of a hand with the same
next card, because what is left over from one hand is left over from its neighbours too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.candidates import meld_book
from engine.cards import FACES, JOKER, Face, Hand, Joker
from engine.melds import hand_value
from engine.opening import points_needed
from engine.rules import FinalDiscard, Ruleset
from engine.search import Front, enough_clean, pair
from engine.solver import HandSearch, Situation, openings


@dataclass(frozen=True, slots=True)
class Out:
    """A next card that makes an opening possible."""

    face: Face
    unseen: int
    max_points: int
    max_cards: int


@dataclass(frozen=True, slots=True)
class Outs:
    """Every next card with which the hand may open; ``unseen`` counts all cards it could be."""

    already_open: bool
    outs: tuple[Out, ...]
    unseen: int

    @property
    def copies(self) -> int:
        """How many unseen cards help."""
        return sum(out.unseen for out in self.outs)

    @property
    def probability(self) -> float:
        """Chance that the next card drawn from the stock helps."""
        return self.copies / self.unseen if self.unseen else 0.0


def unseen_copies(known: Iterable[Face], rules: Ruleset, players: int) -> dict[Face, int]:
    """How many copies of each face nobody has seen; faces with none are left out."""
    packs, counts = rules.deck.packs.at(players), Counter(known)
    copies = {face: packs * (rules.deck.jokers_per_pack if face == JOKER else 1) for face in FACES}
    return {face: most - counts[face] for face, most in copies.items() if most > counts[face]}


def outs(hand: Hand, rules: Ruleset, situation: Situation | None = None, seen: Iterable[Face] = ()) -> Outs:
    """Which next cards make an opening possible, how many are left, and what they bring."""
    situation = situation or Situation()
    unseen = unseen_copies((*hand, *situation.laid, *seen), rules, situation.players)
    drawn = {face: openings(hand.plus(face), rules, situation) for face in unseen}
    found = tuple(
        Out(face, unseen[face], best.max_points, best.max_cards) for face, best in drawn.items() if best.legal
    )
    return Outs(openings(hand, rules, situation).legal, found, sum(unseen.values()))


@dataclass(frozen=True, slots=True)
class DiscardChance:
    """A card to discard and the chances it leaves: to open, and to go out, with the next card."""

    card: Face
    open_probability: float
    out_probability: float
    open_copies: int
    value: int


def discards(
    hand: Hand, rules: Ruleset, situation: Situation | None = None, seen: Iterable[Face] = ()
) -> tuple[DiscardChance, ...]:
    """Every discard with its chances, the best first; of equals the dearest card goes first.

    A joker comes last among equals: it fits nearly everywhere.
    """
    situation = situation or Situation()
    unseen = unseen_copies((*hand, *situation.laid, *seen), rules, situation.players)
    total = sum(unseen.values())
    opens: Counter[Face] = Counter()
    goes_out: Counter[Face] = Counter()
    for drawn, copies in unseen.items():
        for card, (may_open, may_go_out) in _after(hand, drawn, rules, situation):
            opens[card] += copies * may_open
            goes_out[card] += copies * may_go_out
    chances = [
        DiscardChance(
            card,
            opens[card] / total if total else 0.0,
            goes_out[card] / total if total else 0.0,
            opens[card],
            hand_value(card, rules.values),
        )
        for card in dict.fromkeys(hand)
    ]
    return tuple(sorted(chances, key=_merit, reverse=True))


def _merit(chance: DiscardChance) -> tuple[float, float, bool, int]:
    return (
        chance.open_probability,
        chance.out_probability,
        not isinstance(chance.card, Joker),
        chance.value,
    )


def _after(hand: Hand, drawn: Face, rules: Ruleset, situation: Situation) -> Iterator[tuple[Face, tuple[bool, bool]]]:
    """For each discard: with this next card, may the hand open, may it go out?"""
    question = HandSearch(hand.plus(drawn), rules, situation, meld_book(rules))
    size = len(hand)
    required = rules.turn.final_discard is FinalDiscard.REQUIRED
    runs = rules.opening.open_clean_runs
    searches = list(question.searches())
    for card in dict.fromkeys(hand):
        fronts = [
            enough_clean(search.front(search.without(card, keep=question.keep)), runs)
            for search in searches
            if not search.needs(card)
        ]
        yield card, _verdict(fronts, size, required, rules)


def _verdict(fronts: Iterable[Front], size: int, required: bool, rules: Ruleset) -> tuple[bool, bool]:
    need, need_out = max(1, points_needed(rules)), max(1, points_needed(rules, goes_out=True))
    opens = goes_out = False
    for packed in (packed for front in fronts for packed in front):
        cards, points = pair(packed)
        out = cards >= size - 1
        legal = points >= (need_out if out else need)
        opens, goes_out = opens or legal, goes_out or (legal and out)
    return opens, goes_out
