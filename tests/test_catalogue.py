"""Every language says everything that English says, and nothing else."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from string import Formatter

import polib
import pytest

import bot
from bot.texts import languages, texts_for
from ofc_engine.errors import OfcError
from ofc_engine.links import PAGE
from ofc_engine.players.levels import LEVELS
from tests.catalogue import LOCALE, ROOT, cogs, described, keywords, template, updated
from tests.commands_page import slash_commands
from tests.hand_words import renewed

TRANSLATED = languages()[1:]
LIMITS = {
    "button": {"*": 80},
    "link": {"*": 80},
    "select": {"*": 100},
    "Form": {"title": 45},
    "Field": {"label": 45, "help": 100, "hint": 100},
}
"""Of calls that make components: which of their words may have how many characters."""
# German has an adverb "her", as in "wieder her".
HE_OR_SHE = re.compile(r"(?<!wieder )\b(?:he|him|his|himself|she|hers?|herself)\b", re.IGNORECASE)
_NOT = "do|does|did|is|are|was|were|has|have|had|will|would|should|could|must|need"
STIFF = re.compile(
    rf"\b(?:cannot|(?:{_NOT}) not|I (?:am|will|would))\b"
    # "You have played", but not "You have a seat".
    r"|\b(?:I|[Yy]ou|[Tt]hey|[Ww]e) have (?:already )?(?:been|begun|given|had|left|lost|made|sent"
    r"|taken|\w+ed)\b"
    # "You are in", but not "where you are".
    r"|\b(?:You|They|We) (?:are|will)\b"
    r"|(?<!as )(?<!who )\b(?:you|they) (?:are|will) (?!now\b|again\b)[a-z]"
    # "It is late", but not "here it is".
    r"|(?:^|[.:;,!?] |\b(?:and|but|if|once|so|when) )(?:[Hh]ere|[Ii]t|[Tt]hat|[Tt]here) is\b"
    r"|\b(?:[Ww]ho(?:m|ever)|[Ss]hall|is no (?!longer\b))\b"
)
"""What nobody says: English is written as it is spoken."""
MARKS = ("**", "`", "## ", "-# ", "\n", "<", ">")


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def entries(language: str) -> dict[str, polib.POEntry]:
    return {entry.msgid: entry for entry in polib.pofile(str(LOCALE / f"{language}.po"))}


def said() -> set[str]:
    ids = (message.id for message in template() if message.id)
    return {id_[0] if isinstance(id_, tuple) else id_ for id_ in ids}


def test_english_is_written_as_one_speaks():
    ids = (message.id for message in template())
    every = {text for id_ in ids for text in (id_ if isinstance(id_, tuple) else (id_,))}
    assert [text for text in every if STIFF.search(text)] == []


def test_the_page_of_a_hand_says_what_the_catalogues_say():
    page = PAGE.read_text(encoding="utf-8")
    assert page == renewed(page), "python -m tests.hand_words"
    assert renewed(page.replace("Paar {many}", "Zwei {many}")) == page


@pytest.mark.parametrize("text", ["It is late.", "You are in.", "I cannot", "is no table"])
def test_the_test_would_notice(text: str):
    assert STIFF.search(text)


EXTRAS = {"psycopg", "prometheus_client"}
"""Packages of some hosts: the modules that need them have no errors of their own."""


def test_every_kind_of_error_that_is_shown_to_people_is_looked_for():
    for module in walk_packages(bot.__path__, "bot."):
        if module.name == "bot.__main__":
            continue
        try:
            import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name not in EXTRAS:
                raise
    kinds = [OfcError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    ours = {each.__name__ for each in kinds if each.__module__.startswith(("bot.", "ofc_engine."))}
    assert ours <= keywords().keys()


def test_everybody_is_they():
    sentences = [(id_, id_) for id_ in said()]
    sentences += [
        (entry.msgid, text)
        for language in TRANSLATED
        for entry in entries(language).values()
        for text in (entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values())
    ]
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md"), *ROOT.glob("*/README.md")]
    files += (ROOT / "bot" / "cli").glob("*.py")  # what `--help` says
    sentences += [(file.name, file.read_text(encoding="utf-8")) for file in files]
    assert [where for where, text in sentences if HE_OR_SHE.search(text)] == []


@pytest.mark.parametrize("language", TRANSLATED)
class TestLanguage:
    def test_it_says_everything_and_nothing_that_is_no_longer_said(self, language: str):
        assert set(entries(language)) == said()

    def test_it_is_as_its_command_writes_it(self, language: str):
        written = (LOCALE / f"{language}.po").read_bytes()
        assert written == updated(language), f"run python -m tests.catalogue {language}"

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


def asked_for(node: ast.AST) -> Iterator[str]:
    """The sentences that are translated within a call's argument, singulars and plurals."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and each.args:
            said_here = isinstance(each.func, ast.Name) and each.func.id in {"_", "marked"}
            if said_here or (isinstance(each.func, ast.Attribute) and each.func.attr == "count"):
                constants = (arg for arg in each.args[:2] if isinstance(arg, ast.Constant))
                yield from (arg.value for arg in constants if isinstance(arg.value, str))


