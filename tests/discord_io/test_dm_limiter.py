"""How fast direct messages are opened: slowly at first, faster while Discord refuses none."""

from types import SimpleNamespace

import pytest

from bot.discord_io.discord_gateway import DiscordGateway
from bot.discord_io.rate_limits import DmLimiter, DmRates
from bot.surfaces.gateway import DmClosed, TooManyDms
from tests.discord_io.client import Client, Passing, refusal

PACE = DmRates(at_once=10, pause=6.0, quickest=1.5, longest=0.0, rest=60.0)


async def opened_in_a_minute(dms: DmLimiter, time: Passing) -> int:
    """How many are opened, of which Discord refuses none, when somebody always waits."""
    found = 0
    for _tenth in range(600):
        try:
            await dms.acquire()
        except TooManyDms:
            pass
        else:
            dms.allowed()
            found += 1
        time.now += 0.1
    return found


async def test_the_pace_grows_while_none_is_refused_and_no_further():
    time = Passing()
    dms = DmLimiter(PACE, time)
    first = await opened_in_a_minute(dms, time)
    assert 19 <= first <= 22, "ten at once, and then one every six seconds"
    later = [await opened_in_a_minute(dms, time) for _minute in range(30)]
    assert later[1] > 10
    assert later == sorted(later)
    assert 38 <= later[-1] <= 41


async def test_after_a_refusal_it_rests_and_is_slow_again():
    time = Passing()
    dms = DmLimiter(PACE, time)
    for _minute in range(20):
        await opened_in_a_minute(dms, time)
    dms.rest()
    with pytest.raises(TooManyDms):
        await dms.acquire()
    time.now += 60.0
    assert await opened_in_a_minute(dms, time) <= 12


async def test_a_pace_without_pauses_stays_so():
    time = Passing()
    dms = DmLimiter(DmRates(pause=0.0), time)
    for _opening in range(100):
        await dms.acquire()
        dms.allowed()


async def test_no_direct_messages_are_opened_for_a_while_once_discord_finds_it_too_fast(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    client.calls.answers = SimpleNamespace(id=33)
    assert await gateway.open_dm(5) == 33
    client.calls.fails.append(refusal(400, 40003))
    with pytest.raises(TooManyDms):
        await gateway.open_dm(6)
    clock.now += 44
    with pytest.raises(TooManyDms, match="too many direct messages are being opened"):
        await gateway.open_dm(7)
    assert client.calls.made == [("dm", 5), ("dm", 6)], "not even asked"
    clock.now += 16
    assert await gateway.open_dm(7) == 33


async def test_whoever_takes_none_keeps_nobody_waiting(gateway: DiscordGateway, client: Client):
    client.calls.fails += [refusal(403, 50007)]
    client.calls.answers = SimpleNamespace(id=33)
    with pytest.raises(DmClosed):
        await gateway.open_dm(5)
    assert await gateway.open_dm(6) == 33
