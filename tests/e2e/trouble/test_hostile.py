"""Hostile input and crowds: everything is answered, nothing breaks out, nobody is pinged for it."""

import asyncio
import re
import string
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.daily.daily_presses import PlayDaily, Practise
from bot.handlers.own_data import ForgetMe
from bot.screens.ledger.pages import LedgerView, Query, ShowPage
from bot.screens.press import parse
from bot.screens.presses import CardPress, Confirm, Follow, Put, Type, Undo, table_of
from bot.screens.settings.menus import ChangeServer
from bot.solo.solo_page import DealPress
from bot.store import guilds
from bot.store.ledger import tallies
from bot.tutorial.screens import LessonPress
from bot.values.draft import Spot
from discord_standin.people.errors import CannotDoError
from discord_standin.people.modals import Modal
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from sandbox.placing import placing_message
from tests.e2e.house import Group, House
from tests.e2e.ledgers import sees
from tests.e2e.secrecy import cards_in
from tests.screens.presses import KINDS, presses

pytestmark = pytest.mark.table(2, seats=2)

few = settings(max_examples=20, suppress_health_check=list(HealthCheck))
any_text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=100)
card_like = st.text("0123456789TJQKA cdhs/,fmbx!.:;-", min_size=1, max_size=100)
entries = (any_text | card_like).filter(lambda text: not cards_in(text))
"""Without whole cards: a refusal repeats what was typed, which would look like a leak."""
words = st.integers(0, 3).map(str) | st.text(string.hexdigits.lower() + "mx.", max_size=10)
ELSEWHERE = LessonPress | DealPress | PlayDaily | Practise
kinds = [kind for kind in KINDS if not issubclass(kind, ELSEWHERE | ForgetMe)]
"""Lessons and daily deals show cards that are in no hand; they have their own tests."""
forged = (
    presses(kinds)
    .filter(lambda press: not isinstance(press, CardPress) or table_of(press) is not None)
    .map(str)
)
nearly_ids = st.builds(
    lambda code, parts: ":".join(["b1", code, *parts]),
    st.sampled_from([kind.code for kind in kinds]),
    st.lists(words, max_size=8),
)
custom_ids = (forged | nearly_ids).filter(lambda text: len(text) <= 100) | any_text


def verify_answered(reply: Reply) -> None:
    assert reply.error == ""
    assert "Something went wrong" not in "".join(shown.text for shown in reply.messages)


async def typed(person: Person, group: Group, command: str, **options: str | int) -> None:
    """Type a command; what Discord's app does not let anybody send is none of the bot's."""
    try:
        verify_answered(await person.command(group.channel, command, **options))
    except CannotDoError:
        return


@few
@given(custom_id=custom_ids)
async def test_no_stranger_changes_anything_by_any_custom_id(
    group: Group, discord: StandIn, custom_id: str
):
    stranger = discord.add_person("Stranger", group.guild)
    before = group.house.table(group.channel)
    verify_answered(await stranger.forge(group.board(stranger), custom_id))
    await group.house.settle()
    after = group.house.table(group.channel)
    # Whoever presses Join at a full table waits for a seat, and anybody may follow a table.
    after = replace(after, people=before.people, waiting=before.waiting)
    if isinstance(parse(custom_id), Follow):
        after = replace(after, thread=before.thread)
    assert after == before


async def test_a_button_of_any_kind_without_its_parts_is_answered(group: Group):
    bob = group.people[1]
    for kind in KINDS:
        verify_answered(await bob.forge(group.board(bob), f"b1:{kind.code}"))


@few
@given(custom_id=custom_ids)
async def test_every_custom_id_of_a_player_is_answered(group: Group, custom_id: str):
    bob = group.people[1]
    verify_answered(await bob.forge(group.board(bob), custom_id))


