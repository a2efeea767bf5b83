"""Players read only what stands in ui/languages, and every language says everything."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from ui.words import FOLDER, LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "app.py", *sorted((ROOT / "ui").rglob("*.py"))]
TWO_WORDS = re.compile(r"[A-Za-zÀ-ž]{2,}[,:]? [a-zÀ-ž]{2,}")
MARKUP = re.compile(r"<[^>]*>|\{[^}]*\}")
FOR_HOSTS = {"start.py"}
"""Command lines speak to the one who starts the app, as `--help` and log lines do."""


def catalog(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language)


def key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def sentences(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def messages(language: str) -> dict[str, Message]:
    return {key(message): message for message in catalog(language) if message.id}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(language: str) -> None:
    english, here = messages("en"), messages(language)
    assert list(here) == list(english)
    for name, message in here.items():
        assert all(sentences(message)), name
        assert isinstance(message.id, str) == isinstance(english[name].id, str), name


def test_every_language_is_in_the_menu() -> None:
    assert {name for name in messages("en") if name.startswith("language.")} == {
        "language.choose",
        *(f"language.{code}" for code in LANGUAGES),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_places(language: str) -> None:
    english = messages("en")
    for name, message in messages(language).items():
        wanted = placeholders(sentences(english[name])[-1])
        for sentence in sentences(message):
            assert placeholders(sentence) <= wanted, name
        assert placeholders(sentences(message)[-1]) == wanted, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_its_plurals(language: str) -> None:
    forms = catalog(language).num_plurals
    for name, message in messages(language).items():
        if not isinstance(message.id, str):
            assert len(sentences(message)) == forms, name


def test_no_language_was_left_in_english() -> None:
    english = messages("en")
    for language in LANGUAGES[1:]:
        same = [
            name
            for name, message in messages(language).items()
            if sentences(message) == sentences(english[name]) and len(sentences(message)[0].split()) > 3
        ]
        assert same == [], language


def spoken_strings(path: Path) -> Iterator[str]:
    """Every string of a file that is no docstring, without markup and places left open."""
    tree = ast.parse(path.read_text("utf-8"))
    quiet = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    quiet |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.Raise) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet:
            yield node.value


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_outside_languages(path: Path) -> None:
    if path.name in FOR_HOSTS:
        return
    found = [text for text in spoken_strings(path) if "<" not in text and TWO_WORDS.search(MARKUP.sub(" ", text))]
    assert [text for text in found if not is_markup(text)] == []


def is_markup(text: str) -> bool:
    """Class names, fonts and drawings: text that only a browser reads."""
    return bool(re.search(r'="|[;{}=]|system-ui|^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$', text))


def test_no_sentence_in_scripts() -> None:
    literal = re.compile(r'"([^"\n]*)"|`([^`]*)`')
    for path in sorted((ROOT / "ui" / "assets").glob("*.js")):
        code = "\n".join(line for line in path.read_text("utf-8").splitlines() if not line.lstrip().startswith("//"))
        texts = [first or second for first, second in literal.findall(code)]
        assert [text for text in texts if TWO_WORDS.search(MARKUP.sub(" ", text)) and not is_script(text)] == [], (
            path.name
        )


def is_script(text: str) -> bool:
    """Class names, selectors, drawings and addresses."""
    return bool(re.search(r"[\[\]<>=;]|^\(|^(way|soft|card|tag|room|photo) [a-z ]*$|^[a-z]+ [a-z]+$", text))


def used_keys() -> set[str]:
    found: set[str] = set()
    for path in PAGES:
        found |= set(spoken_strings(path))
    return found


def test_every_key_is_used() -> None:
    """A key is named in full, or by its first part where the rest is a code of the engine."""
    code = "\n".join(path.read_text("utf-8") for path in PAGES)
    stems = tuple(re.findall(r"""f["']([a-z]+\.[a-z_.]*)\{""", code))
    full = used_keys()
    unused = [name for name in messages("en") if name not in full and not name.startswith(stems)]
    assert unused == []


def test_every_named_key_exists() -> None:
    code = "\n".join(path.read_text("utf-8") for path in PAGES)
    named = set(re.findall(r'words(?:\.count)?\("([a-z0-9_A-Z]+\.[a-z0-9_.A-Z]+)"', code))
    assert named - set(messages("en")) == set()


def test_no_choice_leaves_its_placeholder_to_streamlit() -> None:
    """What streamlit would say in a choice without an option taken is English."""
    silent = [
        f"{path.name}:{call.lineno}"
        for path in PAGES
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in {"selectbox", "multiselect"}
        and "placeholder" not in {keyword.arg for keyword in call.keywords}
    ]
    assert silent == []
