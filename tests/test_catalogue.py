"""Every language says everything that English says, and nothing else."""

import ast
from string import Formatter

import polib
import pytest

from bot.ofc.errors import OfcError
from bot.texts import languages, texts_for
from tests.catalogue import ERRORS, LOCALE, ROOT, template

TRANSLATED = languages()[1:]
MARKS = ("**", "`", "## ", "-# ", "\n", "<", ">")


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def entries(language: str) -> dict[str, polib.POEntry]:
    return {entry.msgid: entry for entry in polib.pofile(str(LOCALE / f"{language}.po"))}


def said() -> set[str]:
    ids = (message.id for message in template() if message.id)
    return {id_[0] if isinstance(id_, tuple) else id_ for id_ in ids}


def test_every_kind_of_error_that_is_shown_to_people_is_looked_for():
    kinds = {OfcError.__name__}
    classes = [
        node
        for file in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    for _ in range(3):
        for node in classes:
            if any(isinstance(base, ast.Name) and base.id in kinds for base in node.bases):
                kinds.add(node.name)
    assert set(ERRORS) == kinds


@pytest.mark.parametrize("language", TRANSLATED)
class TestLanguage:
    def test_it_says_everything_and_nothing_that_is_no_longer_said(self, language: str):
        assert set(entries(language)) == said()

    def test_nothing_is_left_in_english(self, language: str):
        untranslated = [
            entry.msgid for entry in entries(language).values() if not entry.translated()
        ]
        assert untranslated == []

    def test_it_fills_the_same_gaps(self, language: str):
        for entry in entries(language).values():
            given = gaps(entry.msgid) | gaps(entry.msgid_plural)
            for text in (entry.msgstr, *entry.msgstr_plural.values()):
                # The singular may say "one" in words, so only strange gaps are wrong there.
                assert gaps(text) <= given, text
            if not entry.msgid_plural:
                assert gaps(entry.msgstr) == given, entry.msgid

    def test_the_marks_of_markdown_are_kept(self, language: str):
        for entry in entries(language).values():
            for text in (entry.msgstr, *entry.msgstr_plural.values()):
                if text:
                    marks = [text.count(mark) for mark in MARKS]
                    assert marks == [entry.msgid.count(mark) for mark in MARKS], text


def test_a_person_with_an_unknown_language_is_spoken_to_in_english():
    assert texts_for("xx-YY")("{name} to act", name="Ann") == "Ann to act"
