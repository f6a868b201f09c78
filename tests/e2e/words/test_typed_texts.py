"""Whatever people type comes to others without what turns or hides letters."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.store import schema
from bot.values.names import clean_text
from discord_standin.people.person import Person
from discord_standin.people.typed import Offer
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Json, OptionType, Permission
from tests.e2e.house import Group, House, words
from tests.e2e.ledgers import begins_season, sees

TURNED = "w\u202eo\u2066r\u200bd"
UNSEEN = re.compile("[\u200b\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff]")
"""What neither a message nor a row may have."""


def free_texts(offer: Offer) -> list[str]:
    """The options into which anything may be typed."""
    return [
        option["name"]
        for option in offer.options
        if option["type"] == OptionType.STRING and not option.get("choices")
    ]


def filled(group: Group, offer: Offer, name: str) -> dict[str, Any]:
    """Something for each option that has to be there, and a text for that one."""
    needed = (each for each in offer.options if each.get("required") or each["name"] == name)
    people = iter(group.people)
    return {each["name"]: _value(group, each, people) for each in needed}


def _value(group: Group, option: Json, people: Iterator[Person]) -> Any:
    match option["type"]:
        case OptionType.STRING if option.get("choices"):
            return option["choices"][0]["value"]
        case OptionType.STRING:
            return TURNED
        case OptionType.USER:
            return next(people)
        case OptionType.BOOLEAN:
            return True
        case OptionType.CHANNEL:
            return group.channel
        case _:
            return option.get("min_value", 1)


def unseen_in_rows(house: House) -> list[str]:
    db = house.committed.db
    return [
        f"{table}: {value!r}"
        for table in schema.columns(db)
        for row in db.execute(f"SELECT * FROM {table}")
        for value in tuple(row)
        if isinstance(value, str) and UNSEEN.search(value)
    ]


@pytest.mark.table(2, until="played")
async def test_no_text_of_a_command_keeps_what_turns_or_hides_letters(group: Group, house: House):
    ann, bob = group.people
    ann.join(group.guild, Permission.MANAGE_GUILD)
    offers = {offer.name: offer for offer in ann.commands(group.channel)}
    typed = [(offer, name) for offer in offers.values() for name in free_texts(offer)]
    assert "ledger void" in {o.name for o, _ in typed}
    for offer, name in typed:
        reply = await ann.command(group.channel, offer.name, **filled(group, offer, name))
        assert not UNSEEN.search(reply.text), (offer.name, name, reply.text)
    await house.settle()
    assert unseen_in_rows(house) == []
    for shown in (*ann.reads(group.channel), *bob.reads(group.channel), *bob.reads(bob.dm)):
        assert not [each for each in words(shown) if UNSEEN.search(each)]


@pytest.mark.table(2, until="played")
async def test_a_text_of_which_nothing_is_seen_is_asked_for_again(group: Group):
    ann = group.people[0]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    reply = await ann.command(group.channel, "ledger void", number=1, reason="\u3164\u2800")
    assert reply.text == "I can't see anything in what you typed for reason. Type it again."
    assert reply.message.is_ephemeral
    nameless = await begins_season(ann, group.channel, "\u3164\u2800")
    assert nameless.text == "Give the season a name."
    assert "There's no season yet" in (await sees(ann, group.channel, "seasons")).text


@pytest.mark.table(2, until="lobby")
async def test_no_text_of_a_form_keeps_them_either(group: Group, house: House):
    ann = group.people[0]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    own = (await ann.types(group.channel, "/my settings")).message
    server = (await ann.press(own, "Settings of this server")).message
    page = (await ann.press(server, "Daily deal")).message
    modal = (await ann.press(page, "Time zone")).modal
    assert modal is not None
    told = await ann.submit(modal, {"When does the day end here?": f"{TURNED} Europe/Prague"})
    assert not UNSEEN.search(told.text)
    page = (await ann.submit(modal, {"When does the day end here?": "\u202eEurope/Prague"})).message
    assert "time zone Europe/Prague" in page.text
    await begins_season(ann, group.channel, TURNED)
    await house.settle()
    assert any("Season word has started" in shown.text for shown in ann.reads(group.channel))
    assert unseen_in_rows(house) == []


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\ufe0f", "\u200b\u115f"], ids=ascii)
async def test_a_name_without_ink_is_the_handle(house: House, discord: StandIn, name: str):
    guild = discord.add_guild("Friends")
    people = [discord.add_person(each, guild) for each in (name, "Bob")]
    group = Group(house, guild, discord.add_channel(guild, "poker"), people)
    await group.sit_down()
    assert clean_text(name) == ""
    handle = people[0].user.name
    assert f"1. {handle}" in group.board(people[1]).text
