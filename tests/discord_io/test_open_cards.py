"""Private answers with somebody's cards: in one place at a time, as long as they can be changed."""

from types import SimpleNamespace
from typing import Final, cast

import discord
import pytest

from bot.discord_io.discord_gateway import DiscordGateway
from bot.discord_io.open_cards import OpenCards
from bot.screens.components import note
from bot.surfaces.gateway import GatewayError
from tests.discord_io.client import Client, Passing, refusal

SAYS: Final = note("Hello.")


def cards(client: Client, clock: Passing, number: int, *, pressed: int = 0) -> OpenCards:
    """What somebody sees in answer to an interaction; `pressed` brought the message it is in."""
    calls = client.calls
    metadata = SimpleNamespace(id=pressed)
    interaction = SimpleNamespace(
        client=None,
        id=number,
        created_at=clock.moment,
        message=SimpleNamespace(interaction_metadata=metadata) if pressed else None,
        edit_original_response=calls.method("edit cards", number),
        delete_original_response=calls.method("take away", number),
    )
    return OpenCards(cast("discord.Interaction", interaction), is_new=not pressed)


async def test_cards_are_open_in_one_place_at_a_time(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    await gateway.opened(1, 5, cards(client, clock, 100))
    await gateway.opened(2, 5, cards(client, clock, 101))
    assert not client.calls.made, "the tables are two"
    await gateway.opened(1, 5, cards(client, clock, 102))
    assert [call[:2] for call in client.calls.made] == [("take away", 100)]
    await gateway.opened(1, 5, cards(client, clock, 103, pressed=102))
    assert len(client.calls.made) == 1, "it is the same message"
    assert gateway.has_open(1, 5)
    assert not gateway.has_open(1, 6)
    await gateway.close_open(1, 5)
    await gateway.close_open(1, 5)
    assert [call[:2] for call in client.calls.made[1:]] == [("take away", 103)]
    assert not gateway.has_open(1, 5)
    assert gateway.has_open(2, 5)


@pytest.mark.parametrize(("seconds", "lasts"), [(889, True), (890, False)])
async def test_cards_can_be_changed_for_nearly_a_quarter_of_an_hour(
    gateway: DiscordGateway, client: Client, clock: Passing, seconds: int, lasts: bool
):
    await gateway.opened(1, 5, cards(client, clock, 100))
    clock.now += seconds
    assert gateway.has_open(1, 5) is lasts
    await gateway.close_open(1, 5)
    assert client.calls.names == ["take away"] * lasts


async def test_cards_that_cannot_be_taken_away_stay(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    await gateway.opened(1, 5, cards(client, clock, 100))
    client.calls.fails.append(refusal(404, 10015))
    await gateway.close_open(1, 5)
    assert not gateway.has_open(1, 5)


@pytest.mark.parametrize("code", [10003, 10008, 10015, 50027])
async def test_cards_that_were_dismissed_are_not_open(
    gateway: DiscordGateway, client: Client, clock: Passing, code: int
):
    await gateway.edit_open(1, 5, SAYS)
    await gateway.opened(1, 5, cards(client, clock, 100))
    await gateway.edit_open(1, 5, SAYS)
    assert client.calls.names == ["edit cards"]
    client.calls.fails.append(refusal(404, code))
    await gateway.edit_open(1, 5, SAYS)
    assert not gateway.has_open(1, 5)
    await gateway.opened(1, 5, cards(client, clock, 101))
    client.calls.fails.append(refusal(500))
    with pytest.raises(GatewayError):
        await gateway.edit_open(1, 5, SAYS)
    assert gateway.has_open(1, 5), "that may work later"
