"""The house stays as small as it says, and the measure sees what it should."""

from __future__ import annotations

from pathlib import Path

from tests.house.measures import ROOMS, ROOT, measured

ONE = '''
def one(cards, table):
    """Say it.

    At length.
    """
    # a remark
    found = [card for card in cards if card.rank in table.ranks and card.suit not in table.suits]

    if not found or len(found) < 3:
        raise ValueError("too few")
    return sorted(found, key=lambda card: (card.suit, card.rank))[: len(found) - 1]
'''


def test_functions_are_short() -> None:
    house = measured([ROOT / room for room in ROOMS])
    assert len(house.functions) > 1000
    assert house.median <= 8
    assert house.p90 <= 25


def test_a_body_is_measured_without_its_words(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE, "utf-8")
    (function,) = measured([tmp_path]).functions
    assert function.lines == 4


def test_twins_are_found_under_other_names_and_others_are_not(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE, "utf-8")
    twin = ONE.replace("cards", "photos").replace("card", "photo").replace("found", "left").replace("rank", "height")
    (tmp_path / "two.py").write_text(twin, "utf-8")
    shorter = ONE.replace(" and card.suit not in table.suits", "").replace("[:", "[1:")
    (tmp_path / "three.py").write_text(shorter, "utf-8")
    (pair,) = measured([tmp_path]).twins
    assert pair[0] == 1
    assert {function.place.rpartition("/")[2].split(":")[0] for function in pair[1:]} == {"one.py", "two.py"}
