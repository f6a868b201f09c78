"""How long a match lasts, what may be lost in it (R9.3), how it ends, and the next one."""

from bot.game.loading import load
from bot.game.table import Table
from bot.store import tables
from bot.store.ledger import journal
from bot.values.options import Unit
from discord_standin.standin import StandIn
from tests.e2e.computers import add, seats
from tests.e2e.house import Group, House
from tests.e2e.ledgers import points_in, sees
from tests.e2e.quick import QUICK, closing, is_open, quick_hand, set_all
from tests.e2e.reminding import choose

HOUR = 3600


def last_table(house: House) -> Table:
    with house.read() as db:
        table = load(db, db.execute("SELECT MAX(id) FROM tables").fetchone()[0])
    assert table is not None
    return table


def totals(house: House) -> list[int]:
    with house.read() as db:
        return sorted(journal.totals(db, 1, up_to=999).values())


# --- how it ends ----------------------------------------------------------------------------


async def test_a_match_of_two_hands_ends_with_the_second(gather, house: House):
    group: Group = gather(3)
    await group.sit_down(length="2 hands", **QUICK)
    assert "2 hands" in group.board(group.people[0]).text
    await group.deal()
    assert "hand 1 of 2" in group.board(group.people[0]).text
    await set_all(group)
    assert is_open(group)
    await quick_hand(group)
    assert not is_open(group)
    text = closing(group)
    assert text.startswith("## The match is over\nAll 2 hands have been played.\n🏆 ")
    listed = points_in("\n".join(text.splitlines()[3:]))
    assert listed == sorted(totals(house), reverse=True)
    first = text.splitlines()[2].split("**")[1]
    assert first == "Bob, Mia", "both have the most points"
    assert f"share first place with **{max(listed):+d}**" in text
    shown = group.people[0].reads(group.channel)
    assert not any(b.label.startswith("Deal") for s in shown for b in s.buttons)
    reply = await group.people[0].types(group.channel, "/ofc board")
    assert "no table in this channel" in reply.text


async def test_an_orbit_ends_when_the_button_has_come_round(gather, house: House):
    group: Group = gather(3)
    await group.sit_down(length="1 orbit", **QUICK)
    await group.deal()
    assert "orbit 1 of 1" in group.board(group.people[0]).text
    await set_all(group)
    await quick_hand(group)
    assert is_open(group)
    await quick_hand(group)
    assert "The button has come round." in closing(group)
    assert len({last_table(house).row.button, 1, 2}) == 3, "everybody had it once"


async def test_with_the_time_up_the_hand_in_play_is_finished(
    gather, house: House, discord: StandIn
):
    group: Group = gather(2)
    await group.sit_down(length="2h", **QUICK)
    assert "2 hours from the first hand" in group.board(group.people[0]).text
    discord.advance(5 * HOUR)
    await quick_hand(group)
    assert is_open(group), "the time runs from the first hand, not from the lobby"
    await group.deal()
    assert "no new hand after <t:" in group.board(group.people[0]).text
    discord.advance(3 * HOUR)
    await look(house)
    assert house.is_dealt(group.channel)
    await set_all(group)
    assert "Time is up." in closing(group)


async def look(house: House) -> None:
    """Let the timer see how late it is."""
    assert house.bot is not None
    house.bot.timer.wake()
    await house.settle()


async def test_between_hands_the_time_ends_a_match_by_itself(
    gather, house: House, discord: StandIn
):
    group: Group = gather(2)
    await group.sit_down(length="1d", **QUICK)
    await quick_hand(group)
    await house.stop()
    discord.advance(25 * HOUR)
    await house.start()
    await look(house)
    assert "Time is up." in closing(group)
    assert last_table(house).row.ended_by == Unit.TIME
    assert last_table(house).row.closes_at is None, "it does not close once more later"


