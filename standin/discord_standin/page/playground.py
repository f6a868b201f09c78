"""What a page is about: a stand-in with people at windows, the bot, and company for them."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from discord_standin.model.places import Channel, User
from discord_standin.page.process import BotProcess
from discord_standin.people.person import Person
from discord_standin.standin import StandIn


class Company(Protocol):
    """Players who keep somebody company who is alone."""

    async def fill(self, where: Channel) -> int:
        """Fill a table in a channel; returns how many sat down. Raises CannotDoError."""
        ...


@dataclass
class Playground:
    """`people` are those whom somebody at a window can be, by the names in addresses.

    `marks` are the newest messages that each of them has seen, by user and channel id.
    """

    standin: StandIn
    bot: BotProcess
    people: dict[str, Person]
    company: Company
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
