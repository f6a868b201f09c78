"""Windows: one WebSocket each, over which one person sees and acts."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import WSMsgType, web

from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from discord_standin.page.actions import Actions
from discord_standin.page.asked import Asked, AskError
from discord_standin.page.levers import Levers
from discord_standin.page.playground import Playground
from discord_standin.page.sights import everything, message_seen
from discord_standin.people.errors import CannotDoError
from discord_standin.people.person import Person
from discord_standin.vocabulary import Json

MOST_BYTES: Final = 64 * 1024
_OF_INTERACTIONS: Final = (Event.INTERACTION_STARTED, Event.INTERACTION_ENDED)


class Window:
    """One browser window, from `serve` until its socket closes."""

    def __init__(
        self,
        playground: Playground,
        person: Person,
        levers: Levers,
        on_dismiss: Callable[[Message], None],
        on_lever: Callable[[], None],
    ) -> None:
        self.person = person
        self._on_lever = on_lever
        self._playground = playground
        self._levers = levers
        self._actions = Actions(playground, person, on_dismiss)
        self._outbox: asyncio.Queue[Json] = asyncio.Queue()
        self._asked: set[asyncio.Task[None]] = set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with a browser until it goes."""
        socket = web.WebSocketResponse(max_msg_size=MOST_BYTES, heartbeat=20.0, compress=False)
        await socket.prepare(request)
        feed = self._playground.standin.world.feed
        self.show_everything()
        self.tell(self._levers.state())
        feed.follow(self._on_change)
        sending = asyncio.create_task(self._send(socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._hear(message.data)
        finally:
            feed.unfollow(self._on_change)
            for task in (sending, *self._asked):
                task.cancel()
        return socket

    def tell(self, body: Json) -> None:
        """Send something to the window."""
        self._outbox.put_nowait(body)

    def show_everything(self) -> None:
        """Send all there is for this person."""
        self.tell(everything(self._playground, self.person))

    def forget(self, message: Message) -> None:
        """Take a message off the screen."""
        where = {"channel_id": str(message.channel.id), "id": str(message.id)}
        self.tell({"type": "gone", **where})

    async def _send(self, socket: web.WebSocketResponse) -> None:
        while not socket.closed:
            try:
                await socket.send_str(json.dumps(await self._outbox.get()))
            except ConnectionError:  # The reading side ends this window.
                return

    def _on_change(self, change: Change) -> None:
        shown = self.person.shown(change)
        if shown is not None:
            if change.event is Event.MESSAGE_DELETED:
                self.forget(shown.message)
            else:
                message = message_seen(shown.message, self.person.user)
                self.tell({"type": "message", "message": message})
        elif not isinstance(change.subject, Message) and change.event not in _OF_INTERACTIONS:
            self.show_everything()

    # --- requests ---------------------------------------------------------------------------

    def _hear(self, text: str) -> None:
        """Begin what the window asks for; answers have its number, and come in any order."""
        task = asyncio.create_task(self._answer(text))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    async def _answer(self, text: str) -> None:
        number = 0
        try:
            asked = Asked.of(json.loads(text))
            number = asked.number("number")
            value = await self._action(asked)(asked)
        except (AskError, CannotDoError, json.JSONDecodeError) as error:
            self.tell({"type": "done", "number": number, "error": str(error)})
        except TimeoutError:
            error = "The bot did not come back in time."
            self.tell({"type": "done", "number": number, "error": error})
        else:
            # How the levers stand now is told first.
            self._on_lever()
            self.tell({"type": "done", "number": number, "value": value})

    def _action(self, asked: Asked) -> Callable[[Asked], Awaitable[Any]]:
        if "lever" in asked.fields:
            actions, name = self._levers.by_name, asked.text("lever")
        else:
            actions, name = self._actions.by_name, asked.text("do")
        if name not in actions:
            raise AskError("There is no such thing to do.")
        return actions[name]
