"""What is announced as an event of the server, below its channels: what, when, where, how far."""

from datetime import UTC, datetime

import pytest
from playwright.async_api import Locator, expect

from discord_standin.model import scheduled
from tests.page.windows import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


def event_in(window: Window, place: str) -> Locator:
    """The event of a place."""
    events = window.page.get_by_role("region", name="Events of Friends")
    return events.get_by_role("listitem").filter(has_text=place)


async def test_a_tournament_is_announced_until_it_is_over(house, windows):
    channel = house.channel("event")
    ann, bob = [await windows.open(key, channel) for key in ("ann", "bob")]
    await ann.sends("/tournament new starts:2h")
    announced = event_in(bob, "#event")
    await expect(announced).to_contain_text("Sit-and-go: Pineapple")
    await expect(announced).to_contain_text("Starts in 2 hours")
    (event,) = scheduled.unfinished(house.world, house.guild)
    moment = datetime.fromtimestamp(event.starts_at, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    await expect(announced.locator(f'time[datetime="{moment}"]')).to_have_count(2)
    await ann.shoots("event-planned")
    await bob.presses("Join")
    await ann.presses("Start")
    await expect(announced).to_contain_text("Going on now")
    await expect(announced).not_to_contain_text("Starts")
    await ann.shoots("event-going-on")
    await ann.presses("More")
    await ann.presses("End the game")
    await ann.log.get_by_role("button", name="Now", exact=True).click()
    await expect(announced).to_have_count(0)


async def test_events_fit_a_phone_and_are_scrolled_by_the_keyboard(house, windows):
    channel = house.channel("phone-event-with-a-long-name")
    mia = await windows.open("mia", channel, phone=True)
    await mia.sends("/tournament new starts:3d format:duplicate")
    await mia.page.get_by_role("button", name="Servers and channels").click()
    announced = event_in(mia, channel.name)
    await expect(announced).to_contain_text("Duplicate tournament: Pineapple")
    await expect(announced).to_contain_text("Starts in 3 days")
    await expect(announced).to_be_in_viewport()
    await mia.shoots("phone-event")
    assert await mia.overflows() == []
    events = mia.page.get_by_role("region", name="Events of Friends")
    await events.focus()
    await expect(events).to_be_focused()
