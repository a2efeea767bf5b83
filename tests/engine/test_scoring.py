"""Every sentence of the rule books about the scores of a round, as a round that was played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.cards import Hand
from engine.melds import parse_slots
from engine.presets import ruleset
from engine.scoring import Finish, PlayerRemains, Reckoning, Remains, reckon
from tests.engine.rounds import scores, unopened

TWO_FACES_AND_A_NINE = "KS QH 9C"

# basic rummy


def test_basic_the_winner_scores_what_the_others_hold() -> None:
    assert scores("basic_rummy", {"B": "KH 7D", "C": "2S"}) == {"A": 19, "B": 0, "C": 0}


def test_basic_jokers_fifteen_courts_ten_aces_one_others_their_number() -> None:
    assert scores("basic_rummy", {"B": "JK"})["A"] == 15
    assert scores("basic_rummy", {"B": "KS QS JS"})["A"] == 30
    assert scores("basic_rummy", {"B": "AS"})["A"] == 1
    assert scores("basic_rummy", {"B": "2S 3S 4S 5S 6S 7S 8S 9S 10S"})["A"] == 54


def test_basic_an_ace_counts_eleven_if_queen_king_ace_is_allowed() -> None:
    assert scores("basic_rummy", {"B": "AS AH"}, "T1_basic_ace_high_or_low")["A"] == 22


def test_basic_nobody_is_charged_more_for_not_having_laid() -> None:
    assert scores("basic_rummy", {"B": unopened("7D")})["A"] == 7


# rami 51


def test_rami_the_others_write_their_cards_down_and_the_winner_nothing() -> None:
    assert scores("rami51", {"B": TWO_FACES_AND_A_NINE, "C": "2S"}) == {"A": 0, "B": 29, "C": 2}


def test_rami_an_ace_in_hand_is_always_eleven_and_a_joker_always_twenty() -> None:
    assert scores("rami51", {"B": "AS 2S", "C": "JK"}) == {"A": 0, "B": 13, "C": 20}


@pytest.mark.parametrize("hand", ["2S", "JK JK", "KH QH JH KS QS JS KD QD JD KC QC"])
def test_rami_who_has_not_laid_writes_100_whatever_he_holds(hand: str) -> None:
    assert scores("rami51", {"B": unopened(hand)})["B"] == 100


def test_rami_in_one_go_doubles_and_200_for_who_has_not_laid() -> None:
    assert scores("rami51", {"B": "KS 4H", "C": unopened("2S")}, in_one_go=True) == {"A": 0, "B": 28, "C": 200}


def test_rami_in_one_go_ending_with_a_joker_four_times_and_400_for_who_has_not_laid() -> None:
    finish = {"in_one_go": True, "closing_discard": "JK"}
    assert scores("rami51", {"B": "KS 4H", "C": unopened("2S")}, **finish) == {"A": 0, "B": 56, "C": 400}


def test_rami_ending_with_a_joker_is_nothing_without_laying_in_one_go() -> None:
    assert scores("rami51", {"B": "KS 4H"}, closing_discard="JK")["B"] == 14


def test_rami_ending_with_another_card_does_not_double_again() -> None:
    assert scores("rami51", {"B": "KS 4H"}, in_one_go=True, closing_discard="KD")["B"] == 28


def test_rami_jokers_used_do_not_lessen_one_go() -> None:
    assert [scores("rami51", {"B": "7S"}, in_one_go=True, jokers_used=n)["B"] for n in (0, 1, 2, 4)] == [14] * 4


def test_rami_one_go_doubles_though_others_have_laid() -> None:
    assert scores("rami51", {"B": "7S"}, in_one_go=True, others_had_laid=True)["B"] == 14


def test_rami_a_dry_rummy_in_the_narrow_sense_only_while_nobody_has_laid() -> None:
    narrow = "X5_dry_only_if_nobody_laid"
    assert scores("rami51", {"B": "7S"}, narrow, in_one_go=True, others_had_laid=True)["B"] == 7
    assert scores("rami51", {"B": unopened("7S")}, narrow, in_one_go=True, others_had_laid=False)["B"] == 200


def test_rami_one_go_with_melds_on_the_table_brings_nothing_but_by_the_variant() -> None:
    finish = {"in_one_go": True, "used_table": True}
    assert scores("rami51", {"B": "7S"}, **finish)["B"] == 7
    assert scores("rami51", {"B": "7S"}, "V10_dry_with_layoffs", **finish)["B"] == 14


def test_rami_touching_the_discard_pile_does_not_bar_one_go() -> None:
    assert scores("rami51", {"B": "7S"}, in_one_go=True, touched_discard=True)["B"] == 14


def test_rami_variant_an_unused_joker_counts_fifty() -> None:
    assert scores("rami51", {"B": "JK 3H"}, "V8_joker_50")["B"] == 53


def test_rami_variant_laying_all_at_once_makes_everybody_write_100() -> None:
    others = {"B": "2S", "C": unopened("KS"), "D": "KS QS JS KH QH JH KD QD JD KC QC JC"}
    assert scores("rami51", others, "V9_one_go_flat_100", in_one_go=True) == {"A": 0, "B": 100, "C": 100, "D": 100}


def test_rami_variant_the_hundred_is_flat_for_a_closing_joker_and_after_others_have_laid() -> None:
    finish = {"in_one_go": True, "closing_discard": "JK", "others_had_laid": True}
    assert scores("rami51", {"B": "2S"}, "V9_one_go_flat_100", **finish)["B"] == 100


def test_rami_variant_without_laying_all_at_once_the_hundred_does_not_apply() -> None:
    assert scores("rami51", {"B": "2S"}, "V9_one_go_flat_100")["B"] == 2


# lebanese 14


def test_lebanese_an_ace_is_always_ten() -> None:
    assert scores("lebanese14", {"B": "AS AH"})["B"] == 20


@pytest.mark.parametrize(
    ("jokers", "opened", "not_opened"), [(0, 48, 200), (1, 36, 150), (2, 24, 100), (3, 24, 100), (4, 24, 100)]
)
def test_lebanese_dry_rummy_by_the_jokers_used(jokers: int, opened: int, not_opened: int) -> None:
    found = scores("lebanese14", {"B": "KH 7D 7S", "C": unopened("2S")}, in_one_go=True, jokers_used=jokers)
    assert found == {"A": 0, "B": opened, "C": not_opened}


def test_lebanese_halves_are_rounded_up() -> None:
    assert [scores("lebanese14", {"B": f"{n}S"}, in_one_go=True, jokers_used=1)["B"] for n in (2, 3, 5, 7)] == [
        3,
        5,
        8,
        11,
    ]


def test_lebanese_ending_with_a_joker_is_not_doubled_again() -> None:
    assert scores("lebanese14", {"B": "7S"}, in_one_go=True, jokers_used=0, closing_discard="JK")["B"] == 14


def test_lebanese_a_run_or_set_on_the_table_may_be_completed_in_a_dry_rummy() -> None:
    assert scores("lebanese14", {"B": "7S"}, in_one_go=True, used_table=True, jokers_used=0)["B"] == 14


def test_lebanese_touching_the_discard_pile_loses_the_dry_rummy() -> None:
    found = scores("lebanese14", {"B": "7S", "C": unopened("2S")}, in_one_go=True, touched_discard=True)
    assert found == {"A": 0, "B": 7, "C": 100}


def test_jokers_that_nobody_counted_are_counted_among_the_melds() -> None:
    laid = {"hand": "", "laid": [["7S", "8S", "9S"], ["KS", "KH", "JK"]]}
    assert scores("lebanese14", {"A": laid, "B": "KH"}, in_one_go=True)["B"] == 15


# game 1000


def test_1000_only_the_last_round_counts_a_thousand_times() -> None:
    assert scores("joc1000", {"B": "KH 2D", "C": unopened("3S")}) == {"A": 0, "B": 12, "C": 100}
    last = scores("joc1000", {"B": "KH 2D", "C": unopened("3S")}, last_round=True)
    assert last == {"A": 0, "B": 12_000, "C": 100_000}


def test_1000_the_factors_are_multiplied() -> None:
    finish = {"in_one_go": True, "closing_discard": "JK", "last_round": True}
    assert scores("joc1000", {"B": unopened("3S")}, **finish)["B"] == 400_000


def test_elsewhere_the_last_round_is_like_any_other() -> None:
    assert scores("rami51", {"B": "KH 2D"}, last_round=True)["B"] == 12


# remik, general rules


def test_remik_the_others_pay_the_winner_for_their_cards() -> None:
    assert scores("remik_general", {"B": "AS 5H", "C": "JK"}) == {"A": 36, "B": -16, "C": -20}


# remik tradycyjny


def test_tradycyjny_negative_points_for_the_cards_in_hand() -> None:
    assert scores("remik_trad", {"B": "AS JK 7H", "C": "KS"}) == {"A": 0, "B": 43, "C": 10}


def test_tradycyjny_jokers_are_worth_25_or_50() -> None:
    assert scores("remik_trad", {"B": "JK"})["B"] == 25
    assert scores("remik_trad", {"B": "JK"}, "T2_trad_joker_50")["B"] == 50


def test_tradycyjny_who_has_not_laid_counts_his_hand() -> None:
    assert scores("remik_trad", {"B": unopened("KS 2H")})["B"] == 12


def test_tradycyjny_laid_out_at_the_first_time_doubles_the_losers() -> None:
    assert scores("remik_trad", {"B": "KS 2H"}, in_one_go=True, closing_discard="JK")["B"] == 24


POSITIVE = "T3_trad_positive"
BOTH = "T4_trad_both"
LAID = {"hand": "KD 4S", "laid": [["QH", "KH", "AH"]], "laid_off": [{"onto": ["7S", "8S", "9S"], "cards": ["10S"]}]}


def test_tradycyjny_positive_points_for_runs_sets_and_cards_laid_off() -> None:
    assert scores("remik_trad", {"B": LAID}, POSITIVE) == {"A": 0, "B": 41}


def test_tradycyjny_both_takes_the_hand_from_what_was_laid() -> None:
    assert scores("remik_trad", {"B": LAID}, BOTH) == {"A": 0, "B": 27}


def test_tradycyjny_positive_an_unlaid_player_scores_nothing_and_loses_nothing() -> None:
    assert scores("remik_trad", {"B": unopened("KD 4S")}, POSITIVE)["B"] == 0
    assert scores("remik_trad", {"B": unopened("KD 4S")}, BOTH)["B"] == -14


def test_tradycyjny_positive_only_the_winner_is_doubled() -> None:
    winner = {"hand": "", "laid": [["2S", "3S", "4S"]]}
    assert scores("remik_trad", {"A": winner, "B": LAID}, POSITIVE, in_one_go=True) == {"A": 18, "B": 41}
    assert scores("remik_trad", {"A": winner, "B": LAID}, BOTH, in_one_go=True) == {"A": 18, "B": 27}


def test_the_cards_in_the_winners_hand_never_count_against_him() -> None:
    assert scores("remik_trad", {"A": "KS", "B": "2H"}, BOTH)["A"] == 0


@pytest.mark.parametrize(
    ("onto", "added", "points"),
    [
        ("2S 3S 4S", "AS", 1),
        ("QS KS JS", "AS", 11),
        ("AS AH AD", "AC", 11),
        ("7S 8S 9S", "JK=10S", 10),
        ("7S 8S 9S", "JK", 10),
        ("7S JK=8S 9S", "6S 10S", 16),
        ("KS KH KD", "JK", 10),
    ],
)
def test_a_card_laid_off_counts_its_value_in_the_meld_it_joins(onto: str, added: str, points: int) -> None:
    placed = {"hand": "", "laid_off": [{"onto": onto.split(), "cards": added.split()}]}
    assert scores("remik_trad", {"B": placed}, POSITIVE)["B"] == points


def test_cards_laid_off_one_after_the_other_may_need_each_other() -> None:
    run = ["7S", "8S", "9S"]
    placed = {"hand": "", "laid_off": [{"onto": run, "cards": ["JS"]}, {"onto": run, "cards": ["10S"]}]}
    assert scores("remik_trad", {"B": placed}, POSITIVE)["B"] == 20


def test_the_same_card_of_two_packs_joins_two_equal_melds() -> None:
    run = ["7S", "8S", "9S"]
    placed = {"hand": "", "laid_off": [{"onto": run, "cards": ["10S"]}, {"onto": run, "cards": ["10S"]}]}
    assert scores("remik_trad", {"B": placed}, POSITIVE)["B"] == 20


@pytest.mark.parametrize(
    ("meld", "points"),
    [("AS 2S 3S", 6), ("QS KS AS", 31), ("AS AH AD", 33), ("7S JK 9S", 24), ("JK KS QS", 31), ("8D 8C 8H 8S", 32)],
)
def test_a_meld_counts_each_card_where_it_lies_and_a_joker_as_the_card_it_replaces(meld: str, points: int) -> None:
    assert scores("remik_trad", {"B": {"hand": "", "laid": [meld.split()]}}, POSITIVE)["B"] == points


# remik 500


def test_500_plus_for_melds_and_minus_for_the_hand() -> None:
    winner = {"hand": "", "laid": [["10H", "JH", "QH"]]}
    loser = {"hand": "KD 4S", "laid": [["2S", "2D", "2H"]]}
    assert scores("remik500", {"A": winner, "B": loser}) == {"A": 30, "B": -8}


def test_500_an_ace_is_worth_fifteen_everywhere() -> None:
    low, high = {"hand": "AC", "laid": [["AS", "2S", "3S"]]}, {"hand": "", "laid": [["AS", "KS", "QS"]]}
    assert scores("remik500", {"B": low, "C": high}) == {"A": 0, "B": 20 - 15, "C": 35}
    assert scores("remik500", {"B": low}, "X3_500_low_ace_1")["B"] == 6 - 15


def test_500_laying_all_at_the_first_time_is_not_doubled() -> None:
    winner = {"hand": "", "laid": [["10H", "JH", "QH"]]}
    assert scores("remik500", {"A": winner, "B": "2S"}, in_one_go=True) == {"A": 30, "B": -2}


# house rules of remik


def test_house_rule_high_ace_ten_in_hand_and_in_melds_but_low_it_stays_one() -> None:
    melds = {"hand": "", "laid": [["QS", "KS", "AS"], ["AH", "AD", "AC"], ["AS", "2S", "3S"]]}
    assert scores("remik_trad", {"B": "AS"}, "M14_high_ace_10")["B"] == 10
    assert scores("remik_trad", {"B": melds}, POSITIVE, "M14_high_ace_10")["B"] == 30 + 30 + 6


def test_house_rule_round_the_corner_the_ace_counts_eleven() -> None:
    meld = {"hand": "", "laid": [["KS", "AS", "2S"]]}
    assert scores("remik_trad", {"B": meld}, POSITIVE, "M11_round_the_corner")["B"] == 23


@pytest.mark.parametrize(("rule", "each"), [("M15a_unopened_100_plus_25", 25), ("M15b_unopened_100_plus_50", 50)])
def test_house_rule_unlaid_100_and_more_for_every_joker(rule: str, each: int) -> None:
    others = {"B": unopened("JK KD 4S"), "C": unopened("JK JK"), "D": unopened("2S"), "E": "JK 4S"}
    assert scores("remik_trad", others, rule) == {"A": 0, "B": 100 + each, "C": 100 + 2 * each, "D": 100, "E": 29}


def test_house_rule_unlaid_100_is_doubled_when_laid_out_at_the_first_time() -> None:
    found = scores("remik_trad", {"B": unopened("JK 4S")}, "M15a_unopened_100_plus_25", in_one_go=True)
    assert found["B"] == 250


def test_house_rule_a_joker_drawn_too_early_counts() -> None:
    early = {"hand": "KD", "early_jokers": 2}
    assert scores("remik_trad", {"B": early}, "M16_early_drawn_joker")["B"] == 60
    assert scores("remik_trad", {"B": early})["B"] == 10


def test_house_rule_an_early_joker_counts_among_the_jokers_of_an_unlaid_hand() -> None:
    early = {**unopened("KD"), "early_jokers": 1}
    found = scores("remik_trad", {"B": early}, "M16_early_drawn_joker", "M15a_unopened_100_plus_25")
    assert found["B"] == 125


@pytest.mark.parametrize(("hand", "written"), [("4S", 0), ("5S", 10), ("KS 4S", 10), ("KS 5S", 20), ("KS 10H", 20)])
def test_house_rule_round_scores_are_rounded_to_tens_and_five_up(hand: str, written: int) -> None:
    assert scores("remik_trad", {"B": hand}, "M17_round_to_tens")["B"] == written


def test_house_rule_negative_scores_are_rounded_away_from_zero() -> None:
    found = scores("remik_general", {"B": "5S", "C": "4S", "D": "KS 6H"}, "M17_round_to_tens")
    assert found == {"A": 30, "B": -10, "C": 0, "D": -20}


def test_house_rule_rounding_comes_after_doubling() -> None:
    assert scores("remik_trad", {"B": "7S"}, "M17_round_to_tens", in_one_go=True)["B"] == 10


def test_house_rule_the_winner_gets_negative_points() -> None:
    assert scores("remik_trad", {"B": "KD 4S"}, "M18_winner_bonus") == {"A": -10, "B": 14}
    assert scores("remik_trad", {"B": "KD"}, overrides={"winner_bonus": -25})["A"] == -25


def test_house_rule_the_winners_points_are_not_doubled_in_one_go() -> None:
    assert scores("remik_trad", {"B": "KD"}, "M18_winner_bonus", in_one_go=True) == {"A": -10, "B": 20}


def test_variant_a_joker_that_does_not_count_in_melds() -> None:
    meld = {"hand": "", "laid": [["7S", "JK", "9S"]]}
    assert scores("remik_trad", {"B": meld}, POSITIVE, "V5a_joker_not_counted")["B"] == 16
    assert scores("remik_trad", {"B": meld}, POSITIVE, "V5b_joker_35")["B"] == 51


# the working


def reckoned(system: str, finish: Finish, *house_rules: str, **remains: Remains) -> list[tuple[int, int, float, int]]:
    """Hand, charge, factor and points of everybody but A, who went out."""
    everybody = [PlayerRemains("A"), *(PlayerRemains(player, each) for player, each in remains.items())]
    return [
        (each.hand, each.charged, float(each.times), each.points)
        for each in reckon(finish, everybody, ruleset(system, house_rules))[1:]
    ]


def test_the_working_shows_hand_charge_and_factor() -> None:
    hand = Hand.parse("KS 4H")
    jan, ewa = Remains(hand), Remains(hand, opened=False)
    one_go = Finish("A", in_one_go=True, jokers_used=1)
    assert reckoned("rami51", Finish("A"), B=jan, C=ewa) == [(14, 14, 1, 14), (14, 100, 1, 100)]
    assert reckoned("lebanese14", one_go, B=jan, C=ewa) == [(14, 14, 1.5, 21), (14, 100, 1.5, 150)]
    assert reckoned("rami51", one_go, "V9_one_go_flat_100", B=jan) == [(14, 100, 1, 100)]
    assert reckoned("remik_trad", one_go, POSITIVE, B=jan) == [(14, 14, 1, 0)]


def test_the_working_of_the_winner_shows_what_he_laid() -> None:
    winner = PlayerRemains("A", Remains(laid=(parse_slots("2S 3S 4S"),)))
    finish, rules = Finish("A", in_one_go=True), ruleset("remik_trad", [POSITIVE])
    (reckoning,) = reckon(finish, [winner], rules)
    assert reckoning == Reckoning("A", hand=0, laid=9, charged=0, times=Fraction(2), points=18)
    (negative,) = reckon(finish, [winner], ruleset("remik_trad", ["M18_winner_bonus"]))
    assert (negative.times, negative.points) == (Fraction(1), -10)


def test_melds_that_people_added_up_themselves_are_taken_as_they_say() -> None:
    counted = {"hand": "2S", "counted_laid": 40}
    assert scores("remik500", {"B": counted}) == {"A": 0, "B": 38}
    assert scores("remik500", {"B": {**counted, "laid": [["7S", "KD", "2H"]]}})["B"] == 38
    assert scores("remik500", {"B": {"hand": "JK KS", "counted": 7, "counted_laid": 0}})["B"] == -7
