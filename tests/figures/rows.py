"""A line of a table of figures: ours, what one would take instead, and the ratio."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """Two figures of one kind, measured in one run on one machine; a ratio below 1 is in our favour."""

    what: str
    ours: float
    instead: str
    theirs: float
    unit: str

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    @property
    def line(self) -> str:
        return (
            f"| {self.what} | {self._told(self.ours)} | {self.instead}: {self._told(self.theirs)} | {self.ratio:.2g} |"
        )

    def _told(self, figure: float) -> str:
        return f"{figure:.3g} {self.unit}" if figure < 1000 else f"{figure:.0f} {self.unit}"


def table(title: str, rows: Iterable[Row]) -> Iterator[str]:
    """The rows as Markdown."""
    yield f"\n### {title}\n"
    yield "| what | Remi Lens | instead | ratio |"
    yield "|---|---|---|---|"
    yield from (row.line for row in rows)
