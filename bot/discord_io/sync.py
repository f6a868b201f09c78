"""Discord's record of the bot: its commands in every language, and its emoji."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import discord
from discord import AppCommandType, app_commands
from discord.http import HTTPClient, Route

from bot.discord_io.command_mentions import Payload
from bot.discord_io.start import RARELY, REFUSALS, keep_trying, reason
from bot.pictures.card_tiles import emoji_images
from bot.pictures.theme import DECKS
from bot.store import facts
from bot.store.database import Database
from bot.store.engine import Connection
from bot.surfaces.render import Illustrator
from bot.tasks import in_background
from bot.texts import languages, texts_for
from bot.values.phrases import Emoji, deck_emoji

log: Final = logging.getLogger(__name__)

_FACT: Final = "commands"
_IDS: Final = "command ids"
_ENTRY_POINT: Final = 4
"""The type of the command that Discord makes for an application with an Activity."""
SET_BY_DISCORD: Final = ("application_id", "version")
_CHECK_INTERVAL: Final = 60.0
"""Seconds between checks whether another process has sent the commands or made all emoji."""


async def sync_commands(
    http: HTTPClient,
    commands: list[Payload],
    database: Database,
    application_id: int,
    first_pause: float,
) -> Mapping[str, int]:
    """Send the commands to Discord if they differ from those sent last; returns their ids by name.

    Translations count as well. Until Discord takes them the previous commands stay, and it is tried
    again, for the first time after `first_pause` seconds.
    """
    digest = _digest(commands, application_id)
    known = await database.read(partial(_known_ids, digest=digest))
    if known is not None:
        return known
    ids: dict[str, int] = {}

    async def send() -> None:
        ids.update(await _replace(http, application_id, commands))

    trouble = "Discord has not taken the commands, those of before go on"
    await keep_trying(send, trouble, first=first_pause, longest=RARELY)
    # Kept only now: sending them twice does no harm, not sending them does.
    await database.write(partial(_keep_ids, digest=digest, ids=ids))
    log.info("commands sent to Discord")
    return ids


async def await_commands(
    commands: list[Payload], database: Database, application_id: int
) -> Mapping[str, int]:
    """The ids of the commands by name, once another process has sent them to Discord."""
    digest = _digest(commands, application_id)
    while True:
        known = await database.read(partial(_known_ids, digest=digest))
        if known is not None:
            return known
        await asyncio.sleep(_CHECK_INTERVAL)


def _digest(commands: list[Payload], application_id: int) -> str:
    text = json.dumps([application_id, commands], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _known_ids(db: Connection, digest: str) -> Mapping[str, int] | None:
    """The ids that Discord gave the commands of this digest, if those were the last it took."""
    kept = facts.fact(db, _IDS)
    if facts.fact(db, _FACT) != digest or kept is None:
        return None
    return json.loads(kept)


def _keep_ids(db: Connection, digest: str, ids: Mapping[str, int]) -> None:
    facts.keep_fact(db, _FACT, digest)
    facts.keep_fact(db, _IDS, json.dumps(ids))


async def _replace(
    http: HTTPClient, application_id: int, commands: list[Payload]
) -> Mapping[str, int]:
    """Replace all commands but an Entry Point command by these; returns their ids by name.

    That one is the owner's: Discord refuses a list without it (50240). discord.py does not know it.
    """
    path = "/applications/{application_id}/commands"
    route = Route("GET", path, application_id=application_id)
    before: list[Payload] = await http.request(route, params={"with_localizations": "true"})
    entry_points = [
        {key: command[key] for key in command if key not in SET_BY_DISCORD}
        for command in before
        if command["type"] == _ENTRY_POINT
    ]
    after = await http.bulk_upsert_global_commands(
        application_id, payload=[*commands, *entry_points]
    )
    typed = AppCommandType.chat_input.value
    return {each["name"]: int(each["id"]) for each in after if each.get("type", typed) == typed}


def payloads(tree: app_commands.CommandTree[Any]) -> list[Payload]:
    """The commands of a tree, in every language, as Discord takes them."""
    return [_translated(command.to_dict(tree)) for command in tree.get_commands()]


# --- commands in every language --------------------------------------------------------------

_LOCALES: Final = tuple(
    locale.value for locale in discord.Locale if locale.value.partition("-")[0] in languages()[1:]
)
"""Discord's names of the languages other than English."""
_MENUS: Final = (AppCommandType.user.value, AppCommandType.message.value)


def _translated(part: Payload) -> Payload:
    """A command with all it contains, an option or a choice, in every language.

    Descriptions are translated, and the names of choices and of commands in the menu of a person or
    message. Other names stay: people type them, and read them in each other's messages.
    """
    # discord.py writes this field of commands alone: options, such as subcommands, have types, too.
    is_command = "default_member_permissions" in part
    is_only_read = "value" in part or (is_command and part["type"] in _MENUS)
    sentences = ["name"] * is_only_read + ["description"] * bool(part.get("description"))
    for key in sentences:
        part[f"{key}_localizations"] = _in_all_languages(part[key])
    for within in ("options", "choices"):
        if within in part:
            part[within] = [_translated(each) for each in part[within]]
    return part


def _in_all_languages(sentence: str) -> dict[str, str]:
    """Locale -> a sentence in it, where it is not the English one."""
    texts = {locale: texts_for(locale)(sentence) for locale in _LOCALES}
    return {locale: text for locale, text in texts.items() if text != sentence}


# --- emoji -----------------------------------------------------------------------------------


async def supply_emoji(
    client: discord.Client, illustrator: Illustrator, first_pause: float
) -> None:
    """Tell the illustrator which emoji there are, and upload the missing ones.

    Takes minutes the first time, for Discord limits how fast emoji are made. Without emoji cards
    are shown by their names. If Discord refuses, it is tried again after `first_pause` seconds.
    """
    supply = partial(_supply, client, illustrator)
    await keep_trying(supply, "no card emoji for now", first=first_pause, longest=RARELY)


async def await_emoji(client: discord.Client, illustrator: Illustrator) -> None:
    """Tell the illustrator which emoji there are, until another process has made all of them."""
    while True:
        if await _know(client, illustrator):
            return
        await asyncio.sleep(_CHECK_INTERVAL)


async def _know(client: discord.Client, illustrator: Illustrator) -> bool:
    """Tell the illustrator which emoji there are; True if none is missing."""
    try:
        known = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
    except REFUSALS as error:
        log.warning("no card emoji for now: %s", reason(error))
        return False
    illustrator.emoji = Emoji(known)
    return all(name in known for deck in DECKS for name in deck_emoji(deck))


async def _supply(client: discord.Client, illustrator: Illustrator) -> None:
    # Asked each time: an emoji may have been made although the answer was lost.
    known = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
    illustrator.emoji = Emoji(known)
    for deck in DECKS:
        missing = [name for name in deck_emoji(deck) if name not in known]
        if missing:
            known |= await _upload(client, deck, missing)
            illustrator.emoji = Emoji(known)
            log.info("uploaded %d emoji", len(missing))


async def _upload(client: discord.Client, deck: str, missing: list[str]) -> dict[str, int]:
    images = await in_background(partial(emoji_images, deck))
    made = [
        await client.create_application_emoji(name=name, image=images[name]) for name in missing
    ]
    return {emoji.name: emoji.id for emoji in made}
