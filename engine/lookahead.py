"""What the next card may bring: outs, and which discard leaves the best chances.

Probabilities are over the copies that nobody has seen: all cards of the packs less the
hand, the table and the cards seen. One search serves all discards of a hand with the same
next card, because what is left over from one hand is left over from its neighbours too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.candidates import candidates_with
from engine.cards import FACES, JOKER, Card, Face, Hand, Joker
from engine.melds import hand_value
from engine.opening import points_needed
from engine.patterns import meld_book
from engine.rules import Ruleset
from engine.search import Gain
from engine.solver import HandSearch, Situation, openings
from engine.sums import clean_runs, pair


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
    """A card to discard and the chances it leaves: to open, and to go out, with the next card.

    ``expected_points`` are those of the best laying after the next card, whether or not they are
    enough: with the clean runs asked where there are any, else half of those without.
    """

    card: Face
    open_probability: float
    out_probability: float
    open_copies: int
    expected_points: float
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
    points: Counter[Face] = Counter()
    table = _one_by_one if rules.melds.joker_run_needs_burnt else _together
    for after in table(hand, unseen, rules, situation):
        opens[after.discard] += unseen[after.drawn] * after.opens
        goes_out[after.discard] += unseen[after.drawn] * after.goes_out
        points[after.discard] += unseen[after.drawn] * after.points
    chances = [
        DiscardChance(
            card,
            opens[card] / total if total else 0.0,
            goes_out[card] / total if total else 0.0,
            opens[card],
            points[card] / 2 / total if total else 0.0,
            int(hand_value(card, rules.values)),
        )
        for card in dict.fromkeys(hand)
    ]
    return tuple(sorted(chances, key=_merit, reverse=True))


def _merit(chance: DiscardChance) -> tuple[float, float, float, bool, int]:
    return (
        chance.open_probability,
        chance.out_probability,
        round(chance.expected_points, 6),
        not isinstance(chance.card, Joker),
        chance.value,
    )


@dataclass(frozen=True, slots=True)
class _Next:
    """A next card and a discard, and whether the hand may then open, or go out."""

    drawn: Face
    discard: Face
    opens: bool
    goes_out: bool
    points: int
    """Twice the points with the clean runs asked, or once those without."""


class _Bar:
    """What a laying must reach to open, and to go out."""

    def __init__(self, size: int, rules: Ruleset) -> None:
        self._out = size - 1
        self._runs = rules.opening.open_clean_runs
        self._need = max(1, points_needed(rules))
        self._need_out = max(1, points_needed(rules, goes_out=True))

    def over(self, drawn: Face, discard: Face, sums: Iterable[int]) -> _Next:
        """Whether any of these sums is over the bar."""
        opens = goes_out = False
        best = 0
        for packed in sums:
            cards, points = pair(packed)
            clean = clean_runs(packed) >= self._runs
            best = max(best, 2 * points if clean else points)
            out = cards >= self._out
            legal = clean and points >= (self._need_out if out else self._need)
            opens, goes_out = opens or legal, goes_out or (legal and out)
        return _Next(drawn, discard, opens, goes_out, best)


def _together(hand: Hand, unseen: Iterable[Face], rules: Ruleset, situation: Situation) -> Iterator[_Next]:
    """All discards and all next cards over one search of the hand with one joker more."""
    question = HandSearch(hand.plus(JOKER), rules, situation)
    (search,) = question.searches()
    bar, faces, jokers = _Bar(len(hand), rules), tuple(dict.fromkeys(hand)), question.holding.jokers - 1
    rests = {face: search.without(face, keep=question.keep) for face in faces}
    for drawn in unseen:
        if isinstance(drawn, Card):
            melds = candidates_with(drawn, question.holding, meld_book(rules), jokers)
            gains = [Gain.of(meld) for meld in melds]
            for face, rest in rests.items():
                yield bar.over(drawn, face, search.with_one_more(rest.less_joker(), gains))
        else:
            for face, rest in rests.items():
                yield bar.over(drawn, face, search.front(rest))


def _one_by_one(hand: Hand, unseen: Iterable[Face], rules: Ruleset, situation: Situation) -> Iterator[_Next]:
    """A search for each next card, where the cards laid decide what a joker may be (Lebanese 14)."""
    bar, faces = _Bar(len(hand), rules), tuple(dict.fromkeys(hand))
    for drawn in unseen:
        question = HandSearch(hand.plus(drawn), rules, situation)
        searches = list(question.searches())
        for face in faces:
            fronts = (
                search.front(search.without(face, keep=question.keep)) for search in searches if not search.needs(face)
            )
            yield bar.over(drawn, face, (packed for front in fronts for packed in front))
