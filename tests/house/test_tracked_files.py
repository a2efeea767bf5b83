"""Nothing is committed that must stay on one machine."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 1_000_000


def tracked_files() -> list[Path]:
    """What git keeps; in a copy without git, every file that is no build product."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listing.returncode == 0:
        return [path for name in listing.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]
    rooms = ("engine", "vision", "ledger", "ui", "models", "tests")
    return [path for room in rooms for path in (ROOT / room).rglob("*") if path.is_file() and path.suffix != ".pyc"]


def texts() -> list[tuple[Path, str]]:
    found = []
    for path in tracked_files():
        if path.suffix in {".py", ".md", ".toml", ".po", ".css", ".js", ".json", ".jsonl", ".yml", ".txt", ".cfg", ""}:
            found.append((path, path.read_text("utf-8", errors="replace")))
    return found


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?<![\w.])/(root|home|work)/\w",
        r"(index-url|find-links)[ =]",
        r"https?://[^\s\"']+\.(whl|deb|tgz)\b",
        r"\"resolved\": *\"http",
        r"(?<![\w.])/opt/\w",
    ],
)
def test_no_path_or_registry_of_one_machine(pattern: str) -> None:
    here = Path(__file__).resolve()
    assert [str(path) for path, text in texts() if path != here and re.search(pattern, text)] == []


def test_only_the_weights_are_large() -> None:
    large = [str(path) for path in tracked_files() if path.stat().st_size > 3 * MEGABYTE and path.parts[-2] != "models"]
    assert large == []


def test_no_pickle_is_loaded() -> None:
    rooms = [path for path, _ in texts() if path.suffix == ".py" and "training" not in path.parts]
    loads = re.compile(r"^\s*(import|from) (pickle|joblib|dill|shelve)\b", re.MULTILINE)
    assert [str(path) for path in rooms if loads.search(path.read_text("utf-8"))] == []
