"""Everybody is answered in their own language, and channels in the server's."""

from collections.abc import Callable

import pytest

from bot.screens.presses import Join
from bot.screens.settings.menus import ChangeServer
from bot.texts import texts_for
from discord_standin.standin import StandIn
from tests.alphabets import taught
from tests.e2e.doing import opens
from tests.e2e.house import Group, House


@pytest.mark.parametrize(
    ("own", "common"), [("de", "en-US"), ("en-GB", "de"), ("it", "cs"), ("cs", "it")]
)
async def test_a_hand_is_played_in_ones_own_language_and_shown_in_the_servers(
    gathered: Callable[..., Group], own: str, common: str
):
    group = gathered(("Ann", "Bob"), own, common)
    ann, bob = group.people
    mine, ours = texts_for(own), texts_for(common)
    opened = await opens(group.house, ann, group.channel)
    assert mine("Your table is open. The others press Join to sit down.") in opened.text
    await group.house.settle()
    assert ours("Join") in [button.label for button in group.board(bob).buttons]
    await group.press(bob, Join)
    await group.deal()
    board, own_screen = group.board(ann), bob.last(bob.dm)
    assert ours("My cards") in [button.label for button in board.buttons]
    assert ours("street {street} of {streets}", street=1, streets=5) in board.text
    assert mine("street {street} of {streets}", street=1, streets=5) in own_screen.text
    assert (own_screen.pictures[0].alt or "").count(mine("Your board")) == 1
    assert ours("to act") in (board.pictures[0].alt or "")
    refused = await ann.command(group.channel, "ofc place", cards="bbmmf")
    waits = "It isn't your turn yet: the hand is waiting for {names}. I'll let you know."
    assert refused.text == mine(waits, names="Bob")
    await group.finish()
    assert ours("More") in [button.label for button in group.board(ann).buttons]
    standing = await ann.command(group.channel, "ledger show")
    assert mine("Show everyone") in [button.label for button in standing.message.buttons]
    assert mine("Ledger") in standing.text


async def test_a_server_may_have_another_language_here_than_in_discord(
    gathered: Callable[..., Group],
):
    group = gathered(("Ann", "Bob", "Mia"), "en-US", "en-US")
    ann, bob, mia = group.people
    own = (await ann.command(group.channel, "my settings")).message
    shown = (await ann.press(own, "Settings of this server")).message
    await ann.select(shown, "de", menu=str(ChangeServer("locale")))
    await group.sit_down()
    assert "Auf einen Platz warten" in [button.label for button in group.board(ann).buttons]
    vote = await group.does(mia, "More, Remove somebody: Bob")
    assert "Bob vom Tisch nehmen?" in vote.text
    assert "bleibt" in (await ann.press(vote.message, "Ablehnen")).text
    await group.deal()
    await group.finish()
    await group.does(ann, "More, End the game")
    await group.house.settle()
    over = next(s for s in bob.reads(group.channel) if "Revanche" in {b.label for b in s.buttons})
    await bob.press(over, "Revanche")
    assert "Bob möchte eine Revanche" in ann.pings()[-1].text


async def test_commands_are_described_in_ones_own_language(gathered: Callable[..., Group]):
    group = gathered(("Ann",), "de", "en-US")
    bob = group.people[0]
    offers = {offer.name: offer for offer in bob.commands(group.channel)}
    assert offers["play"].description.startswith("In diesem Kanal einen Tisch aufmachen")
    options = {option["name"]: option for option in offers["ledger export"].options}
    assert (
        options["format"]["description"]
        == "JSON lässt sich woanders einlesen, CSV ist für Tabellen"
    )
    assert {"join", "leave"} <= {name.split()[-1] for name in offers}, "names stay as they are"


def synced(discord: StandIn) -> int:
    return sum(r.method == "PUT" and r.path.endswith("/commands") for r in discord.requests)


async def test_commands_are_sent_again_when_a_translation_has_changed(
    discord: StandIn, house: House
):
    before = synced(discord)
    await house.restart()
    assert synced(discord) == before, "nothing has changed"
    with taught():
        await house.restart()
    assert synced(discord) == before + 1
