"""The guided setup of a server: its settings in a few steps, each of them whole by itself."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bot.screens.components import Component, Screen, Style, button, row, text
from bot.screens.settings.menus import Menu, menus
from bot.screens.settings.rule_menus import rules_of
from bot.screens.settings.server_settings import CLOCK, LOCALE, NEWS, OPENERS, RULE_SET, places
from bot.screens.settings.settings_presses import ChangeServer, Setup, ShowServer, ShowServerRules
from bot.texts import Texts, marked
from bot.values.house_rules import changes_in_words, preset_name
from bot.values.options import Guild
from bot.values.phrases import variant_name

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
    """A summary of how new tables are now, and the next step."""
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
