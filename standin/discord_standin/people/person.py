"""A person: everything somebody in front of Discord's app can do and see."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from discord_standin.faults import CLOSED_DMS, Fault
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message, Version
from discord_standin.model.places import Channel, Guild, Role, User
from discord_standin.model.world import World
from discord_standin.model.writing import Letter, send
from discord_standin.payloads.interactions import resolved_json
from discord_standin.people.errors import CannotDoError
from discord_standin.people.faces import Choice, Select
from discord_standin.people.modals import Modal, Value
from discord_standin.people.options import OptionValue, command_data, on_user_data
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.people.sight import may_read, may_see, with_forged_button, words_for
from discord_standin.people.spoken import in_language, named
from discord_standin.people.typed import Offer, offers_of, read
from discord_standin.vocabulary import (
    NO_PERMISSIONS,
    CommandType,
    ComponentType,
    InteractionType,
    Json,
    Permission,
)

Chosen: TypeAlias = "str | Person | Role | Channel"


@dataclass(frozen=True, repr=False)
class Person:
    """Somebody who uses the bot.

    What they do is awaited until they see an outcome: an answer, the end of "thinking", or that
    the bot did not respond. Every action raises CannotDoError if Discord's app would not offer
    it to them.
    """

    world: World
    user: User

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def name(self) -> str:
        """Their display name."""
        return self.user.display_name

    @property
    def mention(self) -> str:
        """How they are mentioned in a text."""
        return f"<@{self.user.id}>"

    @property
    def dm(self) -> Channel:
        """Their direct messages with the bot."""
        return self.world.dm_with(self.user)

    # --- commands ---------------------------------------------------------------------------

    async def command(
        self, where: Channel, typed: str, /, **options: "OptionValue | Person"
    ) -> Reply:
        """Run a slash command, such as `command(channel, "ofc new", variant="turbo")`."""
        data = command_data(self._commands(where), typed, _users(options), where)
        return await self._do(InteractionType.COMMAND, where, data)

    async def complete(
        self, where: Channel, typed: str, /, **options: "OptionValue | Person"
    ) -> tuple[Choice, ...]:
        """The suggestions for the last of these options, which is typed only in part."""
        values = _users(options)
        *_, focused = values
        data = command_data(self._commands(where), typed, values, where, focused)
        return (await self._do(InteractionType.AUTOCOMPLETE, where, data)).choices

    async def uses(self, where: Channel, name: str, on: "Person") -> Reply:
        """Run a command from another person's menu, such as `uses(channel, "Greet", bob)`."""
        offered = self._commands(where, CommandType.USER)
        data = on_user_data(offered, name, on.user, where)
        return await self._do(InteractionType.COMMAND, where, data)

    async def types(self, where: Channel, text: str) -> Reply:
        """Run a command as it is typed, such as `/ofc new variant:turbo rival:@bob`."""
        name, values = read(text, self.commands(where), where)
        return await self.command(where, name, **values)

    def commands(self, where: Channel) -> tuple[Offer, ...]:
        """The commands they are offered in a channel, subcommands each on its own."""
        return tuple(offers_of(self._commands(where)))

    def menu_of_others(self, where: Channel) -> list[str]:
        """The commands in the menu of another person, as they are named in their language."""
        offered = self._commands(where, CommandType.USER)
        return [named(command, self.user.locale) for command in offered]

    def _commands(self, where: Channel, kind: CommandType = CommandType.CHAT_INPUT) -> list[Json]:
        self._verify_sees(where)
        visible = self.world.commands.visible_to(self.user, where, kind)
        return [in_language(command, self.user.locale) for command in visible]

    # --- components -------------------------------------------------------------------------

    async def press(self, shown: Shown, key: str) -> Reply:
        """Press a button, named by its label, its emoji or the start of its custom_id.

        What counts is the message as it is `shown`: after an edit that is a stale press, as
        when they pressed before the edit reached them.
        """
        button = shown.button(key)
        data: Json = {
            "custom_id": button.custom_id,
            "component_type": int(ComponentType.BUTTON),
            "id": button.component_id,
        }
        return await self._use(shown, data)

    async def select(self, shown: Shown, *values: Chosen, menu: str = "") -> Reply:
        """Choose from a select menu, by the words or the values of its options.

        In menus of users, roles and channels: those themselves.
        """
        select = shown.select(menu)
        data: Json = {
            "custom_id": select.custom_id,
            "component_type": int(select.type),
            "id": select.component_id,
            "values": _chosen(select, values),
        }
        things = [value.user if isinstance(value, Person) else value for value in values]
        if resolved := resolved_json(things, shown.message.channel):
            data["resolved"] = resolved
        return await self._use(shown, data)

    async def forge(self, shown: Shown, custom_id: str) -> Reply:
        """Press a button that was never shown, as a tampered client may try.

        Discord would check that the message has the button; the bot should not rely on that. It
        gets the message with the forged button in place of the first one.
        """
        forged = with_forged_button(shown.version, custom_id)
        data: Json = {"custom_id": custom_id, "component_type": int(ComponentType.BUTTON), "id": 1}
        return await self._use(Shown(shown.message, forged), data)

    async def _use(self, shown: Shown, data: Json) -> Reply:
        self._verify_may_see(shown.message)
        if shown.message.is_deleted:
            raise CannotDoError("The message has been deleted.")
        return await self._do(InteractionType.COMPONENT, shown.message.channel, data, used=shown)

    async def submit(
        self, modal: Modal, values: Mapping[str, Value] | None = None, /, **named: Value
    ) -> Reply:
        """Send a modal, its fields named by custom_id or label; others stay as they are."""
        data: Json = {
            "custom_id": modal.custom_id,
            "components": modal.filled_in({**(values or {}), **named}),
        }
        return await self._do(InteractionType.MODAL, modal.interaction.channel, data, modal=modal)

    async def _do(
        self,
        kind: InteractionType,
        where: Channel,
        data: Json,
        *,
        used: Shown | None = None,
        modal: Modal | None = None,
    ) -> Reply:
        self._verify_sees(where)
        opener = modal.interaction if modal else None
        interaction = self.world.desk.open(
            kind,
            self.user,
            where,
            data,
            message=used.message if used else opener and opener.message,
            pressed=used.version if used else opener and opener.pressed,
            opener=opener,
        )
        self.world.feed.tell(Event.INTERACTION_STARTED, interaction)
        await interaction.over()
        return Reply(interaction)

    # --- seeing -----------------------------------------------------------------------------

    def reads(self, where: Channel) -> list[Shown]:
        """The messages of a channel as they see them, oldest first."""
        self._verify_sees(where)
        return [
            Shown(message, message.now)
            for message in self.world.messages.of(where)
            if may_see(self.user, message)
        ]

    def glances(self, where: Channel) -> Iterator[Shown]:
        """The messages of a channel as they see them, newest first."""
        self._verify_sees(where)
        for message in self.world.messages.newest(where):
            if may_see(self.user, message):
                yield Shown(message, message.now)

    def last(self, where: Channel) -> Shown:
        """The newest of these; raises CannotDoError if there is none."""
        for shown in self.glances(where):
            return shown
        raise CannotDoError("There are no messages.")

    def sees(self, shown: Shown) -> Shown:
        """A message as it is now; raises CannotDoError if they cannot see it."""
        self._verify_may_see(shown.message)
        return Shown(shown.message, shown.message.now)

    def shown(self, change: Change) -> Shown | None:
        """The message that a change of the feed is about, if they see it."""
        message = change.subject
        if isinstance(message, Message) and may_see(self.user, message):
            return Shown(message, message.now)
        return None

    def pings(self) -> list[Shown]:
        """The messages that notified them, oldest first."""
        return [
            Shown(message, message.now)
            for message in self.world.messages
            if self.user.id in message.pings
        ]

    def has_seen(self) -> Iterator[str]:
        """Every text that their app ever received, shown or not.

        Texts of all versions of messages, custom_ids, file names, alt texts, modals and
        suggestions: none may have a secret of somebody else.
        """
        return words_for(self.world, self.user)

    def _verify_sees(self, where: Channel) -> None:
        if where.is_gone or not may_read(self.user, where):
            raise CannotDoError(f"{self.name} does not see the channel {where.name!r}.")

    def _verify_may_see(self, message: Message) -> None:
        if not may_see(self.user, message):
            raise CannotDoError(f"{self.name} does not see that message.")

    # --- other doings -----------------------------------------------------------------------

    def says(self, where: Channel, text: str) -> Shown:
        """Write a message."""
        self._verify_sees(where)
        version = Version(self.world.clock.now(), text)
        message = send(self.world, where, Letter(version, self.user))
        return Shown(message, version)

    def dismiss(self, shown: Shown) -> None:
        """Dismiss a message that only they see."""
        if shown.message.only_for is not self.user:
            raise CannotDoError("Only a message of one's own can be dismissed.")
        shown.message.dismissed_by.add(self.user.id)

    def restart_app(self) -> None:
        """Close Discord's app and open it again: ephemeral messages are gone from their screen."""
        for message in self.world.messages:
            if message.only_for is self.user:
                message.dismissed_by.add(self.user.id)

    def install_app(self) -> None:
        """Install the application for themselves: they have some commands everywhere then."""
        self.user.has_app = True

    def close_dms(self, fault: Fault = CLOSED_DMS, *, at_opening: bool = False) -> None:
        """Accept no direct messages from members of their servers.

        With another `fault` it is Discord that stops the bot from writing one or, `at_opening`,
        from opening the channel.
        """
        if at_opening:
            self.user.opening_fault = fault
        else:
            self.user.writing_fault = fault

    def open_dms(self) -> None:
        """Accept them again."""
        self.user.opening_fault = self.user.writing_fault = None

    def choose_language(self, locale: str) -> None:
        """Have their app speak a language, one of `LOCALES`."""
        self.user.locale = locale

    def join(self, guild: Guild, permissions: Permission = NO_PERMISSIONS) -> None:
        """Become a member."""
        self.world.join(guild, self.user, permissions)

    def leave(self, guild: Guild) -> None:
        """Leave a server."""
        self.world.leave(guild, self.user)


