"""Words for each format of tournaments, by its name."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.texts import Texts, marked
from bot.values.options import TableOptions
from bot.values.phrases import variant_name


@dataclass(frozen=True)
class FormatWords:
    """Its heading, the rules of its announcement, and of its controls a pause and more time.

    `extended` confirms the latter. A format at one table has no such controls.
    """

    heading: str
    rules: tuple[str, ...] = ()
    pause: str = ""
    extension: str = ""
    extended: str = ""


FORMAT_WORDS: Final[Mapping[str, FormatWords]] = MappingProxyType(
    {
        "sit-and-go": FormatWords(marked("Sit-and-go: {variant}")),
        "knock-out": FormatWords(
            marked("Knock-out: {variant}"),
            (
                marked("All tables play a hand together, each in a thread of its own."),
                marked(
                    "After each hand some people may change tables, so that all are equally full."
                ),
                marked("At the final table everybody draws a new seat."),
                marked("If nobody is there to play for {time}, it ends and the stacks decide."),
            ),
            pause=marked("Pause after this hand"),
            extension=marked("10 more minutes for this hand"),
            extended=marked("Everybody has 10 more minutes for this hand."),
        ),
        "duplicate": FormatWords(
            marked("Duplicate tournament: {variant}"),
            pause=marked("Pause after this round"),
            extension=marked("24 more hours for this round"),
            extended=marked("Everybody has 24 more hours for this round."),
        ),
    }
)


def heading(form: str, options: TableOptions, _: Texts) -> str:
    """The heading of a tournament: its format and variant."""
    return _(FORMAT_WORDS[form].heading, variant=variant_name(options.rules, _))
