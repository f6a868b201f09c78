"""The calls to Discord that a table needs, and its refusals by name."""

import hashlib
import logging
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from typing import Final, Protocol

from bot.screens.components import AttachedPicture, Screen
from bot.store import players
from bot.store.database import Database
from bot.store.engine import OperationalError
from bot.store.players import Player
from bot.values.tournament_views import ServerEvent

log: Final = logging.getLogger(__name__)


class GatewayError(Exception):
    """Discord did not do what was asked, and may do it later."""


class MessageGone(GatewayError):
    """The message was deleted."""


class ChannelGone(GatewayError):
    """The channel was deleted."""


class NotAllowed(GatewayError):
    """The bot lacks a permission in the channel."""


class ThreadArchived(GatewayError):
    """Only a new message can be posted there, which opens the thread again."""


class Refused(GatewayError):
    """Discord does not take the message as it is: too large, or a picture is missing."""


class Denied(GatewayError):
    """Discord refuses what is neither malformed nor lacks a permission."""


class Limited(GatewayError):
    """Discord takes nothing of the kind for `seconds`, longer than the request could wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"not for {seconds:.0f} s")
        self.seconds = seconds


class Resting(Limited):
    """Discord has refused the same in the channel before, and is not asked again yet."""


class ThreadsFull(Denied):
    """The server has as many open threads as Discord allows."""


class DmClosed(GatewayError):
    """No direct message reaches the person: they take none, or Discord lets the bot send none."""


class TooManyDms(DmClosed):
    """The bot has opened direct messages to so many people that others have to wait."""


class EventGone(GatewayError):
    """The scheduled event of a server was deleted or ended by somebody else."""


FORM_ERRORS: Final = (NotAllowed, Refused, Resting)
"""Errors after which the same may be taken in another form, such as in words."""
PERMANENT_POST_ERRORS: Final = (ChannelGone, NotAllowed, Refused)
"""Errors after which a new message is not posted again."""


class Gateway(Protocol):
    """The messages of a table. Every method may raise GatewayError."""

    async def open_dm(self, user_id: int) -> int:
        """The id of the channel for direct messages to a person; may raise DmClosed.

        Raises TooManyDms if their turn would not come within some seconds.
        """
        ...

    async def name_of(self, guild_id: int) -> str | None:
        """The name of a server; None if the bot is not in it."""
        ...

    def locale_of(self, guild_id: int) -> str:
        """The language of a server, as Discord writes it; `en-US` if the bot is not in it."""
        ...

    async def is_gone(self, channel_id: int) -> bool:
        """True if a channel has been deleted."""
        ...

    async def post(self, channel_id: int, screen: Screen, nonce: str) -> int:
        """Post a screen and return the message's id; the same nonce does not post twice."""
        ...

    async def follow(self, channel_id: int, screen: Screen) -> int | None:
        """Post a screen in the direct messages of somebody who did something there just now.

        Returns the message's id, None if only `post` can do it. After a GatewayError the message
        may be there all the same: it has no nonce.
        """
        ...

    async def find(self, channel_id: int, screen: Screen, after: int | None) -> int | None:
        """The id of a message with a button of a screen, newer than the message `after`."""
        ...

    async def edit(self, channel_id: int, message_id: int, screen: Screen) -> None:
        """Show another screen in a message; may raise MessageGone."""
        ...

    def is_last(self, channel_id: int, message_id: int) -> bool:
        """True if nothing has been written in a channel after a message, as far as is known."""
        ...

    def verify_taken(self, channel_id: int, *, edits: bool) -> None:
        """Raise Resting if a channel takes no new messages, or with `edits` no edits, for now."""
        ...

    def newest_picture(
        self, message_id: int | None, seen: AttachedPicture | None
    ) -> AttachedPicture | None:
        """The picture that a message has now; `seen` is the one it had when pressed.

        None if it has none, or one that is not known.
        """
        ...

    def picture_of(self, guild_id: int, message_id: int, of: int) -> AttachedPicture | None:
        """The picture that a message has, if that is known to show what `of` stands for.

        `guild_id` is 0 in direct messages.
        """
        ...

    def has_open(self, table_id: int, user_id: int) -> bool:
        """True if a person's private view of their cards is open and can still be edited."""
        ...

    async def close_open(self, cards_of: int | str, user_id: int) -> None:
        """Delete that private view, if there is one."""
        ...

    async def edit_open(self, cards_of: int | str, user_id: int, screen: Screen) -> None:
        """Show another screen in that private view; no error if it has been closed.

        `cards_of` is the table's id, or the name of the cards that somebody plays on their own.
        """
        ...

    async def open_thread(self, channel_id: int, message_id: int | None, name: str) -> int:
        """The id of a message's thread, made if there is none.

        Without such a message it is made in the channel.
        """
        ...

    async def add_to_thread(self, thread_id: int, user_id: int) -> None:
        """Add a person to a thread, which is opened again if it is archived."""
        ...

    async def archive(self, thread_id: int) -> None:
        """Archive a thread."""
        ...

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; it is no error if it is gone already."""
        ...

    async def show_event(self, wanted: ServerEvent, event_id: int | None) -> int | None:
        """Bring a server's scheduled event up to date and return its id, None if there is none.

        `event_id` is its id so far. May raise EventGone, NotAllowed or Refused, after which it is
        not tried again.
        """
        ...


def nonce_from(about: str) -> str:
    """A message's nonce, the same at every attempt to post it: `about` tells it from all others."""
    return hashlib.sha256(about.encode()).hexdigest()[:24]


# --- direct messages -----------------------------------------------------------------------


async def dm_channel(database: Database, gateway: Gateway, player: Player) -> int:
    """The id of the channel of a person's direct messages, opened and kept if it is not known.

    Raises DmClosed whatever reason Discord gives for a refusal, and other GatewayErrors.
    """
    if player.dm_channel_id is not None:
        return player.dm_channel_id
    assert player.user_id is not None, "only persons have direct messages"
    with refusals_to_write():
        channel_id = await gateway.open_dm(player.user_id)
    keep = partial(players.keep_dm_channel, player_id=player.id, channel_id=channel_id)
    try:
        await database.write(keep)
    except OperationalError as error:
        log.warning("player %d: their channel is not kept, only used: %r", player.id, error)
    return channel_id


@contextmanager
def refusals_to_write() -> Generator[None]:
    """Turn every refusal of a direct message into DmClosed, whatever Discord calls it."""
    try:
        yield
    except (ChannelGone, NotAllowed, Refused, Denied) as error:
        raise DmClosed(str(error)) from error