@few
@given(entry=entries)
async def test_whatever_is_typed_for_a_placement_is_answered(group: Group, entry: str):
    bob = group.people[1]
    await typed(bob, group, "ofc place", cards=entry)
    await bob.complete(group.channel, "ofc place", cards=entry)
    shown = placing_message(bob, group.channel)
    if shown is not None and any(button.label == "⌨" for button in shown.buttons):
        reply = await bob.press(shown, "⌨")
        verify_answered(reply)
        # What another example has laid out may have been confirmed above: then no form opens.
        if reply.interaction.modal is not None:
            verify_answered(await bob.submit(reply.modal, entry=entry))
    await group.house.settle()


@pytest.mark.parametrize("what", ["role", "channels"])
async def test_an_id_that_cannot_be_is_no_setting_of_a_server(group: Group, what: str):
    ann = group.people[0]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    own = (await ann.types(group.channel, "/my settings")).message
    page = (await ann.press(own, "Settings of this server")).message
    form = (await ann.press(page, "Type the rules")).modal
    assert form is not None
    forged = Modal(form.interaction, {**form.body, "custom_id": str(ChangeServer(what))})
    for value in ("", "-1", "x", str(2**63), "9" * 19, "9" * 99, f"1,{2**63}"):
        reply = await ann.submit(forged, entry=value)
        verify_answered(reply)
        with group.house.read() as db:
            assert guilds.get(db, group.guild.id) == guilds.Guild(group.guild.id), value
        assert (value, what) == ("", "channels") or "Choose from the menu." in reply.text, value


@few
@given(text=any_text.filter(lambda text: not cards_in(text)), number=st.integers(-(2**53), 2**53))
async def test_whatever_is_typed_behind_other_commands_is_answered(
    group: Group, discord: StandIn, text: str, number: int
):
    ann = group.people[0]
    await typed(ann, group, "ofc join", limit=number)
    group.channel = discord.add_channel(group.guild, "elsewhere")
    await typed(ann, group, "play", duplicate=number)
    await typed(ann, group, "play")
    form = (await group.does(ann, "More, More options")).modal
    for field in form.fields:
        verify_answered(await ann.submit(form, {field.custom_id: text[: field.most] or "0"}))
    await group.does(ann, "More, End the game")


NAMES = [
    "**bold** _it_ ~~no~~ ||x||",
    "@everyone",
    "<@1> <@&2> <#3>",
    "[click](https://e.example)",
    "https://e.example/a",
    "\u202egnp.exe\u2066",
    "a\r\n# Head\n> quote",
    "```\nblock```",
    "`code",
    "\u200b\u200b\u2060",
    "{name} {0} %s",
    "</ofc stop:1> <t:0:R>",
    "-# small",
    "\x00\x07\x1b[31m",
    "Z\u0361a\u0315l\u0334g\u0335o" + "\u0301" * 20,
    "\\",
]
ACTIVE = re.compile(
    r"(?<!\\)\*\*bold|(?<!\\)\|\||(?<!\\)<(?!@\d{15,}>|#\d{15,}>|t:\d{9,}:R>|a?:\w+:\d+>)[@#/t]"
    r"|(?<!\\)\[click|https://e|[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b]|^# Head|^> quote"
    r"|^-# small",
    re.MULTILINE,
)


@pytest.mark.parametrize("names", list(zip(NAMES[::2], NAMES[1::2], strict=True)), ids=ascii)
async def test_people_with_hostile_names_play_a_hand(
    discord: StandIn, house: House, guild, names: tuple[str, str]
):
    people = [discord.add_person(name, guild) for name in names]
    everybody = {person.user.id for person in people}
    group = Group(house, guild, discord.add_channel(guild, "poker"), people)
    await group.sit_down()
    await group.play_hand()
    ann = people[0]
    for label in ("Text", "Ledger", "Deal proof"):
        reply = await group.more(ann, label)
        assert reply.text.count("```") in {0, 2}, "nobody's name ends a block"
    for what in ("/ofc rules", "Replay", "More, End the game"):
        verify_answered(await group.does(ann, what))
    verify_answered(await sees(ann, group.channel))
    await house.settle()
    for message in discord.world.messages:
        assert message.pings <= everybody
        text = Shown(message, message.now).text
        outside = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        assert not ACTIVE.search(outside), f"{text!r} from {names!r}"


