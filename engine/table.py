"""What may be done with melds that lie on the table: lay off, swap a joker, take a spare card.

Everything here judges one deed at a time; which deeds make the best turn is the solver's.
A meld on the table was legal when it was laid, so a joker lying there is never asked again
whether its card is burnt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from engine.cards import CARDS, Card, Face
from engine.melds import Group, Meld, MeldVerdict, Run, Slot, judge_meld, largest_set
from engine.reasons import Code, Judged, Reason
from engine.rules import LayOffs, Ruleset, Swap, SwapReuse, SwapSet3

_T = TypeVar("_T")

DEFAULT_PLAYERS = 4
"""Where the packs depend on how many play and nobody said."""


class Owner(StrEnum):
    """Whose meld lies on the table."""

    SELF = "self"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table and whose it is."""

    cards: tuple[Slot, ...]
    owner: Owner = Owner.OPPONENT


@dataclass(frozen=True, slots=True)
class LayOff:
    """Cards added to a meld on the table."""

    onto: tuple[Slot, ...]
    cards: tuple[Slot, ...]
    owner: Owner = Owner.OPPONENT


@dataclass(frozen=True, slots=True)
class LayOffVerdict(Judged):
    """Whether the cards may be added, the meld that results, and what the new cards are worth there."""

    meld: Meld | None
    reasons: tuple[Reason, ...] = ()
    points: int = 0
    removed: bool = False


@dataclass(frozen=True, slots=True)
class DeedVerdict(Judged):
    """Whether a swap or a taking is allowed, or why not."""

    reasons: tuple[Reason, ...] = ()


def burnt_cards(laid: Iterable[Face], packs: int) -> frozenset[Card]:
    """The cards of which every copy has been laid down (Lebanese 14)."""
    counts = Counter(laid)
    return frozenset(card for card in CARDS if counts[card] >= packs)


def on_table(cards: Sequence[Slot], rules: Ruleset) -> MeldVerdict:
    """A meld that lies there already, as it lies best."""
    return judge_meld(cards, rules, burnt=CARDS)


def extend(onto: Sequence[Slot], cards: Sequence[Slot], rules: Ruleset, burnt: Collection[Card] = ()) -> LayOffVerdict:
    """The meld that results when cards are added, and the points of the new cards in it."""
    before = on_table(onto, rules).meld
    asked = {slot.stands_for for slot in before.slots if slot.is_joker} if before else set()
    new_joker = any(slot.is_joker for slot in cards)
    allowed = {*burnt, *(card for card in asked if card is not None)} if new_joker else CARDS
    result = judge_meld((*onto, *cards), rules, burnt=allowed)
    if result.meld is None:
        return LayOffVerdict(None, result.reasons)
    points = _points_of_new(result.meld, before, rules)
    return LayOffVerdict(result.meld, (), points, removed=leaves_table(result.meld, rules))


def _points_of_new(meld: Meld, before: Meld | None, rules: Ruleset) -> int:
    """What the places are worth that were not there before."""
    old = list(before.slots) if before else []
    places = list(zip(meld.slots, meld.points(rules.values), strict=True))
    unmoved = [entry for entry in places if not _struck_off(old, entry[0])]
    faces = [slot.face for slot in old]
    return sum(points for slot, points in unmoved if not _struck_off(faces, slot.face))


def _struck_off(items: list[_T], item: _T) -> bool:
    """Take one such item off the list, if it is there."""
    if item in items:
        items.remove(item)
        return True
    return False


def leaves_table(meld: Meld, rules: Ruleset) -> bool:
    """Whether a completed meld is taken off the table.

    # remik: completed melds leave the table; a joker keeps a meld there until it is swapped
    """
    if not rules.table.remove_complete or any(slot.is_joker for slot in meld.slots):
        return False
    full = 13 if isinstance(meld, Run) else 4
    return len(meld.slots) >= full


def is_full_set(cards: Sequence[Slot], rules: Ruleset) -> bool:
    """A set that can take no further card."""
    most = largest_set(rules.melds)
    return most is not None and len(cards) >= most and isinstance(on_table(cards, rules).meld, Group)


