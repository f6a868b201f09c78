"""The world: everything there is, and how it changes."""

from collections.abc import Iterable
from typing import Final, TypeVar

from discord_standin.addresses import CDN, GATEWAY
from discord_standin.clock import Clock
from discord_standin.faults import (
    NO_SUCH_ACTION,
    THREAD_THERE,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_USER,
    DiscordError,
)
from discord_standin.model.attachments import Attachment, Upload
from discord_standin.model.commands import CommandBook
from discord_standin.model.emojis import EmojiShelf
from discord_standin.model.feed import Event, Feed
from discord_standin.model.interactions import Desk
from discord_standin.model.messages import MessageBook
from discord_standin.model.places import Channel, Guild, Member, Overwrite, Role, User
from discord_standin.snowflakes import Snowflakes
from discord_standin.vocabulary import EVERYBODY, NO_PERMISSIONS, ChannelType, Permission
from discord_standin.window import Window

_Key = TypeVar("_Key")
_Thing = TypeVar("_Thing")


THREADS: Final = {
    ChannelType.TEXT: ChannelType.PUBLIC_THREAD,
    ChannelType.ANNOUNCEMENT: ChannelType.ANNOUNCEMENT_THREAD,
}
"""The types of channels that have threads, and the one type of public threads of each."""


