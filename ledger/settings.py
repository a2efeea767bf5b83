"""What a table plays, kept so that an old game never changes its scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.presets import ruleset
from engine.records import Answer, BadRecord, Record
from engine.rules import PARAMETERS, Difference, Ruleset


@dataclass(frozen=True, slots=True)
class Setting:
    """A game with its house rules as they are called, and the rules as they were when it was chosen.

    The names serve words on a page; ``rules`` alone decide. So a later edition of the app
    that mends a game does not change what was played.
    """

    system: str
    house_rules: tuple[str, ...]
    rules: Ruleset

    @classmethod
    def of(cls, system: str, house_rules: Iterable[str] = (), overrides: Mapping[str, Any] | None = None) -> Setting:
        """The rules of a game by its id; raises what ``engine.presets.ruleset`` raises."""
        names = tuple(house_rules)
        return cls(system, names, ruleset(system, names, overrides))

    @property
    def own_changes(self) -> tuple[Difference, ...]:
        """Single parameters in which this table differs from its game and house rules."""
        return ruleset(self.system, self.house_rules).differences(self.rules)


def write_setting(setting: Setting) -> Answer:
    """The record of what a table plays."""
    return {
        "system": setting.system,
        "house_rules": list(setting.house_rules),
        "parameters": setting.rules.as_json(),
    }


def read_setting(record: Record) -> Setting:
    """What a table plays; parameters that this edition does not know are passed over."""
    given = record.part("parameters").data
    rules = Ruleset().but(**{name: value for name, value in given.items() if name in PARAMETERS})
    system = record.text("system")
    if not system:
        raise BadRecord("bad_record", "system: the id of a game expected")
    return Setting(system, record.words("house_rules"), rules)
