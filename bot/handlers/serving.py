"""Runs the handler of each request in one transaction, and does what follows the commit."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial, wraps
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from bot.game.changes import changed
from bot.game.loading import load
from bot.game.table import Table, TableError
from bot.handlers.request import (
    Answer,
    AnswerOrDeferred,
    Computed,
    NotComputedYet,
    Request,
    Services,
    Visitor,
)
from bot.screens.press import Press, parse
from bot.screens.presses import CardPress, TablePress, table_of
from bot.screens.replies import says
from bot.store import due, hands, players
from bot.store.due import DueKind
from bot.store.engine import Connection
from bot.store.messages import MessageKind
from bot.store.surfaces import Surface
from bot.surfaces.kept_messages import Provider
from ofc_engine.errors import OfcError

log: Final = logging.getLogger(__name__)

A = ParamSpec("A")
P = TypeVar("P", bound=Press)
R = TypeVar("R", bound=AnswerOrDeferred)
T = TypeVar("T")
Q = TypeVar("Q", bound=Provider[Any])
E = TypeVar("E", bound=Callable[[Services, int], Awaitable[None]])


# --- rights ----------------------------------------------------------------------------------
# Anybody can make up a custom_id, and rights hold in one server only.


@dataclass(frozen=True)
class HomeServer:
    """The server that something belongs to, and whether it `includes` a Discord user.

    Those may press its buttons from anywhere: direct messages, or another server.
    """

    guild_id: int
    includes: Callable[[int], bool]


Finder = Callable[[Connection, P], HomeServer | None]
_FINDERS: Final[dict[type[Press], Finder[Any]]] = {}


def home_of(*kinds: type[P]) -> Callable[[Finder[P]], Finder[P]]:
    """Register the function that finds the home of what presses name; None if that is gone."""

    def registered(find: Finder[P]) -> Finder[P]:
        _FINDERS.update(dict.fromkeys(kinds, find))
        return find

    return registered


def with_local_rights(db: Connection, visitor: Visitor, press: Press) -> Visitor:
    """The visitor with their rights in the home server of what they press.

    Raises TableError if they press from elsewhere and it does not include them.
    """
    find = _finder(type(press))
    home = None if find is None else find(db, press)
    if home is None or home.guild_id == visitor.guild_id:
        return visitor
    if not home.includes(visitor.person.user_id):
        raise TableError("You're not in this game. Look for it in the server where it's played.")
    return replace(visitor, may_manage=False)


def _finder(kind: type[Press]) -> Finder[Any] | None:
    return next((_FINDERS[base] for base in kind.__mro__ if base in _FINDERS), None)


@home_of(TablePress, CardPress)
def _home_of_table(db: Connection, press: TablePress | CardPress) -> HomeServer | None:
    table_id = table_of(press)
    table = None if table_id is None else load(db, table_id)
    if table is None:
        return None

    def has(user_id: int) -> bool:
        # Most are at the table now; others have only played here earlier.
        if any(each.user_id == user_id for each in table.people.values()):
            return True
        player = players.find(db, user_id)
        return player is not None and hands.has_played(db, table.id, player.id)

    return HomeServer(table.row.guild_id, has)


# --- handlers --------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandlerCall:
    """A handler with its arguments, and the press that calls it (None for a command)."""

    serve: Callable[..., AnswerOrDeferred]
    arguments: tuple[Any, ...]
    options: Mapping[str, Any]
    is_change: bool
    press: Press | None = None

    @property
    def table_id(self) -> int | None:
        """The table whose button was pressed, if one was."""
        return table_of(self.press)


@dataclass(frozen=True)
class Handler(Generic[A]):
    """A function that serves a request, synchronously and inside the request's transaction.

    With `is_change` the messages of the tables that it touched are brought up to date.
    """

    serve: Callable[Concatenate[Request, A], AnswerOrDeferred]
    is_change: bool

    def __call__(self, *args: A.args, **kwargs: A.kwargs) -> HandlerCall:
        """The handler with the rest of its arguments, ready to run."""
        return HandlerCall(self.serve, args, kwargs, self.is_change)


HANDLERS: Final[dict[type[Press], Callable[[Any], HandlerCall]]] = {}


def handlers_in(*packages: ModuleType) -> Mapping[type[Press], Callable[[Any], HandlerCall]]:
    """All handlers, after importing every module of some packages, which registers them."""
    for package in packages:
        for module in walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
            import_module(module.name)
    return HANDLERS


def changes(serve: Callable[Concatenate[Request, A], AnswerOrDeferred]) -> Handler[A]:
    """Mark a handler that changes what others see, or what counts."""
    return Handler(serve, is_change=True)


def personal(serve: Callable[Concatenate[Request, A], AnswerOrDeferred]) -> Handler[A]:
    """Mark a handler that changes at most what only the visitor sees."""
    return Handler(serve, is_change=False)


def for_managers(
    serve: Callable[Concatenate[Request, A], R],
) -> Callable[Concatenate[Request, A], R]:
    """Make a handler refuse anybody without Manage Server before it does anything."""

    @wraps(serve)
    def verified(at: Request, *args: A.args, **kwargs: A.kwargs) -> R:
        at.visitor.verify_manager()
        return serve(at, *args, **kwargs)

    return verified


def on(*kinds: type[P]) -> Callable[[Handler[[P]]], Handler[[P]]]:
    """Register a handler for presses of these classes."""

    def registered(handler: Handler[[P]]) -> Handler[[P]]:
        for kind in kinds:
            _register(kind, handler, takes_press=True)
        return handler

    return registered


def also_on(kind: type[Press]) -> Callable[[Handler[[]]], Handler[[]]]:
    """Register a command's handler for presses of a class that names nothing but the table."""

    def registered(handler: Handler[[]]) -> Handler[[]]:
        _register(kind, handler, takes_press=False)
        return handler

    return registered


