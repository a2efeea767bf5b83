"""Questions about single deeds, as records: one function per kind, one entry per kind in ``KINDS``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.melds import Group, Meld, judge_meld
from engine.opening import Opening, judge_opening
from engine.records import Answer, BadRecord, Record
from engine.rules import Ruleset
from engine.scoresheets import check_gin, check_score
from engine.solver import Situation, best_opening
from engine.table import LayOff, LayOffSituation, Reuse, ReuseHow, judge_layoff, judge_swap, judge_take

Check = Callable[[Record, Ruleset, int], Answer]
"""A check reads the input of its kind under the rules, for so many players."""


def _codes(codes: tuple[str, ...]) -> Answer:
    return {"code": codes[0] if codes else None, "codes": list(codes)}


def _type(meld: Meld | None) -> str | None:
    if meld is None:
        return None
    return "set" if isinstance(meld, Group) else "run"


def check_meld(question: Record, rules: Ruleset, players: int) -> Answer:
    """Is this one meld, of which type, worth how much?"""
    verdict = judge_meld(question.slots("cards"), rules, question.burnt())
    return {
        "legal": verdict.legal,
        "type": _type(verdict.meld),
        "value": verdict.points,
        "clean": verdict.clean,
        **_codes(verdict.codes),
    }


def check_opening(question: Record, rules: Ruleset, players: int) -> Answer:
    """May these melds be laid as the first lay-down?  Or: what is the best one of a hand?"""
    if question.text("action") == "best":
        return check_best(question, rules, players)
    opening = Opening(
        melds=question.melds("melds"),
        layoffs=question.layoffs("layoffs"),
        from_table=question.hand("from_table").faces,
        discard_draw=question.face("discard_draw"),
        discard_take=question.hand("discard_take").faces,
        goes_out=question.flag("goes_out"),
        discard=question.face("discard"),
        first_turn=question.flag("first_turn"),
        nobody_laid=question.flag("nobody_laid"),
    )
    verdict = judge_opening(opening, rules, players=players, burnt=question.burnt())
    return {
        "legal": verdict.legal,
        "points": verdict.points,
        "short": verdict.short,
        **_codes(verdict.codes),
    }


def check_best(question: Record, rules: Ruleset, players: int) -> Answer:
    """The figures of the best opening of a hand before the discard."""
    hand = question.hand("hand")
    situation = Situation(players, question.flag("first_turn"), question.flag("nobody_laid"), question.burnt() * 8)
    best = best_opening(hand, rules, situation)
    return {
        "can_open": best.can_open,
        "max_points": best.max_points,
        "max_cards": best.max_cards,
        "min_left_after_discard": best.min_left if best.can_open else None,
        "max_points_any": best.max_points_any,
    }


def check_layoff(question: Record, rules: Ruleset, players: int) -> Answer:
    """May these cards be added to that meld?"""
    layoff = LayOff(question.slots("table"), question.slots("cards"), question.owner())
    situation = LayOffSituation(
        opened=question.flag("opened", True),
        hand_before=question.whole("hand_before"),
        drew_discard=question.has("discard_draw"),
    )
    verdict = judge_layoff(layoff, rules, situation, question.burnt())
    return {
        "legal": verdict.legal,
        "type": _type(verdict.meld),
        "removed": verdict.removed,
        **_codes(verdict.codes),
    }


def check_swap(question: Record, rules: Ruleset, players: int) -> Answer:
    """May this joker be taken for that card, or that card be taken from the table?"""
    table, opened, burnt = question.slots("table"), question.flag("opened", True), question.burnt()
    if question.text("action") == "take":
        taken = question.slots("take")
        if len(taken) != 1:
            raise BadRecord("bad_record", "take: one card expected")
        verdict = judge_take(table, taken[0], question.slots("into"), rules, opened=opened, burnt=burnt)
    else:
        cards, reuse = question.slots("cards"), _reuse(question)
        verdict = judge_swap(table, cards, rules, opened=opened, reuse=reuse, burnt=burnt)
    return {"legal": verdict.legal, **_codes(verdict.codes)}


def _reuse(question: Record) -> Reuse | None:
    if not question.has("reuse"):
        return None
    part = question.part("reuse")
    try:
        return Reuse(ReuseHow(part.text("how", ReuseHow.NEW_MELD)), part.slots("meld"))
    except ValueError as problem:
        raise BadRecord("bad_record", "how: new_meld or layoff expected") from problem


KINDS: Mapping[str, Check] = {
    "meld": check_meld,
    "opening": check_opening,
    "layoff": check_layoff,
    "swap": check_swap,
    "score": check_score,
    "gin": check_gin,
}
"""Every kind of question by its name; a new kind is one entry."""


def check(record: Record) -> Answer:
    """The answer to one record of any kind."""
    kind = record.text("kind")
    if kind not in KINDS:
        raise BadRecord("unknown_kind", f"unknown kind of question: {kind!r}")
    rules = record.rules("system")
    return KINDS[kind](record.part("input"), rules, record.players())
