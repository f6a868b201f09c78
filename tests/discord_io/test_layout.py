"""What is read of messages as Discord tells them."""

import discord

from bot.discord_io.layout import trim
from bot.screens.components import Illustration, Picture, button, row, text
from bot.screens.presses import ComeBack, Spot


def test_of_a_message_only_what_shows_its_picture_is_read() -> None:
    gallery = Illustration(Picture("hand-1.png", b""), "Your cards").component
    words, buttons = text("Hand 1"), row(button(ComeBack(Spot(1, 1)), "I'm back"))
    message = {"id": "1", "components": [words, gallery, buttons]}
    trim(message)
    assert message == {"id": "1", "components": [gallery]}
    assert gallery["type"] == discord.ComponentType.media_gallery.value


def test_a_message_may_have_no_components() -> None:
    message = {"id": "1", "content": "hello"}
    trim(message)
    assert message == {"id": "1", "content": "hello", "components": []}