def _register(kind: type[Press], handler: Handler[...], *, takes_press: bool) -> None:
    assert kind not in HANDLERS, f"two handlers of {kind.__name__}"

    def asked(press: Any) -> HandlerCall:  # noqa: ANN401 - of the class that is registered
        arguments = (press,) if takes_press else ()
        return HandlerCall(handler.serve, arguments, {}, handler.is_change, press)

    HANDLERS[kind] = asked


# --- background work -------------------------------------------------------------------------

PROVIDERS: Final[dict[MessageKind, Callable[[Services], Provider[Any]]]] = {}
RUNNERS: Final[dict[DueKind, Callable[[Services, int], Awaitable[None]]]] = {}


def provides(*kinds: MessageKind) -> Callable[[type[Q]], type[Q]]:
    """Register a class of providers, which gets the services, for messages of these kinds."""

    def registered(made: type[Q]) -> type[Q]:
        assert PROVIDERS.keys().isdisjoint(kinds), f"two providers of {kinds}"
        PROVIDERS.update(dict.fromkeys(kinds, made))
        return made

    return registered


def runs(kind: DueKind) -> Callable[[E], E]:
    """Register the function that does what is due of a kind; it gets the id of the row."""

    def registered(run: E) -> E:
        assert kind not in RUNNERS, f"two functions run what is due of {kind.name}"
        RUNNERS[kind] = run
        return run

    return registered


# --- serving ---------------------------------------------------------------------------------


@personal
def outdated(at: Request) -> Answer:
    """Say that a button no longer works."""
    _ = at.texts
    return Answer(says(_("This button is from another version of the bot. Use /ofc board.")))


def asked_by(custom_id: str) -> HandlerCall:
    """The call that a press of a button, a choice from a menu or a form asks for."""
    pressed = parse(custom_id)
    return outdated() if pressed is None else HANDLERS[type(pressed)](pressed)


