"""Tournaments: who takes part, who runs them, and what all are told before and after the start."""

import asyncio
from collections.abc import Mapping
from functools import partial

import pytest

from bot.game.lobby import NewTable
from bot.handlers import ending, seating, waiting_cards
from bot.handlers.serving import asked_by
from bot.handlers.tournaments import entering, managing, shown_tournaments
from bot.screens.components import Screen
from bot.screens.presses import Join, Ready, SitOut, Start
from bot.screens.settings.menus import ChangeOwn
from bot.screens.tournaments.tournament_presses import (
    AskToEnd,
    ChangeTournament,
    ChangeTournamentRules,
    ChooseEntrant,
    ChooseToRemove,
    EndNow,
    Enter,
    GoOn,
    Pause,
    RemoveNow,
    ShowDeals,
    ShowManaging,
    ShowPast,
    ShowTournamentRules,
    StartTournament,
    TypeTournament,
    Withdraw,
)
from bot.store.tournaments import duplicates
from bot.values.draft import Spot
from bot.values.tournament_views import DUPLICATE, KNOCK_OUT, SIT_AND_GO
from tests.desk.desk import CHANNEL, Button, Member
from tests.desk.post import Message
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene, words
from tests.handlers.knock_outs import STACKS, opens_knock_out


async def test_all_who_take_part_are_named_and_nobody_twice(scene: Scene):
    await opens_knock_out(scene)
    assert all(name in scene.public() for name in ("Ann", "Bob", "Mia", "Zoe"))
    assert await scene.presses(BOB, Enter) == "You're already in this tournament."
    assert await scene.presses(BOB, Withdraw) == "You're no longer in the tournament."
    assert "Bob" not in scene.public()
    assert "You're in." in await scene.presses(BOB, Enter)


async def test_its_host_alone_starts_it_and_people_are_told_their_tables(scene: Scene):
    await opens_knock_out(scene)
    assert "Only the host, Ann," in await scene.presses(BOB, StartTournament)
    assert await scene.presses(ANN, StartTournament) == "The tables are being set up."
    for member in (ANN, BOB, MIA, ZOE):
        assert "The table is in <#6>." in scene.told(member)
    assert "**Table 1** <#6>\n  Ann 20 · Bob 20 · Mia 20 · Zoe 20" in scene.public_first()


async def test_whoever_leaves_leaves_their_own_table(scene: Scene):
    await opens_knock_out(scene)
    more = [Member(number, f"P{number}") for number in (5, 6)]
    for member in (MAX, *more):
        await scene.presses(member, Enter)
    await scene.presses(ANN, StartTournament)
    assert "**Table 2**" in scene.public_first()
    for member in (ANN, BOB, MIA, ZOE, MAX, *more):
        told = await scene.sends(member, Withdraw(1))
        assert told.startswith(("You're in a hand.", "You've left the table."))


async def test_in_its_first_hand_whoever_takes_no_direct_messages_is_called_once(scene: Scene):
    """To their table or, whose turn it is, to their cards."""
    people = ANN, BOB, MIA, ZOE
    scene.desk.post.closed |= {each.user_id for each in people}
    await scene.asks(ANN, entering.new(NewTable(STACKS, variant="classic", seats=3), KNOCK_OUT))
    for member in people[1:]:
        await scene.presses(member, Enter)
    await scene.presses(ANN, StartTournament)
    await scene.desk.settle()
    called = [
        each for message in scene.desk.post.messages.values() for each in message.screen.pings
    ]
    assert sorted(called) == sorted(each.user_id for each in people)


async def test_who_leaves_of_their_own_will_has_lost_nothing(scene: Scene):
    await scene.asks(ANN, entering.new(NewTable(STACKS, variant="chinese", seats=3), DUPLICATE))
    for member in (BOB, MIA):
        await scene.presses(member, Enter)
    await scene.presses(ANN, StartTournament)
    await scene.presses(BOB, Withdraw)
    assert "You no longer have a seat at this table. I'll finish this hand" in scene.told(BOB)
    await scene.sends(BOB, ChangeOwn(Spot(0), "calls"), "channel")
    assert await scene.presses(BOB, Enter) == "You're in again. Press My cards to play on."


async def test_where_nobody_is_in_that_is_said(scene: Scene):
    await scene.asks(ANN, entering.new(NewTable(STACKS, variant="chinese", seats=3), KNOCK_OUT))
    await scene.presses(ANN, Withdraw)
    assert "**Nobody is in yet.**" in scene.public_first()


