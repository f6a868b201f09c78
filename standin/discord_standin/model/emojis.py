"""The application's own emojis."""

from dataclasses import dataclass
from typing import Final

from discord_standin.faults import TOO_MANY_EMOJIS, UNKNOWN_EMOJI, DiscordError
from discord_standin.snowflakes import Snowflakes

_MOST: Final = 2000


@dataclass(frozen=True)
class Emoji:
    """A custom emoji, with its picture."""

    id: int
    name: str
    content: bytes
    is_animated: bool = False


class EmojiShelf:
    """The emojis by id."""

    def __init__(self, ids: Snowflakes) -> None:
        self._ids = ids
        self._emojis: dict[int, Emoji] = {}
        self.gone: set[int] = set()
        """The ids of those that were deleted, by anybody."""

    @property
    def all(self) -> list[Emoji]:
        """Every emoji, oldest first."""
        return list(self._emojis.values())

    def __contains__(self, emoji_id: int) -> bool:
        return emoji_id in self._emojis

    def named(self, name: str) -> Emoji | None:
        """The emoji of a name."""
        return next((emoji for emoji in self._emojis.values() if emoji.name == name), None)

    def get(self, emoji_id: int) -> Emoji:
        """The emoji of an id; raises DiscordError."""
        try:
            return self._emojis[emoji_id]
        except KeyError:
            raise DiscordError(UNKNOWN_EMOJI) from None

    def add(self, name: str, content: bytes, *, is_animated: bool) -> Emoji:
        """A new emoji; raises DiscordError when there are 2000."""
        if len(self._emojis) >= _MOST:
            raise DiscordError(TOO_MANY_EMOJIS)
        emoji = Emoji(self._ids.next(), name, content, is_animated)
        self._emojis[emoji.id] = emoji
        return emoji

    def rename(self, emoji_id: int, name: str) -> Emoji:
        """The emoji with a new name; raises DiscordError."""
        old = self.get(emoji_id)
        self._emojis[emoji_id] = Emoji(old.id, name, old.content, old.is_animated)
        return self._emojis[emoji_id]

    def remove(self, emoji_id: int) -> None:
        """Delete an emoji; raises DiscordError."""
        self.get(emoji_id)
        del self._emojis[emoji_id]
        self.gone.add(emoji_id)
