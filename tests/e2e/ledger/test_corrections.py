"""Hands are made void by reversing entries: by a manager, or by all players together."""

from contextlib import closing

import pytest

from bot.ledger.document import read
from bot.ledger.import_ import import_document
from bot.screens.presses import ShowProof
from bot.store.connection import connect
from bot.store.ledger import tallies
from bot.values.draft import Spot
from discord_standin.vocabulary import Permission
from tests.e2e.computers import set_option
from tests.e2e.house import Group, House
from tests.e2e.ledgers import asks, looks, played
from tests.e2e.own_data import is_forgotten


def points(group: Group) -> dict[str, int]:
    with group.house.read() as db:
        return {line.name: line.points for line in tallies.standing(db, group.guild.id)}


async def test_all_players_of_a_hand_agree_that_it_is_void(gather, house: House):
    group = await played(gather, 1, people=3)
    ann, bob, mia = group.people
    reply = await ann.types(group.channel, "/ledger void number:1 reason:wrong *rules*")
    assert not reply.message.is_ephemeral
    assert "wrong \\*rules\\*" in reply.text
    assert bob.mention in reply.text
    assert ann.mention not in reply.text, "who asks agrees"
    assert bob.pings()
    await bob.press(reply.message, "Agree")
    await bob.press(bob.sees(reply.message), "Agree")
    assert points(group), "Mia has not agreed yet"
    kim = house.discord.add_person("Lea", group.guild)
    stranger = await kim.press(kim.sees(reply.message), "Agree")
    assert stranger.text == "Only the players in this hand can decide this."
    await house.restart()
    await mia.press(mia.sees(reply.message), "Agree")
    assert points(group) == {}
    assert "no longer counts" in ann.sees(reply.message).text


async def test_whoever_is_left_alone_takes_no_hand_back(gather):
    """Forgotten players cannot be asked, so that their part is Manage Server's."""
    group = await played(gather, 1)
    ann, bob = group.people
    early = await ann.types(group.channel, "/ledger void number:1 reason:luck")
    await group.does(ann, "More, End the game")
    await is_forgotten(bob, group.channel)
    before = points(group)
    for reply in (
        await ann.press(ann.sees(early.message), "Agree"),
        await ann.types(group.channel, "/ledger void number:1 reason:luck"),
    ):
        assert "nobody else left to agree" in reply.text
    assert points(group) == before
    ann.join(group.guild, Permission.MANAGE_GUILD)
    asked = await ann.types(group.channel, "/ledger void number:1 reason:luck")
    await ann.press(asked.message, "Make it void")
    assert points(group) == {}


async def test_alone_with_computers_nobody_takes_a_hand_back(gather, house: House):
    alone = gather(1)
    await alone.sit_down(computer="beginner")
    await set_option(alone, "table.counts", "yes")
    await alone.play_hand()
    reply = await asks(alone, "/ledger void number:1 reason:luck")
    assert "nobody else left to agree" in reply.text
    with house.read() as db:
        assert db.execute("SELECT is_void FROM bookings").fetchone()[0] == 0


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(9, "There's no hand #9 here; the latest is #1."), (1, "Only its players, or somebody")],
)
async def test_who_may_make_which_hand_void(gather, number: int, sentence: str):
    group = await played(gather, 1)
    stranger = group.house.discord.add_person("Max", group.guild)
    group.people.append(stranger)
    reply = await asks(group, f"/ledger void number:{number} reason:x", who=2)
    assert sentence in reply.text


BOARDS = (
    "player1:@Ann board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d "
    "player2:@Bob board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
)


async def test_a_hand_with_real_cards_is_scored_and_booked_once_its_players_confirm(gather):
    group: Group = gather(3)
    ann, bob, mia = group.people
    reply = await mia.types(group.channel, f"/ledger record {BOARDS} rules:german stake=2")
    assert "Mia wants to record a hand" in reply.text
    assert points(group) == {}
    await ann.press(reply.message, "Agree")
    await bob.press(bob.sees(reply.message), "Agree")
    assert "Recorded as hand #1." in ann.sees(reply.message).text
    # Front and Back to Ann, Middle to Bob: 1; royalties 7 against 4: 3; all of it twice.
    assert points(group) == {"Ann": 8, "Bob": -8}
    hand = await looks(group, "hand")
    assert "played with real cards" in hand.text
    assert hand.message.pictures[0].content
    assert {"Replay", "Deal proof"}.isdisjoint({b.label for b in hand.message.buttons})
    assert "9d 9c 5d 5c 4c" in (await ann.press(hand.message, "Text")).text
    forged = await ann.forge(ann.sees(hand.message), str(ShowProof(Spot(1, 1))))
    assert "there's no deal to check" in forged.text
    group.people = [ann, bob]
    await group.sit_down()
    await group.play_hand()
    assert "#2" in (await looks(group, "history")).text


