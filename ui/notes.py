"""What was noted about the end of a round, as it was typed so far."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Entry:
    """What somebody noted about one player at the end of a round; texts as they were typed so far."""

    player: str
    left: str = ""
    laid: str = ""
    unopened: bool = False


@dataclass(frozen=True, slots=True)
class RoundNotes:
    """How a round ended, as far as somebody has noted it."""

    winner: str = ""
    in_one_go: bool = False
    joker_last: bool = False
    entries: tuple[Entry, ...] = ()

    def entry(self, player: str) -> Entry:
        return next((entry for entry in self.entries if entry.player == player), Entry(player))

    def noting(self, player: str, **changes: object) -> RoundNotes:
        """The notes with something else about one player."""
        others = tuple(entry for entry in self.entries if entry.player != player)
        return replace(self, entries=(*others, replace(self.entry(player), **changes)))  # type: ignore[arg-type]


NOTHING_NOTED = RoundNotes()


def read_notes(record: object) -> RoundNotes:
    """Notes from what JSON kept of them; raises ``KeyError`` or ``TypeError`` if these are none."""
    if not isinstance(record, dict):
        return NOTHING_NOTED
    return RoundNotes(**(record | {"entries": tuple(Entry(**entry) for entry in record["entries"])}))
