"""The pictures of the messages that were shown last: who has one need not be sent it again."""

from dataclasses import replace
from typing import Final

import discord

from bot.discord_io.bounded_dict import BoundedDict
from bot.discord_io.screen_layout import picture_in
from bot.screens.components import AttachedPicture, Screen

_KEPT: Final = 2048
"""Enough for the results below which people say that they are ready, at a thousand tables."""


class PaintedPictures:
    """Those that are known, by the ids of their messages."""

    def __init__(self) -> None:
        self._painted = BoundedDict[int, AttachedPicture](_KEPT)

    def note_new(self, message: discord.Message, screen: Screen) -> None:
        """Note what a new message shows."""
        # Of others nobody asks what they show, and they would take the places of those.
        if any(picture.of for picture in screen.pictures):
            self.note(message, screen)

    def note(self, message: discord.Message, screen: Screen) -> None:
        """Note what a message shows by now, as Discord has answered."""
        kept = picture_in(message)
        if kept is None:
            self._painted.pop(message.id, None)
        else:
            self._painted.keep(message.id, replace(kept, of=screen.pictures[0].of))

    def forget_replaced(self, message_id: int, screen: Screen) -> None:
        """Forget the picture that a message had, unless a screen shown there now keeps it.

        What an answer puts in its place Discord does not tell.
        """
        painted = self._painted.get(message_id)
        stay = {each.attachment_id for each in screen.pictures if isinstance(each, AttachedPicture)}
        if painted is not None and painted.attachment_id not in stay:
            del self._painted[message_id]

    def newest(self, message_id: int | None, seen: AttachedPicture) -> AttachedPicture:
        """The picture that a message has by now, where it had the one `seen` when pressed."""
        painted = self._painted.get(message_id or 0, seen)
        # Ids grow with time, so the larger one is of the newer picture.
        return max(painted, seen, key=lambda kept: kept.attachment_id)

    def known(self, message_id: int, of: int) -> AttachedPicture | None:
        """The picture that a message has, if that is known to show what `of` stands for.

        Discord refuses it if another one has taken its place.
        """
        painted = self._painted.get(message_id)
        return painted if painted is not None and painted.of == of else None
