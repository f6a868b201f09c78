"""Levers of the page's side panel, which make Discord go wrong."""

import time
from collections.abc import Awaitable, Callable
from typing import Final

from discord_standin.gateway.gateway import Drop
from discord_standin.model.places import Channel
from discord_standin.page.asked import Asked, AskError
from discord_standin.page.playground import Playground
from discord_standin.people.errors import CannotDoError
from discord_standin.people.person import Person
from discord_standin.people.spoken import LOCALES
from discord_standin.trouble import Delay, Fail, Limit, Reset, Trouble
from discord_standin.vocabulary import Json, Permission

_NEWEST: Final = 5
_MOST_SECONDS: Final = 31 * 86_400

PERMISSIONS: Final = {
    "View Channel": Permission.VIEW_CHANNEL,
    "Send Messages": Permission.SEND_MESSAGES,
    "Send Messages in Threads": Permission.SEND_MESSAGES_IN_THREADS,
    "Attach Files": Permission.ATTACH_FILES,
    "Read Message History": Permission.READ_MESSAGE_HISTORY,
}
ROUTES: Final = {
    "post": ("POST", "/channels/{channel_id}/messages"),
    "edit": ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
    "answer": ("POST", "/interactions/{webhook_id}/{webhook_token}/callback"),
    "dm": ("POST", "/users/@me/channels"),
}
TROUBLES: Final[dict[str, Trouble]] = {
    "429": Limit(2.0),
    "500": Fail(500),
    "cut": Reset(),
    "lost": Reset(after=True),
    "slow": Delay(4.0),
}
DROPS: Final = {"cut": Drop.CUT, "reconnect": Drop.RECONNECT, "invalidate": Drop.INVALIDATE}


class Levers:
    """Pulls the levers of a playground. Each says in a sentence what it did.

    They raise AskError or CannotDoError with a sentence for the person who pulled them.
    """

    def __init__(self, playground: Playground, on_other_view: Callable[[Person], None]) -> None:
        self._playground = playground
        self._on_other_view = on_other_view
        self._standin = playground.standin
        self.by_name: dict[str, Callable[[Asked], Awaitable[str]]] = {
            "dms": self._dms,
            "permission": self._permission,
            "gateway": self._gateway,
            "trouble": self._trouble,
            "bot": self._bot,
            "clock": self._clock,
            "own": self._own,
            "app": self._app,
            "language": self._language,
        }
        panels = playground.panels
        self._own_levers = {lever.name: lever for panel in panels for lever in panel.levers}

    def state(self) -> Json:
        """How the levers stand."""
        bot, violations = self._playground.bot, self._standin.violations
        return {
            "type": "levers",
            "bot": "running" if bot.is_running else "stopped",
            "ahead": round(self._standin.clock.now() - time.time()),
            "is_connected": bot.is_running and self._standin.is_connected,
            "takes_dms": {
                key: p.user.writing_fault is None for key, p in self._playground.people.items()
            },
            "languages": {key: p.user.locale for key, p in self._playground.people.items()},
            "denied": {str(c.id): names for c in self._channels() if (names := self._denied(c))},
            "is_trouble_planned": not self._standin.troubles_are_over,
            "violations": {"count": len(violations), "newest": violations[-_NEWEST:]},
        }

    def _channels(self) -> list[Channel]:
        return [channel for channel in self._standin.world.channels.values() if channel.guild]

    def _denied(self, channel: Channel) -> list[str]:
        """The names of what the bot may not do in a channel."""
        overwrite = channel.overwrites.get(self._standin.world.bot.id)
        denied = overwrite.deny if overwrite else Permission(0)
        return [name for name, permission in PERMISSIONS.items() if permission in denied]

    # --- people and permissions -------------------------------------------------------------

    def _person(self, asked: Asked) -> Person:
        try:
            return self._playground.people[asked.text("person")]
        except KeyError:
            raise AskError("There is no such person.") from None

    async def _dms(self, asked: Asked) -> str:
        person = self._person(asked)
        if asked.truth("open"):
            person.open_dms()
            return f"{person.name} takes direct messages."
        person.close_dms()
        return f"{person.name} takes no direct messages now."

    async def _app(self, asked: Asked) -> str:
        person = self._person(asked)
        person.restart_app()
        self._on_other_view(person)
        return f"{person.name} has closed and opened the app: private answers are gone."

    async def _language(self, asked: Asked) -> str:
        person, locale = self._person(asked), asked.text("locale")
        if locale not in LOCALES:
            raise AskError("Discord does not speak this language.")
        person.choose_language(locale)
        self._on_other_view(person)
        return f"{person.name}'s Discord speaks {locale} now."

    def _channel(self, asked: Asked) -> Channel:
        channel = self._standin.world.channels.get(asked.number("channel"))
        if channel is None or channel.guild is None:
            raise CannotDoError("Choose a server's channel first; this is a direct message.")
        return channel

    async def _permission(self, asked: Asked) -> str:
        channel, name = self._channel(asked), asked.text("permission")
        if name not in PERMISSIONS:
            raise AskError("There is no such permission.")
        denied = set(self._denied(channel))
        is_granted = asked.truth("granted")
        denied = denied - {name} if is_granted else denied | {name}
        self._standin.deny_bot(channel, *(PERMISSIONS[taken] for taken in denied))
        return f"The bot {'has' if is_granted else 'lacks'} {name} in #{channel.name}."

    # --- trouble ----------------------------------------------------------------------------

    async def _gateway(self, asked: Asked) -> str:
        how = DROPS.get(asked.text("how"))
        if how is None:
            raise AskError("The connection cannot be dropped like that.")
        if not (self._playground.bot.is_running and self._standin.is_connected):
            raise CannotDoError("The bot is not connected.")
        await self._standin.drop_gateway(how)
        return "The connection was dropped, and the bot is back."

    async def _trouble(self, asked: Asked) -> str:
        route, trouble = ROUTES.get(asked.text("what")), TROUBLES.get(asked.text("how"))
        times = asked.number("times")
        if route is None or trouble is None or not 1 <= times <= 20:
            raise AskError("That cannot go wrong like this.")
        self._standin.fail_next(*route, trouble, times=times)
        return "It will go wrong the next time the bot tries."

    async def _bot(self, asked: Asked) -> str:
        bot, what = self._playground.bot, asked.text("what")
        if what not in ("kill", "start", "restart"):
            raise AskError("The bot can be killed, started or restarted.")
        if what != "start":
            await bot.kill()
            # Noticed a moment later; until then it would seem that the next bot is there already.
            await self._standin.until(lambda: not self._standin.is_connected)
            if what == "kill":
                return "The bot was killed."
        await bot.start()
        await self._standin.connected(within=30.0)
        return "The bot is running."

    async def _clock(self, asked: Asked) -> str:
        seconds = asked.number("seconds")
        if not 0 < seconds <= _MOST_SECONDS:
            raise AskError("The clock goes forward by a second to a month.")
        # Whoever has just asked has their seconds first: else it would seem that they had hours.
        await self._standin.until(lambda: not self._standin.world.desk.is_asked)
        self._standin.advance(seconds)
        await self._playground.bot.tell_time()
        return f"The clock was moved on by {_span(seconds)}."

    async def _own(self, asked: Asked) -> str:
        lever = self._own_levers.get(asked.text("name"))
        if lever is None:
            raise AskError("There is no such lever.")
        return await lever.pull(self._person(asked), self._channel(asked))


def _span(seconds: int) -> str:
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= size and seconds % size == 0:
            count = seconds // size
            return f"{count} {unit}{'s' * (count > 1)}"
    return f"{seconds} s"
