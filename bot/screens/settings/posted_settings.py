"""A server's settings of what is posted there: the summary of a day, and the leaderboard."""

from dataclasses import dataclass, replace
from typing import Final

from bot.screens.components import Screen, button, channel_select, row, text
from bot.screens.replies import Field, Form
from bot.screens.settings.menus import Setting
from bot.screens.settings.server_settings import ChannelSetting
from bot.screens.settings.settings_presses import ChangeServer, ShowServer, TypeZone
from bot.texts import Texts
from bot.values.options import Guild
from bot.values.zones import parse_zone, zone_label

DAILY: Final = "daily"
"""The page of the daily deal (`ChangeServer.page`)."""


@dataclass(frozen=True)
class _Zone(Setting[Guild]):
    """The time zone by which the day ends."""

    def changed(self, record: Guild, entry: str) -> Guild:
        """The server in the zone that was typed, in UTC for nothing; raises ZoneError."""
        typed = entry.strip()
        return replace(record, time_zone=parse_zone(typed) if typed else None)


_CHANNEL: Final = ChannelSetting("channel", "daily_channel_id")
_ZONE: Final = _Zone("zone")
DAILY_DEAL: Final[tuple[Setting[Guild], ...]] = (_CHANNEL, _ZONE)
"""Settings of the daily deal, for somebody with Manage Server."""


def daily_settings_screen(guild: Guild, _: Texts) -> Screen:
    """The settings of a server for the daily deal, shown to people who may change them."""
    what = _(
        "Everybody can play today's deal with /daily. Should I sum up each day in a channel: "
        "who played how, and the best board? One message a day, once it's over everywhere: at "
        "noon UTC."
    )
    zone = _(
        "The day ends at midnight, time zone {zone}.", zone=zone_label(guild.time_zone or "UTC")
    )
    chosen = [] if guild.daily_channel_id is None else [guild.daily_channel_id]
    menu = channel_select(
        ChangeServer(_CHANNEL.key, DAILY), chosen, most=1, placeholder=_("No daily summary")
    )
    ways = row(
        button(ShowServer(), _("Settings of this server")), button(TypeZone(), _("Time zone"))
    )
    return Screen((text(f"## {_('Daily deal')}\n{what}"), menu, text(zone), ways))


def zone_form(guild: Guild, _: Texts) -> Form:
    """The form for the time zone of a server."""
    return Form(
        press=ChangeServer(_ZONE.key, DAILY),
        title=_("Time zone"),
        fields=(
            Field(
                label=_("When does the day end here?"),
                help=_("A city with its continent, such as Europe/Berlin; empty for UTC."),
                hint="Europe/Berlin",
                value=guild.time_zone or "",
                most=50,
                is_required=False,
            ),
        ),
    )


# --- the leaderboard -------------------------------------------------------------------------


LEADERBOARD_PAGE: Final = "leaderboard"
"""The page of the leaderboard (`ChangeServer.page`)."""


_LEADERBOARD: Final = ChannelSetting("channel", "leaderboard_channel_id")
LEADERBOARD: Final[tuple[Setting[Guild], ...]] = (_LEADERBOARD,)
"""Settings of the leaderboard, for somebody with Manage Server."""


def leaderboard_settings_screen(guild: Guild, _: Texts) -> Screen:
    """Where the leaderboard of a server is, shown to people who may change that."""
    what = _(
        "Should I keep a leaderboard in a channel: the standing, the best ratings and the best "
        "hand of the week? It's one message, which I bring up to date every Monday. At the "
        "end of a month another one sums it up. I need to be allowed to post there."
    )
    chosen = [] if guild.leaderboard_channel_id is None else [guild.leaderboard_channel_id]
    menu = channel_select(
        ChangeServer(_LEADERBOARD.key, LEADERBOARD_PAGE),
        chosen,
        most=1,
        placeholder=_("No leaderboard"),
    )
    ways = row(button(ShowServer(), _("Settings of this server")))
    return Screen((text(f"## {_('Leaderboard')}\n{what}"), menu, ways))
