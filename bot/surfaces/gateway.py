"""The calls to Discord that a table needs, and the errors of those that Discord refuses."""

from typing import Protocol

from bot.screens.components import Screen


class GatewayError(Exception):
    """Discord did not do what was asked, and may do it later."""


class MessageGone(GatewayError):
    """The message was deleted."""


class ChannelGone(GatewayError):
    """The channel was deleted, or the bot cannot see it any more."""


class NotAllowed(GatewayError):
    """The bot lacks a permission in the channel."""


class ThreadArchived(GatewayError):
    """Only a new message can be posted there, which opens the thread again."""


class Refused(GatewayError):
    """Discord does not take the message as it is: too large, or a picture is missing."""


class DmClosed(GatewayError):
    """The person takes no direct messages from the bot."""


class Gateway(Protocol):
    """The messages of a table. Every method may raise GatewayError."""

    async def open_dm(self, user_id: int) -> int:
        """The id of the channel for direct messages to a person; may raise DmClosed."""
        ...

    async def is_gone(self, channel_id: int) -> bool:
        """Whether a channel has been deleted."""
        ...

    async def post(self, channel_id: int, screen: Screen, nonce: str) -> int:
        """Post a screen and return the message's id; the same nonce does not post twice."""
        ...

    async def edit(self, channel_id: int, message_id: int, screen: Screen) -> None:
        """Show another screen in a message; may raise MessageGone."""
        ...

    def has_open(self, table_id: int, user_id: int) -> bool:
        """Whether a person's private view of their cards is open and can still be edited."""
        ...

    async def edit_open(self, table_id: int, user_id: int, screen: Screen) -> None:
        """Show another screen in that private view; no error if it has been closed."""
        ...

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; it is no error if it is gone already."""
        ...
