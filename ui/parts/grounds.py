"""Reasons in words, each with the rule of this table that it rests on and the house rules that would change it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from engine.grounds import GROUNDS, house_rules_about
from engine.presets import HOUSE_RULES
from engine.reasons import Reason
from engine.rules import Ruleset
from ui.desk import Desk
from ui.parts.game import rules_of
from ui.parts.rule_table import house_rule_name, value_text
from ui.words import Words


def reason_words(reason: Reason, words: Words) -> str:
    """One reason of the engine as a sentence about the cards at hand."""
    card = "" if reason.card is None else words.face(reason.card)
    return words(
        f"reason.{reason.code.value}",
        have=reason.have, need=reason.need, limit=reason.limit, short=reason.short, card=card,
    )  # fmt: skip


def grounds_of(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """The rules that these reasons rest on, each once."""
    return tuple(dict.fromkeys(name for reason in reasons for name in GROUNDS[reason.code]))


def grounds_html(parameters: Iterable[str], desk: Desk, words: Words) -> str:
    """The rules as this table has them, and what a house rule would change."""
    named = tuple(parameters)
    if not named:
        return ""
    rules = rules_of(desk)
    lines = "".join(f"<li>{_rule_line(name, rules, words)}</li>" for name in named)
    return f'<ul class="grounds">{lines}{_toggles(named, desk, words)}</ul>'


def _rule_line(name: str, rules: Ruleset, words: Words) -> str:
    value = value_text(name, rules.value(name), words)
    return f"{escape(words('grounds.rule', rule=words(f'rule.{name}')))} <b>{escape(value)}</b>"


def _toggles(names: tuple[str, ...], desk: Desk, words: Words) -> str:
    """House rules about it: those that are on, then those that could be."""
    about = [rule.id for rule in house_rules_about(names, desk.rules)]
    on = [name for name in desk.house_rules if name in about and name in HOUSE_RULES]
    off = [name for name in about if name not in on]
    told = [_toggle_line(key, ids, words) for key, ids in (("grounds.on", on), ("grounds.off", off)) if ids]
    return "".join(told)


def _toggle_line(key: str, ids: Iterable[str], words: Words) -> str:
    named = ", ".join(words("grounds.quoted", rule=house_rule_name(HOUSE_RULES[name], words)) for name in ids)
    return f"<li>{escape(words(key, rules=named))}</li>"
