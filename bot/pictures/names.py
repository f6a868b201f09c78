"""Names of people as pictures and plain text can show them."""

import unicodedata
from functools import lru_cache
from typing import Final

from bot.pictures.fonts import Weight, covers, text_width
from bot.values.scenes import ScenePlayer

_MOST_MISSING: Final = 1 / 3
"""With a larger share of letters that the font lacks, a name is not shown."""
_UNDRAWN: Final = frozenset({"So", "Sk", "Mn", "Me", "Cc", "Cf", "Co", "Cs", "Cn"})
"""Unicode categories of emoji, of marks that belong to another letter, and of controls."""
_ELLIPSIS: Final = "…"


@lru_cache(maxsize=1024)
def shown_name(player: ScenePlayer) -> str:
    """The display name without what the font cannot draw, or the handle if little is left."""
    letters = [c for c in unicodedata.normalize("NFC", player.name) if not _is_undrawn(c)]
    drawn = [c for c in letters if covers(c)]
    name = " ".join("".join(drawn).split())
    if not name or len(letters) - len(drawn) > len(letters) * _MOST_MISSING:
        return player.handle
    return name


def _is_undrawn(letter: str) -> bool:
    return unicodedata.category(letter) in _UNDRAWN and not (
        letter.isascii() and letter.isprintable()
    )


@lru_cache(maxsize=1024)
def ascii_name(player: ScenePlayer) -> str:
    """The name in ASCII for fixed-width text: accents dropped, or the handle if that fails."""
    is_lost = any(c.isalnum() and not ascii_text(c) for c in player.name)
    return player.handle if is_lost else ascii_text(player.name) or player.handle


def ascii_text(text: str) -> str:
    """The text in ASCII: umlauts as two letters, others without accents, the rest dropped."""
    replaced = unicodedata.normalize("NFC", text).translate(_TO_ASCII)
    plain = unicodedata.normalize("NFKD", replaced).encode("ascii", "ignore").decode()
    line = " ".join(plain.replace("`", "'").split())
    return "".join(filter(str.isprintable, line))


_TO_ASCII: Final = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"', "·": "-",
     "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
     "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
     "×": "x", "ı": "i", "œ": "oe", "Œ": "OE", "þ": "th", "ð": "d"}
)  # fmt: skip


@lru_cache(maxsize=1024)
def fitted(text: str, width: int, weight: Weight, sizes: tuple[int, ...]) -> tuple[str, int]:
    """The text in the largest of the sizes that fits the width, cut at the smallest if none."""
    for size in sizes:
        if text_width(text, size, weight) <= width:
            return text, size
    size = sizes[-1]
    for end in range(len(text) - 1, 0, -1):
        cut = text[:end].rstrip() + _ELLIPSIS
        if text_width(cut, size, weight) <= width:
            return cut, size
    return _ELLIPSIS, size