async def serve(services: Services, visitor: Visitor, asked: HandlerCall) -> Answer:
    """Run a handler and return its answer; an OfcError undoes all and becomes a private answer."""
    work = partial(_run, services, visitor, asked)
    try:
        followed, due_at, result = await _run_with_results(services, work)
    except OfcError as error:
        return Answer(says(visitor.texts.error(error)))
    touched = tuple(table.id for table in followed)
    try:
        answer = await _made(services, visitor, result)
    except BaseException:
        # The changes are committed: show them even if the answer cannot be made.
        await _follow(services, touched, due_at)
        raise
    if not followed and due_at is None:
        return answer
    tables = (*answer.tables, *touched)
    return replace(answer, tables=tables, due_at=due_at)


async def _made(services: Services, visitor: Visitor, result: AnswerOrDeferred) -> Answer:
    if isinstance(result, Answer):
        return result
    try:
        return await result(services, visitor)
    except OfcError as error:
        return Answer(says(visitor.texts.error(error)))


def _run(
    services: Services, visitor: Visitor, asked: HandlerCall, results: Computed, db: Connection
) -> tuple[list[Table], int | None, AnswerOrDeferred]:
    """Run a handler; returns the tables it changed, when something is due, and its result."""
    if asked.press is not None:
        visitor = with_local_rights(db, visitor, asked.press)
    at = Request(db, visitor, services, services.now, asked.table_id, results=results)
    result = asked.serve(at, *asked.arguments, **asked.options)
    if not asked.is_change:
        return [], at.due_at, result
    at.plan_dm_retry()
    followed = [changed(db, touched, at.now) for touched in at.touched]
    if at.changed_table is not None:
        followed.append(at.changed_table)
    for table in followed:
        _log_change(at, table)
    return followed, due.earliest(db) if followed else at.due_at, result


def _log_change(at: Request, table: Table) -> None:
    number = 0 if table.played is None else table.played.row.number
    log.debug("table %d hand %d: changed by player %d", table.id, number, at.player.id)
    before: Table | None = vars(at).get("table")
    if before is not None and before.id == table.id and before.state is not table.state:
        log.info("table %d hand %d: %s, was %s", table.id, number, table.state, before.state)


async def read(services: Services, visitor: Visitor, work: Callable[[Request], T]) -> T:
    """The result of a function of a request that changes no table; raises OfcError."""

    def run(results: Computed, db: Connection) -> T:
        return work(Request(db, visitor, services, services.now, results=results))

    return await _run_with_results(services, run)


async def _run_with_results(services: Services, work: Callable[[Computed, Connection], T]) -> T:
    """Run `work` in a transaction, and again after each long computation that it asks for."""
    results: Computed = {}
    while True:
        try:
            return await services.database.write(partial(work, results))
        except NotComputedYet as wanted:
            result = await services.thinker.think(partial(wanted.think, *wanted.about))
            results[wanted.think, wanted.about] = result


async def follow_up(
    services: Services, answer: Answer, *, message_id: int | None, delivered: bool
) -> None:
    """After a reply, record the surface that it showed, paint what else changed, and play on.

    `message_id` is the message whose button was pressed.
    """
    shown = answer.shown
    has_shown = delivered and shown is not None and shown.message_id == message_id
    answered = shown if has_shown else None
    await _follow(services, answer.tables, answer.due_at, answered)


async def _follow(
    services: Services,
    tables: tuple[int, ...],
    due_at: int | None,
    answered: Surface | None = None,
) -> None:
    """Wake the painter for changed tables, which also wakes computer players there.

    `due_at` is the earliest that something is due (Unix seconds; None: nothing was planned),
    `answered` the surface that the answer has shown.
    """
    services.timer.expect(due_at)
    if answered is not None:
        await services.painter.answered(answered, tables)
    else:
        for table_id in tables:
            await services.painter.wake(table_id)
