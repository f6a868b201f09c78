"""Users, guilds, members, roles and channels."""

from dataclasses import dataclass, field

from discord_standin.faults import Fault
from discord_standin.snowflakes import moment_of
from discord_standin.vocabulary import NO_PERMISSIONS, ChannelType, EventStatus, Permission


@dataclass(eq=False, repr=False)
class User:
    """An account. `name` is the unique lower-case one, `display_name` what others see.

    `has_app`: they have installed the application for themselves. `opening_fault` and
    `writing_fault` answer a bot that opens direct messages to them, or writes one.
    """

    id: int
    name: str
    display_name: str
    locale: str = "en-US"
    is_bot: bool = False
    opening_fault: Fault | None = None
    writing_fault: Fault | None = None
    has_app: bool = False

    def __repr__(self) -> str:
        return f"<User {self.name}>"


@dataclass(eq=False, repr=False)
class Role:
    """A set of permissions in a guild; the one with the guild's id is everybody's."""

    id: int
    name: str
    permissions: Permission
    position: int
    is_managed: bool = False
    is_mentionable: bool = False
    guild: "Guild | None" = None

    def __repr__(self) -> str:
        return f"<Role {self.name}>"


@dataclass(eq=False, repr=False)
class Member:
    """A user in a guild, with the roles they have beside everybody's.

    `own_role` is the one of these with permissions that they alone were granted.
    """

    user: User
    joined: float
    roles: list[Role] = field(default_factory=list[Role])
    own_role: Role | None = None

    def __repr__(self) -> str:
        return f"<Member {self.user.name}>"


@dataclass(frozen=True)
class Overwrite:
    """What a channel takes from (`deny`) or gives to (`allow`) a member or a role."""

    allow: Permission = NO_PERMISSIONS
    deny: Permission = NO_PERMISSIONS
    is_for_role: bool = False


@dataclass(eq=False, repr=False)
class Guild:
    """A server. Everything in it is found by id.

    `system_channel` is where Discord itself writes, for instance about new members.
    """

    id: int
    name: str
    locale: str
    owner: User
    roles: dict[int, Role] = field(default_factory=dict[int, Role])
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    channels: dict[int, "Channel"] = field(default_factory=dict[int, "Channel"])
    events: dict[int, "ScheduledEvent"] = field(default_factory=dict[int, "ScheduledEvent"])
    system_channel: "Channel | None" = None

    @property
    def everyone(self) -> Role:
        """The role that every member has."""
        return self.roles[self.id]

    def __repr__(self) -> str:
        return f"<Guild {self.name}>"


@dataclass(eq=False, repr=False)
class ScheduledEvent:
    """An event of a guild at a place outside its channels; times are seconds since 1970."""

    id: int
    guild: Guild
    creator: User
    name: str = ""
    description: str | None = None
    location: str = ""
    starts_at: float = 0.0
    ends_at: float = 0.0
    status: EventStatus = EventStatus.SCHEDULED

    def __repr__(self) -> str:
        return f"<ScheduledEvent {self.name}>"


@dataclass(eq=False, repr=False)
class Channel:
    """A text channel or thread of a guild, somebody's direct messages with the bot, or a group's.

    `group` are the people of group messages, which the bot is never part of; `followers` are the
    ids of the users who are in a thread. In one that is locked only people who manage threads may
    write.
    """

    id: int
    type: ChannelType
    name: str = ""
    guild: Guild | None = None
    recipient: User | None = None
    group: tuple[User, ...] = ()
    parent: "Channel | None" = None
    owner: User | None = None
    position: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict[int, Overwrite])
    is_archived: bool = False
    is_locked: bool = False
    followers: set[int] = field(default_factory=set[int])
    is_gone: bool = False
    last_message_id: int | None = None
    """The last one sent there, also if it has been deleted."""

    @property
    def since(self) -> float:
        """When it was made, in seconds since 1970."""
        return moment_of(self.id)

    @property
    def is_thread(self) -> bool:
        """True if it hangs on another channel."""
        return self.parent is not None

    @property
    def is_dm(self) -> bool:
        """True if it is somebody's direct messages."""
        return self.type is ChannelType.DM

    @property
    def has_bot(self) -> bool:
        """True if the bot can be in it: never in group messages."""
        return self.type is not ChannelType.GROUP_DM

    def __repr__(self) -> str:
        return f"<Channel {self.name or self.recipient}>"