@cache
def limits() -> dict[str, int]:
    """What stands on buttons, in menus and forms, with how many characters Discord allows."""
    found: dict[str, int] = dict.fromkeys((sentence for _, sentence in described()), 100)
    for file in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for argument, most in LIMITS.get(node.func.id, {}).items():
                    given = [k.value for k in node.keywords if argument in (k.arg, "*")]
                    given += node.args if argument == "*" else []
                    found.update(
                        (sentence, min(most, found.get(sentence, most)))
                        for each in given
                        for sentence in asked_for(each)
                    )
    return found


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_stands_on_buttons_in_menus_and_forms_is_short_enough(language: str):
    tight = limits()
    assert len(tight) > 100
    assert {tight["Join"], tight["Place your cards"]} == {80, 45}
    for msgid, entry in entries(language).items():
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            assert len(text) <= tight.get(msgid, 4000), text


@pytest.mark.parametrize(
    ("language", "written"), [("en", "−1.2"), ("de", "−1,2"), ("it", "−1,2"), ("cs", "−1,2")]
)
def test_decimals_are_written_as_a_language_does(language: str, written: str):
    assert language in languages()
    assert texts_for(language).decimal(-1.2) == written


@pytest.mark.parametrize(
    ("language", "wrong"), [("it", r"\w'\w"), ("de", r"\w:(?:r|n|in|innen)\b")]
)
def test_one_way_of_writing_is_kept_to(language: str, wrong: str):
    """Italian has one apostrophe, the curved one; in German nobody is "Letzte:r"."""
    texts = [t for e in entries(language).values() for t in (e.msgstr, *e.msgstr_plural.values())]
    assert [text for text in texts if re.search(wrong, text)] == []


def test_computer_players_are_called_the_same_in_every_language():
    names = {level.human for level in LEVELS.values()}
    for language in TRANSLATED:
        assert not names & entries(language).keys(), "nothing translates their names"
        for entry in entries(language).values():
            told = {name for name in names if re.search(rf"\b{name}\b", entry.msgid)}
            assert all(name in entry.msgstr for name in told), entry.msgid


def test_a_person_with_an_unknown_language_is_spoken_to_in_english():
    assert texts_for("xx-YY")("{name} to act", name="Ann") == "Ann to act"


COMMAND = re.compile(r"(?<![\w/<])/([a-z]+(?: [a-z-]+)*)")


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_every_command_that_a_sentence_names_is_there(language: str):
    """Whoever reads of one can type it, and taps it where it is offered."""
    texts = said() if language == "en" else {e.msgstr for e in entries(language).values()}
    commands = {name[1:] for cog in cogs() for name, _ in slash_commands(cog)}
    tops = {name.partition(" ")[0] for name in commands}
    for text in texts:
        for named in COMMAND.findall(text):
            top = named.partition(" ")[0]
            found = any(f"{named} ".startswith(f"{name} ") for name in commands)
            assert found or top not in tops | {"ofc"}, text
