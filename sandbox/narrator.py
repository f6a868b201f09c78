"""Writes to the terminal what people do and what everybody sees, and saves the pictures."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown

_WIDTH: Final = 92
_CHANNEL: Final = re.compile(r"<#(\d+)>")
_MARKS: Final = re.compile(r"^(#+ |-# )|\*\*", re.MULTILINE)


class Narrator:
    """Follows a stand-in's feed; `folder` gets every picture that anybody is shown."""

    def __init__(self, people: Sequence[Person], folder: Path) -> None:
        self.pictures = 0
        self._people = people
        self._folder = folder
        self._changed: dict[Message, Event] = {}
        self._kept: set[str] = set()

    def hear(self, change: Change) -> None:
        """Take in a change of the feed."""
        if not isinstance(change.subject, Message):
            return
        if change.event is Event.MESSAGE_CREATED or change.subject not in self._changed:
            self._changed[change.subject] = change.event

    def title(self, words: str) -> None:
        """Begin a part of the story."""
        print(f"\n\033[1m{words}\033[0m\n{'─' * min(_WIDTH, len(words))}")

    def does(self, person: Person, what: str) -> None:
        """Tell what somebody does."""
        print(f"\n{person.name} ▸ {what}")

    def goes_on(self, what: str) -> None:
        """Tell what the person who acted last does next."""
        print(f"      {what}")

    def look(self) -> None:
        """Write what has changed for everybody since the last look."""
        for message, event in self._changed.items():
            if not message.is_deleted:
                print(self._seen(message, event))
        self._changed = {}

    def _seen(self, message: Message, event: Event) -> str:
        shown = Shown(message, message.now)
        how = " (changed)" if event is Event.MESSAGE_EDITED else ""
        lines = [*_paragraphs(shown), *self._pictures(shown)]
        if shown.buttons:
            buttons = "  ".join(str(button) for button in shown.buttons if not button.is_disabled)
            lines += textwrap.wrap(buttons, _WIDTH, break_on_hyphens=False)
        body = "\n".join(f"    │ {self._with_names(line)}" for line in lines)
        return f"    ┌ {self._where(message)}{how}\n{body}"

    def _where(self, message: Message) -> str:
        if message.only_for is not None:
            return f"#{message.channel.name}, only {message.only_for.display_name} sees"
        for person in self._people:
            if message.channel is person.dm:
                return f"{person.name}'s direct messages"
        return f"#{message.channel.name}"

    def _channel(self, channel_id: int) -> str:
        return f"#{self._people[0].world.channels[channel_id].name}"

    def _with_names(self, line: str) -> str:
        for person in self._people:
            line = line.replace(person.mention, f"@{person.name}")
        return _CHANNEL.sub(lambda found: self._channel(int(found[1])), line)

    def _pictures(self, shown: Shown) -> Iterator[str]:
        for picture in shown.pictures:
            if picture.content is None:
                continue
            if picture.url not in self._kept:
                self._kept.add(picture.url)
                self.pictures += 1
                name = f"{self.pictures:02d}-{picture.file_name}"
                (self._folder / name).write_bytes(picture.content)
                yield f"🖼  {name}"
            yield from textwrap.wrap(picture.alt, _WIDTH, initial_indent="   ")


def _paragraphs(shown: Shown) -> Iterator[str]:
    for line in _MARKS.sub("", shown.text).splitlines():
        if not line.startswith("```"):
            yield from textwrap.wrap(line, _WIDTH) or [""]
