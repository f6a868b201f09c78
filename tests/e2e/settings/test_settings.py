"""Looks, confirming by itself, suggestions while typing, card emoji, and words for pictures."""

from pathlib import Path

import pytest

from bot.game.play import AUTO_SECONDS
from bot.pictures.theme import DECKS
from bot.screens.presses import Put
from bot.screens.settings.menus import OWN, ChangeOwn, ChangeTable
from bot.settings import Address
from bot.values.draft import Spot
from bot.values.phrases import deck_emoji
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.trouble import Reset
from discord_standin.vocabulary import Permission
from sandbox.placing import placing_message, pressable
from tests.e2e.house import Group, House
from tests.e2e.menus import menu_of


async def settings(group: Group, person: Person) -> Shown:
    return (await person.types(group.channel, "/my settings")).message


async def choose(group: Group, person: Person, menu: str, value: str) -> None:
    shown = await settings(group, person)
    reply = await person.select(shown, value, menu=menu_of(shown, menu))
    assert reply.error == ""
    await group.house.settle()


def screen(group: Group, person: Person) -> Shown:
    shown = placing_message(person, group.channel)
    assert shown is not None
    return shown


async def test_ones_own_deck_changes_ones_own_pictures_at_once(group: Group):
    ann, bob = group.people
    before, board = screen(group, bob), group.board(ann)
    await choose(group, bob, "my.deck", "four")
    after = screen(group, bob)
    assert after.id == before.id, "the same message"
    assert after.pictures[0].content != before.pictures[0].content
    assert after.pictures[0].alt == before.pictures[0].alt
    assert group.board(ann) == board, "what everybody sees stays as it is"
    chosen = [option.name for s in (await settings(group, bob)).selects for option in s.options]
    assert "Four-colour deck: a colour for each suit" in chosen
    await choose(group, bob, "my.deck", "table")
    assert screen(group, bob).pictures[0].content == before.pictures[0].content


async def test_everybody_chooses_what_is_counted_for_them(group: Group):
    for _street in range(2):
        for person in reversed(group.people):
            await group.act(person)
    bob = group.people[1]

    def alt() -> str:
        return screen(group, bob).pictures[0].alt or ""

    assert "Outs: " in alt()
    assert "Still to come: " in alt()
    await choose(group, bob, "my.aid", "live")
    assert "Outs: " not in alt()
    assert "Still to come: " in alt()
    await choose(group, bob, "my.aid", "none")
    assert "Still to come: " not in alt()
    await choose(group, bob, "my.aid", "outs")
    assert "Outs: " in alt()


async def test_the_host_changes_what_everybody_sees(group: Group):
    ann, bob = group.people
    before, own = group.board(ann), screen(group, bob)
    await choose(group, ann, "table.skin", "day")
    assert group.board(ann).pictures[0].content != before.pictures[0].content
    assert screen(group, bob).pictures[0].content != own.pictures[0].content


async def test_others_cannot_change_the_table(group: Group):
    bob = group.people[1]
    shown = await settings(group, bob)
    assert len(shown.selects) == len(OWN), "only one's own"
    reply = await bob.forge(shown, str(ChangeTable(Spot(1), "skin")))
    assert "Only the host" in reply.text


async def test_a_forged_choice_changes_nothing(group: Group):
    ann = group.people[0]
    shown = await settings(group, ann)
    for what in ("deck", "skin", "confirm", "calls", "name", "x", ""):
        reply = await ann.forge(shown, str(ChangeOwn(Spot(1), what)))
        assert reply.error == ""
    with group.house.read() as db:
        rows = db.execute("SELECT skin, deck, confirm, calls FROM players").fetchall()
    assert [tuple(row) for row in rows] == [(None, None, "ask", "dm")] * 2


# --- placing by itself ------------------------------------------------------------------------


async def tap(group: Group, person: Person, *arguments: str) -> None:
    for argument in arguments:
        shown = screen(group, person)
        put = next(p for p in pressable(shown, Put) if f"{p.card}{p.letter}" == argument)
        await person.press(shown, str(put))


async def test_auto_places_a_moment_after_the_last_tap(group: Group):
    bob = group.people[1]
    await choose(group, bob, "my.confirm", "auto")
    await tap(group, bob, "0f")
    assert "unless you tap again" in screen(group, bob).text
    await group.house.let_pass(AUTO_SECONDS - 2)
    await tap(group, bob, "1m")
    await group.house.let_pass(AUTO_SECONDS - 2)
    assert placing_message(bob, group.channel) is not None, "the last tap counts"
    await group.house.let_pass(2)
    assert placing_message(bob, group.channel) is None
    running = group.house.table(group.channel).running
    assert running is not None
    assert [len(row) for row in running.hand.seats[0].board] == [1, 1, 3]


async def test_auto_waits_for_nothing_but_its_moment(group: Group, monkeypatch):
    monkeypatch.setattr("bot.game.play.AUTO_SECONDS", 0)
    bob = group.people[1]
    await choose(group, bob, "my.confirm", "auto")
    await tap(group, bob, "0f")
    await group.house.settle()
    assert placing_message(bob, group.channel) is None


