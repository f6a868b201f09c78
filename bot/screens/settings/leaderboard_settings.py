"""A server's setting of its leaderboard: the channel where it is."""

from typing import Final

from bot.screens.components import Screen, button, channel_select, row, text
from bot.screens.settings.menus import Setting
from bot.screens.settings.server_settings import ChannelSetting
from bot.screens.settings.settings_presses import ChangeServer, ShowServer
from bot.texts import Texts
from bot.values.options import Guild

LEADERBOARD_PAGE: Final = "leaderboard"
"""The page of the leaderboard (`ChangeServer.page`)."""


_CHANNEL: Final = ChannelSetting("channel", "leaderboard_channel_id")
LEADERBOARD: Final[tuple[Setting[Guild], ...]] = (_CHANNEL,)
"""Settings of the leaderboard, for somebody with Manage Server."""


def leaderboard_settings_screen(guild: Guild, _: Texts) -> Screen:
    """Where the leaderboard of a server is, shown to people who may change that."""
    what = _(
        "Shall I keep a leaderboard in a channel: the standing, the best ratings and the best hand "
        "of the week? It is one message, which I bring up to date every Monday. I must be allowed "
        "to post there."
    )
    chosen = [] if guild.leaderboard_channel_id is None else [guild.leaderboard_channel_id]
    menu = channel_select(
        ChangeServer(_CHANNEL.key, LEADERBOARD_PAGE),
        chosen,
        most=1,
        placeholder=_("No leaderboard"),
    )
    ways = row(button(ShowServer(), _("Settings of this server")))
    return Screen((text(f"## {_('Leaderboard')}\n{what}"), menu, ways))
