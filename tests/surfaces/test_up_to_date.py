"""Whatever a message says follows from what its look knows: drawn anew, it says the same.

A look whose version leaves something out keeps a message as it was when that changes. So after each
thing that people do all messages of the channel are painted once more, and none may change.
"""

from functools import partial
from typing import Any, Final

from bot.game import failure_notices
from bot.game.lobby import NewTable
from bot.handlers import ending, new_tables, proposing, seating, table_challenges, thread_handlers
from bot.handlers.serving import HandlerCall, asked_by
from bot.screens.decision_screens import Agree
from bot.screens.presses import (
    CallTime,
    DeclineChallenge,
    Ready,
    ShowAllCards,
    Start,
    StopAfter,
    TypedSeed,
    TypedStake,
)
from bot.screens.settings.menus import ChangeOwn, ChangeTable
from bot.screens.tournaments.tournament_presses import ChangeStart
from bot.store import due
from bot.store.engine import Connection
from bot.values.draft import Spot
from bot.values.options import TableOptions
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene, words

_SHOWN: Final = """
    SELECT slot, message_id FROM surfaces WHERE message_id IS NOT NULL AND table_id = 1
    AND player_id = 0 AND (slot <> 'thread' OR NOT EXISTS (
        SELECT 1 FROM hands WHERE state = 'playing'))
    AND (slot <> 'lobby' OR EXISTS (SELECT 1 FROM tables WHERE id = 1 AND state = 'lobby'))
"""
"""People's own messages stay as they were when they were asked, and a lobby as it was when the game
began; spectators see street by street."""


def places(db: Connection) -> list[Any]:
    return db.execute(_SHOWN).fetchall()


def anew(db: Connection) -> None:
    db.execute("UPDATE surfaces SET painted_version = '?' WHERE message_id IS NOT NULL")


def fails(db: Connection, now: int) -> None:
    for _time in range(due.TOLD_AFTER):
        failure_notices.table_failed(db, 1, now)


