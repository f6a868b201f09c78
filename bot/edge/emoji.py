"""Gives the application its emoji: what is missing on Discord is uploaded once."""

import logging
from functools import partial
from typing import Final

import discord

from bot.edge.tries import RARELY, keep_trying
from bot.emoji import Emoji, deck_emoji
from bot.pictures.cards import emoji_images
from bot.pictures.theme import DECKS
from bot.tables.background import in_background
from bot.tables.illustrator import Illustrator

log: Final = logging.getLogger(__name__)


async def supply_emoji(client: discord.Client, illustrator: Illustrator) -> None:
    """Tell the illustrator which emoji there are, and upload those that are not.

    Takes minutes the first time, for Discord limits how fast emoji are made. Without emoji cards
    are shown by their names.
    """
    await keep_trying(
        partial(_supply, client, illustrator), "no card emoji for now", longest=RARELY
    )


async def _supply(client: discord.Client, illustrator: Illustrator) -> None:
    # Asked each time: an emoji may have been made although its answer was lost.
    known = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
    illustrator.emoji = Emoji(known)
    for deck in DECKS:
        missing = [name for name in deck_emoji(deck) if name not in known]
        if missing:
            known |= await _upload(client, deck, missing)
            illustrator.emoji = Emoji(known)
            log.info("uploaded %d emoji", len(missing))


async def _upload(client: discord.Client, deck: str, missing: list[str]) -> dict[str, int]:
    images = await in_background(partial(emoji_images, deck))
    made = [
        await client.create_application_emoji(name=name, image=images[name]) for name in missing
    ]
    return {emoji.name: emoji.id for emoji in made}
