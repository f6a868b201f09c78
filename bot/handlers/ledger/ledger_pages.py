"""The ledger: every page, privately or shown to everybody, and seasons, begun and ended."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.handlers.ledger import drawn_pages
from bot.handlers.ledger.page_request import PageRequest, made, of_database, page
from bot.handlers.request import Answer, Request, Services, Visitor
from bot.handlers.serving import changes, for_managers, on, personal
from bot.screens.components import note
from bot.screens.decision_screens import EndSeason, sure_screen
from bot.screens.ledger.hand_pages import rivals_page
from bot.screens.ledger.leaks_page import WORST, leaks_page
from bot.screens.ledger.lists import HANDS, LINES, Page, history_page, records_page, standing_page
from bot.screens.ledger.queries import LedgerView, Query, SharePage, ShowPage
from bot.screens.replies import Private, Public, Redraw, Shared
from bot.store import guilds, judgements, messages, players
from bot.store.engine import Connection
from bot.store.ledger import bookings, feats, seasons, tallies
from bot.store.messages import MessageKind
from bot.store.players import Person
from bot.texts import Texts, texts_for
from bot.values.ledger_records import LedgerError, Scope
from bot.values.phrases import plain

_MOST_LATELY: Final = 8


@personal
def show(_at: Request, query: Query) -> "LedgerPage":
    """A page for the visitor alone."""
    return LedgerPage(query)


@on(ShowPage)
@personal
def turn(at: Request, press: ShowPage) -> "LedgerPage":
    """Another page: in the pressed message if only the visitor sees it, else in a new one."""
    return LedgerPage(press.query, redraws=at.visitor.is_in_private)


@on(SharePage)
@personal
def share(at: Request, press: SharePage) -> "_SharedPage":
    """Show a page to everybody in the channel."""
    return _SharedPage(press.query, at.public_texts)


@personal
def player(at: Request, scope: Scope, person: Person) -> "LedgerPage":
    """A player's own page."""
    return LedgerPage(Query(LedgerView.PLAYER, scope, _known(at.db, [person])))


@personal
def leaks(at: Request, scope: Scope) -> "LedgerPage":
    """Where the visitor gives points away."""
    return LedgerPage(Query(LedgerView.LEAKS, scope, (at.player.id,)))


@personal
def rivals(at: Request, scope: Scope, one: Person, two: Person) -> "LedgerPage":
    """Two players against each other."""
    if one.user_id == two.user_id:
        raise LedgerError("Choose two different people.")
    return LedgerPage(Query(LedgerView.RIVALS, scope, _known(at.db, [one, two])))


@personal
def chart(at: Request, scope: Scope, chosen: list[Person], hands: int) -> "LedgerPage":
    """How points ran: of people, or if none are chosen of those who played most."""
    people = list({person.user_id: person for person in chosen}.values())
    return LedgerPage(Query(LedgerView.CHART, scope, _known(at.db, people), page=hands))


def _known(db: Connection, people: list[Person]) -> tuple[int, ...]:
    """The players people are, by our own ids; LedgerError if somebody has never played."""
    ids: list[int] = []
    for person in people:
        found = players.find(db, person.user_id)
        if found is None:
            raise LedgerError(
                "No hand of {names} counts here yet; those with computer players usually do not.",
                names=plain(person.name),
            )
        ids.append(found.id)
    return tuple(ids)


