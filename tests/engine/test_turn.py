"""Whole turns with the table: the optimum, the limits of every game, the judge's word."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import changes
from engine.advice import advise
from engine.cards import Hand
from engine.deeds import DeedKind
from engine.melds import parse_slots
from engine.presets import PRESETS, ruleset
from engine.table import Owner, TableMeld
from engine.turn import best_turns
from engine.turnsearch import Turn
from tests.engine.brute_turn import least_points, random_position
from tests.engine.commands import Reply, ask
from tests.engine.rejudge import faults

SEEDS = st.integers(0, 2**32)


@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_the_best_turn_is_what_trying_every_deed_finds(seed: int) -> None:
    hand, table, rules, opened = random_position(random.Random(seed))
    best = best_turns(hand, rules, table, opened=opened)[0]
    assert best.points_left == least_points(hand, table, rules, opened)


@given(seed=SEEDS)
@settings(max_examples=80, deadline=None)
def test_every_suggestion_passes_the_judge_and_its_sums_are_true(seed: int) -> None:
    assert list(faults(random.Random(seed))) == []


def turn_of(game: str, hand: str, *melds: str, opened: bool = True, owner: Owner = Owner.OPPONENT, **how: Any) -> Turn:
    table = tuple(TableMeld(parse_slots(meld), owner) for meld in melds)
    return advise(Hand.parse(hand), ruleset(game, **how), opened=opened, table=table).turns[0]


def deeds(turn: Turn) -> list[tuple[str, str]]:
    return [(deed.kind.value, str(deed.face)) for mix in turn.mixes for deed in mix.deeds]


def test_lay_off_and_discard_the_dearest() -> None:
    turn = turn_of("remik_trad", "7D KS 3C", "4D 5D 6D")
    assert deeds(turn) == [("lay_off", "7D")]
    assert (str(turn.discard), turn.points_left, turn.cards_laid) == ("KS", 3, 1)


def test_the_last_card_must_be_discarded_where_a_discard_is_asked() -> None:
    """Tradycyjny: the last card goes on the pile; remik 500 asks for no last discard."""
    assert turn_of("remik_trad", "7D", "4D 5D 6D").discard is not None
    assert turn_of("remik500", "7D", "4D 5D 6D").discard is None
    assert turn_of("remik500", "7D", "4D 5D 6D").goes_out


def test_a_swapped_joker_needs_a_new_meld_in_remik_tradycyjny() -> None:
    turn = turn_of("remik_trad", "6S QS QH 2C", "7S 8S JK=6S")
    assert deeds(turn) == [("swap", "6S")]
    assert turn.points_left == 0
    alone = turn_of("remik_trad", "6S 2C 3D", "7S 8S JK=6S", "4D 5D 7D JK=6D")
    assert all(kind != DeedKind.SWAP for kind, _ in deeds(alone))


def test_a_swapped_joker_may_join_a_meld_on_the_table_in_rami_51() -> None:
    turn = turn_of("rami51", "KS 2D", "QS JS JK=KS", "4D 5D 6D", owner=Owner.SELF)
    assert ("swap", "KS") in deeds(turn)
    assert ("lay_off", "JK") in deeds(turn)
    assert turn.goes_out


def test_no_joker_is_added_to_an_opponents_run_in_rami_51() -> None:
    """Rami 51: a player may not add a joker to an opponent's run; a set is not named."""
    assert deeds(turn_of("rami51", "JK 2C", "4D 5D 6D")) == []
    assert deeds(turn_of("rami51", "JK 2C", "4D 5D 6D", owner=Owner.SELF)) == [("lay_off", "JK")]
    assert deeds(turn_of("rami51", "JK 2C", "9S 9H 9C")) == [("lay_off", "JK")]