def bars_joker(layoff: LayOff, result: Meld | None, rules: Ruleset) -> bool:
    """Whether a joker would join an opponent's run where that is forbidden.

    # rami 51: a player may not add a joker to an opponent's run; sets are not named
    """
    if rules.table.joker_on_opponent_run or layoff.owner is Owner.SELF:
        return False
    meld = result or on_table(layoff.onto, rules).meld
    return isinstance(meld, Run) and any(slot.is_joker for slot in layoff.cards)


@dataclass(frozen=True, slots=True)
class LayOffSituation:
    """How the player stands who wants to lay off."""

    opened: bool = True
    hand_before: int | None = None
    drew_discard: bool = False


def judge_layoff(
    layoff: LayOff,
    rules: Ruleset,
    situation: LayOffSituation | None = None,
    burnt: Collection[Card] = (),
) -> LayOffVerdict:
    """May these cards be added to that meld?"""
    situation = situation or LayOffSituation()
    result = extend(layoff.onto, layoff.cards, rules, burnt)
    reasons = [Reason(code) for code in _layoff_bans(layoff, result.meld, rules, situation)]
    reasons += result.reasons
    if reasons:
        return LayOffVerdict(None, tuple(reasons))
    return result


def _layoff_bans(layoff: LayOff, result: Meld | None, rules: Ruleset, situation: LayOffSituation) -> list[Code]:
    last_card = situation.hand_before == 1 and situation.drew_discard
    bans = (
        (rules.table.layoff is LayOffs.NONE, Code.NO_LAYOFFS_IN_THIS_GAME),
        (last_card and rules.turn.last_card_blocks_discard, Code.LAST_CARD_NO_DISCARD_DRAW),
        (rules.table.layoff_needs_open and not situation.opened, Code.NOT_OPENED),
        (bars_joker(layoff, result, rules), Code.JOKER_ON_OPPONENT_RUN),
        (is_full_set(layoff.onto, rules), Code.MELD_COMPLETE),
    )
    return [code for holds, code in bans if holds]


class ReuseHow(StrEnum):
    """What the player does with a joker taken from the table."""

    NEW_MELD = "new_meld"
    LAYOFF = "layoff"


@dataclass(frozen=True, slots=True)
class Reuse:
    """Where a joker taken from the table goes: the cards of the meld that results."""

    how: ReuseHow
    meld: tuple[Slot, ...]


def judge_swap(
    table: Sequence[Slot],
    cards: Sequence[Slot],
    rules: Ruleset,
    *,
    opened: bool = True,
    reuse: Reuse | None = None,
    burnt: Collection[Card] = (),
) -> DeedVerdict:
    """May these cards be put in for a joker of that meld, and the joker be used so?"""
    reasons = []
    if rules.table.swap is Swap.NONE:
        reasons.append(Reason(Code.NO_SWAPS_IN_THIS_GAME))
    if rules.table.swap is Swap.AFTER_OPEN and not opened:
        reasons.append(Reason(Code.NOT_OPENED))
    reasons += swap_faults(table, cards, rules)
    reasons += _reuse_faults(reuse, rules, burnt)
    return DeedVerdict(tuple(reasons))


def swap_faults(table: Sequence[Slot], cards: Sequence[Slot], rules: Ruleset) -> list[Reason]:
    """Why these cards do not free a joker of that meld; empty if they do."""
    meld = on_table(table, rules).meld
    if meld is None or not cards or any(slot.is_joker for slot in cards):
        return [Reason(Code.WRONG_CARD)]
    if isinstance(meld, Run):
        return _run_swap_faults(meld, cards)
    return _set_swap_faults(meld, cards, rules)


def _run_swap_faults(run: Run, cards: Sequence[Slot]) -> list[Reason]:
    replaced = Counter(slot.stands_for for slot in run.slots if slot.is_joker)
    wrong = Counter(slot.stands_for for slot in cards) - replaced
    return [Reason(Code.WRONG_CARD, card=next(iter(wrong)))] if wrong else []


