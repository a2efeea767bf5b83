"""What a table plays: every rule that may differ from table to table, as data.

A ``Ruleset`` is frozen and grouped as a player would look things up: the deck, the
melds, the values, the opening, the turn, the table, the score, the knock. A variant is
a base and its differences, ``TRADITIONAL.but(open_points=50)``, as rule books are
written. Names of parameters are unique over all groups, so one flat name is enough.
The situation at the table (who has opened, what lies there) is never part of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any, get_type_hints

from engine.choices import (
    AceRun,
    Between,
    ByPlayers,
    CutTake,
    DiscardDepth,
    DiscardDraw,
    FinalDiscard,
    FirstUpcard,
    LayOffs,
    OneGoFactors,
    PlayersCount,
    Replaced,
    ScoreMode,
    StockOut,
    Swap,
    SwapReuse,
    SwapSet3,
    TargetEffect,
)

__all__ = [
    "PARAMETERS",
    "AceRun",
    "BadOverride",
    "Between",
    "ByPlayers",
    "CutTake",
    "DeckRules",
    "Difference",
    "DiscardDepth",
    "DiscardDraw",
    "FinalDiscard",
    "FirstUpcard",
    "KnockRules",
    "LayOffs",
    "MeldRules",
    "OneGoFactors",
    "OpeningRules",
    "Parameter",
    "PlayersCount",
    "Replaced",
    "Ruleset",
    "ScoreMode",
    "ScoreRules",
    "StockOut",
    "Swap",
    "SwapReuse",
    "SwapSet3",
    "TableRules",
    "TargetEffect",
    "TurnRules",
    "ValueRules",
    "plain",
]


class BadOverride(ValueError):
    """A parameter that no rule has, or a value that it cannot take."""

    def __init__(self, parameter: str, value: object) -> None:
        super().__init__(f"{parameter} cannot be {value!r}")
        self.parameter = parameter
        self.value = value


_VALUE = {"least": 0, "most": 1000}
"""What one card may be worth at most."""
_INFO = {"info": True}
"""Marks a field that is only shown to players: no meld, opening or score depends on it."""


@dataclass(frozen=True, slots=True)
class DeckRules:
    """The cards in play, the deal and the stock."""

    players: Between = field(default=Between(2, 5), metadata=_INFO)
    packs: ByPlayers = ByPlayers(2)
    jokers_per_pack: int = field(default=2, metadata={"least": 0, "most": 4})
    deal: ByPlayers = ByPlayers(13)
    starter_extra: bool = False
    first_upcard: FirstUpcard = FirstUpcard.STOCK
    cut_peek: int = field(default=0, metadata=_INFO)
    cut_take: CutTake = field(default=CutTake.NONE, metadata=_INFO)
    upcard_offer: bool = field(default=False, metadata=_INFO)
    stock_out: StockOut = field(default=StockOut.SHUFFLE_KEEP_TOP, metadata=_INFO)


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What is a run and what is a set, and where jokers may stand."""

    run_min: int = field(default=3, metadata={"least": 3})
    run_max: int = field(default=13, metadata={"least": 3, "most": 14})
    ace_run: AceRun = AceRun.LOW_OR_HIGH
    set_min: int = field(default=3, metadata={"least": 3})
    set_max: int | None = 4
    set_distinct_suits: bool = True
    jokers_run_max: int | None = None
    jokers_set3_max: int | None = 1
    jokers_set4_max: int | None = 2
    jokers_adjacent: bool = True
    naturals_min: int = field(default=1, metadata={"least": 1})
    joker_run_needs_burnt: bool = False