async def test_r13_1_a_hand_of_2_7_with_real_cards_is_scored_by_its_own_rules(gather):
    group: Group = gather(2)
    typed = (
        "player1:@Ann board1:KcKd8h / 7c5h4d3s2s / 8c8d8s9h9s "
        "player2:@Bob board2:QhQd4c / 9c6d5s3h2c / AsAhJs9d5c variant:deuce"
    )
    reply = await group.people[0].types(group.channel, f"/ledger record {typed}")
    await group.people[1].press(reply.message, "Agree")
    # Ann scoops: 6; royalties 8 + 8 + 6 against 7 + 1.
    assert points(group) == {"Ann": 20, "Bob": -20}
    hand = await looks(group, "hand")
    assert "2-7 Pineapple" in hand.text
    assert "7-5 low, the wheel" in (hand.message.pictures[0].alt or "")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (BOARDS.replace("@Bob", "@Ann"), "Each player has one board."),
        (BOARDS.replace("6c6d4d", "6c6d4d4d"), "The Front holds 3 cards, not 4."),
        (BOARDS.replace("4d /", "/"), "The Front needs 3 cards, not 2"),
        (BOARDS.replace("Ac", "3c"), "3c appears more than once."),
        (BOARDS + " player3:@Mia", "Name a person and a board for each player"),
        (BOARDS + " rules:colour=red", "There's no option"),
    ],
)
async def test_boards_that_cannot_be_are_refused(gather, typed: str, sentence: str):
    group: Group = gather(3)
    assert sentence in (await asks(group, f"/ledger record {typed}")).text


async def test_fantasyland_dead_and_surrendered_hands_are_booked_as_they_were(gather):
    group: Group = gather(3)
    ann, bob, mia = group.people
    typed = (
        "/ledger record player1:@Ann board1:QhQd2c / 7c7d7h8s9s / AsKsJs6s3s FL13 "
        "player2:@Bob board2:2h / 4h4s / TcTd dead "
        "player3:@Mia board3:- / - / - surrendered rules:german"
    )
    reply = await ann.types(group.channel, typed)
    assert "QhQd2c / 7c7d7h8s9s / AsKsJs6s3s FL13" in reply.text
    assert "- / - / - surrendered" in reply.text
    await bob.press(reply.message, "Agree")
    await mia.press(mia.sees(reply.message), "Agree")
    assert "Recorded as hand #1." in ann.sees(reply.message).text
    # Ann scoops the dead hand (6) with royalties 7 + 2 + 4; Mia gives 2 to each of the others.
    assert points(group) == {"Ann": 6 + 13 + 2, "Bob": -19 + 2, "Mia": -4}
    own = await looks(group, "player")
    assert "Fantasyland: 1 visit" in own.text
    fouled = await looks(group, "player", 0, group.people[1])
    assert "Fouls: 1 (100% of hands)" in fouled.text
    hand = await looks(group, "hand")
    assert hand.message.pictures[0].content
    exported = (await asks(group, "/ledger export")).message.pictures[0].content.decode()
    with closing(connect(group.house.folder / "there.sqlite3")) as there:
        assert import_document(there, read(exported), group.guild.id) == 1
        with group.house.read() as here:
            one, two = (
                [tuple(row)[3:] for row in db.execute("SELECT * FROM results ORDER BY seat")]
                for db in (here, there)
            )
        assert one == two, "visits and fates survive the way to another instance"


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("AcKdQs / 9c9d5c5d4c / KhJh9h8h7h FL17", "no Fantasyland with 17 cards"),
        ("- / - / - surrendered", "These rules have no surrender: leave out"),
        ("Ac / - / - surrendered", "These rules have no surrender: leave out"),
        (
            "Ac / - / - surrendered rules:german",
            "A player who surrenders has no cards on the board",
        ),
        (
            "AcKd / 9c9d5c5d4c / KhJh9h8h7h",
            "The Front needs 3 cards, not 2, unless the hand is dead: AcKd / 9c9d5c5d4c /",
        ),
        ("AcKdQs / 9c9d5c5d4c / KhJh9h8h7h x 2s", "Leave out discards"),
        ("AcKdQs / 9c9d5c5d4c / KhJh9h8h7h FL13 rules:us2012", "no Fantasyland with 13 cards"),
        ("AcKdQs / 9c9d5c5d4c / KhJh9h8h7h lost", "“lost” isn't a card"),
    ],
)
async def test_endings_that_the_rules_do_not_know_are_refused(gather, board: str, sentence: str):
    group: Group = gather(2)
    typed = f"player1:@Ann board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d player2:@Bob board2:{board}"
    assert sentence in (await asks(group, f"/ledger record {typed}")).text
