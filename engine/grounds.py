"""Which rule of the table a reason rests on, and which house rules would change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.presets import HouseRule, house_rules_for
from engine.reasons import Code

GROUNDS: Mapping[Code, tuple[str, ...]] = MappingProxyType(
    {
        Code.JOKERS_NOT_USED: ("jokers_per_pack",),
        Code.TOO_FEW_CARDS: ("run_min", "set_min"),
        Code.TOO_FEW_NATURALS: ("naturals_min",),
        Code.SET_DUPLICATE_SUIT: ("set_distinct_suits",),
        Code.SET_TOO_BIG: ("set_max",),
        Code.RUN_DUPLICATE_CARD: (),
        Code.TOO_MANY_JOKERS: ("jokers_run_max", "jokers_set3_max", "jokers_set4_max"),
        Code.RUN_TOO_LONG: ("run_max",),
        Code.ADJACENT_JOKERS: ("jokers_adjacent",),
        Code.JOKER_CARD_NOT_BURNT: ("joker_run_needs_burnt",),
        Code.JOKER_DECLARED_WRONG: (),
        Code.ACE_HIGH_NOT_ALLOWED: ("ace_run",),
        Code.ACE_BOTH_WAYS: ("ace_run",),
        Code.NOT_CONSECUTIVE: (),
        Code.MIXED_SUITS: (),
        Code.NOT_A_MELD: (),
        Code.DOES_NOT_FIT: (),
        Code.NO_OUT_ON_FIRST_TURN: ("out_from_turn",),
        Code.MUST_KEEP_A_DISCARD: ("final_discard",),
        Code.SAME_CARD_DISCARDED: ("no_same_discard",),
        Code.ONLY_TOP_DISCARD: ("discard_depth",),
        Code.DEEPEST_CARD_NOT_USED: ("discard_depth",),
        Code.DISCARD_ONLY_AFTER_OPENING: ("discard_draw",),
        Code.DISCARD_DRAW_MUST_WIN_NOW: ("discard_draw",),
        Code.DISCARD_CARD_NOT_USED: ("discard_draw",),
        Code.DISCARD_NEEDS_POINTS: ("discard_draw_points",),
        Code.NO_CLEAN_RUN: ("open_clean_runs", "clean_inside_dirty"),
        Code.POINTS_SHORT: ("open_points",),
        Code.NO_LAYOFFS_IN_THIS_GAME: ("layoff",),
        Code.LAST_CARD_NO_DISCARD_DRAW: ("last_card_blocks_discard",),
        Code.NOT_OPENED: ("layoff_needs_open",),
        Code.JOKER_ON_OPPONENT_RUN: ("joker_on_opponent_run",),
        Code.MELD_COMPLETE: ("set_max", "remove_complete"),
        Code.NO_SWAPS_IN_THIS_GAME: ("swap",),
        Code.WRONG_CARD: (),
        Code.SET3_JOKER_NOT_DETERMINED: ("swap_set3",),
        Code.JOKER_MUST_BE_USED_NOW: ("swap_reuse",),
        Code.JOKER_MUST_MAKE_NEW_MELD: ("swap_reuse",),
        Code.TABLE_IS_FIXED: ("take_spare",),
        Code.JOKER_ONLY_BY_SWAP: ("swap",),
        Code.WOULD_LEAVE_FEWER_THAN_THREE: ("take_spare",),
        Code.REST_NOT_A_MELD: ("take_spare",),
        Code.TAKEN_CARD_MUST_BE_USED: ("take_spare",),
        Code.DEADWOOD_OVER_LIMIT: ("knock_max",),
        Code.NO_LAYOFF_AGAINST_GIN: ("gin_bonus",),
    }
)
"""For every reason the parameters that decide it; none where it is so in every game."""


def house_rules_about(parameters: Iterable[str], game: str) -> tuple[HouseRule, ...]:
    """The house rules meant for this game that change one of these parameters."""
    wanted = set(parameters)
    return tuple(rule for rule in house_rules_for(game) if wanted & set(rule.changes))
