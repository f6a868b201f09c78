"""`/my` in direct messages with the bot: cards, placing, games, record, settings."""

import re

import pytest

from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.standin import StandIn
from ofc_engine.cards import format_cards
from tests.e2e.house import Group, House


async def asks(person: Person, typed: str, house: House) -> Reply:
    """Somebody types a command to the bot alone, and is answered there."""
    reply = await person.types(person.dm, typed)
    await house.settle()
    assert reply.message in person.reads(person.dm)
    return reply


def turn(group: Group) -> Person:
    return next(person for person in group.people if group.choice(person))


@pytest.fixture
async def two_tables(alone: Group, discord: StandIn) -> Group:
    """Ann plays a computer player in two channels, and it is her turn in both."""
    other = Group(
        alone.house, alone.guild, discord.add_channel(alone.guild, "second"), alone.people
    )
    for group in (alone, other):
        await group.sit_down(computer="steady")
        await group.deal()
    return alone


def cards_of(group: Group, house: House) -> str:
    played = house.table(group.channel).running
    assert played is not None
    return format_cards(next(s.pending for s in played.hand.seats if s.pending))


async def test_the_commands_are_offered_there(group: Group):
    names = {offer.name for offer in group.people[0].commands(group.people[0].dm)}
    assert names == {
        *(f"my {name}" for name in ("games", "hand", "place", "record", "settings")),
        *("daily", "help", "learn", "play", "score", "privacy"),
    }
    assert names < {offer.name for offer in group.people[0].commands(group.channel)}


async def test_ones_cards_are_shown(group: Group, house: House):
    person = turn(group)
    assert "Here they are again." in (await asks(person, "/my hand", house)).text
    assert "place 5 cards" in person.last(person.dm).text
    other = next(each for each in group.people if each is not person)
    assert "your turn yet" in (await asks(other, "/my hand", house)).text


async def test_who_is_in_no_hand_is_told_where_to_look(gather, house: House):
    ann = gather(1).people[0]
    assert "You aren't in a hand right now." in (await asks(ann, "/my hand", house)).text
    assert "It isn't your turn anywhere." in (await asks(ann, "/my place cards:bb", house)).text
    assert "You don't have a seat at any table." in (await asks(ann, "/my games", house)).text
    assert "None of your hands counts in" in (await asks(ann, "/my record", house)).text


async def test_cards_are_placed(group: Group, house: House):
    person = turn(group)
    before = len(house.log(group.channel))
    assert "Laid out." in (await asks(person, "/my place cards:bbmmf", house)).text
    assert "Tap a green card again" in person.last(person.dm).text
    assert len(house.log(group.channel)) == before
    reply = await asks(person, "/my place cards:bbmmf!", house)
    assert "Placed." in reply.text
    assert len(house.log(group.channel)) > before


async def test_what_is_typed_is_shown_as_it_would_be_placed(group: Group):
    person = turn(group)
    choices = await person.complete(person.dm, "my place", cards="bbmmf")
    assert [choice.name.split()[0] for choice in choices] == ["Place", "Lay"]
    other = next(each for each in group.people if each is not person)
    (told,) = await other.complete(other.dm, "my place", cards="")
    assert told.name == "It isn't your turn anywhere. I'll let you know."


async def test_what_is_typed_in_a_channel_is_about_its_own_table(group: Group):
    elsewhere = group.house.discord.add_channel(group.guild, "lounge")
    (told,) = await turn(group).complete(elsewhere, "ofc place", cards="bbmmf")
    assert told.name == "There's no table in this channel. Open one with /play."


async def test_cards_find_their_table(two_tables: Group, house: House):
    ann = two_tables.people[0]
    cards = cards_of(two_tables, house)
    entry = f"{cards[:2]} / {cards[2:6]} / {cards[6:]}"
    reply = await asks(ann, f"/my place cards:{entry}!", house)
    assert "Placed." in reply.text
    assert house.log(two_tables.channel)[-1] != ""
    played = house.table(two_tables.channel).running
    assert played is not None
    assert played.hand.street > 0 or any(seat.board.cards for seat in played.hand.seats)


async def test_letters_ask_which_table_and_are_placed_there(two_tables: Group, house: House):
    ann = two_tables.people[0]
    before = house.log(two_tables.channel)
    reply = await asks(ann, "/my place cards:bbmmf!", house)
    assert "Which one?" in reply.text
    assert house.log(two_tables.channel) == before, "nothing is placed before they choose"
    menu = reply.message
    ids = [button.custom_id for button in menu.buttons]
    table = house.table(two_tables.channel).id
    chosen = next(each for each in ids if re.match(rf"b1:placehere:{table}:", each))
    await ann.press(menu, chosen)
    await house.settle()
    placed = house.log(two_tables.channel)
    assert len(placed) > len(before)
    assert "Which one?" not in ann.sees(menu).text, "their cards are in its place"
    late = await ann.press(menu, chosen)
    await house.settle()
    assert late.error == ""
    assert house.log(two_tables.channel) == placed, "a second press places nothing"


async def test_games_lead_to_ones_tables(group: Group, house: House):
    text = (await asks(turn(group), "/my games", house)).text
    assert f"<#{group.channel.id}>" in text
    assert "your turn" in text


async def test_settings_are_ones_own_alone(group: Group, house: House):
    ann = group.people[0]
    reply = await asks(ann, "/my settings quiet_hours:22-8 time_zone:Europe/Berlin", house)
    assert "22" in reply.text
    assert not any("table" in select.custom_id.split(":")[1] for select in reply.message.selects)
    assert not any("server" in (button.label or "") for button in reply.message.buttons)
    choices = await ann.complete(ann.dm, "my settings", time_zone="Berl")
    assert choices[0].value == "Europe/Berlin"


# --- the record --------------------------------------------------------------------------------


async def test_the_record_of_the_only_server(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    await group.play_hand()
    reply = await asks(group.people[0], "/my record", house)
    assert "Ann" in reply.text
    assert "In the server Friends." in reply.text
    assert reply.message.pictures[0].alt.startswith("Ann: total ")
    assert reply.message.selects == ()
    assert reply.message.buttons == (), "nothing here leads to pages that belong to a server"


async def test_of_two_servers_one_is_chosen(gather, discord: StandIn, house: House):
    group: Group = gather(2)
    await group.sit_down()
    await group.play_hand()
    club = discord.add_guild("Club")
    for person in group.people:
        person.join(club)
    second = Group(house, club, discord.add_channel(club, "cards"), group.people)
    await second.sit_down()
    for _ in range(2):
        await second.play_hand()
    ann = group.people[0]
    reply = await asks(ann, "/my record", house)
    assert "In the server Club." in reply.text, "where she has played most"
    (menu,) = reply.message.selects
    assert [option.name for option in menu.options] == ["Club", "Friends"]
    shown = await ann.select(reply.message, "Friends")
    assert "In the server Friends." in shown.text
    assert ". 1 hand. " in shown.message.pictures[0].alt
    assert shown.message.id == reply.message.id


async def test_nobody_sees_the_ledger_of_a_server_they_never_played_in(
    gather, discord: StandIn, house: House
):
    group: Group = gather(2)
    await group.sit_down()
    await group.play_hand()
    eve = discord.add_person("Eve", group.guild)
    assert "None of your hands counts in" in (await asks(eve, "/my record", house)).text


async def test_in_a_server_it_is_that_servers(gather):
    group: Group = gather(2)
    await group.sit_down()
    await group.play_hand()
    reply = await group.people[0].types(group.channel, "/my record")
    assert "In the server Friends." in reply.text
    assert reply.message.is_ephemeral
