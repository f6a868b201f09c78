"""Whoever plays no more keeps their last result, and learns why, their place, or where to go on."""

from dataclasses import replace

from bot.game.lobby import NewTable
from bot.handlers import settings_handlers
from bot.handlers.tournaments import entering
from bot.screens.decision_screens import VoteRemove
from bot.screens.presses import Join, Ready, ShowReplay, ShowReview
from bot.screens.tournaments.tournament_presses import EndNow, Enter, RemoveNow, StartTournament
from bot.values.tournament_views import KNOCK_OUT, SIT_AND_GO
from tests.desk.desk import Member
from tests.desk.post import Message
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene, words
from tests.handlers.knock_outs import (
    PEOPLE,
    STACKS,
    found,
    home_of,
    opens_knock_out,
    places_all,
    plays_round,
)


def told(scene: Scene, member: Member) -> list[str]:
    """The direct messages that somebody has."""
    return [words(message.screen) for message in scene.posted(member.dm)]


def has_result(scene: Scene, member: Member) -> bool:
    """True if somebody can still look at a hand in their direct messages."""
    return scene.has(member, ShowReplay) and scene.has(member, ShowReview)


async def test_whoever_falls_in_a_sit_and_go_keeps_their_result_and_learns_their_place(
    scene: Scene,
):
    there = (ANN, BOB, MIA, ZOE)
    opening = NewTable(replace(STACKS, stack=12, levels="usual"), variant="chinese", seats=4)
    await scene.asks(ANN, entering.new(opening, SIT_AND_GO))
    for member in there[1:]:
        await scene.presses(member, Join)
    await scene.desk.let_pass(3)
    for _hand in range(30):
        table = await scene.table()
        for player_id, out in table.outs.items():
            (fallen,) = (m for m in there if m.user_id == table.people[player_id].user_id)
            said = "\n".join(told(scene, fallen))
            assert f"Out in hand {out.hand}. You're in place **" in said
            assert has_result(scene, fallen), "also once the next hand has been dealt"
            assert "You no longer have a seat" not in said
        if table.state == "closed":
            break
        seated = {table.people[seat.player_id].user_id for seat in table.seats}
        left = [member for member in there if member.user_id in seated]
        for member in left:
            if (await scene.table()).running is None:
                await scene.presses(member, Ready)
        await scene.plays_hand(*left)
    places = [text for member in there for text in told(scene, member) if "in place **" in text]
    assert len(places) == len(there)
    assert sum("You're in place **1** of 4." in text for text in places) == 1
    assert sum(text.startswith("## You're out of the tournament") for text in places) == 3
    assert all(has_result(scene, member) for member in there)


def calls(scene: Scene, member: Member, said: str) -> list[Message]:
    """The messages with these words in channels that have called somebody."""
    posted = scene.desk.post.messages.values()
    called = [each for each in posted if member.user_id in each.screen.pings]
    return [each for each in called if said in words(each.screen)]


async def test_without_direct_messages_people_are_called_to_their_tables_and_told_in_the_channel(
    scene: Scene,
):
    there = list(PEOPLE[:7])
    scene.desk.post.closed |= {member.user_id for member in there}
    await opens_knock_out(scene, *there[2:], stack=20, levels="usual")
    await scene.presses(ANN, StartTournament)
    for member in there:
        (called,) = calls(scene, member, "")
        assert called.channel_id == await home_of(scene, member)
    moved: set[int] = set()
    for _round in range(60):
        now = await found(scene)
        moved |= {
            each.player_id for table in now.every for each in table.arrivals if each.came_from
        }
        if now.row.is_over:
            break
        await plays_round(scene, *there)
    assert moved
    assert now.row.is_over
    for member in there:
        player = next(p for p in now.people.values() if p.user_id == member.user_id)
        assert bool(calls(scene, member, "You play on at table ")) == (player.id in moved)
        (ended,) = calls(scene, member, "You're in place **")
        heading = "over" if player.id in now.stacks else "You're out of the tournament"
        assert heading in words(ended.screen)
    assert "## The tournament is over" in scene.public_first()


async def test_without_direct_messages_whoever_has_to_wait_is_called_to_their_table(scene: Scene):
    there = (ANN, BOB, MIA)
    scene.desk.post.closed |= {member.user_id for member in there}
    await scene.asks(ANN, entering.new(NewTable(STACKS, variant="pineapple", seats=3), KNOCK_OUT))
    for member in there[1:]:
        await scene.presses(member, Enter)
    await scene.presses(ANN, StartTournament)
    assert sum(len(calls(scene, member, "it's your turn")) for member in there) == 1
    begins = "The tournament begins. You play at table 1"
    assert sum(len(calls(scene, member, begins)) for member in there) == 2


async def test_whoever_is_taken_out_is_told_so_at_once_and_their_place_later(scene: Scene):
    there = list(PEOPLE[:7])
    kim = PEOPLE[4]
    await opens_knock_out(scene, *there[2:], stack=400)
    reason = "## You're out of the tournament\nYou were taken out, by the host or by a vote."
    scene.desk.post.closed.add(MIA.user_id)
    await scene.asks(BOB, settings_handlers.show("5-15", "UTC"))
    for member in (BOB, MIA):
        await scene.sends(ANN, RemoveNow(1, str(member.user_id)))
        there.remove(member)
    assert reason in scene.told(BOB), "before it has begun"
    assert scene.posted(BOB.dm)[-1].screen.is_silent, "in quiet hours"
    assert calls(scene, MIA, reason)
    await scene.presses(ANN, StartTournament)
    await scene.sends(ANN, RemoveNow(1, str(kim.user_id)))
    assert any(reason in each for each in told(scene, kim)), "while their cards are on the table"
    assert not any("in place" in each for each in told(scene, kim))
    await places_all(scene, *there)
    await scene.desk.let_pass(60)
    placed = f"{reason}\nOut in hand 1. You're in place **5** of 5."
    assert any(placed in each for each in told(scene, kim))
    assert has_result(scene, kim)
    await scene.sends(ANN, EndNow(1))
    ended = "## The tournament was ended\nIt was ended in the middle, so nobody wins."
    assert any(ended in each for each in told(scene, ANN))
    assert not any(ended in each for each in told(scene, kim))


async def test_whoever_is_taken_off_a_table_keeps_their_last_result(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.plays_hand(ANN, BOB, MIA)
    await scene.kicks(ANN, BOB)
    await scene.presses(MIA, VoteRemove)
    for member in (ANN, MIA):
        await scene.presses(member, Ready)
    await scene.plays_hand(ANN, MIA)
    assert "You were taken off the table in" in scene.told(BOB)
    assert has_result(scene, BOB)
    assert not any("You no longer have a seat" in each for each in told(scene, BOB))
