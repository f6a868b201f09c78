"""The guided setup of a server: its steps, and offering it once."""

from dataclasses import replace

from bot.handlers.request import Answer, Request
from bot.handlers.serving import changes, on
from bot.screens.components import Screen
from bot.screens.replies import Private, Redraw
from bot.screens.settings_presses import Setup
from bot.screens.setup import LAST, setup_screen
from bot.store import guilds


@changes
def setup(at: Request) -> Answer:
    """The step at which the setup was left, or the first; raises TableError."""
    at.visitor.verify_manager()
    left_at = at.guild.setup
    return Answer(Private(_show(at, left_at if 1 <= left_at < LAST else 1)))


@on(Setup)
@changes
def go(at: Request, press: Setup) -> Answer:
    """Another step; raises TableError."""
    at.visitor.verify_manager()
    return Answer(Redraw(_show(at, press.step)))


def offer(at: Request) -> str:
    """A line that offers the setup, once, to whoever may do it; empty otherwise."""
    if at.guild.setup or not at.visitor.may_manage:
        return ""
    guilds.put(at.db, replace(at.guild, setup=1))
    _ = at.texts
    return "\n-# " + _("New here? /ofc setup takes you through the settings of this server.")


def _show(at: Request, step: int) -> Screen:
    """A step, which is kept so that one can go on there later."""
    guild = replace(at.guild, setup=max(1, min(step, LAST)))
    guilds.put(at.db, guild)
    return setup_screen(guild, step, at.texts)
