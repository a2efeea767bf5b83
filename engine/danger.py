"""How dangerous a discard is: what others could do with it, as far as the table shows.

Two things are known: whether the card fits a meld on the table, and whether it goes with a
card that another player took from the discard pile. What nobody has shown is not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card, Face, Rank
from engine.melds import ACE_HIGH, Slot
from engine.rules import Ruleset, Swap
from engine.table import LayOff, TableMeld, judge_layoff, swap_faults


@dataclass(frozen=True, slots=True)
class Danger:
    """Melds on the table (by place) that the card fits, jokers it would free, taken cards it goes with."""

    card: Face
    fits: tuple[int, ...]
    frees_joker: tuple[int, ...]
    goes_with: tuple[Face, ...]

    @property
    def score(self) -> int:
        """One number to order discards by: a freed joker is worst."""
        return 3 * len(self.frees_joker) + 2 * len(self.fits) + len(self.goes_with)


def danger(card: Face, rules: Ruleset, table: Iterable[TableMeld] = (), taken: Iterable[Face] = ()) -> Danger:
    """What a discard would offer the next player; ``taken`` are cards others took from the discard pile."""
    melds, slot = tuple(table), Slot.of(card)
    fits = tuple(
        place for place, meld in enumerate(melds) if judge_layoff(LayOff(meld.cards, (slot,), meld.owner), rules).legal
    )
    swaps = rules.table.swap is not Swap.NONE
    frees = tuple(place for place, meld in enumerate(melds) if swaps and not swap_faults(meld.cards, (slot,), rules))
    return Danger(card, fits, frees, tuple(face for face in taken if _goes_with(card, face)))


def _goes_with(card: Face, other: Face) -> bool:
    """Whether two cards could lie in one meld of three."""
    if not isinstance(card, Card) or not isinstance(other, Card):
        return True
    if card.suit is not other.suit:
        return card.rank == other.rank
    return any(0 < abs(one - two) <= 2 for one in _places(card) for two in _places(other))


def _places(card: Card) -> tuple[int, ...]:
    """Where a card may stand in a run: an ace at either end."""
    return (1, ACE_HIGH) if card.rank is Rank.ACE else (int(card.rank),)
