"""What a page is about: a stand-in with places and people, the bot, and company."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.sandbox.company import Company
from bot.sandbox.model.places import User
from bot.sandbox.page.process import BotProcess
from bot.sandbox.people.person import Person
from bot.sandbox.standin import StandIn
from bot.sandbox.vocabulary import Permission


@dataclass
class Stage:
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


def furnish(standin: StandIn, bot: BotProcess, *, pace: float = 0.4) -> Stage:
    """Two servers with four people, the first of whom manages them, and four for company."""
    friends, club = standin.add_guild("Friends"), standin.add_guild("Tuesday Club")
    for guild, name in ((friends, "poker"), (friends, "lounge"), (club, "tables")):
        standin.add_channel(guild, name)
    ann = standin.add_person("Ann", friends, club, permissions=Permission.MANAGE_GUILD)
    others = [standin.add_person(name, friends, club) for name in ("Bob", "Mia", "Zoë")]
    scripted = [standin.add_person(name, friends, club) for name in ("Pip", "Dot", "Gus", "Ida")]
    return Stage(standin, bot, by_key([ann, *others]), Company(scripted, pace=pace))


def by_key(people: Iterable[Person]) -> dict[str, Person]:
    """People by the names they have in addresses, such as `zoe` for Zoë.

    Everybody has his direct messages with the bot from the start.
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
