"""Computer players at a table: added by the host, they play, and never hold anybody up."""

from bot.handlers import ending, seating, waiting_cards
from bot.handlers.serving import asked_by
from bot.screens.presses import CardPress, ChooseComputer, Ready, ShowComputers, Start
from bot.store import seats
from bot.values.draft import Spot
from ofc_engine.operations import parse_operation
from ofc_engine.players.levels import LEVELS
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MAX, Scene, words
from tests.desk.words import choices


async def chooses(scene: Scene, member: Member, value: str) -> str:
    return await scene.sends(member, ChooseComputer(Spot(1)), value)


async def offers(scene: Scene) -> list[str]:
    """The values that the menu of computer players offers to the host."""
    screen = await scene.screen(ANN, asked_by(str(ShowComputers(Spot(1)))))
    return [value for _id, _said, value in choices(screen) if value]


async def test_the_host_adds_computers_by_their_level_and_removes_them(scene: Scene):
    await scene.opens(ANN, variant="classic", seats=4)
    assert await offers(scene) == [f"add.{level}" for level in LEVELS]
    for level in ("master", "beginner", "master"):
        await chooses(scene, ANN, f"add.{level}")
    assert await scene.seated() == ["Ann", "Master (bot)", "Dreamer (bot)", "Master 2 (bot)"]
    assert await offers(scene) == ["remove.2", "remove.3", "remove.4"], "it is full"
    assert await chooses(scene, ANN, "add.steady") == "All 4 seats are taken."
    await chooses(scene, ANN, "remove.3")
    await chooses(scene, ANN, "add.steady")
    assert r"3. Steady \(bot\)" in scene.public()


async def test_only_the_host_or_manage_server_adds_one(scene: Scene):
    await scene.opens(ANN, BOB, seats=3)
    refused = await chooses(scene, BOB, "add.steady")
    assert refused.startswith("Only the host, Ann, or somebody with Manage Server")
    assert await chooses(scene, ANN, "") == "Choose from the menu."
    await chooses(scene, MAX, "add.steady")
    assert await scene.seated() == ["Ann", "Bob", "Steady (bot)"], "without a seat"


async def test_a_computer_is_never_host_and_never_asked_to_agree(scene: Scene):
    await scene.opens(ANN, BOB, seats=3)
    await chooses(scene, ANN, "add.steady")
    await scene.asks(ANN, seating.leave())
    assert (await scene.table()).host.name == "Bob"
    await scene.asks(ANN, seating.join())
    await scene.asks(ANN, ending.stop())
    assert "Waiting for <@101>." in scene.public()
    for member in (ANN, BOB):
        await scene.asks(member, seating.leave())
    assert (await scene.table()).state == "closed", "a table without people"


async def test_a_computer_that_plays_is_removed_only_when_the_hand_is_over(scene: Scene):
    await scene.opens(ANN, computer="steady", seats=3, variant="pineapple")
    await scene.presses(ANN, Start)
    told = await chooses(scene, ANN, "remove.2")
    assert told == r"Steady \(bot\) is in a hand. Try again when it's over."
    assert "sits down" in await chooses(scene, ANN, "add.master"), "it plays from the next hand on"
    await scene.plays_hand(ANN)
    assert "has left" in await chooses(scene, ANN, "remove.2")
    await scene.presses(ANN, Ready)
    await scene.plays_hand(ANN)
    assert r"Master \(bot\)" in scene.public()
    assert r"Steady \(bot\)" not in scene.public()


async def test_r11_1_the_clock_runs_for_people_only(scene: Scene):
    await scene.opens(ANN, computer="steady", seats=2, variant="pineapple", clock="10m")
    await scene.presses(ANN, Start)
    for _street in range(5):
        assert len((await scene.table()).deadlines) == 1
        await scene.desk.let_pass(601)
        if (await scene.table()).running is None:
            break
        await scene.asks(ANN, seating.back())
    assert (await scene.table()).running is None, "it plays on after who is late"


async def test_r7_3_a_fantasyland_set_face_down_is_decided_when_the_others_are_done(scene: Scene):
    await scene.opens(ANN, computer="steady", seats=2, variant="pineapple")
    player = (await scene.table()).seats[1].player_id
    give = lambda db: seats.set_fantasyland(db, 1, player, 14)  # noqa: E731
    await scene.desk.services.database.write(give)
    await scene.presses(ANN, Start)
    assert "14 hidden cards" in scene.public()
    while (running := (await scene.table()).running) is not None:
        number = next(n for n, seat in enumerate(running.hand.seats) if seat.fantasyland)
        assert not running.hand.seats[number].is_done, "dealt, and not touched"
        await scene.places(ANN)
    played = (await scene.table()).played
    assert played is not None
    assert parse_operation(played.log[-1]).seat == number


# --- seats that are taken away ----------------------------------------------------------------


async def test_a_removed_players_turn_is_taken_over_at_once(scene: Scene):
    there = [ANN, BOB, *(Member(number, f"P{number}") for number in (5, 6))]
    await scene.deals(*there, preset="german", variant="classic", seats=4)
    for member in (ANN, there[2]):
        await scene.kicks(member, BOB)
    running = (await scene.table()).running
    assert running is not None
    assert len(running.hand.seats[0].board.cards) == 5, "Bob acts first"
    for member in there[2:]:
        await scene.kicks(member, ANN)
    await scene.plays_hand(*there[2:])
    assert "dead hand" not in scene.public(), "both are played for"
    assert await scene.seated() == ["P5", "P6"]
    assert (await scene.table()).host.name == "P5", "the next one is the host"


async def test_a_fantasyland_that_is_set_face_down_is_set_for_whoever_is_removed(scene: Scene):
    other = Member(5, "Mia")
    await scene.opens(ANN, BOB, other, variant="pineapple", seats=3)
    give = lambda db: seats.set_fantasyland(db, 1, 2, 14)  # noqa: E731
    await scene.desk.services.database.write(give)
    await scene.presses(ANN, Start)
    for member in (ANN, other):
        await scene.kicks(member, BOB)
    assert "no longer have a seat" in await scene.asks(BOB, waiting_cards.place(""))
    assert not scene.has(BOB, CardPress)
    told = [words(message.screen) for message in scene.posted(BOB.dm)]
    assert any("I'll finish this hand for you." in each for each in told)
    assert any("You were taken off the table" in each for each in told)
    await scene.plays_hand(ANN, other)
    assert "hidden" not in scene.public()
    assert await scene.seated() == ["Ann", "Mia"]
