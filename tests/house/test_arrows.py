"""The arrows of CONTRIBUTING's picture hold."""

import ast
from pathlib import Path

from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parents[2]


def imported_modules(path: Path) -> set[str]:
    """Every module that a file names in an import, with its full dotted name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_import_contracts() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True) == 0


def test_nobody_imports_training() -> None:
    users = [
        path
        for room in ("engine", "vision", "ledger", "ui")
        for path in (ROOT / room).rglob("*.py")
        if "training" not in path.relative_to(ROOT).parts
        and any(name.startswith("vision.training") for name in imported_modules(path))
    ]
    assert users == []


def test_the_front_door_knows_only_ui() -> None:
    rooms = {name.split(".")[0] for name in imported_modules(ROOT / "app.py")}
    assert rooms <= {"streamlit", "ui", "__future__"}
