"""Messages are kept up to date: which are new, which are edited, and what is done without them."""

from bot.handlers import ending, seating
from bot.screens.presses import Join, Ready, Start
from bot.surfaces.gateway import Refused
from bot.values.options import TableOptions
from tests.desk.desk import CHANNEL, Member
from tests.desk.post import Message
from tests.desk.scene import ANN, BOB, MIA, Scene, words


def about_cards(scene: Scene, member: Member) -> list[Message]:
    """The direct messages in which somebody was asked for a decision."""
    return [each for each in scene.posted(member.dm) if "### Hand" in words(each.screen)]


async def test_a_decision_is_a_message_of_its_own_and_is_edited_once_it_is_made(scene: Scene):
    """A new message notifies, an edit does not; the one of an earlier decision goes away."""
    await scene.deals(ANN, BOB, variant="classic")
    (first,) = about_cards(scene, BOB)
    assert not about_cards(scene, ANN), "nobody is asked before it is their turn"
    edits = first.edits
    await scene.places(BOB)
    assert first.edits > edits
    assert len(about_cards(scene, BOB)) == 1
    await scene.places(ANN)
    (second,) = about_cards(scene, BOB)
    assert second.id != first.id


async def test_a_hand_has_one_board_that_is_edited_and_then_is_the_result(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic")
    before = [message.id for message in scene.posted()]
    await scene.places(BOB)
    await scene.places(ANN)
    assert [message.id for message in scene.posted()] == before
    await scene.plays_hand(ANN, BOB)
    boards = [each for each in scene.posted() if "## Hand 1" in words(each.screen)]
    assert len(boards) == 1


async def test_a_board_that_was_deleted_comes_back_with_the_next_street(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic")
    del scene.desk.post.messages[scene.posted()[-1].id]
    assert "## Hand 1" not in scene.public()
    await scene.places(BOB)
    assert "## Hand 1" in scene.public()


async def test_a_result_has_its_buttons_until_the_next_hand_is_dealt(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    (result,) = [each for each in scene.posted() if "## Hand 1" in words(each.screen)]
    assert "[Ready]" in words(result.screen)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    assert "[Ready]" not in words(result.screen)
    assert "Ready: " not in words(result.screen)
    assert "**Bob " in words(result.screen), "the points stay"


async def test_ones_own_result_offers_the_next_hand_as_long_as_there_is_one(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    own = [scene.posted(member.dm)[-1] for member in (ANN, BOB)]
    assert all("[Ready]" in words(each.screen) for each in own)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    assert not any("[Ready]" in words(each.screen) for each in own)
    await scene.plays_hand(ANN, BOB)
    assert "[Ready]" in scene.told(ANN)
    await scene.asks(ANN, ending.stop())
    assert "[Ready]" not in scene.told(ANN) + scene.told(BOB) + scene.public(9)


async def test_ones_own_result_is_the_one_of_a_hand_that_was_over_as_it_was_dealt(scene: Scene):
    """Whoever is away in a tournament misses its hands: who is alone plays on with its newest."""
    await scene.opens(ANN, BOB, options=TableOptions(stack=100, books=False))
    await scene.plays_hand(ANN, BOB)
    await scene.asks(BOB, seating.sit_out())
    for number in (1, 2, 3):
        assert f"### Hand {number}: finished" in scene.told(ANN)
        await scene.again(ANN, scene.sure(scene.posted(ANN.dm)[-1].screen, Ready))
    assert "### Hand 4: finished" in scene.told(ANN)


async def test_who_takes_no_direct_messages_is_called_in_the_channel(scene: Scene):
    scene.desk.post.closed.add(BOB.user_id)
    await scene.deals(ANN, BOB, variant="classic")
    assert not scene.posted(BOB.dm)
    assert any("<@101>" in words(message.screen) for message in scene.posted())
    assert "place 5 cards" not in scene.public(9), "nobody else sees their cards"


async def test_what_discord_does_not_take_comes_in_words(scene: Scene):
    await scene.opens(ANN, BOB)
    scene.desk.post.refusals.append(Refused())
    await scene.presses(ANN, Start)
    said = scene.public(1) + scene.told(ANN) + scene.told(BOB)
    assert said.count("[picture]") == 2, "of three messages one comes without"
    assert "13 cards" in said


async def test_a_table_closes_with_its_channel_and_people_are_told(scene: Scene):
    await scene.deals(ANN, BOB)
    scene.desk.post.gone.add(CHANNEL)
    await scene.places(BOB)
    assert (await scene.table()).state == "closed"
    for member in (ANN, BOB):
        assert "doesn't count" in scene.told(member)


async def test_what_nobody_sees_changed_is_not_sent(scene: Scene):
    await scene.opens(ANN, BOB)
    edits = [message.edits for message in scene.desk.post.messages.values()]
    await scene.presses(BOB, Join)
    assert [message.edits for message in scene.desk.post.messages.values()] == edits


async def test_who_sits_out_reads_so_in_their_own_message_and_everybody_in_the_lobby(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    await scene.asks(MIA, seating.sit_out())
    assert "I'll keep your seat" in scene.told(MIA)
    assert "Mia (sits out)" in scene.public_first()
    assert "I'll keep your seat" not in scene.told(BOB)


async def test_an_older_result_says_the_same_whoever_sits_out_by_now(scene: Scene):
    await scene.deals(ANN, BOB, clock="1m")
    await scene.desk.let_pass(61)
    await scene.plays_hand(ANN, BOB)
    (result,) = [each for each in scene.posted() if "## Hand 1" in words(each.screen)]
    assert "Time ran out, so I placed cards for " in words(result.screen)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    assert "Time ran out" not in words(result.screen)
