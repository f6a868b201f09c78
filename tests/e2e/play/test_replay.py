"""Stepping through a finished hand, and keeping it as an animated picture."""

import io
import time

import pytest
from PIL import Image

from bot.handlers import showing
from bot.screens.presses import Spot, Step
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import CallbackType
from tests.e2e.house import Group

pytestmark = pytest.mark.table(2, until="played")


async def test_a_hand_is_replayed_step_by_step_to_its_result(group: Group):
    ann = group.people[0]
    shown = (await ann.types(group.channel, "/ofc replay")).message
    assert shown.is_ephemeral
    assert "Hand 1, step 0 of 10" in shown.text
    assert "empty" in shown.pictures[0].alt
    for step in range(1, 11):
        shown = (await ann.press(shown, "▶")).message
        assert f"step {step} of 10" in shown.text
    assert "Result" in shown.pictures[0].alt
    shown = (await ann.press(shown, "◀")).message
    assert "step 9 of 10" in shown.text
    assert "step 0 of" in (await ann.press(shown, "⏮")).text
    assert "step 10 of" in (await ann.press(shown, "⏭")).text


async def test_the_button_below_a_result_opens_its_replay(group: Group):
    bob = group.people[1]
    reply = await bob.press(group.board(bob), "Replay")
    assert reply.message.is_ephemeral
    assert "Hand 1, step 0" in reply.text


async def animated(group: Group) -> Shown:
    """Ann's replay of hand 1 once it is animated; drawing it may take longer than an answer."""
    ann, channel = group.people[0], group.channel
    await group.house.discord.until(
        lambda: ann.last(channel).pictures[0].file_name == "hand-1.webp", within=60
    )
    return ann.last(channel)


async def test_a_hand_is_kept_as_one_animated_picture(group: Group):
    ann = group.people[0]
    shown = (await ann.types(group.channel, "/ofc replay hand:1")).message
    await ann.press(shown, "Animation")
    film = (await animated(group)).pictures[0]
    assert film.content is not None
    assert len(film.content) <= 500_000
    with Image.open(io.BytesIO(film.content)) as picture:
        assert picture.format == "WEBP"
        assert picture.n_frames == 11


async def test_only_finished_hands_are_replayed(group: Group):
    ann = group.people[0]
    await group.deal()
    reply = await ann.types(group.channel, "/ofc replay hand:2")
    assert reply.text == ("There is no finished hand 2 at this table. The latest is hand 1.")
    assert "Hand 1" in (await ann.types(group.channel, "/ofc replay")).text
    forged = await ann.forge(group.board(ann), str(Step(Spot(1, 2), 3, 0)))
    assert "There is no finished hand 2" in forged.text


async def test_a_closed_table_still_replays_its_hands(group: Group):
    ann = group.people[0]
    await ann.types(group.channel, "/ofc stop")
    assert "Hand 1, step 0" in (await ann.types(group.channel, "/ofc replay")).text


async def test_what_takes_longer_than_discord_waits_is_announced_and_then_shown(
    group: Group, monkeypatch: pytest.MonkeyPatch
):
    ann = group.people[0]
    shown = (await ann.types(group.channel, "/ofc replay")).message
    draw = showing.drawn_film

    def slowly(*arguments: object) -> bytes:
        time.sleep(1.7)
        return draw(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(showing, "drawn_film", slowly)
    reply = await ann.press(shown, "Animation")
    assert reply.how is CallbackType.DEFERRED_UPDATE
    await animated(group)
