"""Scores of rounds that nobody thought of: against the plain formulae, and what must always hold."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FACES, Hand
from engine.presets import EXCLUSIVE, HOUSE_RULES, PRESETS, ruleset
from engine.rules import Ruleset
from engine.scoring import Finish, PlayerRemains, Remains, round_scores
from tests.engine.plain_scores import Question, plain_scores
from tests.engine.rounds import reply

MELDS = (
    "AS 2S 3S",
    "QH KH AH",
    "AS AH AD",
    "7D 8D 9D 10D",
    "KS KH KC",
    "2C 3C 4C 5C",
    "9S 9D 9C 9H",
    "JD QD KD",
)
ADDED = (("2S 3S 4S", "AS"), ("JH QH KH", "AH 10H"), ("5S 6S 7S", "4S"), ("AD AC AH", "AS"), ("8H 8S 8C", "8D"))
GAMES = [game for game, rules in PRESETS.items() if rules.score.score_mode != "gin"]
HANDS = st.lists(st.sampled_from([str(face) for face in FACES] + ["JK"] * 5), max_size=8)
PLAYERS = st.fixed_dictionaries(
    {
        "hand": HANDS,
        "opened": st.booleans(),
        "laid": st.lists(st.sampled_from([meld.split() for meld in MELDS]), max_size=3),
        "laid_off": st.lists(
            st.sampled_from([{"onto": onto.split(), "cards": cards.split()} for onto, cards in ADDED]),
            max_size=2,
            unique_by=str,
        ),
        "early_jokers": st.integers(0, 2),
    }
)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    names = "ABCDEF"[: draw(st.integers(1, 6))]
    flags = ("in_one_go", "others_had_laid", "used_table", "touched_discard", "last_round")
    return {
        "winner": draw(st.sampled_from(names)),
        "players": {name: draw(PLAYERS) for name in names},
        "jokers_used": draw(st.integers(0, 4)),
        "closing_discard": draw(st.sampled_from([None, "JK", "7S"])),
        **{flag: draw(st.booleans()) for flag in flags},
    }


@st.composite
def chosen_house_rules(draw: st.DrawFn) -> list[str]:
    """Any house rules that do not exclude each other, aces high or low so that all melds here can lie."""
    chosen = draw(st.lists(st.sampled_from(list(HOUSE_RULES)), unique=True, max_size=6))
    return [name for place, name in enumerate(chosen) if not clashes(name, chosen[:place])]


def clashes(name: str, others: list[str]) -> bool:
    return any(name in group and not group.isdisjoint(others) for group in EXCLUSIVE)


@settings(max_examples=200, deadline=None)
@given(
    questions(),
    st.sampled_from(GAMES),
    chosen_house_rules(),
    st.sampled_from([None, "penalty", "collect", "pay", "meld", "net"]),
)
def test_scores_are_those_of_the_plain_formulae(
    question: Question, game: str, house_rules: list[str], mode: str | None
) -> None:
    overrides: dict[str, Any] = {"ace_run": "low_or_high", **({"score_mode": mode} if mode else {})}
    answer = reply("score", game, question, *house_rules, **overrides)
    expected = plain_scores(question, ruleset(game, house_rules, overrides).as_json())
    assert answer.get("scores") == expected, answer


def scored(players: list[Remains], rules: Ruleset, finish: Finish) -> list[int]:
    entries = [PlayerRemains(str(place), remains) for place, remains in enumerate(players)]
    return [score.points for score in round_scores(finish, entries, rules)]


REMAINS = st.lists(
    st.builds(
        Remains, hand=st.lists(st.sampled_from(FACES), max_size=13).map(lambda c: Hand(tuple(c))), opened=st.booleans()
    ),
    min_size=2,
    max_size=6,
)
FINISHES = st.builds(Finish, winner=st.just("0"), in_one_go=st.booleans(), jokers_used=st.integers(0, 3))
RULES = st.sampled_from(["rami51", "lebanese14", "remik_trad", "basic_rummy"]).map(ruleset)


@settings(max_examples=40, deadline=None)
@given(REMAINS, RULES, FINISHES)
def test_collecting_the_winner_gains_what_the_others_would_write_down(
    players: list[Remains], rules: Ruleset, finish: Finish
) -> None:
    whole = rules.but(one_go_mult=[2, 3, 1])
    penalties = scored(players, whole.but(score_mode="penalty"), finish)
    assert scored(players, whole.but(score_mode="collect"), finish) == [sum(penalties)] + [0] * (len(players) - 1)


@settings(max_examples=40, deadline=None)
@given(REMAINS, RULES, FINISHES)
def test_paying_moves_points_and_makes_none(players: list[Remains], rules: Ruleset, finish: Finish) -> None:
    paid = scored(players, rules.but(score_mode="pay", one_go_mult=[2, 3, 1]), finish)
    assert sum(paid) == 0
    assert paid[0] >= 0 >= max(paid[1:])


@settings(max_examples=40, deadline=None)
@given(REMAINS, RULES, FINISHES, st.randoms(use_true_random=False))
def test_neither_seats_nor_the_order_of_cards_change_a_score(
    players: list[Remains], rules: Ruleset, finish: Finish, random: Any
) -> None:
    entries = [PlayerRemains(str(place), remains) for place, remains in enumerate(players)]
    shuffled = [PlayerRemains(e.player, Remains(e.remains.hand.sorted(), e.remains.opened)) for e in entries]
    random.shuffle(shuffled)
    assert set(round_scores(finish, shuffled, rules)) == set(round_scores(finish, entries, rules))


@settings(max_examples=40, deadline=None)
@given(REMAINS, RULES, FINISHES)
def test_counting_a_hand_by_oneself_gives_the_same_score(
    players: list[Remains], rules: Ruleset, finish: Finish
) -> None:
    counted = [Remains(opened=p.opened, counted=p.hand_points(rules), counted_jokers=p.jokers(rules)) for p in players]
    house = rules.but(unopened=100, unopened_per_joker=25)
    assert scored(counted, house, finish) == scored(players, house, finish)


@given(st.integers(0, 100), st.integers(0, 100))
def test_in_gin_only_one_of_the_two_scores(knocker: int, opponent: int) -> None:
    players = [Remains(counted=knocker), Remains(counted=opponent)]
    points = scored(players, ruleset("gin"), Finish("0"))
    assert min(points) == 0
    assert max(points) in (abs(knocker - opponent), abs(knocker - opponent) + 10, opponent + 20)
