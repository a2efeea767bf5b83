"""Games in the ledger: confirmed, mended, undone, taken up again; and never written over unseen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import Round
from engine.records import BadRecord
from engine.scoring import ImpossibleRound
from ledger import BadName, Heading, KeptGame, Ledger, NameTaken, Outcome, Result, Setting, data_folder
from tests.ledger.evenings import added, evening, new_ledger, seats, totals, typed, won_by


def kept(outcome: Outcome) -> KeptGame:
    assert outcome.result is Result.KEPT
    assert outcome.game is not None
    return outcome.game


# confirming


def test_a_new_game_is_there_at_once_and_for_everybody(ledger: Ledger, game: KeptGame) -> None:
    assert Ledger(ledger.path).game(game.id) == game
    assert [player.name for player in game.heading.players] == ["Ana", "Jan", "Ewa"]
    assert (game.rounds, game.next_number, game.open) == ((), 1, True)


def test_a_confirmed_round_is_there_at_once_and_for_everybody(ledger: Ledger, game: KeptGame) -> None:
    played = won_by(game, 0, "", "KS JK", "AS 2H")
    after = kept(ledger.add_round(game.id, 1, played))
    again = Ledger(ledger.path).game(game.id)
    assert again == after
    assert again.rounds[0].round == played
    assert totals(again) == [0, 30, 13]


def test_totals_are_stored_nowhere(ledger: Ledger, game: KeptGame) -> None:
    """The same rounds under other rules have other totals."""
    after = added(ledger, game, won_by(game, 0, "", "JK", "2H"))
    house = replace(after.heading, setting=Setting.of("rami51", ["V8_joker_50"]))
    assert totals(kept(ledger.change_heading(after.id, after.version, house))) == [0, 50, 2]


def test_confirming_the_same_round_twice_keeps_it_once(ledger: Ledger, game: KeptGame) -> None:
    played = won_by(game, 0, "", "KS", "2H")
    kept(ledger.add_round(game.id, 1, played))
    assert len(kept(ledger.add_round(game.id, 1, played)).rounds) == 1


def test_the_same_scores_in_two_rounds_are_two_rounds(ledger: Ledger, game: KeptGame) -> None:
    assert totals(added(ledger, game, typed(game, 0, 5, 5), typed(game, 0, 5, 5))) == [0, 10, 10]


def test_another_round_on_the_same_page_is_a_conflict_and_changes_nothing(ledger: Ledger, game: KeptGame) -> None:
    first = kept(ledger.add_round(game.id, 1, typed(game, 0, 5, 5)))
    late = ledger.add_round(game.id, 1, typed(game, 9, 0, 9))
    assert (late.result, late.kept, late.game) == (Result.CONFLICT, False, first)


def test_a_round_further_on_than_the_game_is_a_conflict(ledger: Ledger, game: KeptGame) -> None:
    assert ledger.add_round(game.id, 2, typed(game, 0, 5, 5)).result is Result.CONFLICT
    assert ledger.add_round(game.id, 0, typed(game, 0, 5, 5)).result is Result.CONFLICT


@pytest.mark.parametrize("wrong", [Round(()), None])
def test_a_round_that_cannot_belong_here_is_refused_and_nothing_is_kept(
    ledger: Ledger, game: KeptGame, wrong: Round | None
) -> None:
    stranger = evening(ledger, "Ion Mia")
    with pytest.raises(ImpossibleRound):
        ledger.add_round(game.id, 1, wrong or typed(stranger, 1, 2))
    assert ledger.game(game.id) == game


# mending


def test_a_round_is_mended_and_the_mending_undone(ledger: Ledger, game: KeptGame) -> None:
    after = added(ledger, game, typed(game, 0, 5, 5), typed(game, 7, 0, 9))
    mended = kept(ledger.change_round(game.id, 1, after.rounds[0].version, typed(game, 0, 50, 5)))
    assert (totals(mended), mended.rounds[0].changed, mended.rounds[1].changed) == ([7, 50, 14], True, False)
    assert totals(kept(ledger.undo(game.id, 1, mended.rounds[0].version))) == [7, 5, 14]


def test_undo_goes_back_step_by_step_to_the_first_confirmation_and_then_out(ledger: Ledger, game: KeptGame) -> None:
    added(ledger, game, typed(game, 0, 1, 1))
    for version, points in enumerate((2, 3), start=1):
        kept(ledger.change_round(game.id, 1, version, typed(game, 0, points, points)))
    seen = []
    for version in (3, 4, 5):
        seen.append(totals(kept(ledger.undo(game.id, 1, version))))
    assert seen == [[0, 2, 2], [0, 1, 1], [0, 0, 0]]
    assert ledger.undo(game.id, 1, 6).result is Result.NOTHING_TO_UNDO


def test_a_change_after_an_undo_is_undone_to_where_it_began(ledger: Ledger, game: KeptGame) -> None:
    added(ledger, game, typed(game, 0, 1, 1))
    kept(ledger.change_round(game.id, 1, 1, typed(game, 0, 2, 2)))
    kept(ledger.undo(game.id, 1, 2))
    kept(ledger.change_round(game.id, 1, 3, typed(game, 0, 3, 3)))
    assert totals(kept(ledger.undo(game.id, 1, 4))) == [0, 1, 1]


def test_a_round_taken_out_comes_back_by_undo(ledger: Ledger, game: KeptGame) -> None:
    added(ledger, game, typed(game, 0, 1, 1), typed(game, 0, 2, 2))
    out = kept(ledger.take_out(game.id, 1, 1))
    assert (totals(out), out.next_number, out.round_of(1)) == ([0, 2, 2], 3, None)
    assert totals(kept(ledger.undo(game.id, 1, 2))) == [0, 3, 3]


def test_history_shows_everything_that_was_ever_confirmed(ledger: Ledger, game: KeptGame) -> None:
    first, second = typed(game, 0, 1, 1), typed(game, 0, 2, 2)
    added(ledger, game, first)
    kept(ledger.change_round(game.id, 1, 1, second))
    kept(ledger.take_out(game.id, 1, 2))
    history = ledger.history(game.id, 1)
    assert [(entry.version, entry.round) for entry in history] == [(1, first), (2, second), (3, None)]
    assert [entry.written for entry in history] == sorted(entry.written for entry in history)
    assert totals(kept(ledger.bring_back(game.id, 1, 3, 1))) == [0, 1, 1]


def test_a_version_that_never_was_cannot_be_brought_back(ledger: Ledger, game: KeptGame) -> None:
    after = added(ledger, game, typed(game, 0, 1, 1))
    assert ledger.bring_back(game.id, 1, 1, 7).result is Result.CONFLICT
    assert ledger.game(game.id) == after


def test_the_heading_is_no_round(ledger: Ledger, game: KeptGame) -> None:
    assert ledger.take_out(game.id, 0, 1).result is Result.CONFLICT
    assert ledger.change_round(game.id, 0, 1, typed(game, 0, 1, 1)).result is Result.CONFLICT
    assert ledger.game(game.id) == game


@pytest.mark.parametrize("deed", ["change", "undo", "take_out", "bring_back"])
def test_who_has_not_seen_the_newest_version_changes_nothing(ledger: Ledger, game: KeptGame, deed: str) -> None:
    added(ledger, game, typed(game, 0, 1, 1))
    newest = kept(ledger.change_round(game.id, 1, 1, typed(game, 0, 2, 2)))
    late = {
        "change": lambda: ledger.change_round(game.id, 1, 1, typed(game, 0, 3, 3)),
        "undo": lambda: ledger.undo(game.id, 1, 1),
        "take_out": lambda: ledger.take_out(game.id, 1, 1),
        "bring_back": lambda: ledger.bring_back(game.id, 1, 1, 1),
    }[deed]()
    assert (late.result, late.game) == (Result.CONFLICT, newest)


def test_two_people_may_mend_two_rounds_at_once(ledger: Ledger, game: KeptGame) -> None:
    added(ledger, game, typed(game, 0, 1, 1), typed(game, 0, 2, 2))
    kept(ledger.change_round(game.id, 1, 1, typed(game, 0, 10, 0)))
    assert totals(kept(ledger.change_round(game.id, 2, 1, typed(game, 0, 20, 0)))) == [0, 30, 0]


def test_a_mending_that_cannot_be_keeps_the_old_round(ledger: Ledger, game: KeptGame) -> None:
    after = added(ledger, game, typed(game, 0, 1, 1))
    with pytest.raises(ImpossibleRound):
        ledger.change_round(game.id, 1, 1, Round(()))
    assert ledger.game(game.id) == after


# the heading


def test_leaving_and_the_end_are_changes_of_the_heading(ledger: Ledger, game: KeptGame) -> None:
    jan = game.heading.players[1]
    away = kept(ledger.change_heading(game.id, game.version, replace(game.heading, away=(jan.id,))))
    assert away.game.seated == (game.heading.players[0].id, game.heading.players[2].id)
    assert ledger.change_heading(game.id, game.version, game.heading).result is Result.CONFLICT
    closed = kept(ledger.change_heading(game.id, away.version, replace(away.heading, closed=True)))
    assert not closed.open
    assert kept(ledger.undo(game.id, 0, closed.version)).open


def test_the_first_heading_cannot_be_undone(ledger: Ledger, game: KeptGame) -> None:
    assert ledger.undo(game.id, 0, 1).result is Result.NOTHING_TO_UNDO


def test_a_player_with_rounds_cannot_be_dropped(ledger: Ledger, game: KeptGame) -> None:
    after = added(ledger, game, typed(game, 0, 1, 1))
    with pytest.raises(ImpossibleRound):
        ledger.change_heading(game.id, 1, replace(after.heading, players=after.heading.players[:2]))
    assert ledger.game(game.id) == after


def test_headings_that_contradict_themselves_are_refused(ledger: Ledger, game: KeptGame) -> None:
    ana, jan, _ = game.heading.players
    for wrong in (
        replace(game.heading, players=()),
        replace(game.heading, players=(ana, ana)),
        replace(game.heading, players=(ana,), first_dealer=jan.id),
        replace(game.heading, players=(ana,), away=(jan.id,)),
        replace(game.heading, rounds_agreed=0),
        replace(game.heading, players=(ana, replace(jan, id="nobody"))),
    ):
        with pytest.raises(BadRecord):
            ledger.start(wrong)
        with pytest.raises(BadRecord):
            ledger.change_heading(game.id, 1, wrong)
    assert ledger.games() == (game,)


# many games


def test_the_newest_open_game_is_taken_up_again(ledger: Ledger, game: KeptGame) -> None:
    second = evening(ledger, "Ion Mia", "gin")
    assert ledger.newest_open() == second
    touched = added(ledger, game, typed(game, 0, 1, 1))
    assert ledger.newest_open() == touched
    kept(ledger.change_heading(game.id, 1, replace(game.heading, closed=True)))
    assert ledger.newest_open() == second
    added(ledger, second, typed(second, 100, 0))
    assert ledger.newest_open() is None
    assert [each.id for each in ledger.games()] == [second.id, game.id]


def test_an_unknown_game_is_no_game_and_takes_no_rounds(ledger: Ledger, game: KeptGame) -> None:
    assert ledger.game("../../etc/passwd") is None
    for outcome in (
        ledger.add_round("gone", 1, typed(game, 0, 1, 1)),
        ledger.change_round("gone", 1, 1, typed(game, 0, 1, 1)),
        ledger.undo("gone", 1, 1),
        ledger.change_heading("gone", 1, game.heading),
    ):
        assert (outcome.result, outcome.game) == (Result.GONE, None)
    assert ledger.history("gone", 1) == ()


def test_deleting_a_game_deletes_it_all_and_nothing_else(ledger: Ledger, game: KeptGame) -> None:
    other = added(ledger, evening(ledger, "Ion Mia"), typed(evening(ledger, "Ion Mia"), 1, 2))
    added(ledger, game, typed(game, 0, 1, 1))
    assert ledger.delete(game.id)
    assert not ledger.delete(game.id)
    assert ledger.history(game.id, 1) == ()
    assert ledger.game(other.id) == other
    assert ledger.add_round(game.id, 2, typed(game, 0, 1, 1)).result is Result.GONE


def test_no_game_at_all(ledger: Ledger) -> None:
    assert (ledger.games(), ledger.newest_open(), ledger.people(), ledger.tables()) == ((), None, (), ())


# players


def test_a_player_is_known_again_by_name(ledger: Ledger) -> None:
    ana = ledger.player("Ana")
    assert ledger.player("  ANA ") == ana
    assert ledger.player("Ánа") != ana
    assert len(ledger.people()) == 2


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\x00\x1b", "\u202e"])
def test_a_name_that_cannot_be_seen_is_refused(ledger: Ledger, name: str) -> None:
    with pytest.raises(BadName):
        ledger.player(name)


@pytest.mark.parametrize(
    ("typed_in", "name"),
    [
        ("Jan\nKowalski", "Jan Kowalski"),
        ("x" * 90, "x" * 40),
        ("S\u0326ef\u202e", "\u0218ef"),
        ("👩\u200d🦰", "👩\u200d🦰"),
    ],
)
def test_names_are_written_so_that_they_fit_a_sheet(ledger: Ledger, typed_in: str, name: str) -> None:
    assert ledger.player(typed_in).name == name


def test_a_player_renamed_has_the_new_name_in_all_games(ledger: Ledger, game: KeptGame) -> None:
    jan = game.heading.players[1]
    ledger.rename(jan.id, "Janek")
    again = ledger.game(game.id)
    assert again is not None
    assert again.heading.players[1].name == "Janek"
    ledger.rename(jan.id, "JANEK")
    with pytest.raises(NameTaken):
        ledger.rename(jan.id, "ana")


# tables


def test_a_table_keeps_its_own_house_rules(ledger: Ledger) -> None:
    setting = Setting.of("remik_trad", ["M17_round_to_tens"], {"jokers_per_pack": 3})
    ana, jan = seats(ledger, "Ana Jan")
    table = ledger.add_table("  Fridays ", setting, (ana.id, jan.id))
    (again,) = Ledger(ledger.path).tables()
    assert again == table
    assert (again.name, again.setting.rules.score.round_to, again.setting.rules.deck.jokers_per_pack) == (
        "Fridays",
        10,
        3,
    )
    assert [change.parameter for change in again.setting.own_changes] == ["jokers_per_pack"]


def test_a_table_is_changed_only_from_its_newest_version(ledger: Ledger) -> None:
    table = ledger.add_table("Fridays", Setting.of("gin"))
    assert ledger.change_table(replace(table, name="Saturdays"))
    assert not ledger.change_table(replace(table, name="Sundays"))
    assert not ledger.drop_table(table)
    (now,) = ledger.tables()
    assert (now.name, now.version) == ("Saturdays", 2)
    assert ledger.drop_table(now)
    assert ledger.tables() == ()
    assert not ledger.change_table(now)


def test_old_games_keep_the_rules_they_were_played_by(ledger: Ledger, game: KeptGame) -> None:
    """A setting holds the rules themselves, not only their names."""
    mended = replace(game.heading.setting, rules=game.heading.setting.rules.but(joker_hand=99))
    after = kept(ledger.change_heading(game.id, 1, replace(game.heading, setting=mended)))
    assert totals(added(ledger, after, won_by(after, 0, "", "JK", "2H"))) == [0, 99, 2]


# where


def test_the_data_folder_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path / "there"))
    assert data_folder() == tmp_path / "there"
    Ledger.at_home().player("Ana")
    assert (tmp_path / "there" / "ledger.sqlite3").is_file()
    monkeypatch.delenv("REMI_LENS_DATA")
    assert data_folder().name == "remi-lens"


def test_an_evening_from_beginning_to_end(tmp_path: Path) -> None:
    """# rami 51, three players, four rounds; a fifth by agreement is the last."""
    ledger = new_ledger(tmp_path)
    game = ledger.start(Heading(Setting.of("rami51"), seats(ledger), rounds_agreed=4))
    game = added(
        ledger,
        game,
        won_by(game, 0, "", "KS 7H", "JK"),
        won_by(game, 1, "AS", "", "2H 2D", one_go=True),
        won_by(game, 2, "10H 3C", "9S", ""),
        typed(game, 0, 100, 4),
    )
    assert totals(game) == [0 + 22 + 13 + 0, 17 + 0 + 9 + 100, 20 + 8 + 0 + 4]
    assert [standing.player.name for standing in game.game.standings] == ["Ewa", "Ana", "Jan"]
    assert not game.open
    assert game.game.end.winner == game.heading.players[2].id
