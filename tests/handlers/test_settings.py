"""Settings: whose they are, who may change them, and where one sees that they hold."""

import pytest

from bot.handlers import new_tables, settings_handlers
from bot.screens.press import Press
from bot.screens.presses import ShowRules, Start
from bot.screens.settings.menus import (
    ChangeOwn,
    ChangeRules,
    ChangeServer,
    ChangeTable,
    ShowHouseRules,
    ShowServer,
    TypeOptions,
)
from bot.values.draft import Spot
from tests.desk.scene import ANN, BOB, MAX, MIA, Scene


async def test_the_host_and_managers_change_a_table(scene: Scene):
    await scene.opens(ANN, BOB)
    change = ChangeTable(Spot(1), "next")
    assert "Only the host, Ann," in await scene.sends(BOB, change, "60")
    assert (await scene.table()).options.next_hand is None
    await scene.sends(ANN, change, "60")
    assert "at the latest after 1 minute" in await scene.sends(BOB, ShowRules(Spot(1)))
    await scene.sends(MAX, change, "ready")
    assert "next hand when all are ready\n" in await scene.sends(BOB, ShowRules(Spot(1)))


async def test_what_no_menu_offers_changes_nothing(scene: Scene):
    await scene.opens(ANN, BOB)
    before = (await scene.table()).options
    for what, entry in (("next", "301"), ("clock", "60"), ("skin", "pink"), ("", "")):
        assert await scene.sends(ANN, ChangeTable(Spot(1), what), entry)
    assert (await scene.table()).options == before


async def test_house_rules_change_before_the_first_hand_alone(scene: Scene):
    await scene.opens(ANN, BOB)
    change = ChangeRules(Spot(1), "royalties")
    assert "Only the host" in await scene.sends(BOB, ShowHouseRules(Spot(1)))
    assert "Only the host" in await scene.sends(BOB, change, "none")
    before = (await scene.table()).rules
    await scene.presses(ANN, Start)
    assert "once a hand has been dealt" in await scene.sends(ANN, change, "none")
    assert (await scene.table()).rules == before


async def test_the_table_is_offered_to_its_host_alone(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "This table" in await scene.asks(ANN, settings_handlers.show(None, None))
    assert "This table" not in await scene.asks(BOB, settings_handlers.show(None, None))
    assert "This table" in await scene.asks(MAX, settings_handlers.show(None, None))


@pytest.mark.parametrize("press", [ShowServer(), TypeOptions(), ChangeServer("openers")])
async def test_a_server_is_set_up_with_manage_server_alone(scene: Scene, press: Press):
    assert "Manage Server" in await scene.sends(ANN, press, "managers")
    await scene.opens(ANN)
    assert await scene.seated() == ["Ann"], "nothing has changed"


async def test_where_managers_open_tables_nobody_else_does(scene: Scene):
    await scene.sends(MAX, ChangeServer("openers"), "managers")
    told = await scene.asks(ANN, new_tables.new(new_tables.NewTable()))
    assert told == "Only people with Manage Server can open tables here. Ask one of them."
    await scene.asks(MAX, new_tables.new(new_tables.NewTable()))
    assert await scene.seated() == ["Max"]


async def test_quiet_hours_want_a_time_zone_and_each_is_changed_alone(scene: Scene):
    async def typed(hours: str | None, zone: str | None) -> str:
        return await scene.asks(ANN, settings_handlers.show(hours, zone))

    assert "Add your time zone" in await typed("22-8", None)
    assert "22:00 to 8:00, Europe/Berlin" in await typed("22-8", "Europe/Berlin")
    assert "23:00 to 7:00, Europe/Berlin" in await typed("23-7", None)
    assert "23:00 to 7:00, Asia/Tokyo" in await typed(None, "Asia/Tokyo")
    assert "You don't have quiet hours" in await typed("none", None)


async def test_calls_in_the_channel_are_called_there(scene: Scene):
    await scene.sends(MIA, ChangeOwn(Spot(0), "calls"), "channel")
    await scene.deals(ANN, MIA, variant="classic")
    assert "<@102>" in scene.public(9)
    assert "place 5 cards" not in scene.told(MIA)
