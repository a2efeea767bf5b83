"""What an answer taught: right or not, why in words, the rule behind it, and a best answer to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

import streamlit as st

from engine.cards import CARDS, Card, Face
from engine.drill import DrillAnswer, DrillKind, Judgement, Question, judge
from engine.hints import answer_melds
from engine.knock import is_knock_game
from engine.melds import Meld, Slot, judge_meld, named
from engine.rules import Ruleset
from ui.desk import Desk
from ui.parts.cards import cards_html
from ui.parts.game import rules_of
from ui.parts.grounds import grounds_html, grounds_of, reason_words
from ui.parts.melds import meld_html, meld_name, verdict_html
from ui.words import Words


def lesson(question: Question, answer: DrillAnswer, desk: Desk, words: Words) -> None:
    """The verdict, its rules, and the cards as they are best laid."""
    rules = rules_of(desk)
    judged = judge(question, answer, rules)
    kind, seal = ("yes", "✓") if judged.right else ("no", "…")
    title = words("practise.right" if judged.right else "practise.wrong")
    told = " ".join(why(question, judged, rules, words))
    st.html(verdict_html(kind, seal, title, told) + grounds_html(parameters_of(question, judged, rules), desk, words))
    st.html(f'<div class="felt">{shown_html(question, rules, words)}</div>')


def why(question: Question, judged: Judgement, rules: Ruleset, words: Words) -> Iterator[str]:
    """The reasons in words, then what the cards are worth."""
    match question.kind:
        case DrillKind.IS_MELD | DrillKind.MAY_OPEN:
            yield from (reason_words(reason, words) for reason in judged.reasons)
            if not judged.reasons:
                yield from _what_it_is(question, judged, rules, words)
        case DrillKind.MELD_POINTS | DrillKind.JOKER_PLACE:
            yield from (reason_words(reason, words) for reason in judged.reasons)
            yield from _what_it_is(question, judged, rules, words)
        case _:
            yield from (reason_words(reason, words) for reason in judged.reasons)
            yield from _against_the_best(judged, rules, words)


def _what_it_is(question: Question, judged: Judgement, rules: Ruleset, words: Words) -> Iterator[str]:
    if question.kind is DrillKind.MAY_OPEN:
        yield best_text(judged, rules, words)
        return
    meld = best_meld(question, rules)
    if meld is not None:
        yield f"{meld_name(meld, words)}: {sum_text(meld, rules, words)}"


def _against_the_best(judged: Judgement, rules: Ruleset, words: Words) -> Iterator[str]:
    yield best_text(judged, rules, words)
    if judged.cost > 0 and not judged.reasons:
        yield words("practise.cost", points=words.count("points.count", judged.cost))


def best_text(judged: Judgement, rules: Ruleset, words: Words) -> str:
    """What the best answer is worth."""
    key = "practise.least" if is_knock_game(rules) else "practise.best"
    return words(key, points=words.count("points.count", judged.best_points))


def best_meld(question: Question, rules: Ruleset) -> Meld | None:
    """The meld that these cards are, every joker where it is worth most."""
    burnt = () if question.kind is DrillKind.IS_MELD else CARDS
    meld = judge_meld(map(Slot.of, question.cards), rules, burnt).meld
    return None if meld is None else named(meld)


def sum_text(meld: Meld, rules: Ruleset, words: Words) -> str:
    """``A♠ 11 + K♠ 10 + D♠ 10 = 31``."""
    points = meld.points(rules.values)
    parts = (f"{words.face(slot.face)} {worth}" for slot, worth in zip(meld.slots, points, strict=True))
    return f"{' + '.join(parts)} = {sum(points)}."


def parameters_of(question: Question, judged: Judgement, rules: Ruleset) -> tuple[str, ...]:
    """The rules that decided; where nothing was against it, those that were met."""
    grounds = grounds_of(judged.reasons)
    if grounds or question.kind is DrillKind.IS_MELD:
        return grounds
    if question.kind is DrillKind.MELD_POINTS:
        return _values_used(question.cards.faces)
    if question.kind is DrillKind.JOKER_PLACE:
        return ("joker_meld",)
    if is_knock_game(rules):
        return ("knock_max",)
    clean = ("open_clean_runs",) if rules.opening.open_clean_runs else ()
    return ("open_points", *clean)


def _values_used(faces: Iterable[Face]) -> tuple[str, ...]:
    jokers = [face for face in faces if not isinstance(face, Card)]
    return ("joker_meld",) if jokers else ()


def shown_html(question: Question, rules: Ruleset, words: Words) -> str:
    """The cards as they are best laid; those that can't be laid, as they are."""
    if question.kind in (DrillKind.FIND_BEST, DrillKind.FIND_OPENING, DrillKind.MAY_OPEN):
        melds = answer_melds(question, rules)
        if melds:
            left = list(question.cards)
            for face in (slot.face for meld in melds for slot in meld.slots):
                left.remove(face)
            return _laid(melds, rules, words) + f'<div class="then">{cards_html(left, words)}</div>'
        return cards_html(question.cards, words)
    meld = best_meld(question, rules)
    return cards_html(question.cards, words) if meld is None else _laid((meld,), rules, words)


def _laid(melds: Iterable[Meld], rules: Ruleset, words: Words) -> str:
    title = f"<h3>{escape(words('practise.shown'))}</h3>"
    return f'{title}<div class="melds">{"".join(meld_html(meld, rules, words) for meld in melds)}</div>'
