"""What the tokens of interactions reach: somebody's cards, pressed messages, direct messages."""

from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest

from bot.discord_io.discord_gateway import DiscordGateway
from bot.discord_io.token_messages import TokenMessage
from bot.screens.components import note
from bot.surfaces.gateway import GatewayError, MessageGone
from tests.discord_io.client import Client, Passing, refusal

SAYS: Final = note("Hello.")


def answered(
    client: Client,
    clock: Passing,
    number: int,
    *,
    pressed: int = 0,
    changes: bool = True,
    channel: int = 70,
    guild: int | None = 9,
    types: bool = False,
) -> discord.Interaction:
    """An interaction that was answered.

    With `pressed` a button below that message was pressed, which the answer `changes`. Somebody
    who `types` is offered what to type.
    """
    calls = client.calls
    metadata = SimpleNamespace(id=pressed)
    message = SimpleNamespace(id=pressed, interaction_metadata=metadata) if pressed else None
    kind = discord.InteractionResponseType
    webhook = SimpleNamespace(
        edit_message=calls.method("edit by token", number),
        delete_message=calls.method("delete by token", number),
        send=calls.method("follow", number),
    )
    asked = discord.InteractionType
    interaction = SimpleNamespace(
        client=None,
        type=asked.autocomplete if types else asked.component,
        id=number,
        created_at=clock.moment,
        guild_id=guild,
        channel_id=channel,
        context=SimpleNamespace(private_channel=False),
        is_guild_integration=lambda: True,
        message=message,
        followup=webhook,
        response=SimpleNamespace(
            type=kind.message_update if pressed and changes else kind.channel_message
        ),
    )
    return cast("discord.Interaction", interaction)


def cards(client: Client, clock: Passing, number: int, *, pressed: int = 0) -> TokenMessage:
    """What somebody sees in answer to an interaction; `pressed` brought the message it is in."""
    return TokenMessage.of(answered(client, clock, number, pressed=pressed))


async def test_cards_are_open_in_one_place_at_a_time(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    await gateway.opened(1, 5, cards(client, clock, 100))
    await gateway.opened(2, 5, cards(client, clock, 101))
    assert not client.calls.made, "the tables are two"
    await gateway.opened(1, 5, cards(client, clock, 102))
    assert [call[:2] for call in client.calls.made] == [("delete by token", 100)]
    await gateway.opened(1, 5, cards(client, clock, 103, pressed=102))
    assert len(client.calls.made) == 1, "it is the same message"
    assert gateway.has_open(1, 5)
    assert not gateway.has_open(1, 6)
    await gateway.close_open(1, 5)
    await gateway.close_open(1, 5)
    assert [call[:2] for call in client.calls.made[1:]] == [("delete by token", 103)]
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
    assert client.calls.names == ["delete by token"] * lasts


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
    assert client.calls.names == ["edit by token"]
    client.calls.fails.append(refusal(404, code))
    await gateway.edit_open(1, 5, SAYS)
    assert not gateway.has_open(1, 5)
    await gateway.opened(1, 5, cards(client, clock, 101))
    client.calls.fails.append(refusal(500))
    with pytest.raises(GatewayError):
        await gateway.edit_open(1, 5, SAYS)
    assert gateway.has_open(1, 5), "that may work later"


def in_private(client: Client, clock: Passing, number: int, pressed: int = 0) -> Any:
    """The same in somebody's direct messages."""
    return answered(client, clock, number, pressed=pressed, channel=500, guild=None)


@pytest.fixture(autouse=True)
def shown(client: Client) -> None:
    """What Discord answers to any change is a message."""
    client.calls.answers = SimpleNamespace(id=900, components=[])


async def test_a_pressed_message_is_changed_by_the_token_while_that_lasts(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    gateway.answered(answered(client, clock, 100, pressed=7))
    await gateway.edit(70, 7, SAYS)
    clock.now += 889
    await gateway.edit(70, 7, SAYS)
    clock.now += 1
    await gateway.edit(70, 7, SAYS)
    await gateway.edit(70, 8, SAYS)
    assert client.calls.names == ["edit by token", "edit by token", "edit", "edit"]


async def test_a_pressed_message_that_was_not_changed_is_not_the_tokens(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    gateway.answered(answered(client, clock, 100, pressed=7, changes=False))
    await gateway.edit(70, 7, SAYS)
    await gateway.delete(70, 7)
    assert client.calls.names == ["edit", "delete"]


async def test_a_pressed_message_is_deleted_by_the_token_once(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    gateway.answered(answered(client, clock, 100, pressed=7))
    await gateway.delete(70, 7)
    await gateway.delete(70, 7)
    assert client.calls.names == ["delete by token", "delete"]


@pytest.mark.parametrize("code", [10003, 10008, 10015, 50001, 50027, 1])
async def test_whatever_a_token_does_not_reach_is_done_without_it(
    gateway: DiscordGateway, client: Client, clock: Passing, code: int
):
    for message in (7, 8):
        gateway.answered(in_private(client, clock, message, message))
    client.calls.fails += [refusal(404, code), None, refusal(404, code)]
    await gateway.edit(500, 7, SAYS)
    await gateway.delete(500, 8)
    assert client.calls.names == ["edit by token", "edit", "delete by token", "delete"]
    client.calls.fails.append(refusal(404, code))
    assert await gateway.follow(500, SAYS) is None
    assert await gateway.follow(500, SAYS) is None, "it is not tried again"
    assert client.calls.names[4:] == ["follow"]
    client.calls.fails.append(refusal(404, 10008))
    with pytest.raises(MessageGone):
        await gateway.edit(500, 7, SAYS)


async def test_new_messages_follow_what_somebody_did_in_their_direct_messages(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    assert await gateway.follow(500, SAYS) is None
    gateway.answered(in_private(client, clock, 100))
    gateway.answered(answered(client, clock, 101, channel=70))
    gateway.answered(answered(client, clock, 102, channel=600, guild=None, types=True))
    assert await gateway.follow(500, SAYS) == 900
    assert await gateway.follow(70, SAYS) is None, "in a channel all see it"
    assert await gateway.follow(600, SAYS) is None, "nothing follows an offer"
    clock.now += 890
    assert await gateway.follow(500, SAYS) is None
    assert client.calls.names == ["follow"]


async def test_a_message_that_may_have_followed_is_told_of_as_such(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    gateway.answered(in_private(client, clock, 100))
    client.calls.fails.append(refusal(500))
    with pytest.raises(GatewayError):
        await gateway.follow(500, SAYS)


async def test_tokens_that_have_run_out_are_forgotten(
    gateway: DiscordGateway, client: Client, clock: Passing
):
    for message in range(1, 4):
        gateway.answered(answered(client, clock, message, pressed=message))
    clock.now += 890
    gateway.answered(answered(client, clock, 9, pressed=9))
    known: Any = gateway
    assert [*known._pressed] == [9]
