"""What a void hand leaves behind: its result says so where it stands, and Fantasyland goes back."""

import pytest

from bot.screens.decision_screens import CorrectNow
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from sandbox.script import HANDS
from tests.e2e.house import Group, House
from tests.e2e.ledgers import looks, make_void, played, public
from tests.e2e.scripted import fantasyland, place, play


def results(group: Group) -> list[Shown]:
    return [s for s in public(group) if "(total " in s.text]


async def test_the_latest_result_says_that_it_does_not_count_and_the_game_goes_on(gather):
    group = await played(gather, 2)
    first, second = results(group)
    await make_void(group, 2)
    marked = group.people[1].sees(second)
    assert "This hand doesn't count: misdeal" in marked.text
    assert "~~**Ann" in marked.text
    assert "~~**Bob" in marked.text
    assert group.people[1].sees(first) == first, "the other hand counts as ever"
    await group.play_hand()
    assert "doesn't count" not in group.result().text
    assert "doesn't count" in group.people[1].sees(second).text, "also once a hand has followed"


async def test_an_older_result_says_so_where_it_stands(gather, house: House):
    group = await played(gather, 2)
    first, second = results(group)
    await make_void(group, 1)
    marked = group.people[1].sees(first)
    assert "This hand doesn't count: misdeal" in marked.text
    assert "Ann (winner, dealer), total plus 6," in (first.pictures[0].alt or "")
    assert "Ann (winner, dealer), total 0," in (marked.pictures[0].alt or "")
    assert marked.pictures[0].content != first.pictures[0].content, "the picture says so too"
    assert [b.label for b in marked.buttons] == [b.label for b in first.buttons]
    assert group.people[1].sees(second) == second
    await house.restart()
    assert group.people[1].sees(first) == marked, "it is painted once"


async def test_a_result_that_was_deleted_or_cannot_be_reached_holds_nothing_up(
    gather, house: House
):
    group = await played(gather, 2)
    first, _ = results(group)
    first.message.is_deleted = True
    assert "no longer counts" in await make_void(group, 1)
    assert not house.is_behind
    await group.play_hand()
    assert "Hand 3" in group.result().text


async def test_a_result_told_in_words_is_marked_in_words(gather, discord: StandIn):
    group: Group = gather(2)
    group.people[0].join(group.guild, Permission.MANAGE_GUILD)
    await group.sit_down()
    discord.deny_bot(group.channel, Permission.ATTACH_FILES)
    await group.play_hand()
    first = group.result()
    await group.play_hand()
    # By the token of a press on it a picture would come all the same.
    await group.house.let_pass(900)
    await make_void(group, 1)
    marked = group.people[1].sees(first)
    assert "This hand doesn't count: misdeal" in marked.text
    assert "** · Result" in marked.text


@pytest.mark.usefixtures("scripted")
@pytest.mark.table(3)
async def test_the_fantasyland_that_a_void_hand_earned_is_taken_back(group: Group):
    await play(group, HANDS[0])
    assert "⭐ Fantasyland next" in group.result().text
    told = await make_void(group, 1)
    assert "For the next hand, Fantasyland is as it was before this one." in told
    await group.deal()
    running = group.house.table(group.channel).running
    assert running is not None
    assert [seat.fantasyland for seat in running.hand.seats] == [0, 0, 0]


@pytest.mark.usefixtures("scripted")
@pytest.mark.table(3)
async def test_who_played_a_void_hand_in_fantasyland_is_there_again(group: Group):
    await play(group, HANDS[0])
    await group.deal()
    await play(group, HANDS[1], but="Ann")
    await place(group, group.people[0], fantasyland(HANDS[1]))
    assert "Hand 2" in group.result().text
    await make_void(group, 2)
    group.house.secrets = iter([bytes(32)])
    await group.deal()
    running = group.house.table(group.channel).running
    assert running is not None
    assert sorted(seat.fantasyland for seat in running.hand.seats) == [0, 0, 14]


@pytest.mark.usefixtures("scripted")
@pytest.mark.table(3)
async def test_once_the_next_hand_is_dealt_its_fantasyland_stays(group: Group):
    await play(group, HANDS[0])
    await group.deal()
    told = await make_void(group, 1)
    assert "The next hand was already dealt" in told
    running = group.house.table(group.channel).running
    assert running is not None
    assert sorted(seat.fantasyland for seat in running.hand.seats) == [0, 0, 14]