def test_a_set_of_three_gives_its_joker_for_both_missing_cards_in_rami_51() -> None:
    turn = turn_of("rami51", "9D 9H QS QH 2C", "9C 9S JK")
    assert sorted(kind for kind, _ in deeds(turn)) == ["lay_off", "swap"]
    assert turn.goes_out
    one = turn_of("rami51", "9D QS QH 2C", "9C 9S JK")
    assert deeds(one) == [("lay_off", "9D")]


def test_a_spare_card_is_taken_for_a_new_meld_in_rami_51_but_not_in_remik() -> None:
    turn = turn_of("rami51", "8H 9H 2C", "7D 7C 7S 7H")
    assert deeds(turn) == [("take", "7H")]
    assert turn.goes_out
    assert deeds(turn_of("remik_trad", "8H 9H 2C", "7D 7C 7S JK")) == []
    assert deeds(turn_of("rami51", "8H 9H 2C", "7D 7C 7S 7H", house_rules=["X1_no_table_taking"])) == []


def test_added_cards_count_for_the_first_lay_down_in_rami_51_only() -> None:
    """Rami 51: one may complete melds in the first lay-down, only the new cards count; remik: not."""
    hand = "7H 8H 9H 8S 8C 8D 7D 2C"
    rami = turn_of("rami51", hand, "4D 5D 6D", opened=False)
    assert (rami.opens, rami.opening_points, rami.goes_out) == (True, 55, True)
    assert not turn_of("remik_trad", hand, "4D 5D 6D", opened=False).opens


def test_a_card_from_the_table_does_not_count_for_the_first_lay_down() -> None:
    """Rami 51: the seven taken from four sevens counts nothing, 30 + 8 + 9 = 47."""
    hand = "10S JS QS 8H 9H KC"
    assert not turn_of("rami51", hand, "7D 7C 7S 7H", opened=False).opens
    turn = turn_of("rami51", hand + " 5D 5C 5S", "7D 7C 7S 7H", opened=False)
    assert (turn.opens, turn.opening_points) == (True, 62)


def test_after_51_points_more_may_be_laid_off_in_the_same_turn_of_remik() -> None:
    turn = turn_of("remik_trad", "8S 9S 10S 8D 8C 8H 7D 2C", "4D 5D 6D", opened=False)
    assert (turn.opens, turn.opening_points, turn.goes_out) == (True, 51, True)


def test_basic_rummy_lays_off_without_an_opening_and_keeps_the_joker() -> None:
    turn = turn_of("basic_rummy", "7D KS", "4D 5D 6D", opened=False)
    assert turn.goes_out
    swapped = turn_of("basic_rummy", "5H KS 2C", "3H 4H JK 6H", opened=False)
    assert deeds(swapped) == [("swap", "5H"), ("lay_off", "JK")]
    assert swapped.points_left == 2


def test_gin_has_no_lay_offs_in_a_turn() -> None:
    assert deeds(turn_of("gin", "10S 2D", "7S 8S 9S")) == []


def test_a_complete_meld_leaves_the_table_and_gives_nothing_more() -> None:
    """Remik: once all four are natural the set is gone, so its cards cannot be used."""
    turn = turn_of("remik_trad", "8D 2C 3C", "8S 8H 8C", overrides={"take_spare": True})
    assert turn.mixes[0].gone


def test_lebanese_joker_counts_the_burnt_cards_on_the_table() -> None:
    hand, full, with_joker = "5C 6C JK 2D", "7S 7H 7C 7D", "7S 7H 7D JK"
    house_rules = ["X1_no_table_taking"]
    assert turn_of("lebanese14", hand, full, full, house_rules=house_rules).goes_out
    assert not turn_of("lebanese14", hand, full, with_joker, house_rules=house_rules).goes_out


@pytest.mark.parametrize("game", PRESETS)
def test_a_turn_with_nothing_to_lay_is_a_discard(game: str) -> None:
    turn = turn_of(game, "2S 7H KD")
    assert (deeds(turn), turn.melds, turn.points_left) == ([], (), 9)


