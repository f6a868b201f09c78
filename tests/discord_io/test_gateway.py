"""What the bot makes of Discord's answers: each refusal by its name, and what it remembers."""

import asyncio
import logging
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final, cast

import aiohttp
import discord
import pytest

from bot.discord_io import requests as names
from bot.discord_io.discord_gateway import DiscordGateway
from bot.screens.components import AttachedPicture, Picture, Screen, note
from bot.surfaces.gateway import (
    ChannelGone,
    Denied,
    DmClosed,
    GatewayError,
    Limited,
    MessageGone,
    NotAllowed,
    Refused,
    Resting,
    ThreadArchived,
    ThreadsFull,
    TooManyDms,
)
from bot.values.tournament_views import EventState, ServerEvent
from tests.discord_io.client import (
    Calls,
    Channel,
    Client,
    Passing,
    Thread,
    dm_limiter,
    picture,
    refusal,
)

SAYS: Final = note("Hello.")
SHOWS: Final = Screen((), (Picture("board.png", b"png", of=5),))
EVENT: Final = ServerEvent(9, 70, "Knock-out", "", "", 0, 1, EventState.SCHEDULED)


async def raised(gateway: DiscordGateway, client: Client, error: BaseException) -> GatewayError:
    """What an edit raises that Discord answers so."""
    client.calls.fails.append(error)
    with pytest.raises(GatewayError) as found:
        await gateway.edit(70, 1, SAYS)
    return found.value


@pytest.mark.parametrize(
    ("code", "named"),
    [
        (10003, ChannelGone),
        (10008, MessageGone),
        (10015, MessageGone),
        (40003, TooManyDms),
        (40005, Refused),
        (50001, NotAllowed),
        (50007, DmClosed),
        (50013, NotAllowed),
        (50027, MessageGone),
        (50035, Refused),
        (50083, ThreadArchived),
        (50278, DmClosed),
        (160004, names.ThreadThere),
        (160006, ThreadsFull),
        (160007, ThreadsFull),
        (20026, Denied),
        (0, Denied),
    ],
)
@pytest.mark.parametrize("status", [400, 403, 404])
async def test_each_refusal_has_its_name(
    gateway: DiscordGateway, client: Client, status: int, code: int, named: type[GatewayError]
):
    assert type(await raised(gateway, client, refusal(status, code))) is named


@pytest.mark.parametrize(
    "error",
    [
        *(refusal(status) for status in (429, 500, 503)),
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
        OSError(),
    ],
    ids=repr,
)
async def test_what_may_work_later_is_no_refusal(
    gateway: DiscordGateway, client: Client, error: BaseException
):
    assert type(await raised(gateway, client, error)) is GatewayError


async def test_of_a_limit_it_is_known_for_how_long(gateway: DiscordGateway, client: Client):
    error = await raised(gateway, client, discord.RateLimited(40.5))
    assert isinstance(error, Limited)
    assert error.seconds == 40.5


async def test_whoever_runs_the_bot_is_told_once_an_hour_that_it_is_flagged(
    gateway: DiscordGateway,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    now = [0.0]
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now[0])
    told: list[int] = []
    for moment in (0.0, 1.0, 3599.0, 3600.0, 3601.0, 7200.0):
        now[0] = moment
        await raised(gateway, client, refusal(403, 20026))
        told.append(sum(each.levelno == logging.ERROR for each in caplog.records))
    assert told == [1, 1, 1, 2, 2, 3]
    await raised(gateway, client, refusal(403, 50013))
    assert "50013" not in caplog.text


# --- servers, channels ---------------------------------------------------------------------


async def test_a_server_is_asked_for_once_and_only_if_another_process_serves_it(
    gateway: DiscordGateway, client: Client
):
    client.guilds[8] = SimpleNamespace(name="Mine", preferred_locale=discord.Locale.german)
    assert await gateway.name_of(8) == "Mine"
    assert await gateway.name_of(9) is None, "this one would know"
    assert not client.calls.made
    client.calls.fails.append(refusal(404, 10004))
    assert await gateway.name_of(7) is None
    client.calls.answers = SimpleNamespace(name="Theirs")
    assert [await gateway.name_of(7) for _ in range(2)] == ["Theirs", "Theirs"]
    assert client.calls.names == ["fetch guild"] * 2
    client.knows_guilds = False
    assert await gateway.name_of(9) == "Theirs", "it was not told yet"
    assert [gateway.locale_of(8), gateway.locale_of(7)] == ["de", "en-US"]


