"""Names that nobody else has: for games, players and tables."""

from __future__ import annotations

import secrets


def new_id() -> str:
    """A name of letters, digits, - and _ that cannot be guessed."""
    return secrets.token_urlsafe(12)
