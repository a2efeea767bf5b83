"""The first lay-down: may these melds be laid, and if not, why not.

An ``Opening`` is what a player claims; ``judge_opening`` gives every reason against it, the
most basic first, with the numbers that a sentence needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from engine.cards import Card, Face
from engine.melds import Meld, MeldVerdict, Slot, judge_meld
from engine.reasons import Code, Judged, Reason
from engine.rules import DiscardDepth, DiscardDraw, FinalDiscard, LayOffs, Ruleset
from engine.table import DEFAULT_PLAYERS, LayOff, LayOffVerdict, bars_joker, burnt_cards, extend


@dataclass(frozen=True, slots=True)
class Opening:
    """What a player lays for the first time, how he drew, and what he discards.

    ``from_table`` are cards among the melds that were taken from the table; ``discard_take``
    are the cards taken from the discard pile, the deepest first.
    """

    melds: tuple[tuple[Slot, ...], ...]
    layoffs: tuple[LayOff, ...] = ()
    from_table: tuple[Face, ...] = ()
    discard_draw: Face | None = None
    discard_take: tuple[Face, ...] = ()
    goes_out: bool = False
    discard: Face | None = None
    first_turn: bool = False
    nobody_laid: bool = False

    @property
    def drawn(self) -> tuple[Face, ...]:
        """Every card taken from the discard pile."""
        return self.discard_take or (() if self.discard_draw is None else (self.discard_draw,))

    @property
    def faces(self) -> Iterator[Face]:
        """Every card that the player lays in this turn."""
        for cards in (*self.melds, *(layoff.cards for layoff in self.layoffs)):
            yield from (slot.face for slot in cards)

    @property
    def own_faces(self) -> Counter[Face]:
        """What he lays of his own: a card taken from the table is none of it."""
        return Counter(self.faces) - Counter(self.from_table)


@dataclass(frozen=True, slots=True)
class OpeningVerdict(Judged):
    """Whether the opening stands, its points, and all reasons against it."""

    melds: tuple[MeldVerdict, ...]
    points: int
    reasons: tuple[Reason, ...] = ()

    @property
    def short(self) -> int:
        """Points that are missing, by the first reason that counts points."""
        counted = (Code.DISCARD_NEEDS_POINTS, Code.POINTS_SHORT)
        return next((reason.short for reason in self.reasons if reason.code in counted), 0)


def counts_as_clean(meld: Meld, rules: Ruleset) -> bool:
    """Whether a meld is the clean run that an opening needs.

    # rami 51: a run of three cards without a joker; three neighbours inside a dirty run only by option
    """
    return meld.clean or (rules.opening.clean_inside_dirty and meld.clean_inside)


def points_needed(rules: Ruleset, *, goes_out: bool = False, nobody_laid: bool = False) -> int:
    """The points an opening needs in this situation.

    # remik: fewer points are enough if the player goes out in that turn (the clean run stays)
    # rami 51, variant: a dry rummy does not need the points
    """
    opening = rules.opening
    waived = goes_out and opening.open_waived_if_out
    dry = goes_out and nobody_laid and not opening.dry_needs_points
    return 0 if waived or dry else opening.open_points


def judge_opening(
    opening: Opening,
    rules: Ruleset,
    *,
    players: int = DEFAULT_PLAYERS,
    burnt: Collection[Card] = (),
    laid: Iterable[Face] = (),
) -> OpeningVerdict:
    """May this be laid as the first lay-down?

    ``burnt`` are cards of which every copy lies on the table, ``laid`` all faces that lie
    there; the cards laid in this turn are added to them.
    """
    lying = Counter(opening.faces) + (Counter(_beneath(opening)) | Counter(laid))
    all_burnt = {*burnt, *burnt_cards(lying.elements(), rules.deck.packs.at(players))}
    melds = tuple(judge_meld(cards, rules, all_burnt) for cards in opening.melds)
    layoffs = tuple(extend(layoff.onto, layoff.cards, rules, all_burnt) for layoff in opening.layoffs)
    points = _points(melds, layoffs, opening, rules)
    bad = next((verdict.reasons for verdict in melds if not verdict.legal), ())
    reasons = (
        *bad,
        *_table_faults(opening, layoffs, rules),
        *_going_out_faults(opening, rules),
        *_discard_faults(opening, rules),
        *_draw_faults(opening, rules, points),
        *_content_faults(opening, melds, rules, points),
    )
    return OpeningVerdict(melds, points, reasons)


def _beneath(opening: Opening) -> Iterator[Face]:
    """The cards of the table melds to which the player adds."""
    for layoff in opening.layoffs:
        yield from (slot.face for slot in layoff.onto)


def _points(melds: Iterable[MeldVerdict], layoffs: Iterable[LayOffVerdict], opening: Opening, rules: Ruleset) -> int:
    """Points of all that counts: own cards in own melds, and laid-off cards where the rules count them."""
    total = sum(verdict.points for verdict in melds)
    total -= _points_from_table(melds, opening.from_table, rules)
    if rules.opening.open_count_layoffs:
        total += sum(verdict.points for verdict in layoffs)
    return total


def _points_from_table(melds: Iterable[MeldVerdict], taken: Iterable[Face], rules: Ruleset) -> int:
    left, total = list(taken), 0
    for meld in (verdict.meld for verdict in melds if verdict.meld is not None):
        for slot, points in zip(meld.slots, meld.points(rules.values), strict=True):
            if slot.face in left:
                left.remove(slot.face)
                total += points
    return total


def _table_faults(opening: Opening, layoffs: Iterable[LayOffVerdict], rules: Ruleset) -> Iterator[Reason]:
    if opening.layoffs and rules.table.layoff is LayOffs.NONE:
        yield Reason(Code.NO_LAYOFFS_IN_THIS_GAME)
    if any(not verdict.legal for verdict in layoffs):
        yield Reason(Code.DOES_NOT_FIT)
    if any(bars_joker(layoff, done.meld, rules) for layoff, done in zip(opening.layoffs, layoffs, strict=True)):
        yield Reason(Code.JOKER_ON_OPPONENT_RUN)
    if opening.from_table and not rules.table.take_spare:
        yield Reason(Code.TABLE_IS_FIXED)


def _going_out_faults(opening: Opening, rules: Ruleset) -> Iterator[Reason]:
    if opening.goes_out and opening.first_turn and rules.opening.out_from_turn > 1:
        yield Reason(Code.NO_OUT_ON_FIRST_TURN)
    required = rules.turn.final_discard is FinalDiscard.REQUIRED
    if opening.goes_out and required and opening.discard is None:
        yield Reason(Code.MUST_KEEP_A_DISCARD)


def _discard_faults(opening: Opening, rules: Ruleset) -> Iterator[Reason]:
    if rules.turn.no_same_discard and opening.discard is not None and opening.discard in opening.drawn:
        yield Reason(Code.SAME_CARD_DISCARDED, card=opening.discard)
    only_top = rules.turn.discard_depth is DiscardDepth.TOP
    if only_top and len(opening.discard_take) > 1:
        yield Reason(Code.ONLY_TOP_DISCARD)
    elif not only_top and opening.discard_take and opening.discard_take[0] not in opening.own_faces:
        yield Reason(Code.DEEPEST_CARD_NOT_USED, card=opening.discard_take[0])


def _draw_faults(opening: Opening, rules: Ruleset, points: int) -> Iterator[Reason]:
    """What taking the discard asks of a player who has not laid yet."""
    if not opening.drawn:
        return
    turn = rules.turn
    if turn.discard_draw is DiscardDraw.OPENED_ONLY:
        yield Reason(Code.DISCARD_ONLY_AFTER_OPENING)
    if turn.discard_draw is DiscardDraw.OPENED_OR_OUT and not opening.goes_out:
        yield Reason(Code.DISCARD_DRAW_MUST_WIN_NOW)
    if turn.discard_draw is DiscardDraw.MUST_USE and opening.drawn[0] not in opening.own_faces:
        yield Reason(Code.DISCARD_CARD_NOT_USED, card=opening.drawn[0])
    if turn.discard_draw_points is not None and points < turn.discard_draw_points:
        yield Reason(Code.DISCARD_NEEDS_POINTS, points, turn.discard_draw_points)


def _content_faults(opening: Opening, melds: Iterable[MeldVerdict], rules: Ruleset, points: int) -> Iterator[Reason]:
    clean = sum(counts_as_clean(verdict.meld, rules) for verdict in melds if verdict.meld is not None)
    if clean < rules.opening.open_clean_runs:
        yield Reason(Code.NO_CLEAN_RUN, clean, rules.opening.open_clean_runs)
    need = points_needed(rules, goes_out=opening.goes_out, nobody_laid=opening.nobody_laid)
    if points < need:
        yield Reason(Code.POINTS_SHORT, points, need)
