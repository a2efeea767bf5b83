"""One practice question after the other, with the reason and its rule at once; the ledger keeps the answers."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import lru_cache
from html import escape

import streamlit as st

from engine.advice import TooManyCards, TooManyCopies, check_copies
from engine.cards import Face, Hand, parse_card
from engine.drill import OF_ONE_MELD, DrillAnswer, DrillKind, Question, ask, is_askable, judge, question_about
from engine.hints import joker_choices
from engine.knock import is_knock_game
from engine.melds import parse_slots
from engine.rules import Ruleset
from ledger import Exercise, PracticeBook, Progress
from ui import state
from ui.desk import Desk
from ui.parts.cards import cards_html
from ui.parts.game import rules_of
from ui.parts.hints import hint_box
from ui.parts.lesson import lesson
from ui.parts.tray import card_picker, meld_tray, melds_of
from ui.words import Words

MIXED = "mixed"
HARDEST = (12, 20, 30, 45, 65, 90, 10_000)
"""The difficulty a question may have at each level."""
_OF_HANDS = (DrillKind.MAY_OPEN, DrillKind.FIND_OPENING, DrillKind.FIND_BEST)


def practice(desk: Desk, book: PracticeBook, words: Words, *, own_hand: bool = False) -> None:
    """Ask, take the answer, say why, go on."""
    rules = rules_of(desk)
    kinds = own_kinds(desk.hand, rules) if own_hand else kinds_of(rules)
    if not kinds:
        st.info(words("practise.own.unfit"))
        return
    kind = kind_choice(kinds, words)
    exercise = current(desk, book, kinds if kind == MIXED else (DrillKind(kind),), own_hand=own_hand)
    question = question_of(exercise, rules)
    st.html(f'<p class="asked">{escape(asked(question, rules, words))}</p>')
    course = state.course()
    if course.answer is None:
        take_answer(question, exercise, rules, words)
        hint_box(question, desk, words)
    else:
        lesson(question, answer_of(course.answer), desk, words)
        st.button(words("practise.next"), key="next", type="primary", on_click=next_question)


def kinds_of(rules: Ruleset) -> tuple[DrillKind, ...]:
    """What can be practised in this game."""
    return tuple(kind for kind in DrillKind if rules.deck.jokers_per_pack or kind is not DrillKind.JOKER_PLACE)


def own_kinds(hand: Hand, rules: Ruleset) -> tuple[DrillKind, ...]:
    """What can be asked about cards of one's own: a meld's worth of them, or a hand."""
    try:
        check_copies(hand, rules)
    except (TooManyCopies, TooManyCards):
        return ()
    wanted = OF_ONE_MELD if 3 <= len(hand) <= 5 else _OF_HANDS if 5 < len(hand) <= 30 else ()
    return tuple(kind for kind in wanted if is_askable(kind, hand, rules))


def kind_choice(kinds: Sequence[DrillKind], words: Words) -> str:
    """What to practise; mixed asks more often what goes wrong more often."""
    options = [MIXED, *(kind.value for kind in kinds)]
    chosen = st.pills(
        words("practise.kind"),
        options,
        default=MIXED,
        format_func=lambda each: words(f"practise.kind.{each}"),
        key=f"practice-kind-{'-'.join(options)}",
        required=True,
    )
    return str(chosen)


def current(desk: Desk, book: PracticeBook, kinds: Sequence[DrillKind], *, own_hand: bool) -> Exercise:
    """The question that is asked now: the one begun, one that comes back, or a new one."""
    course = state.course()
    begun = Exercise.parse(course.exercise) if course.exercise else None
    if begun is not None and _fits(begun, desk, kinds, own_hand=own_hand):
        return begun
    house_rules = tuple(sorted(desk.house_rules))
    progress = book.progress(state.learner())
    if own_hand:
        fresh = Exercise(desk.rules, house_rules, progress.next_kind(kinds), desk.hand)
    else:
        back = book.due(state.learner(), desk.rules, house_rules, kinds)
        fresh = back or new_exercise(desk, progress, kinds)
    state.put_course(state.Course(fresh.text))
    return fresh


def _fits(exercise: Exercise, desk: Desk, kinds: Sequence[DrillKind], *, own_hand: bool) -> bool:
    """Whether the question begun is still one of this game, of these kinds, about these cards."""
    same_game = (exercise.system, list(exercise.house_rules)) == (desk.rules, sorted(desk.house_rules))
    same_cards = not own_hand or exercise.cards.sorted() == desk.hand.sorted()
    return same_game and same_cards and exercise.kind in kinds


def new_exercise(desk: Desk, progress: Progress, kinds: Sequence[DrillKind]) -> Exercise:
    """A question as hard as this player can take."""
    kind = progress.next_kind(kinds)
    question = _asked(kind, rules_of(desk), progress.asked + 1, HARDEST[progress.level(kind) - 1])
    return Exercise(desk.rules, tuple(sorted(desk.house_rules)), kind, question.cards)


@lru_cache(maxsize=64)
def _asked(kind: DrillKind, rules: Ruleset, seed: int, hardest: int) -> Question:
    return ask(kind, rules, seed, hardest=hardest)


@lru_cache(maxsize=64)
def _about(kind: DrillKind, text: str, rules: Ruleset) -> Question:
    """The question, its cards as they would be dealt: in hand sorted, a meld in any order."""
    cards = Hand.parse(text).sorted()
    if kind in OF_ONE_MELD:
        cards = Hand(tuple(random.Random(text).sample(cards.faces, len(cards))))
    return question_about(kind, cards, rules)


def question_of(exercise: Exercise, rules: Ruleset) -> Question:
    """The question of an exercise, its cards as they would be dealt."""
    return _about(exercise.kind, str(exercise.cards), rules)


def asked(question: Question, rules: Ruleset, words: Words) -> str:
    """The question in words; gin asks about the knock."""
    knocking = ".knock" if is_knock_game(rules) and question.kind in _OF_HANDS else ""
    limit = rules.knock.knock_max
    return words(f"practise.ask.{question.kind}{knocking}", limit=limit)


def take_answer(question: Question, exercise: Exercise, rules: Ruleset, words: Words) -> None:
    """Yes or no, a number, a card, or melds."""
    faces = question.cards.faces
    match question.kind:
        case DrillKind.FIND_OPENING | DrillKind.FIND_BEST:
            meld_tray(exercise.text, faces, rules, words)
            _button(words("practise.lay"), "lay", lambda: DrillAnswer(melds=melds_of(exercise.text, faces)))
            return
        case DrillKind.JOKER_PLACE:
            _felt(faces, words)
            choices = joker_choices(question, rules)
            card_picker(exercise.text, choices, words, lambda card: answered(DrillAnswer(joker=parse_card(card))))
        case DrillKind.MELD_POINTS:
            _felt(faces, words)
            _take_number(exercise, words)
        case _:
            _felt(faces, words)
            with st.container(horizontal=True):
                for key, yes in (("rules.yes", True), ("rules.no", False)):
                    st.button(
                        words(key), key=f"answer-{key[6:]}", on_click=answered, args=(DrillAnswer(yes=yes),), width=140
                    )


def _felt(faces: Sequence[Face], words: Words) -> None:
    st.html(f'<div class="felt">{cards_html(faces, words)}</div>')


def _take_number(exercise: Exercise, words: Words) -> None:
    """A number, sent by Enter or the button."""
    key = f"points-{exercise.text}"
    with st.form("points", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input(words("practise.points"), 0, 300, None, key=key, width=160)
        if st.form_submit_button(words("practise.answer"), type="primary"):
            points = state.take(key)
            if isinstance(points, int):
                answered(DrillAnswer(points=points))
                st.rerun()


def _button(label: str, key: str, answer: object) -> None:
    st.button(label, key=key, type="primary", on_click=lambda: answered(answer()))  # type: ignore[operator]


def answered(answer: DrillAnswer) -> None:
    """The answer is judged, kept, and shown with its reasons."""
    course = state.course()
    if not course.exercise or course.answer is not None:
        return
    exercise = Exercise.parse(course.exercise)
    rules = rules_of(state.desk())
    question = question_of(exercise, rules)
    right = judge(question, answer, rules).right
    PracticeBook.at_home().answered(
        state.learner(), exercise, right=right, hints=course.hints, traps=question.difficulty.traps
    )
    state.put_course(state.Course(course.exercise, text_of(answer), course.hints))


def next_question() -> None:
    """The question is done with; the next run of the page asks another."""
    state.put_course(state.Course())


def text_of(answer: DrillAnswer) -> str:
    """An answer as text, for the session."""
    melds = [" ".join(str(slot.face) for slot in meld) for meld in answer.melds]
    joker = None if answer.joker is None else str(answer.joker)
    return json.dumps({"yes": answer.yes, "points": answer.points, "melds": melds, "joker": joker})


def answer_of(text: str) -> DrillAnswer:
    """The answer of a text that ``text_of`` made."""
    given = json.loads(text)
    joker = None if given["joker"] is None else parse_card(given["joker"])
    return DrillAnswer(given["yes"], given["points"], tuple(map(parse_slots, given["melds"])), joker)
