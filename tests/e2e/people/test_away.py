"""R11.1: players whose time runs out twice in a row are away, and the hand is not held up."""

import pytest

from bot.values.scenes import Presence
from discord_standin.people.person import Person
from sandbox.placing import placing_message
from tests.e2e.house import Group, House

pytestmark = pytest.mark.table(2, clock="10m")

CLOCK = 601
"""A second more than everybody has in these games."""


def is_asked(group: Group, person: Person) -> bool:
    return placing_message(person, group.channel) is not None


def presence(group: Group, person: Person) -> Presence:
    table = group.house.table(group.channel)
    return next(s.presence for s in table.seats if table.people[s.player_id].name == person.name)


async def let_go_away(group: Group) -> tuple[Person, Person]:
    """Bob's time runs out twice; Ann acts in between and has to act now."""
    ann, bob = group.people
    await group.house.let_pass(CLOCK)
    await group.act(ann)
    await group.house.let_pass(CLOCK)
    assert presence(group, bob) is Presence.AWAY
    return ann, bob


def street(group: Group, person: Person) -> int:
    running = group.house.table(group.channel).running
    assert running is not None
    players = [running.player_at(seat) for seat in range(len(running.hand.seats))]
    seat = players.index(group.people.index(person) + 1)
    return running.hand.streets_played[seat]


async def test_after_the_first_time_players_are_told_what_was_placed_and_decide_on(group: Group):
    ann, bob = group.people
    await group.house.let_pass(CLOCK)
    assert "I placed for you:" in bob.last(bob.dm).text
    assert "I'm back" not in {button.label for button in bob.last(bob.dm).buttons}
    await group.act(ann)
    assert is_asked(group, bob)
    await group.act(bob)
    assert "I placed for you" not in bob.last(bob.dm).text, "Bob's last decision was Bob's own"


async def test_after_the_second_time_in_a_row_players_are_away_and_are_told_so(group: Group):
    ann, bob = await let_go_away(group)
    told = bob.last(bob.dm)
    assert "Your time ran out twice" in told.text
    assert told.text.count(" · ") >= 2
    assert "I placed for you:" in told.text
    assert "I'm back" in {button.label for button in told.buttons}
    board = group.board(ann)
    assert "away: Bob" in board.text
    assert "Bob (away" in board.pictures[0].alt
    assert "AWAY" in (await ann.press(board, "Text")).text


async def test_nobody_waits_for_who_is_away(group: Group):
    ann, bob = await let_go_away(group)
    before = len(bob.reads(bob.dm))
    for _ in range(2):
        assert is_asked(group, ann)
        await group.act(ann)
    assert street(group, bob) == 4, "without a minute having passed"
    assert not is_asked(group, bob)
    assert len(bob.reads(bob.dm)) == before, "no new message for what Bob does not do"


async def test_the_hand_of_who_is_away_goes_on_after_a_restart(group: Group):
    ann, bob = await let_go_away(group)
    await group.house.restart()
    await group.act(ann)
    await group.house.catch_up()
    assert street(group, bob) == 3


async def test_back_by_the_button_players_decide_for_themselves_again(group: Group):
    ann, bob = await let_go_away(group)
    told = bob.last(bob.dm)
    await bob.press(told, "I'm back")
    await group.house.settle()
    assert presence(group, bob) is Presence.HERE
    assert "I'm back" not in {button.label for button in bob.sees(told).buttons}
    assert "away" not in group.board(ann).text
    await bob.press(told, "I'm back")
    await group.act(ann)
    assert is_asked(group, bob)
    await group.house.let_pass(CLOCK)
    assert presence(group, bob) is Presence.HERE, "the count has begun anew"


async def test_back_by_command_or_behind_my_cards(group: Group):
    _, bob = await let_go_away(group)
    cards = await bob.types(group.channel, "/ofc hand")
    assert "I'm back" in {button.label for button in cards.message.buttons}
    reply = await group.does(bob, "More, I'm back")
    assert "You decide for yourself again" in reply.text
    await group.house.settle()
    assert presence(group, bob) is Presence.HERE