async def test_without_fantasyland_nothing_is_said_of_it(gather):
    group: Group = gather(2)
    group.people[0].join(group.guild, Permission.MANAGE_GUILD)
    await group.sit_down(rules="us2012")
    await group.play_hand()
    assert "Fantasyland" not in await make_void(group, 1)


async def test_a_forged_button_books_nothing_in_the_name_of_others(gather):
    group: Group = gather(2)
    ann = group.people[0]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    boards = "player1:@Ann board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d player2:@Bob "
    boards += "board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
    asked = await ann.types(group.channel, f"/ledger record {boards}")
    forged = await ann.forge(asked.message, str(CorrectNow(1)))
    assert forged.text == "This has already been decided."
    assert "No hand counts here yet" in (await looks(group, "history")).text


async def test_a_void_hand_with_real_cards_posts_nothing_but_that(gather):
    group: Group = gather(2)
    ann, bob = group.people
    ann.join(group.guild, Permission.MANAGE_GUILD)
    boards = "player1:@Ann board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d player2:@Bob "
    boards += "board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
    asked = await ann.types(group.channel, f"/ledger record {boards}")
    await bob.press(bob.sees(asked.message), "Agree")
    before = len(public(group))
    assert "no longer counts" in await make_void(group, 1)
    assert len(public(group)) == before + 1
    assert "void: misdeal" in (await looks(group, "history")).text


@pytest.mark.usefixtures("scripted")
@pytest.mark.table(3)
async def test_a_void_hand_counts_again_with_all_that_belongs_to_it(group: Group, house: House):
    await play(group, HANDS[0])
    ann, bob, _mia = group.people
    result, standing = group.result(), (await looks(group)).text
    profile = (await looks(group, "player")).text
    shown = (await looks(group, "hand")).text
    await make_void(group, 1)
    assert (await looks(group)).text != standing
    again = await ann.types(group.channel, "/ledger void number:1 reason:it was right")
    assert again.text == "Hand #1 is already void. Have it count again?"
    await ann.press(again.message, "Count it again")
    await house.catch_up()
    told = public(group)[-1].text
    assert "Hand #1 counts again, and so do its points." in told
    assert "it was right" in told
    assert "The Fantasyland earned in it is back for the next hand." in told
    assert bob.sees(result).text == result.text
    assert (await looks(group)).text == standing
    assert (await looks(group, "player")).text == profile
    page = await looks(group, "hand")
    corrected = "This hand was void, and counts again: it was right"
    assert page.text.replace(f"\n{corrected}", "") == shown
    assert {"Replay", "Deal proof"} <= {button.label for button in page.message.buttons}
    await group.deal()
    running = house.table(group.channel).running
    assert running is not None
    assert sorted(seat.fantasyland for seat in running.hand.seats) == [0, 0, 14]


async def test_the_same_boards_are_recorded_twice_only_if_that_is_meant(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    one, other = "6c6d4d / TcTd9sQh8c / 3c3d3h2c2d", "AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
    boards = f"player1:@Ann board1:{one} player2:@Bob board2:{other}"
    asked = await ann.types(group.channel, f"/ledger record {boards}")
    await bob.press(bob.sees(asked.message), "Agree")
    # Bob writes down the same hand with the players and cards in another order.
    mixed = other.replace("AcKdQs", "QsAcKd")
    boards = f"player1:@Bob board1:{mixed} player2:@Ann board2:{one}"
    twice = await bob.types(group.channel, f"/ledger record {boards}")
    assert twice.text == "Hand #1 has the same boards. Record it again?"
    assert twice.message.is_ephemeral
    assert "#2" not in (await looks(group, "history")).text
    await bob.press(twice.message, "Record it again")
    await house.settle()
    proposal = public(group)[-1]
    assert "Hand #1 has the same boards." in proposal.text, "Ann sees it, too"
    await ann.press(ann.sees(proposal), "Agree")
    assert "#2" in (await looks(group, "history")).text


async def test_the_last_hand_of_a_closed_table_is_marked_and_nothing_else_changes(gather):
    group = await played(gather, 2)
    await group.does(group.people[0], "More, End the game")
    await group.house.settle()
    before = public(group)
    await make_void(group, 2)
    after = [group.people[1].sees(shown) for shown in before]
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1
    assert "This hand doesn't count: misdeal" in changed[0].text
    assert len(public(group)) == len(before) + 1
