"""A server's ledger as files."""

import gzip
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from math import ceil
from typing import Final, TypeAlias

from bot.game.tournaments.past_tournaments import PastTournament, past_tournament
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import personal
from bot.ledger.export import Span, as_lines, hands_of, head, laid_out, lines_of
from bot.ledger.sheets import entries_csv, hands_csv, sheet_of
from bot.screens.components import Picture, Screen, attached, text
from bot.screens.replies import Private
from bot.store.ledger import bookings
from bot.store.tournaments import tournaments
from bot.store.tournaments.tournaments import TournamentRow
from bot.tasks import in_background
from bot.values.ledger_records import NOTHING_COUNTS, LedgerError

FileWriter: TypeAlias = Callable[[Services, int, Span, Sequence[TournamentRow]], Awaitable[str]]
"""Writes some hands of a server's ledger, with its tournaments in place, to the file."""

_MOST_FILES: Final = 10
"""The most files that Discord takes in a message."""
_HANDS_A_FILE: Final = 10_000
_HANDS_AT_ONCE: Final = 50
"""Hands after which others get their turn at the database."""
_SMALL: Final = 4_000_000
"""Bytes up to which a file is not compressed."""
_LARGEST: Final = 10 * 1024 * 1024
"""The most bytes that Discord takes in a file."""
_LARGEST_SUM: Final = 25 * 1024 * 1024 - 10_000
"""The most bytes of all files of a message; Discord takes 25 MiB with all that is around them."""


@personal
def export(at: Request, form: str) -> DeferredAnswer:
    """The ledger as `json` or `csv`; LedgerError if it is empty or too long for a message."""
    guild_id = at.visitor.guild
    last = bookings.last_number(at.db, guild_id)
    played = tournaments.past_in_guild(at.db, guild_id)[::-1]
    if not last and not played:
        raise LedgerError(NOTHING_COUNTS)
    form = form if form in _WRITERS else "json"
    parts = max(1, ceil(last / _HANDS_A_FILE))
    has_sheet = form == "csv" and bool(played)
    if parts * len(_WRITERS[form]) + has_sheet > _MOST_FILES:
        raise _too_long(guild_id)
    return partial(_export, form, parts, last, played)


async def _export(
    form: str,
    parts: int,
    last: int,
    played: Sequence[TournamentRow],
    services: Services,
    visitor: Visitor,
) -> Answer:
    """A ledger in `parts` files, up to its last hand, and the tournaments of its server.

    Raises LedgerError if Discord would not take them.
    """
    files: list[Picture] = []
    for name, write in _WRITERS[form].items():
        for part in range(parts):
            end = min((part + 1) * _HANDS_A_FILE, last)
            span = Span(part * _HANDS_A_FILE + 1, end)
            content = await write(services, visitor.guild, span, () if part else played)
            pack = partial(packed, numbered(name, part, parts), content)
            files.append(await in_background(pack))
    if form == "csv" and played:
        past = await _past_tournaments(services, played)
        sheet = await services.database.read(partial(sheet_of, past=past))
        files.append(await in_background(partial(packed, "tournaments.csv", sheet)))
    if not fit(files):
        raise _too_long(visitor.guild)
    _ = visitor.texts
    sentence = _("Here's the ledger. Its format is described in docs/export.md.")
    if parts > 1:
        sentence += " " + _("You need all of its parts to import it.")
    return Answer(Private(Screen((text(sentence), *map(attached, files)), tuple(files))))


def _too_long(guild_id: int) -> LedgerError:
    return LedgerError(
        "This ledger is too long for a message. The people who run the bot can export it with "
        "`ofc-bot export {guild} ledger.json.gz`.",
        guild=guild_id,
    )


def fit(files: Sequence[Picture]) -> bool:
    """True if Discord takes these files in a message."""
    sizes = [len(file.data) for file in files]
    return len(files) <= _MOST_FILES and max(sizes) <= _LARGEST and sum(sizes) <= _LARGEST_SUM


def numbered(name: str, part: int, parts: int) -> str:
    """A file's name with its part, from 0, of so many."""
    if parts == 1:
        return name
    stem, _, ending = name.partition(".")
    return f"{stem}-{part + 1}-of-{parts}.{ending}"


def packed(name: str, content: str) -> Picture:
    """A file to be uploaded, compressed if it is large."""
    data = content.encode()
    if len(data) <= _SMALL:
        return Picture(name, data)
    # The same content makes the same file at any time.
    return Picture(f"{name}.gz", gzip.compress(data, mtime=0))


async def _past_tournaments(
    services: Services, played: Sequence[TournamentRow]
) -> list[PastTournament]:
    """These tournaments' results, read one after the other: others get at the database between."""
    return [await services.database.read(partial(past_tournament, row=row)) for row in played]


async def _json(
    services: Services, guild_id: int, span: Span, played: Sequence[TournamentRow]
) -> str:
    past = await _past_tournaments(services, played)
    made = await services.database.read(lambda db: head(db, guild_id, span, past))
    lines: list[str] = []
    for few in _in_turns(span):
        # As text they take a quarter of the memory.
        hands = await services.database.read(partial(hands_of, guild_id=guild_id, span=few))
        lines += await in_background(partial(lines_of, hands))
    return await in_background(lambda: laid_out({**as_lines(made), "hands": lines}))


def _csv(write: Callable[..., str]) -> FileWriter:
    async def written_in_turns(
        services: Services, guild_id: int, span: Span, _played: Sequence[TournamentRow]
    ) -> str:
        texts: list[str] = []
        for few in _in_turns(span):
            made = await services.database.read(partial(write, guild_id=guild_id, span=few))
            # Every piece begins with the column names; they are wanted only once.
            texts.append(made if not texts else made.partition("\n")[2])
        return "".join(texts)

    return written_in_turns


def _in_turns(span: Span) -> list[Span]:
    starts = range(span.first, span.last + 1, _HANDS_AT_ONCE)
    return [Span(at, min(at + _HANDS_AT_ONCE - 1, span.last)) for at in starts]


_WRITERS: Final[dict[str, dict[str, FileWriter]]] = {
    "json": {"ledger.json": _json},
    "csv": {"entries.csv": _csv(entries_csv), "hands.csv": _csv(hands_csv)},
}
