"""Laying out cards of one's own, in a deal alone and in a lesson: as at a table."""

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from bot.alone import PlayAlone
from bot.game.play import AUTO_SECONDS
from bot.screens.press import parse
from bot.screens.presses import AcceptWarning, CardPress, Confirm, Put, Undo
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from sandbox.placing import pressable
from tests.e2e.aloud import verify_words
from tests.e2e.house import Group
from tests.e2e.menus import menu_of
from tests.e2e.tutorial import learn, press

PLACES = ["deal", "week", "challenge", "alone", "lesson"]


class Alone:
    """Somebody with five cards of their own to place, in one message."""

    def __init__(self, group: Group, place: str) -> None:
        self.group, self.place = group, place
        self.ann, self.bob = group.people
        self._first: Shown | None = None

    async def begin(self) -> None:
        ann, channel = self.ann, self.group.channel
        match self.place:
            case "deal":
                shown = (await ann.types(channel, "/daily")).message
            case "week":
                shown = (await ann.types(channel, "/daily week:True")).message
            case "alone":
                begin = str(PlayAlone())
                shown = (await ann.press((await ann.types(ann.dm, "/help")).message, begin)).message
            case "challenge":
                shown = (await ann.uses(channel, "Challenge", self.bob)).message
            case _:
                shown = await press(ann, await learn(ann, self.group), "Skip")
        await self.group.house.settle()
        self._first = shown

    @property
    def shown(self) -> Shown:
        assert self._first is not None
        return self.ann.sees(self._first)

    async def press(self, *kinds: type[CardPress], letter: str = "") -> None:
        found = [p for p in pressable(self.shown, *kinds)
                 if not isinstance(p, Put) or p.letter == letter]  # fmt: skip
        reply = await self.ann.press(self.shown, str(found[0]))
        assert reply.error == ""
        await self.group.house.settle()

    async def wants_it_automatic(self) -> None:
        own = (await self.ann.types(self.group.channel, "/my settings")).message
        await self.ann.select(own, "auto", menu=menu_of(own, "my.confirm"))

    async def types_into_the_form(self, entry: str) -> None:
        modal = (await self.ann.press(self.shown, "⌨")).modal
        assert modal is not None
        await self.ann.submit(modal, {modal.fields[0].label: entry})
        await self.group.house.settle()

    def is_untouched(self) -> bool:
        return "[All 5 to Back]" in self.shown.text or any(
            button.label == "All 5 to Back" for button in self.shown.buttons
        )

    def is_placed(self, shown: Shown | None = None) -> bool:
        text = (shown or self.shown).text
        return bool(re.search("street 2 of 5|Right!|Not quite", text))


async def everywhere(gather: Callable[..., Group]) -> AsyncIterator[Alone]:
    """Somebody else in each of these places."""
    for place in PLACES:
        at = Alone(gather(2, place), place)
        await at.begin()
        yield at


async def test_a_tap_is_taken_back(gather):
    async for at in everywhere(gather):
        before = at.shown.text
        await at.press(Put, letter="f")
        await at.press(Put, letter="m")
        assert at.shown.text != before
        await at.press(Undo)
        await at.group.house.restart()
        await at.press(Undo)
        assert at.shown.text == before
        assert at.is_untouched()
        assert not pressable(at.shown, Undo), "there is nothing left to take back"


async def test_what_is_typed_into_the_form_is_laid_out_and_placed_with_its_mark(gather):
    async for at in everywhere(gather):
        await at.types_into_the_form("fmmbb")
        assert not at.is_placed()
        assert pressable(at.shown, Confirm)
        await at.types_into_the_form("fmmbb!")
        assert at.is_placed()


@pytest.mark.parametrize("command", ["/ofc place", "/my place"])
async def test_what_is_typed_behind_a_command_goes_where_it_fits(gather, command: str):
    async for at in everywhere(gather):
        ann, channel = at.ann, at.group.channel
        offered = await ann.complete(channel, command[1:], cards="fmmbb")
        assert [choice.name.split()[0] for choice in offered] == ["Place", "Lay"]
        laid = (await ann.types(channel, f"{command} cards:fmmbb")).message
        assert not at.is_placed(laid)
        assert laid.is_ephemeral
        assert pressable(laid, Confirm)
        refused = await ann.types(channel, f"{command} cards:ffffb")
        assert "room" in refused.text, refused.text
        placed = (await ann.types(channel, f"{command} cards:fmmbb!")).message
        await at.group.house.settle()
        assert at.is_placed(ann.sees(placed))
        await ann.press(at.shown, str(pressable(at.shown, AcceptWarning)[0]))
        await at.group.house.settle()
        assert at.is_placed() or at.place == "lesson", (
            "the message from before shows it when pressed"
        )


