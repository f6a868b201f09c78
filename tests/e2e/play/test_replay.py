"""Stepping through a finished hand, and keeping it as an animated picture."""

import io
import re
import threading

import pytest
from PIL import Image

from bot.game.loading import load
from bot.handlers import replays
from bot.screens.presses import ShareFilm, ShareStep, ShowReplay, Step
from bot.store.ledger import journal
from bot.values.draft import Spot
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import CallbackType, Permission
from ofc_engine.links import read_link
from ofc_engine.scoring import score_hand
from tests.e2e.house import Group
from tests.waiting import HUNG

pytestmark = pytest.mark.table(2, until="played")


async def test_a_hand_is_replayed_step_by_step_to_its_result(group: Group):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    assert shown.is_ephemeral
    assert "Hand 1, step 0 of 10" in shown.text
    assert "empty" in shown.pictures[0].alt
    for step in range(1, 11):
        shown = (await ann.press(shown, "▶")).message
        assert f"step {step} of 10" in shown.text
    assert "Result" in shown.pictures[0].alt
    shown = (await ann.press(shown, "◀")).message
    assert "step 9 of 10" in shown.text
    assert "step 0 of" in (await ann.press(shown, "⏮")).text
    assert "step 10 of" in (await ann.press(shown, "⏭")).text


async def test_the_button_below_a_result_opens_its_replay(group: Group):
    bob = group.people[1]
    reply = await bob.press(group.board(bob), "Replay")
    assert reply.message.is_ephemeral
    assert "Hand 1, step 0" in reply.text


async def animated(group: Group) -> Shown:
    """Ann's replay of hand 1 once it is animated; drawing it may take longer than an answer."""
    ann, channel = group.people[0], group.channel
    await group.house.discord.until(
        lambda: ann.last(channel).pictures[0].file_name == "hand-1.webp"
    )
    return ann.last(channel)


async def test_a_hand_is_kept_as_one_animated_picture(group: Group):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    await ann.press(shown, "Animation")
    film = (await animated(group)).pictures[0]
    assert film.content is not None
    assert len(film.content) <= 500_000
    with Image.open(io.BytesIO(film.content)) as picture:
        assert picture.format == "WEBP"
        assert picture.n_frames == 11


def public(group: Group) -> list[Shown]:
    """What everybody sees in the channel, oldest first."""
    return [s for s in group.people[-1].reads(group.channel) if not s.is_ephemeral]


async def test_a_step_is_shown_to_everybody_who_can_then_step_through_the_hand(group: Group):
    ann, bob = group.people
    shown = (await group.does(ann, "Replay")).message
    shown = (await ann.press(shown, "⏭")).message
    before = len(public(group))
    await ann.press(shown, "Show everyone")
    await group.house.settle()
    assert len(public(group)) == before + 1
    everybodys = public(group)[-1]
    assert "step 10 of 10" in everybodys.text
    assert everybodys.pictures[0].content
    assert [b.label for b in everybodys.buttons] == ["Replay"]
    own = ann.sees(shown)
    assert [b.label for b in own.buttons if b.is_disabled] == ["▶", "⏭", "Everyone sees it now"]
    assert "Show everyone" in [b.label for b in (await ann.press(own, "◀")).message.buttons]
    mine = await bob.press(everybodys, "Replay")
    assert mine.message.is_ephemeral
    assert "step 0 of 10" in mine.text


async def test_the_animation_is_shown_to_everybody_and_stays_with_whoever_asked(group: Group):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    await ann.press(shown, "Animation")
    film = await animated(group)
    assert "this message will disappear" in film.text
    before = len(public(group))
    await ann.press(film, "Show everyone")
    await group.house.discord.until(lambda: len(public(group)) > before)
    await group.house.settle()
    everybodys = public(group)[-1]
    assert everybodys.pictures[0].file_name == "hand-1.webp"
    assert everybodys.pictures[0].content == film.pictures[0].content
    assert "disappear" not in everybodys.text
    own = ann.sees(film)
    assert own.pictures[0].file_name == "hand-1.webp"
    assert [b.label for b in own.buttons if b.is_disabled] == ["Everyone sees it now"]


async def test_where_the_bot_may_not_attach_files_a_step_is_told_in_words(
    group: Group, discord: StandIn
):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    await ann.press(shown, "Animation")
    film = await animated(group)
    discord.deny_bot(group.channel, Permission.ATTACH_FILES)
    refused = await ann.press(film, "Show everyone")
    assert "Attach Files" in refused.text
    step = (await ann.press(shown, "▶")).message
    assert not step.pictures
    await ann.press(step, "Show everyone")
    await group.house.settle()
    assert "```" in public(group)[-1].text
    assert not public(group)[-1].pictures


