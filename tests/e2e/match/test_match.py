"""How long a match lasts, what may be lost in it (R9.3), how it ends, and the next one."""

from bot.game.loading import load
from bot.game.table import Table
from bot.store.ledger import journal
from bot.values.options import Unit
from discord_standin.standin import StandIn
from tests.e2e.computers import seats
from tests.e2e.house import Group, House
from tests.e2e.ledgers import points_in
from tests.e2e.quick import QUICK, closing, is_open, quick_hand, set_all


def last_table(house: House) -> Table:
    with house.read() as db:
        table = load(db, db.execute("SELECT MAX(id) FROM tables").fetchone()[0])
    assert table is not None
    return table


def totals(house: House) -> list[int]:
    with house.read() as db:
        return sorted(journal.totals(db, 1, up_to=999).values())


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


async def test_between_hands_the_time_ends_a_match_by_itself(
    gather, house: House, discord: StandIn
):
    group: Group = gather(2)
    await group.sit_down(length="1d", **QUICK)
    await quick_hand(group)
    await house.stop()
    discord.advance(25 * 3600)
    await house.start()
    await house.let_pass(0)
    assert "Time is up." in closing(group)
    assert last_table(house).row.ended_by == Unit.TIME
    assert last_table(house).row.closes_at is None, "it does not close once more later"


def over(group: Group):
    """The closing message of the match before."""
    shown = group.people[0].reads(group.channel)
    return next(s for s in shown if "Rematch" in {b.label for b in s.buttons})


async def test_a_rematch_has_the_same_options_and_calls_the_others(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(length="1 hand", stake=3, clock="10m", loss_limit=500, seats=3, **QUICK)
    await quick_hand(group)
    assert not is_open(group)
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