async def test_what_is_laid_out_places_itself_for_those_who_want_it(gather):
    async for at in everywhere(gather):
        await at.wants_it_automatic()
        await at.press(Put, letter="f")
        assert "unless you tap again" in at.shown.text
        await at.group.house.let_pass(AUTO_SECONDS - 1)
        await at.press(Put, letter="m")
        await at.group.house.let_pass(AUTO_SECONDS - 1)
        assert not at.is_placed(), "the last tap counts"
        await at.group.house.let_pass(1)
        assert at.is_placed(), "the message shows it although nobody has pressed anything"
        await at.group.house.let_pass(60)
        assert at.is_placed()


async def test_a_tap_taken_back_places_nothing(gather):
    async for at in everywhere(gather):
        await at.wants_it_automatic()
        await at.press(Put, letter="f")
        await at.press(Undo)
        await at.group.house.let_pass(60)
        assert at.is_untouched()
        await at.types_into_the_form("fmmbb")
        await at.group.house.let_pass(60)
        assert not at.is_placed(), "what is typed without its mark is a preview"


async def test_it_places_itself_although_the_bot_was_stopped(gather):
    async for at in everywhere(gather):
        await at.wants_it_automatic()
        await at.press(Put, letter="f")
        old = at.shown
        house = at.group.house
        await house.stop()
        house.discord.advance(60)
        await house.start()
        await house.let_pass(0)
        with house.read() as db:
            due = db.execute("SELECT count(*) FROM drafts WHERE places_at IS NOT NULL").fetchone()[
                0
            ]
            assert due == 0, "it is placed"
        await at.ann.press(old, str(pressable(old, Put)[0]))
        await house.settle()
        assert at.is_placed() or at.place == "lesson", "whoever presses sees how things are"


async def test_who_listens_can_take_a_tap_back_and_type(gather):
    async for at in everywhere(gather):
        own = (await at.ann.types(at.group.channel, "/my settings")).message
        await at.ann.select(own, "yes", menu=menu_of(own, "my.aloud"))
        await at.press(Put, letter="f")
        verify_words(at.shown)
        assert {"Undo", "Type"} <= {button.label for button in at.shown.buttons}


async def test_a_button_of_an_older_message_does_what_it_did(gather):
    """Messages from before all cards were laid out by the same presses."""
    async for at in everywhere(gather):
        letters = {Put: "put", AcceptWarning: "arm", Confirm: "ok"}
        tag = "l" if at.place == "lesson" else "r"

        def former(press: CardPress, tag: str = tag) -> str:
            code, *words = str(press).removeprefix("b1:").split(":")
            return ":".join(["b1", tag + code, words[0][1:], *words[1:]])

        put = next(p for p in pressable(at.shown, Put) if p.letter == "f")
        assert former(put).split(":")[1] == tag + letters[Put]
        for kind in (Put, Confirm):
            pressed = put if kind is Put else pressable(at.shown, Confirm)[0]
            reply = await at.ann.forge(at.shown, former(pressed))
            await at.group.house.settle()
            assert reply.error == ""
        assert at.is_placed()
        if at.place != "lesson":
            await at.ann.forge(at.shown, former(put))
            await at.group.house.settle()
            assert at.is_placed(), "an old button shows how things are"
            now = [parse(b.custom_id or "") for b in at.shown.buttons]
            assert any(isinstance(p, Put) and p.spot == replace(put.spot, street=1) for p in now)


async def test_whoever_has_cards_in_two_places_chooses(gather):
    at = Alone(gather(2), "deal")
    await at.begin()
    ann, group = at.ann, at.group
    await group.sit_down()
    await group.deal()
    asked = await ann.types(group.channel, "/ofc place cards:fmmbb!")
    assert "Which cards do you mean?" in asked.text
    assert "Daily deal" in asked.text
    assert not at.is_placed()
    person: Person = ann
    await person.press(asked.message, "This one")
    await group.house.settle()
    assert at.is_placed(person.sees(asked.message))