PAGE = "https://example.org/ofc/hand.html"
LONGEST_URL = 512
"""Characters that Discord takes for the address of a button."""


@pytest.mark.house(replay_url=PAGE)
async def test_a_hand_is_opened_as_a_web_page_that_no_server_sees(group: Group):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    with group.house.read() as db:
        table = load(db, 1)
    assert table is not None
    assert table.played is not None
    played = table.played.hand
    for _ in range(2):
        (url,) = (b.url for b in shown.buttons if b.label == "Open as a web page")
        address, _sign, link = url.partition("#")
        assert address == PAGE
        assert len(url) <= LONGEST_URL
        told = read_link(link).hand
        assert [seat.board for seat in told.seats] == [seat.board for seat in played.seats]
        assert score_hand(told).points == score_hand(played).points
        assert any(seat.discards for seat in played.seats)
        assert not any(seat.discards or seat.pending for seat in told.seats)
        shown = (await ann.press(shown, "▶")).message
    await ann.press(shown, "Show everyone")
    await group.house.settle()
    assert [b.label for b in public(group)[-1].buttons] == ["Replay"]


async def test_without_its_address_there_is_no_way_to_the_page(group: Group):
    shown = (await group.does(group.people[0], "Replay")).message
    assert "Open as a web page" not in [b.label for b in shown.buttons]


async def test_only_finished_hands_are_replayed(group: Group):
    ann = group.people[0]
    await group.deal()
    reply = await ann.forge(group.board(ann), str(ShowReplay(Spot(1, 2))))
    assert reply.text == ("This table has no finished hand 2. The latest is hand 1.")
    assert "Hand 1" in (await group.does(ann, "Replay")).text
    forged = await ann.forge(group.board(ann), str(Step(Spot(1, 2), 3, 0)))
    assert "This table has no finished hand 2" in forged.text
    forged = await ann.forge(group.board(ann), str(ShareStep(Spot(1, 2), 3)))
    assert "This table has no finished hand 2" in forged.text
    forged = await ann.forge(group.board(ann), str(ShareFilm(Spot(1, 2))))
    assert "This table has no finished hand 2" in forged.text


async def test_a_closed_table_still_replays_its_hands(group: Group):
    ann = group.people[0]
    await group.does(ann, "More, End the game")
    assert "Hand 1, step 0" in (await group.does(ann, "Replay")).text


async def test_what_takes_longer_than_discord_waits_is_announced_and_then_shown(
    group: Group, monkeypatch: pytest.MonkeyPatch
):
    ann = group.people[0]
    shown = (await group.does(ann, "Replay")).message
    draw, is_announced = replays.drawn_film, threading.Event()

    def slowly(*arguments: object) -> bytes:
        assert is_announced.wait(HUNG)
        return draw(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(replays, "drawn_film", slowly)
    group.house.limit(deferred_after=0.0)
    reply = await ann.press(shown, "Animation")
    is_announced.set()
    assert reply.how is CallbackType.DEFERRED_UPDATE
    await animated(group)


TOTAL = re.compile(r"(Ann|Bob)(?: \([^()]*\))?, total (?:(minus)|plus)? ?(\d+)")


def totals(alt: str) -> dict[str, int]:
    """The totals that a picture shows, as its alt text tells them."""
    return {name: -int(n) if minus else int(n) for name, minus, n in TOTAL.findall(alt)}


async def test_every_step_but_the_last_tells_the_totals_of_before_the_hand(group: Group):
    ann, channel = group.people[0], group.channel
    await group.play_hand()
    with group.house.read() as db:
        table = load(db, 1)
        assert table is not None
        names = {player_id: player.name for player_id, player in table.people.items()}
        won = {
            number: {names[player_id]: n for player_id, n in points.items()}
            for number, points in journal.by_hand(db, 1).items()
        }
    assert any(won[1].values()), "its points make a difference"
    before = {"Ann": 0, "Bob": 0}
    results = [s for s in ann.reads(channel) if "(total " in s.text and not s.is_ephemeral]
    for number in (1, 2):
        after = {name: before[name] + won[number][name] for name in before}
        shown = (await ann.press(results[number - 1], "Replay")).message
        while "Result" not in (alt := shown.pictures[0].alt or ""):
            assert totals(alt) == before
            shown = (await ann.press(shown, "▶")).message
        assert totals(alt) == after
        before = after
