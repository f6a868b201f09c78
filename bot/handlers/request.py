"""A request: what somebody pressed or typed, within the one transaction that serves it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from bot.game import dm_delivery
from bot.game.changes import changed
from bot.game.loading import load
from bot.game.play import current_draft
from bot.game.table import Table, TableError, only_host
from bot.screens.components import AttachedPicture
from bot.screens.press import is_id
from bot.screens.replies import Reply
from bot.store import guilds, players, surfaces, tables
from bot.store.database import Database
from bot.store.engine import Connection
from bot.store.players import Person, Player
from bot.store.surfaces import Place, Slot, Surface
from bot.surfaces.composer import Composer
from bot.surfaces.gateway import Gateway
from bot.surfaces.kept_messages import KeptMessages
from bot.surfaces.painter import Painter
from bot.tasks import Tasks, Thinker
from bot.texts import Texts, texts_for
from bot.values.draft import Draft
from bot.values.ledger_records import LedgerError
from bot.values.options import Destination
from bot.workers.computers import ComputerPlayers
from bot.workers.timer import Timer

T = TypeVar("T")


@dataclass(frozen=True)
class Services:
    """The parts of a running bot.

    `clock` returns Unix seconds, `secret` 32 fresh random bytes; `seed` turns the id of an
    interaction into the text that it adds to a deal, empty for none. `painter` keeps the messages
    of tables up to date, `messages` the kept messages; `gateway` makes single calls to Discord,
    `thinker` runs long computations, `background` tasks that nothing waits for. `replay_url` is the
    address of the page that shows a hand from a link, if there is one.
    """

    database: Database
    composer: Composer
    painter: Painter
    messages: KeptMessages
    gateway: Gateway
    timer: Timer
    computers: ComputerPlayers
    thinker: Thinker
    clock: Callable[[], float]
    secret: Callable[[], bytes]
    seed: Callable[[int], str]
    background: Tasks
    replay_url: str = ""

    @property
    def now(self) -> int:
        """Unix seconds."""
        return int(self.clock())


Computed: TypeAlias = dict[tuple[Callable[..., Any], tuple[object, ...]], Any]
"""Function and arguments -> the result of a long computation."""


class NotComputedYet(Exception):
    """Raised by a handler that needs a long computation; it runs again with the result."""

    def __init__(self, think: Callable[..., Any], about: tuple[object, ...]) -> None:
        super().__init__()
        self.think = think
        self.about = about


# --- requests --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Visitor:
    """A person with a press or command; `channel_id` is where, `guild_id` None in direct messages.

    Of the person: `may_manage` (Manage Server), `role_ids` (in the server). Of the interaction:
    `interaction_id` is Discord's; `message_id` is the message that was pressed, None for a command;
    `is_in_private`: only they see it; `picture` is the one in it. `entry` is what they chose from a
    menu (several with commas) or typed into the first field of a form, `entries` has all its fields
    by their keys. Of the channel: `parent_id` is that of a thread; `has_threads`: it can have some.
    Of the bot there: it `may_attach` pictures, `may_mention` a role by its id, `may_open_threads`,
    and `may_share` answers with others; `lacking` are permissions, in English, that a table needs.
    """

    person: Person
    interaction_id: int
    channel_id: int
    guild_id: int | None
    guild_locale: str
    may_manage: bool
    picture: AttachedPicture | None = None
    may_attach: bool = True
    parent_id: int | None = None
    role_ids: frozenset[int] = frozenset()
    message_id: int | None = None
    is_in_private: bool = False
    entry: str = ""
    entries: Mapping[str, str] = field(default_factory=dict[str, str])
    may_mention: Callable[[int], bool] = lambda _role_id: True
    may_share: bool = True
    has_threads: bool = True
    may_open_threads: bool = True
    lacking: tuple[str, ...] = ()

    @property
    def texts(self) -> Texts:
        """The sentences in the person's language."""
        return texts_for(self.person.locale)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The numbers chosen from a menu."""
        return tuple(int(word) for word in self.entry.split(",") if is_id(word))

    @property
    def guild(self) -> int:
        """The id of the server; raises LedgerError in direct messages."""
        if self.guild_id is None:
            raise LedgerError("Each server has its own ledger. Look it up there.")
        return self.guild_id

    def verify_playable(self) -> None:
        """Raise TableError where the bot lacks a permission that a table needs."""
        if self.lacking:
            raise TableError(
                "I can't play here. In this channel I still need: {permissions}.",
                permissions=", ".join(self.lacking),
            )

    def verify_manager(self) -> None:
        """Raise TableError without Manage Server."""
        if self.guild_id is None or not self.may_manage:
            raise TableError("You need the Manage Server permission.")


@dataclass(frozen=True)
class Answer:
    """A reply, the tables that changed, and the surface that it brings up to date, if any.

    `cards_of` is the table whose cards it shows to their owner, or the place of a draft of theirs
    (`DraftKey.place`); `notice` is the id of the kept message whose contents it shows to everybody,
    0 for none. `due_at` is the earliest that something is due (Unix seconds), None if nothing was
    planned.
    """

    reply: Reply
    tables: tuple[int, ...] = ()
    shown: Surface | None = None
    cards_of: int | str = 0
    notice: int = 0
    due_at: int | None = None


DeferredAnswer: TypeAlias = Callable[[Services, Visitor], Awaitable[Answer]]
"""Makes an answer after the commit, for which something is drawn, computed or sent.

