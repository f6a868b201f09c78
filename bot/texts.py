"""The one catalogue: every sentence a person sees, in his language (gettext).

Sentences are written in English where they are used, as the first argument of a `Texts`
called `_`, with named gaps: `_("{name} to act", name=...)`. Without a catalogue for a language
English is shown.
"""

import gettext
from functools import lru_cache
from pathlib import Path
from typing import Final

from bot.ofc.errors import OfcError

_DOMAIN: Final = "ofc"
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

    def error(self, error: OfcError) -> str:
        """What a refusal says."""
        return self(error.sentence, **error.values)


@lru_cache
def texts_for(locale: str) -> Texts:
    """The sentences for a locale as Discord writes it, such as `en-GB` or `de`."""
    language, _, _ = locale.partition("-")
    names = [locale.replace("-", "_"), language]
    return Texts(gettext.translation(_DOMAIN, _FOLDER, names, fallback=True))


def languages() -> tuple[str, ...]:
    """The languages there are texts in, by their codes: English, then by the alphabet."""
    found = {path.parts[-3] for path in _FOLDER.glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")}
    return ("en", *sorted(found - {"en"}))


ENGLISH: Final = texts_for("en")


def marked(sentence: str) -> str:
    """The sentence itself; marks it for the catalogue where it is translated later."""
    return sentence
