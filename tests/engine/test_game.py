"""Games over many rounds: who deals, who starts, totals, places, and when it is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Hand, parse_card
from engine.game import Drawn, Game, Line, Player, Round, dealer_by_lot, game_end, lowest_wins
from engine.presets import PRESETS, ruleset
from engine.scoring import Finish, ImpossibleRound, Remains, Score

ANA, JAN, EWA, ION = (Player(name[0], name) for name in ("Ana", "Jan", "Ewa", "Ion"))


def game(system: str = "rami51", *house_rules: str, players: tuple[Player, ...] = (ANA, JAN, EWA), **how: Any) -> Game:
    return Game(ruleset(system, house_rules), players, **how)


def typed(**points: int) -> Round:
    """A round of which only the scores are known."""
    return Round(tuple(Line(player, typed=each) for player, each in points.items()))


def played(winner: str, **hands: str) -> Round:
    """A round with the cards that were left."""
    lines = tuple(Line(player, Remains(Hand.parse(hand))) for player, hand in hands.items())
    return Round((Line(winner, Remains()), *lines), Finish(winner))


def totals(of: Game) -> dict[str, int]:
    return {total.player: total.points for total in of.totals}


def after(start: Game, *rounds: Round) -> Game:
    for each in rounds:
        start = start.with_round(each)
    return start


# scores and totals


def test_a_new_game_stands_at_nothing() -> None:
    new = game()
    assert totals(new) == {"A": 0, "J": 0, "E": 0}
    assert not new.end.over
    assert [standing.place for standing in new.standings] == [1, 1, 1]


def test_totals_add_up_the_rounds() -> None:
    won = after(game(), played("A", J="KS", E="2S"), played("J", A="JK", E="AS"), typed(A=-5, J=0, E=7))
    assert totals(won) == {"A": 15, "J": 10, "E": 20}
    assert [[total.points for total in step] for step in won.course] == [[0, 10, 2], [20, 10, 13], [15, 10, 20]]


def test_mending_an_old_round_mends_all_totals() -> None:
    won = after(game(), played("A", J="KS", E="2S"), typed(A=1, J=0, E=0))
    mended = won.with_rounds((played("A", J="JK", E="2S"), *won.rounds[1:]))
    assert totals(mended) == {"A": 1, "J": 20, "E": 2}


def test_typed_points_stand_as_they_are() -> None:
    line = Line("J", Remains(Hand.parse("KS")), typed=3)
    one = Round((Line("A", Remains()), line), Finish("A", in_one_go=True, last_round=True))
    assert totals(after(game("joc1000"), one)) == {"A": 0, "J": 3, "E": 0}


def test_gaps_are_named_and_cannot_be_scored() -> None:
    gaps = Round((Line("A", Remains()), Line("J"), Line("E", typed=0)), Finish("A"))
    assert gaps.gaps == ("J",)
    assert replace(gaps, finish=None).gaps == ("A", "J")
    with pytest.raises(ImpossibleRound, match="J"):
        game().with_round(gaps)


@pytest.mark.parametrize(
    "wrong",
    [
        typed(A=1, Z=2),
        Round(()),
        Round((Line("A", typed=1), Line("A", typed=2))),
        Round((Line("A", typed=1),), Finish("J")),
        replace(typed(A=1), dealer="Z"),
    ],
)
def test_rounds_that_cannot_belong_here_are_refused(wrong: Round) -> None:
    with pytest.raises(ImpossibleRound):
        game().with_round(wrong)


def test_a_gin_round_is_scored_by_two_deadwoods() -> None:
    two = game("gin", players=(ANA, JAN))
    knock = Round((Line("A", Remains(counted=3)), Line("J", Remains(Hand.parse("KD 2S")))), Finish("A"))
    assert totals(after(two, knock)) == {"A": 9, "J": 0}
    with pytest.raises(ImpossibleRound):
        game("gin").with_round(played("A", J="KS", E="2S"))


def test_the_last_agreed_round_counts_a_thousand_times() -> None:
    """# joc 1000: only the last round, whatever round that is."""
    three = game("joc1000", rounds_agreed=2)
    assert not three.next_is_last
    one = after(three, played("A", J="KS", E="2S"))
    assert one.next_is_last
    assert totals(after(one, played("A", J="KS", E="2S"))) == {"A": 0, "J": 10_010, "E": 2_002}


def test_a_correction_is_no_round() -> None:
    forfeit = replace(typed(J=30), correction=True)
    two = after(game("joc1000", rounds_agreed=2), forfeit, played("A", J="KS", E="2S"), forfeit)
    assert two.next_is_last
    assert totals(two) == {"A": 0, "J": 70, "E": 2}
    assert two.dealers == (None, "A", None)


def test_the_working_of_a_round_is_shown_where_it_follows_from_cards() -> None:
    one = after(game("joc1000", rounds_agreed=1), played("A", J="KS", E="2S"))
    assert [(each.player, each.charged, each.points) for each in one.working(0)] == [
        ("A", 0, 0),
        ("J", 10, 10_000),
        ("E", 2, 2_000),
    ]
    assert after(game(), typed(A=1, J=2, E=3)).working(0) == ()


