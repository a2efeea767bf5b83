"""What a round ends with: what everybody has in hand and has laid, and how it was finished."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.cards import JOKER, Face, Hand
from engine.melds import Slot, hand_value
from engine.reasons import Reason
from engine.rules import Ruleset
from engine.table import LayOff, LayOffVerdict, extend, on_table

Cards = tuple[Slot, ...]
NO_CARDS = Hand()


class ImpossibleRound(ValueError):
    """A round that cannot have been played: nobody of that name, nobody at all, a third player in gin."""


def value_in_hand(hand: Hand, rules: Ruleset) -> int:
    """What cards left in hand count: aces and jokers by the table's rules, courts ten, others their number."""
    return sum(hand_value(face, rules.values) for face in hand)


@dataclass(frozen=True, slots=True)
class Remains:
    """What one player has in hand and has laid when the round ends.

    ``counted`` and ``counted_laid`` are points that people added up at the table themselves;
    they are taken instead of the cards, and ``counted_jokers`` are the jokers among them.
    In gin and full the hand is the deadwood, and ``laid_off`` goes onto the knocker's melds.
    """

    hand: Hand = NO_CARDS
    opened: bool = True
    laid: tuple[Cards, ...] = ()
    laid_off: tuple[LayOff, ...] = ()
    early_jokers: int = 0
    counted: int | None = None
    counted_jokers: int = 0
    counted_laid: int | None = None

    def jokers(self, rules: Ruleset) -> int:
        """Jokers that count against the player, those drawn too early too where the table says so."""
        held = self.counted_jokers if self.counted is not None else self.hand.counts()[JOKER]
        return held + self._early(rules)

    def hand_points(self, rules: Ruleset) -> int:
        """What the cards left in hand are worth."""
        early = self._early(rules) * rules.values.joker_hand
        return early + (value_in_hand(self.hand, rules) if self.counted is None else self.counted)

    def laid_points(self, rules: Ruleset) -> int:
        """What the melds laid and the cards laid off are worth, each card in the meld it joined.

        # remik tradycyjny: points for every run or set laid and for cards added to an opponent's
        """
        if self.counted_laid is not None:
            return self.counted_laid
        own = sum(on_table(cards, rules).points for cards in self.laid)
        return own + sum(verdict.points for verdict in self._laid_off(rules))

    def laid_faults(self, rules: Ruleset) -> tuple[Reason, ...]:
        """Why something here cannot lie on the table; cards with a fault count nothing."""
        if self.counted_laid is not None:
            return ()
        melds = [reason for cards in self.laid for reason in on_table(cards, rules).reasons]
        return (*melds, *(reason for verdict in self._laid_off(rules) for reason in verdict.reasons))

    def _early(self, rules: Ruleset) -> int:
        # remik, house rule: a joker drawn in the turn in which the player before goes out counts
        return self.early_jokers if rules.score.early_joker_counts else 0

    def _laid_off(self, rules: Ruleset) -> Iterator[LayOffVerdict]:
        """Cards added to one meld at several times are taken together, for each may need the one before."""
        for onto, cards in added_together(self.laid_off).items():
            whole = extend(onto, cards, rules)
            alone = (extend(onto, layoff.cards, rules) for layoff in self.laid_off if layoff.onto == onto)
            yield from (whole,) if whole.legal else alone


def added_together(layoffs: Iterable[LayOff]) -> dict[Cards, Cards]:
    """For each meld on the table all the cards that were added to it."""
    added: dict[Cards, Cards] = {}
    for layoff in layoffs:
        added[layoff.onto] = added.get(layoff.onto, ()) + layoff.cards
    return added


@dataclass(frozen=True, slots=True)
class Finish:
    """How a round ended: who went out (in gin: who laid down), and what bears on the bonus for it.

    ``None`` where nobody noted it: the jokers used are then counted among the winner's melds,
    and others had laid if one of them has opened.
    """

    winner: str
    in_one_go: bool = False
    jokers_used: int | None = None
    closing_discard: Face | None = None
    others_had_laid: bool | None = None
    used_table: bool = False
    touched_discard: bool = False
    last_round: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRemains:
    """One player and what he is left with."""

    player: str
    remains: Remains = Remains()
