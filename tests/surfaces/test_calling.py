"""Who is notified when: by a new message, by an edit that nobody hears, or in the channel."""

from functools import partial
from typing import Any

import pytest

from bot.handlers import seating, settings_handlers
from bot.screens.presses import CallMe, Start
from bot.screens.settings.menus import ChangeOwn
from bot.store import seats
from bot.surfaces.gateway import GatewayError
from bot.values.draft import Spot
from tests.desk.desk import Member
from tests.desk.post import Message
from tests.desk.scene import ANN, BOB, CHANNEL, MIA, ZOE, Scene, words


def about_cards(scene: Scene, member: Member) -> list[Message]:
    """The direct messages in which somebody was asked for a decision."""
    return [each for each in scene.posted(member.dm) if "### Hand" in words(each.screen)]


def calls(scene: Scene) -> list[Message]:
    """The messages that call people in the channel."""
    said = "it's your turn. Press My cards to see your cards."
    return [each for each in scene.posted() if said in words(each.screen)]


async def chooses(scene: Scene, member: Member, where: str) -> None:
    """Where somebody wants to be told that it is their turn."""
    await scene.sends(member, ChangeOwn(Spot(0), "calls"), where)


async def test_where_only_computers_play_on_meanwhile_nobody_is_notified(scene: Scene):
    await scene.opens(ANN, variant="classic", computer="steady")
    await scene.presses(ANN, Start)
    (first,) = about_cards(scene, ANN)
    for street in (2, 3, 4):
        await scene.places(ANN)
        (message,) = about_cards(scene, ANN)
        assert message.id == first.id
        assert f"Street {street} of 9" in words(message.screen)


async def test_somebody_else_who_has_acted_is_news(scene: Scene):
    await scene.opens(ANN, BOB, variant="classic", computer="steady", seats=3)
    await scene.presses(ANN, Start)
    ids: set[int] = set()
    for _street in range(2):
        for member in (BOB, ANN):
            await scene.desk.settle()
            running = (await scene.table()).running
            assert running is not None
            (message,) = about_cards(scene, member)
            ids.add(message.id)
            await scene.places(member)
    assert len(ids) == 4


async def test_in_quiet_hours_a_message_makes_no_sound_and_is_edited(scene: Scene):
    await scene.asks(BOB, settings_handlers.show("5-15", "UTC"))
    await scene.deals(ANN, BOB, variant="classic")
    (first,) = about_cards(scene, BOB)
    assert first.screen.is_silent
    await scene.places(BOB)
    await scene.places(ANN)
    (second,) = about_cards(scene, BOB)
    assert second.id == first.id
    assert "Street 2 of 9" in words(second.screen)
    (own,) = about_cards(scene, ANN)
    assert not own.screen.is_silent


def board(scene: Scene) -> int:
    """The id of the one message that shows the boards of hand 1, the last of the channel."""
    (message,) = [each for each in scene.posted() if "## Hand 1" in words(each.screen)]
    assert message.id == scene.posted()[-1].id
    return message.id


@pytest.mark.parametrize(("seconds", "same"), [(55 * 60, True), (55 * 60 + 1, False)])
async def test_where_people_write_a_board_that_has_stood_for_long_is_posted_anew(
    scene: Scene, seconds: int, same: bool
):
    await scene.deals(ANN, BOB, variant="classic")
    scene.desk.post.busy.add(CHANNEL)
    before = board(scene)
    await scene.desk.let_pass(seconds)
    await scene.places(BOB)
    assert (board(scene) == before) is same


