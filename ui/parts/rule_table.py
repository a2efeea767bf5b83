"""The rules of a table as a player reads them, made from the data that the engine plays by."""

from __future__ import annotations

from enum import StrEnum
from html import escape

from engine.presets import PRESETS, HouseRule
from engine.rules import PARAMETERS, Between, ByPlayers, OneGoFactors, Ruleset
from ui.words import Words

COUNTED_ZERO_IS_NONE = {"open_points", "open_clean_runs", "last_card_call_penalty", "cut_peek"}
"""Parameters whose 0 a player calls "no"."""


def rule_tables(rules: Ruleset, game: str, words: Words) -> str:
    """All groups of rules; what differs from the game as written is marked as a house rule."""
    changed = {difference.parameter for difference in PRESETS[game].differences(rules)}
    groups = dict.fromkeys(parameter.group for parameter in PARAMETERS.values())
    return "".join(_group(group, rules, changed, words) for group in groups if _is_played(group, rules))


def _is_played(group: str, rules: Ruleset) -> bool:
    """Knocking is told only where it exists."""
    return group != "knock" or rules.knock.knock_max is not None


def _group(group: str, rules: Ruleset, changed: set[str], words: Words) -> str:
    rows = "".join(
        _row(name, rules, name in changed, words) for name, parameter in PARAMETERS.items() if parameter.group == group
    )
    title = escape(words(f"rules.group.{group}"))
    return f'<section class="rules"><h3>{title}</h3><table class="plain"><tbody>{rows}</tbody></table></section>'


def _row(name: str, rules: Ruleset, changed: bool, words: Words) -> str:
    value = escape(value_text(name, rules.value(name), words))
    mark = f' <span class="badge">{escape(words("rules.changed"))}</span>' if changed else ""
    return f'<tr><th scope="row">{escape(words(f"rule.{name}"))}{mark}</th><td>{value}</td></tr>'


def game_name(game: str, words: Words) -> str:
    """A game as players call it; one that no language names yet by its id."""
    key = f"game.{game}"
    return words(key) if words.knows(key) else game.replace("_", " ").capitalize()


def house_rule_name(rule: HouseRule, words: Words) -> str:
    """What a house rule says; where no language has a sentence for it, what it changes."""
    key = f"house.{rule.id}"
    if words.knows(key):
        return words(key)
    rules = Ruleset().but(**rule.changes)
    return "; ".join(f"{words(f'rule.{name}')}: {value_text(name, rules.value(name), words)}" for name in rule.changes)


def value_text(name: str, value: object, words: Words) -> str:
    """A rule's value in words: ``yes``, ``no limit``, ``2 to 5``, ``only after laying down``."""
    match value:
        case bool():
            return words("rules.yes" if value else "rules.no")
        case None:
            return words("rules.unlimited" if _is_limit(name) else "rules.no")
        case StrEnum():
            return words(f"value.{name}.{value.value}")
        case Between(lowest=lowest, highest=highest):
            return str(lowest) if lowest == highest else words("rules.range", lowest=lowest, highest=highest)
        case ByPlayers():
            return _by_players(value, words)
        case OneGoFactors(no_joker=none, one_joker=one, more=more):
            return _factors(none, one, more, words)
        case 0 if name in COUNTED_ZERO_IS_NONE:
            return words("rules.no")
        case int() | float():
            return words.number(value)
    return str(value)


def _is_limit(name: str) -> bool:
    return name in {"set_max", "jokers_run_max", "jokers_set3_max", "jokers_set4_max"}


def _by_players(value: ByPlayers, words: Words) -> str:
    if value.fixed is not None:
        return str(value.fixed)
    seats: dict[int, list[int]] = {}
    for entry in value.listed:
        seats.setdefault(entry.count, []).append(entry.players)
    return words.listed(
        words("rules.at_players", count=count, players=", ".join(map(str, players))) for count, players in seats.items()
    )


def _factors(none: float, one: float, more: float, words: Words) -> str:
    if none == one == more:
        return "×" + words.number(none)
    return words("rules.factors", none=words.number(none), one=words.number(one), more=words.number(more))