@pytest.mark.parametrize(("code", "gone"), [(10003, True), (None, False)])
async def test_a_channel_is_gone_if_discord_says_so(
    gateway: DiscordGateway, client: Client, code: int | None, gone: bool
):
    client.channels[70] = Channel(client.calls)
    assert not await gateway.is_gone(70)
    assert not client.calls.made, "what is known is not asked"
    client.calls.fails += [] if code is None else [refusal(404, code)]
    assert await gateway.is_gone(71) is gone


async def test_that_it_may_not_be_seen_does_not_say_that_it_is_gone(
    gateway: DiscordGateway, client: Client
):
    client.calls.fails.append(refusal(403, 50001))
    with pytest.raises(NotAllowed):
        await gateway.is_gone(71)


# --- pictures --------------------------------------------------------------------------------


def shown(message_id: int, *attachment_ids: int) -> Any:
    components = [picture(each) for each in attachment_ids]
    return SimpleNamespace(id=message_id, components=components, created_at=Passing().moment)


async def test_the_picture_of_a_message_is_known_until_another_takes_its_place(
    gateway: DiscordGateway, client: Client
):
    client.calls.answers = shown(1, 50)
    assert await gateway.post(70, SHOWS, "nonce") == 1
    assert gateway.picture_of(9, 1, 5) == AttachedPicture(50, "board.png", of=5)
    assert gateway.picture_of(0, 1, 5) is not None
    assert gateway.picture_of(8, 1, 5) is None, "presses there are told to another process"
    assert gateway.picture_of(9, 1, 6) is None
    assert gateway.picture_of(9, 2, 5) is None
    client.calls.answers = shown(1)
    await gateway.edit(70, 1, SAYS)
    assert gateway.picture_of(9, 1, 5) is None


async def test_a_picture_that_an_answer_replaces_is_forgotten_unless_it_stays(
    gateway: DiscordGateway, client: Client
):
    client.calls.answers = shown(1, 50)
    await gateway.edit(70, 1, SHOWS)
    gateway.pictures.forget_replaced(1, Screen((), (AttachedPicture(50, "board.png"),)))
    assert gateway.picture_of(9, 1, 5) is not None
    gateway.pictures.forget_replaced(2, SAYS)
    assert gateway.picture_of(9, 1, 5) is not None
    gateway.pictures.forget_replaced(1, Screen((), (AttachedPicture(51, "board.png"),)))
    assert gateway.picture_of(9, 1, 5) is None


async def test_it_is_forgotten_before_an_edit_that_may_fail(
    gateway: DiscordGateway, client: Client
):
    client.calls.answers = shown(1, 50)
    await gateway.edit(70, 1, SHOWS)
    await raised(gateway, client, TimeoutError())
    assert gateway.picture_of(9, 1, 5) is None


async def test_of_a_picture_that_stands_for_nothing_no_trace_is_kept(
    gateway: DiscordGateway, client: Client
):
    client.calls.answers = shown(1, 50)
    await gateway.post(70, Screen((), (Picture("board.png", b"png"),)), "nonce")
    assert gateway.picture_of(9, 1, 0) is None


@pytest.mark.parametrize(("seen", "newest"), [(49, 50), (50, 50), (51, 51)])
async def test_the_newest_picture_is_the_one_with_the_larger_id(
    gateway: DiscordGateway, client: Client, seen: int, newest: int
):
    client.calls.answers = shown(1, 50)
    await gateway.edit(70, 1, SHOWS)
    kept = AttachedPicture(seen, "board.png")
    found = gateway.newest_picture(1, kept)
    assert found is not None
    assert found.attachment_id == newest
    assert gateway.newest_picture(2, kept) == gateway.newest_picture(None, kept) == kept


