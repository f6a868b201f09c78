"""Words for each format of tournaments, by its name; for why one does not go on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.texts import Texts, marked
from bot.values.options import TableOptions
from bot.values.phrases import variant_name
from bot.values.standings import Hold, NoThreads


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


def hold_lines(hold: Hold, _: Texts, *, is_of_table: bool = False) -> Iterator[str]:
    """The reasons that hold it up, in whole sentences; none if it goes on.

    What a message of one table says stays as it is while threads are tried for again and again, so
    that it names no moment for that.
    """
    if hold.is_failing:
        yield failing_line(_)
    if hold.paused_until is not None:
        yield _(
            "The host has paused the tournament. Unless it goes on, it ends <t:{at}:R>.",
            at=hold.paused_until,
        )
    if hold.empty_until is not None:
        yield _(
            "Nobody is here to play. Press More at your table, then I'm back: if nobody has by "
            "<t:{at}:t>, the tournament ends and the stacks decide.",
            at=hold.empty_until,
        )
    if hold.no_threads:
        line = _(_NO_THREADS[hold.no_threads])
        again = _("I'll try again <t:{at}:R>.", at=hold.threads_at or 0)
        yield line if is_of_table else f"{line} {again}"


_NO_THREADS: Final = {
    NoThreads.FULL: marked(
        "Some tables are waiting for their thread: this server has as many open threads as "
        "Discord allows. Archive or delete some that nobody needs."
    ),
    NoThreads.FAST: marked(
        "Some tables are waiting for their thread: Discord won't let me make more for a while."
    ),
    NoThreads.FORBIDDEN: marked(
        "Some tables are waiting for their thread, because I'm not allowed to make any. Ask "
        "somebody to allow me Create Public Threads and Send Messages in Threads here."
    ),
    NoThreads.LATER: marked(
        "Some tables are waiting for their thread: Discord can't make any right now."
    ),
}


def failing_line(_: Texts) -> str:
    """Says that something goes wrong again and again, wherever people wait for it."""
    return "⚠️ " + _(
        "Something keeps going wrong here. I'm trying again every half minute; if it stays "
        "like this, please tell the people who run this bot."
    )
