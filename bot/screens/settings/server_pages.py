"""Pages of the settings of a server: its guided setup, in a few steps; what is posted there."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.screens.components import Component, Screen, Style, button, channel_select, row, text
from bot.screens.replies import Field, Form
from bot.screens.settings.menus import (
    ChangeServer,
    Menu,
    Setting,
    Setup,
    ShowServer,
    ShowServerRules,
    TypeZone,
    menus,
)
from bot.screens.settings.rule_menus import rules_of
from bot.screens.settings.server_settings import (
    CLOCK,
    LOCALE,
    NEWS,
    OPENERS,
    RULE_SET,
    ChannelSetting,
    places,
)
from bot.texts import Texts, marked
from bot.values.house_rules import changes_in_words, preset_name
from bot.values.options import Guild
from bot.values.phrases import variant_name
from bot.values.zones import parse_zone, zone_label

DAILY: Final = "daily"
"""The page of the daily deal (`ChangeServer.page`)."""


@dataclass(frozen=True)
class _Zone(Setting[Guild]):
    """The time zone by which the day ends."""

    def changed(self, record: Guild, entry: str) -> Guild:
        """The server in the zone that was typed, in UTC if nothing was; raises ZoneError."""
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


_Part = Callable[[Guild, str, Texts], list[Component]]


def _with_menus(*which: Menu[Guild]) -> _Part:
    return lambda guild, page, _: menus(which, guild, partial(ChangeServer, page=page), _)


def _who_and_where(guild: Guild, page: str, _: Texts) -> list[Component]:
    return [*_with_menus(OPENERS)(guild, page, _), *places(guild, _, page=page)]


def _usual_game(guild: Guild, page: str, _: Texts) -> list[Component]:
    more = row(button(ShowServerRules(), _("House rules")))
    return [*_with_menus(*RULE_SET, CLOCK)(guild, page, _), more]


_STEPS: Final[tuple[tuple[str, str, _Part], ...]] = (
    (
        marked("Language"),
        marked(
            "Which language should I speak in your channels? In private, everybody gets their own."
        ),
        _with_menus(LOCALE),
    ),
    (
        marked("Who and where"),
        marked("Who can open tables, and where. Leave the channels empty to allow every channel."),
        _who_and_where,
    ),
    (
        marked("The usual game"),
        marked(
            "What does a new table play? And when do you play: all of you tonight, or over days, "
            "whenever each of you has a minute? Its host can choose otherwise."
        ),
        _usual_game,
    ),
    (
        marked("Announcements"),
        marked("Should I announce it when a hand sets a record of this server?"),
        _with_menus(NEWS),
    ),
)  # fmt: skip
LAST: Final = len(_STEPS) + 1
"""The step that sums up what was chosen; the first is 1."""


def setup_screen(guild: Guild, step: int, _: Texts) -> Screen:
    """A step of the setup, from 1 to `LAST`; what is chosen there holds at once."""
    if not 1 <= step < LAST:
        return _summary(guild, _)
    title, question, part = _STEPS[step - 1]
    where = _("Step {step} of {last}", step=step, last=LAST - 1)
    heading = f"## {_(title)}\n-# {where}\n{_(question)}"
    return Screen((text(heading), *part(guild, str(step), _), _ways(step, _)))


def _ways(step: int, _: Texts) -> Component:
    back = button(Setup(step - 1), _("Previous"), disabled=step == 1)
    following = button(Setup(step + 1), _("Next"), Style.GREEN)
    if step + 1 == LAST:
        return row(back, following)
    return row(back, following, button(Setup(LAST), _("Skip the rest")))


def _summary(guild: Guild, _: Texts) -> Screen:
    """A summary of the settings of new tables, and the next step."""
    rules = rules_of(guild)
    changed = ", ".join(changes_in_words(rules, _).values())
    role = f" <@&{guild.role_id}>" if guild.openers == "role" and guild.role_id else ""
    where = ", ".join(f"<#{channel}>" for channel in guild.channels) or _("every channel")
    lines = [
        "## " + _("Your server is ready"),
        f"- {LOCALE.label_of(guild, _)}",
        f"- {OPENERS.label_of(guild, _)}{role}: {where}",
        f"- {variant_name(rules, _)}, {_('rules: {preset}', preset=preset_name(rules.preset, _))}"
        + (f" ({changed})" if changed else ""),
        f"- {CLOCK.label_of(guild, _)}",
        f"- {NEWS.label_of(guild, _)}",
        _("Open a table with /play. You can come back here with /ofc setup at any time."),
    ]
    ways = row(
        button(Setup(LAST - 1), _("Previous")),
        button(ShowServer(), _("Settings of this server")),
    )
    return Screen((text("\n".join(lines)), ways))