async def test_a_picture_that_an_edit_or_an_answer_has_replaced_is_kept_no_longer(
    gateway: DiscordGateway, client: Client
):
    kept, later = AttachedPicture(50, "board.png"), AttachedPicture(60, "board.png")
    gateway.pictures.note_pressed(shown(1, 50))
    await raised(gateway, client, TimeoutError())
    assert gateway.newest_picture(1, kept) is None, "it may be gone"
    gateway.pictures.note_pressed(shown(1, 50))
    assert gateway.newest_picture(1, kept) is None
    gateway.pictures.forget_replaced(1, SAYS, pressed=55)
    gateway.pictures.forget_replaced(1, SAYS, pressed=54)
    assert gateway.newest_picture(1, AttachedPicture(55, "board.png")) is None
    assert gateway.newest_picture(1, later) == later
    gateway.pictures.note_pressed(shown(1, 60))
    assert gateway.newest_picture(1, kept) == later
    assert gateway.newest_picture(1, None) is None


async def test_a_message_is_posted_once_and_notifies_whom_it_names(
    gateway: DiscordGateway, client: Client
):
    client.calls.answers = shown(1)
    await gateway.post(70, Screen((), pings=(5,), is_silent=True), "nonce")
    ((_post, channel, named),) = client.calls.made
    assert (channel, named["nonce"], named["silent"]) == (70, "nonce", True)
    assert [each.id for each in named["allowed_mentions"].users] == [5]
    await gateway.post(70, SAYS, "other")
    assert client.calls.made[-1][-1]["allowed_mentions"].to_dict() == {"parse": []}


@pytest.mark.parametrize(
    ("error", "again"), [(TimeoutError(), ["edit"]), (refusal(503), ["edit"]), (refusal(403), [])]
)
async def test_what_may_have_been_posted_with_a_nonce_shows_what_comes_of_the_next_try(
    gateway: DiscordGateway, client: Client, error: BaseException, again: list[str]
):
    client.calls.answers = shown(1)
    client.calls.fails.append(error)
    with pytest.raises(GatewayError):
        await gateway.post(70, note("Before."), "nonce")
    assert await gateway.post(70, SAYS, "nonce") == 1
    assert client.calls.names == ["post", "post", *again]


async def test_what_was_posted_before_a_start_shows_what_is_posted_now(
    client: Client, clock: Passing
):
    client.calls.answers = shown(1)
    clock.now += 60
    gateway = DiscordGateway(cast("discord.Client", client), dm_limiter(clock), clock=clock)
    assert await gateway.post(70, SAYS, "nonce") == 1
    assert client.calls.names == ["post", "edit"]


