"""Whoever is told the id of an error can be helped: the log says under it what they did."""

import re

import pytest

from bot.handlers.request import Request
from bot.screens.presses import Confirm
from discord_standin.people.replies import Reply
from sandbox.placing import pressable
from tests.e2e.house import Group


@pytest.fixture
def group(group: Group, monkeypatch: pytest.MonkeyPatch) -> Group:
    """Two people in a hand, with a bot that can serve nobody any more."""

    def fail(_request: Request) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(Request, "__init__", lambda self, *_: fail(self))
    return group


def logged(reply: Reply, caplog: pytest.LogCaptureFixture) -> str:
    """The line with the id that the person was told, of digits, which nobody reads as cards."""
    told = re.search(r"Something went wrong here \(error (\d{6})\)", reply.text)
    assert told is not None
    (line,) = [record.getMessage() for record in caplog.records if told[1] in record.getMessage()]
    return line


async def test_a_press_is_logged_by_its_custom_id(group: Group, caplog: pytest.LogCaptureFixture):
    ann = group.people[0]
    board = group.board(ann)
    custom_id = next(b.custom_id for b in board.buttons if b.custom_id and not b.is_disabled)
    line = logged(await ann.press(board, custom_id), caplog)
    assert f"({custom_id!r})" in line
    assert ":1:1:" in custom_id, "it names table and hand"


async def test_a_command_is_logged_by_its_name_without_what_was_typed(
    group: Group, caplog: pytest.LogCaptureFixture
):
    reply = await group.people[0].types(group.channel, "/ofc place cards:AhKd")
    line = logged(reply, caplog)
    assert "(/ofc place)" in line
    assert "AhKd" not in line


async def test_what_is_done_is_shown_although_the_answer_cannot_be_made(
    gather, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a mistake")

    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    ann, bob = group.people
    before = group.board(ann)
    laid_out = (await bob.types(group.channel, "/ofc place cards:fmmbb")).message
    monkeypatch.setattr("bot.handlers.own_cards._own_screen", fail)
    logged(await bob.press(laid_out, str(pressable(laid_out, Confirm)[0])), caplog)
    await group.house.settle()
    assert len(group.house.log(group.channel)) > 1, "it is placed"
    assert group.board(ann).text != before.text, "and everybody sees it"


async def test_when_too_much_goes_on_a_press_is_refused_in_a_sentence_and_changes_nothing(gather):
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    ann = group.people[0]
    before = group.board(ann)
    group.house.limit(longest_wait=-1.0)
    reply = await group.people[1].types(group.channel, "/ofc place cards:fmmbb!")
    assert "Too much is going on right now" in reply.text
    assert reply.message.is_ephemeral
    await group.house.settle()
    assert group.board(ann).text == before.text
    group.house.limit(longest_wait=600.0)
    assert "Too much" not in (await group.people[1].types(group.channel, "/ofc hand")).text
