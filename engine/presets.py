"""The games people play, and the house rules they play them with, as data.

Sources: basic rummy (Parlett), rami 51 with its Lebanese and 1000 variants (the French
Wikipedia in Romanian), remik and its family, gin and full (the Polish Wikipedia).
A new game is one entry of ``PRESETS``, a new house rule one entry of ``_ALL``; pages, records and
proofs take them from here (CONTRIBUTING, "A game").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.rules import Ruleset


class UnknownRules(KeyError):
    """A game that is not among ``PRESETS``."""

    def __init__(self, game: str) -> None:
        super().__init__(f"unknown rules: {game!r}")
        self.game = game

    __str__ = Exception.__str__


class UnknownHouseRule(KeyError):
    """A house rule that is not among ``HOUSE_RULES``."""

    def __init__(self, house_rule: str) -> None:
        super().__init__(f"unknown house rule: {house_rule!r}")
        self.house_rule = house_rule

    __str__ = Exception.__str__


class HouseRulesExcludeEachOther(ValueError):
    """Two house rules that answer the same question differently."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second} exclude each other")
        self.first = first
        self.second = second


BASIC_RUMMY = Ruleset().but(
    players=(2, 7),
    packs={2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2},
    deal={2: 10, 3: 10, 4: 7, 5: 7, 6: 10, 7: 10},
    jokers_per_pack=2,
    ace_run="low",
    set_distinct_suits=False,
    set_max=None,
    jokers_set3_max=None,
    jokers_set4_max=None,
    ace_high=1,
    ace_set=1,
    ace_hand=1,
    joker_hand=15,
    no_same_discard=True,
    final_discard="optional",
    stock_out="turn_over",
    layoff_needs_open=False,
    swap="any_time",
    swap_reuse="keep",
    score_mode="collect",
)

RAMI_51 = Ruleset().but(
    starter_extra=True,
    first_upcard="starter",
    jokers_run_max=1,
    jokers_set3_max=1,
    jokers_set4_max=1,
    open_points=51,
    open_clean_runs=1,
    open_count_layoffs=True,
    discard_draw="must_use",
    last_card_blocks_discard=True,
    last_card_call_penalty=2,
    stock_out="shuffle_all",
    joker_on_opponent_run=False,
    swap_set3="both_missing",
    take_spare=True,
    unopened=100,
    one_go_mult=(2, 2, 2),
    one_go_joker_close=2,
)

LEBANESE_14 = RAMI_51.but(
    deal=14,
    ace_low=10,
    ace_high=10,
    ace_set=10,
    ace_hand=10,
    joker_run_needs_burnt=True,
    discard_draw_points=71,
    dry_layoffs=True,
    one_go_mult=(2, 1.5, 1),
    one_go_joker_close=1,
    discard_touch_bars_dry=True,
)

GAME_1000 = RAMI_51.but(last_round_mult=1000)

REMIK_GENERAL = Ruleset().but(
    players=(2, 8),
    packs={2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3},
    cut_peek=3,
    cut_take="joker_or_run",
    jokers_set3_max=None,
    jokers_set4_max=None,
    remove_complete=True,
    open_points=30,
    swap_reuse="keep",
    score_mode="pay",
)

REMIK_TRADITIONAL = REMIK_GENERAL.but(
    jokers_set3_max=1,
    jokers_set4_max=2,
    jokers_adjacent=False,
    open_points=51,
    open_clean_runs=1,
    swap_reuse="new_meld",
    joker_hand=25,
    score_mode="penalty",
    one_go_mult=(2, 2, 2),
    target=500,
    target_effect="lose",
    target_strict=True,
)

REMIK_500 = REMIK_TRADITIONAL.but(
    jokers_per_pack=0,
    discard_depth="any",
    ace_low=15,
    ace_high=15,
    ace_set=15,
    ace_hand=15,
    open_points=0,
    open_clean_runs=0,
    final_discard="optional",
    layoff_needs_open=False,
    score_mode="net",
    one_go_mult=(1, 1, 1),
    target_effect="win",
    target_strict=False,
)