async def test_a_forged_button_on_the_board_shows_ones_cards_to_nobody_else(group: Group):
    """Discord lets nobody press what a message does not have; the cards are safe even so."""
    ann, bob = group.people
    board = group.board(bob)
    here = Spot(1, 1)
    for forged in (Put(here, 0, "f"), Undo(here), Confirm(here, "dead"), Type(here)):
        reply = await bob.forge(board, str(forged))
        verify_answered(reply)
        assert all(shown.is_ephemeral for shown in reply.messages)
    assert group.board(ann).text == board.text


@pytest.mark.parametrize(
    "query",
    [
        Query(LedgerView.CHART, about=(0,)),
        Query(LedgerView.CHART, about=(9_999_999_999,)),
        Query(LedgerView.CHART_TEXT, about=(1, 999), page=200),
    ],
)
async def test_a_forged_question_to_the_ledger_is_answered_in_a_sentence(
    group: Group, query: Query
):
    ann = group.people[0]
    reply = await ann.forge(group.board(ann), str(ShowPage(query)))
    verify_answered(reply)


async def test_a_hundred_people_press_join_at_once(gather, discord: StandIn, house: House):
    group: Group = gather(1)
    await group.sit_down(rules="german", seats=5)
    crowd = [discord.add_person(f"Guest {number}", group.guild) for number in range(100)]
    board = group.board(group.people[0])
    replies = await asyncio.gather(*(person.press(board, "Join") for person in crowd))
    await house.catch_up()
    assert [reply.error for reply in replies] == [""] * 100
    seats = house.table(group.channel).seats
    assert [seat.seat for seat in seats] == [1, 2, 3, 4, 5]
    assert len({seat.player_id for seat in seats}) == 5
    waiting = [r for r in replies if r.messages and "All seats are taken" in r.text]
    assert len(waiting) == len(house.table(group.channel).waiting) == 96
    assert "and 86 more" in group.board(group.people[0]).text


async def test_one_person_presses_join_a_hundred_times_at_once(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(seats=3)
    bob, board = group.people[1], group.board(group.people[0])
    await asyncio.gather(*(bob.press(board, "Join") for _ in range(100)))
    await house.catch_up()
    assert len(house.table(group.channel).seats) == 2


async def test_two_commands_race_and_one_of_them_wins(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    replies = await asyncio.gather(
        *(person.types(group.channel, "/play") for person in (ann, bob) for _ in range(5))
    )
    texts = [reply.text for reply in replies]
    assert sum("Your table is open" in text for text in texts) == 1
    assert sum("This channel already has a table" in text for text in texts) == 9
    await asyncio.gather(*(p.types(group.channel, "/ofc join") for p in (ann, bob)))
    await asyncio.gather(*(group.does(p, "Start") for p in (ann, bob) * 5))
    await house.catch_up()
    played = house.table(group.channel).played
    assert played is not None
    assert played.row.number == 1
    await group.play_out()


async def test_clicks_that_come_twice_and_out_of_order_place_each_street_once(gather, house: House):
    """Everything a person has pressed comes once more, later, in another order and all at once."""
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    pressed = {person: [] for person in group.people}
    while house.is_dealt(group.channel):
        for person in group.people:
            choice = group.choice(person)
            if choice is None:
                continue
            pressed[person].append(choice)
            await person.press(*choice)
            again = group.random.sample(pressed[person], min(4, len(pressed[person])))
            late = [(shown, key) for shown, key in again if not shown.message.is_deleted]
            await asyncio.gather(*(person.press(*click) for click in (choice, *late)))
            await house.settle()
    await house.catch_up()
    with house.read() as db:
        assert [line.hands for line in tallies.standing(db, group.guild.id)] == [1, 1]
        assert db.execute("SELECT count(*) FROM entries").fetchone()[0] == 1