def test_a_round_may_be_counted_from_its_end() -> None:
    one = after(game("joc1000", rounds_agreed=2), typed(A=0, J=0, E=0), played("A", J="KS", E="2S"))
    assert one.scores(-1) == one.scores(1)


# places


def test_the_lowest_total_leads_where_points_are_bad() -> None:
    """# rami 51: low total wins."""
    won = after(game(), typed(A=30, J=10, E=20))
    assert [(standing.place, standing.player.name) for standing in won.standings] == [
        (1, "Jan"),
        (2, "Ewa"),
        (3, "Ana"),
    ]


def test_the_highest_total_leads_where_points_are_good() -> None:
    won = after(game("remik500"), typed(A=30, J=10, E=20))
    assert [standing.player.name for standing in won.standings] == ["Ana", "Ewa", "Jan"]


def test_equal_totals_share_a_place() -> None:
    won = after(game(), typed(A=10, J=5, E=10))
    assert [(standing.place, standing.total) for standing in won.standings] == [(1, 5), (2, 10), (2, 10)]


@pytest.mark.parametrize(
    ("system", "lowest"),
    [
        ("rami51", True),
        ("lebanese14", True),
        ("joc1000", True),
        ("remik_trad", True),
        ("basic_rummy", False),
        ("remik_general", False),
        ("remik500", False),
        ("gin", False),
        ("full", False),
    ],
)
def test_whether_points_are_bad_follows_from_the_rules(system: str, lowest: bool) -> None:
    assert lowest_wins(ruleset(system)) is lowest


def test_positive_scoring_turns_tradycyjny_round() -> None:
    assert not lowest_wins(ruleset("remik_trad", ["T3_trad_positive"]))
    assert not lowest_wins(ruleset("remik_trad", ["T4_trad_both"]))


# the end


def end(system: str, *house_rules: str, **points: int) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    found = game_end([Score(player, each) for player, each in points.items()], ruleset(system, house_rules))
    return found.over, found.winners, found.losers


def test_tradycyjny_whoever_exceeds_500_loses() -> None:
    assert end("remik_trad", A=500, B=20) == (False, (), ())
    assert end("remik_trad", A=501, B=20, C=30) == (True, ("B",), ("A",))


def test_tradycyjny_positive_whoever_exceeds_500_wins() -> None:
    assert end("remik_trad", "T3_trad_positive", A=500, B=20) == (False, (), ())
    assert end("remik_trad", "T3_trad_positive", A=501, B=20) == (True, ("A",), ())


@pytest.mark.parametrize(("system", "target"), [("remik500", 500), ("gin", 100), ("full", 150)])
def test_reaching_the_target_wins(system: str, target: int) -> None:
    assert end(system, A=target - 1, B=0) == (False, (), ())
    assert end(system, A=target, B=0) == (True, ("A",), ())
    assert end(system, A=target, B=target + 7) == (True, ("B",), ())


@pytest.mark.parametrize("system", ["basic_rummy", "rami51", "lebanese14", "joc1000", "remik_general"])
def test_no_total_ends_a_game_of_agreed_rounds(system: str) -> None:
    assert end(system, A=100_000, B=0) == (False, (), ())


def test_several_over_the_limit_the_highest_loses() -> None:
    assert end("remik_trad", A=505, B=510, C=600, D=20) == (True, ("D",), ("C",))


def test_ties_have_no_single_winner() -> None:
    tied = game_end([Score("A", 501), Score("B", 20), Score("C", 20)], ruleset("remik_trad"))
    assert (tied.winner, tied.winners, tied.loser) == (None, ("B", "C"), "A")


def test_all_equal_over_the_limit_nobody_alone_loses() -> None:
    assert end("remik_trad", A=501, B=501) == (True, ("A", "B"), ())


def test_negative_totals_end_no_game() -> None:
    assert end("remik500", A=-600, B=10) == (False, (), ())


def test_nobody_playing_ends_nothing() -> None:
    assert end("remik_trad") == (False, (), ())


def test_agreed_rounds_end_the_game() -> None:
    two = after(game(rounds_agreed=2), typed(A=3, J=2, E=9))
    assert not two.end.over
    over = after(two, typed(A=3, J=2, E=9)).end
    assert (over.over, over.winner, over.loser) == (True, "J", "E")


def test_players_may_end_it_themselves() -> None:
    closed = after(game(closed=True), typed(A=3, J=2, E=9)).end
    assert (closed.over, closed.winner) == (True, "J")


def test_a_target_ends_it_in_the_round_that_reaches_it() -> None:
    two = after(game("gin", players=(ANA, JAN)), typed(A=64, J=0), typed(A=0, J=30))
    assert not two.end.over
    assert after(two, typed(A=36, J=0)).end.winner == "A"


