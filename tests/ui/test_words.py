"""Four languages, each with its own letters and plurals, and no mixing."""

import re

import pytest

from engine.cards import FACES, Rank, parse_face
from ui.words import LANGUAGES, choose_language, literal, words_of


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("en", "QS", "Q♠"),
        ("pl", "QS", "D♠"),
        ("pl", "JH", "W♥"),
        ("fr", "KD", "R♦"),
        ("fr", "JC", "V♣"),
        ("ro", "10H", "10♥"),
    ],
)
def test_cards_are_written_as_the_country_prints_them(language: str, text: str, written: str) -> None:
    assert words_of(language).face(parse_face(text)) == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_faces_sound_different(language: str) -> None:
    words = words_of(language)
    assert len({words.spoken(face) for face in FACES}) == len(FACES)
    assert len({words.rank(rank) for rank in Rank}) == len(Rank)


@pytest.mark.parametrize(
    ("language", "n", "said"),
    [
        ("en", 1, "1 card"),
        ("en", 2, "2 cards"),
        ("pl", 1, "1 karta"),
        ("pl", 3, "3 karty"),
        ("pl", 12, "12 kart"),
        ("pl", 22, "22 karty"),
        ("ro", 1, "1 carte"),
        ("ro", 14, "14 cărți"),
        ("ro", 20, "20 de cărți"),
        ("fr", 0, "0 carte"),
        ("fr", 13, "13 cartes"),
    ],
)
def test_plurals(language: str, n: int, said: str) -> None:
    assert words_of(language).count("cards.count", n) == said


@pytest.mark.parametrize(
    ("asked", "browser", "chosen"),
    [
        ("pl", "fr-FR", "pl"),
        (None, "ro-RO", "ro"),
        (None, "de-DE", "en"),
        ("xx", "pl", "pl"),
        (None, None, "en"),
        ("FR", None, "fr"),
    ],
)
def test_the_language_chosen_goes_before_the_browsers(asked: str | None, browser: str | None, chosen: str) -> None:
    assert choose_language(asked, browser) == chosen


def test_numbers_and_shares_are_written_as_the_country_writes_them() -> None:
    assert words_of("en").percent(0.5) == "50%"
    assert words_of("pl").percent(0.034) == "3,4%"
    assert words_of("fr").number(1234.5).replace("\u202f", " ") == "1 234,5"
    assert words_of("en").listed(["a", "b", "c"]) == "a, b, and c"


@pytest.mark.parametrize(
    "name",
    ["Ola", "Żółć_*x*", "![x](http://other.example/p.png)", "www.other.example", ":red[Jan] :smile: $x$", "# A <b>"],
)
def test_a_typed_name_is_no_markdown(name: str) -> None:
    shown = literal(name)
    assert re.sub(r"\\(.)", r"\1", shown) == name
    assert not re.search(r"(?<!\\)[!*_\[\]():.$#<>]", shown)
