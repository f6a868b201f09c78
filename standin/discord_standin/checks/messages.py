"""What a message may hold, field by field and as a whole."""

from typing import Final

from discord_standin.checks.components import check_components, check_references
from discord_standin.checks.form import Form
from discord_standin.faults import EMPTY_MESSAGE, DiscordError
from discord_standin.model.emojis import EmojiShelf
from discord_standin.model.messages import Version
from discord_standin.vocabulary import Json, MessageFlag

MOST_CONTENT: Final = 2000
MOST_EMBEDS: Final = 10
_MOST_IN_EMBEDS: Final = 6000
_MOST_FILES: Final = 10
_MOST_NONCE: Final = 25
_EMBED_LIMITS: Final = {"title": 256, "description": 4096}
_LEGACY_FIELDS: Final = ("content", "embeds", "poll", "sticker_ids")


def check_body(form: Form, body: Json, *, is_v2: bool, emojis: EmojiShelf) -> None:
    """Check the fields that a request sets."""
    form.length(("content",), body.get("content"), 0, MOST_CONTENT)
    form.length(("attachments",), body.get("attachments"), 0, _MOST_FILES)
    form.length(("nonce",), str(body.get("nonce") or ""), 0, _MOST_NONCE)
    _check_embeds(form, body.get("embeds") or ())
    _check_mentions(form, body.get("allowed_mentions") or {})
    if is_v2:
        _check_legacy_fields(form, body)
    check_components(form, body.get("components") or (), is_v2=is_v2, emojis=emojis)


def _check_legacy_fields(form: Form, body: Json) -> None:
    for field in _LEGACY_FIELDS:
        if body.get(field):
            words = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.wrong((field,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)


def _check_embeds(form: Form, embeds: list[Json] | tuple[()]) -> None:
    form.length(("embeds",), embeds, 0, MOST_EMBEDS)
    for number, embed in enumerate(embeds):
        for key, most in _EMBED_LIMITS.items():
            form.length(("embeds", number, key), embed.get(key), 0, most)
        form.length(("embeds", number, "fields"), embed.get("fields"), 0, 25)
    if sum(map(_embed_size, embeds)) > _MOST_IN_EMBEDS:
        words = f"Embed size exceeds maximum size of {_MOST_IN_EMBEDS}"
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)


def _embed_size(embed: Json) -> int:
    footer: Json = embed.get("footer") or {}
    author: Json = embed.get("author") or {}
    fields: list[Json] = embed.get("fields") or []
    parts = [embed.get("title"), embed.get("description"), footer.get("text"), author.get("name")]
    parts += [field[key] for field in fields for key in ("name", "value")]
    return sum(len(part or "") for part in parts)


def _check_mentions(form: Form, allowed: Json) -> None:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            words = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.wrong(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)


def check_version(form: Form, version: Version, file_names: list[str]) -> None:
    """Check the resulting message; `attachment://` may refer to these names.

    Raises DiscordError at once if it would be empty.
    """
    if MessageFlag.COMPONENTS_V2 in version.flags:
        left = {"content": version.content, "embeds": version.embeds}
        _check_legacy_fields(form, left)
    check_references(form, version.media, file_names)
    if form.is_fine and version.is_empty:
        raise DiscordError(EMPTY_MESSAGE)