async def test_r9_3_settlement_stops_at_the_limit_and_the_match_ends(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(stake=100, loss_limit=50, **QUICK)
    assert "nobody loses more than 50" in group.board(group.people[0]).text
    hands = 0
    while is_open(group):
        await quick_hand(group)
        hands += 1
        assert hands < 9, "a hand that nobody wins does not end it"
    assert totals(house) == [-50, 50]
    assert "The loss limit of 50 points has been reached." in closing(group)
    assert "wins with **+50**" in closing(group)
    more = await group.people[0].press(group.result(), "More")
    assert "× 100 = **+50** (limit)" in more.text
    assert "−50" in (await sees(group.people[0], group.channel)).text


async def test_r9_3_a_lower_limit_of_ones_own_holds_from_the_first_hand_on(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await group.sit_down(stake=100, loss_limit=50, **QUICK)
    too_much = await bob.types(group.channel, "/ofc join limit:50")
    assert "Nobody can lose more than 50 points here anyway." in too_much.text
    for person, limit in ((ann, 30), (bob, 20)):
        reply = await person.types(group.channel, f"/ofc join limit:{limit}")
        assert f"You lose at most {limit} points at this table" in reply.text
    await house.settle()
    assert "Ann at most 30 · Bob at most 20" in group.board(ann).text
    assert "Bob loses at most 20 points" in (await ann.types(group.channel, "/ofc rules")).text
    hands = 0
    while is_open(group):
        await quick_hand(group)
        hands += 1
        assert hands < 9, "a hand that nobody wins does not end it"
        if is_open(group):
            late = await bob.types(group.channel, "/ofc join limit:10")
            assert "You've already played here." in late.text
    assert totals(house) in ([-30, 30], [20, -20], [-20, 20])
    assert "Somebody has reached their loss limit." in closing(group)


async def test_r9_3_a_limit_of_ones_own_stays_with_whoever_leaves_and_comes_back(
    gather, house: House
):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await group.sit_down(**QUICK)
    await mia.types(group.channel, "/ofc join limit:90")
    await mia.types(group.channel, "/ofc leave")
    back = await mia.types(group.channel, "/ofc join limit:80")
    assert "You have seat 3." in back.text
    assert "You lose at most 80 points at this table" in back.text
    await quick_hand(group)
    await mia.types(group.channel, "/ofc leave")
    assert "Mia" not in (await ann.types(group.channel, "/ofc rules")).text
    back = await mia.types(group.channel, "/ofc join")
    assert "You have seat 3." in back.text
    assert "You lose at most 80 points at this table" in back.text
    await house.settle()
    assert "Mia loses at most 80 points" in (await bob.types(group.channel, "/ofc rules")).text


async def test_r9_3_what_was_won_before_can_be_lost_again(gather, house: House):
    """The limit is on the total: whoever has won can lose that and the limit."""
    group: Group = gather(3)
    await group.sit_down(stake=7, loss_limit=60, **QUICK)
    for _ in range(12):
        if not is_open(group):
            break
        await quick_hand(group)
        assert totals(house)[0] >= -60
    assert totals(house)[0] == -60
    assert sum(totals(house)) == 0


async def test_leaving_in_the_last_hand_ends_the_match_once(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(length="1 hand", **QUICK)
    await group.deal()
    ann, bob = group.people
    await ann.types(group.channel, "/ofc place cards:fffmmmmmbbbbb!")
    reply = await bob.types(group.channel, "/ofc leave")
    await bob.press(reply.message, "Leave")
    await house.settle()
    assert "The match was one hand long." in closing(group)
    assert last_table(house).row.ended_by == Unit.HANDS


async def test_the_rules_tell_how_long_a_match_lasts(gather):
    group: Group = gather(2)
    await group.sit_down(length="5 orbits", loss_limit=80)
    text = (await group.people[1].types(group.channel, "/ofc rules")).text
    assert "until the button has come round 5 times" in text
    assert "Nobody loses more than 80 points" in text


async def test_wrong_lengths_are_refused_with_examples(gather):
    group: Group = gather(1)
    reply = await group.does(group.people[0], "/play length:20")
    assert reply.text == "Write the length as 20 hands, 3 orbits, 90m, 2h or 3d, or endless."


# --- the rematch ----------------------------------------------------------------------------


async def end_match(group: Group, **options: str | int) -> None:
    await group.sit_down(**({"length": "1 hand"} | QUICK | options))
    await quick_hand(group)
    assert not is_open(group)


def over(group: Group):
    """The closing message of the match before."""
    shown = group.people[0].reads(group.channel)
    return next(s for s in shown if "Rematch" in {b.label for b in s.buttons})


async def test_a_rematch_has_the_same_options_and_calls_the_others(gather, house: House):
    group: Group = gather(2)
    await end_match(group, stake=3, clock="10m", loss_limit=500, seats=3)
    old = last_table(house)
    ann, bob = group.people
    before = len(ann.pings())
    await bob.press(over(group), "Rematch")
    await house.settle()
    new = last_table(house)
    assert (new.row.channel_id, new.options) == (old.row.channel_id, old.options)
    assert new.host.name == "Bob"
    assert "Bob wants a rematch." in ann.pings()[-1].text
    assert len(ann.pings()) == before + 1
    reply = await ann.press(over(group), "Rematch")
    assert reply.text == "You have seat 2."
    await house.settle()
    assert seats(group) == ["1. Bob (host)", "2. Ann"]
    await quick_hand(group)
    assert "The match was one hand long." in closing(group)
    assert len(last_table(house).seats) == 2


async def test_pressed_twice_there_is_one_rematch(gather, house: House):
    group: Group = gather(2)
    await end_match(group)
    ann = group.people[0]
    await ann.press(over(group), "Rematch")
    again = await ann.press(over(group), "Rematch")
    assert "You already have a seat" in again.text
    await house.restart()
    await group.people[1].press(over(group), "Rematch")
    await house.settle()
    assert [s.player_id for s in last_table(house).seats] == [1, 2]
    with house.read() as db:
        assert db.execute("SELECT COUNT(*) FROM tables").fetchone()[0] == 2


async def test_only_those_who_played_get_a_rematch(gather, house: House, discord: StandIn):
    group: Group = gather(2)
    await end_match(group)
    stranger = discord.add_person("Max", group.guild)
    reply = await stranger.press(over(group), "Rematch")
    assert "Only people who played" in reply.text
    await group.does(stranger, "/play")
    reply = await group.people[0].press(over(group), "Rematch")
    assert "Another table is open in this channel" in reply.text
    assert len(last_table(house).seats) == 1


async def test_computers_sit_down_again_by_themselves(gather, house: House):
    group: Group = gather(1)
    await group.sit_down(length="1 hand", **QUICK)
    await add(group, "beginner")
    await group.deal()
    await set_all(group)
    await house.discord.until(lambda: not is_open(group))
    await house.settle()
    reply = await group.people[0].press(over(group), "Rematch")
    assert reply.text == "Your table is open. The others press Join to sit down."
    await house.settle()
    assert seats(group) == ["1. Ann (host)", r"2. Dreamer \(bot\)"]


async def test_a_rematch_leaves_the_messages_of_the_old_match_alone(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await group.sit_down(length="1 hand", **QUICK)
    await quick_hand(group)
    await choose(group, bob, "my.skin", "day")
    before = bob.reads(bob.dm)
    await ann.press(over(group), "Rematch")
    await house.settle()
    assert bob.reads(bob.dm) == before


async def test_a_game_that_people_end_offers_a_rematch_too(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(**QUICK)
    await quick_hand(group)
    await group.does(group.people[0], "More, End the game")
    await house.settle()
    assert closing(group).startswith("## The table is closed\n")
    assert "🏆" not in closing(group), "nobody was to win it yet"
    await group.people[0].press(over(group), "Rematch")
    await house.settle()
    with house.read() as db:
        assert tables.open_in_channel(db, group.channel.id) == 2