async def test_threads_are_archived_once_all_is_said_in_them(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    """Hands that all but one miss follow each other, and the last of them ends everything."""
    post = scene.desk.post
    edit = post.edit

    async def edit_old_ones_slowly(channel_id: int, message_id: int, screen: Screen) -> None:
        if channel_id != CHANNEL and not post.is_last(channel_id, message_id):
            for _ in range(1000):
                await asyncio.sleep(0)
        await edit(channel_id, message_id, screen)

    monkeypatch.setattr(post, "edit", edit_old_ones_slowly)
    await opens_knock_out(scene, MIA, stack=60)
    await scene.presses(ANN, StartTournament)
    for member in (BOB, MIA):
        await scene.sends(member, SitOut(Spot(1)))
    while not post.archived:
        await scene.desk.let_pass(60)
    await scene.desk.let_pass(60)
    (thread,) = post.archived
    said = [words(each.screen) for each in post.in_channel(thread)]
    assert sum("missed the hand" in each for each in said) > 1
    assert not [each for each in said if "The next hand comes" in each]


async def test_a_tournament_cannot_be_started_twice(scene: Scene):
    await opens_knock_out(scene)
    start = scene.button(ANN, StartTournament)
    await scene.again(ANN, start)
    before = scene.public(9)
    assert await scene.again(ANN, start)
    assert scene.public(9) == before


async def test_whoever_is_taken_out_is_told_so(scene: Scene):
    await opens_knock_out(scene)
    assert "Only the host, Ann," in await scene.sends(BOB, RemoveNow(1, str(ZOE.user_id)))
    asked = await scene.desk.ask(ANN, asked_by(str(ChooseToRemove(1))), entry=str(ZOE.user_id))
    assert asked is not None
    assert "Take Zoe out of the tournament?" in words(asked)
    assert "Zoe" in scene.public(), "it is asked about first"
    assert scene.sure(asked, RemoveNow)
    for forged in (RemoveNow(1, "9" * 20), ShowPast("9" * 20, 0)):
        assert await scene.sends(ANN, forged)
    assert await scene.sends(ANN, ChooseToRemove(1), "9" * 20)
    told = await scene.sends(ANN, RemoveNow(1, str(ZOE.user_id)))
    assert "Zoe is taken out of the tournament." in told
    assert "Zoe" not in scene.public()
    assert "It starts in <#70>." in scene.told(ZOE)


async def test_whose_direct_messages_turn_out_to_be_closed_is_told_in_the_channel(scene: Scene):
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    scene.desk.post.closed.add(ZOE.user_id)
    await scene.sends(ANN, RemoveNow(1, str(ZOE.user_id)))
    await scene.desk.let_pass(60)
    told = [each for each in scene.desk.post.messages.values() if each.screen.pings == (103,)]
    assert any("taken out" in words(each.screen) for each in told), [words(e.screen) for e in told]


async def test_whoever_is_taken_off_a_sit_and_go_before_it_begins_is_told_so(scene: Scene):
    await scene.asks(ANN, entering.new(NewTable(STACKS, variant="chinese", seats=3), SIT_AND_GO))
    await scene.presses(BOB, Join)
    await scene.kicks(ANN, BOB)
    assert "It starts in <#70>." in scene.told(BOB)


async def test_who_has_no_seat_at_one_that_has_begun_is_not_sent_to_sit_down(scene: Scene):
    await scene.asks(ANN, entering.new(NewTable(STACKS, variant="chinese", seats=2), SIT_AND_GO))
    await scene.presses(BOB, Join)
    assert "has begun" in await scene.sends(ZOE, Ready(Spot(1, 1)))
    assert "has begun" in await scene.asks(ZOE, waiting_cards.place("x!"))


async def test_its_host_pauses_it_and_lets_it_go_on(scene: Scene):
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    managed = await scene.screen(ANN, managing.manage(ShowManaging(1)))
    pause = scene.sure(managed, Pause)
    assert "Only the host, Ann," in await scene.again(BOB, pause)
    await scene.again(ANN, pause)
    assert "pause" in scene.public_first().lower()
    managed = await scene.screen(MAX, managing.manage(ShowManaging(1)))
    await scene.again(MAX, scene.sure(managed, GoOn))
    assert "pause" not in scene.public_first().lower()


async def test_it_is_ended_by_a_second_press_alone(scene: Scene):
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    managed = await scene.screen(ANN, managing.manage(ShowManaging(1)))
    asked = scene.sure(managed, AskToEnd)
    await scene.again(ANN, asked)
    assert (await scene.table()).running is not None
    end = scene.sure(asked.message.screen, EndNow)
    assert "Only the host, Ann," in await scene.again(BOB, end)
    await scene.again(ANN, end)
    assert (await scene.table()).running is None
    assert await scene.again(ANN, end), "that it is over is told"


async def test_a_sit_and_go_is_started_by_its_host_or_once_it_is_full(scene: Scene):
    opening = NewTable(STACKS, variant="chinese", seats=3)
    await scene.asks(ANN, entering.new(opening, SIT_AND_GO))
    await scene.presses(BOB, Join)
    assert "Only the host, Ann," in await scene.sends(BOB, StartTournament(1))
    assert "Only the host, Ann," in await scene.presses(BOB, Start)
    await scene.presses(MIA, Join)
    await scene.desk.let_pass(120)
    assert (await scene.table()).running is not None, "it was full"
    assert "has begun" in await scene.asks(ZOE, seating.join())
    assert scene.public().count("stack 20") == 3


async def test_a_sit_and_go_is_joined_left_and_started_from_its_page_as_well(scene: Scene):
    opening = NewTable(STACKS, variant="chinese", seats=3)
    await scene.asks(ANN, entering.new(opening, SIT_AND_GO))
    page = await scene.screen(BOB, shown_tournaments.show())
    await scene.again(BOB, scene.sure(page, Enter))
    assert await scene.seated() == ["Ann", "Bob"]
    page = await scene.screen(BOB, shown_tournaments.show())
    assert "You've left the table." in await scene.again(BOB, scene.sure(page, Withdraw))
    await scene.presses(MIA, Join)
    own = await scene.screen(ANN, shown_tournaments.show())
    await scene.again(ANN, scene.sure(own, StartTournament))
    assert (await scene.table()).running is not None


async def test_a_sit_and_go_has_nothing_of_an_announcement(scene: Scene):
    opening = NewTable(STACKS, variant="chinese", seats=3)
    await scene.asks(ANN, entering.new(opening, SIT_AND_GO))
    for press in (EndNow(1), Pause(1), ShowDeals(1), ChooseEntrant(1)):
        forged = Button(Message(0, CHANNEL, Screen(())), "", str(press))
        assert "no longer exists" in await scene.again(ANN, forged)
    assert await scene.seated() == ["Ann"]


async def test_a_channel_has_one_tournament_at_a_time(scene: Scene):
    opening = NewTable(STACKS, variant="chinese", seats=3)
    for first, second in ((SIT_AND_GO, KNOCK_OUT), (KNOCK_OUT, SIT_AND_GO)):
        await scene.asks(ANN, entering.new(opening, first))
        refused = await scene.asks(BOB, entering.new(opening, second))
        assert "This channel already has a tournament." in refused
        if first == SIT_AND_GO:
            await scene.asks(ANN, ending.stop())


async def test_a_table_is_no_tournament(scene: Scene):
    await scene.opens(ANN, BOB)
    shown = await scene.asks(ANN, shown_tournaments.show())
    assert "There's no tournament in this channel." in shown
    for press in (Enter(1), Withdraw(1), StartTournament(1), TypeTournament(1)):
        assert "no longer exists" in await scene.sends(ANN, press)
    assert await scene.seated() == ["Ann", "Bob"]


async def test_its_host_alone_changes_what_it_is_played_by_until_it_starts(scene: Scene):
    await opens_knock_out(scene)
    own = {"seats": "4", "stack": "50", "levels": "slow", "bank": "5m", "books": "yes"}
    assert "You can change them" in await scene.sends(ANN, ShowTournamentRules(1))
    assert "You can change them" not in await scene.sends(BOB, ShowTournamentRules(1))
    for press in (TypeTournament(1), ShowManaging(1)):
        assert "Only the host, Ann," in await scene.sends(BOB, press)
    refused = await fills_in(scene, BOB, own)
    assert "Only the host, Ann," in refused
    assert "Changed" in await fills_in(scene, ANN, own)
    told = scene.public_first()
    for fact in (
        "tables of 4",
        "stacks of 50 points",
        "counts in the server",
        "time bank of 5 min",
    ):
        assert fact in told
    rules = await scene.presses(BOB, ShowTournamentRules)
    assert "Every 6 hands" in rules
    assert "has a time bank of 5 minutes" in rules
    wrong = await fills_in(scene, ANN, {**own, "stack": "a lot"})
    assert "A stack is 10 to 10000 points." in wrong
    assert "stacks of 50 points" in scene.public_first()
    await scene.sends(ANN, ChangeTournamentRules(1, "scoring"), "2-4")
    assert "Bonus for two rows or more" in scene.public_first()
    await scene.presses(ANN, StartTournament)
    for member in (ANN, BOB):
        told = await scene.presses(member, ShowTournamentRules)
        assert "Everybody begins with 50 points" in told
        assert "You can change them" not in told
    for press in (ChangeTournamentRules(1, "scoring"), TypeTournament(1)):
        assert "stay as they are" in await scene.sends(ANN, press, "1-6")
    assert "stay as they are" in await fills_in(scene, ANN, own)


async def test_a_sit_and_go_has_seats_for_those_who_sit_and_takes_other_options(scene: Scene):
    opening = NewTable(STACKS, variant="chinese", seats=4)
    await scene.asks(ANN, entering.new(opening, SIT_AND_GO))
    for member in (BOB, MIA):
        await scene.presses(member, Join)
    own = {"seats": "2", "stack": "60", "levels": "none", "clock": "10m", "books": "no"}
    assert "Seat 3 is taken" in await fills_in(scene, ANN, own)
    assert "Changed" in await fills_in(scene, ANN, {**own, "seats": "4", "bank": "5m"})
    assert "stacks of 60 points" in scene.public_first()
    table = await scene.table()
    assert (table.options.clock, table.options.levels) == (600, "none")
    assert table.options.bank is None, "its form has no such field"
    assert table.sit_and_go is not None
    assert table.sit_and_go.options == table.options


async def test_the_number_of_deals_is_settled_before_anybody_else_joins(scene: Scene):
    await scene.asks(ANN, entering.new(NewTable(STACKS, variant="chinese"), DUPLICATE))
    before = scene.public_first()
    own = {"rounds": "2", "hands": "4", "deadline": "24h", "bank": "none"}
    assert "Changed" in await fills_in(scene, ANN, own)
    assert "2 rounds · 4 hands a round · 1 day for a round" in scene.public_first()
    assert "All deals" in before
    for rounds, hands, why in (("9", "5", "at most 30 hands"), ("0", "1", "1 to 9 rounds")):
        assert why in await fills_in(scene, ANN, {**own, "rounds": rounds, "hands": hands})
    await scene.presses(BOB, Enter)
    committed = await scene.desk.read(partial(duplicates.commitments, tournament_id=1))
    assert len(committed) == 8
    late = await fills_in(scene, ANN, {**own, "hands": "1"})
    assert "Others have joined" in late
    assert "Changed" in await fills_in(scene, ANN, {**own, "deadline": "2h", "bank": "5m"})
    assert "2 hours for a round" in scene.public_first()
    after = await scene.desk.read(partial(duplicates.commitments, tournament_id=1))
    assert after == committed


async def fills_in(scene: Scene, member: Member, entries: Mapping[str, str]) -> str:
    """What somebody is told who fills in *More options*."""
    asked = asked_by(str(ChangeTournament(1)))
    return words(await scene.desk.ask(member, asked, entries=entries))


@pytest.mark.parametrize("form", [DUPLICATE, KNOCK_OUT])
async def test_whoever_takes_no_messages_is_told_on_joining_where_their_cards_will_be(
    scene: Scene, form: str
):
    await scene.sends(BOB, ChangeOwn(Spot(0), "calls"), "channel")
    await scene.asks(ANN, entering.new(NewTable(STACKS, variant="chinese"), form))
    told = await scene.presses(BOB, Enter)
    assert "press My cards once your cards are dealt." in told


async def test_a_duplicate_tournament_says_that_it_has_no_clock(scene: Scene):
    opening = NewTable(STACKS, variant="chinese", clock="5m")
    said = await scene.asks(ANN, entering.new(opening, DUPLICATE))
    assert "A duplicate tournament has no clock: each round has a deadline." in said
    assert not scene.posted()
