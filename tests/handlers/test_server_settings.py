"""Servers: who opens tables where, the setup step by step, quiet hours, the ledger as files."""

import json
import re
from typing import Any

import pytest

from bot.game.table import TableError
from bot.handlers import new_tables, settings_handlers
from bot.handlers.ledger import exports
from bot.handlers.request import Visitor
from bot.handlers.settings_handlers import verify_may_open
from bot.screens.components import Picture
from bot.screens.presses import Ready
from bot.screens.settings.menus import (
    ChangeOwn,
    ChangeServer,
    ChangeTable,
    Setup,
    ShowOwn,
    ShowServer,
)
from bot.screens.settings.server_pages import daily_settings_screen
from bot.store import due, guilds
from bot.store.players import Person
from bot.texts import ENGLISH
from bot.values.draft import Spot
from bot.values.options import Guild
from tests.desk.desk import GUILD
from tests.desk.scene import ANN, BOB, MAX, MIA, Scene, words


def visitor(channel: int = 70, **about: Any) -> Visitor:
    given = {"may_manage": False, **about}
    return Visitor(Person(5, "Ann", "ann", "en-US"), 1, channel, 9, "en-US", **given)


@pytest.mark.parametrize(
    ("guild", "about", "told"),
    [
        (Guild(9), {}, None),
        (Guild(9, openers="managers"), {}, "Only people with Manage Server can open tables here."),
        (Guild(9, openers="managers"), {"may_manage": True}, None),
        (Guild(9, openers="role", role_id=3), {"role_ids": frozenset({3, 4})}, None),
        (Guild(9, openers="role", role_id=3), {"role_ids": frozenset({4})}, "the role <@&3> can"),
        (Guild(9, openers="role"), {"role_ids": frozenset({4})}, "the role - can"),
        (Guild(9, openers="role", role_id=3), {"may_manage": True}, None),
        (Guild(9, channels=(70, 71)), {}, None),
        (Guild(9, channels=(71, 72)), {}, "Please use <#71>, <#72>."),
        (Guild(9, channels=(71,)), {"parent_id": 71}, None),
        (Guild(9, channels=(71,)), {"parent_id": 73}, "Please use <#71>."),
        (Guild(9, channels=(71,)), {"may_manage": True}, None),
        (Guild(9, channels=(70,), openers="managers"), {}, "Only people with Manage Server"),
    ],
)
def test_who_may_open_a_table_where(guild: Guild, about: dict[str, Any], told: str | None):
    if told is None:
        verify_may_open(guild, visitor(**about))
        return
    with pytest.raises(TableError) as error:
        verify_may_open(guild, visitor(**about))
    assert told in str(error.value.sentence.format(**error.value.values))


# --- the setup -------------------------------------------------------------------------------


async def test_the_setup_goes_on_where_it_was_left_and_begins_anew_once_it_is_done(scene: Scene):
    assert "Manage Server" in await scene.asks(ANN, settings_handlers.setup())
    assert "Step 1 of 4" in await scene.asks(MAX, settings_handlers.setup())
    for step in (2, 3, 4):
        assert f"Step {step} of 4" in await scene.sends(MAX, Setup(step))
        assert f"Step {step} of 4" in await scene.asks(MAX, settings_handlers.setup())
    assert "Manage Server" in await scene.sends(ANN, Setup(2))
    assert "Step 4 of 4" in await scene.asks(MAX, settings_handlers.setup())
    assert "Your server is ready" in await scene.sends(MAX, Setup(5))
    assert "Step 1 of 4" in await scene.asks(MAX, settings_handlers.setup())


async def test_each_step_leads_to_the_next_and_the_one_before(scene: Scene):
    first, second, last = [await scene.sends(MAX, Setup(step)) for step in (1, 2, 4)]
    assert "(Previous) [Next] [Skip the rest]" in first
    assert "[Previous] [Next] [Skip the rest]" in second
    assert last.endswith("[Previous] [Next]")


