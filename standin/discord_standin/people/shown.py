"""A message as somebody sees it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from discord_standin.model.messages import Message, Version
from discord_standin.people.errors import CannotDoError
from discord_standin.people.faces import Button, Picture, Select, button_of, pictures_of, select_of
from discord_standin.vocabulary import SELECTS, ComponentType, Json

_COMMAND: Final = re.compile(r"</([\w -]+):(\d+)>")


@dataclass(frozen=True, eq=False, repr=False)
class Shown:
    """A message at one version. It stays what it was when the message is edited."""

    message: Message
    version: Version

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and self.version is other.version

    def __hash__(self) -> int:
        return hash((self.message.id, self.version.since))

    @property
    def id(self) -> int:
        """The message's id."""
        return self.message.id

    @property
    def author(self) -> str:
        """Who wrote it, by display name."""
        return self.message.author.display_name

    @property
    def sent(self) -> datetime:
        """When it was sent."""
        return datetime.fromtimestamp(self.message.versions[0].since, UTC)

    @property
    def is_ephemeral(self) -> bool:
        """True if only one person sees it."""
        return self.message.is_ephemeral

    @property
    def is_thinking(self) -> bool:
        """True if the bot has yet to fill it."""
        return self.version.is_loading

    @property
    def is_current(self) -> bool:
        """True if the message still shows this."""
        return self.message.now is self.version and not self.message.is_deleted

    @cached_property
    def text(self) -> str:
        """Everything that is written in it, block by block, and commands as they can be typed."""
        return _COMMAND.sub(r"/\1", self._written)

    @cached_property
    def commands(self) -> tuple[tuple[str, int], ...]:
        """The commands to be tapped, each with its full name and the id of the whole."""
        return tuple((name, int(number)) for name, number in _COMMAND.findall(self._written))

    @property
    def _written(self) -> str:
        blocks = [self.version.content, *map(_embed_text, self.version.embeds)]
        return "\n".join(filter(None, [*blocks, *self.version.texts]))

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons in order, disabled ones and links too."""
        return tuple(map(button_of, self._components(ComponentType.BUTTON)))

    @cached_property
    def selects(self) -> tuple[Select, ...]:
        """The select menus in order."""
        return tuple(map(select_of, self._components(*SELECTS)))

    @cached_property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures and files that it shows: in components, embeds, or loose."""
        return tuple(pictures_of(self.version))

    def _components(self, *types: ComponentType) -> Iterator[Json]:
        return (part for _, part in self.version.parts if part["type"] in types)

    def button(self, key: str) -> Button:
        """The enabled button that is meant by its label, its emoji, its custom_id or its start.

        Raises CannotDoError if there is none or more than one.
        """
        for name in (_label, _face, _emoji, _custom_id):
            if found := [button for button in self.buttons if key and name(button) == key]:
                return self._only(found, key)
        return self._only([b for b in self.buttons if key and b.custom_id.startswith(key)], key)

    def _only(self, found: list[Button], key: str) -> Button:
        enabled = [button for button in found if not button.is_disabled and button.custom_id]
        if len(enabled) == 1:
            return enabled[0]
        offered = " ".join(str(b) for b in self.buttons if not b.is_disabled) or "no buttons"
        if enabled:
            raise CannotDoError(f"{len(enabled)} buttons fit {key!r}; there are: {offered}.")
        state = "is greyed out or a link" if found else "does not exist"
        raise CannotDoError(f"The button {key!r} {state}; there are: {offered}.")

    def select(self, key: str = "") -> Select:
        """The enabled menu meant by its placeholder or how its custom_id starts, or the only one.

        Raises CannotDoError if there is none or more than one.
        """
        found = [s for s in self.selects if key == s.placeholder or s.custom_id.startswith(key)]
        enabled = [select for select in found if not select.is_disabled]
        if len(enabled) != 1:
            raise CannotDoError(f"{len(enabled)} enabled menus fit {key!r}.")
        return enabled[0]

    def __str__(self) -> str:
        lines = [
            f"{self.author}: {self.text}",
            *(f"({p.alt or p.file_name})" for p in self.pictures),
        ]
        return "\n".join([*lines, " ".join(map(str, self.buttons))]).strip()

    def __repr__(self) -> str:
        return f"<Shown {str(self)!r}>"


def _label(button: Button) -> str:
    return button.label


def _face(button: Button) -> str:
    return f"{button.emoji} {button.label}"


def _emoji(button: Button) -> str:
    return button.emoji


def _custom_id(button: Button) -> str:
    return button.custom_id


def _embed_text(embed: Json) -> str:
    fields: list[Json] = embed.get("fields") or []
    lines = [embed.get("title"), embed.get("description")]
    lines += [f"{field['name']}: {field['value']}" for field in fields]
    return "\n".join(line for line in lines if line)
