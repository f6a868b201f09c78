"""Messages as Discord's JSON."""

from discord_standin.clock import timestamp
from discord_standin.model.attachments import Attachment
from discord_standin.model.interactions import Interaction
from discord_standin.model.messages import Message, Version
from discord_standin.payloads.places import user_json
from discord_standin.snowflakes import moment_of
from discord_standin.vocabulary import CommandType, InteractionType, Json

_PLAIN, _REPLY, _COMMAND = 0, 19, 20
_ANIMATED_FILE, _ANIMATED_MEDIA = 1 << 5, 1 << 0


def message_json(message: Message, version: Version | None = None) -> Json:
    """A message as it is now, or as it was at one version."""
    shown = version or message.now
    body: Json = {
        "id": str(message.id),
        "type": _type(message),
        "channel_id": str(message.channel.id),
        "author": user_json(message.author),
        "content": shown.content,
        "embeds": list(shown.embeds),
        "components": list(shown.components),
        "attachments": [attachment_json(a) for a in _loose(shown)],
        "flags": int(shown.flags),
        "timestamp": timestamp(moment_of(message.id)),
        "edited_timestamp": timestamp(shown.since) if message.is_edited else None,
        "mentions": [user_json(user) for user in message.mentions],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
    }
    return {**body, **_origin(message)}


def _type(message: Message) -> int:
    if message.interaction and message.interaction.type is InteractionType.COMMAND:
        return _COMMAND
    return _REPLY if message.reply_to else _PLAIN


def _loose(version: Version) -> list[Attachment]:
    """Files that no component or embed shows; Discord lists only these as attachments."""
    pictures = [holder for _, holder in version.media]
    holders = [*pictures, *version.embeds]
    keys = ("media", "file", "image", "thumbnail")
    shown: set[str] = {h[key]["url"] for h in holders for key in keys if h.get(key)}
    return [attachment for attachment in version.attachments if attachment.url not in shown]


def _origin(message: Message) -> Json:
    extra: Json = {}
    if message.nonce is not None:
        extra["nonce"] = message.nonce
    if message.reply_to:
        replied = message.reply_to
        extra["message_reference"] = {
            "type": 0,
            "message_id": str(replied.id),
            "channel_id": str(replied.channel.id),
        }
        extra["referenced_message"] = None if replied.is_deleted else message_json(replied)
    if message.interaction:
        extra["application_id"] = extra["webhook_id"] = str(message.author.id)
        extra["interaction_metadata"] = _metadata(message.interaction)
    return extra


def _metadata(interaction: Interaction) -> Json:
    data: Json = {
        "id": str(interaction.id),
        "type": int(interaction.type),
        "user": user_json(interaction.user),
        "authorizing_integration_owners": owners_json(interaction),
    }
    if interaction.type is InteractionType.COMMAND:
        data |= {
            "name": interaction.data["name"],
            "command_type": interaction.data.get("type", int(CommandType.CHAT_INPUT)),
        }
        if target := interaction.data.get("target_id"):
            data["target_user"] = interaction.data["resolved"]["users"][target]
    if interaction.type is InteractionType.COMPONENT and interaction.message:
        data["interacted_message_id"] = str(interaction.message.id)
    if interaction.opener:
        data["triggering_interaction_metadata"] = _metadata(interaction.opener)
    return data


def owners_json(interaction: Interaction) -> Json:
    """By whom the application is installed where it was used: a guild, the user, or both."""
    guild = interaction.channel.guild
    channel = interaction.channel
    is_there = channel.has_bot and (
        guild is None or any(member.user.is_bot for member in guild.members.values())
    )
    by_guild = {"0": str(guild.id) if guild else "0"} if is_there else {}
    return {**by_guild, "1": str(interaction.user.id)} if interaction.user.has_app else by_guild


def attachment_json(attachment: Attachment) -> Json:
    """A file."""
    body: Json = {
        "id": str(attachment.id),
        "filename": attachment.file_name,
        "size": len(attachment.content),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if size := attachment.dimensions:
        body["width"], body["height"] = size
    if attachment.is_animated:
        body["flags"] = _ANIMATED_FILE
    return body


def media_json(attachment: Attachment) -> Json:
    """A file as a component refers to it."""
    width, height = attachment.dimensions or (0, 0)
    return {
        "url": attachment.url,
        "proxy_url": attachment.url,
        "attachment_id": str(attachment.id),
        "content_type": attachment.content_type,
        "width": width,
        "height": height,
        "loading_state": 2,
        "flags": _ANIMATED_MEDIA if attachment.is_animated else 0,
        "id": str(attachment.id),
    }