async def test_what_is_chosen_in_a_step_holds_and_is_summed_up(scene: Scene):
    told = await scene.sends(MAX, ChangeServer("openers", "2"), "managers")
    assert "Step 2 of 4" in told
    told = await scene.sends(MAX, ChangeServer("channels", "2"), "71,70")
    assert "Step 2 of 4" in told
    told = await scene.sends(MAX, Setup(5))
    assert "<#70>, <#71>" in told
    assert "- Only with Manage Server: <#70>, <#71>" in told
    assert "every channel" in await scene.sends(MAX, ChangeServer("channels", "5"))


async def test_a_manager_is_offered_the_setup_once(scene: Scene):
    told = await scene.asks(MAX, new_tables.new(new_tables.NewTable()))
    assert "/ofc setup takes you through" in told
    told = await scene.desk.ask(MAX, new_tables.new(new_tables.NewTable()), channel=71)
    assert "/ofc setup" not in words(told)


async def test_nobody_else_is_offered_it(scene: Scene):
    assert "/ofc setup" not in await scene.asks(ANN, new_tables.new(new_tables.NewTable()))
    told = await scene.desk.ask(MAX, new_tables.new(new_tables.NewTable()), channel=71)
    assert "/ofc setup takes you through" in words(told)


@pytest.mark.parametrize(
    ("what", "entry", "kept"),
    [
        ("channels", "71,70,70", {"channels": (70, 71)}),
        ("channels", "", {"channels": ()}),
        ("channels", "x", None),
        ("role", "33", {"role_id": 33}),
        ("role", "33,34", None),
        ("told", "33", {"told_role_id": 33}),
        ("told", "", {"told_role_id": None}),
        ("told", str(GUILD), None),
        ("openers", "nobody", None),
        ("clock", "3600", {"clock": 3600}),
        ("clock", "3601", None),
    ],
)
async def test_what_a_server_chooses_is_kept_or_changes_nothing(
    scene: Scene, what: str, entry: str, kept: dict[str, Any] | None
):
    before = await scene.desk.read(lambda db: guilds.get(db, GUILD))
    await scene.sends(MAX, ChangeServer(what), entry)
    after = await scene.desk.read(lambda db: guilds.get(db, GUILD))
    if kept is None:
        assert after == before
    else:
        assert {name: getattr(after, name) for name in kept} == kept


async def test_the_settings_of_a_server_are_a_managers(scene: Scene):
    assert "You need the Manage Server permission." in await scene.sends(ANN, ShowServer())
    assert (await scene.sends(MAX, ShowServer())).startswith("## This server")


# --- one's own -------------------------------------------------------------------------------


async def test_quiet_hours_are_kept_with_their_zone_whichever_comes_first(scene: Scene):
    assert "Add your time zone" in await scene.asks(ANN, settings_handlers.show("22-8", None))
    await scene.asks(ANN, settings_handlers.show(None, "Europe/Berlin"))
    told = await scene.asks(ANN, settings_handlers.show("22-8", None))
    assert "22:00" in told
    told = await scene.asks(ANN, settings_handlers.show(None, "Europe/London"))
    assert "22:00" in told, "the hours stay"
    assert "22:00" in await scene.sends(ANN, ShowOwn())
    told = await scene.asks(ANN, settings_handlers.show("none", None))
    assert "22:00" not in told
    assert "22:00" not in await scene.asks(ANN, settings_handlers.show(None, None))


@pytest.mark.parametrize(("hours", "taken"), [("20-8", True), ("20-9", False), ("8-8", False)])
async def test_quiet_hours_are_twelve_at_most(scene: Scene, hours: str, taken: bool):
    told = await scene.asks(ANN, settings_handlers.show(hours, "UTC"))
    assert ("can be 1 to 12 hours long" in told) is not taken


async def test_a_setting_of_ones_own_is_seen_at_all_ones_tables(scene: Scene):
    await scene.deals(ANN, MIA, variant="classic")
    assert scene.told(MIA).startswith("### Hand 1")
    await scene.sends(MIA, ChangeOwn(Spot(0), "calls"), "channel")
    assert "<@102>" in scene.public(9)


async def test_direct_messages_are_tried_again_by_whoever_wants_them(scene: Scene):
    scene.desk.post.closed.add(BOB.user_id)
    await scene.deals(ANN, BOB)
    assert not scene.posted(BOB.dm)
    scene.desk.post.closed.clear()
    await scene.sends(BOB, ChangeOwn(Spot(0), "skin"), "day")
    assert not scene.posted(BOB.dm), "that is not what they asked for"
    await scene.sends(BOB, ChangeOwn(Spot(0), "calls"), "dm")
    assert "### Hand 1" in scene.told(BOB)


