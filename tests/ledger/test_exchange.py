"""Games go out and come in: nothing is lost, nothing is mixed up, nothing half-read is kept."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Hand
from engine.drill import DrillKind, Trap
from ledger import NOBODY, Arrival, BadImport, Exercise, KeptGame, Ledger, PracticeBook, Setting
from ledger.store import reading
from ledger.unpack import read_pack
from tests.hostile.tampering import places, tried
from tests.ledger.evenings import added, evening, new_ledger, seats, totals, typed, won_by


@pytest.fixture
def elsewhere(tmp_path: Path) -> Ledger:
    """The ledger of another computer."""
    return new_ledger(tmp_path / "elsewhere")


@pytest.fixture
def full(ledger: Ledger, game: KeptGame) -> KeptGame:
    """A game with a change, an undo and a round taken out."""
    added(ledger, game, won_by(game, 0, "", "KS JK", "AS"), typed(game, 7, 0, 9), typed(game, 1, 1, 1))
    ledger.change_round(game.id, 1, 1, typed(game, 0, 50, 5))
    ledger.undo(game.id, 1, 2)
    outcome = ledger.take_out(game.id, 3, 1)
    assert outcome.game is not None
    return outcome.game


def arrivals(ledger: Ledger, text: str) -> list[Arrival]:
    return [arrived.how for arrived in ledger.import_text(text)]


# backup and restore


def test_a_backup_restores_everything(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    evening(ledger, "Ion Mia", "gin")
    ledger.add_table("Fridays", Setting.of("remik_trad", ["M17_round_to_tens"]), (full.heading.players[0].id,))
    backup = ledger.export()
    evening(elsewhere, "Zoe Max")
    elsewhere.restore(backup)
    assert elsewhere.export() == backup
    assert (elsewhere.games(), elsewhere.people(), elsewhere.tables()) == (
        ledger.games(),
        ledger.people(),
        ledger.tables(),
    )
    assert elsewhere.history(full.id, 1) == ledger.history(full.id, 1)


def test_what_a_restore_replaces_is_kept_as_a_file(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    old = evening(elsewhere, "Zoe Max")
    before = elsewhere.export()
    kept = elsewhere.restore(ledger.export())
    assert kept.parent == elsewhere.path.parent
    assert kept.read_text("utf-8") == before
    elsewhere.restore(before)
    assert elsewhere.games() == (old,)


def test_a_backup_that_cannot_be_read_restores_nothing(ledger: Ledger, full: KeptGame) -> None:
    before = ledger.export()
    with pytest.raises(BadImport):
        ledger.restore(before[:-40])
    assert ledger.export() == before


def test_an_empty_ledger_has_a_backup_too(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    ledger.restore(elsewhere.export())
    assert (ledger.games(), ledger.people()) == ((), ())


# practice, in the same file


def practised(ledger: Ledger, player: str, *answers: bool, cards: str = "7S 8S 9S") -> None:
    book = PracticeBook(ledger.path, ledger.clock)
    for right in answers:
        exercise = Exercise("rami51", ("V1_open_71",), DrillKind.IS_MELD, Hand.parse(cards))
        book.answered(player, exercise, right=right, hints=int(right), traps=[Trap.JOKER])


def practice(ledger: Ledger, player: str) -> tuple[object, Exercise | None]:
    """All that is known of somebody's practice, a year later."""
    book = PracticeBook(ledger.path, lambda: ledger.clock() + timedelta(days=366))
    return book.progress(player), book.due(player, "rami51", ("V1_open_71",), tuple(DrillKind))


