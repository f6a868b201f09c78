"""The common part of cogs: commands are served as presses are, their options offer choices."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Final

import discord
from discord.app_commands import Choice
from discord.ext import commands

from bot.client import OfcBot
from bot.discord_io.visitors import person_of, visitor_of
from bot.game.table import TableError
from bot.handlers.request import Request, Services
from bot.handlers.serving import HandlerCall, read
from bot.store.engine import OperationalError
from bot.store.players import Person
from bot.texts import texts_for
from bot.values import house_rules
from bot.values.options import STAKE
from bot.values.zones import local_time, zone_label, zones_like
from ofc_engine.players.levels import LEVELS

log: Final = logging.getLogger(__name__)

MOST_CHOICES: Final = 25
_LONGEST_CHOICE: Final = 100
_OFFERED_WITHIN: Final = 2.0
"""Seconds: Discord shows that loading has failed after 3."""


def titled(titles: Mapping[str, str]) -> list[Choice[str]]:
    """A choice for each value, under its title."""
    return [Choice(name=title, value=value) for value, title in titles.items()]


VARIANTS: Final = titled(house_rules.VARIANTS)
COMPUTERS: Final = [Choice(name=kind.human, value=kind.name) for kind in LEVELS.values()]
OF_A_HAND: Final = {
    "rules": "Other than the server's, with changes and a stake: german scoring=2-4 stake=2",
    "variant": "How the cards were dealt",
}
"""Descriptions of a command's options for the rules by which a hand was played."""
_STAKES: Final = (2, 5, 10)
"""Stakes that are offered."""


async def complete_rules(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Offer a preset, then `option=value` or a stake for the word being typed, with its meaning."""
    _ = texts_for(interaction.locale.value)
    presets = {name: _(line) for name, line in house_rules.PRESETS.items()}
    multiplied = _("What points are multiplied by")
    stakes = {f"{STAKE}={stake}": multiplied for stake in _STAKES}
    first = {} if " " in typed else presets
    options = {
        f"{option}={value}": _(line)
        for option, lines in house_rules.OPTIONS.items()
        for value, line in lines.items()
    }
    return _completed(typed, {**first, **stakes, **options})


def _completed(typed: str, offers: Mapping[str, str]) -> list[Choice[str]]:
    """The typed text with each offer that fits its last word, and what that means."""
    *done, word = typed.split(" ")
    fitting = {
        " ".join([*done, offer]): line
        for offer, line in offers.items()
        if offer.startswith(word) or word.lower() in line.lower()
    }
    short = [(offer, line) for offer, line in fitting.items() if len(offer) <= _LONGEST_CHOICE]
    return [
        Choice(name=f"{offer} · {line}"[:_LONGEST_CHOICE], value=offer)
        for offer, line in short[:MOST_CHOICES]
    ]


async def complete_zone(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Offer time zones with the time it is there."""
    now, names = _services_of(interaction).now, zones_like(typed)[:MOST_CHOICES]
    offered = [(f"{zone_label(name)}, {local_time(name, now)}", name) for name in names]
    return [Choice(name=words, value=name) for words, name in offered]


async def offered(
    interaction: discord.Interaction, preview: Callable[[Request], list[tuple[str, str]]]
) -> list[Choice[str]]:
    """Offers of a handler for an entry that is being typed: words, and what they stand for.

    None if they take too long: what is typed can be sent without them.
    """
    try:
        async with asyncio.timeout(_OFFERED_WITHIN):
            offers = await read(_services_of(interaction), visitor_of(interaction), preview)
    except (TimeoutError, OperationalError) as error:
        log.info("interaction %d: nothing is offered: %r", interaction.id, error)
        return []
    return [Choice(name=name[:_LONGEST_CHOICE], value=value) for name, value in offers]


def _services_of(interaction: discord.Interaction) -> Services:
    bot = interaction.client
    assert isinstance(bot, OfcBot)
    return bot.reception.services


def rival_of(user: discord.User | discord.Member) -> Person:
    """Somebody who is challenged; raises TableError for a bot."""
    if user.bot:
        raise TableError(
            "Other bots don't play. Open a table with /play and choose a computer player."
        )
    return person_of(user)


class Served(commands.Cog):
    """A cog whose commands each ask a handler."""

    def __init__(self, bot: OfcBot) -> None:
        self._reception = bot.reception

    async def _serve(self, interaction: discord.Interaction, asked: HandlerCall) -> None:
        await self._reception.serve(interaction, asked)
