"""Who is on turn is reminded before their time runs out, by the same cards in a new message."""

import pytest

from bot.handlers import seating
from bot.screens.presses import Ready, StopNow
from bot.values.draft import Spot
from bot.values.scenes import Presence
from tests.desk.scene import ANN, BOB, MAX, Scene

MINUTE, HOUR = 60, 3600
DAY = 24 * HOUR


async def begins(scene: Scene, clock: str = "none", changes: str = "") -> None:
    """A hand in which Bob acts first."""
    await scene.deals(ANN, BOB, variant="pineapple", seats=2, clock=clock, changes=changes)


def newest(scene: Scene) -> int:
    """Bob's newest message, of which there is one with cards."""
    return scene.posted(BOB.dm)[-1].id


async def reminders(scene: Scene) -> int:
    query = "SELECT count(*) FROM reminders"
    return (await scene.desk.read(lambda db: db.execute(query).fetchone()))[0]


@pytest.mark.parametrize(
    ("clock", "steps"),
    [
        ("2m", ((65, False), (45, True))),
        ("45s", ((40, False),)),
        ("none", ((DAY - 60, False), (120, True), (27 * DAY - 120, False), (60, True))),
    ],
)
async def test_a_short_clock_has_no_half_time_and_without_one_the_table_closes_last(
    scene: Scene, clock: str, steps: tuple[tuple[int, bool], ...]
):
    begun = scene.desk.time.now
    await begins(scene, clock)
    for seconds, comes in steps:
        before, count = newest(scene), len(scene.posted(BOB.dm))
        await scene.desk.let_pass(seconds)
        assert (newest(scene) != before) is comes
        assert len(scene.posted(BOB.dm)) == count, "the one before is gone"
        if clock == "none" and seconds == 120:
            assert "waiting for you for a day" in scene.told(BOB)
    if clock == "none":
        closes_at = (await scene.table()).row.closes_at
        assert closes_at == begun + 30 * DAY, "a reminder does not move it"
        assert f"Place your cards by <t:{closes_at}:f>. Otherwise" in scene.told(BOB)


async def test_who_is_called_in_the_channel_is_told_there_that_the_table_closes(scene: Scene):
    scene.desk.post.closed.add(BOB.user_id)
    await begins(scene)
    await scene.desk.let_pass(28 * DAY)
    assert "<@101>, it's your turn." in scene.public()
    closes = f"<t:{scene.desk.time.now + 2 * DAY:.0f}:f>"
    assert f"Place your cards by {closes}. Otherwise the table closes" in scene.public()
    before = len(scene.posted())
    await scene.desk.let_pass(2 * DAY - 60)
    assert len(scene.posted()) == before, "once"


async def test_who_was_told_that_the_table_closes_is_told_again_if_it_closes_later(scene: Scene):
    await begins(scene)
    await scene.desk.let_pass(29 * DAY)
    assert "Otherwise the table closes" in scene.told(BOB)
    await scene.asks(ANN, seating.sit_out())
    before = newest(scene)
    await scene.desk.let_pass(28 * DAY)
    assert newest(scene) != before
    closes_at = (await scene.table()).row.closes_at
    assert f"Place your cards by <t:{closes_at}:f>. Otherwise" in scene.told(BOB)


async def test_r11_1_the_last_reminder_says_that_the_hand_will_be_dead(scene: Scene):
    await begins(scene, "2m", "time_out=dead")
    await scene.desk.let_pass(110)
    assert "your hand is dead" in scene.told(BOB)


async def test_r11_1_for_whom_the_bot_plays_there_are_no_reminders(scene: Scene):
    await begins(scene, "12h")
    for _time in range(2):
        await scene.desk.let_pass(12 * HOUR + 1)
        await scene.places(ANN)
    assert (await scene.table()).presence_of(2) is Presence.AWAY
    for _time in range(2):
        before = newest(scene)
        await scene.desk.let_pass(11 * HOUR + MINUTE)
        assert newest(scene) == before
    await scene.asks(BOB, seating.back())
    await scene.places(ANN)
    assert "street" in scene.told(BOB)
    assert newest(scene) != before, "it is Bob's turn again"


async def test_reminders_end_with_the_hand(scene: Scene):
    await begins(scene)
    await scene.desk.let_pass(2 * DAY)
    assert await reminders(scene) > 0
    await scene.plays_hand(ANN, BOB)
    assert await reminders(scene) == 0
    for member in (ANN, BOB):
        await scene.presses(member, Ready)
    await scene.sends(MAX, StopNow(Spot(1, 2)))
    assert await reminders(scene) == 0