def _set_swap_faults(group: Group, cards: Sequence[Slot], rules: Ruleset) -> list[Reason]:
    """The joker of a set stands for any missing card, unless it was named.

    # rami 51: not from a set of three, unless both missing cards are put down
    # remik tradycyjny: one missing card is enough
    """
    jokers = [slot for slot in group.slots if slot.is_joker]
    fitting = [slot.stands_for for slot in cards if _fits_set(slot, group, jokers, rules)]
    if not jokers or len(fitting) < len(cards):
        return [Reason(Code.WRONG_CARD)]
    if len(group.slots) == 3 and rules.table.swap_set3 is SwapSet3.BOTH_MISSING:
        missing = 4 - sum(not slot.is_joker for slot in group.slots)
        return [] if len(cards) == missing else [Reason(Code.SET3_JOKER_NOT_DETERMINED, len(cards), missing)]
    most = largest_set(rules.melds)
    room = len(cards) if most is None else most - len(group.slots)
    return [] if len(cards) <= len(jokers) + room else [Reason(Code.WRONG_CARD)]


def _fits_set(slot: Slot, group: Group, jokers: Sequence[Slot], rules: Ruleset) -> bool:
    card = slot.stands_for
    if card is None or card.rank != group.rank:
        return False
    if not rules.melds.set_distinct_suits:
        return True
    if any(held.face == card for held in group.slots):
        return False
    both = len(group.slots) == 3 and rules.table.swap_set3 is SwapSet3.BOTH_MISSING
    return both or any(joker.stands_for in (None, card) for joker in jokers)


def _reuse_faults(reuse: Reuse | None, rules: Ruleset, burnt: Collection[Card]) -> list[Reason]:
    """Whether the joker goes where the rules want it."""
    duty = rules.table.swap_reuse
    used = reuse is not None and any(slot.is_joker for slot in reuse.meld)
    meld = judge_meld(reuse.meld, rules, burnt) if reuse else None
    faults = []
    if duty is not SwapReuse.KEEP and not (used and meld and meld.legal):
        faults.append(Reason(Code.JOKER_MUST_BE_USED_NOW))
    elif duty is SwapReuse.NEW_MELD and reuse and reuse.how is not ReuseHow.NEW_MELD:
        faults.append(Reason(Code.JOKER_MUST_MAKE_NEW_MELD))
    return faults + list(meld.reasons if meld else ())


def judge_take(
    table: Sequence[Slot],
    take: Slot,
    into: Sequence[Slot],
    rules: Ruleset,
    *,
    opened: bool = True,
    burnt: Collection[Card] = (),
) -> DeedVerdict:
    """May this card be taken from that meld for a new one?

    # rami 51: a card on the table may be used again if three cards remain; not a joker
    """
    reasons = []
    if not rules.table.take_spare:
        reasons.append(Reason(Code.TABLE_IS_FIXED))
    if rules.table.layoff_needs_open and not opened:
        reasons.append(Reason(Code.NOT_OPENED))
    if take.is_joker:
        reasons.append(Reason(Code.JOKER_ONLY_BY_SWAP))
    reasons += take_faults(table, take, rules)
    new = judge_meld(into, rules, burnt)
    if all(slot.face != take.face for slot in into) or not new.legal:
        reasons.append(Reason(Code.TAKEN_CARD_MUST_BE_USED, card=take.face))
        reasons += new.reasons if into else ()
    return DeedVerdict(tuple(reasons))


def take_faults(table: Sequence[Slot], take: Slot, rules: Ruleset) -> list[Reason]:
    """Why what remains would not be a meld; empty if it is one."""
    rest = list(table)
    held = next((slot for slot in rest if slot.face == take.face), None)
    if held is None:
        return [Reason(Code.WRONG_CARD, card=take.face)]
    rest.remove(held)
    least = min(rules.melds.run_min, rules.melds.set_min)
    if len(rest) < least:
        return [Reason(Code.WOULD_LEAVE_FEWER_THAN_THREE, len(rest), least)]
    return [] if on_table(rest, rules).legal else [Reason(Code.REST_NOT_A_MELD)]
