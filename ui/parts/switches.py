"""House rules in plain sight: each a switch that says what it changes."""

from __future__ import annotations

import streamlit as st

from engine.presets import HouseRule, excluded_by, house_rules_for
from engine.rules import Ruleset
from ui.desk import Desk
from ui.parts.game import rules_of, switched
from ui.parts.rule_table import house_rule_name, value_text
from ui.words import Words


def switches(desk: Desk, words: Words) -> None:
    """All house rules of this game; those that contradict a chosen one are shut."""
    barred = excluded_by(desk.house_rules)
    for rule in house_rules_for(desk.rules):
        on = rule.id in desk.house_rules
        st.toggle(
            house_rule_name(rule, words),
            value=on,
            disabled=rule.id in barred,
            key=f"switch-{desk.rules}-{rule.id}-{on}",
            on_change=switched,
            args=(rule.id,),
        )
        st.caption(changes_text(rule, rules_of(desk), words))


def changes_text(rule: HouseRule, rules: Ruleset, words: Words) -> str:
    """What this house rule makes of the table's rules: ``Points of the first lay-down: 50``."""
    changed = rule.applied_to(rules)
    return " · ".join(
        words("switch.changes", rule=words(f"rule.{name}"), value=value_text(name, changed.value(name), words))
        for name in rule.changes
    )
