"""Deals that people have to themselves: whose they are, once each, and who is told."""

import re
import sqlite3
from contextlib import suppress
from functools import partial
from random import Random
from typing import NoReturn

import pytest

from bot import alone
from bot.alone import AloneHint, NextAlone
from bot.challenges import handlers as challenges
from bot.challenges.screens import EndChallenge, PlayChallenge
from bot.daily import daily_handlers as daily
from bot.game.lobby import NewTable
from bot.handlers import ending, own_data, waiting_cards
from bot.handlers.own_data import AskToForget, ForgetMe
from bot.handlers.serving import HandlerCall, asked_by
from bot.screens.components import Screen
from bot.screens.press import parse
from bot.screens.presses import AcceptWarning, Confirm, LayOut, PlayFrom, Put
from bot.solo.solo_game import SoloGame
from bot.store import solo_deals
from bot.store.engine import Connection, OperationalError
from bot.tutorial.playing_on import AS_IT_CAME
from bot.values.draft import DealSpot, PlayOnSpot
from bot.verifying import first_wrong_game
from ofc_engine.street import DISCARD, LETTERS, UNTOUCHED
from tests.desk.desk import CHANNEL, Button, Member
from tests.desk.post import Message
from tests.desk.scene import ANN, BOB, MIA, Scene, words
from tests.desk.words import buttons


async def plays_street(scene: Scene, member: Member, screen: Screen) -> Screen:
    """Confirm a street as it lies; the message as it is then."""
    button = scene.sure(screen, AcceptWarning)
    await scene.again(member, button)
    message = button.message
    confirm = Button(message, "", scene.sure(message.screen, Confirm).custom_id)
    await scene.again(member, confirm)
    return message.screen


async def test_a_daily_deal_is_begun_once_and_goes_on(scene: Scene):
    first = await scene.screen(ANN, daily.play_day())
    after = await plays_street(scene, ANN, first)
    again = await scene.screen(ANN, daily.play_day())
    assert "street 2" in words(again).lower()
    assert words(after).lower().count("street 2") == words(again).lower().count("street 2")


async def test_placements_that_are_no_text_any_more_are_a_fault_that_quotes_no_card(scene: Scene):
    def spoil(db: Connection) -> None:
        db.execute("UPDATE attempts SET log = CAST(CAST(log AS BLOB) || x'ff' AS TEXT)")

    await plays_street(scene, ANN, await scene.screen(ANN, daily.play_day()))
    await scene.desk.services.database.write(spoil)
    told = await scene.desk.read(first_wrong_game)
    assert told == "A deal that people play on their own cannot be read."


async def test_everybody_is_dealt_the_same_and_nobody_else_sees_it(scene: Scene):
    ann, bob = [await scene.desk.ask(member, daily.play_day()) for member in (ANN, BOB)]
    assert ann is not None
    assert bob is not None
    assert words(ann) == words(bob)
    assert not scene.posted()


async def test_a_deal_is_placed_by_its_owner_alone(scene: Scene):
    first = await scene.screen(ANN, daily.play_day())
    put = scene.sure(first, Put)
    told = await scene.again(BOB, put)
    assert told == "You haven't begun this deal. Play today's with /daily."


async def test_a_day_ends(scene: Scene):
    first = await scene.screen(ANN, daily.play_day())
    put = scene.sure(first, Put)
    await scene.desk.let_pass(3 * 24 * 3600)
    over = "This day is over. Play today's deal with /daily."
    assert await scene.again(ANN, put) == over
    for asked in (waiting_cards.place("bbbbb!"), waiting_cards.hand()):
        assert await scene.asks(ANN, asked) == over
    await scene.desk.let_pass(7 * 24 * 3600)
    assert "no table in this channel" in await scene.asks(ANN, waiting_cards.place("bbbbb!"))
    assert words(await scene.desk.ask(ANN, daily.play_day()) or first) != words(first)


async def test_a_challenge_is_between_two(scene: Scene):
    assert "Challenge somebody else" in await scene.asks(ANN, challenges.challenge(ANN.person))
    await scene.asks(ANN, challenges.challenge(BOB.person))
    assert "<@101>" in scene.public()
    play = scene.button(BOB, PlayChallenge)
    assert "This challenge is for others" in await scene.again(MIA, play)
    mine = await scene.desk.press(ANN, play)
    theirs = await scene.desk.press(BOB, play)
    assert mine is not None
    assert theirs is not None
    same = words(theirs).replace("Challenge with Ann", "Challenge with Bob")
    assert words(mine) == same, "both have the same cards"


async def test_it_is_declined_or_taken_back_as_long_as_one_has_placed_nothing(scene: Scene):
    begun = await scene.screen(ANN, challenges.challenge(BOB.person))
    end, play = scene.button(BOB, EndChallenge), scene.button(BOB, PlayChallenge)
    await plays_street(scene, ANN, begun)
    assert "You've already placed cards" in await scene.again(ANN, end)
    assert "for others" in await scene.again(MIA, end)
    await scene.again(BOB, end)
    assert "Bob" in scene.public()
    assert "over" in await scene.again(BOB, play)


