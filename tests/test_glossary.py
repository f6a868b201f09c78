"""One thing has one name in each language: the glossary of `docs/translating.md` holds."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import polib
import pytest

from bot.texts import languages, texts_for
from bot.values.phrases import row_name
from ofc_engine.board import Row
from ofc_engine.street import LETTERS
from tests.catalogue import LOCALE, ROOT

NAMES = re.compile(r"\{\w*\}|`[^`]*`|“[^”]*”|(?<!\w)/[a-z]+(?: [a-z-]+)*|\w+:[\w-]+|in a row")
"""Of English: what is not translated, such as commands and options with values, and an idiom."""
LABEL = re.compile(r"[A-Z][A-Za-z' ]{2,30}")
QUOTES = {"de": "„{}“", "it": "“{}”"}
"""How a language writes the name of a button, if not just so."""


class Term(NamedTuple):
    """What one thing is called in a language."""

    english: re.Pattern[str]
    said: re.Pattern[str]
    never: re.Pattern[str] | None


def pattern(words: str, *, names: bool = False) -> re.Pattern[str]:
    """One of the words, which stand between commas; `…` is any part of a word.

    Of English, what begins with a capital is a name, and only found like that.
    """
    either = "|".join(re.escape(word.strip()).replace("…", r"\w*") for word in words.split(","))
    is_name = names and words.strip()[0].isupper()
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", 0 if is_name else re.IGNORECASE)


def table() -> list[dict[str, str]]:
    """The rows of the glossary: what a language says, by its code."""
    page = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
    _, _, table = page.partition("## Glossary")
    rows = [line.strip("| ").split("|") for line in table.splitlines() if line.startswith("|")]
    codes = [name.strip(" )").rpartition("(")[2] for name in rows[0]]
    return [dict(zip(codes, map(str.strip, row), strict=True)) for row in rows[2:]]


def glossary(language: str) -> Iterator[Term]:
    for row in table():
        said, _, never = row[language].partition("; not ")
        yield Term(pattern(row["en"], names=True), pattern(said), pattern(never) if never else None)


def entries(language: str) -> Iterator[tuple[str, str]]:
    """Sentences in English, without what is never translated, and in a language."""
    for entry in polib.pofile(str(LOCALE / f"{language}.po")):
        one, many = NAMES.sub("", entry.msgid), NAMES.sub("", entry.msgid_plural)
        forms = entry.msgstr_plural or {0: entry.msgstr}
        yield from ((many if form else one, text) for form, text in forms.items())


@pytest.mark.parametrize("language", languages()[1:])
def test_a_term_has_one_translation(language: str):
    sentences = list(entries(language))
    for term in glossary(language):
        told = [text for english, text in sentences if term.english.search(english)]
        assert told, term
        assert [text for text in told if not term.said.search(text)] == [], term
        if term.never:
            assert [
                text for _, text in sentences if term.never.search(NAMES.sub("", text))
            ] == [], term


def test_every_language_is_in_the_glossary():
    assert {*table()[0]} == {*languages()}


@pytest.mark.parametrize("language", languages()[1:])
def test_a_button_that_a_sentence_names_is_called_like_that(language: str):
    labels = {e.msgid: e.msgstr for e in polib.pofile(str(LOCALE / f"{language}.po")) if e.msgstr}
    names = sorted(filter(LABEL.fullmatch, labels), key=len, reverse=True)
    pressed = re.compile(rf"\b(?:[Pp]ress|then|under|or) \**({'|'.join(names)})(?!\w)")
    named = [(name, text) for english, text in labels.items() for name in pressed.findall(english)]
    assert len(named) > 40
    for name, text in named:
        assert QUOTES.get(language, "{}").format(labels[name]) in text, name


@pytest.mark.parametrize("language", languages())
def test_rows_have_the_letters_in_words_that_they_have_in_pictures(language: str):
    names = [row_name(row, texts_for(language)) for row in Row]
    assert "".join(name[0].lower() for name in names) == LETTERS
    assert [name[0] for name in names] == [row.letter for row in Row]