def _users(options: Mapping[str, "OptionValue | Person"]) -> dict[str, OptionValue]:
    return {
        name: value.user if isinstance(value, Person) else value for name, value in options.items()
    }


def _chosen(select: Select, values: tuple[Chosen, ...]) -> list[str]:
    if not select.least <= len(values) <= select.most:
        raise CannotDoError(f"Choose {select.least} to {select.most}, not {len(values)}.")
    return [_value(select, value) for value in values]


_OFFERED: Final[dict[ComponentType, tuple[type, ...]]] = {
    ComponentType.USER_SELECT: (Person,),
    ComponentType.ROLE_SELECT: (Role,),
    ComponentType.MENTIONABLE_SELECT: (Person, Role),
    ComponentType.CHANNEL_SELECT: (Channel,),
}


def _value(select: Select, chosen: Chosen) -> str:
    if isinstance(chosen, str):
        return _option(select, chosen)
    if not any(isinstance(chosen, kind) for kind in _OFFERED.get(select.type, ())):
        raise CannotDoError(f"The menu does not offer {chosen!r}.")
    return str(chosen.user.id if isinstance(chosen, Person) else chosen.id)


def _option(select: Select, words: str) -> str:
    for option in select.options:
        if words in (option.name, option.value):
            return str(option.value)
    offered = [option.name for option in select.options]
    raise CannotDoError(f"The menu offers {offered}, not {words!r}.")
