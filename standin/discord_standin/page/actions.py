"""The actions of a `Person`, as a window asks for them in JSON."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from discord_standin.faults import DiscordError
from discord_standin.model.messages import Message
from discord_standin.model.places import Channel
from discord_standin.page.asked import Asked, AskError
from discord_standin.page.playground import Playground
from discord_standin.page.sights import channel_seen
from discord_standin.people.errors import CannotDoError
from discord_standin.people.modals import Modal
from discord_standin.people.person import Chosen, Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.people.typed import read
from discord_standin.vocabulary import ComponentType, Json

T = TypeVar("T")

_MOST_TEXT: Final = 2000
Action: TypeAlias = Callable[[Asked], Awaitable[Any]]


class Actions:
    """One person's actions at one window, which keeps the modals that are open there.

    Every action raises CannotDoError or AskError with a sentence for the person.
    """

    def __init__(
        self, playground: Playground, person: Person, on_dismiss: Callable[[Message], None]
    ) -> None:
        self._playground = playground
        self._person = person
        self._on_dismiss = on_dismiss
        self._modals: dict[str, Modal] = {}
        self.by_name: dict[str, Action] = {
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "commands": self._commands,
            "run": self._run,
            "complete": self._complete,
            "say": self._say,
            "dismiss": self._dismiss,
            "read": self._read,
        }

    # --- components -------------------------------------------------------------------------

    async def _press(self, asked: Asked) -> Json:
        reply = await self._person.press(self._shown(asked), asked.text("custom_id"))
        return self._outcome(reply)

    async def _select(self, asked: Asked) -> Json:
        shown, menu = self._shown(asked), asked.text("custom_id")
        find = self._finders.get(shown.select(menu).type)
        values = asked.texts("values")
        chosen: list[Chosen] = [*values] if find is None else [find(value) for value in values]
        return self._outcome(await self._person.select(shown, *chosen, menu=menu))

    @property
    def _finders(self) -> Mapping[ComponentType, Callable[[str], Chosen]]:
        """Finders by id for the users, roles and channels that menus can offer."""
        channels = self._person.world.channels
        roles = {
            role.id: role for g in self._person.world.guilds.values() for role in g.roles.values()
        }
        return {
            ComponentType.USER_SELECT: self._somebody,
            ComponentType.ROLE_SELECT: lambda value: _found(roles, value),
            ComponentType.CHANNEL_SELECT: lambda value: _found(channels, value),
        }

    async def _submit(self, asked: Asked) -> Json:
        key = asked.text("modal")
        modal = self._modals.get(key)
        if modal is None:
            raise AskError("This form is no longer open.")
        reply = await self._person.submit(modal, asked.values("values"))
        # What failed can be sent again.
        if not reply.error:
            del self._modals[key]
        return self._outcome(reply)

    def _outcome(self, reply: Reply) -> Json:
        """The outcome that a window has to show at once; messages reach it through the feed."""
        modal: Json | None = None
        if reply.interaction.modal is not None:
            key = str(reply.interaction.id)
            self._modals[key] = reply.modal
            modal = {"key": key, **reply.interaction.modal}
        return {"failure": reply.error, "modal": modal}

    # --- commands ---------------------------------------------------------------------------

    async def _commands(self, asked: Asked) -> list[Json]:
        offers = self._person.commands(self._channel(asked))
        return [
            {"name": offer.name, "description": offer.description, "options": list(offer.options)}
            for offer in offers
        ]

    async def _run(self, asked: Asked) -> Json:
        reply = await self._person.types(self._channel(asked), asked.text("text"))
        return self._outcome(reply)

    async def _complete(self, asked: Asked) -> list[Json]:
        """Suggestions for option `focused`, typed as far as `value`; `text` has the others."""
        where = self._channel(asked)
        name, values = read(asked.text("text"), self._person.commands(where), where)
        values.pop(asked.text("focused"), None)
        typed = {**values, asked.text("focused"): asked.text("value")}
        choices = await self._person.complete(where, name, **typed)
        return [{"name": choice.name, "value": choice.value} for choice in choices]

    # --- messages ---------------------------------------------------------------------------

    async def _say(self, asked: Asked) -> None:
        where, text = self._channel(asked), asked.text("text").strip()
        if not 0 < len(text) <= _MOST_TEXT:
            raise AskError(f"A message has 1 to {_MOST_TEXT} characters.")
        if not channel_seen(where, self._person.user)["may_write"]:
            raise CannotDoError("You may not write in this channel.")
        self._person.says(where, text)

    async def _dismiss(self, asked: Asked) -> None:
        shown = self._shown(asked)
        self._person.dismiss(shown)
        self._on_dismiss(shown.message)

    async def _read(self, asked: Asked) -> None:
        channel = self._channel(asked)
        self._playground.mark(self._person.user, channel.id, asked.number("message"))

    # --- finding what is meant --------------------------------------------------------------

    def _channel(self, asked: Asked) -> Channel:
        channel = self._person.world.channels.get(asked.number("channel"))
        # Of others' direct messages nobody learns even that they are there.
        if channel is None or (channel.is_dm and channel is not self._person.dm):
            raise CannotDoError("This channel does not exist any more.")
        return channel

    def _shown(self, asked: Asked) -> Shown:
        """The message as the window shows it, which may be an older version."""
        message = self._person.world.messages.get(asked.number("message"))
        if message is None:
            raise CannotDoError("This message does not exist any more.")
        self._person.sees(Shown(message, message.now))
        number = asked.number("version")
        if not 0 <= number < len(message.versions):
            raise AskError("The message never looked like that.")
        return Shown(message, message.versions[number])

    def _somebody(self, user_id: str) -> Person:
        try:
            return Person(self._person.world, self._person.world.user(int(user_id)))
        except (ValueError, DiscordError):
            raise AskError("There is no such person.") from None


def _found(things: Mapping[int, T], value: str) -> T:
    """The thing with an id; raises AskError."""
    try:
        return things[int(value)]
    except (ValueError, KeyError):
        raise AskError("There is nothing of this kind.") from None
