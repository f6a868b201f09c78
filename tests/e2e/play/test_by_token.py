"""What goes by the tokens of interactions, which Discord does not count: cards of who is there."""

from collections import Counter

import pytest

from bot.screens.press import parse
from bot.screens.presses import Confirm
from bot.store import surfaces
from bot.store.engine import Connection, OperationalError
from bot.store.surfaces import ShownAt, Slot, Surface
from discord_standin.faults import Fault
from discord_standin.model.writing import erase
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.trouble import Hang, Refuse, Reset
from sandbox.placing import placing_message
from tests.e2e import knock_out
from tests.e2e.house import Group, House

POST = ("POST", "/channels/{channel_id}/messages")
FOLLOW_UP = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
MOST_COUNTED = 24
TOKEN_LASTS = 15 * 60


def asked(discord: StandIn) -> Counter[tuple[str, str]]:
    """How often each route was asked for."""
    return Counter((each.method, each.path) for each in discord.requests)


def with_cards(person: Person) -> list[int]:
    """The direct messages that show somebody the cards of a hand in play."""
    shown = person.reads(person.dm)
    return [each.message.id for each in shown if any(b.label == "⌨" for b in each.buttons)]


async def next_turn(group: Group, person: Person) -> None:
    """Let the others place until somebody has to again."""
    while placing_message(person, group.channel) is None:
        for other in group.people:
            if other is not person:
                await group.act(other)


@pytest.mark.table(3, until="played")
async def test_a_hand_of_three_who_are_there_asks_little(group: Group, discord: StandIn):
    before = asked(discord)
    await group.play_by_presses()
    requests = asked(discord) - before
    counted = sum(n for (_, path), n in requests.items() if "{webhook_token}" not in path)
    assert counted <= MOST_COUNTED, requests
    assert requests[FOLLOW_UP] >= 12, "each decision is a new message, which notifies"


async def test_whoever_was_away_is_called_by_a_counted_message(
    group: Group, discord: StandIn, house: House
):
    ann, bob = group.people
    await group.act(bob)
    (old,) = with_cards(ann)
    await group.act(ann)
    await house.let_pass(TOKEN_LASTS)
    before = asked(discord)
    await group.act(bob)
    assert (asked(discord) - before)[POST] >= 1
    (new,) = with_cards(ann)
    assert new > old, "it is a new message"


@pytest.mark.parametrize("code", [10015, 50027])
async def test_a_token_that_discord_does_not_take_keeps_nobody_from_their_cards(
    group: Group, discord: StandIn, code: int
):
    ann, bob = group.people
    await group.act(bob)
    discord.fail_next(*FOLLOW_UP, Refuse(Fault(404, code, "Unknown")))
    await group.act(ann)
    assert len(with_cards(bob)) == 1


async def test_a_message_that_was_deleted_by_hand_does_not_keep_the_next_one_away(
    group: Group, house: House
):
    ann, bob = group.people
    await group.act(bob)
    for shown in bob.reads(bob.dm):
        erase(house.discord.world, shown.message)
    await group.act(ann)
    await next_turn(group, bob)
    assert len(with_cards(bob)) == 1


async def test_a_follow_up_whose_answer_was_lost_is_not_sent_twice(
    group: Group, discord: StandIn, house: House
):
    ann, bob = group.people
    await group.act(bob)
    discord.fail_next(*FOLLOW_UP, Reset(after=True))
    await group.act(ann)
    await house.catch_up()
    assert len(with_cards(bob)) == 1


async def test_a_follow_up_that_a_killed_bot_had_sent_is_not_sent_twice(
    group: Group, discord: StandIn, house: House
):
    ann, bob = group.people
    await group.act(bob)
    discord.fail_next(*FOLLOW_UP, Hang(after=True))
    # Not by `act`, which waits until the bot has given the request up that hangs.
    while choice := group.choice(ann):
        await ann.press(*choice)
        if isinstance(parse(choice[1]), Confirm):
            break
    await discord.until(lambda: bool(with_cards(bob)))
    (sent,) = with_cards(bob)
    await house.restart()
    await house.catch_up()
    assert with_cards(bob) == [sent]
    await group.finish()


async def test_a_follow_up_is_found_among_all_that_was_written_meanwhile(
    group: Group, discord: StandIn, house: House
):
    ann, bob = group.people
    await group.act(bob)
    for number in range(30):
        bob.says(bob.dm, str(number))
    discord.fail_next(*FOLLOW_UP, Reset(after=True))
    await group.act(ann)
    for number in range(30):
        bob.says(bob.dm, str(number))
    await house.catch_up()
    assert len(with_cards(bob)) == 1


async def test_cards_are_not_sent_twice_where_a_power_cut_undid_that_their_seat_was_told_too(
    gather, discord: StandIn, house: House
):
    group = gather(3)
    bob = group.people[1]
    await knock_out.opened(group, seats=3)
    for person in group.people[1:]:
        await knock_out.press(group, person, "Join")
    await bob.types(bob.dm, "/help")
    await knock_out.press(group, group.people[0], "Start")
    (sent,) = with_cards(bob)
    assert asked(discord)[FOLLOW_UP] == 1
    await house.stop()
    with house.committed.written() as db:
        db.execute(
            "UPDATE surfaces SET painted_key = '', painted_version = '', message_id = NULL,"
            " channel_id = NULL, posted_at = NULL, posts = 0 WHERE player_id ="
            " (SELECT id FROM players WHERE user_id = ?)",
            (bob.user.id,),
        )
    await house.start()
    await house.catch_up()
    assert with_cards(bob) == [sent]


async def test_cards_that_were_sent_and_could_not_be_kept_are_not_sent_twice(
    group: Group, house: House, monkeypatch: pytest.MonkeyPatch
):
    ann, bob = group.people
    await group.act(bob)
    painted_at, failed = surfaces.painted_at, []

    def fail_once(db: Connection, surface: Surface, at: ShownAt) -> None:
        if surface.place.slot is Slot.PRIVATE and not failed:
            failed.append(at.message_id)
            raise OperationalError("database is locked")
        painted_at(db, surface, at)

    monkeypatch.setattr(surfaces, "painted_at", fail_once)
    await group.act(ann)
    await house.catch_up()
    assert failed
    assert with_cards(bob) == failed
