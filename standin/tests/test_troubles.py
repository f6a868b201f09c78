"""Trouble on demand, and the limits that always hold."""

import asyncio
from logging import LogRecord

import aiohttp
import discord as api
import pytest

from discord_standin.clock import Clock
from discord_standin.faults import FLAGGED_AS_SPAM, OPENING_DMS_TOO_FAST, DiscordError
from discord_standin.rest.limits import RateLimits
from discord_standin.standin import StandIn
from discord_standin.trouble import (
    Delay,
    Fail,
    Hang,
    Limit,
    Refuse,
    RefuseKept,
    RefuseUploads,
    Reset,
)
from discord_standin.window import FixedWindow, Window
from standin.tests.testbot import picture, running

SEND = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


def statuses(discord, path=SEND[1]):
    return [exchange.status for exchange in discord.requests if exchange.path == path]


async def test_a_rate_limit_is_waited_for(discord, place, ann, channel):
    discord.fail_next(*SEND, Limit(0.05), times=2)
    await place.send("late")
    assert statuses(discord) == [429, 429, 200]
    assert discord.requests[-2].answer == {
        "message": "You are being rate limited.",
        "code": 0,
        "retry_after": 0.05,
        "global": False,
    }
    assert ann.last(channel).text == "late"


async def test_a_global_rate_limit_holds_up_everything(discord, place, caplog):
    is_known = asyncio.Event()

    def listen(record: LogRecord) -> bool:
        if "Global rate limit has been hit" in record.msg:
            is_known.set()
        return True

    caplog.handler.addFilter(listen)
    discord.fail_next(*SEND, Limit(0.1, is_global=True))
    send = asyncio.create_task(place.send("one"))
    await is_known.wait()
    await place.typing()
    assert statuses(discord)[-1] == 200
    await send


async def test_settling_waits_for_a_retry(discord, place, ann, channel):
    discord.fail_next(*SEND, Limit(0.3))
    send = asyncio.create_task(place.send("late"))
    await discord.until(lambda: 429 in statuses(discord))
    await discord.settle()
    assert ann.last(channel).text == "late"
    await send


async def test_settling_waits_for_work_that_only_the_bot_knows_of(discord):
    work = asyncio.create_task(asyncio.sleep(0.1))
    await discord.settle(lambda: not work.done())
    assert work.done()


async def test_only_requests_that_keep_or_bring_files_are_refused(discord, place, ann, channel):
    sent = await place.send("one", file=picture("a.png"))
    discord.fail_next(*EDIT, RefuseKept())
    discord.fail_next(*EDIT, RefuseUploads())
    await sent.edit(content="two")
    for files in (sent.attachments, [picture("b.png")]):
        with pytest.raises(api.HTTPException) as refused:
            await sent.edit(content="three", attachments=files)
        assert refused.value.code == 50035
    assert ann.last(channel).text == "two"


async def test_a_server_error_is_tried_again(discord, place):
    discord.fail_next(*SEND, Fail(502))
    await place.send("late")
    assert statuses(discord) == [502, 200]


async def test_any_error_of_discord_can_be_had(discord, bot, ann):
    discord.fail_next("POST", "/users/@me/channels", Refuse(OPENING_DMS_TOO_FAST))
    with pytest.raises(api.HTTPException) as refused:
        await bot.create_dm(api.Object(ann.user.id))
    assert refused.value.code == 40003


async def test_discord_can_keep_the_bot_from_writing_to_somebody(bot, ann):
    ann.close_dms(FLAGGED_AS_SPAM, at_opening=True)
    with pytest.raises(api.Forbidden) as refused:
        await bot.create_dm(api.Object(ann.user.id))
    assert refused.value.code == 20026
    ann.open_dms()
    dm = await bot.create_dm(api.Object(ann.user.id))
    ann.close_dms(FLAGGED_AS_SPAM)
    with pytest.raises(api.Forbidden) as refused:
        await dm.send("hello")
    assert refused.value.code == 20026


async def test_only_so_many_direct_messages_are_opened_in_a_time(discord, bot, guild):
    discord.limit_openings(2, 60)
    people = [api.Object(discord.add_person(f"Guest {n}", guild).user.id) for n in range(3)]
    for person in people[:2]:
        await bot.create_dm(person)
    with pytest.raises(api.HTTPException) as refused:
        await bot.create_dm(people[2])
    assert refused.value.code == 40003
    discord.advance(60)
    await bot.create_dm(people[2])


async def test_a_connection_can_be_cut_before_anything_is_done(discord, place, ann, channel):
    discord.fail_next(*SEND, Reset())
    with pytest.raises((OSError, aiohttp.ClientError)):
        await place.send("lost")
    assert ann.reads(channel) == []


