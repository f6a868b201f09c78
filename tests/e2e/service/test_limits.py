"""What discord.py keeps of Discord's limits does not make every request slower."""

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

    monkeypatch.setattr(Ratelimit, "is_inactive", looked)
    for number in range(1000):
        house.bot.http.get_ratelimit(f"channel {number}")
    assert looks < 1000, "at most once, not at each of them"
    house.bot.http.tidied_every = 0.0
    house.bot.http.get_ratelimit("another one")
    assert looks >= 1000, "but now and then"
