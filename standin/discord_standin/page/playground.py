"""What a page is about: a stand-in with people at windows, the bot, and company for them."""

import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from discord_standin.model.places import Channel, User
from discord_standin.page.process import BotProcess
from discord_standin.people.person import Person
from discord_standin.standin import StandIn


@dataclass(frozen=True)
class Lever:
    """A button of your own behind the scenes, with a unique name.

    `pull` gets who pulled it and the server's channel they look at, and says in a sentence what it
    did; it raises CannotDoError with one that says why not. `is_main` stands out.
    """

    name: str
    label: str
    pull: Callable[[Person, Channel], Awaitable[str]]
    is_main: bool = False


@dataclass(frozen=True)
class Panel:
    """Levers of your own under a title, with words on what they are for."""

    title: str
    words: str
    levers: tuple[Lever, ...]


@dataclass(frozen=True)
class Welcome:
    """Words at the beginning of a channel and of the bot's direct messages.

    `commands` are offered to be tried there, such as `/help`.
    """

    channel: str = "This is the beginning of the channel."
    messages: str = "This is where the bot writes to you alone."
    commands: tuple[str, ...] = ()


@dataclass
class Playground:
    """`people` are those whom somebody at a window can be, by the names in addresses.

    `panels` and `welcome` are what the page offers for this bot in particular; `documents` are
    pages of the bot's own, each a self-contained file, by their names in addresses. `marks` are the
    newest messages that each of them has seen, by user and channel id.
    """

    standin: StandIn
    bot: BotProcess
    people: dict[str, Person]
    panels: tuple[Panel, ...] = ()
    welcome: Welcome = Welcome()
    documents: Mapping[str, Path] = field(default_factory=dict[str, Path])
    marks: dict[int, dict[int, int]] = field(default_factory=dict[int, dict[int, int]])

    def mark(self, user: User, channel_id: int, message_id: int) -> None:
        """Note that somebody has seen a channel up to a message."""
        seen = self.marks.setdefault(user.id, {})
        seen[channel_id] = max(message_id, seen.get(channel_id, 0))

    def read_by(self, user: User) -> Iterable[tuple[int, int]]:
        """The channels that somebody has looked at, each with the newest message they have seen."""
        return self.marks.get(user.id, {}).items()


def by_key(people: Iterable[Person]) -> dict[str, Person]:
    """People by the names they have in addresses, such as `zoe` for Zoë.

    Everybody has their direct messages with the bot from the start.
    """
    keyed: dict[str, Person] = {}
    for person in people:
        key = _plain(person.name) or person.user.name
        keyed[key if key not in keyed else f"{key}-{person.user.id}"] = person
        assert person.dm.is_dm
    return keyed


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name).lower()
    return "".join(letter for letter in letters if letter.isascii() and letter.isalnum())
