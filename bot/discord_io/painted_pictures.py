"""Remembers which picture a message shows, so that an edit need not upload the same one again."""

from dataclasses import replace
from typing import Final

import discord

from bot.discord_io.bounded_dict import BoundedDict
from bot.discord_io.screen_layout import picture_in
from bot.screens.components import AttachedPicture, Screen

_KEPT: Final = 4096
"""Messages: enough for the results and people's own messages of a thousand tables."""


class PaintedPictures:
    """The pictures that are known, by message id. Ids grow with time."""

    def __init__(self) -> None:
        self._painted = BoundedDict[int, AttachedPicture](_KEPT)
        self._gone = BoundedDict[int, int](_KEPT)
        """The ids up to which the pictures of a message have been replaced."""

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

    def note_pressed(self, message: discord.Message) -> None:
        """Note the picture of a pressed message, unless it is known to have been replaced."""
        seen = picture_in(message)
        if seen is not None and self.newest(message.id, seen) is seen:
            self._painted.keep(message.id, seen)

    def forget_replaced(self, message_id: int, screen: Screen, pressed: int = 0) -> None:
        """Forget the picture of a message, unless the `screen` that it shows now keeps it.

        `pressed` is the id of the interaction that the screen answers: Discord does not tell the id
        of a new picture then.
        """
        painted = self._painted.get(message_id)
        stay = {each.attachment_id for each in screen.pictures if isinstance(each, AttachedPicture)}
        if painted is not None and painted.attachment_id not in stay:
            del self._painted[message_id]
        if not stay:
            gone = 0 if painted is None else painted.attachment_id
            # Answers may end in another order than their presses came.
            self._gone.keep(message_id, max(gone, pressed, self._gone.get(message_id, 0)))

    def newest(
        self, message_id: int | None, seen: AttachedPicture | None
    ) -> AttachedPicture | None:
        """The latest picture of a message, which had the one `seen` when it was pressed.

        None if it had none, or if another has replaced it whose id is not known.
        """
        if seen is None or message_id is None:
            return seen
        painted = self._painted.get(message_id, seen)
        latest = max(painted, seen, key=lambda kept: kept.attachment_id)
        return latest if latest.attachment_id > self._gone.get(message_id, 0) else None

    def known(self, message_id: int, of: int) -> AttachedPicture | None:
        """The picture of a message, if it is known to be the one with the key `of`; else None.

        If another one has taken its place meanwhile, Discord refuses an edit that keeps it.
        """
        painted = self._painted.get(message_id)
        return painted if painted is not None and painted.of == of else None