async def test_auto_is_stopped_by_taking_the_tap_back(group: Group):
    bob = group.people[1]
    await choose(group, bob, "my.confirm", "auto")
    await tap(group, bob, "0f")
    await bob.press(screen(group, bob), "↩")
    await group.house.let_pass(AUTO_SECONDS)
    assert placing_message(bob, group.channel) is not None
    assert "unless you tap again" not in screen(group, bob).text


async def test_auto_places_taps_and_nothing_that_was_typed(group: Group):
    """R3.5: what is typed without its mark is a preview, also right after a tap."""
    bob = group.people[1]
    await choose(group, bob, "my.confirm", "auto")
    await tap(group, bob, "0f")
    typed = await bob.types(group.channel, "/ofc place cards:fmmbb")
    assert "unless you tap again" not in typed.text
    await group.house.let_pass(AUTO_SECONDS + 1)
    modal = (await bob.press(bob.last(bob.dm), "⌨")).modal
    await bob.submit(modal, {modal.fields[0].label: "mmbbf"})
    await group.house.let_pass(AUTO_SECONDS + 1)
    assert group.house.log(group.channel)[-1].startswith("deal"), "nothing has been placed"
    shown = bob.last(bob.dm)
    await bob.press(shown, next(str(p) for p in pressable(shown, Put) if p.letter == "f"))
    assert "unless you tap again" in bob.last(bob.dm).text, "a tap starts the time again"


async def test_auto_places_although_the_bot_was_stopped_in_between(group: Group):
    bob = group.people[1]
    await choose(group, bob, "my.confirm", "auto")
    await tap(group, bob, "0f")
    await group.house.stop()
    group.house.discord.advance(60)
    await group.house.start()
    await group.house.let_pass(0)
    assert placing_message(bob, group.channel) is None
    running = group.house.table(group.channel).running
    assert running is not None
    assert len(running.hand.seats[0].board.front) == 1


# --- suggestions while typing -----------------------------------------------------------------


async def suggestions(group: Group, typed: str) -> list[tuple[str, str]]:
    bob = group.people[1]
    offers = await bob.complete(group.channel, "ofc place", cards=typed)
    return [(offer.name, str(offer.value)) for offer in offers]


async def test_place_suggests_what_is_typed_as_it_would_be_placed(group: Group):
    (place, confirmed), (lay_out, kept) = await suggestions(group, "fmmbb")
    assert place.startswith("Place ")
    assert confirmed == "fmmbb!"
    assert lay_out.startswith("Lay out ")
    assert kept == "fmmbb"


async def test_place_suggests_ones_cards_before_anything_is_typed(group: Group):
    (words, _value) = (await suggestions(group, " "))[0]
    assert words.startswith("Your cards: ")


async def test_place_suggests_why_an_entry_cannot_be(group: Group):
    assert [words for words, _ in await suggestions(group, "fmm")] == [
        "You have 5 cards, so type 5 letters, such as bbmmf."
    ]


# --- emoji, and words in place of pictures ----------------------------------------------------


@pytest.mark.parametrize("trouble", [Reset(), Reset(after=True)], ids=str)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_emoji_come_although_a_connection_breaks(
    discord: StandIn,
    address: Address,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    trouble: Reset,
):
    monkeypatch.setattr("bot.discord_io.sync.DECKS", ("two",))
    wanted = set(deck_emoji("two"))
    discord.fail_next(method, "/applications/{application_id}/emojis", trouble)
    async with House(discord, address, tmp_path).made(emoji=True, first_pause=0.0):
        await discord.until(lambda: {e.name for e in discord.world.emojis.all} == wanted)
        await discord.settle()
    assert discord.troubles_are_over
    assert discord.violations == []


async def test_missing_emoji_are_uploaded_once_and_shown_on_buttons(
    discord: StandIn, guild, house: House
):
    await house.stop()
    wanted = {name for deck in DECKS for name in deck_emoji(deck)}

    def uploads() -> int:
        return sum(r.method == "POST" and "emojis" in r.path for r in discord.requests)

    for _start in range(2):
        async with house.made(emoji=True):
            await discord.until(lambda: uploads() >= len(wanted))
            await discord.settle()
    assert uploads() == len(wanted), "the second start finds them"
    async with house.made(emoji=True) as bot:
        house.bot = bot
        people = [discord.add_person(name, guild) for name in ("Ann", "Bob")]
        group = Group(house, guild, discord.add_channel(guild, "emoji"), people)
        await group.sit_down()
        await group.deal()
        shown = screen(group, people[1])
        assert {button.emoji for button in shown.buttons} & wanted
        assert "<:slot_front:" in shown.text
    house.bot = None
    await house.start()


async def test_without_attach_files_the_boards_are_told_in_words(group: Group, discord: StandIn):
    discord.deny_bot(group.channel, Permission.ATTACH_FILES)
    await group.act(group.people[1])
    board = group.board(group.people[0])
    await group.play_out()
    for shown in (board, group.result()):
        assert shown.pictures == ()
        assert "**Hand 1 · Pineapple**" in shown.text
    discord.deny_bot(group.channel)
    await group.people[0].types(group.channel, "/ofc board")
    await group.house.settle()
    assert group.board(group.people[0]).pictures, "the picture comes back with the permission"
