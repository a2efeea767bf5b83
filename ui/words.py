"""Every sentence that a player reads, in the player's language.

A key names what is said (``advice.points``), the files in ``languages`` say it. Each visitor has
a ``Words`` of their own: nothing is installed globally, so two visitors never mix their languages.
"""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from engine.cards import Card, Face, Rank, Suit

LANGUAGES: tuple[str, ...] = ("en", "pl", "ro", "fr")
FOLDER = Path(__file__).parent / "languages"


_MARKS = re.compile(r"([!-/:-@\[-`{-~])")


def literal(text: str) -> str:
    """What people typed, for places that read Markdown: shown as it is, never a link, a picture or a heading."""
    return _MARKS.sub(r"\\\1", text)


@dataclass(frozen=True, slots=True)
class Words:
    """One language: ``words("key", name=value)`` is a sentence, ``words.count("key", n)`` uses its plurals."""

    language: str
    catalog: gettext.NullTranslations = field(repr=False, compare=False)

    def __call__(self, key: str, **values: object) -> str:
        return self.catalog.gettext(key).format(**values)

    def count(self, key: str, n: int, **values: object) -> str:
        """The form of ``key`` for ``n`` things; ``{n}`` stands for the number."""
        return self.catalog.ngettext(key, key, n).format(n=n, **values)

    def knows(self, key: str) -> bool:
        return self.catalog.gettext(key) != key

    def listed(self, items: Iterable[str]) -> str:
        """``a, b and c``, as this language writes it."""
        return format_list(list(items), locale=self.language)

    def number(self, value: float) -> str:
        return format_decimal(value, locale=self.language)

    def percent(self, share: float) -> str:
        """A share from 0 to 1; what is rare but possible is not called 0 %."""
        digits = "#,##0.0%" if 0 < share < 0.1 else "#,##0%"
        return format_percent(share, format=digits, locale=self.language)

    def day(self, moment: datetime) -> str:
        """The day of a moment, here and now, as this language writes it."""
        return format_date(moment.astimezone().date(), "long", locale=self.language)

    def rank(self, rank: Rank) -> str:
        """The letter of a rank as it stands on the cards of this language's country."""
        return self(f"rank.{rank}") if rank in (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING) else str(int(rank))

    def suit(self, suit: Suit) -> str:
        """The suit's short letters, for those who can't tell the symbols apart."""
        return self(f"suit.{suit}.letter")

    def face(self, face: Face) -> str:
        """A card as the table writes it: ``D♠`` in Warsaw, ``Q♠`` in London."""
        return f"{self.rank(face.rank)}{face.suit.symbol}" if isinstance(face, Card) else self("joker")

    def spoken(self, face: Face) -> str:
        """A card read aloud: ``queen of spades``."""
        if not isinstance(face, Card):
            return self("joker")
        name = self(f"rank.{face.rank}.name") if self.knows(f"rank.{face.rank}.name") else str(int(face.rank))
        return self("card.spoken", rank=name, suit=self(f"suit.{face.suit}.name"))


@cache
def words_of(language: str) -> Words:
    """The words of one of ``LANGUAGES``; read once and shared, since they never change."""
    with (FOLDER / f"{language}.po").open("rb") as source:
        catalog = read_po(source, locale=Locale.parse(language))
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Words(language, gettext.GNUTranslations(compiled))


def choose_language(asked: str | None, browser: str | None) -> str:
    """The language asked for, else the browser's, else English."""
    for wish in (asked, browser):
        code = (wish or "").lower().replace("_", "-").split("-")[0]
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]
