"""The one catalogue: every sentence a person sees, in their language (gettext).

Sentences are written in English where they are used, as the first argument of a `Texts`
called `_`, with named gaps: `_("{name} to act", name=...)`. Other languages have a catalogue
each, `bot/locale/LANGUAGE.po`; what is missing there is shown in English.
"""

import gettext
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

import polib

from ofc_engine.errors import OfcError

_FOLDER: Final = Path(__file__).parent / "locale"


class Texts:
    """The sentences of one language."""

    def __init__(self, translations: gettext.NullTranslations) -> None:
        self._translations = translations

    def __call__(self, sentence: str, /, **values: object) -> str:
        """The sentence in this language, its gaps filled."""
        text = self._translations.gettext(sentence)
        return text.format(**values) if values else text

    def count(self, one: str, many: str, number: int, /, **values: object) -> str:
        """The sentence for a number of things; `{number}` is filled with it."""
        text = self._translations.ngettext(one, many, number)
        return text.format(number=number, **values)

    def decimal(self, number: float, *, signed: bool = False) -> str:
        """A number with one decimal, a true minus and this language's decimal point.

        `signed` numbers above 0 have a plus. What rounds to zero has no sign.
        """
        rounded = round(number, 1) + 0.0
        text = f"{rounded:+.1f}" if signed and rounded else f"{rounded:.1f}"
        return text.replace("-", "−").replace(".", self(_POINT))

    def error(self, error: OfcError) -> str:
        """A refusal's sentence in this language, its gaps filled."""
        return self(error.sentence, **error.values)


def texts_for(locale: str) -> Texts:
    """The sentences for a locale as Discord writes it, such as `en-GB` or `de`."""
    language, _, _ = locale.partition("-")
    return _texts_in(language)


def languages() -> tuple[str, ...]:
    """The languages there are texts in, by their codes: English, then by the alphabet."""
    return ("en", *sorted(file.stem for file in _FOLDER.glob("*.po")))


def read_catalogues() -> None:
    """Read the sentences of all languages now; else each is read when it is first asked for.

    That needs some memory for a moment, which is free again for what comes after.
    """
    for language in languages():
        texts_for(language)


@lru_cache
def _texts_in(language: str) -> Texts:
    if language not in languages()[1:]:
        return Texts(gettext.NullTranslations())
    # `to_binary` leaves out sentences that the translator marked as doubtful.
    catalogue = polib.pofile(str(_FOLDER / f"{language}.po"))
    return Texts(gettext.GNUTranslations(BytesIO(catalogue.to_binary())))


ENGLISH: Final = texts_for("en")


def marked(sentence: str) -> str:
    """The sentence itself; marks it for the catalogue where it is translated later."""
    return sentence


_POINT: Final = marked(".")
"""The sign between units and tenths."""