async def test_an_answer_can_be_lost_and_the_nonce_makes_up_for_it(discord, place, ann, channel):
    discord.fail_next(*SEND, Reset(after=True))
    with pytest.raises((OSError, aiohttp.ClientError)):
        await place.send("deal", nonce="hand-1")
    assert len(ann.reads(channel)) == 1
    message = await place.send("deal", nonce="hand-1")
    assert [shown.id for shown in ann.reads(channel)] == [message.id]


async def test_an_answer_can_be_slow(discord, place):
    discord.fail_next(*SEND, Delay(60))
    send = asyncio.create_task(place.send("slow"))
    await discord.until(lambda: discord.is_busy)
    assert not send.done()
    discord.advance(60)
    await send


@pytest.mark.parametrize("after", [False, True])
async def test_an_answer_may_never_come(discord, place, ann, channel, after: bool):
    discord.fail_next(*SEND, Hang(after))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(place.send("lost"), 0.2)
    await discord.settle()
    assert len(ann.reads(channel)) == after


async def test_trouble_for_a_route_that_there_is_not_is_refused(discord):
    with pytest.raises(ValueError, match="no route POST /chanels"):
        discord.fail_next("POST", "/chanels", Reset())


async def test_trouble_that_never_came_is_noticed():
    async with StandIn() as discord:
        discord.fail_next(*SEND, Fail(500))
        assert not discord.troubles_are_over


async def test_30046_for_more_than_3_edits_of_an_old_message_in_20_seconds(discord, rest, channel):
    _, message = await rest("POST", f"/channels/{channel.id}/messages", {"content": "0"})
    path = f"/channels/{channel.id}/messages/{message['id']}"

    async def edit():
        return await rest("PATCH", path, {"content": "1"})

    assert {(await edit())[0] for _ in range(9)} == {200}
    discord.advance(3601)
    assert {(await edit())[0] for _ in range(3)} == {200}
    status, error = await edit()
    assert (status, error["code"]) == (429, 30046)
    assert 0 < error["retry_after"] <= 20
    discord.advance(20)
    assert (await edit())[0] == 200


async def test_discords_buckets_run_out_when_wanted():
    async with StandIn(rate_limits=True, clock=Clock(is_running=False)) as discord:
        channel = discord.add_channel(discord.add_guild("Friends"), "poker")
        async with running(discord) as bot:
            place = bot.get_channel(channel.id)
            for number in range(4):
                await place.send(str(number))
            # The headers tell the client that the fifth was the last; it sleeps by itself.
            last = asyncio.create_task(place.send("4"))
            await discord.until(lambda: len(statuses(discord)) == 5)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(last, 0.2)
        assert statuses(discord) == [200] * 5
        assert discord.violations == []


async def test_50_requests_a_second_are_the_most_for_all_routes_but_callbacks():
    discord = StandIn(rate_limits=True, clock=Clock(is_running=False))
    async with discord, aiohttp.ClientSession() as session:
        session.headers["Authorization"] = f"Bot {discord.token}"

        async def ask():
            async with session.get(f"{discord.url}/api/v10/users/@me") as answer:
                return answer.status, answer.headers.get("Via")

        answers = [await ask() for _ in range(51)]
    assert answers[:50] == [(200, None)] * 50
    assert answers[50] == (429, "1.1 stand-in")


def test_what_goes_by_the_token_of_an_interaction_does_not_count_among_them():
    limits = RateLimits(Standing())
    for _ in range(50):
        limits.take("GET", "/users/@me", {})
    by_token = "/webhooks/{webhook_id}/{webhook_token}"
    assert limits.take("POST", by_token, {"webhook_id": "1", "webhook_token": "t"}) is not None
    with pytest.raises(DiscordError) as refused:
        limits.take("GET", "/users/@me", {})
    assert refused.value.is_global


def test_the_headers_of_a_bucket_say_when_it_is_full_again():
    clock = Standing()
    clock.time = 1_800_000_000.0
    allowance = RateLimits(clock).take("POST", "/users/@me/channels", {})
    assert allowance is not None
    headers = allowance.headers()
    assert float(headers["X-RateLimit-Reset-After"]) == 10
    assert float(headers["X-RateLimit-Reset"]) == clock.time + 10


class Standing:
    time = 0.0

    def now(self):
        return self.time


def test_a_fixed_window_is_free_again_all_at_once():
    clock = Standing()
    window = FixedWindow(clock, most=2, seconds=5)
    window.use()
    clock.time = 3
    window.use()
    assert (window.wait(), window.remaining, window.reset_after) == (2, 0, 2)
    clock.time = 5
    assert (window.wait(), window.remaining) == (0, 2)


def test_a_window_slides():
    clock = Standing()
    window = Window(clock, most=2, seconds=5)
    window.use()
    clock.time = 3
    window.use()
    assert (window.wait(), window.remaining, window.reset_after) == (2, 0, 5)
    clock.time = 5
    assert (window.wait(), window.remaining) == (0, 1)
