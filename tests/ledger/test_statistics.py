"""What became of every player over all games."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Line, Round
from engine.scoring import Finish, Remains
from ledger import KeptGame, Ledger, PlayerStatistics
from ledger.statistics import round_winner
from tests.ledger.evenings import added, evening, typed, won_by


def figures(ledger: Ledger, system: str | None = None) -> dict[str, PlayerStatistics]:
    return {each.player.name: each for each in ledger.statistics(system)}


def unopened(game: KeptGame, hand: str) -> Round:
    """Ana has gone out, Jan has not laid."""
    played = won_by(game, 0, "", hand, "2H")
    lines = list(played.lines)
    remains = lines[1].remains
    assert remains is not None
    lines[1] = replace(lines[1], remains=replace(remains, opened=False))
    return replace(played, lines=tuple(lines))


def test_rounds_won_lost_and_their_points(ledger: Ledger, game: KeptGame) -> None:
    added(
        ledger,
        game,
        won_by(game, 0, "", "KS", "2H", one_go=True),
        won_by(game, 1, "JK", "", "AS"),
        unopened(game, "3H"),
        replace(typed(game, 99, 99, 99), correction=True),
    )
    found = figures(ledger)
    assert found["Ana"] == replace(
        found["Ana"],
        games=1,
        finished=0,
        won=0,
        rounds=3,
        went_out=2,
        in_one_go=1,
        unopened=0,
        points=20,
        best=0,
        worst=20,
    )
    jan = found["Jan"]
    assert (jan.went_out, jan.in_one_go, jan.unopened, jan.points, jan.best, jan.worst) == (1, 0, 1, 120, 0, 100)
    assert jan.average == 40


def test_only_games_that_are_over_are_won(ledger: Ledger) -> None:
    first, second = evening(ledger, "Ana Jan", "gin"), evening(ledger, "Ana Jan", "gin")
    added(ledger, first, typed(first, 60, 0), typed(first, 60, 0))
    added(ledger, second, typed(second, 0, 60))
    found = figures(ledger)
    assert (found["Ana"].games, found["Ana"].finished, found["Ana"].won) == (2, 1, 1)
    assert (found["Jan"].games, found["Jan"].finished, found["Jan"].won) == (2, 1, 0)
    assert (found["Ana"].best, found["Ana"].worst) == (60, 0)


def test_figures_of_one_game_only(ledger: Ledger) -> None:
    rami, gin = evening(ledger, "Ana Jan", "rami51"), evening(ledger, "Ana Mia", "gin")
    added(ledger, rami, typed(rami, 0, 100))
    added(ledger, gin, typed(gin, 30, 0))
    assert set(figures(ledger, "gin")) == {"Ana", "Mia"}
    assert figures(ledger, "gin")["Ana"].points == 30
    assert figures(ledger)["Ana"].rounds == 2
    assert figures(ledger, "full") == {}


def test_who_played_no_round_is_not_listed(ledger: Ledger, game: KeptGame) -> None:
    assert figures(ledger) == {}
    added(ledger, game, typed(game, 0, 5, None))
    assert set(figures(ledger)) == {"Ana", "Jan"}


def test_a_round_of_typed_points_is_won_by_the_one_best_score(ledger: Ledger, game: KeptGame) -> None:
    after = added(ledger, game, typed(game, 7, 3, 5), typed(game, 3, 3, 5))
    assert round_winner(after.game, 0) == game.heading.players[1].id
    assert round_winner(after.game, 1) is None


def test_a_round_of_gin_is_won_by_who_scores_not_by_who_knocked(ledger: Ledger) -> None:
    game = evening(ledger, "Ana Jan", "gin")
    ana, jan = game.heading.players
    knock = Round((Line(ana.id, Remains(counted=9)), Line(jan.id, Remains(counted=2))), Finish(ana.id))
    after = added(ledger, game, knock)
    assert round_winner(after.game, 0) == jan.id
    assert figures(ledger)["Jan"].points == 17