@dataclass(frozen=True, slots=True)
class ValueRules:
    """What aces and jokers are worth; all other cards are the same everywhere."""

    ace_low: int = field(default=1, metadata=_VALUE)
    ace_high: int = field(default=11, metadata=_VALUE)
    ace_set: int = field(default=11, metadata=_VALUE)
    ace_hand: int = field(default=11, metadata=_VALUE)
    joker_meld: int | Replaced = field(default=Replaced.REPLACED, metadata=_VALUE)
    joker_hand: int = field(default=20, metadata=_VALUE)


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """What the first lay-down must hold."""

    open_points: int = 0
    open_clean_runs: int = 0
    clean_inside_dirty: bool = False
    open_count_layoffs: bool = False
    open_waived_if_out: bool = False
    out_from_turn: int = field(default=1, metadata={"least": 1})
    dry_needs_points: bool = True


@dataclass(frozen=True, slots=True)
class TurnRules:
    """Drawing, discarding and going out."""

    discard_draw: DiscardDraw = DiscardDraw.FREE
    discard_draw_points: int | None = None
    discard_depth: DiscardDepth = DiscardDepth.TOP
    no_same_discard: bool = False
    last_card_blocks_discard: bool = False
    last_card_call_penalty: int = field(default=0, metadata=_INFO)
    final_discard: FinalDiscard = FinalDiscard.REQUIRED


@dataclass(frozen=True, slots=True)
class TableRules:
    """What may be done with melds that lie on the table."""

    layoff: LayOffs = LayOffs.ANY
    layoff_needs_open: bool = True
    joker_on_opponent_run: bool = True
    swap: Swap = Swap.AFTER_OPEN
    swap_set3: SwapSet3 = SwapSet3.ANY_MISSING
    swap_reuse: SwapReuse = SwapReuse.USE_NOW
    take_spare: bool = False
    remove_complete: bool = False


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """What is written down at the end of a round, and when the game is over."""

    score_mode: ScoreMode = ScoreMode.PENALTY
    unopened: int | None = None
    unopened_per_joker: int = 0
    one_go_mult: OneGoFactors = OneGoFactors()
    one_go_joker_close: float = 1
    one_go_flat: int | None = None
    one_go_only_if_first: bool = False
    dry_layoffs: bool = False
    discard_touch_bars_dry: bool = False
    winner_bonus: int = field(default=0, metadata={"signed": True})
    early_joker_counts: bool = False
    round_to: int = field(default=1, metadata={"least": 1})
    last_round_mult: int = 1
    target: int | None = None
    target_effect: TargetEffect = TargetEffect.NONE
    target_strict: bool = False


