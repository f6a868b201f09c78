"""Stepping through a finished hand, and keeping it as an animated picture."""

import io
import threading

import pytest
from PIL import Image

from bot.game.loading import load
from bot.handlers import replays
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import CallbackType, Permission
from ofc_engine.links import read_link
from ofc_engine.scoring import score_hand
from tests.e2e.house import Group
from tests.waiting import HUNG

pytestmark = pytest.mark.table(2, until="played")


async def test_a_hand_is_replayed_step_by_step_to_its_result(group: Group):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
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


async def animated(group: Group) -> Shown:
    """Ann's replay of hand 1 once it is animated; drawing it may take longer than an answer."""
    ann, channel = group.people[0], group.channel
    await group.house.discord.until(
        lambda: ann.last(channel).pictures[0].file_name == "hand-1.webp"
    )
    return ann.last(channel)


def public(group: Group) -> list[Shown]:
    """What everybody sees in the channel, oldest first."""
    return [s for s in group.people[-1].reads(group.channel) if not s.is_ephemeral]


async def test_a_step_is_shown_to_everybody_who_can_then_step_through_the_hand(group: Group):
    ann, bob = group.people
    shown = (await group.does(ann, "Replay")).message
    shown = (await ann.press(shown, "⏭")).message
    before = len(public(group))
    await ann.press(shown, "Show everyone")
    await group.house.settle()
    assert len(public(group)) == before + 1
    everybodys = public(group)[-1]
    assert "step 10 of 10" in everybodys.text
    assert everybodys.pictures[0].content
    assert [b.label for b in everybodys.buttons] == ["Replay"]
    own = ann.sees(shown)
    assert [b.label for b in own.buttons if b.is_disabled] == ["▶", "⏭", "Everyone sees it now"]
    assert "Show everyone" in [b.label for b in (await ann.press(own, "◀")).message.buttons]
    mine = await bob.press(everybodys, "Replay")
    assert mine.message.is_ephemeral
    assert "step 0 of 10" in mine.text


async def test_a_hand_is_one_animated_picture_which_is_shown_to_everybody(group: Group):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    await ann.press(shown, "Animation")
    film = await animated(group)
    content = film.pictures[0].content
    assert content is not None
    assert len(content) <= 500_000
    with Image.open(io.BytesIO(content)) as picture:
        assert picture.format == "WEBP"
        assert picture.n_frames == 11
    assert "this message will disappear" in film.text
    before = len(public(group))
    await ann.press(film, "Show everyone")
    await group.house.discord.until(lambda: len(public(group)) > before)
    await group.house.settle()
    everybodys = public(group)[-1]
    assert everybodys.pictures[0].file_name == "hand-1.webp"
    assert everybodys.pictures[0].content == film.pictures[0].content
    assert "disappear" not in everybodys.text
    own = ann.sees(film)
    assert own.pictures[0].file_name == "hand-1.webp"
    assert [b.label for b in own.buttons if b.is_disabled] == ["Everyone sees it now"]


async def test_where_the_bot_may_not_attach_files_a_step_is_told_in_words(
    group: Group, discord: StandIn
):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    await ann.press(shown, "Animation")
    film = await animated(group)
    discord.deny_bot(group.channel, Permission.ATTACH_FILES)
    refused = await ann.press(film, "Show everyone")
    assert "Attach Files" in refused.text
    step = (await ann.press(shown, "▶")).message
    assert not step.pictures
    await ann.press(step, "Show everyone")
    await group.house.settle()
    assert "**Hand 1 · Pineapple**" in public(group)[-1].text
    assert not public(group)[-1].pictures


PAGE = "https://example.org/ofc/hand.html"
LONGEST_URL = 512
"""Characters that Discord takes for the address of a button."""


@pytest.mark.house(replay_url=PAGE)
async def test_a_hand_is_opened_as_a_web_page_that_no_server_sees(group: Group):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    with group.house.read() as db:
        table = load(db, 1)
    assert table is not None
    assert table.played is not None
    played = table.played.hand
    for _ in range(2):
        (url,) = (b.url for b in shown.buttons if b.label == "Open as a web page")
        address, _sign, link = url.partition("#")
        assert address == PAGE
        assert len(url) <= LONGEST_URL
        told = read_link(link).hand
        assert [seat.board for seat in told.seats] == [seat.board for seat in played.seats]
        assert score_hand(told).points == score_hand(played).points
        assert any(seat.discards for seat in played.seats)
        assert not any(seat.discards or seat.pending for seat in told.seats)
        shown = (await ann.press(shown, "▶")).message
    await ann.press(shown, "Show everyone")
    await group.house.settle()
    assert [b.label for b in public(group)[-1].buttons] == ["Replay"]


async def test_without_its_address_there_is_no_way_to_the_page(group: Group):
    shown = (await group.does(group.people[0], "Replay")).message
    assert "Open as a web page" not in [b.label for b in shown.buttons]


async def test_what_takes_longer_than_discord_waits_is_announced_and_then_shown(
    group: Group, monkeypatch: pytest.MonkeyPatch
):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    draw, is_announced = replays.drawn_film, threading.Event()

    def slowly(*arguments: object) -> bytes:
        assert is_announced.wait(HUNG)
        return draw(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(replays, "drawn_film", slowly)
    group.house.limit(deferred_after=0.0)
    reply = await ann.press(shown, "Animation")
    is_announced.set()
    assert reply.how is CallbackType.DEFERRED_UPDATE
    await animated(group)
