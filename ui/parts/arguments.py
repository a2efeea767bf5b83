"""What is argued about at the table, answered by this table's own rules.

The questions are those of the rule books' readers; each answer reads fields of the rules, so a
house rule that is switched on changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from engine.rules import LayOffs, Replaced, Ruleset, ScoreMode, Swap
from ui.desk import Desk
from ui.parts.game import rules_of
from ui.parts.grounds import grounds_html
from ui.words import Words


@dataclass(frozen=True, slots=True)
class Argument:
    """One question: the rules it turns on, whether it arises in a game, which answer holds, whether sources differ."""

    name: str
    parameters: tuple[str, ...]
    arises: Callable[[Ruleset], bool]
    answer: Callable[[Ruleset], str]
    sources_differ: bool = False


def _yes_or_no(name: str) -> Callable[[Ruleset], str]:
    return lambda rules: "yes" if rules.value(name) else "no"


def _value(name: str) -> Callable[[Ruleset], str]:
    return lambda rules: str(rules.value(name))


def _always(_: Ruleset) -> bool:
    return True


def _jokers(rules: Ruleset) -> bool:
    return rules.deck.jokers_per_pack > 0


def _opens(rules: Ruleset) -> bool:
    return rules.opening.open_points > 0


def _lays_off(rules: Ruleset) -> bool:
    return rules.table.layoff is not LayOffs.NONE


def _swaps(rules: Ruleset) -> bool:
    return _jokers(rules) and rules.table.swap is not Swap.NONE


def _one_go(rules: Ruleset) -> bool:
    return rules.score.one_go_mult.no_joker != 1 or rules.score.one_go_flat is not None


def _two_packs(rules: Ruleset) -> bool:
    packs = rules.deck.packs
    return max(packs.at(players) for players in range(2, 9)) > 1


def _joker_meld(rules: Ruleset) -> str:
    worth = rules.values.joker_meld
    return "replaced" if isinstance(worth, Replaced) else "fixed" if worth else "zero"


def _side_by_side(rules: Ruleset) -> str:
    if rules.melds.jokers_run_max == 1:
        return "one"
    return "yes" if rules.melds.jokers_adjacent else "no"


def _discard(rules: Ruleset) -> str:
    return "points" if rules.turn.discard_draw_points else rules.turn.discard_draw.value


ARGUMENTS = (
    Argument("ace", ("ace_run", "ace_low", "ace_high", "ace_set", "ace_hand"), _always, _value("ace_run")),
    Argument("corner", ("ace_run",), _always, lambda r: "yes" if r.melds.ace_run == "circular" else "no"),
    Argument("joker_counts", ("joker_meld",), lambda r: _jokers(r) and _opens(r), _joker_meld, sources_differ=True),
    Argument("which_card", (), _jokers, lambda _: "ask"),
    Argument("set_of_three", ("swap_set3",), _swaps, _value("swap_set3"), sources_differ=True),
    Argument("keep_joker", ("swap_reuse",), _swaps, _value("swap_reuse")),
    Argument(
        "clean", ("clean_inside_dirty",), lambda r: _jokers(r) and r.opening.open_clean_runs > 0,
        _yes_or_no("clean_inside_dirty"), sources_differ=True,
    ),
    Argument("two_jokers", ("jokers_adjacent", "jokers_run_max", "naturals_min"), _jokers, _side_by_side, True),
    Argument(
        "added", ("open_count_layoffs",), lambda r: _opens(r) and _lays_off(r), _yes_or_no("open_count_layoffs"), True
    ),
    Argument("exactly", ("open_points",), _opens, lambda _: "enough"),
    Argument("discard", ("discard_draw", "discard_draw_points"), _always, _discard),
    Argument("last_card", ("final_discard",), _always, _value("final_discard")),
    Argument("twice", ("set_distinct_suits",), _two_packs, _yes_or_no("set_distinct_suits"), sources_differ=True),
    Argument(
        "unopened", ("unopened", "unopened_per_joker"), lambda r: r.score.score_mode is ScoreMode.PENALTY,
        lambda r: "no" if r.score.unopened is None else "yes",
    ),
    Argument("one_go", ("one_go_mult", "one_go_only_if_first"), _one_go, _yes_or_no("one_go_only_if_first"), True),
    Argument(
        "joker_close", ("one_go_joker_close",), lambda r: _jokers(r) and _one_go(r),
        lambda r: "yes" if r.score.one_go_joker_close != 1 else "no", sources_differ=True,
    ),
    Argument(
        "early_joker", ("early_joker_counts",), lambda r: _jokers(r) and r.score.score_mode is not ScoreMode.MELD,
        _yes_or_no("early_joker_counts"),
    ),
    Argument("take_card", ("take_spare",), _lays_off, _yes_or_no("take_spare"), sources_differ=True),
    Argument(
        "your_run", ("joker_on_opponent_run",), lambda r: _jokers(r) and _lays_off(r),
        _yes_or_no("joker_on_opponent_run"), sources_differ=True,
    ),
    Argument(
        "tie", ("undercut_on_tie",), lambda r: r.knock.knock_max is not None, _yes_or_no("undercut_on_tie"), True
    ),
    Argument("target", ("target", "target_strict"), lambda r: r.score.target is not None, _yes_or_no("target_strict")),
)  # fmt: skip


def arguments_for(rules: Ruleset) -> tuple[Argument, ...]:
    """The questions that can arise in this game."""
    return tuple(argument for argument in ARGUMENTS if argument.arises(rules))


def question_text(argument: Argument, rules: Ruleset, words: Words) -> str:
    """The question with this table's figures."""
    return words(f"argue.{argument.name}", **_figures(rules))


def answer_text(argument: Argument, rules: Ruleset, words: Words) -> str:
    """The verdict for this table, in a sentence."""
    return words(f"argue.{argument.name}.{argument.answer(rules)}", **_figures(rules))


def _figures(rules: Ruleset) -> dict[str, object]:
    """The numbers that the sentences may name."""
    values, score = rules.values, rules.score
    need = rules.opening.open_points
    return {
        "low": values.ace_low, "high": values.ace_high, "group": values.ace_set, "hand": values.ace_hand,
        "joker": values.joker_meld, "need": need, "less": need - 1, "unopened": score.unopened,
        "target": score.target, "points": rules.turn.discard_draw_points,
    }  # fmt: skip


def argument_html(argument: Argument, desk: Desk, words: Words) -> str:
    """The verdict, the rule it rests on, and whether other tables play it differently."""
    rules = rules_of(desk)
    differ = f'<p class="differ">{escape(words("argue.differ"))}</p>' if argument.sources_differ else ""
    return (
        f"<details><summary>{escape(question_text(argument, rules, words))}</summary>"
        f"<p>{escape(answer_text(argument, rules, words))}</p>"
        f"{grounds_html(argument.parameters, desk, words)}{differ}</details>"
    )


def arguments_html(desk: Desk, words: Words) -> str:
    """Every question that this game gives rise to, folded."""
    return "".join(argument_html(argument, desk, words) for argument in arguments_for(rules_of(desk)))