@dataclass(frozen=True, slots=True)
class KnockRules:
    """The one lay-down of gin and full."""

    knock_max: int | None = None
    gin_bonus: int = 0
    undercut_bonus: int = 0
    undercut_on_tie: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One parameter in which two rulesets differ."""

    parameter: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All the rules of one table; two rulesets with equal rules are equal."""

    deck: DeckRules = DeckRules()
    melds: MeldRules = MeldRules()
    values: ValueRules = ValueRules()
    opening: OpeningRules = OpeningRules()
    turn: TurnRules = TurnRules()
    table: TableRules = TableRules()
    score: ScoreRules = ScoreRules()
    knock: KnockRules = KnockRules()

    def but(self, **changes: Any) -> Ruleset:
        """The same table with some parameters changed, each by its flat name.

        Values may be given as they are written in JSON (``deal=14``, ``ace_run="circular"``).
        Raises ``BadOverride`` for a parameter that does not exist or a value it cannot take.
        """
        parts: dict[str, dict[str, object]] = {}
        for name, value in changes.items():
            parameter = PARAMETERS.get(name)
            if parameter is None:
                raise BadOverride(name, value)
            parts.setdefault(parameter.group, {})[name] = parameter.read(value)
        groups: dict[str, Any] = {group: replace(getattr(self, group), **part) for group, part in parts.items()}
        return replace(self, **groups)

    def value(self, name: str) -> object:
        """The value of one parameter by its flat name; ``KeyError`` if there is none."""
        return getattr(getattr(self, PARAMETERS[name].group), name)

    def differences(self, other: Ruleset) -> tuple[Difference, ...]:
        """Where another ruleset says something else, in the order of the parameters."""
        return tuple(
            Difference(name, self.value(name), other.value(name))
            for name in PARAMETERS
            if self.value(name) != other.value(name)
        )

    def as_json(self) -> dict[str, object]:
        """Every parameter by its flat name, in values that JSON knows."""
        return {name: plain(self.value(name)) for name in PARAMETERS}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a table may decide: where it lives, what it may be, whether it is only shown."""

    name: str
    group: str
    kind: Any
    info: bool
    least: int
    most: int | None

    def read(self, value: object) -> object:
        """A value as JSON or Python gives it, as the field holds it; else ``BadOverride``."""
        try:
            return _READERS.get(self.kind, self._read_choice)(self, value)
        except (ValueError, TypeError, AttributeError, KeyError) as problem:
            raise BadOverride(self.name, value) from problem

    def _read_choice(self, _: Parameter, value: object) -> object:
        return self.kind(value)


def _whole(parameter: Parameter, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    if value < parameter.least or (parameter.most is not None and value > parameter.most):
        raise ValueError(value)
    return value


def _whole_or_none(parameter: Parameter, value: object) -> int | None:
    return None if value is None else _whole(parameter, value)


def _flag(_: Parameter, value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _factor(_: Parameter, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e6:
        raise ValueError(value)
    return value


def _joker_value(parameter: Parameter, value: object) -> int | Replaced:
    return Replaced(value) if isinstance(value, str) else _whole(parameter, value)


def _by_players(parameter: Parameter, value: object) -> ByPlayers:
    if isinstance(value, ByPlayers):
        return value
    if not isinstance(value, Mapping):
        return ByPlayers(_whole(parameter, value))
    if not value:
        raise ValueError(value)
    listed = (PlayersCount(int(players), _whole(parameter, count)) for players, count in value.items())
    return ByPlayers(None, tuple(sorted(listed, key=lambda entry: entry.players)))


def _between(parameter: Parameter, value: object) -> Between:
    if isinstance(value, Between):
        return value
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(value)
    between = Between(_whole(parameter, value[0]), _whole(parameter, value[1]))
    if between.lowest > between.highest:
        raise ValueError(value)
    return between


def _one_go(parameter: Parameter, value: object) -> OneGoFactors:
    if isinstance(value, OneGoFactors):
        return value
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise ValueError(value)
    return OneGoFactors(*(_factor(parameter, part) for part in value))


_READERS: dict[Any, Any] = {
    int: _whole,
    int | None: _whole_or_none,
    bool: _flag,
    float: _factor,
    int | Replaced: _joker_value,
    ByPlayers: _by_players,
    Between: _between,
    OneGoFactors: _one_go,
}


def plain(value: object) -> object:
    """A value of a parameter as JSON writes it."""
    match value:
        case ByPlayers(fixed=None, listed=listed):
            return {str(entry.players): entry.count for entry in listed}
        case ByPlayers(fixed=fixed):
            return fixed
        case Between(lowest=lowest, highest=highest):
            return [lowest, highest]
        case OneGoFactors(no_joker=none, one_joker=one, more=more):
            return [none, one, more]
        case StrEnum():
            return value.value
    return value


def _parameter(group: str, kind: Any, spec: Field[Any]) -> Parameter:
    least = -(10**6) if spec.metadata.get("signed") else spec.metadata.get("least", 0)
    return Parameter(spec.name, group, kind, spec.metadata.get("info", False), least, spec.metadata.get("most"))


@cache
def _parameters() -> dict[str, Parameter]:
    table = {}
    for group, owner in get_type_hints(Ruleset).items():
        kinds = get_type_hints(owner)
        table.update({spec.name: _parameter(group, kinds[spec.name], spec) for spec in fields(owner)})
    return table


PARAMETERS: Mapping[str, Parameter] = _parameters()
"""Every parameter by its flat name, in the order a rules page shows them."""
