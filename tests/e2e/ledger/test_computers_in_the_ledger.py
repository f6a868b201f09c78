"""Hands with computer players: in the table's totals always, in the ledger where it is wanted."""

from bot.screens.ledger.pages import LedgerView, Query, ShowPage
from bot.store.ledger import journal, tallies
from bot.values.ledger_records import NOTHING_COUNTS
from discord_standin.vocabulary import Permission
from tests.e2e.computers import add, set_option
from tests.e2e.house import Group, House
from tests.e2e.ledgers import begins_season, sees


async def test_hands_with_computers_stay_out_of_the_servers_ledger(alone: Group, house: House):
    await alone.sit_down()
    await add(alone, "steady")
    assert "not counted in the server's ledger" in alone.board(alone.people[0]).text
    await alone.play_hand()
    table = house.table(alone.channel)
    with house.read() as db:
        assert tallies.standing(db, alone.guild.id) == ()
        assert len(journal.totals(db, table.id, up_to=1)) == 2, "the table's totals run"
    more = await alone.more(alone.people[0])
    assert "doesn't count in the server's ledger" in more.text


async def test_unless_the_table_counts_them_from_the_next_deal_on(alone: Group, house: House):
    await alone.sit_down()
    await add(alone, "steady")
    await alone.deal()
    await set_option(alone, "table.counts", "yes")
    while house.is_dealt(alone.channel):
        await alone.act(alone.people[0])
    with house.read() as db:
        assert tallies.standing(db, alone.guild.id) == (), "as it was said when it was dealt"
    await alone.play_hand()
    assert "doesn't count" not in alone.result().text
    with house.read() as db:
        names = {line.name: line.hands for line in tallies.standing(db, alone.guild.id)}
    assert names == {"Ann": 1, "Steady (bot)": 1}


async def test_after_hands_with_computers_every_page_says_why_it_is_empty(
    alone: Group, house: House
):
    ann = alone.people[0]
    ann.join(alone.guild, Permission.MANAGE_GUILD)
    await begins_season(ann, alone.channel, "Winter")
    await alone.sit_down()
    await add(alone, "steady")
    await alone.play_hand()
    assert house.table(alone.channel).next_number == 2
    with house.read() as db:
        ids = [row["id"] for row in db.execute("SELECT id FROM players ORDER BY id")]
    about = {
        **dict.fromkeys((LedgerView.PLAYER, LedgerView.PLAYER_TEXT, LedgerView.LEAKS), (ids[0],)),
        LedgerView.RIVALS: tuple(ids),
        LedgerView.SEASON: (1,),
    }
    listed = await sees(ann, alone.channel, "seasons")
    for view in set(LedgerView) - {LedgerView.SEASONS}:
        press = ShowPage(Query(view, about=about.get(view, ())))
        page = await ann.forge(listed.message, str(press))
        assert NOTHING_COUNTS in page.text, view
    exported = await ann.types(alone.channel, "/ledger export")
    assert exported.text == NOTHING_COUNTS
    own = await ann.types(alone.channel, "/my record")
    assert "those with computer players usually don't" in own.text


async def test_a_restart_does_not_count_them_in(alone: Group, house: House):
    await alone.sit_down()
    await add(alone, "steady")
    await alone.play_hand()
    await house.restart()
    with house.read() as db:
        assert tallies.standing(db, alone.guild.id) == ()


async def test_the_totals_at_the_end_name_computers_that_have_left(alone: Group):
    await alone.sit_down()
    await add(alone, "steady")
    await alone.play_hand()
    ann = alone.people[0]
    menu = (await alone.does(ann, "More, Computer players")).message
    await ann.select(menu, "remove.2")
    await alone.does(ann, "More, End the game")
    await alone.house.settle()
    closing = [s.text for s in ann.reads(alone.channel) if "The table is closed" in s.text]
    assert any(r"Steady \(bot\)" in text for text in closing)


async def test_hands_among_people_count_as_ever(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    await group.play_hand()
    assert "ledger" not in group.result().text
    with house.read() as db:
        assert len(tallies.standing(db, group.guild.id)) == 2


async def test_whoever_played_a_computer_alone_finds_out_why_on_each_page_they_can_open(
    alone: Group,
):
    """From `/ledger show` by its own menus and buttons, as a newcomer looks for their hand."""
    ann = alone.people[0]
    await alone.sit_down()
    await add(alone, "steady")
    await alone.play_hand()
    page = (await ann.types(alone.channel, "/ledger show")).message
    (views,) = (menu for menu in page.selects if menu.options)
    told = {
        option.value: (await ann.select(page, option.value, menu=views.custom_id)).text
        for option in views.options
    }
    # These two ask for a choice first, or are about something else.
    without = {view for view, text in told.items() if NOTHING_COUNTS not in text}
    assert without == {LedgerView.RIVALS, LedgerView.SEASONS}
    assert len(told) > len(without)
