"""Names of people, as everybody may see them."""

import unicodedata
from typing import Final

LONGEST: Final = 32
"""Characters; Discord has no longer ones."""
_JOINER: Final = "\u200d"


def clean_name(name: str) -> str:
    """A name without control characters and direction marks, in one line, cut to `LONGEST`."""
    kept = (c for c in name if c == _JOINER or unicodedata.category(c)[0] != "C")
    return " ".join("".join(kept).split())[:LONGEST]
