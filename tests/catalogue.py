"""What there is to translate, and `python -m tests.catalogue LANGUAGE`, which brings a catalogue
up to date with it (see docs/translating.md)."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from discord import app_commands
from discord.ext import commands

from bot.client import COGS
from ofc_engine.players.levels import LEVELS

ROOT: Final = Path(__file__).parents[1]
NONE: Final = "…"
"""What discord.py says of an option that has no description."""
LOCALE: Final = ROOT / "bot" / "locale"
ROOMS: Final = ("bot", "cogs", "engine/ofc_engine")
"""Whose sentences people are shown."""


def _errors() -> set[str]:
    """The errors whose sentences are shown to people: OfcError and all its kinds."""
    modules = [
        ast.parse(file.read_text("utf-8")) for room in ROOMS for file in (ROOT / room).rglob("*.py")
    ]
    classes = [node for module in modules for node in module.body if isinstance(node, ast.ClassDef)]
    kinds, known = {"OfcError"}, 0
    while known < len(kinds):
        known = len(kinds)
        kinds |= {node.name for node in classes if kinds & {*map(_name, node.bases)}}
    return kinds


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Call):
        # texts_for(locale)("...") translates at once.
        return "_" if _name(called.func) == "texts_for" else ""
    return getattr(called, "id", None) or getattr(called, "attr", "")


@cache
def keywords() -> dict[str, tuple[int, ...] | None]:
    """What takes sentences, as Babel wants it: which arguments they are, None for the first."""
    return {"_": None, "marked": None, "count": (1, 2), **dict.fromkeys(_errors())}


def sentences(
    source: IO[bytes], keywords: Sequence[str], _tags: object, **_: object
) -> Iterator[tuple[int, str, list[str | None], list[str]]]:
    """What a module says: Babel's own extractor overlooks calls within f-strings."""
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.Call):
            name = _name(node.func)
            if name in keywords:
                yield node.lineno, name, [_constant(each) for each in node.args], []


def page(
    source: IO[bytes], *_: object, **__: object
) -> Iterator[tuple[int, str, list[str], list[str]]]:
    """The sentences of the page that shows a hand."""
    words = re.search(r"(?ms)^const WORDS = \{\n.*?^\};", source.read().decode())
    assert words is not None, "the page has words"
    yield from ((0, "_", [each], []) for each in sentences_of_page(words[0]))


def sentences_of_page(words: str) -> list[str]:
    """The English sentences among the words of the page."""
    return re.findall(r'^"(.+?)":\[', words, re.MULTILINE)


def _constant(node: ast.expr) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None


METHODS: Final[list[tuple[str, Any]]] = [
    ("bot/cli/**.py", "ignore"),  # a terminal speaks English
    ("engine/ofc_engine/cli/**.py", "ignore"),
    ("engine/ofc_engine/game.py", "ignore"),  # not used by the bot
    ("engine/ofc_engine/links.py", "ignore"),  # the bot reads no links
    ("engine/ofc_engine/hand.html", page),
    *((f"{room}/**.py", sentences) for room in ROOMS),
]


@cache
def template() -> Catalog:
    """Every sentence of the bot, with where it stands."""
    catalogue = Catalog(project="ofc-bot", charset="utf-8")
    found = extract_from_dir(ROOT, METHODS, keywords=keywords())
    for file, _line, sentence, comments, context in found:
        is_whole = all(sentence) if isinstance(sentence, tuple) else sentence
        if is_whole:
            catalogue.add(sentence, None, [(file, 0)], auto_comments=comments, context=context)
    manners = (("engine/ofc_engine/players/levels.py", level.manner) for level in LEVELS.values())
    for file, sentence in (*described(), *manners):
        catalogue.add(sentence, None, [(file, 0)])
    return catalogue


def described() -> Iterator[tuple[str, str]]:
    """What the commands say of themselves, their options and choices, with the cog's file."""
    for cog in cogs():
        file = f"{cog.__module__.replace('.', '/')}.py"
        if issubclass(cog, commands.GroupCog):
            yield file, str(cog.__cog_group_description__)
        for command in cog.__cog_app_commands__:
            yield from ((file, each) for each in _described(command))


def cogs() -> Iterator[type[commands.Cog]]:
    """The slash commands, most of them in groups."""
    for module in map(importlib.import_module, COGS):
        for cog in vars(module).values():
            is_cog = isinstance(cog, type) and issubclass(cog, commands.Cog)
            if is_cog and cog.__module__ == module.__name__:
                yield cog


def _described(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> Iterator[str]:
    yield command.description
    if isinstance(command, app_commands.Group):
        for each in command.commands:
            yield from _described(each)
        return
    for parameter in command.parameters:
        if parameter.description != NONE:
            yield str(parameter.description)
        # A choice that is named like its value is a word of the rules' notation, and computer
        # players are called the same in every language.
        names = {each.name for each in parameter.choices if each.name != each.value}
        yield from sorted(names - {level.human for level in LEVELS.values()})


def updated(language: str) -> bytes:
    """A catalogue with what is new, untranslated, and without what is no longer said."""
    file = LOCALE / f"{language}.po"
    header = f"# The bot's texts in the language {language}."
    catalogue = Catalog(language, None, header, "ofc-bot", "1", charset="utf-8", fuzzy=False)
    if file.exists():
        with file.open("rb") as text:
            catalogue = read_po(text, locale=language)
    catalogue.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    written = BytesIO()
    write_po(written, catalogue, width=100, sort_by_file=True, include_lineno=False)
    return written.getvalue()


if __name__ == "__main__":
    (LOCALE / f"{sys.argv[1]}.po").write_bytes(updated(sys.argv[1]))
