"""What README and CONTRIBUTING show works as shown, and what they name exists."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "MODEL_CARD.md")
FENCE = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_in_python_give_what_is_shown(name: str) -> None:
    outcome = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert outcome.failed == 0
    if name == "README.md":
        assert outcome.attempted > 3


def test_examples_in_docstrings_give_what_is_shown() -> None:
    files = [path for room in ("engine", "ledger", "vision", "ui") for path in sorted((ROOT / room).rglob("*.py"))]
    with_examples = [
        path
        for path in files
        if "training" not in path.relative_to(ROOT).parts and "    >>> " in path.read_text("utf-8")
    ]
    assert with_examples
    for path in with_examples:
        outcome = doctest.testmod(importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)))
        assert (outcome.failed, outcome.attempted > 0) == (0, True), path


def test_the_hand_of_the_readme_is_advised() -> None:
    lines = [line for fence in FENCE.findall(text_of("README.md")) for line in fence.splitlines()]
    (line,) = [line for line in lines if "python -m engine advise" in line]
    command = [sys.executable, *shlex.split(line)[1:]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert json.loads(done.stdout)["legal"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_commands_that_are_named_exist(name: str) -> None:
    for module in set(re.findall(r"python -m ([a-z_.]+[a-z])", text_of(name))):
        assert importlib.util.find_spec(module), module


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_named_exist(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", text_of(name))
    paths = re.findall(r"`((?:engine|vision|ledger|ui|tests|models|\.ci)/[\w./-]+\w)`", text_of(name))
    assert [path for path in [*links, *paths] if not (ROOT / path).exists()] == []
