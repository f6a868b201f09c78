"""A walk through what people do, and what of the words it shows is not in their language."""

from collections.abc import Iterator

from bot.texts import texts_for
from discord_standin.model.components import walk
from discord_standin.model.messages import Message
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Json
from tests.alphabets import CYRILLIC, GREEK, sentences, strays
from tests.e2e.house import Group

NAMES = frozenset({"Ann", "Bob", "Mia", "Friends", "Spring", "Player", "UTC", "colour"})
_WORDS = ("label", "title", "description", "placeholder", "content")


def told(discord: StandIn, own: str, common: str) -> Iterator[tuple[str, str]]:
    """Everything that was ever to be read, each with the language it should be in."""
    for message in discord.world.messages:
        if message.author is not discord.world.bot:
            continue
        locale = own if is_private(message) else common
        for version in message.versions:
            shown = Shown(message, version)
            yield shown.text, locale
            yield from ((text, locale) for text in labels(shown))
    for reply in discord.replies:
        yield from ((choice.name, own) for choice in reply.choices)
        if reply.interaction.modal is not None:
            yield from ((text, own) for text in form_texts(reply.interaction.modal))


def is_private(message: Message) -> bool:
    return message.is_ephemeral or message.channel.guild is None


def labels(shown: Shown) -> Iterator[str]:
    yield from (button.label for button in shown.buttons)
    yield from (picture.alt or "" for picture in shown.pictures)
    for menu in shown.selects:
        yield menu.placeholder
        yield from (option.name for option in menu.options)
        yield from (option.description for option in menu.options)


def form_texts(modal: Json) -> Iterator[str]:
    yield modal["title"]
    for _path, part in walk(modal["components"]):
        yield from (part[key] for key in _WORDS if part.get(key))


def strangers(discord: StandIn) -> list[str]:
    """The words in wrong letters, each with a text it stands in."""
    wrong: dict[str, str] = {}
    for text, locale in told(discord, GREEK, CYRILLIC):
        for word in strays(text, locale, NAMES):
            wrong.setdefault(word, text)
    return [f"{word}: {text}" for word, text in wrong.items()]


def left_in_english(discord: StandIn, own: str, common: str) -> list[str]:
    """The sentences that were shown in English to who reads another language."""
    shown = {
        locale: "\n".join(t for t, of in told(discord, own, common) if of == locale)
        for locale in (own, common)
    }
    return [
        sentence
        for locale, text in shown.items()
        for sentence in sentences()
        if _is_sentence(sentence) and texts_for(locale)(sentence) != sentence and sentence in text
    ]


def _is_sentence(text: str) -> bool:
    return text.count(" ") >= 2 and "{" not in text


class Walk:
    """Walks through everything that people do at a table and with the ledger."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.ann, self.bob, *_others = group.people

    async def types(self, person: Person, typed: str) -> Reply:
        reply = await self.group.does(person, typed)
        assert reply.error == "", typed
        await self.group.house.settle()
        return reply

    async def uses(self, person: Person, name: str, on: Person) -> Reply:
        """Use a command of somebody's menu, by its name in English."""
        reply = await person.uses(self.group.channel, name, on)
        await self.group.house.settle()
        return reply

    async def presses(self, person: Person, shown: Shown) -> None:
        """Press everything that can be pressed, as long as the message still has it."""
        for button in shown.buttons:
            now = person.sees(shown)
            if button in now.buttons and button.custom_id and not button.is_disabled:
                reply = await person.press(now, button.custom_id)
                assert reply.error == "", button
                await self.group.house.settle()

    async def looks_into(self, person: Person, typed: str) -> None:
        """Ask for something anew for every button that it has."""
        count = len((await self.types(person, typed)).message.buttons)
        for place in range(count):
            shown = (await self.types(person, typed)).message
            for button in shown.buttons[place : place + 1]:
                await person.press(shown, button.custom_id)
                await self.group.house.settle()
