"""The settings of a server, and what they allow."""

from bot.game.table import TableError
from bot.handlers.registry import changes, looks, on
from bot.handlers.request import Answer, Request, Visitor
from bot.ofc.rulesets import Ruleset
from bot.screens.choices import changed
from bot.screens.presses import ChangeServer, ShowServer, TypeOptions
from bot.screens.replies import Redraw
from bot.screens.server_settings import SERVER, options_form, server_screen
from bot.store import guilds
from bot.values.options import Guild


@on(ShowServer)
@looks
def show(at: Request, _press: ShowServer) -> Answer:
    """The settings of the server."""
    at.visitor.verify_manager()
    return Answer(Redraw(server_screen(at.guild, at.texts)))


@on(TypeOptions)
@looks
def form(at: Request, _press: TypeOptions) -> Answer:
    """The form for changes to the rules of new tables."""
    at.visitor.verify_manager()
    return Answer(options_form(Ruleset.parse(at.guild.rules), at.texts))


@on(ChangeServer)
@changes
def change(at: Request, press: ChangeServer) -> Answer:
    """Change one setting; raises OfcError, and then nothing has changed."""
    at.visitor.verify_manager()
    guild = changed(SERVER, press.what, at.guild, at.visitor.entry)
    guilds.put(at.db, guild)
    return Answer(Redraw(server_screen(guild, at.texts)))


def verify_may_open(guild: Guild, visitor: Visitor) -> None:
    """Raise TableError unless the visitor may open a table where they are.

    A thread is where its channel is. Whoever has Manage Server may open one everywhere.
    """
    if visitor.may_manage:
        return
    here = {visitor.channel_id, visitor.parent_id}
    if guild.channels and not here & set(guild.channels):
        raise TableError(
            "Tables are not opened in this channel. Please use {channels}.",
            channels=", ".join(f"<#{channel_id}>" for channel_id in guild.channels),
        )
    if guild.openers == "managers":
        raise TableError("Here only people with Manage Server open tables. Ask one of them.")
    if guild.openers == "role" and guild.role_id not in visitor.role_ids:
        raise TableError(
            "Here only people with the role {role} open tables. Ask one of them.",
            role="-" if guild.role_id is None else f"<@&{guild.role_id}>",
        )