async def test_whoever_has_played_is_told_that_the_challenge_is_withdrawn(scene: Scene):
    await scene.screen(ANN, challenges.challenge(BOB.person))
    theirs = asked_by(scene.button(BOB, PlayChallenge).custom_id)
    await plays_to_the_end(scene, BOB, await scene.screen(BOB, theirs))
    await scene.presses(ANN, EndChallenge)
    called = scene.posted()[-1].screen
    assert called.pings == (BOB.user_id,)
    assert "withdrew the challenge" in words(called)
    assert "withdrew the challenge" in words(await scene.screen(BOB, theirs))


async def test_a_challenge_whose_channel_is_lost_was_withdrawn_by_nobody(scene: Scene):
    await scene.screen(ANN, challenges.challenge(BOB.person))
    theirs = asked_by(scene.button(BOB, PlayChallenge).custom_id)
    await plays_to_the_end(scene, BOB, await scene.screen(BOB, theirs))
    scene.desk.post.gone.add(CHANNEL)
    lose = partial(ending.close_channel, scene.desk.services, CHANNEL)
    await scene.desk.happen("the channel goes away", lose)
    after = words(await scene.screen(BOB, theirs))
    assert "I can't write in its channel any more" in after


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["declined", "forgotten"])
async def test_whoever_has_played_is_told_that_the_other_will_not(scene: Scene, is_forgotten: bool):
    """An edit of the call notifies nobody."""
    begun = await scene.screen(ANN, challenges.challenge(BOB.person))
    await plays_to_the_end(scene, ANN, begun)
    if is_forgotten:
        await scene.presses(BOB, PlayChallenge)
        await scene.presses_sure(BOB, own_data.forget(AskToForget()), ForgetMe)
    else:
        await scene.presses(BOB, EndChallenge)
    called = scene.posted()[-1].screen
    assert called.pings == (ANN.user_id,)
    assert words(called).startswith(f"<@{ANN.user_id}> {scene.public_first()}")


async def test_whoever_challenges_back_has_their_cards(scene: Scene):
    """The call may be far up in the channel, or deleted."""
    await scene.asks(ANN, challenges.challenge(BOB.person))
    calls = len(scene.posted())
    theirs = await scene.screen(BOB, challenges.challenge(ANN.person))
    assert "Challenge with Ann: street 1 of 5" in words(theirs)
    await plays_to_the_end(scene, BOB, theirs)
    told = await scene.asks(BOB, challenges.challenge(ANN.person))
    until = scene.desk.time.now + challenges.LASTS
    assert told == f"You've already played yours. Ann hasn't yet: the challenge ends <t:{until}:R>."
    assert len(scene.posted()) == calls, "there is one challenge"


@pytest.mark.parametrize("press", [EndChallenge, PlayChallenge])
async def test_a_challenge_goes_on_whose_cards_could_not_be_dealt(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, press: type[EndChallenge | PlayChallenge]
):
    """The other is called, and then nothing can be saved for a moment."""

    def fails(*_: object, **__: object) -> NoReturn:
        raise OperationalError("disk I/O error")

    with monkeypatch.context() as patch, suppress(OperationalError):
        patch.setattr(solo_deals, "first_begun", fails)
        await scene.asks(ANN, challenges.challenge(BOB.person))
    assert await scene.desk.read(first_wrong_game) is None
    answer = await scene.desk.press(ANN, scene.button(BOB, press))
    if answer is None:
        assert "Ann withdrew the challenge." in scene.public()
    else:
        assert "Challenge with Bob: street 1 of 5" in words(answer)
    assert await scene.desk.read(first_wrong_game) is None


async def test_it_ends_by_itself(scene: Scene):
    await scene.asks(ANN, challenges.challenge(BOB.person))
    play = scene.button(BOB, PlayChallenge)
    await scene.desk.let_pass(challenges.LASTS)
    assert "This challenge is over." in await scene.again(BOB, play)
    await scene.asks(ANN, challenges.challenge(BOB.person))
    assert scene.has(BOB, PlayChallenge), "another one is possible"


# --- among years -----------------------------------------------------------------------------


async def statements(scene: Scene, member: Member, asked: HandlerCall) -> list[str]:
    """What the database is asked while somebody is served."""
    ran = list[str]()

    def note(db: Connection, *, noted: bool) -> None:
        assert isinstance(db, sqlite3.Connection)
        db.set_trace_callback(ran.append if noted else None)

    await scene.desk.read(partial(note, noted=True))
    await scene.desk.ask(member, asked, channel=member.dm)
    await scene.desk.read(partial(note, noted=False))
    assert ran
    return ran


