"""The best first lay-down of a hand: exact, with the whole front of cards against points.

``openings`` answers what may be laid now and what is missing otherwise. Every laying keeps
the card that the rules ask for; where a joker may stand only for a burnt card (Lebanese 14),
the copies laid in the same turn are reckoned with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from engine.candidates import Candidate, Holding, candidates
from engine.cards import JOKER, Card, Face, Hand, Joker
from engine.deeds import Mix
from engine.melds import Meld, hand_value
from engine.opening import points_needed
from engine.patterns import MeldBook, meld_book
from engine.reasons import Code, Reason
from engine.rules import FinalDiscard, Ruleset
from engine.search import Found, Search
from engine.sums import Front, enough_clean, pair
from engine.table import DEFAULT_PLAYERS, burnt_cards


@dataclass(frozen=True, slots=True)
class Situation:
    """How things stand for a player who has not opened yet.

    ``laid`` are the faces that lie on the table; they matter where jokers need burnt cards.
    """

    players: int = DEFAULT_PLAYERS
    first_turn: bool = False
    nobody_laid: bool = False
    laid: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Laying:
    """Melds that may be laid at once, what they count, and what stays.

    ``table`` is what is done with melds on the table, where that counts too.
    """

    melds: tuple[Meld, ...]
    points: int
    cards: int
    left: Hand
    discard: Face | None
    table: tuple[Mix, ...] = ()

    @property
    def goes_out(self) -> bool:
        """Whether nothing is left in hand after the discard."""
        return len(self.left) - (self.discard is not None) == 0


@dataclass(frozen=True, slots=True)
class Openings:
    """Every best way to open, or why there is none.

    ``front`` holds one laying for each trade of cards against points, fewest cards first.
    ``best_with_clean_run`` and ``best_without`` are points, whether or not they are enough.
    """

    front: tuple[Laying, ...]
    reasons: tuple[Reason, ...]
    best_with_clean_run: int
    best_without: int
    goes_out_at_once: bool

    @property
    def legal(self) -> bool:
        return bool(self.front)

    @property
    def max_points(self) -> int:
        """The points of the best laying; 0 if none is legal."""
        return self.front[0].points if self.front else 0

    @property
    def max_cards(self) -> int:
        """The cards of the largest laying; 0 if none is legal."""
        return self.front[-1].cards if self.front else 0

    @property
    def most_points(self) -> Laying | None:
        """The laying with the most points."""
        return self.front[0] if self.front else None

    @property
    def most_cards(self) -> Laying | None:
        """The laying with the most cards."""
        return self.front[-1] if self.front else None


@dataclass(frozen=True, slots=True)
class _Reached:
    """One entry of a front and the search that can lay it."""

    first: int
    points: int
    search: Search
    packed: int


class HandSearch:
    """A hand, its melds and the searches over them."""

    def __init__(
        self, hand: Iterable[Face], rules: Ruleset, situation: Situation, book: MeldBook | None = None
    ) -> None:
        self.faces = tuple(hand)
        self.rules = rules
        self.situation = situation
        self.holding = Holding.of(self.faces)
        self.values = tuple(hand_value(card, rules.values) for card in self.holding.cards)
        self._book = book or meld_book(rules)

    @property
    def keep(self) -> int:
        """Cards that must stay in hand before the discard.

        # rami 51, remik tradycyjny: one card is kept for the discard
        # remik, house rule: nobody goes out in the first turn
        """
        if self.situation.first_turn and self.rules.opening.out_from_turn > 1:
            return 2
        return 1 if self.rules.turn.final_discard is FinalDiscard.REQUIRED else 0

    @property
    def need_out(self) -> int:
        """The points an opening needs with which the player goes out."""
        return points_needed(self.rules, goes_out=True, nobody_laid=self.situation.nobody_laid)

    def worth(self, meld: Candidate) -> int:
        """What the cards of a meld would count in hand."""
        naturals = sum(
            value * (meld.need >> self.holding.width * place & (1 << self.holding.width) - 1)
            for place, value in enumerate(self.values)
        )
        return naturals + meld.jokers * self.rules.values.joker_hand

    def searches(self, first: Callable[[Candidate], int] | None = None) -> Iterator[Search]:
        """One search; where jokers need burnt cards, one for each choice of cards burnt in this turn."""
        burnt, chances = self._burnt()
        most = min(len(chances), self.holding.jokers)
        for size in range(most + 1):
            for chosen in combinations(chances, size):
                melds = candidates(self.holding, self._book, burnt | set(chosen))
                yield Search(
                    self.holding,
                    melds,
                    clean_runs=self.rules.opening.open_clean_runs,
                    first=first,
                    values=self.values,
                    joker_value=self.rules.values.joker_hand,
                    forced=self._fields(chosen),
                )

    def _burnt(self) -> tuple[frozenset[Card], list[Card]]:
        """Cards burnt already, and cards of which every copy still about is in this hand."""
        if not self.rules.melds.joker_run_needs_burnt or not self.holding.jokers:
            return frozenset(), []
        packs = self.rules.deck.packs.at(self.situation.players)
        burnt, laid = burnt_cards(self.situation.laid, packs), Counter(self.situation.laid)
        held = zip(self.holding.cards, self.holding.counts, strict=True)
        return burnt, [card for card, count in held if card not in burnt and laid[card] + count >= packs]

    def _fields(self, cards: Iterable[Card]) -> int:
        ones = (1 << self.holding.width) - 1
        return sum(ones << self.holding.width * self.holding.cards.index(card) for card in cards)

    def laying(self, found: Found, points: int) -> Laying:
        """A laying with what stays in hand and what to discard."""
        melds = tuple(candidate.meld() for candidate in found.melds)
        left = Hand(self.faces).minus(*(slot.face for meld in melds for slot in meld.slots))
        return Laying(melds, points, len(self.faces) - len(left), left, self._discard(left, found))

    def _discard(self, left: Hand, found: Found) -> Face | None:
        if found.discard is not None:
            return JOKER if found.discard < 0 else self.holding.cards[found.discard]
        return dearest(left, self.rules)


def dearest(left: Iterable[Face], rules: Ruleset) -> Face | None:
    """The card that counts most in hand; a joker only if nothing else is left."""
    return max(
        left,
        key=lambda face: (not isinstance(face, Joker), hand_value(face, rules.values)),
        default=None,
    )


def openings(
    hand: Iterable[Face], rules: Ruleset, situation: Situation | None = None, book: MeldBook | None = None
) -> Openings:
    """What may this hand lay as its first lay-down, and what is missing if nothing?

    The hand is what is held after the draw and before the discard.
    """
    question = HandSearch(hand, rules, situation or Situation(), book)
    searches = list(question.searches())
    fronts = [(search, search.front(search.whole(keep=question.keep))) for search in searches]
    reached = [entry for search, front in fronts for entry in _entries(search, front, question)]
    front = _front(_legal(reached, question))
    layings = tuple(_lay(entry, question) for entry in reversed(front))
    clean = max((entry.points for entry in reached), default=0)
    loose = max((pair(packed)[1] for _, any_runs in fronts for packed in any_runs), default=0)
    reasons = () if front else tuple(_why_not(searches, question, clean, loose))
    required = rules.turn.final_discard is FinalDiscard.REQUIRED
    out = bool(front) and front[0].first == len(question.faces) - required
    return Openings(layings, reasons, clean, loose, out)


def _reached(searches: Iterable[Search], question: HandSearch, keep: int, discard: bool = False) -> Iterator[_Reached]:
    """All layings worth considering that hold the clean runs asked."""
    for search in searches:
        yield from _entries(search, search.front(search.whole(keep=keep, discard=discard)), question)


def equal_layings(
    hand: Iterable[Face], rules: Ruleset, like: Laying, situation: Situation | None = None, *, most: int = 5
) -> tuple[Laying, ...]:
    """Other ways to lay as many cards for as many points, each set of melds once."""
    question = HandSearch(hand, rules, situation or Situation())
    found = {_faces_of(like): like}
    for entry in _reached(list(question.searches()), question, question.keep):
        if (entry.first, entry.points) != (like.cards, like.points):
            continue
        rest = entry.search.whole(keep=question.keep)
        for way in islice(entry.search.layings(rest, entry.packed), 20 * most):
            laying = question.laying(way, entry.points)
            found.setdefault(_faces_of(laying), laying)
            if len(found) > most:
                break
    return tuple(found.values())[1:]


def _faces_of(laying: Laying) -> tuple[str, ...]:
    return tuple(sorted(" ".join(sorted(str(slot.face) for slot in meld.slots)) for meld in laying.melds))


def _entries(search: Search, front: Front, question: HandSearch) -> Iterator[_Reached]:
    for packed in enough_clean(front, question.rules.opening.open_clean_runs):
        yield _Reached(*pair(packed), search, packed)


def _legal(reached: Iterable[_Reached], question: HandSearch) -> list[_Reached]:
    """The entries that the opening rules allow; the first sums are cards."""
    need, need_out = points_needed(question.rules), question.need_out
    out = len(question.faces) - 1
    return [entry for entry in reached if entry.points >= max(1, need_out if entry.first >= out else need)]


def _front(entries: Iterable[_Reached]) -> list[_Reached]:
    """The entries that no other beats, most cards first."""
    kept: list[_Reached] = []
    for entry in sorted(entries, key=lambda entry: (-entry.first, -entry.points)):
        if not kept or entry.points > kept[-1].points:
            kept.append(entry)
    return kept


def _lay(entry: _Reached, question: HandSearch) -> Laying:
    found = next(entry.search.layings(entry.search.whole(keep=question.keep), entry.packed))
    return question.laying(found, entry.points)


def _why_not(searches: Iterable[Search], question: HandSearch, clean: int, loose: int) -> Iterator[Reason]:
    """Reasons, the most telling first."""
    for keep in range(question.keep - 1, -1, -1):
        if _legal(_reached(searches, question, keep), question):
            yield Reason(Code.MUST_KEEP_A_DISCARD if keep == 0 else Code.NO_OUT_ON_FIRST_TURN)
            break
    yield from why_not(question.rules, clean, loose)


def why_not(rules: Ruleset, clean: int, loose: int) -> Iterator[Reason]:
    """What the best layings lack: a clean run, points, or any meld at all."""
    need, runs = points_needed(rules), rules.opening.open_clean_runs
    if runs and clean == 0:
        yield Reason(Code.NO_CLEAN_RUN, 0, runs)
    have = clean or loose
    if have < need:
        yield Reason(Code.POINTS_SHORT, have, need)
    elif have == 0:
        yield Reason(Code.NOT_A_MELD)


@dataclass(frozen=True, slots=True)
class BestOpening:
    """The figures of the best opening, without the melds."""

    can_open: bool
    max_points: int
    max_cards: int
    min_left: int
    max_points_any: int


def best_opening(hand: Iterable[Face], rules: Ruleset, situation: Situation | None = None) -> BestOpening:
    """The greatest points, the most cards, and the least value that can be left in hand.

    ``min_left`` is over all legal openings, after discarding the dearest card left where a
    discard is asked.
    """
    found = openings(hand, rules, situation)
    left = least_left(hand, rules, situation) if found.legal else 0
    return BestOpening(found.legal, found.max_points, found.max_cards, left, found.best_without)


def least_left(hand: Iterable[Face], rules: Ruleset, situation: Situation | None = None) -> int:
    """The least value in hand after a legal opening and the discard, where one is asked."""
    question = HandSearch(hand, rules, situation or Situation())
    total = sum(hand_value(face, rules.values) for face in question.faces)
    required = rules.turn.final_discard is FinalDiscard.REQUIRED
    need, need_out = points_needed(rules), question.need_out
    searches = list(question.searches(question.worth))
    left = [total]
    for entry in _reached(searches, question, question.keep, discard=required):
        if entry.points >= max(1, need_out if entry.first == total else need):
            left.append(total - entry.first)
    if not required and need_out < need and question.keep == 0:
        left += _all_but_one(searches, question, total)
    return min(left)


def _all_but_one(searches: Iterable[Search], question: HandSearch, total: int) -> Iterator[int]:
    """The values of single cards that may be left by a player who discards them and is out."""
    for search in searches:
        for face in dict.fromkeys(question.faces):
            value = hand_value(face, question.rules.values)
            sums = map(pair, enough_clean(search.front(search.without(face)), question.rules.opening.open_clean_runs))
            if any(first == total - value and points >= max(1, question.need_out) for first, points in sums):
                yield value
