"""Every game and every kind can be practised; answers bring reasons, rules and progress, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.cards import Hand, parse_card
from engine.drill import OF_ONE_MELD, DrillAnswer, DrillKind, ask, judge
from engine.hints import hints
from engine.melds import parse_slots
from engine.presets import PRESETS
from ledger import NOBODY, Exercise, Ledger, PracticeBook
from tests.ui.test_pages import desk_of, shown, text_of
from ui.desk import Desk
from ui.parts.grounds import grounds_html
from ui.parts.hints import hint_html
from ui.parts.lesson import parameters_of, shown_html, why
from ui.parts.practice import answer_of, asked, kinds_of, own_kinds
from ui.parts.practice import text_of as text_of_answer
from ui.words import LANGUAGES, words_of

EN = words_of("en")


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PRESETS)
def test_every_question_is_put_hinted_at_and_answered_in_words(game: str, language: str) -> None:
    rules, words, desk = PRESETS[game], words_of(language), Desk(rules=game)
    for kind in kinds_of(rules):
        question = ask(kind, rules, 1)
        for answer in (DrillAnswer(yes=True, points=1), DrillAnswer(yes=False)):
            judged = judge(question, answer, rules)
            told = [
                asked(question, rules, words),
                *why(question, judged, rules, words),
                grounds_html(parameters_of(question, judged, rules), desk, words),
                shown_html(question, rules, words),
                *(hint_html(hint, desk, words) for hint in hints(question, rules)),
            ]
            assert len(told) > 3
            assert not [text for text in told if "{" in text or text.startswith(("practise.", "reason.", "hint."))]


@pytest.mark.parametrize(
    "answer",
    [
        DrillAnswer(yes=True),
        DrillAnswer(points=24),
        DrillAnswer(melds=(parse_slots("7S 8S JK"), parse_slots("KH KD KC"))),
        DrillAnswer(joker=parse_card("10H")),
    ],
)
def test_an_answer_is_kept_as_text(answer: DrillAnswer) -> None:
    assert answer_of(text_of_answer(answer)) == answer


def test_a_reason_comes_with_its_rule_and_the_house_rules_about_it() -> None:
    html = grounds_html(["open_points"], Desk(), EN)
    assert "Your table&#x27;s rule – Points of the first lay-down:" in html
    assert "<b>51</b>" in html
    assert "Some tables play otherwise: “Lay down with 50 points”, “Lay down with 52 points”." in html
    html = grounds_html(["open_points"], Desk(house_rules=("M8b_open_52",)), EN)
    assert "<b>52</b>" in html
    assert "House rule in force: “Lay down with 52 points”." in html


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("7S 8S 9S", {DrillKind.IS_MELD, DrillKind.MELD_POINTS}),
        ("7S JK 9S", {DrillKind.IS_MELD, DrillKind.MELD_POINTS, DrillKind.JOKER_PLACE}),
        ("7S 8S 2H", {DrillKind.IS_MELD}),
        ("7S 8S 9S 10H 10D 10C JK 2D 2H KC QD 4H 2S 5C", {*DrillKind} - {*OF_ONE_MELD}),
        ("2S 4H 6D 8C 10S QH", {DrillKind.MAY_OPEN}),
        ("7S 7S 7S", set()),
        ("7S", set()),
    ],
)  # fmt: skip
def test_what_can_be_asked_about_cards_of_ones_own(cards: str, kinds: set[DrillKind]) -> None:
    assert set(own_kinds(Hand.parse(cards), PRESETS["remik_trad"])) == kinds


def answering(app: AppTest, exercise: Exercise) -> AppTest:
    app.session_state["course-exercise"] = exercise.text
    app.session_state["course-answer"] = None
    app.session_state["course-hints"] = 0
    return app.run()


def test_a_question_is_answered_kept_and_followed_by_another() -> None:
    app = shown(Desk(), "practise")
    answering(app, Exercise("remik_trad", (), DrillKind.IS_MELD, Hand.parse("10S JK JK KS")))
    assert "Do these cards make a meld?" in text_of(app)
    app.button(key="hint").click().run()
    app.button(key="hint").click().run()
    assert "This rule decides:" in text_of(app)
    assert "Two jokers may lie side by side" in text_of(app)
    app.button(key="answer-no").click().run()
    told = text_of(app)
    assert "Right!" in told
    assert "Two jokers side by side." in told
    assert "1 of 1 right" in told
    (kept,) = PracticeBook.at_home().progress(NOBODY).answers
    assert (kept.right, kept.hints) == (True, 2)
    app.button(key="next").click().run()
    assert not app.exception
    assert "Right!" not in text_of(app)


def test_a_wrong_answer_counts_what_it_is_and_names_the_sum() -> None:
    app = shown(Desk(), "practise")
    answering(app, Exercise("remik_trad", (), DrillKind.IS_MELD, Hand.parse("QS KS AS")))
    app.button(key="answer-no").click().run()
    assert "Not quite." in text_of(app)
    assert "A♠ 11 = 31." in text_of(app)
    app = answering(app, Exercise("remik_trad", (), DrillKind.MAY_OPEN, desk_of("2S 4H 6D 8C 10S QH").hand))
    app.button(key="answer-yes").click().run()
    assert "A run of three without a joker is missing." in text_of(app)
    assert "There is no run and no set" not in text_of(app)


@pytest.mark.parametrize("game", ["rami51", "gin"])
def test_all_kinds_open_on_the_page(game: str) -> None:
    app = shown(Desk(rules=game, players=2), "practise")
    for kind in kinds_of(PRESETS[game]):
        answering(app, Exercise(game, (), kind, ask(kind, PRESETS[game], 1).cards))
        assert not app.exception
        question = ask(kind, PRESETS[game], 1)
        assert asked(question, PRESETS[game], EN) in text_of(app)


def test_each_player_has_progress_of_their_own() -> None:
    ana = Ledger.at_home().player("Ana")
    PracticeBook.at_home().answered(ana.id, Exercise("gin", (), DrillKind.IS_MELD, Hand.parse("7S 8S 9S")), right=True)
    assert "1 of 1 right" in text_of(shown(Desk(), "practise", who=ana.id))
    assert "1 of 1 right" not in text_of(shown(Desk(), "practise"))


def test_ones_own_hand_becomes_an_exercise() -> None:
    app = shown(desk_of("7S 8S 9S 10H 10D 10C JK 2D 2H KC QD 4H 2S 5C"), "practise")
    app.toggle(key="own-hand").set_value(True).run()
    assert not app.exception
    kept = Exercise.parse(app.session_state["course-exercise"])
    assert str(kept.cards) == str(Hand.parse("7S 8S 9S 10H 10D 10C JK 2D 2H KC QD 4H 2S 5C").sorted())


def test_a_ledger_that_cannot_be_used_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite3").write_bytes(b"no ledger" * 1000)
    app = shown(Desk(), "practise")
    assert any("The file of the games is damaged" in error.value for error in app.error)