@dataclass(frozen=True)
class LedgerPage:
    """A page of the ledger for the visitor alone; it `redraws` the pressed message or is new."""

    query: Query
    redraws: bool = False

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The page; raises LedgerError."""
        _, pictured = visitor.texts, visitor.may_attach
        page = await page_of(services, visitor.guild, self.query, _, pictured=pictured)
        screen = page.own(_)
        return Answer(Redraw(screen) if self.redraws else Private(screen))


@dataclass(frozen=True)
class _SharedPage:
    """A page of the ledger for everybody, in the channel's language."""

    query: Query
    everybody: Texts

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The page twice: as the visitor has it, and for all."""
        draw = partial(page_of, services, visitor.guild, self.query, pictured=visitor.may_attach)
        own = (await draw(visitor.texts)).own(visitor.texts, is_shared=True)
        return Answer(Shared(own, (await draw(self.everybody)).public()))


async def page_of(
    services: Services, guild_id: int, query: Query, _: Texts, *, pictured: bool = True
) -> Page:
    """The page a query asks for, in words if not `pictured`; raises LedgerError."""
    return await made(PageRequest(services, guild_id, query, _, pictured))


@page(LedgerView.STANDING)
@of_database
def _standing(at: PageRequest, db: Connection) -> Page:
    first, scope = at.query.page * LINES, at.query.scope
    # One more than is shown tells whether another page follows.
    lines = tallies.standing(db, at.guild_id, scope, now=at.now, first=first, count=LINES + 1)
    told = drawn_pages.with_told_skill(db, at.guild_id, lines)
    return standing_page(at.query, told, at.texts, season=at.season(db))


@page(LedgerView.LEAKS)
@of_database
def _leaks(at: PageRequest, db: Connection) -> Page:
    (player_id,) = at.players(1)
    scope = at.query.scope
    found = judgements.leaks(db, at.guild_id, player_id, scope, now=at.now, worst=WORST)
    if found is None:
        raise _no_leaks(db, at.guild_id, player_id, scope, at.now)
    return leaks_page(at.query, found, at.texts, season=at.season(db))


def _no_leaks(db: Connection, guild_id: int, player_id: int, scope: Scope, now: int) -> LedgerError:
    """Why nothing is known yet of what somebody gave away."""
    if tallies.record(db, guild_id, player_id, scope, now=now) is None:
        return tallies.nothing_of(db, guild_id, player_id)
    if judgements.is_to_judge(db, guild_id, player_id):
        return LedgerError("Your hands are being judged. Try again in a minute.")
    return LedgerError(
        "None of these hands can be judged: of hands with real cards nobody knows how they came."
    )


@page(LedgerView.RIVALS)
@of_database
def _rivals(at: PageRequest, db: Connection) -> Page:
    one, two = at.players(2)
    guild_id, scope, now = at.guild_id, at.query.scope, at.now
    against = tallies.rivals(db, guild_id, one, scope, now=now)
    rival = next((each for each in against if each.player_id == two), None)
    if rival is None:
        raise tallies.nothing_of(db, guild_id, one, two)
    given = None
    if guilds.get(db, guild_id).tells_skill:
        given = judgements.of_two(db, guild_id, one, two, scope, now=now)
    name = players.in_ledger(db, guild_id, one).name
    return rivals_page(at.query, name, rival, given, at.texts, season=at.season(db))


@page(LedgerView.HISTORY)
@of_database
def _history(at: PageRequest, db: Connection) -> Page:
    guild_id, scope, before, now = at.guild_id, at.query.scope, at.query.page, at.now
    lines = bookings.history(db, guild_id, scope, now=now, before=before, count=HANDS + 1)
    newer = None
    if before:
        newer = bookings.page_after(db, guild_id, scope, now=now, number=before, count=HANDS)
    return history_page(at.query, lines, at.texts, newer=newer, season=at.season(db))


@page(LedgerView.RECORDS)
@of_database
def _records(at: PageRequest, db: Connection) -> Page:
    latest = feats.milestones(db, at.guild_id, count=_MOST_LATELY)
    return records_page(at.query, feats.records(db, at.guild_id), latest, at.texts)


# --- seasons ---------------------------------------------------------------------------------


@changes
@for_managers
def start(at: Request, name: str) -> Answer:
    """Start a season; raises LedgerError if one runs."""
    guild_id = at.visitor.guild
    running = seasons.running(at.db, guild_id)
    if running is not None:
        raise LedgerError(
            "Season {name} is running. End it first with /ledger season end.", name=running.name
        )
    season = seasons.start(at.db, guild_id, name, now=at.now)
    _ = at.public_texts
    begun = _(
        "Season {name} has started. From now on all hands count for it.", name=plain(season.name)
    )
    return Answer(Public(note(begun)))


@personal
@for_managers
def end(at: Request) -> Answer:
    """Ask once more before the season ends."""
    guild_id = at.visitor.guild
    season = seasons.running(at.db, guild_id)
    if season is None:
        raise LedgerError("No season is running. Start one with /ledger season start.")
    _ = at.texts
    question = _(
        "Season {name} will end, and its final table will be posted here. This is final.",
        name=plain(season.name),
    )
    press = EndSeason(season.number)
    return Answer(Private(sure_screen(question, press, _("End the season"))))


@on(EndSeason)
@changes
@for_managers
def end_now(at: Request, press: EndSeason) -> "_Ended":
    """End the season and show everybody its table."""
    guild_id = at.visitor.guild
    season = seasons.running(at.db, guild_id)
    if season is None or season.number != press.season:
        raise LedgerError("This season has already ended.")
    where = at.destination()
    seasons.end(at.db, season, now=at.now)
    notice = messages.add(at.db, where, MessageKind.SEASON, season.number)
    return _Ended(season.number, texts_for(where.locale), notice)


@dataclass(frozen=True)
class _Ended:
    number: int
    everybody: Texts
    notice: int

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The season's final table for everybody."""
        query = Query(LedgerView.SEASON, about=(self.number,))
        table = await page_of(services, visitor.guild, query, self.everybody)
        _ = visitor.texts
        return Answer(Shared(note(_("Done.")), table.public()), notice=self.notice)