GIN = Ruleset().but(
    players=(2, 2),
    packs=1,
    jokers_per_pack=0,
    deal=10,
    ace_run="low",
    ace_high=1,
    ace_set=1,
    ace_hand=1,
    layoff="none",
    swap="none",
    score_mode="gin",
    knock_max=10,
    gin_bonus=20,
    undercut_bonus=10,
    target=100,
    target_effect="win",
)

FULL = GIN.but(knock_max=0, target=150)

PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        "basic_rummy": BASIC_RUMMY,
        "rami51": RAMI_51,
        "lebanese14": LEBANESE_14,
        "joc1000": GAME_1000,
        "remik_general": REMIK_GENERAL,
        "remik_trad": REMIK_TRADITIONAL,
        "remik500": REMIK_500,
        "gin": GIN,
        "full": FULL,
    }
)
"""All games by id."""

RAMI_FAMILY = ("rami51", "lebanese14", "joc1000")
REMIK_FAMILY = ("remik_trad", "remik_general", "remik500")
EVERY_GAME = tuple(PRESETS)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One thing a table plays differently: what it changes, and the games it is meant for."""

    id: str
    changes: Mapping[str, Any]
    meant_for: tuple[str, ...]

    def applied_to(self, rules: Ruleset) -> Ruleset:
        """The same table with this house rule."""
        return rules.but(**self.changes)


def house_rule(name: str, meant_for: tuple[str, ...], **changes: Any) -> HouseRule:
    """One house rule: its id, the games it is meant for, and the parameters it changes."""
    return HouseRule(name, MappingProxyType(changes), meant_for)


_ALL = (
    # remik, house rules
    house_rule("M1_cut_one_card", REMIK_FAMILY, cut_peek=1, cut_take="joker"),
    house_rule("M2_upcard_offer", REMIK_FAMILY, first_upcard="stock", upcard_offer=True),
    house_rule("M3_turn_over_no_shuffle", REMIK_FAMILY, stock_out="turn_over_keep_top"),
    house_rule("M4_discard_only_after_opening", REMIK_FAMILY, discard_draw="opened_only"),
    house_rule("M5_discard_unopened_must_win", REMIK_FAMILY, discard_draw="opened_or_out"),
    house_rule("M6_last_card_no_discard_draw", REMIK_FAMILY, last_card_blocks_discard=True),
    house_rule("M7_no_out_on_first_turn", REMIK_FAMILY, out_from_turn=2),
    house_rule("M8a_open_50", REMIK_FAMILY, open_points=50),
    house_rule("M8b_open_52", REMIK_FAMILY, open_points=52),
    house_rule("M9_open_any_if_out", REMIK_FAMILY, open_waived_if_out=True),
    house_rule("M10_no_final_discard", REMIK_FAMILY, final_discard="optional"),
    house_rule("M11_round_the_corner", REMIK_FAMILY, ace_run="circular"),
    house_rule("M12_one_joker_per_meld", REMIK_FAMILY, jokers_run_max=1, jokers_set3_max=1, jokers_set4_max=1),
    house_rule("M13_set3_swap_needs_both", REMIK_FAMILY, swap_set3="both_missing"),
    house_rule("M14_high_ace_10", REMIK_FAMILY, ace_high=10, ace_set=10, ace_hand=10),
    house_rule("M15a_unopened_100_plus_25", REMIK_FAMILY, unopened=100, unopened_per_joker=25),
    house_rule("M15b_unopened_100_plus_50", REMIK_FAMILY, unopened=100, unopened_per_joker=50),
    house_rule("M16_early_drawn_joker", REMIK_FAMILY, early_joker_counts=True),
    house_rule("M17_round_to_tens", REMIK_FAMILY, round_to=10),
    house_rule("M18_winner_bonus", REMIK_FAMILY, winner_bonus=-10),
    # rami 51, variants
    house_rule("V1_open_71", RAMI_FAMILY, open_points=71),
    house_rule("V2_open_81", RAMI_FAMILY, open_points=81),
    house_rule("V3_no_final_discard", RAMI_FAMILY, final_discard="optional"),
    house_rule("V4_dry_without_points", RAMI_FAMILY, dry_needs_points=False),
    house_rule("V5a_joker_not_counted", RAMI_FAMILY, joker_meld=0),
    house_rule("V5b_joker_35", RAMI_FAMILY, joker_meld=35),
    house_rule("V6_circular", RAMI_FAMILY, ace_run="circular"),
    house_rule("V7_hand_14", RAMI_FAMILY, deal=14),
    house_rule("V8_joker_50", RAMI_FAMILY, joker_hand=50),
    house_rule("V9_one_go_flat_100", RAMI_FAMILY, one_go_flat=100),
    house_rule("V10_dry_with_layoffs", RAMI_FAMILY, dry_layoffs=True),
    # options inside a preset
    house_rule(
        "T1_basic_ace_high_or_low",
        ("basic_rummy",),
        ace_run="low_or_high",
        ace_hand=11,
        ace_high=11,
        ace_set=11,
    ),
    house_rule("T2_trad_joker_50", ("remik_trad",), joker_hand=50),
    house_rule("T3_trad_positive", ("remik_trad",), score_mode="meld", target_effect="win"),
    house_rule("T4_trad_both", ("remik_trad",), score_mode="net", target_effect="win"),
    # readings seen in public
    house_rule("X1_no_table_taking", RAMI_FAMILY, take_spare=False),
    house_rule("X2_gin_tie_undercut", ("gin", "full"), undercut_on_tie=True),
    house_rule("X3_500_low_ace_1", ("remik500",), ace_low=1),
    house_rule("X4_two_naturals", EVERY_GAME, naturals_min=2),
    house_rule("X5_dry_only_if_nobody_laid", RAMI_FAMILY, one_go_only_if_first=True),
    house_rule("X6_clean_inside_dirty", EVERY_GAME, clean_inside_dirty=True),
)

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType({rule.id: rule for rule in _ALL})
"""All house rules, variants and other readings by id."""

EXCLUSIVE: tuple[frozenset[str], ...] = (
    frozenset({"M4_discard_only_after_opening", "M5_discard_unopened_must_win"}),
    frozenset({"M8a_open_50", "M8b_open_52"}),
    frozenset({"V1_open_71", "V2_open_81"}),
    frozenset({"M15a_unopened_100_plus_25", "M15b_unopened_100_plus_50"}),
    frozenset({"V5a_joker_not_counted", "V5b_joker_35"}),
    frozenset({"T3_trad_positive", "T4_trad_both"}),
)
"""Of each group a table can play one at most: they answer the same question."""


def house_rules_for(game: str) -> tuple[HouseRule, ...]:
    """The house rules that are meant for a game and change something in it."""
    rules = PRESETS[game]
    return tuple(rule for rule in HOUSE_RULES.values() if game in rule.meant_for and rule.applied_to(rules) != rules)


def excluded_by(chosen: Iterable[str]) -> frozenset[str]:
    """The house rules that cannot join those already chosen."""
    picked = set(chosen)
    return frozenset(name for group in EXCLUSIVE if group & picked for name in group - picked)


def ruleset(game: str, house_rules: Iterable[str] = (), overrides: Mapping[str, Any] | None = None) -> Ruleset:
    """The rules of a game by its id, with house rules and single parameters changed.

    Raises ``UnknownRules``, ``UnknownHouseRule``, ``HouseRulesExcludeEachOther`` or
    ``BadOverride``: a table that contradicts itself is never guessed at.
    """
    if game not in PRESETS:
        raise UnknownRules(game)
    rules = PRESETS[game]
    chosen = tuple(house_rules)
    _check_house_rules(chosen)
    for name in chosen:
        rules = HOUSE_RULES[name].applied_to(rules)
    return rules.but(**(overrides or {}))


def _check_house_rules(chosen: tuple[str, ...]) -> None:
    for name in chosen:
        if name not in HOUSE_RULES:
            raise UnknownHouseRule(name)
    for group in EXCLUSIVE:
        both = [name for name in dict.fromkeys(chosen) if name in group]
        if len(both) > 1:
            raise HouseRulesExcludeEachOther(both[0], both[1])
