"""The application: itself, its commands and its emojis."""

import base64
import binascii
import re
from typing import Final

from discord_standin.checks.commands import check_commands
from discord_standin.checks.form import Form
from discord_standin.faults import MISSING_ACCESS, DiscordError
from discord_standin.model.world import World
from discord_standin.payloads.places import emoji_json, self_json, user_json
from discord_standin.rest.call import Answer, Call, Route
from discord_standin.vocabulary import Json

_EMOJI_NAME: Final = re.compile(r"\w{2,32}")
_EMOJI_DATA: Final = re.compile(r"data:image/(png|jpeg|gif|webp);base64,(.+)", re.DOTALL)
_EMOJI_SIZE: Final = 256 * 1024
_APPLICATION: Final = "/applications/{application_id}"


def application_json(world: World) -> Json:
    """The application as its owner sees it."""
    bot = world.bot
    return {
        "id": str(bot.id),
        "name": bot.display_name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": user_json(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(world.owner),
        "approximate_guild_count": len(world.guilds_of_bot()),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}},
    }


def _own(call: Call) -> World:
    """The world, if the path names the bot's own application; raises DiscordError."""
    if call.number("application_id") != call.world.bot.id:
        raise DiscordError(MISSING_ACCESS)
    return call.world


def _scope(call: Call) -> int | None:
    world = _own(call)
    return world.guild(call.number("guild_id")).id if "guild_id" in call.params else None


def _get_application(call: Call) -> Answer:
    return application_json(call.world)


def _get_self(call: Call) -> Answer:
    return self_json(call.world.bot)


def _get_gateway(call: Call) -> Answer:
    return {
        "url": call.world.gateway_url,
        "shards": call.world.shards,
        "session_start_limit": {
            "total": 1000,
            "remaining": 1000,
            "reset_after": 14_400_000,
            "max_concurrency": call.world.max_concurrency,
        },
    }


# --- commands -------------------------------------------------------------------------------


def _list_commands(call: Call) -> Answer:
    commands = call.world.commands.of(_scope(call))
    if call.query.get("with_localizations") in ("1", "true"):
        return commands
    return [{key: c[key] for key in c if not key.endswith("_localizations")} for c in commands]


def _replace_commands(call: Call) -> Answer:
    scope = _scope(call)
    commands = call.items
    form = Form()
    check_commands(form, commands)
    form.verify()
    return call.world.commands.replace(scope, commands)


# --- emojis ---------------------------------------------------------------------------------


def _list_emojis(call: Call) -> Answer:
    world = _own(call)
    return {"items": [emoji_json(emoji, world.bot) for emoji in world.emojis.all]}


def _get_emoji(call: Call) -> Answer:
    world = _own(call)
    return emoji_json(world.emojis.get(call.number("emoji_id")), world.bot)


def _create_emoji(call: Call) -> Answer:
    world = _own(call)
    form = Form()
    name: str = call.fields.get("name") or ""
    _check_name(form, world, name)
    kind, content = _picture(form, call.fields.get("image") or "")
    form.verify()
    return emoji_json(world.emojis.add(name, content, is_animated=kind == "gif"), world.bot)


def _check_name(form: Form, world: World, name: str) -> None:
    if not _EMOJI_NAME.fullmatch(name):
        form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if world.emojis.named(name):
        words = "An emoji with this name already exists"
        form.wrong(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", words)


def _picture(form: Form, image: str) -> tuple[str, bytes]:
    """The type and the bytes of a picture written as a data URI."""
    match = _EMOJI_DATA.fullmatch(image)
    try:
        content = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        content = b""
    if not content:
        form.wrong(("image",), "BASE64_INVALID", "Invalid image data")
    if len(content) > _EMOJI_SIZE:
        words = "File cannot be larger than 256.0 kb."
        form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", words)
    return (match[1] if match else ""), content


def _rename_emoji(call: Call) -> Answer:
    world = _own(call)
    form = Form()
    _check_name(form, world, call.fields.get("name") or "")
    form.verify()
    return emoji_json(world.emojis.rename(call.number("emoji_id"), call.fields["name"]), world.bot)


def _delete_emoji(call: Call) -> Answer:
    _own(call).emojis.remove(call.number("emoji_id"))
    return None


_EMOJI: Final = f"{_APPLICATION}/emojis/{{emoji_id}}"
_IN_GUILD: Final = f"{_APPLICATION}/guilds/{{guild_id}}/commands"

ROUTES: Final = (
    Route("GET", "/gateway/bot", _get_gateway),
    Route("GET", "/users/@me", _get_self),
    Route("GET", "/oauth2/applications/@me", _get_application),
    Route("GET", "/applications/@me", _get_application),
    Route("GET", f"{_APPLICATION}/commands", _list_commands),
    Route("PUT", f"{_APPLICATION}/commands", _replace_commands),
    Route("GET", _IN_GUILD, _list_commands),
    Route("PUT", _IN_GUILD, _replace_commands),
    Route("GET", f"{_APPLICATION}/emojis", _list_emojis),
    Route("POST", f"{_APPLICATION}/emojis", _create_emoji, status=201),
    Route("GET", _EMOJI, _get_emoji),
    Route("PATCH", _EMOJI, _rename_emoji),
    Route("DELETE", _EMOJI, _delete_emoji),
)
