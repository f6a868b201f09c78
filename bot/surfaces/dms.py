"""The channel of somebody's direct messages."""

from functools import partial

from bot.store import players
from bot.store.database import Database
from bot.store.players import Player
from bot.surfaces.gateway import Gateway


async def dm_channel(database: Database, gateway: Gateway, player: Player) -> int:
    """The id of the channel of a person's direct messages, opened and kept if it is not known.

    Raises DmClosed and other GatewayErrors.
    """
    if player.dm_channel_id is not None:
        return player.dm_channel_id
    assert player.user_id is not None, "only persons have direct messages"
    channel_id = await gateway.open_dm(player.user_id)
    keep = partial(players.set_dm, player_id=player.id, channel_id=channel_id, closed=False)
    await database.write(keep)
    return channel_id