async def test_what_another_process_posted_before_it_was_stopped_shows_what_is_posted_now(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    client.calls.answers = shown(1)
    clock.now += 60
    gateway.go_on()
    assert await gateway.post(70, SAYS, "nonce") == 1
    assert client.calls.names == ["post", "edit"]


async def test_a_picture_that_another_process_may_have_replaced_is_forgotten(
    gateway: DiscordGateway, client: Client
):
    client.calls.answers = shown(1, 50)
    await gateway.edit(70, 1, SHOWS)
    assert gateway.picture_of(9, 1, 5) is not None
    gateway.go_on()
    assert gateway.picture_of(9, 1, 5) is None


async def test_what_has_been_deleted_since_it_was_posted_is_found_out_by_the_next_edit(
    gateway: DiscordGateway, client: Client
):
    client.calls.answers = shown(1)
    await gateway.post(70, SAYS, "nonce")
    client.calls.fails = [None, refusal(404, 10008)]
    assert await gateway.post(70, SAYS, "nonce") == 1


@pytest.mark.parametrize("code", [10003, 10008])
async def test_what_is_gone_is_deleted(gateway: DiscordGateway, client: Client, code: int):
    client.calls.fails.append(refusal(404, code))
    await gateway.delete(70, 1)
    client.calls.fails.append(refusal(403, 50013))
    with pytest.raises(NotAllowed):
        await gateway.delete(70, 1)
    assert client.calls.names == ["delete", "delete"]


async def test_a_channel_that_discord_has_not_told_of_rests_until_any_server_allows_more(
    gateway: DiscordGateway, client: Client
):
    """Such as a thread that was archived when the bot started."""
    client.calls.fails += [refusal(403, 50013)] * 2
    for _try in range(2):
        with pytest.raises((NotAllowed, Resting)):
            await gateway.post(70, SAYS, "nonce")
    assert client.calls.names == ["post"]
    assert gateway.permissions_changed(9)
    with pytest.raises(NotAllowed):
        await gateway.post(70, SAYS, "nonce")


# --- threads, events -------------------------------------------------------------------------


@pytest.mark.parametrize("news", [False, True])
async def test_a_thread_is_a_messages_or_else_its_channels(
    gateway: DiscordGateway, client: Client, news: bool
):
    client.channels[70] = Channel(client.calls, news=news)
    assert await gateway.open_thread(70, 4, "Ann") == 4
    assert client.calls.names == ["thread of"]
    kind = discord.ChannelType.news_thread if news else discord.ChannelType.public_thread
    assert await gateway.open_thread(70, None, "Ann") == 900
    assert client.calls.made[1:] == [("thread", kind)]
    client.calls.fails.append(refusal(404, 10008))
    assert await gateway.open_thread(70, 4, "Ann") == 900, "its message was deleted"
    client.channels[71] = Thread(client.calls)
    with pytest.raises(GatewayError, match="no text channel"):
        await gateway.open_thread(71, None, "Ann")


async def test_a_thread_that_is_there_is_the_one_unless_it_was_deleted(
    gateway: DiscordGateway, client: Client
):
    client.channels[70] = Channel(client.calls)
    client.calls.fails.append(refusal(400, 160004))
    assert await gateway.open_thread(70, 4, "Ann") == 4
    client.calls.fails += [refusal(400, 160004), refusal(404, 10003)]
    assert await gateway.open_thread(70, 4, "Ann") == 900


@pytest.mark.parametrize("archived", [False, True])
async def test_nobody_is_added_to_a_thread_that_stays_archived(
    gateway: DiscordGateway, client: Client, archived: bool
):
    client.channels[80] = Thread(client.calls, archived=archived)
    await gateway.add_to_thread(80, 5)
    taken_up = [("edit thread", {"archived": False})] * archived
    assert client.calls.made == [*taken_up, ("add", 5)]
    await gateway.archive(80)
    assert client.calls.made[-1] == ("edit thread", {"archived": True})


async def test_a_thread_that_is_not_known_is_asked_for(gateway: DiscordGateway, client: Client):
    client.calls.answers = Channel(Calls())
    with pytest.raises(ChannelGone):
        await gateway.archive(80)
    assert client.calls.made == [("fetch channel", 80)]


async def test_an_event_of_a_server_that_is_not_reached_is_tried_again(
    gateway: DiscordGateway, client: Client
):
    client.guilds[9] = SimpleNamespace(me=None)
    with pytest.raises(GatewayError, match="not reached"):
        await gateway.show_event(EVENT, 3)


@pytest.mark.parametrize(("guild_id", "knows_guilds"), [(9, False), (8, True)])
async def test_an_event_of_a_server_that_this_process_is_not_told_of_is_tried_again(
    gateway: DiscordGateway, client: Client, guild_id: int, knows_guilds: bool
):
    """Not yet, or another process is; only a server that has removed the bot has no events."""
    client.knows_guilds = knows_guilds
    with pytest.raises(GatewayError, match="not reached"):
        await gateway.show_event(replace(EVENT, guild_id=guild_id), 3)


@pytest.mark.parametrize(
    ("status", "code", "named"),
    [(400, 30039, Refused), (403, 50013, Refused), (429, 0, GatewayError), (500, 0, GatewayError)],
)
async def test_an_event_that_discord_refuses_is_not_tried_again(
    gateway: DiscordGateway, client: Client, status: int, code: int, named: type[GatewayError]
):
    assert await gateway.show_event(EVENT, 3) == 3, "of a server that is not there"
    may = SimpleNamespace(guild_permissions=SimpleNamespace(create_events=True))
    fetch = client.calls.method("events")
    client.guilds[9] = SimpleNamespace(me=may, fetch_scheduled_events=fetch)
    client.calls.fails.append(refusal(status, code))
    with pytest.raises(GatewayError) as found:
        await gateway.show_event(EVENT, 3)
    assert type(found.value) is named
