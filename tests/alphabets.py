"""Two languages that nobody speaks: English in Greek letters, and in Cyrillic ones.

What is still in Latin letters did not go through the catalogue, or is a name.
"""

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from string import ascii_lowercase
from typing import Final

import polib
import pytest

from bot import texts
from bot.texts import Texts
from ofc_engine.players.levels import LEVELS
from ofc_engine.rulesets import OPTIONS, PRESETS
from tests.catalogue import LOCALE

GREEK: Final = "fr"
CYRILLIC: Final = "it"
"""The locales that people and servers have who speak them."""
ALPHABETS: Final = {
    GREEK: "αβψδεφγηιξκλμνοπωρστθϝχςυζ",
    CYRILLIC: "абцдефгхийклмнопярстувшчыз",
}
_KEPT: Final = re.compile(r"(\{\w*\}|<[^>]*>)")
_NOTATION: Final = (
    re.compile(r"```\nmethod .*?```", re.DOTALL),  # the proof of a deal, for `verify-deal`
    re.compile(r"<[^>\s]+>"),  # mentions and times
    re.compile(r"https?://\S+"),
    re.compile(r"(?<!\S)/[a-z]+(?: [a-z-]+){0,2}"),  # commands, as people type them
    re.compile(r"\b(?:(?:10|[2-9TJQKA])[shdc])+\b"),
    re.compile(r"\b[0-9a-f]{16,}\b"),
    re.compile(r"\b[0-9a-f]{8}…"),  # the first digits of one of these
    re.compile(r"\b\w+=\S+"),
    re.compile(r"\b\d+[smhd]\b"),
    re.compile(r"\b[fmbx]{2,17}\b"),  # a letter for each card
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_WORDS_OF_THE_RULES: Final = {
    *_WORD.findall(" ".join([*PRESETS, *OPTIONS, *chain(*OPTIONS.values())]).replace("_", " ")),
    *(level.human for level in LEVELS.values()),
    *("bot", "English", "Deutsch", "Čeština", "Italiano"),
    *("Front", "Middle", "Back"),  # as players say them in every language
    *"FMBDTJQKAx",  # rows, dealer, ranks and discards in texts of fixed width
    *"shdc",
}


class _Letters(gettext.NullTranslations):
    """Every sentence of the catalogue in other letters; its gaps and mentions stay."""

    def __init__(self, locale: str) -> None:
        super().__init__()
        alphabet = ALPHABETS[locale]
        capitals = ascii_lowercase.upper()
        self._letters = str.maketrans(ascii_lowercase + capitals, alphabet + alphabet.upper())
        self._known = sentences()

    def gettext(self, message: str) -> str:
        return self._written(message) if message in self._known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def _written(self, message: str) -> str:
        parts = _KEPT.split(message)
        parts[::2] = [part.translate(self._letters) for part in parts[::2]]
        return "".join(parts)


@lru_cache
def sentences() -> frozenset[str]:
    """Every sentence of the catalogue, singulars and plurals.

    It is read from a language's: to gather what all modules say takes twenty times as long.
    """
    entries = polib.pofile(str(LOCALE / "de.po"))
    return frozenset(each for e in entries for each in (e.msgid, e.msgid_plural) if each)


@lru_cache
def written(locale: str) -> Texts:
    """The sentences in one of the alphabets."""
    return Texts(_Letters(locale))


@contextmanager
def taught() -> Iterator[None]:
    """The bot speaks both."""
    for locale in ALPHABETS:
        written(locale)  # to gather the sentences takes longer than an interaction may
    known = texts._texts_in
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            texts, "_texts_in", lambda code: written(code) if code in ALPHABETS else known(code)
        )
        yield


def strays(text: str, locale: str, names: frozenset[str] = frozenset()) -> Iterator[str]:
    """The words that are not in the alphabet, and no name or notation either."""
    for pattern in _NOTATION:
        text = pattern.sub(" ", text)
    names |= {written(code)("English") for code in ALPHABETS}  # a language is called as it does
    own = {*ALPHABETS[locale], *ALPHABETS[locale].upper()}
    for word in _WORD.findall(text):
        if not own.issuperset(word) and word not in names | _WORDS_OF_THE_RULES:
            yield word