def test_a_game_closed_with_nobody_in_it_is_over_without_a_winner() -> None:
    empty = game(players=(), closed=True)
    assert (empty.end.over, empty.end.winners, empty.next_dealer) == (True, (), None)


# dealing


def test_the_next_player_deals_next() -> None:
    """# rami 51: in every round the next player becomes the dealer."""
    new = game()
    seen = [new.next_dealer]
    for _ in range(4):
        new = after(new, typed(A=0, J=0, E=0))
        seen.append(new.next_dealer)
    assert seen == ["A", "J", "E", "A", "J"]
    assert new.dealers == ("A", "J", "E", "A")


def test_another_first_dealer() -> None:
    new = game(first_dealer="E")
    assert (new.next_dealer, after(new, typed(A=0, J=0, E=0)).next_dealer) == ("E", "A")


def test_rami_the_dealer_begins_with_a_card_more() -> None:
    assert game("rami51").next_starter == "A"


def test_elsewhere_the_player_after_the_dealer_begins() -> None:
    assert game("remik_trad").next_starter == "J"
    assert game("gin", players=(ANA, JAN), first_dealer="J").next_starter == "A"


def test_a_table_that_dealt_otherwise_goes_on_from_there() -> None:
    odd = after(game(), replace(typed(A=0, J=0, E=0), dealer="E"))
    assert (odd.dealers, odd.next_dealer) == (("E",), "A")


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("KS AH QD", "J"), ("10S 9S 10H", "A"), ("QH QS QD", "J"), ("2C 2D 2H", "E"), ("AC KS KH", "A")],
)
def test_the_first_dealer_draws_the_highest_card_then_the_higher_suit(cards: str, dealer: str) -> None:
    """# remik: the oldest card; equal ones by spades, hearts, diamonds, clubs."""
    drawn = [Drawn(player, parse_card(card)) for player, card in zip("AJE", cards.split(), strict=True)]
    assert dealer_by_lot(drawn) == dealer


# leaving and coming back


def test_who_leaves_is_passed_over_and_keeps_his_points() -> None:
    left = after(game(), typed(A=5, J=6, E=7)).leaving("J")
    assert (left.seated, left.next_dealer) == (("A", "E"), "E")
    on = after(left, typed(A=0, E=1), typed(A=0, E=1))
    assert on.dealers == ("A", "E", "A")
    assert totals(on) == {"A": 5, "J": 6, "E": 9}


def test_who_comes_back_takes_his_turn_again() -> None:
    back = after(game().leaving("J"), typed(A=0, E=1)).returning("J")
    assert (back.seated, back.next_dealer) == (("A", "J", "E"), "J")


def test_leaving_twice_is_leaving_once() -> None:
    assert game().leaving("J").leaving("J").away == ("J",)
    assert game().leaving("J").returning("J").returning("J").away == ()


def test_who_joins_later_sits_last_with_no_points() -> None:
    more = after(game(), typed(A=5, J=6, E=7)).joined_by(ION)
    assert totals(more) == {"A": 5, "J": 6, "E": 7, "I": 0}
    assert after(more, typed(A=0, J=0, E=0, I=4)).next_dealer == "E"


def test_coming_back_with_points_is_a_correction() -> None:
    back = after(game("remik_trad"), typed(A=90, J=20, E=60), replace(typed(J=70), correction=True))
    assert totals(back) == {"A": 90, "J": 90, "E": 60}
    assert back.next_dealer == "J"


def test_only_those_at_the_table_can_win() -> None:
    left = after(game("remik_trad"), typed(A=5, J=60, E=501)).leaving("A").end
    assert (left.winner, left.loser) == ("J", "E")


def test_if_everybody_left_all_count() -> None:
    alone = after(game("remik_trad"), typed(A=5, J=60, E=501))
    for player in "AJE":
        alone = alone.leaving(player)
    assert (alone.end.winner, alone.next_dealer, alone.next_starter) == ("A", None, None)


def test_a_first_dealer_who_is_away_is_passed_over() -> None:
    assert game(first_dealer="J").leaving("J").next_dealer == "E"


def test_strangers_are_not_known() -> None:
    with pytest.raises(KeyError):
        game().player("Z")


# whatever is played


@settings(max_examples=50, deadline=None)
@given(
    st.sampled_from([name for name in PRESETS if name not in ("gin", "full")]),
    st.lists(st.dictionaries(st.sampled_from("AJE"), st.integers(-500, 500), min_size=1), max_size=12),
)
def test_totals_are_the_sum_of_the_rounds_and_somebody_always_deals(system: str, rounds: list[dict[str, int]]) -> None:
    full = after(game(system), *(typed(**points) for points in rounds))
    assert totals(full) == {player: sum(points.get(player, 0) for points in rounds) for player in "AJE"}
    assert all(dealer in each.players for dealer, each in zip(full.dealers, full.rounds, strict=True))
    places = [standing.place for standing in full.standings]
    assert places == sorted(places)
    assert places[0] == 1