async def test_where_nobody_writes_a_board_is_edited_for_days(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic")
    before = board(scene)
    for member in (BOB, ANN, BOB):
        await scene.desk.let_pass(5 * 3600)
        await scene.places(member)
        assert board(scene) == before


async def test_an_old_board_is_posted_anew_once_people_play_faster_than_discord_edits_it(
    scene: Scene,
):
    await scene.deals(ANN, BOB, variant="classic")
    before = board(scene)
    await scene.desk.let_pass(5 * 3600)
    await scene.places(BOB)
    await scene.desk.let_pass(5)
    await scene.places(ANN)
    anew = board(scene)
    assert anew != before
    await scene.desk.let_pass(5)
    await scene.places(BOB)
    assert board(scene) == anew


async def test_a_message_of_ones_own_is_edited_however_old_it_is(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic")
    (first,) = about_cards(scene, BOB)
    await scene.desk.let_pass(2 * 3600)
    edits = first.edits
    await scene.places(BOB)
    (after,) = about_cards(scene, BOB)
    assert (after.id, after.edits > edits) == (first.id, True)


async def test_a_reminder_is_a_message_of_its_own(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic", clock="5m")
    (first,) = about_cards(scene, BOB)
    await scene.desk.let_pass(149)
    assert about_cards(scene, BOB) == [first]
    await scene.desk.let_pass(1)
    (half,) = about_cards(scene, BOB)
    assert half.id != first.id
    assert "Half of your time is gone." in words(half.screen)
    await scene.desk.let_pass(120)
    (last,) = about_cards(scene, BOB)
    assert last.id != half.id
    assert "This is the last reminder." in words(last.screen)


async def test_without_a_clock_one_is_reminded_once_after_a_day(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic")
    await scene.desk.let_pass(24 * 3600 - 1)
    assert "for a day" not in scene.told(BOB)
    await scene.desk.let_pass(1)
    assert "This hand has been waiting for you for a day." in scene.told(BOB)
    (message,) = about_cards(scene, BOB)
    await scene.desk.let_pass(24 * 3600)
    assert about_cards(scene, BOB) == [message]


async def test_who_sits_a_hand_out_watches_it_and_a_newcomer_has_a_seat(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=4)
    await scene.asks(MIA, seating.sit_out())
    await scene.presses(ANN, Start)
    assert scene.told(MIA).startswith("You're watching the table in <#70>.")
    await scene.asks(ZOE, seating.join())
    assert scene.told(ZOE).startswith("You have a seat in <#70>.")


# --- in the channel --------------------------------------------------------------------------


async def test_those_who_want_it_are_called_in_the_channel_all_at_once(scene: Scene):
    for member in (ANN, BOB):
        await chooses(scene, member, "channel")
    await scene.deals(ANN, BOB, MIA, seats=3)
    (call,) = calls(scene)
    assert set(call.screen.pings) == {100, 101}
    assert "<@102>" not in words(call.screen)
    await scene.places(ANN)
    (after,) = calls(scene)
    assert after.id == call.id, "nobody is called anew"
    assert "<@100>" not in words(after.screen)
    await scene.places(BOB)
    assert not calls(scene)


async def test_of_those_who_are_called_nobody_hears_it_in_quiet_hours(scene: Scene):
    for member in (ANN, BOB):
        await chooses(scene, member, "channel")
    await scene.asks(BOB, settings_handlers.show("5-15", "UTC"))
    await scene.deals(ANN, BOB)
    (call,) = calls(scene)
    assert (call.screen.pings, call.screen.is_silent) == ((100,), False)


async def test_who_wants_no_calls_is_told_only_that_time_was_called(scene: Scene):
    await chooses(scene, BOB, "none")
    await scene.deals(ANN, BOB, variant="classic")
    assert not calls(scene)
    assert not about_cards(scene, BOB)
    await scene.calls_time(ANN)
    (call,) = calls(scene)
    assert call.screen.pings == (101,)
    assert "Ann has called time: you have 30 seconds." in words(call.screen)
    assert "<t:1800000030:R>" in words(call.screen)


async def test_whose_messages_turn_out_to_be_closed_is_called_and_nobody_twice(scene: Scene):
    await chooses(scene, ANN, "channel")
    scene.desk.post.closed.add(BOB.user_id)
    await scene.deals(ANN, BOB, MIA, seats=3)
    heard = [user for call in calls(scene) for user in call.screen.pings]
    assert sorted(heard) == [100, 101]
    assert about_cards(scene, MIA)


async def test_whom_nothing_has_reached_for_half_a_minute_is_called(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    post, painter = scene.desk.post.post, scene.desk.services.painter

    async def post_but(channel_id: int, *rest: Any) -> int:
        if channel_id == BOB.dm:
            raise GatewayError("no answer")
        return await post(channel_id, *rest)

    monkeypatch.setattr(scene.desk.post, "post", post_but)
    await scene.deals(ANN, BOB)
    for seconds in (15, 14):
        await scene.desk.let_pass(seconds)
        await painter.wake(1)
        await scene.desk.settle()
        assert not calls(scene)
    await scene.desk.let_pass(1)
    await painter.wake(1)
    await scene.desk.settle()
    (call,) = calls(scene)
    assert call.screen.pings == (101,)


async def test_whose_messages_are_closed_in_mid_hand_is_called_alone(scene: Scene):
    await chooses(scene, ANN, "channel")
    await scene.deals(ANN, BOB)
    (first,) = calls(scene)
    scene.desk.post.closed.add(BOB.user_id)
    await scene.sends(BOB, CallMe())
    (call,) = calls(scene)
    assert call.id != first.id
    assert (first.screen.pings, call.screen.pings) == ((100,), (101,))
    assert "<@100>" in words(call.screen)


async def test_a_reminder_in_the_channel_calls_whoever_is_left(scene: Scene):
    for member in (ANN, BOB):
        await chooses(scene, member, "channel")
    await scene.deals(ANN, BOB, clock="5m")
    (call,) = calls(scene)
    await scene.places(ANN)
    await scene.desk.let_pass(150)
    (reminder,) = calls(scene)
    assert reminder.id != call.id
    assert reminder.screen.pings == (101,)
    assert "Half of your time is gone." in words(reminder.screen)


async def test_who_goes_on_alone_is_called_again_if_they_were_late(scene: Scene):
    """The others are in Fantasyland."""
    await chooses(scene, BOB, "channel")
    await scene.opens(ANN, BOB, variant="classic", clock="60s")
    earned = partial(seats.set_fantasyland, table_id=1, player_id=2, cards=14)
    await scene.desk.services.database.write(earned)
    await scene.presses(ANN, Start)
    (call,) = calls(scene)
    await scene.places(BOB)
    assert [each.id for each in calls(scene)] == [call.id], "they know"
    await scene.desk.let_pass(60)
    (again,) = calls(scene)
    assert again.id != call.id


async def test_who_can_be_written_to_again_is_called_no_more(scene: Scene):
    scene.desk.post.closed.add(BOB.user_id)
    await scene.deals(ANN, BOB, variant="classic")
    assert calls(scene)
    for pause in (60, 120):
        await scene.desk.let_pass(pause)
        assert calls(scene), "it was tried in vain"
    scene.desk.post.closed.clear()
    await scene.desk.let_pass(239)
    assert not about_cards(scene, BOB)
    await scene.desk.let_pass(1)
    assert about_cards(scene, BOB)
    assert not calls(scene)
    await scene.places(BOB)
    await scene.places(ANN)
    assert "Street 2 of 9" in scene.told(BOB)
    assert not calls(scene)
