"""What discord.py keeps of Discord's limits takes neither time nor memory for long."""

import pytest
from discord.http import Ratelimit

from tests.e2e.house import House


async def test_a_request_to_a_new_channel_does_not_look_through_all_others(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    assert house.bot is not None
    looks = 0

    def looked(_limit: Ratelimit) -> bool:
        nonlocal looks
        looks += 1
        return True

    monkeypatch.setattr(Ratelimit, "is_expired", looked)
    for number in range(1000):
        limit = house.bot.http.get_ratelimit(f"channel {number}")
        limit.expires = 1.0
    assert looks < 1000, "at most once, not at each of them"
    house.bot.http.tidied_every = 0.0
    house.bot.http.get_ratelimit("another one")
    assert looks >= 1000, "but now and then"


async def test_only_limits_in_force_are_kept(house: House):
    assert house.bot is not None
    http = house.bot.http
    http.tidied_every = 0.0
    now = http.loop.time()

    asked = http.get_ratelimit("a request is under way")
    asked.outgoing = 1
    counted = http.get_ratelimit("Discord counts for another hour")
    counted.expires = now + 3600.0
    over = http.get_ratelimit("Discord counts from zero again")
    over.expires = now - 1.0
    unknown = http.get_ratelimit("Discord has not told of a limit")
    newest = http.get_ratelimit("just added")

    assert http.get_ratelimit("a request is under way") is asked
    assert http.get_ratelimit("Discord counts for another hour") is counted
    assert http.get_ratelimit("just added") is newest
    assert http.get_ratelimit("Discord counts from zero again") is not over
    assert http.get_ratelimit("Discord has not told of a limit") is not unknown