async def test_placing_in_time_begins_the_count_anew(group: Group):
    ann, bob = group.people
    await group.house.let_pass(CLOCK)
    await group.act(ann)
    await group.act(bob)
    await group.act(ann)
    await group.house.let_pass(CLOCK)
    assert presence(group, bob) is Presence.HERE
    await group.act(ann)
    await group.house.let_pass(CLOCK)
    assert presence(group, bob) is Presence.AWAY


async def test_after_the_hand_who_is_away_sits_out_and_the_table_pauses_until_they_are_back(
    group: Group,
):
    ann, bob = await let_go_away(group)
    await group.play_on(ann)
    result = group.result()
    assert presence(group, bob) is Presence.OUT
    assert "Sitting out from now on: Bob" in result.text
    assert "You don't get any hands until you're back" in bob.last(bob.dm).text
    refused = await ann.press(result, "Ready")
    assert "The table is paused: a hand needs two players. Sitting out: Bob" in refused.text
    reply = await bob.press(result, "I'm back")
    assert "You get cards from the next hand on" in reply.text
    await group.house.settle()
    assert "Sitting out" not in group.result().text
    await group.deal()
    assert group.house.is_dealt(group.channel)


async def test_when_everybody_is_away_the_hand_ends_and_nobody_deals_on(group: Group, house: House):
    ann, bob = group.people
    for _ in range(4):
        await house.let_pass(CLOCK)
    assert not house.is_dealt(group.channel), "both have gone away, so it ends at once"
    assert {presence(group, ann), presence(group, bob)} == {Presence.OUT}
    reply = await ann.press(group.result(), "Ready")
    assert "Welcome back." in reply.text
    assert presence(group, bob) is Presence.OUT
    assert not house.is_dealt(group.channel)


async def test_where_hands_die_two_in_a_row_make_a_player_away(gather, house: House):
    group: Group = gather(3)
    await group.sit_down(clock="10m", options="time_out=dead")
    bob = group.people[1]
    out = []
    for _ in range(2):
        await group.deal()
        while not is_asked(group, bob):
            for person in group.people:
                if person is not bob:
                    await group.act(person)
        await house.let_pass(CLOCK)
        await group.play_on(*(person for person in group.people if person is not bob))
        out.append(presence(group, bob))
    assert out == [Presence.HERE, Presence.OUT]


async def test_who_is_away_without_direct_messages_is_not_called_in_the_channel(
    gather, house: House
):
    group: Group = gather(2)
    ann, bob = group.people
    bob.close_dms()
    await group.sit_down(clock="10m")
    await group.deal()
    await let_go_away(group)
    called = len(bob.pings())
    await group.act(ann)
    assert len(bob.pings()) == called
    cards = await bob.press(group.board(bob), "My cards")
    await bob.press(cards.message, "I'm back")
    await house.settle()
    await group.act(ann)
    assert is_asked(group, bob)


async def test_a_review_says_what_was_placed_for_players_and_does_not_charge_them(group: Group):
    ann, bob = await let_go_away(group)
    await group.play_on(ann)
    bobs, anns = [await person.press(group.result(), "Review") for person in (bob, ann)]
    await group.house.settle()
    assert bobs.text.count("placed for you") == 5
    assert "You gave away" not in bobs.text
    assert "placed for you" not in anns.text


async def test_the_log_keeps_for_good_what_was_decided_for_whom(group: Group, house: House):
    await let_go_away(group)
    with house.read() as db:
        rows = db.execute("SELECT operation, on_behalf FROM operations ORDER BY number").fetchall()
    marked = [row["operation"].split()[:2] for row in rows if row["on_behalf"]]
    assert marked == [["place", "0"], ["place", "0"]]
    assert all(not row["on_behalf"] for row in rows if not row["operation"].startswith("place 0"))


async def test_where_all_place_at_once_who_is_away_is_not_waited_for_and_stays_hidden(
    gather, house: House
):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await group.sit_down(clock="10m", options="deal_mode=simultaneous")
    await group.deal()
    for _ in range(2):
        await group.act(ann)
        await group.act(mia)
        await house.let_pass(CLOCK)
    assert presence(group, bob) is Presence.AWAY
    await group.act(ann)
    assert street(group, bob) == 3, "placed at once, and seen by nobody before Mia has placed"
    await group.act(mia)
    assert is_asked(group, ann)
    await group.play_on(ann, mia)
    assert not house.is_dealt(group.channel)