def test_a_backup_holds_practice_too(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    ana = full.heading.players[0].id
    practised(ledger, ana, True, False, True)
    practised(ledger, NOBODY, False)
    practised(elsewhere, NOBODY, True, cards="7S 8S JK")
    backup = ledger.export()
    elsewhere.restore(backup)
    assert elsewhere.export() == backup
    assert practice(elsewhere, ana) == practice(ledger, ana)
    assert practice(elsewhere, NOBODY) == practice(ledger, NOBODY)


def test_what_comes_back_when_is_the_same_after_a_backup(ledger: Ledger, elsewhere: Ledger) -> None:
    for cards in ("7S 8S 9S", "7H 8H 9H", "7D 7S 7C"):
        practised(ledger, NOBODY, True, True, False, True, cards=cards)
    elsewhere.restore(ledger.export())
    with reading(ledger.path) as one, reading(elsewhere.path) as other:
        days = [file.execute("SELECT due FROM answers ORDER BY number").fetchall() for file in (one, other)]
    assert days[0] == days[1]
    assert len(set(days[0])) > 6


def test_a_chosen_game_takes_nobodys_practice_along(ledger: Ledger, full: KeptGame) -> None:
    practised(ledger, NOBODY, True)
    assert "answers" not in json.loads(ledger.export([full.id]))


def test_answers_of_two_computers_come_together_each_once(ledger: Ledger, elsewhere: Ledger) -> None:
    """Ana is known by name; her answers stand in the order in which she gave them."""
    here, there = ledger.player("Ana").id, elsewhere.player("ana").id
    practised(ledger, here, True, True)
    early = PracticeBook(elsewhere.path, lambda: datetime(2026, 1, 1, tzinfo=UTC))
    early.answered(there, Exercise("gin", (), DrillKind.MELD_POINTS, Hand.parse("2S 3S 4S")), right=False)
    for _ in range(2):
        ledger.import_text(elsewhere.export())
    answers = PracticeBook(ledger.path).progress(here).answers
    assert [(answer.kind, answer.right) for answer in answers] == [
        (DrillKind.MELD_POINTS, False),
        (DrillKind.IS_MELD, True),
        (DrillKind.IS_MELD, True),
    ]


def test_a_file_of_the_first_edition_leaves_practice_as_it_is(ledger: Ledger, elsewhere: Ledger) -> None:
    practised(ledger, NOBODY, True, False)
    before, first = practice(ledger, NOBODY), json.loads(elsewhere.export())
    del first["answers"]
    first["edition"] = 1
    ledger.import_text(json.dumps(first))
    ledger.restore(json.dumps(first))
    assert practice(ledger, NOBODY) == before


def test_who_stands_in_no_list_of_people_keeps_no_backup_from_being_read(ledger: Ledger) -> None:
    """An address may name anybody as the one who practises."""
    practised(ledger, "stranger", True)
    assert read_pack(ledger.export()).answers == ()


# import


def test_a_game_arrives_with_all_its_versions(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    assert arrivals(elsewhere, ledger.export([full.id])) == [Arrival.ADDED]
    assert elsewhere.game(full.id) == full
    outcome = elsewhere.undo(full.id, 3, 2)
    assert totals(outcome.game) == [8, 31, 21]


def test_only_the_chosen_games_and_their_players_go_out(ledger: Ledger, full: KeptGame) -> None:
    evening(ledger, "Ion Mia")
    ledger.add_table("Fridays", Setting.of("gin"))
    out = json.loads(ledger.export([full.id]))
    assert [person["name"] for person in out["people"]] == ["Ana", "Ewa", "Jan"]
    assert [each["id"] for each in out["games"]] == [full.id]
    assert out["tables"] == []


def test_the_same_file_twice_brings_nothing_new(ledger: Ledger, full: KeptGame) -> None:
    before = ledger.export()
    assert arrivals(ledger, before) == [Arrival.KNOWN]
    assert ledger.export() == before


def test_a_game_that_went_on_elsewhere_grows(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    elsewhere.import_text(ledger.export())
    older = ledger.export()
    more = added(elsewhere, full, typed(full, 0, 0, 100))
    assert arrivals(ledger, elsewhere.export()) == [Arrival.EXTENDED]
    assert totals(ledger.game(full.id)) == totals(more)
    assert arrivals(ledger, older) == [Arrival.KNOWN]
    assert totals(ledger.game(full.id)) == totals(more)


def test_changes_of_different_rounds_come_together(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    elsewhere.import_text(ledger.export())
    ledger.change_round(full.id, 1, 3, typed(full, 0, 0, 0))
    elsewhere.change_round(full.id, 2, 1, typed(full, 0, 0, 90))
    assert arrivals(ledger, elsewhere.export()) == [Arrival.EXTENDED]
    assert totals(ledger.game(full.id)) == [0, 0, 90]


def test_a_game_that_went_on_differently_stands_beside_the_old_one(
    ledger: Ledger, full: KeptGame, elsewhere: Ledger
) -> None:
    elsewhere.import_text(ledger.export())
    here, there = added(ledger, full, typed(full, 1, 0, 0)), added(elsewhere, full, typed(full, 2, 0, 0))
    (copy,) = ledger.import_text(elsewhere.export())
    assert copy.how is Arrival.COPIED
    assert ledger.game(full.id) == here
    assert totals(ledger.game(copy.game)) == totals(there)
    assert arrivals(ledger, elsewhere.export()) == [Arrival.KNOWN]
    assert len(ledger.games()) == 2


def test_players_are_known_again_by_name(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    jan, ana = elsewhere.player("JAN"), elsewhere.player("Ana")
    elsewhere.import_text(ledger.export())
    arrived = elsewhere.game(full.id)
    assert arrived is not None
    assert arrived.heading.players[:2] == (ana, jan)
    assert totals(arrived) == totals(full)
    assert len(elsewhere.people()) == 3
    assert arrivals(elsewhere, ledger.export()) == [Arrival.KNOWN]


def test_two_people_never_become_one(ledger: Ledger, full: KeptGame, elsewhere: Ledger) -> None:
    """Here Jan's id is called Ana by now: the Ana who arrives is somebody else."""
    elsewhere.import_text(ledger.export())
    ana, jan, _ = full.heading.players
    ledger.rename(ana.id, "Anna")
    ledger.rename(jan.id, "Ana")
    ledger.delete(full.id)
    arriving = json.loads(elsewhere.export())
    for person in arriving["people"]:
        person["id"] = "x" if person["id"] == ana.id else person["id"]
    text = json.dumps(arriving).replace(ana.id, "x")
    ledger.import_text(text)
    arrived = ledger.game(full.id)
    assert arrived is not None
    assert [player.name for player in arrived.heading.players] == ["Ana 2", "Ana", "Ewa"]


def test_tables_arrive_with_their_players(ledger: Ledger, elsewhere: Ledger) -> None:
    ana, jan = seats(ledger, "Ana Jan")
    table = ledger.add_table("Fridays", Setting.of("gin"), (ana.id, jan.id))
    there = elsewhere.player("ana")
    elsewhere.import_text(ledger.export())
    assert elsewhere.tables() == (replace(table, players=(there.id, jan.id)),)
    ledger.change_table(replace(table, name="Saturdays"))
    elsewhere.import_text(ledger.export())
    assert [each.name for each in elsewhere.tables()] == ["Saturdays"]


# files that are none


def broken(text: str, change: str) -> str:
    """The file with one thing in it made wrong, as a line of Python would do it."""
    record = json.loads(text)
    exec(change, {"f": record, "g": record["games"][0], "p": record["games"][0]["pages"]})
    return json.dumps(record)


@pytest.mark.parametrize(
    "change",
    [
        "f['format'] = 'something else'",
        "f['edition'] = 3",
        "f['games'] = {}",
        "f['games'].append(g)",
        "f['people'].append(f['people'][0])",
        "f['people'][0]['name'] = ' '",
        "f['people'][0]['name'] = f['people'][1]['name'].upper()",
        "f['people'][0]['id'] = '../../x'",
        "f['people'].pop()",
        "g['id'] = 'a b'",
        "g['started'] = 'yesterday'",
        "g['started'] = '2026-01-31T20:00:00'",
        "g['pages'] = []",
        "p.pop(0)",
        "p[0]['body'] = None",
        "p[0]['body']['players'] = []",
        "p[0]['body']['setting']['parameters']['joker_hand'] = 'many'",
        "p[0]['body']['setting']['system'] = ''",
        "p[1]['version'] = 2",
        "p[1]['before'] = 1",
        "p[1]['stands_for'] = 9",
        "p[1]['page'] = 7",
        "p[1]['body'] = {}",
        "p[1]['body']['winner'] = 'nobody'",
        "p[1]['body']['players'] = {'nobody': {'typed': 1}}",
        "p[-1]['body'] = {'players': {f['people'][0]['id']: {}}}",
        "p[1]['body']['players'][f['people'][0]['id']] = {'typed': 10**12}",
        "p[1]['body']['players'][f['people'][0]['id']] = {'hand': ['1X']}",
        "p[1]['written'] = None",
        "p[1]['page'] = -1",
        "p[1]['version'] = 1.0",
        "f['answers'] = {}",
        "f['answers'] = f['answers'] * 50_001",
        "f['answers'][0]['player'] = 'nobody'",
        "f['answers'][0]['kind'] = 'chess'",
        "f['answers'][0]['cards'] = '1X'",
        "f['answers'][0]['cards'] = None",
        "f['answers'][0]['traps'] = ['mice']",
        "f['answers'][0]['hints'] = -1",
        "f['answers'][0]['right'] = 'yes'",
        "f['answers'][0]['answered'] = 'yesterday'",
        "f['answers'][0]['answered'] = '9999-12-31T00:00:00+00:00'",
        "f['answers'][0]['answered'] = '0001-01-01T00:00:00+14:00'",
    ],
)
def test_a_file_with_anything_wrong_in_it_is_refused_as_a_whole(
    ledger: Ledger, full: KeptGame, elsewhere: Ledger, change: str
) -> None:
    practised(ledger, NOBODY, True)
    text = ledger.export()
    broken_text = broken(text, change)
    if change.startswith("p[1]['body']"):  # the newest version of the page tells
        broken_text = broken(text, f"del p[2:4]; {change}; p[1].update(version=1, before=0, stands_for=1)")
    with pytest.raises(BadImport):
        elsewhere.import_text(broken_text)
    assert (elsewhere.games(), elsewhere.people()) == ((), ())


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", "{}", "[" * 100_000, '"\\ud800"', "\ud800", "NaN", "9" * 5000]
)
def test_text_that_is_no_file_is_refused(ledger: Ledger, text: str) -> None:
    with pytest.raises(BadImport):
        ledger.import_text(text)


def test_a_name_with_half_a_sign_is_refused(ledger: Ledger, full: KeptGame) -> None:
    with pytest.raises(BadImport):
        read_pack(ledger.export().replace("Ana", "\\ud800"))


def test_a_file_says_where_reading_ended(ledger: Ledger, full: KeptGame) -> None:
    with pytest.raises(BadImport) as told:
        read_pack(broken(ledger.export(), "p[1]['version'] = 2"))
    assert told.value.where == "page 1"


@pytest.fixture(scope="module")
def good_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    ledger = new_ledger(tmp_path_factory.mktemp("good"))
    game = evening(ledger)
    added(ledger, game, won_by(game, 0, "", "KS JK", "AS"), typed(game, 7, 0, 9))
    ledger.add_table("Fridays", Setting.of("gin"))
    practised(ledger, NOBODY, True, False)
    return ledger.export()


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@tried(150)
@given(st.data())
def test_any_value_in_any_place_is_read_or_refused(good_file: str, data: st.DataObject) -> None:
    """A file that was tampered with anywhere never raises anything but ``BadImport``."""
    record = json.loads(good_file)
    container, key = data.draw(st.sampled_from(places(record)))
    container[key] = data.draw(JSON)
    try:
        read_pack(json.dumps(record))
    except BadImport:
        return


@tried(60)
@given(st.data())
def test_a_file_cut_or_scrambled_is_read_or_refused(good_file: str, data: st.DataObject) -> None:
    start, end = sorted(data.draw(st.tuples(st.integers(0, len(good_file)), st.integers(0, len(good_file)))))
    text = good_file[:start] + data.draw(st.text(max_size=5)) + good_file[end:]
    try:
        read_pack(text)
    except BadImport:
        return
