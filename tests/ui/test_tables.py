"""A table's own rules are saved under a name and sat down to again; its packs and jokers count."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger import Ledger, Setting
from tests.ui.test_pages import shown
from ui.desk import Desk
from ui.parts.game import rules_of
from ui.visits import visits


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMI_LENS_DATA", str(tmp_path))


def test_three_jokers_in_each_pack_are_the_tables_own() -> None:
    desk = Desk(rules="rami51", jokers=3)
    assert rules_of(desk).deck.jokers_per_pack == 3
    assert rules_of(Desk(rules="rami51")).deck.jokers_per_pack != 3
    assert Desk.from_text(desk.to_text()) == desk


def test_one_sits_down_at_a_saved_table() -> None:
    ledger = Ledger.at_home()
    ana, jan = ledger.player("Ana"), ledger.player("Jan")
    table = ledger.add_table("Fridays", Setting.of("rami51", ["V1_open_71"], {"jokers_per_pack": 3}), (ana.id, jan.id))
    app = shown(Desk(), "score")
    app.button(key=f"table-{table.id}").click().run()
    assert not app.exception
    asked = app.query_params["visit"]
    kept = visits().desk(asked if isinstance(asked, str) else asked[0])
    desk = Desk.from_text(kept or "")
    assert (desk.rules, desk.house_rules, desk.jokers, desk.players) == ("rami51", ("V1_open_71",), 3, 2)
    assert app.text_input(key="names").value == "Ana, Jan"


def test_a_table_is_saved_with_what_is_chosen() -> None:
    app = shown(Desk(rules="gin", players=2), "score")
    app.text_input(key="table-name").set_value("Two of us").run()
    app.button(key="keep-table").click().run()
    assert not app.exception
    assert [(table.name, table.setting.system) for table in Ledger.at_home().tables()] == [("Two of us", "gin")]
