"""Single deeds with melds on the table: positions that only one small change of a rule would answer otherwise."""

from __future__ import annotations

from engine.cards import parse_face
from engine.melds import parse_slots
from engine.opening import Opening, judge_opening
from engine.presets import PRESETS
from engine.reasons import Code
from engine.table import Reuse, ReuseHow, judge_swap

NEW_MELD = Reuse(ReuseHow.NEW_MELD, parse_slots("QS QH JK"))


def swap(game: str, table: str, cards: str) -> tuple[Code, ...]:
    return judge_swap(parse_slots(table), parse_slots(cards), PRESETS[game], reuse=NEW_MELD).codes


def test_both_missing_cards_free_the_joker_of_a_set_of_three_whatever_it_was_named() -> None:
    """Rami 51: the first makes it four, the second replaces the joker."""
    assert swap("rami51", "9C 9S JK=9D", "9D 9H") == ()
    assert swap("rami51", "9C 9S JK=9D", "9H") == (Code.SET3_JOKER_NOT_DETERMINED,)
    assert swap("remik_trad", "9C 9S JK=9D", "9H") == (Code.WRONG_CARD,)


def test_the_joker_of_a_set_of_four_goes_for_the_one_card_it_can_be() -> None:
    assert swap("rami51", "9C 9S 9D JK=9H", "9H") == ()
    assert swap("rami51", "9C 9S 9D JK", "9D") == (Code.WRONG_CARD,)
    assert swap("rami51", "9C 9S 9D 9H", "9H") == (Code.WRONG_CARD,)


def test_the_card_from_the_pile_is_not_used_by_its_like_from_the_table() -> None:
    """Rami 51: the discard must be laid in this turn; an equal card taken from a meld on the table is another."""
    melds = (parse_slots("7H 8H 9H"), parse_slots("QS QD QC"))
    seven = parse_face("7H")
    drawn = Opening(melds, discard_draw=seven)
    assert judge_opening(drawn, PRESETS["rami51"]).legal
    taken = Opening(melds, discard_draw=seven, from_table=(seven,))
    assert Code.DISCARD_CARD_NOT_USED in judge_opening(taken, PRESETS["rami51"]).codes
    both = Opening((*melds, parse_slots("7H 7S 7D")), discard_draw=seven, from_table=(seven,))
    assert judge_opening(both, PRESETS["rami51"]).legal
