"""Moments, as the ledger writes them."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The clock that everybody uses who brings none of his own."""
    return datetime.now(UTC)


def moment_text(at: datetime) -> str:
    """A moment as text that sorts by time: ISO 8601 in UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
