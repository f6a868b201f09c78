"""The parts of a message that a person can look at or use."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from discord_standin.model.attachments import Attachment
from discord_standin.model.messages import Version
from discord_standin.vocabulary import ButtonStyle, ComponentType, Json


@dataclass(frozen=True)
class Button:
    """A button: `emoji` is its name; a link has a `url` and cannot be pressed here."""

    label: str
    emoji: str
    custom_id: str
    style: ButtonStyle
    is_disabled: bool
    url: str = ""
    component_id: int = 0

    def __str__(self) -> str:
        return f"[{' '.join(filter(None, (self.emoji, self.label)))}]"


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen: its words, and what is sent."""

    name: str
    value: str | float
    description: str = ""
    is_default: bool = False


@dataclass(frozen=True)
class Select:
    """A select menu. Menus of users or channels have no options of their own."""

    type: ComponentType
    custom_id: str
    placeholder: str
    options: tuple[Choice, ...]
    least: int
    most: int
    is_disabled: bool
    component_id: int = 0


@dataclass(frozen=True)
class Picture:
    """A picture or file with its alt text; `content` is None if it lies elsewhere."""

    file_name: str
    alt: str
    url: str
    content: bytes | None = field(repr=False)


def button_of(part: Json) -> Button:
    """A button component."""
    emoji: Json = part.get("emoji") or {}
    return Button(
        label=part.get("label") or "",
        emoji=emoji.get("name") or "",
        custom_id=part.get("custom_id") or "",
        style=ButtonStyle(part["style"]),
        is_disabled=bool(part.get("disabled")),
        url=part.get("url") or "",
        component_id=part.get("id", 0),
    )


def select_of(part: Json) -> Select:
    """A select component."""
    least, most = part.get("min_values"), part.get("max_values")
    return Select(
        type=ComponentType(part["type"]),
        custom_id=part["custom_id"],
        placeholder=part.get("placeholder") or "",
        options=tuple(map(choice_of, part.get("options") or ())),
        least=1 if least is None else least,
        most=1 if most is None else most,
        is_disabled=bool(part.get("disabled")),
        component_id=part.get("id", 0),
    )


def choice_of(option: Json) -> Choice:
    """An option of a menu or group."""
    return Choice(
        option["label"],
        option["value"],
        option.get("description") or "",
        bool(option.get("default")),
    )


def pictures_of(version: Version) -> Iterator[Picture]:
    """The pictures and files that a version shows."""
    files = {attachment.url: attachment for attachment in version.attachments}
    shown: set[str] = set()
    for _, holder in version.media:
        url = holder["media" if "media" in holder else "file"]["url"]
        shown.add(url)
        yield _picture(url, holder.get("description") or "", files.get(url))
    for embed in version.embeds:
        image: Json = embed.get("image") or {}
        if url := image.get("url"):
            shown.add(url)
            yield _picture(url, "", files.get(url))
    for url, attachment in files.items():
        if url not in shown:
            yield _picture(url, "", attachment)


def _picture(url: str, alt: str, attachment: Attachment | None) -> Picture:
    if attachment is None:
        return Picture(url.rpartition("/")[2], alt, url, None)
    alt = alt or attachment.description or ""
    return Picture(attachment.file_name, alt, url, attachment.content)
