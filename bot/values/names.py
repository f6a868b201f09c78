"""Names and other texts that people type, as everybody may see them."""

import unicodedata
from typing import Final

LONGEST: Final = 32
"""Characters of a name: Discord's own limit."""
_JOINER: Final = "\u200d"
_WITH_INK: Final = frozenset("LNPS")
"""Letters, numbers, punctuation and symbols; a mark is visible only on one of these."""
_BLANK: Final = ("FILLER", "PATTERN BLANK", "NULL NOTEHEAD")
"""How Unicode's names of invisible letters and symbols end."""


def clean_text(text: str) -> str:
    """A text without control characters and direction marks, in one line.

    Empty if nothing of it can be seen.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = "".join(map(_cleaned, text))
    return " ".join(kept.split()) if any(map(_has_ink, kept)) else ""


def clean_name(name: str) -> str:
    """A name as `clean_text` leaves it, cut to `LONGEST`."""
    return clean_text(name)[:LONGEST].rstrip()


def _cleaned(character: str) -> str:
    """A character that may stay, a space for one that is as blank, or nothing."""
    if character.isspace() or _is_blank(character):
        return " "
    is_control = unicodedata.category(character)[0] == "C" and character != _JOINER
    return "" if is_control else character


def _has_ink(character: str) -> bool:
    return unicodedata.category(character)[0] in _WITH_INK and not _is_blank(character)


def _is_blank(character: str) -> bool:
    """True for an invisible letter or symbol."""
    is_sign = unicodedata.category(character)[0] in "LS"
    return is_sign and unicodedata.name(character, "").endswith(_BLANK)