class Watched:
    """A scene in which each step leaves all messages as they should be."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.step = ""

    async def shown(self) -> dict[str, str]:
        rows = await self.scene.desk.read(places)
        messages = self.scene.desk.post.messages
        return {
            slot: words(messages[message].screen) for slot, message in rows if message in messages
        }

    async def verify(self) -> None:
        before = await self.shown()
        assert before, "something is shown"
        await self.scene.desk.services.database.write(anew)
        await self.scene.desk.services.painter.wake(1)
        await self.scene.desk.settle()
        after = await self.shown()
        for place, said in after.items():
            assert before.get(place, said) == said, f"{place} after {self.step}"

    async def asks(self, step: str, member: Member, asked: HandlerCall) -> str:
        self.step = step
        told = await self.scene.asks(member, asked)
        await self.verify()
        return told

    async def presses(self, member: Member, *kinds: Any, entry: str = "") -> None:
        self.step = f"{member.name} presses {kinds}"
        await self.scene.presses(member, *kinds, entry=entry)
        await self.verify()

    async def chooses(self, member: Member, press: Any, entry: str) -> None:
        self.step = f"{member.name} chooses {entry} of {press}"
        await self.scene.desk.ask(member, asked_by(str(press)), entry=entry)
        await self.verify()

    async def waits(self, seconds: float) -> None:
        self.step = f"{seconds} s"
        await self.scene.desk.let_pass(seconds)
        await self.verify()

    async def goes_wrong(self) -> None:
        """What is due at the table, until something works again."""
        self.step = "something failed again and again"
        await self.scene.desk.services.database.write(
            partial(fails, now=int(self.scene.desk.time.now))
        )
        await self.scene.desk.services.painter.wake(1)
        await self.verify()


async def test_a_lobby(scene: Scene):
    at = Watched(scene)
    await at.asks("opened", ANN, new_tables.new(NewTable(variant="chinese", seats=3)))
    await at.asks("joined", BOB, seating.join())
    await at.chooses(ANN, TypedStake(Spot(1), 2), "3")
    await at.presses(BOB, Agree)
    await at.asks("limit", BOB, seating.join(30))
    await at.asks("other limit", BOB, seating.join(40))
    await at.chooses(BOB, TypedSeed(Spot(1)), "abc")
    await at.asks("sits out", BOB, seating.sit_out())
    await at.asks("is back", BOB, seating.back())
    await at.chooses(ANN, ChangeTable(Spot(1), "next"), "60")
    await at.asks("joined", MIA, seating.join())
    await at.asks("waits", ZOE, seating.join())
    await at.asks("host left", ANN, seating.leave())
    await at.asks("left", ZOE, seating.leave())


async def test_a_lobby_with_a_seat_that_is_kept(scene: Scene):
    at = Watched(scene)
    await at.asks("challenged", ANN, table_challenges.challenge(BOB.person, NewTable()))
    await at.presses(BOB, DeclineChallenge)


async def test_a_sit_and_go_that_starts_at_a_time(scene: Scene):
    at = Watched(scene)
    options = TableOptions(stack=20, books=False)
    await at.asks("opened", ANN, new_tables.new(NewTable(options, variant="chinese", seats=3)))
    await at.chooses(ANN, ChangeStart(1), "1h")
    await at.chooses(ANN, ChangeStart(1), "2h")
    await at.waits(2 * 3600 + 60)
    assert "<t:1800008160:R>" in scene.public_first(), "it is put off"
    await at.goes_wrong()
    assert "Something keeps going wrong" in scene.public_first()
    await at.asks("joined", BOB, seating.join())
    await at.chooses(ANN, ChangeStart(1), "none")
    await at.asks("joined", MIA, seating.join())
    await at.waits(120)
    await at.waits(3600)


async def test_a_hand_and_its_result(scene: Scene):
    at = Watched(scene)
    await at.asks("opened", ANN, new_tables.new(NewTable(variant="classic", seats=4)))
    await at.asks("joined", BOB, seating.join())
    await at.asks("joined", MIA, seating.join())
    await at.asks("followed", ZOE, thread_handlers.follow())
    await at.presses(ANN, Start)
    for _street in range(2):
        for member in (BOB, MIA, ANN):
            await scene.places(member)
            at.step = f"{member.name} placed"
            await at.verify()
    await at.asks("joined with a limit", ZOE, seating.join(40))
    await at.chooses(ANN, TypedStake(Spot(1), 2), "3")
    await at.presses(BOB, Agree)
    await scene.places(BOB)
    await scene.places(MIA)
    await at.presses(MIA, CallTime)
    at.step = "called time"
    await scene.calls_time(MIA)
    await at.verify()
    await at.waits(30)
    await at.waits(3600)
    while (running := (await at.scene.table()).running) is not None:
        names = [running.player_at(seat) for seat in running.hand.waiting_on]
        await scene.places((ANN, BOB, MIA, ZOE)[names[0] - 1])
    at.step = "it is over"
    await at.verify()
    await at.presses(ANN, Ready)
    await at.asks("sits out", MIA, seating.sit_out())
    await at.chooses(BOB, TypedSeed(Spot(1)), "abc")
    await at.asks("is back", MIA, seating.back())
    await at.chooses(ANN, ChangeTable(Spot(1), "next"), "300")
    await at.asks("void", ANN, proposing.void(1, "misdeal"))
    await scene.presses(BOB, Agree)
    await at.presses(MIA, Agree)
    await at.asks("left", ZOE, seating.leave())
    await at.presses(BOB, Ready)
    await at.waits(300)


async def test_a_hand_that_is_the_last_of_people_who_are_late(scene: Scene):
    at = Watched(scene)
    await at.asks("opened", ANN, new_tables.new(NewTable(variant="classic", seats=3, clock="60s")))
    await at.asks("joined", BOB, seating.join())
    await at.asks("followed", ZOE, thread_handlers.follow())
    await at.presses(ANN, Start)
    await at.waits(60)
    await scene.places(ANN)
    await at.waits(60)
    assert (await scene.table()).presence_of(2) == "away"
    await at.goes_wrong()
    assert "Something" in scene.public()
    await at.asks("back", BOB, seating.back())
    question = await scene.screen(ANN, ending.stop())
    at.step = "it is the last"
    await scene.again(ANN, scene.sure(question, StopAfter))
    await at.verify()
    await at.chooses(BOB, ChangeOwn(Spot(1), "skin"), "day")
    await scene.plays_hand(ANN, BOB)
    at.step = "closed"
    await at.verify()
    await at.goes_wrong()


async def test_a_result_while_something_fails_and_a_list_of_those_who_wait(scene: Scene):
    at = Watched(scene)
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    await at.goes_wrong()
    await at.asks("waits", MIA, seating.join())
    await at.asks("waits", ZOE, seating.join())
    await at.asks("left", MIA, seating.leave())
    await at.asks("all cards", ANN, thread_handlers.follow())
    await at.chooses(ANN, ShowAllCards(Spot(1), 1), "")
    await at.presses(BOB, Agree)
    await at.presses(ANN, Ready)
    await at.presses(BOB, Ready)
    await scene.plays_hand(ANN, BOB)
    at.step = "all cards are shown"
    await at.verify()
    await at.asks("left", BOB, seating.leave())
    await at.asks("closed", ANN, ending.stop())
