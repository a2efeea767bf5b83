"""A dangerous discard fits the table, frees a joker, or goes with a card that was taken."""

from __future__ import annotations

from engine.cards import JOKER, Hand, parse_card
from engine.danger import danger
from engine.melds import parse_slots
from engine.presets import PRESETS
from engine.table import TableMeld

TRAD = PRESETS["remik_trad"]
TABLE = tuple(TableMeld(parse_slots(meld)) for meld in ("4D 5D 6D", "7S 8S JK=9S", "QH QD QC"))


def test_a_card_that_fits_the_table_helps_others() -> None:
    assert danger(parse_card("7D"), TRAD, TABLE).fits == (0,)
    assert danger(parse_card("QS"), TRAD, TABLE).fits == (2,)
    assert danger(parse_card("2C"), TRAD, TABLE).score == 0


def test_the_card_of_a_joker_is_the_worst_gift() -> None:
    gift = danger(parse_card("9S"), TRAD, TABLE)
    assert gift.frees_joker == (1,)
    assert gift.score > danger(parse_card("7D"), TRAD, TABLE).score
    assert danger(parse_card("9S"), PRESETS["gin"], (TableMeld(parse_slots("7S 8S 9S")),)).frees_joker == ()


def test_cards_taken_by_others_tell_what_they_collect() -> None:
    taken = Hand.parse("8H KC").faces
    assert danger(parse_card("8D"), TRAD, (), taken).goes_with == (parse_card("8H"),)
    assert danger(parse_card("10H"), TRAD, (), taken).goes_with == (parse_card("8H"),)
    assert danger(parse_card("JH"), TRAD, (), taken).goes_with == ()
    assert danger(parse_card("AC"), TRAD, (), taken).goes_with == (parse_card("KC"),)
    assert danger(parse_card("2C"), TRAD, (), taken).goes_with == ()
    assert danger(parse_card("8H"), TRAD, (), taken).goes_with == ()
    assert danger(JOKER, TRAD, (), taken).goes_with == taken


def test_in_gin_nothing_is_laid_off_before_the_knock() -> None:
    assert danger(parse_card("7D"), PRESETS["gin"], TABLE[:1]).fits == ()