def test_gin_deadwood_after_the_best_discard() -> None:
    knock = advise(Hand.parse("4S 5S 6S 9H 9D 9C JC QC KC 3D KD"), PRESETS["gin"]).knock
    assert knock is not None
    assert (knock.deadwood, str(knock.discard), knock.may_knock, knock.is_gin) == (3, "KD", True, False)
    full = advise(Hand.parse("4S 5S 6S 9H 9D 9C JC QC KC 3D KD"), PRESETS["full"]).knock
    assert full is not None
    assert not full.may_knock


def test_melds_and_discard_are_chosen_together() -> None:
    """With 4-4-4 and 4-5-6 sharing a card, which melds are best depends on the discard."""
    knock = advise(Hand.parse("4S 4H 4D 5S 6S 10H 10D 10C 2H 2D 9S"), PRESETS["gin"]).knock
    assert knock is not None
    assert knock.deadwood == 2 + 2 + 4 + 4 - 0


def test_turn_record_names_everything() -> None:
    question: Reply = {
        "id": 1,
        "rules": "remik_trad",
        "hand": "6S QS QH 7D 2C",
        "opened": True,
        "table": [{"cards": ["7S", "8S", "JK=6S"], "owner": "opponent"}, {"cards": "4D 5D 6D"}],
    }
    reply = next(iter(ask("advise", [question]).values()))
    turn = reply["turn"]
    assert turn["swaps"] == [{"onto": 0, "card": "6S", "reuse": {"how": "new_meld", "meld": turn["melds"][0]}}]
    assert turn["lay_offs"] == [{"onto": 1, "cards": ["7D"]}]
    assert (turn["takes"], turn["discard"], turn["points_left"], turn["goes_out"]) == ([], "2C", 0, True)
    assert reply["front"][0] == turn


CROWDED = ("4D 5D 6D 7D", "7S 8S 9S 10S", "QH QD QC QS", "9C 9S 9D 9H", "2H 3H 4H 5H")


def test_a_crowded_table_is_looked_at_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "8D 6S KS 9D AH KC AS JK 2C 3C 2S JS JH"
    turn = turn_of("rami51", hand, *CROWDED)
    assert turn.complete
    monkeypatch.setattr(changes, "MOST_CHANGES", 5)
    cut = turn_of("rami51", hand, *CROWDED)
    assert not cut.complete
    assert cut.points_left >= turn.points_left


def test_any_joker_of_a_set_goes_for_a_further_card_in_basic_rummy() -> None:
    """Basic rummy: in 3-3-JK any further 3 takes the joker, whatever card it was named."""
    turn = turn_of("basic_rummy", "3H 8S 9S KD", "3S 3D JK=3C", opened=False)
    assert ("swap", "3H") in deeds(turn)
    assert turn.points_left == 0


def test_a_card_of_a_full_set_is_taken_and_a_joker_added_in_its_place() -> None:
    """Rami 51: after 5H is taken from four fives a joker fits, and 5S may go as well."""
    turn = turn_of("rami51", "QS KC JK JK JK", "7C JK 8C", "5S 5H 5D 5C", owner=Owner.SELF)
    assert turn.points_left == 20
    kinds = [kind for kind, _ in deeds(turn)]
    assert sorted(kinds) == ["lay_off", "take", "take"]
    assert kinds[0] == "take"


def test_cards_of_the_table_alone_are_no_lay_down() -> None:
    """Rami 51: a meld made of nothing but the table's cards lays nothing of the hand."""
    turn = turn_of("rami51", "JS 5H 8S 8H 7S JK", "AS 2S 3S 4S 5S", opened=False, overrides={"open_points": 0})
    assert not turn.opens


def test_a_joker_laid_in_this_turn_is_not_taken_back() -> None:
    """It would be the same as laying the card at once."""
    turn = turn_of("rami51", "AS AH KH QH KS AS QS KS QH", "9S 9H JK", "10H 9H JH JK", owner=Owner.SELF)
    assert sum(kind == "swap" for kind, _ in deeds(turn)) <= 1
    assert turn.goes_out
