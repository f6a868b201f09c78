"""Turns the body of a request into what a message shows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from discord_standin.addresses import CDN
from discord_standin.checks.form import Form
from discord_standin.checks.messages import check_body, check_version
from discord_standin.faults import TOO_LARGE, DiscordError
from discord_standin.model.attachments import SCHEME, Attachment, Upload, stored_name
from discord_standin.model.components import Path, mapped, numbered
from discord_standin.model.messages import Version
from discord_standin.model.places import Channel
from discord_standin.model.world import World
from discord_standin.payloads.interactions import FILE_LIMIT
from discord_standin.payloads.messages import media_json
from discord_standin.vocabulary import Json, MessageFlag

REQUEST_LIMIT: Final = 25 * 1024 * 1024
"""The most bytes of a request, of which only those of its files are counted."""
_SETTABLE: Final = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)


@dataclass(frozen=True)
class Draft:
    """A message as it was sent: its body, which stands at `root` of the request, and files."""

    body: Json
    uploads: Mapping[int, Upload] = field(default_factory=dict[int, Upload])
    root: Path = ()

    @property
    def flags(self) -> MessageFlag:
        """The requested flags."""
        return MessageFlag(self.body.get("flags") or 0)


@dataclass(frozen=True)
class _Files:
    """The files a message will have, and the names by which components may refer to them."""

    attachments: tuple[Attachment, ...]
    names: tuple[str, ...]


def compose(world: World, channel: Channel, draft: Draft, before: Version | None = None) -> Version:
    """The version that a draft makes, in place of `before` if there is one.

    Raises DiscordError for everything that Discord would refuse.
    """
    form = Form(draft.root)
    is_v2 = _is_v2(draft, before)
    check_body(form, draft.body, is_v2=is_v2, emojis=world.emojis)
    form.verify()
    files = _files(world, channel, draft, before, form)
    form.verify()
    version = _merged(world, draft, before or Version(0.0), files)
    check_version(form, version, list(files.names))
    form.verify()
    finished = _resolved(version)
    _blame_lost(world, finished)
    return finished


def _is_v2(draft: Draft, before: Version | None) -> bool:
    if before and "flags" not in draft.body:
        return MessageFlag.COMPONENTS_V2 in before.flags
    return MessageFlag.COMPONENTS_V2 in draft.flags


def _merged(world: World, draft: Draft, before: Version, files: _Files) -> Version:
    """Merge a body into a version: absent fields stay, null empties one, V2 stays V2."""
    body = draft.body
    lasting = before.flags & ~(MessageFlag.SUPPRESS_EMBEDS | MessageFlag.LOADING)
    asked = draft.flags & _SETTABLE if "flags" in body else before.flags & _SETTABLE
    return Version(
        since=world.clock.now(),
        content=(body["content"] or "") if "content" in body else before.content,
        embeds=tuple(body["embeds"] or ()) if "embeds" in body else before.embeds,
        components=(tuple(body["components"] or ()) if "components" in body else before.components),
        attachments=files.attachments,
        flags=lasting | asked,
    )


# --- files ----------------------------------------------------------------------------------


def _files(
    world: World, channel: Channel, draft: Draft, before: Version | None, form: Form
) -> _Files:
    """Files listed in the request stay, uploads are added; with neither, the old ones stay.

    Components can name only uploads, or files listed with both id and name. Reports differ on
    what Discord does with a file that an edit does not list; this is their strictest reading,
    so what works here works under each of them.
    """
    sizes = [len(upload.content) for upload in draft.uploads.values()]
    if max(sizes, default=0) > FILE_LIMIT or sum(sizes) > REQUEST_LIMIT:
        raise DiscordError(TOO_LARGE, detail=f"files of {sizes} bytes")
    old = before.attachments if before else ()
    listed: list[Json] | None = draft.body.get("attachments")
    if listed is None and not draft.uploads:
        return _Files(old, ())
    entries = [*(listed or ()), *_unlisted(draft, listed or [])]
    kept: list[Attachment] = []
    names: list[str] = []
    for number, entry in enumerate(entries):
        attachment = _file(world, channel, draft, old, entry)
        if attachment is None:
            words = "Attachment data not found"
            form.wrong(("attachments", number, "id"), "ATTACHMENT_NOT_FOUND", words)
            continue
        kept.append(attachment)
        if entry.get("filename") or attachment.id not in {before.id for before in old}:
            names.append(attachment.file_name)
    return _Files(tuple(kept), tuple(names))


def _unlisted(draft: Draft, listed: list[Json]) -> Iterator[Json]:
    """Attach uploads without an entry of their own, too."""
    named = {str(entry.get("id")) for entry in listed}
    return ({"id": number} for number in draft.uploads if str(number) not in named)


def _file(
    world: World, channel: Channel, draft: Draft, old: tuple[Attachment, ...], entry: Json
) -> Attachment | None:
    description = entry.get("description")
    for attachment in old:
        if str(entry.get("id")) == str(attachment.id):
            return replace(attachment, description=description or attachment.description)
    upload = draft.uploads.get(int(entry.get("id", -1)))
    if upload is None:
        return None
    name = stored_name(entry.get("filename") or upload.file_name)
    return world.attach(upload, name, description, channel)


def _resolved(version: Version) -> Version:
    """The version with ids, and the files in place of `attachment://` and their URLs."""
    by_url = {attachment.url: attachment for attachment in version.attachments}
    by_url |= {SCHEME + attachment.file_name: attachment for attachment in version.attachments}

    def resolve(part: Json) -> Json:
        attachment = by_url.get(part.get("url", ""))
        return media_json(attachment) if attachment and "type" not in part else part

    return replace(
        version,
        components=numbered(version.components, resolve),
        embeds=tuple(mapped(embed, resolve) for embed in version.embeds),
    )


def _blame_lost(world: World, version: Version) -> None:
    """Blame a URL of a file that the message no longer has: Discord accepts it and shows a gap."""
    own = {attachment.url for attachment in version.attachments}
    for _, holder in version.media:
        url: str = holder["media" if "media" in holder else "file"]["url"]
        if url.startswith(f"{world.base_url}{CDN}/attachments/") and url not in own:
            world.blame(f"a message shows {url}, which it does not hold any more")
