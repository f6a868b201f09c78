"""Remembers which picture a message shows, so that an edit need not upload the same one again."""

from dataclasses import replace
from typing import Final

import discord

from bot.discord_io.bounded_dict import BoundedDict
from bot.discord_io.screen_layout import picture_in
from bot.screens.components import AttachedPicture, Screen

_KEPT: Final = 2048
"""Messages: enough for the results, below which people press Ready, of a thousand tables."""


class PaintedPictures:
    """The pictures that are known, by message id."""

    def __init__(self) -> None:
        self._painted = BoundedDict[int, AttachedPicture](_KEPT)

    def note_new(self, message: discord.Message, screen: Screen) -> None:
        """Note the picture of a new message."""
        # `known` is never asked about other pictures; they would only push those out.
        if any(picture.of for picture in screen.pictures):
            self.note(message, screen)

    def note(self, message: discord.Message, screen: Screen) -> None:
        """Note the picture that a message has now, by Discord's answer."""
        kept = picture_in(message)
        if kept is None:
            self._painted.pop(message.id, None)
        else:
            self._painted.keep(message.id, replace(kept, of=screen.pictures[0].of))

    def forget_replaced(self, message_id: int, screen: Screen) -> None:
        """Forget the picture of a message, unless the `screen` that it shows now keeps it.

        Discord answers an interaction's response without telling the id of a new picture.
        """
        painted = self._painted.get(message_id)
        stay = {each.attachment_id for each in screen.pictures if isinstance(each, AttachedPicture)}
        if painted is not None and painted.attachment_id not in stay:
            del self._painted[message_id]

    def newest(self, message_id: int | None, seen: AttachedPicture) -> AttachedPicture:
        """The latest picture of a message, which had the one `seen` when it was pressed."""
        painted = self._painted.get(message_id or 0, seen)
        # Ids grow with time, so the larger one is of the newer picture.
        return max(painted, seen, key=lambda kept: kept.attachment_id)

    def known(self, message_id: int, of: int) -> AttachedPicture | None:
        """The picture of a message, if it is known to be the one with the key `of`; else None.

        If another one has taken its place meanwhile, Discord refuses an edit that keeps it.
        """
        painted = self._painted.get(message_id)
        return painted if painted is not None and painted.of == of else None