class World:
    """Users, guilds, channels, messages, commands and interactions, by id.

    `violations` are sentences about what the bot should never have sent or left undone.
    `base_url` is its address, `shards` how many the bot is told to use, of which
    `max_concurrency` may identify at once. `openings` limits how often the bot may open direct
    messages, `threads` how often it may make threads; None is no limit. A guild has at most
    `most_threads` that are not archived.
    """

    base_url: str = "http://127.0.0.1"
    shards: int = 1
    max_concurrency: int = 1
    openings: Window | None = None
    threads: Window | None = None
    most_threads: int = 1000

    def __init__(self, clock: Clock, bot_name: str) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.feed = Feed()
        self.violations: list[str] = []
        self.files: dict[int, Attachment] = {}
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.bot = self.add_user(bot_name, is_bot=True)
        self.owner = self.add_user("Keeper")
        self.messages = MessageBook()
        self.emojis = EmojiShelf(self.ids)
        self.commands = CommandBook(self.ids, self.bot.id)
        self.desk = Desk(clock, self.ids, self.blame)
        self.desk.on_end = lambda ended: self.feed.tell(Event.INTERACTION_ENDED, ended)

    def blame(self, sentence: str) -> None:
        """Record a violation."""
        self.violations.append(sentence)

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return f"ws{self.base_url.removeprefix('http')}{GATEWAY}"

    def attach(
        self, upload: Upload, name: str, description: str | None, where: Channel
    ) -> Attachment:
        """A file for a message, with its own URL."""
        number = self.ids.next()
        url = f"{self.base_url}{CDN}/attachments/{where.id}/{number}/{name}"
        return Attachment(number, name, upload.content, url, description)

    # --- people -----------------------------------------------------------------------------

    def add_user(self, display_name: str, *, locale: str = "en-US", is_bot: bool = False) -> User:
        """A new account."""
        name = "".join(c for c in display_name.lower() if c.isascii() and c.isalnum()) or "user"
        taken = {user.name for user in self.users.values()}
        while name in taken:
            name += "_"
        user = User(self.ids.next(), name, display_name, locale, is_bot)
        self.users[user.id] = user
        return user

    def user(self, user_id: int) -> User:
        """The user of an id; raises DiscordError."""
        return _found(self.users, user_id, DiscordError(UNKNOWN_USER))

    def shares_guild(self, user: User) -> bool:
        """True if a user is in a guild that the bot is in too."""
        return any({user.id, self.bot.id} <= guild.members.keys() for guild in self.guilds.values())

    # --- guilds -----------------------------------------------------------------------------

    def add_guild(self, name: str, *, locale: str = "en-US", owner: User | None = None) -> Guild:
        """A new guild with only its owner in it."""
        guild = Guild(self.ids.next(), name, locale, owner or self.owner)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYBODY, position=0)
        self.guilds[guild.id] = guild
        self.join(guild, guild.owner)
        return guild

    def guild(self, guild_id: int) -> Guild:
        """A guild that the bot is in; raises DiscordError."""
        guild = _found(self.guilds, guild_id, DiscordError(UNKNOWN_GUILD))
        if self.bot.id not in guild.members:
            raise DiscordError(UNKNOWN_GUILD)
        return guild

    def guilds_of_bot(self) -> list[Guild]:
        """The guilds that the bot is in."""
        return [guild for guild in self.guilds.values() if self.bot.id in guild.members]

    def join(self, guild: Guild, user: User, permissions: Permission = NO_PERMISSIONS) -> Member:
        """Make a user a member, with a role of their own if they have special permissions."""
        member = guild.members[user.id] = Member(user, self.clock.now())
        if permissions or user.is_bot:
            self.grant(guild, user, permissions)
        if user is self.bot:
            self.feed.tell(Event.GUILD_JOINED, guild)
        return member

    def grant(self, guild: Guild, user: User, permissions: Permission) -> None:
        """Give a member permissions in all channels, in place of those given before."""
        member = guild.members[user.id]
        self._remove_own_role(guild, member)
        name, position = user.display_name, len(guild.roles)
        role = Role(self.ids.next(), name, permissions, position, user.is_bot, guild=guild)
        guild.roles[role.id] = member.own_role = role
        member.roles.append(role)
        self.feed.tell(Event.ROLE_CREATED, role)

    def add_role(
        self, guild: Guild, name: str, *members: User, is_mentionable: bool = True
    ) -> Role:
        """Add a role that some members share; it gives no permissions."""
        role = Role(self.ids.next(), name, NO_PERMISSIONS, len(guild.roles), guild=guild)
        role.is_mentionable = is_mentionable
        guild.roles[role.id] = role
        for user in members:
            guild.members[user.id].roles.append(role)
        self.feed.tell(Event.ROLE_CREATED, role)
        return role

    def _remove_own_role(self, guild: Guild, member: Member) -> None:
        role, member.own_role = member.own_role, None
        if role is not None:
            member.roles.remove(role)
            del guild.roles[role.id]
            self.feed.tell(Event.ROLE_DELETED, role)

    def leave(self, guild: Guild, user: User) -> None:
        """Take a member out of a guild; roles that others may have stay in it."""
        self._remove_own_role(guild, guild.members[user.id])
        del guild.members[user.id]
        if user is self.bot:
            self.commands.replace(guild.id, [])
            self.feed.tell(Event.GUILD_LEFT, guild)

    # --- channels ---------------------------------------------------------------------------

    def add_channel(self, guild: Guild, name: str, kind: ChannelType = ChannelType.TEXT) -> Channel:
        """A new channel in which people can write; voice and stage channels count."""
        return self._open(Channel(self.ids.next(), kind, name, guild))

    def add_thread(
        self, parent: Channel, name: str, owner: User, message_id: int | None = None
    ) -> Channel:
        """A new public thread in a channel, or on a message, whose id it then has."""
        kind = THREADS.get(parent.type)
        if kind is None:
            raise DiscordError(NO_SUCH_ACTION)
        if message_id in self.channels:
            raise DiscordError(THREAD_THERE)
        assert parent.guild
        active = [c for c in parent.guild.channels.values() if c.is_thread and not c.is_archived]
        if len(active) >= self.most_threads:
            raise DiscordError(TOO_MANY_THREADS)
        thread = Channel(message_id or self.ids.next(), kind, name, parent.guild)
        thread.parent, thread.owner = parent, owner
        return self._open(thread)

    def _open(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        if channel.guild:
            channel.position = len(channel.guild.channels)
            channel.guild.channels[channel.id] = channel
        self.feed.tell(Event.CHANNEL_CREATED, channel)
        return channel

    def dm_with(self, user: User) -> Channel:
        """The direct messages between the bot and a user."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        return self._open(Channel(self.ids.next(), ChannelType.DM, recipient=user))

    def add_group(self, name: str, users: Iterable[User]) -> Channel:
        """New group messages between users."""
        return self._open(Channel(self.ids.next(), ChannelType.GROUP_DM, name, group=tuple(users)))

    def channel(self, channel_id: int) -> Channel:
        """A channel of a guild that the bot is in, or a DM; raises DiscordError."""
        channel = _found(self.channels, channel_id, DiscordError(UNKNOWN_CHANNEL))
        is_elsewhere = channel.guild and self.bot.id not in channel.guild.members
        if is_elsewhere or not channel.has_bot:
            raise DiscordError(UNKNOWN_CHANNEL)
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        assert channel.guild
        for thread in [c for c in channel.guild.channels.values() if c.parent is channel]:
            self.remove_channel(thread)
        del self.channels[channel.id], channel.guild.channels[channel.id]
        channel.is_gone = True
        for message in self.messages.of(channel):
            message.is_deleted = True
        self.feed.tell(Event.CHANNEL_DELETED, channel)

    def overwrite(self, channel: Channel, who: User | Role, overwrite: Overwrite) -> None:
        """Give and take permissions in one channel, replacing the overwrite before."""
        channel.overwrites[who.id] = overwrite
        self.feed.tell(Event.CHANNEL_CHANGED, channel)

    def archive(self, thread: Channel, *, archived: bool) -> None:
        """Archive a thread or unarchive it."""
        thread.is_archived = archived
        self.feed.tell(Event.CHANNEL_CHANGED, thread)

    def lock(self, thread: Channel, *, locked: bool) -> None:
        """Lock a thread or unlock it."""
        thread.is_locked = locked
        self.feed.tell(Event.CHANNEL_CHANGED, thread)


def _found(things: dict[_Key, _Thing], key: _Key, refusal: DiscordError) -> _Thing:
    try:
        return things[key]
    except KeyError:
        raise refusal from None
