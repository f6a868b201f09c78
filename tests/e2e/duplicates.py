"""People in a duplicate tournament, who set each hand in one go, and those who watch them."""

from bot.game.tournaments.floors import Tournament, tournament_of
from bot.store.tournaments import duplicates, tournaments
from discord_standin.model.feed import Change
from discord_standin.model.messages import Message
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from tests.e2e.house import Group, House, words
from tests.e2e.secrecy import cards_in
from tests.e2e.tournaments import opens_tournament

DAY = 24 * 3600
_IDLE = "It isn't your turn anywhere. I'll let you know."


def found(house: House) -> Tournament:
    """The only tournament, as it is committed."""
    with house.committed.at_once() as db:
        row = tournaments.get(db, 1)
        assert row is not None
        return tournament_of(db, row)


def groups(house: House) -> list[set[str]]:
    """The names of the people in each group of the latest round."""
    now = found(house)
    assert now.results is not None
    return [
        {now.people[player].name for player in group.players if player is not None}
        for group in now.results.groups
    ]


def can_start(shown: Shown) -> bool:
    return any(each.label == "Start" and not each.is_disabled for each in shown.buttons)


async def begun(group: Group, **options: str | int) -> None:
    """Have everybody join a duplicate tournament of closed Chinese, and Ann start it."""
    ann, *others = group.people
    wanted: dict[str, str | int] = {"format": "duplicate", "variant": "chinese", **options}
    reply = await opens_tournament(ann, group.channel, **wanted)
    assert "Your tournament is open." in reply.text, reply.text
    # Of a bot in a process of its own nobody sees that it still has something to post.
    await group.house.discord.until(lambda: bool(announcements(group, ann)))
    await group.house.settle()
    for person in others:
        assert "You're in." in (await press(group, person, "Join")).text
    await group.house.discord.until(lambda: can_start(announcement(group, ann)))
    await press(group, ann, "Start")
    await group.house.discord.until(lambda: found(group.house).row.round == 1)
    await group.house.settle()


def announcements(group: Group, person: Person) -> list[Shown]:
    shown = person.reads(group.channel)
    return [s for s in shown if not s.is_ephemeral and s.text.startswith("## ")]


def announcement(group: Group, person: Person | None = None) -> Shown:
    return announcements(group, person or group.people[0])[0]


async def press(group: Group, person: Person, label: str) -> Reply:
    reply = await person.press(announcement(group, person), label)
    await group.house.settle()
    return reply


async def place(group: Group, *people: Person) -> None:
    """Let people set their hands as the cards came."""
    for person in people:
        placed = await person.types(group.channel, "/my place cards:fffmmmmmbbbbb!")
        await group.house.settle()
        assert placed.text in {"Placed.", _IDLE}


class Eyes:
    """All that is shown to anybody: no secret of a deal, and to outsiders no card of one."""

    def __init__(self, group: Group, outsider: Person) -> None:
        self.outsider = outsider
        self.people = [*group.people, outsider]
        with group.house.committed.at_once() as db:
            self.secrets = [
                secret.hex()
                for hand in (1, 2)
                if (secret := duplicates.secret_of(db, 1, 1, hand)) is not None
            ]
        self.looked_at = 0
        self.leaks: list[str] = []
        group.house.discord.world.feed.follow(self._see)

    def _see(self, change: Change) -> None:
        if not isinstance(change.subject, Message):
            return
        for person in self.people:
            shown = person.shown(change)
            if shown is not None:
                self.looked_at += 1
                text = "\n".join(words(shown))
                told = any(secret in text for secret in self.secrets)
                if told or (person is self.outsider and cards_in(text)):
                    self.leaks.append(text)
