"""Scheduled events of servers: made, changed, begun and ended, and what Discord refuses."""

import asyncio
from datetime import UTC, datetime, timedelta

import discord as api
import pytest

from discord_standin.redirect import loopback_connector, redirected
from discord_standin.vocabulary import Permission
from standin.tests.refusals import fault_at

HOUR = timedelta(hours=1)


@pytest.fixture
def events(discord, guild):
    """The path of the events of a server in which the bot may make some."""
    discord.world.grant(guild, discord.world.bot, Permission.CREATE_EVENTS)
    return f"/guilds/{guild.id}/scheduled-events"


def body(discord, **changes):
    starts = datetime.fromtimestamp(discord.clock.now(), UTC)
    return {
        "name": "Tournament",
        "scheduled_start_time": (starts + HOUR).isoformat(),
        "scheduled_end_time": (starts + 2 * HOUR).isoformat(),
        "entity_type": 3,
        "privacy_level": 2,
        "entity_metadata": {"location": "#poker"},
        **changes,
    }


@pytest.mark.usefixtures("events")
async def test_an_event_is_made_heard_of_changed_begun_by_the_clock_and_deleted(discord, guild):
    heard: list[str] = []

    class Listener(api.Client):
        async def on_socket_event_type(self, name: str) -> None:
            if name.startswith("GUILD_SCHEDULED"):
                heard.append(name.removeprefix("GUILD_SCHEDULED_EVENT_"))

    intents = api.Intents(guilds=True, guild_scheduled_events=True)
    with redirected(discord.url):
        async with Listener(
            intents=intents, guild_ready_timeout=0.05, connector=loopback_connector()
        ) as client:
            await client.login(discord.token)
            connection = asyncio.create_task(client.connect())
            await discord.connected()
            place = await client.fetch_guild(guild.id)
            now = datetime.fromtimestamp(discord.clock.now(), UTC)
            event = await place.create_scheduled_event(
                name="Tournament",
                start_time=now + HOUR,
                end_time=now + 3 * HOUR,
                entity_type=api.EntityType.external,
                privacy_level=api.PrivacyLevel.guild_only,
                location="#poker",
            )
            event = await event.edit(start_time=now + 2 * HOUR)
            discord.advance(2 * 3600 + 1)
            (event,) = await place.fetch_scheduled_events()
            assert (event.status, event.location) == (api.EventStatus.active, "#poker")
            await event.edit(status=api.EventStatus.completed)
            assert await place.fetch_scheduled_events() == []
            await event.delete()
            with pytest.raises(api.NotFound) as refused:
                await place.fetch_scheduled_event(event.id)
            assert refused.value.code == 10070
            await discord.until(lambda: len(heard) == 5)
            await client.close()
            await connection
    assert heard == ["CREATE", "UPDATE", "UPDATE", "UPDATE", "DELETE"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"name": "x" * 101}, "name"),
        ({"description": "x" * 1001}, "description"),
        ({"scheduled_end_time": None}, "scheduled_end_time"),
        ({"scheduled_start_time": "2015-01-01T00:00:00+00:00"}, "scheduled_start_time"),
        ({"scheduled_end_time": "2015-01-01T00:00:00+00:00"}, "scheduled_end_time"),
        ({"entity_metadata": {"location": "x" * 101}}, "entity_metadata.location"),
        ({"privacy_level": 1}, "privacy_level"),
    ],
)
async def test_what_is_wrong_is_named(discord, rest, events, changes, path):
    status, error = await rest("POST", events, body(discord, **changes))
    assert (status, error["code"]) == (400, 50035)
    assert fault_at(error, path)
    discord.violations.clear()


async def test_it_goes_one_way_and_only_for_whoever_may(discord, rest, events, guild):
    _status, event = await rest("POST", events, body(discord))
    own = f"{events}/{event['id']}"
    status, error = await rest("PATCH", own, {"status": 3})
    assert (status, error["code"]) == (400, 50035), "it has not begun"
    assert (await rest("PATCH", own, {"status": 2}))[0] == 200
    status, error = await rest("PATCH", own, body(discord))
    assert fault_at(error, "scheduled_start_time")
    assert (await rest("PATCH", own, {"status": 3}))[0] == 200
    status, error = await rest("PATCH", own, {"name": "again"})
    assert (status, error["code"]) == (400, 180000)
    discord.violations.clear()
    for _number in range(100):
        await rest("POST", events, body(discord))
    status, error = await rest("POST", events, body(discord))
    assert (status, error["code"]) == (400, 30038)
    discord.world.grant(guild, discord.world.bot, Permission.VIEW_CHANNEL)
    for method, path in (("POST", events), ("DELETE", own)):
        status, error = await rest(method, path, body(discord) if method == "POST" else None)
        assert (status, error["code"]) == (403, 50013)
