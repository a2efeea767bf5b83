"""The words of the table in all languages, side by side."""

from __future__ import annotations

from html import escape

from ui.words import LANGUAGES, Words, words_of

TERMS = (
    "meld", "run", "set", "clean_run", "joker", "opening", "lay_down", "not_opened", "lay_off", "swap", "stock",
    "discard_pile", "discard", "draw", "deadwood", "knock", "gin", "one_go", "one_left", "go_out", "burnt", "dealer",
    "cut", "hand", "round", "game", "score", "penalty", "house_rule", "spades", "hearts", "diamonds", "clubs", "ranks",
)  # fmt: skip


def terms_html(words: Words) -> str:
    """One row for each term, this visitor's language first."""
    order = (words.language, *(code for code in LANGUAGES if code != words.language))
    head = "".join(f'<th scope="col" lang="{code}">{escape(words(f"language.{code}"))}</th>' for code in order)
    rows = "".join(f"<tr>{''.join(_cell(term, code) for code in order)}</tr>" for term in TERMS)
    return (
        f'<div class="table-scroll" tabindex="0" role="region" aria-label="{escape(words("terms.title"))}">'
        f'<table class="plain terms"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _cell(term: str, code: str) -> str:
    return f'<td lang="{code}">{escape(words_of(code)(f"term.{term}"))}</td>'
