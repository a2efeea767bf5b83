"""Do the tests notice when a rule is broken?  A seeded sample of mutants of the rules' modules.

``python -m tests.engine.mutants [--sample N] [--seed S] [MODULE ...]``; needs the extra ``mutants``
(cosmic-ray, which knows how to break code). Each mutant is written into a copy of the engine and
the quick tests run on it; those that pass in spite of it are printed with their line. A mutant
that changes type hints, docstrings or frozen dataclasses only is none.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]
MODULES = ("melds", "opening", "table", "scoring")
FIRST = {
    "melds": ("melds", "rule_books", "parameters"),
    "opening": ("parameters", "rule_books"),
    "table": ("table", "parameters", "rule_books"),
    "scoring": ("scoring",),
}
"""The tests most likely to notice; all of ``TESTS`` follow only where they do not."""
TESTS = (
    "melds",
    "table",
    "rule_books",
    "parameters",
    "examples",
    "turn",
    "scoring",
    "scoring_gin",
    "game",
    "vectors",
    "solver",
)
SKIPPED = ("VariableInserter", "VariableReplacer", "_Is_Eq", "_IsNot_NotEq")
"""Operators that ask which variables are meant, and those that change nothing: enum members are their own equals."""
LIMIT = 120
"""Processor seconds after which the tests of one mutant are stopped: it never ends, and counts as noticed."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change to one module."""

    module: str
    operator: str
    occurrence: int

    @property
    def source(self) -> str:
        return (ROOT / "engine" / f"{self.module}.py").read_text()

    @property
    def code(self) -> str | None:
        """The module with the change; ``None`` if there is nothing to change."""
        changed: str | None = mutate_code(self.source, get_operator(self.operator)(), self.occurrence)
        return changed

    @property
    def difference(self) -> str:
        """The lines that the change touches."""
        lines = unified_diff(self.source.splitlines(), (self.code or "").splitlines(), lineterm="", n=0)
        return "\n    ".join(line for line in lines if line[:1] in "+-" and line[:3] not in ("---", "+++"))


def all_mutants(module: str) -> Iterator[Mutant]:
    """Every change that cosmic-ray knows for a module."""
    nodes = list(ast_nodes(get_ast((ROOT / "engine" / f"{module}.py").read_text())))
    for name in sorted(operator_names()):
        if name.endswith(SKIPPED):
            continue
        operator = get_operator(name)()
        count = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        yield from (Mutant(module, name, occurrence) for occurrence in range(count))


def _bare(code: str) -> str:
    """The code without type hints, docstrings and the arguments of dataclasses, which do nothing to the rules."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dataclass":
            node.keywords = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.dump(tree)


def is_noticed(mutant: Mutant, copy: Path) -> bool:
    """Whether the quick tests fail, or never end, with the change in the copy."""
    target = copy / "engine" / f"{mutant.module}.py"
    target.write_text(mutant.code or "")
    try:
        return any(_fail(names, copy) for names in (FIRST.get(mutant.module, ()), TESTS) if names)
    finally:
        target.write_text(mutant.source)


def _fail(names: tuple[str, ...], copy: Path) -> bool:
    tests = [f"tests/engine/test_{name}.py" for name in names]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", *tests],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)),
    )
    return done.returncode != 0


def _changing(mutants: list[Mutant]) -> Iterator[Mutant]:
    """Those that are Python and do something else."""
    for mutant in mutants:
        with suppress(SyntaxError):
            if _bare(mutant.code or mutant.source) != _bare(mutant.source):
                yield mutant


def _copied(place: Path) -> Path:
    for folder in ("engine", "tests"):
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


def survivors(modules: tuple[str, ...], sample: int, seed: int) -> int:
    """How many of a sample of mutants no test noticed; each is printed."""
    mutants = [mutant for module in modules for mutant in all_mutants(module)]
    random.Random(seed).shuffle(mutants)
    tried = unnoticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = _copied(Path(folder))
        for mutant in _changing(mutants):
            if tried == sample:
                break
            tried += 1
            if not is_noticed(mutant, copy):
                unnoticed += 1
                print(f"unnoticed: {mutant.module} {mutant.operator} {mutant.occurrence}\n    {mutant.difference}")
            print(f"{tried} of {sample} tried, {unnoticed} unnoticed", flush=True)
    print(f"{len(mutants)} mutants known, seed {seed}")
    return unnoticed


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.mutants")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(MODULES))
    parser.add_argument("--sample", type=int, default=40, help="mutants to try (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.exit(survivors(tuple(options.modules) or MODULES, options.sample, options.seed) > 0)


if __name__ == "__main__":
    main()
