"""The settings of a server, and what they allow."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from bot.guilds import Guild
from bot.handlers.registry import changes, looks, on
from bot.handlers.request import Answer, Request, Visitor
from bot.ofc.rulesets import Ruleset, parse_changes
from bot.pictures.look import Look
from bot.screens.presses import ChangeServer, ShowServer, TypeOptions
from bot.screens.replies import Redraw
from bot.screens.server_settings import (
    AUTO,
    CLOCKS,
    MOST_CHANNELS,
    NEWS,
    NONE,
    OPENERS,
    options_form,
    server_screen,
)
from bot.store import guilds
from bot.tables.errors import TableError
from bot.texts import languages

_MOST_ID: Final = 2**63 - 1
"""The database takes no more, and no id of Discord is that large."""

Change: TypeAlias = Callable[[Guild, str], Guild]


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
    alter = _CHANGES.get(press.what)
    if alter is None:
        raise TableError("Choose one of the menu.")
    guild = alter(at.guild, at.visitor.entry)
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


def _rules(guild: Guild, value: str) -> Guild:
    return replace(guild, rules=str(Ruleset.of(value)))


def _variant(guild: Guild, value: str) -> Guild:
    return replace(guild, rules=str(Ruleset.parse(guild.rules).changed({"variant": value})))


def _options(guild: Guild, value: str) -> Guild:
    own = Ruleset.parse(guild.rules)
    changes = {"variant": own.variant.name, **parse_changes(value.split())}
    return replace(guild, rules=str(Ruleset.of(own.preset, changes)))


def _clock(guild: Guild, value: str) -> Guild:
    return replace(guild, clock=None if value == NONE else int(_one_of({*CLOCKS}, value)))


def _deck(guild: Guild, value: str) -> Guild:
    return replace(guild, deck=Look(deck=value).deck)


def _skin(guild: Guild, value: str) -> Guild:
    return replace(guild, skin=Look(skin=value).skin)


def _openers(guild: Guild, value: str) -> Guild:
    return replace(guild, openers=_one_of({*OPENERS}, value))


def _role(guild: Guild, value: str) -> Guild:
    return replace(guild, role_id=_snowflakes(value, most=1)[0])


def _channels(guild: Guild, value: str) -> Guild:
    return replace(guild, channels=_snowflakes(value, most=MOST_CHANNELS) if value else ())


def _news(guild: Guild, value: str) -> Guild:
    return replace(guild, announces=_one_of({*NEWS}, value) == "yes")


def _locale(guild: Guild, value: str) -> Guild:
    return replace(guild, locale=None if value == AUTO else _one_of({*languages()}, value))


def _one_of(choices: set[str], value: str) -> str:
    if value not in choices:
        raise TableError("Choose one of the menu.")
    return value


def _snowflakes(value: str, *, most: int) -> tuple[int, ...]:
    """Ids of Discord, one or more; raises TableError for anything else."""
    words = value.split(",")
    if len(words) > most or not all(map(_is_snowflake, words)):
        raise TableError("Choose one of the menu.")
    return tuple(sorted(set(map(int, words))))


def _is_snowflake(word: str) -> bool:
    # Longer words are not even read: int() refuses thousands of digits in an error of its own.
    return word.isdecimal() and len(word) <= 19 and int(word) <= _MOST_ID


_CHANGES: Final[dict[str, Change]] = {
    "rules": _rules,
    "variant": _variant,
    "options": _options,
    "clock": _clock,
    "deck": _deck,
    "skin": _skin,
    "openers": _openers,
    "role": _role,
    "channels": _channels,
    "news": _news,
    "locale": _locale,
}
