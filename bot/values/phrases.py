"""Small pieces of sentences that screens and pictures share."""

import re
from typing import Final

from bot.ofc.board import Foul, Row
from bot.ofc.rulesets import Ruleset
from bot.texts import Texts, marked

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\-\[\]()<@:])")

_ROWS: Final = {Row.FRONT: marked("Front"), Row.MIDDLE: marked("Middle"), Row.BACK: marked("Back")}
VARIANTS: Final = {
    "classic": marked("Classic"),
    "pineapple": marked("Pineapple"),
    "turbo": marked("Turbo"),
    "chinese": marked("Chinese"),
}
FOULS: Final = {
    Foul.MIDDLE_BELOW_FRONT: marked("Middle below Front"),
    Foul.BACK_BELOW_MIDDLE: marked("Back below Middle"),
    Foul.BACK_EQUALS_MIDDLE: marked("Back equals Middle"),
}


def plain(name: str) -> str:
    """A name with its Markdown made harmless."""
    return _MARKDOWN.sub(r"\\\1", name)


def signed(points: int) -> str:
    """Points with a sign that is as wide as a digit: `+7`, `−14`, `0`."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def row_name(row: Row, _: Texts) -> str:
    """Front, Middle or Back."""
    return _(_ROWS[row])


def variant_name(rules: Ruleset, _: Texts) -> str:
    """The variant as people say it."""
    return _(VARIANTS[rules.variant.name])


def mention(user_id: int) -> str:
    """A mention of a person."""
    return f"<@{user_id}>"
