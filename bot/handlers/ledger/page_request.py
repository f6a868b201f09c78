"""A page of the ledger that is asked for, and who makes which."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from bot.handlers.request import Services
from bot.screens.ledger.pages import LedgerView, Page, Query
from bot.store.engine import Connection
from bot.store.ledger import seasons
from bot.texts import Texts
from bot.values.ledger_records import LedgerError, SeasonNote

T = TypeVar("T")


@dataclass(frozen=True)
class PageRequest:
    """The page of a server's ledger that a query asks for; in words alone if not `pictured`.

    Whoever asks `manages` the server, or does not.
    """

    services: Services
    guild_id: int
    query: Query
    texts: Texts
    pictured: bool = True
    manages: bool = False

    @property
    def now(self) -> int:
        """The moment at which it is asked for (Unix seconds)."""
        return self.services.now

    @property
    def about(self) -> tuple[int, ...]:
        """The players whom the query is about, or a number of the view's own."""
        return self.query.about

    def players(self, count: int) -> tuple[int, ...]:
        """So many players whom it is about; LedgerError for a button that names another number."""
        if len(self.about) != count:
            raise LedgerError("This button belongs to another server's ledger.")
        return self.about

    def season(self, db: Connection) -> SeasonNote:
        """The season that it is about, as it is told."""
        return seasons.noted(db, self.guild_id, self.query.scope.season)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of work that only reads the database."""
        return await self.services.database.read(work)


_Maker: TypeAlias = Callable[[PageRequest], Awaitable[Page]]
_MAKERS: Final[dict[LedgerView, _Maker]] = {}


def page(*views: LedgerView) -> Callable[[_Maker], _Maker]:
    """Register who makes the page of these views; they raise LedgerError if there is none.

    They do once they are imported, as all handlers are (`bot.handlers.serving.handlers_in`).
    """

    def registered(make: _Maker) -> _Maker:
        _MAKERS.update(dict.fromkeys(views, make))
        return make

    return registered


def of_database(make: Callable[[PageRequest, Connection], Page]) -> _Maker:
    """Make a page of the database alone."""

    async def made(at: PageRequest) -> Page:
        return await at.read(lambda db: make(at, db))

    return made


async def made(at: PageRequest) -> Page:
    """The page that is asked for; raises LedgerError."""
    return await _MAKERS[at.query.view](at)
