"""One practice question after the other, with the reason at once; the seed and the tally are all that is kept."""

from __future__ import annotations

import json

import streamlit as st

from engine.drill import DrillAnswer, DrillKind, Judgement, Question, ask, judge
from engine.reasons import Code
from engine.rules import Ruleset
from ui import state
from ui.parts.advice import reason_text
from ui.parts.cards import cards_html
from ui.parts.melds import verdict_html
from ui.words import Words

KINDS = (DrillKind.IS_MELD, DrillKind.MAY_OPEN, DrillKind.MELD_POINTS)
FIRST_SEED = 1


def practice(rules: Ruleset, words: Words) -> None:
    """Ask, take the answer, say why, go on."""
    kind = st.segmented_control(
        words("practise.kind"),
        [each.value for each in KINDS],
        default=KINDS[0].value,
        format_func=lambda each: words(f"practise.kind.{each}"),
        key="practice-kind",
        required=True,
    )
    course = state.course()
    question = ask(DrillKind(kind), rules, FIRST_SEED + course.seed)
    st.write(words(f"practise.ask.{kind}"))
    st.html(f'<div class="felt">{cards_html(question.cards, words)}</div>')
    if course.answer is None:
        take_answer(question, rules, words)
    else:
        tell(question, judge(question, answer_of(course.answer), rules), words)
    if course.asked:
        st.caption(words("practise.tally", right=course.right, all=course.asked))


def take_answer(question: Question, rules: Ruleset, words: Words) -> None:
    """Yes or no, or a number."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if question.kind is DrillKind.MELD_POINTS:
            points = st.number_input(words("practise.points"), 0, 200, 0, key=f"points-{question.seed}")
            answers = {words("practise.answer"): DrillAnswer(points=int(points))}
        else:
            answers = {words("rules.yes"): DrillAnswer(yes=True), words("rules.no"): DrillAnswer(yes=False)}
        for label, answer in answers.items():
            right = judge(question, answer, rules).right
            st.button(label, key=f"answer-{label}", on_click=state.answered, args=(text_of(answer), right))


def text_of(answer: DrillAnswer) -> str:
    return json.dumps({"yes": answer.yes, "points": answer.points})


def answer_of(text: str) -> DrillAnswer:
    given = json.loads(text)
    return DrillAnswer(yes=given["yes"], points=given["points"])


def tell(question: Question, judgement: Judgement, words: Words) -> None:
    """Right or not, and why."""
    kind, seal = ("yes", "✓") if judgement.right else ("no", "…")
    title = words("practise.right" if judgement.right else "practise.wrong")
    st.html(verdict_html(kind, seal, title, why(question, judgement, words)))
    st.button(words("practise.next"), key="next", type="primary", on_click=state.next_question)


def why(question: Question, judgement: Judgement, words: Words) -> str:
    """The reasons in words; where there are none, the figures."""
    of_meld = question.kind is DrillKind.IS_MELD
    told = [
        words("reason.not_a_meld") if of_meld and reason.code is Code.NOT_A_MELD else reason_text(reason, words)
        for reason in judgement.reasons
    ]
    if not told and judgement.best_points:
        key = "practise.best" if question.kind is DrillKind.MAY_OPEN else "practise.worth"
        told.append(words(key, points=words.count("points.count", judgement.best_points)))
    return " ".join(told)
