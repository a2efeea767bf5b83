"""Every page opens in every language, and says what lies on the desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.cards import Hand
from engine.game import Line, Round
from engine.scoring import Finish, Remains
from ledger import Heading, Ledger, Setting
from ui.desk import Desk, DeskCard, DeskPhoto
from ui.visits import new_name, visits
from ui.words import LANGUAGES

APP = str(Path(__file__).resolve().parents[2] / "app.py")
OPENS = "7S 8S 9S 10H 10D 10C JK 2D 2H KC QD 4H 2S 5C"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))


def desk_of(text: str) -> Desk:
    desk = Desk()
    for face in Hand.parse(text):
        desk = desk.with_face(face)
    return desk


def shown(desk: Desk, page: str = "", language: str = "en", table: Desk | None = None, **asked: str) -> AppTest:
    """The app as a visitor finds it who comes back to this desk, and to what lies on the table."""
    visit = new_name()
    visits().keep(visit, desk.to_text())
    if table is not None:
        visits().keep(visit, table.to_text(), "table")
    app = AppTest.from_file(APP, default_timeout=60)
    for name, value in ({"visit": visit, "lang": language} | asked).items():
        app.query_params[name] = value
    app.run()
    if page:
        app.switch_page(f"ui/pages/{page}.py")
        for name, value in asked.items():
            app.query_params[name] = value
        app.run()
    assert not app.exception
    return app


def text_of(app: AppTest) -> str:
    """All that stands on the page."""
    parts = [*app.get("html"), *app.markdown, *app.warning, *app.info, *app.header, *app.subheader, *app.success]
    return "\n".join(str(getattr(part, "value", None) or part.proto) for part in parts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["", "live", "score", "practise", "rules"])
def test_every_page_opens_in_every_language(page: str, language: str) -> None:
    assert text_of(shown(desk_of(OPENS), page, language))


def test_the_best_opening_is_told() -> None:
    text = text_of(shown(desk_of(OPENS)))
    assert "70 points with 10 cards" in text
    assert "joker standing for the 10 of spades" in text


def test_why_not_in_numbers_and_what_would_help() -> None:
    text = text_of(shown(desk_of("7S 8S 9S 10H 10D KC QD 4H 2S 5C 3D 6H JC")))
    assert "Not yet" in text
    assert "of 51 points" in text
    text = text_of(shown(desk_of("7S 8S 9S 10H 10D KC QD 4H 2S 5C 3D 6H JC AD")))
    assert "Best discard" in text


def test_doubtful_cards_are_named_beside_the_answer() -> None:
    desk = desk_of(OPENS)
    first = desk.cards[0]
    doubtful = desk.but(cards=(DeskCard(first.id, first.face, doubtful=True), *desk.cards[1:]))
    assert "1 card is doubtful; this holds if it was read rightly: 7♠." in text_of(shown(doubtful))


def test_more_copies_than_the_packs_hold_are_named() -> None:
    assert "only 2 copies of the 7♠" in text_of(shown(desk_of("7S 7S 7S")))


def test_gin_tells_the_deadwood() -> None:
    desk = desk_of("7S 8S 9S 10H 10D 10C KC QD 4H 2S AS").but(rules="gin", players=2)
    assert "of deadwood" in text_of(shown(desk))


def test_the_whole_turn_of_one_who_has_laid_down() -> None:
    desk = desk_of("10S KH KD KC 2S 3D").but(opened=True)
    table = Desk()
    for pile, meld in (("m1", "7S 8S 9S"), ("m2", "7S 8H")):
        for face in Hand.parse(meld):
            table = table.with_face(face, pile)
    text = text_of(shown(desk, table=table))
    assert "Best turn" in text
    assert "At the meld 7♠ 8♠ 9♠ on the table" in text


def test_what_is_wrong_with_a_photo_is_told() -> None:
    photo = DeskPhoto("a-photo-of-the-evening", 100, 100, scanned=True, notes=("too_dark", "no_cards"), unreadable=2)
    text = text_of(shown(Desk(photos=(photo,))))
    assert "too dark" in text
    assert "No cards could be read" in text
    assert "2 cards could not be read" in text


def test_house_rules_are_marked_on_the_rules_page() -> None:
    text = text_of(shown(Desk(house_rules=("M8b_open_52",)), "rules"))
    assert "house rule" in text
    assert ">52<" in text


def sheet() -> tuple[Ledger, str]:
    ledger = Ledger.at_home()
    ana, jan = ledger.player("Ana"), ledger.player("Jan")
    kept = ledger.start(Heading(Setting.of("rami51"), (ana, jan)))
    for points in (17, 30):
        played = Round((Line(ana.id, Remains()), Line(jan.id, Remains(counted=points))), Finish(ana.id))
        outcome = ledger.add_round(kept.id, kept.next_number, played)
        assert outcome.game is not None
        kept = outcome.game
    return ledger, kept.id


def test_a_sheet_shows_rounds_totals_and_who_deals() -> None:
    _, game = sheet()
    text = text_of(shown(Desk(), "score", sheet=game))
    assert "Round 3" in text
    assert "<b>47</b>" in text


def test_games_are_listed_and_the_newest_is_offered_first() -> None:
    sheet()
    app = shown(Desk(), "score")
    assert any(button.label.startswith("Go on with: Rami 51") for button in app.button)


def test_an_unknown_sheet_is_said_to_be_gone() -> None:
    assert "not kept here" in text_of(shown(Desk(), "score", sheet="no-such-game"))
