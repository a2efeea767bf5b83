"""How long the functions and files are, and what looks written twice: ``python -m tests.house.measures [FOLDER …]``.

A function's length is its body's lines without docstring, comments and blank lines; a function inside another
counts in both. Two functions look alike when most of their sequences of eight signs are the same, whatever the
names and constants in them are called. A folder may be of another checkout, to compare.
"""

from __future__ import annotations

import argparse
import ast
import io
import statistics
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engine", "vision", "ledger", "ui")
ROW = 8
"""So many signs in a row make up one piece of a function's pattern."""
ALIKE = 0.7
LEAST_SIGNS = 30
"""Shorter functions are alike by their nature."""
LONG = 25
_LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
_KEPT = {"if", "else", "elif", "for", "while", "return", "in", "not", "and", "or", "with", "try", "except", "raise"}


@dataclass(frozen=True, slots=True)
class Function:
    """One function: where it stands, its lines of body, and its signs without names and constants."""

    place: str
    lines: int
    signs: tuple[str, ...]

    @property
    def pattern(self) -> frozenset[tuple[str, ...]]:
        return frozenset(self.signs[at : at + ROW] for at in range(len(self.signs) - ROW + 1))


@dataclass(frozen=True, slots=True)
class Measures:
    """What a house measures: its functions, and the lines of each of its files."""

    functions: tuple[Function, ...]
    files: dict[str, int]

    @property
    def lengths(self) -> list[int]:
        return sorted(function.lines for function in self.functions)

    @property
    def median(self) -> float:
        return statistics.median(self.lengths)

    @property
    def p90(self) -> int:
        return self.lengths[int(len(self.lengths) * 0.9)]

    @property
    def long(self) -> list[Function]:
        """Functions longer than they should be, the longest first."""
        too_long = [function for function in self.functions if function.lines > LONG]
        return sorted(too_long, key=lambda function: -function.lines)

    @property
    def twins(self) -> list[tuple[float, Function, Function]]:
        """Pairs that look alike, the most alike first."""
        large = [function for function in self.functions if len(function.signs) >= LEAST_SIGNS]
        patterns = {function: function.pattern for function in large}
        found = []
        for one, other in combinations(large, 2):
            if min(len(one.signs), len(other.signs)) < ALIKE * max(len(one.signs), len(other.signs)):
                continue
            mine, theirs = patterns[one], patterns[other]
            share = len(mine & theirs) / len(mine | theirs)
            if share >= ALIKE:
                found.append((share, one, other))
        return sorted(found, key=lambda pair: -pair[0])


def measured(folders: Sequence[Path]) -> Measures:
    """All Python below these folders."""
    paths = {str(path.relative_to(folder.parent)): path for folder in folders for path in sorted(folder.rglob("*.py"))}
    named = {name: path.read_text("utf-8") for name, path in paths.items()}
    functions = tuple(found for name, text in named.items() for found in functions_of(name, text))
    return Measures(functions, {name: text.count("\n") for name, text in named.items()})


def functions_of(name: str, text: str) -> Iterator[Function]:
    """Every function of a file."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = body_of(node, lines)
            yield Function(f"{name}:{node.lineno} {node.name}", len(body), signs("\n".join(body)))


def body_of(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: Sequence[str]) -> list[str]:
    """The lines of a body that say something to Python."""
    first = node.body[1:] if ast.get_docstring(node) is not None else node.body
    if not first:
        return []
    rows = lines[first[0].lineno - 1 : node.end_lineno]
    return [row for row in rows if row.strip() and not row.strip().startswith("#")]


def signs(body: str) -> tuple[str, ...]:
    """A body without what its names and constants are called."""
    tokens = tokenize.generate_tokens(io.StringIO("if 1:\n" + body + "\n").readline)
    try:
        return tuple(_sign(token) for token in tokens if token.type not in _LAYOUT)[3:]
    except (tokenize.TokenError, IndentationError):
        return ()


def _sign(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return token.string if token.string in _KEPT else "name"
    return token.string if token.type == tokenize.OP else "constant"


def report(house: Measures, most: int = 10) -> Iterator[str]:
    """The figures as lines."""
    figures = f"median {house.median:g} lines, p90 {house.p90}, longest {house.lengths[-1]}"
    yield f"{len(house.functions)} functions: {figures}"
    yield f"longer than {LONG} lines: {len(house.long)}"
    yield from (f"  {function.lines:4} {function.place}" for function in house.long[:most])
    longest = Counter(house.files).most_common(most)
    yield f"{len(house.files)} files, {sum(house.files.values())} lines; the longest"
    yield from (f"  {lines:4} {name}" for name, lines in longest)
    yield f"pairs of functions that look alike: {len(house.twins)}"
    yield from (f"  {share:.0%} {one.place} | {other.place}" for share, one, other in house.twins[: 2 * most])


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.house.measures", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[ROOT / room for room in ROOMS])
    options = parser.parse_args(arguments)
    print("\n".join(report(measured(options.folders))))


if __name__ == "__main__":
    main()
