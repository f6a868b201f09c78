"""The stand-in lets everybody go when it closes."""

import asyncio
import gc
import socket
import warnings

import pytest
from aiohttp import web

from discord_standin.listener import HOST, Listener


@pytest.mark.parametrize("turns", range(6))
async def test_a_connection_made_as_it_closes_is_closed_as_well(turns: int):
    listener = Listener(seconds=0.1)
    port = await listener.start(web.Application(), 0)
    gc.collect()
    with socket.socket() as client:
        client.setblocking(False)
        client.connect_ex((HOST, port))
        for _ in range(turns):
            await asyncio.sleep(0)
        await listener.close()
    with warnings.catch_warnings(record=True) as left:
        warnings.simplefilter("always")
        gc.collect()
    assert [str(each.message) for each in left] == []


async def test_a_port_that_is_taken_is_told_and_nothing_is_left_to_close(unused_tcp_port: int):
    first, second = Listener(seconds=0.1), Listener(seconds=0.1)
    assert await first.start(web.Application(), unused_tcp_port) == unused_tcp_port
    with pytest.raises(OSError, match="in use"):
        await second.start(web.Application(), unused_tcp_port)
    await second.close()
    await first.close()