If it raises an OfcError, the error's sentence is the answer.
"""
AnswerOrDeferred: TypeAlias = Answer | DeferredAnswer


@dataclass(frozen=True)
class TableVisit:
    """A table as its visitor finds it, with their draft there and their private message."""

    table: Table
    player: Player
    draft: Draft | None
    surface: Surface | None = None


@dataclass
class Request:
    """A press or command while its transaction is open.

    Handlers read and write through `db` alone. If one raises, nothing is stored. `table_id` is the
    table whose button was pressed, None for a command, which is about the table of its channel.
    `touched` are the tables whose messages, deadlines and reminders are updated afterwards; `now`
    is Unix seconds.
    """

    db: Connection
    visitor: Visitor
    services: Services
    now: int
    table_id: int | None = None
    touched: set[int] = field(default_factory=set[int])
    changed_table: Table | None = None
    """The table after the handler's changes, with its messages and deadlines up to date."""
    due_at: int | None = None
    """The earliest that something is due that a handler without changes planned (Unix seconds)."""
    results: Computed = field(default_factory=dict[Any, Any])

    def computed(self, think: Callable[..., T], *about: object) -> T:
        """The result of `think(*about)`, a long computation.

        Raises NotComputedYet at first, which undoes all that the handler has done: a transaction
        cannot wait for it. The handler then runs again with the result.
        """
        if (think, about) not in self.results:
            raise NotComputedYet(think, about)
        return self.results[think, about]

    @property
    def texts(self) -> Texts:
        """The sentences in the visitor's language."""
        return self.visitor.texts

    @cached_property
    def player(self) -> Player:
        """The visitor as a player, with their current name and language."""
        return players.remember(self.db, self.visitor.person)

    @cached_property
    def guild(self) -> guilds.Guild:
        """The settings of the server."""
        return guilds.get(self.db, self.visitor.guild_id or 0)

    @property
    def public_texts(self) -> Texts:
        """The sentences for everybody where the visitor is."""
        return texts_for(self.guild.locale or self.visitor.guild_locale)

    @cached_property
    def table(self) -> Table:
        """The table that the request is about, as it was before; raises TableError."""
        table_id = self.table_id
        if table_id is None:
            table_id = tables.open_in_channel(self.db, self.visitor.channel_id)
            if table_id is None:
                raise TableError("There's no table in this channel. Open one with /play.")
        table = load(self.db, table_id)
        if table is None:
            raise TableError("This table no longer exists.")
        self.touched.add(table_id)
        return table

    def may_run(self, host_id: int) -> bool:
        """True if the visitor is the host (by our id) or manages the server."""
        return self.visitor.may_manage or self.player.id == host_id

    def verify_host(self) -> None:
        """Raise TableError unless the visitor runs the table, or manages the server."""
        if not self.may_run(self.table.row.host_id):
            raise only_host(self.table.host)

    @property
    def before(self) -> TableVisit:
        """The table as it was, and the visitor at it."""
        return self._find(self.table)

    def after(self) -> TableVisit:
        """The table after the handler's changes, and the visitor at it."""
        self.touched.discard(self.table.id)
        self.changed_table = changed(self.db, self.table.id, self.now)
        return self._find(self.changed_table)

    def leave_unchanged(self) -> None:
        """Declare the table unchanged, though it was looked at."""
        self.touched.discard(self.table.id)

    def plan_dm_retry(self) -> None:
        """Retry direct messages to a visitor who refused them, unless they did recently."""
        player: Player | None = vars(self).get("player")
        if player is not None and player.dm_closed:
            again_at = dm_delivery.pressed(self.db, player.id, self.now)
            self.due_at = again_at if self.due_at is None else self.due_at

    def _find(self, table: Table) -> TableVisit:
        draft = current_draft(self.db, table, self.player.id)
        place = Place(Slot.PRIVATE, self.player.id)
        return TableVisit(table, self.player, draft, surfaces.get(self.db, table.id, place))

    def fresh_secret(self) -> bytes:
        """32 fresh random bytes."""
        return self.services.secret()

    @property
    def seed(self) -> str:
        """The text that the visitor's press or command adds to a deal, empty for none."""
        return self.services.seed(self.visitor.interaction_id)

    def destination(self, *, pressed: bool = False) -> Destination:
        """Where the channel sees the outcome: the `pressed` message, or a new one."""
        visitor = self.visitor
        message_id = visitor.message_id if pressed else None
        locale = self.guild.locale or visitor.guild_locale
        return Destination(visitor.guild_id or 0, visitor.channel_id, locale, message_id)
