"""Why something may not be done at the table: a closed list of reasons with their numbers.

"No" is an ordinary answer, so it is a value and no exception. No sentence that a player
reads stands here: languages turn a code and its numbers into words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Face


class Code(StrEnum):
    """What is wrong; the values are what programs exchange."""

    # melds
    JOKERS_NOT_USED = "jokers_not_used"
    TOO_FEW_CARDS = "too_few_cards"
    TOO_FEW_NATURALS = "too_few_naturals"
    SET_DUPLICATE_SUIT = "set_duplicate_suit"
    SET_TOO_BIG = "set_too_big"
    RUN_DUPLICATE_CARD = "run_duplicate_card"
    TOO_MANY_JOKERS = "too_many_jokers"
    RUN_TOO_LONG = "run_too_long"
    ADJACENT_JOKERS = "adjacent_jokers"
    JOKER_CARD_NOT_BURNT = "joker_card_not_burnt"
    JOKER_DECLARED_WRONG = "joker_declared_wrong"
    ACE_HIGH_NOT_ALLOWED = "ace_high_not_allowed"
    ACE_BOTH_WAYS = "ace_both_ways"
    NOT_CONSECUTIVE = "not_consecutive"
    MIXED_SUITS = "mixed_suits"
    NOT_A_MELD = "not_a_meld"
    # openings
    DOES_NOT_FIT = "does_not_fit"
    NO_OUT_ON_FIRST_TURN = "no_out_on_first_turn"
    MUST_KEEP_A_DISCARD = "must_keep_a_discard"
    SAME_CARD_DISCARDED = "same_card_discarded"
    ONLY_TOP_DISCARD = "only_top_discard"
    DEEPEST_CARD_NOT_USED = "deepest_card_not_used"
    DISCARD_ONLY_AFTER_OPENING = "discard_only_after_opening"
    DISCARD_DRAW_MUST_WIN_NOW = "discard_draw_must_win_now"
    DISCARD_CARD_NOT_USED = "discard_card_not_used"
    DISCARD_NEEDS_POINTS = "discard_needs_points"
    NO_CLEAN_RUN = "no_clean_run"
    POINTS_SHORT = "points_short"
    # lay-offs
    NO_LAYOFFS_IN_THIS_GAME = "no_layoffs_in_this_game"
    LAST_CARD_NO_DISCARD_DRAW = "last_card_no_discard_draw"
    NOT_OPENED = "not_opened"
    JOKER_ON_OPPONENT_RUN = "joker_on_opponent_run"
    MELD_COMPLETE = "meld_complete"
    # swaps
    NO_SWAPS_IN_THIS_GAME = "no_swaps_in_this_game"
    WRONG_CARD = "wrong_card"
    SET3_JOKER_NOT_DETERMINED = "set3_joker_not_determined"
    JOKER_MUST_BE_USED_NOW = "joker_must_be_used_now"
    JOKER_MUST_MAKE_NEW_MELD = "joker_must_make_new_meld"
    # taking from the table
    TABLE_IS_FIXED = "table_is_fixed"
    JOKER_ONLY_BY_SWAP = "joker_only_by_swap"
    WOULD_LEAVE_FEWER_THAN_THREE = "would_leave_fewer_than_three"
    REST_NOT_A_MELD = "rest_not_a_meld"
    TAKEN_CARD_MUST_BE_USED = "taken_card_must_be_used"
    # gin
    DEADWOOD_OVER_LIMIT = "deadwood_over_limit"
    NO_LAYOFF_AGAINST_GIN = "no_layoff_against_gin"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason with the numbers a sentence needs: have, need, limit, and the card meant."""

    code: Code
    have: int | None = None
    need: int | None = None
    limit: int | None = None
    card: Face | None = None

    @property
    def short(self) -> int:
        """How much is missing; 0 where nothing is counted."""
        if self.have is None or self.need is None:
            return 0
        return max(0, self.need - self.have)


def codes_of(reasons: Iterable[Reason]) -> tuple[Code, ...]:
    """The codes in their order, each once."""
    return tuple(dict.fromkeys(reason.code for reason in reasons))


class Judged:
    """What every verdict tells besides its own figures: legal, or why not."""

    __slots__ = ()
    reasons: tuple[Reason, ...]

    @property
    def legal(self) -> bool:
        return not self.reasons

    @property
    def codes(self) -> tuple[Code, ...]:
        return codes_of(self.reasons)