async def test_another_time_for_the_next_hand_begins_anew(scene: Scene):
    await scene.deals(ANN, BOB, next_hand="60")
    await scene.plays_hand(ANN, BOB)
    await scene.desk.let_pass(30)
    await scene.sends(ANN, ChangeTable(Spot(1), "deck"), "four")
    deals_at = (await scene.table()).row.deals_at
    assert deals_at == 1_800_000_060, "that is no other time"
    await scene.sends(ANN, ChangeTable(Spot(1), "next"), "600")
    assert (await scene.table()).row.deals_at == 1_800_000_630
    await scene.sends(ANN, ChangeTable(Spot(1), "next"), "ready")
    assert await scene.desk.read(due.earliest) != 1_800_000_630


# --- the ledger as files ---------------------------------------------------------------------


async def files(scene: Scene, form: str) -> list[Picture]:
    screen = await scene.screen(ANN, exports.export(form))
    return [each for each in screen.pictures if isinstance(each, Picture)]


async def test_a_ledger_that_is_empty_is_no_file(scene: Scene):
    assert "No hand" in await scene.asks(ANN, exports.export("json"))


async def test_a_ledger_comes_in_as_many_parts_as_it_needs(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(exports, "_HANDS_AT_ONCE", 1)
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    for _hand in range(2):
        for member in (ANN, BOB):
            await scene.presses(member, Ready)
        await scene.plays_hand(ANN, BOB)
    (unknown,) = await files(scene, "x")
    assert unknown.name == "ledger.json"
    entries, hands = await files(scene, "csv")
    assert [entries.name, hands.name] == ["entries.csv", "hands.csv"]
    header, *lines = hands.data.decode().splitlines()
    assert header not in lines, "it is written once"
    assert len(lines) == 2 * 3, "one for each player of each hand"
    for a_file, names in (
        (3, ["ledger.json"]),
        (2, ["ledger-1-of-2.json", "ledger-2-of-2.json"]),
        (1, ["ledger-1-of-3.json", "ledger-2-of-3.json", "ledger-3-of-3.json"]),
    ):
        monkeypatch.setattr(exports, "_HANDS_A_FILE", a_file)
        made = await files(scene, "json")
        assert [each.name for each in made] == names
        numbers = [hand["number"] for each in made for hand in json.loads(each.data)["hands"]]
        assert numbers == [1, 2, 3]
        said = await scene.asks(ANN, exports.export("json"))
        assert ("all of its parts" in said) is (len(names) > 1)
    monkeypatch.setattr(exports, "_MOST_FILES", 3)
    assert len(await files(scene, "json")) == 3
    told = await scene.asks(ANN, exports.export("csv"))
    assert "`ofc-bot export 9 ledger.json.gz`" in told, "six would be too many"


@pytest.mark.parametrize(("spare", "taken"), [(0, True), (-1, False)])
async def test_what_discord_takes_of_a_file_is_sent(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, spare: int, taken: bool
):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    (whole,) = await files(scene, "json")
    monkeypatch.setattr(exports, "_LARGEST", len(whole.data) + spare)
    told = await scene.asks(ANN, exports.export("json"))
    assert ("too long for a message" in told) is not taken


def test_a_large_file_is_compressed_always_in_the_same_way():
    small = exports.packed("x.csv", "a" * 4_000_000)
    large = exports.packed("x.csv", "a" * 4_000_001)
    assert (small.name, large.name) == ("x.csv", "x.csv.gz")
    assert large.data[4:8] == bytes(4), "no time is written into it"
    assert len(large.data) < 10_000


@pytest.mark.parametrize(("channel", "chosen"), [(None, []), (71, ["71"])])
def test_the_channel_of_the_daily_summary_is_chosen_in_its_menu(
    channel: int | None, chosen: list[str]
):
    screen = daily_settings_screen(Guild(9, daily_channel_id=channel), ENGLISH)
    assert re.findall(r"'id': '(\w+)', 'type': 'channel'", str(screen.components)) == chosen
