"""Moderators delete messages, threads and channels, take permissions, and remove the bot.

They also remove people, who come back.
"""

import asyncio
from functools import reduce
from operator import or_
from random import Random
from typing import TYPE_CHECKING, Final

from discord_standin.model.places import Channel, Guild
from discord_standin.model.writing import erase
from discord_standin.vocabulary import NO_PERMISSIONS, Permission

if TYPE_CHECKING:
    from tests.simulation.world import World

_TAKEN: Final = (
    Permission.SEND_MESSAGES,
    Permission.VIEW_CHANNEL,
    Permission.ATTACH_FILES,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.USE_EXTERNAL_EMOJIS,
    Permission.READ_MESSAGE_HISTORY,
)


async def moderate(world: "World", chance: Random, seconds: float) -> None:
    """Do one of these, if there is anything to do it to; what is taken is given back."""
    discord = world.discord
    guilds = discord.world.guilds_of_bot()
    channels = [c for each in guilds for c in each.channels.values() if not c.is_thread]
    if not channels:
        return
    channel = chance.choice(channels)
    guild = channel.guild
    assert guild is not None
    match chance.randrange(7):
        case 0 | 1:
            _delete_messages(world, chance, guild)
        case 2:
            _delete_thread(world, chance, guild)
        case 3:
            discord.remove_channel(channel)
            await asyncio.sleep(seconds)
            discord.add_channel(guild, channel.name)
        case 4:
            discord.deny_bot(channel, *chance.sample(_TAKEN, chance.randint(1, 3)))
            await asyncio.sleep(seconds)
            if not channel.is_gone:
                discord.deny_bot(channel)
        case 5:
            await _send_away(world, chance, guild, seconds)
        case _:
            world.left_guilds.add(guild.id)
            discord.remove_bot(guild)
            await asyncio.sleep(seconds)
            discord.add_bot(guild)


async def _send_away(world: "World", chance: Random, guild: Guild, seconds: float) -> None:
    """Take somebody out of the server for a while."""
    discord = world.discord.world
    stay = (discord.bot, guild.owner)
    others = [member for member in guild.members.values() if member.user not in stay]
    if not others:
        return
    gone = chance.choice(others)
    may = reduce(or_, (role.permissions for role in gone.roles), NO_PERMISSIONS)
    discord.leave(guild, gone.user)
    await asyncio.sleep(seconds)
    discord.join(guild, gone.user, may)


def _delete_messages(world: "World", chance: Random, guild: Guild) -> None:
    for channel in list(guild.channels.values()):
        for message in list(world.discord.world.messages.newest(channel))[:6]:
            if chance.random() < 0.3 and not message.is_ephemeral:
                erase(world.discord.world, message)


def _delete_thread(world: "World", chance: Random, guild: Guild) -> None:
    threads: list[Channel] = [c for c in guild.channels.values() if c.is_thread]
    if threads:
        world.discord.remove_channel(chance.choice(threads))