async def test_whoever_moves_a_card_alone_is_not_told_of_all_hands_before(scene: Scene):
    """Their number and points are counted once, as the hand begins."""
    first = await scene.screen(ANN, alone.play(NewTable()))
    over = await plays_to_the_end(scene, ANN, first)
    begun = await scene.screen(ANN, asked_by(scene.sure(over, NextAlone).custom_id))
    assert "Hand 2 against" in words(begun)
    for kind in (Put, AloneHint):
        press = asked_by(scene.sure(begun, kind).custom_id)
        ran = [each for each in await statements(scene, ANN, press) if "attempts" in each]
        assert ran
        assert [each for each in ran if "AND deal_id = 2 AND" not in each] == []


async def test_abandoned_deals_are_not_looked_through_for_ever(scene: Scene):
    asked = list[int]()
    for days in (12, 12):
        for _ in range(days):
            await scene.asks(ANN, daily.play_day())
            await scene.desk.let_pass(24 * 3600)
        asked.append(len(await statements(scene, ANN, waiting_cards.place("bbbbb"))))
    before, after = asked
    assert before == after


# --- played on -------------------------------------------------------------------------------


async def plays_to_the_end(scene: Scene, member: Member, screen: Screen) -> Screen:
    """Tap cards where they may go, and confirm, as long as there is anything to tap."""
    message, random = Message(0, CHANNEL, screen), Random(1)
    for _ in range(100):
        custom_id = tap(message.screen, random)
        if custom_id is None:
            return message.screen
        await scene.again(member, Button(message, "", custom_id))
    raise AssertionError("there is no end to it")


def tap(screen: Screen, random: Random) -> str | None:
    """A button that leads on; None if all is placed."""
    parsed = {
        each["custom_id"]: parse(each["custom_id"])
        for each in buttons(screen)
        if not each.get("disabled")
    }
    sure = [id_ for id_, press in parsed.items() if isinstance(press, Confirm | AcceptWarning)]
    puts = [id_ for id_, p in parsed.items() if isinstance(p, Put) and p.letter != UNTOUCHED]
    ways = sure or puts
    return random.choice(ways) if ways else None


def ways_on(screen: Screen) -> list[PlayFrom]:
    pressed = (parse(each["custom_id"]) for each in buttons(screen))
    return [each for each in pressed if isinstance(each, PlayFrom)]


async def test_a_day_is_played_on_from_once_it_is_over(scene: Scene):
    first = await scene.screen(ANN, daily.play_day())
    source = DealSpot(1, 0, 0)
    assert await scene.sends(ANN, PlayFrom(source, 0)) == "Place all your cards first."
    over = await plays_to_the_end(scene, ANN, first)
    (score,) = re.findall(r"you score ([+−]?\d+)", words(over))
    anew, as_it_came = ways_on(over)
    assert (anew.anew, as_it_came.anew) == (1, 0)
    for onward, title in ((anew, "played on"), (as_it_came, "another way")):
        result = await plays_to_the_end(scene, ANN, await scene.screen(ANN, asked_by(str(onward))))
        assert f", {title}: you score " in words(result)
        assert f"In the hand itself you had {score}." in words(result)
    assert "You haven't begun this deal" in await scene.sends(BOB, anew)
    nowhere = PlayFrom(DealSpot(1, 0, 9), 1)
    assert await scene.sends(ANN, nowhere) == "There's nothing to decide here."


async def test_a_deal_as_it_came_and_placed_as_it_was_counts_the_same(scene: Scene):
    over = await plays_to_the_end(scene, ANN, await scene.screen(ANN, daily.play_day()))
    (score,) = re.findall(r"you score ([+−]?\d+)", words(over))
    game = await scene.desk.read(game_of)
    for street, decision in enumerate(game.play.decisions()):
        spot = PlayOnSpot(DealSpot(1, 0, street), AS_IT_CAME)
        assert decision.placement is not None
        letters = {
            card: letter
            for letter, cards in zip(LETTERS + DISCARD, decision.placement, strict=True)
            for card in cards
        }
        layout = "".join(letters[card] for card in decision.knowledge.pending)
        laid = await scene.screen(ANN, asked_by(str(LayOut(spot, layout))))
        result = await plays_to_the_end(scene, ANN, laid)
        assert f"another way: you score {score}\n" in words(result)


def game_of(db: Connection) -> SoloGame:
    deal, attempt = solo_deals.deal(db, 1), solo_deals.find(db, 1, 1)
    assert attempt is not None
    return SoloGame(deal, attempt)


async def test_a_challenge_is_played_on_from_once_both_have_played(scene: Scene):
    begun = await scene.screen(ANN, challenges.challenge(BOB.person))
    mine = await plays_to_the_end(scene, ANN, begun)
    assert not ways_on(mine)
    told = await scene.sends(ANN, PlayFrom(DealSpot(1, 0, 0), 0))
    assert "once both have played" in told
    theirs = await scene.screen(BOB, asked_by(scene.button(BOB, PlayChallenge).custom_id))
    assert len(ways_on(await plays_to_the_end(scene, BOB, theirs))) == 2
    assert "another way" in await scene.sends(ANN, PlayFrom(DealSpot(1, 0, 0), 0))
