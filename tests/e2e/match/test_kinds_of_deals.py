"""docs/deals.md says of each kind of hand what is added to its deal and who could choose it."""

import re
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import pytest

from bot.daily.days import begins_at, day_at, over_at, set_of
from bot.screens.press import parse
from bot.screens.presses import ShowMatchDeals, ShowMore, ShowProof
from bot.store import deal_sets
from bot.store.deal_sets import DAY, WEEK
from bot.values.draft import Spot
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import Permission
from ofc_engine.cli.main import main
from tests.e2e import duplicates, knock_out
from tests.e2e.backups import gone_back
from tests.e2e.daily.playing import finish
from tests.e2e.house import Group, House
from tests.e2e.ledgers import sees
from tests.e2e.quick import QUICK, quick_hand, set_all
from tests.e2e.seeded import SeededHouse, lines_of, proof_below
from tests.e2e.tournaments import opens_tournament

pytestmark = pytest.mark.house(kind=SeededHouse)

DOCUMENT: Final = (Path(__file__).parents[3] / "docs" / "deals.md").read_text("utf-8")
NOBODY, PRESSES, OPERATOR = (
    "nobody but by posting again",
    "somebody who makes up the numbers of presses",
    "the people who run the bot",
)
SAID: Final = {
    NOBODY: "nobody could choose the deck, unless the message was posted",
    PRESSES: "for them you rely on whoever runs it",
    OPERATOR: "whoever runs the bot could have chosen the deck",
}
"""What `verify-deal` says, by what the document does."""
NO_DEAL: Final = "the bot deals nothing"

Dealt: TypeAlias = Callable[[Group], AsyncIterator[str]]
"""Deals hands of some kinds and plays them; gives the proof of each, or why there is none."""


def rows() -> dict[str, list[str]]:
    """Kind of hand -> what the document's table says of it, cell by cell."""
    lines = [line for line in DOCUMENT.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]
    return {kind: rest for kind, *rest in cells}


async def proof(group: Group) -> str:
    return await proof_below(group.people[0], group.result())


async def at_a_table(group: Group) -> AsyncIterator[str]:
    """One after presses, one by the clock, one whose commitment no message could show."""
    group.people = group.people[:2]
    await group.sit_down(pace="live", **QUICK)
    for _hand in range(2):
        await quick_hand(group)
    yield await proof(group)
    await group.house.let_pass(61)
    await set_all(group)
    yield await proof(group)
    await group.house.let_pass(61)
    group.house.discord.deny_bot(group.channel, Permission.SEND_MESSAGES)
    await set_all(group)
    await group.house.let_pass(125)
    group.house.discord.deny_bot(group.channel)
    await set_all(group)
    await group.house.catch_up()
    yield await proof(group)


async def filled_by_computers(group: Group) -> AsyncIterator[str]:
    ann = group.people[0]
    group.people = [ann]
    wanted = {"seats": 2, "computer": "Steady", "variant": "chinese"}
    await opens_tournament(ann, group.channel, **wanted)
    await group.house.settle()
    await group.house.let_pass(3)
    await set_all(group)
    shown = [s for s in ann.reads(group.channel) if "(stack " in s.text]
    yield await proof_below(ann, shown[-1])


async def in_a_knock_out(group: Group) -> AsyncIterator[str]:
    """The first, a later one, and one after it has gone back to a backup."""
    house, (ann, *others) = group.house, group.people
    await knock_out.opened(group, stack=500, seats=3, levels="none")
    for person in others:
        await knock_out.press(group, person, "Join")
    await knock_out.press(group, ann, "Start")
    for _hand in range(2):
        await knock_out.play_hand(group)
        yield await proof_below(ann, latest_in_thread(group))
    await knock_out.place_all(group)
    await gone_back(house)
    assert "restored from a backup" in knock_out.announcements(group, ann)[0].text
    await house.let_pass(25)
    await knock_out.place_all(group)
    assert latest_in_thread(group).text.startswith("## Hand 4\n")
    yield await proof_below(ann, latest_in_thread(group))


def latest_in_thread(group: Group) -> Shown:
    """The newest result in the thread of Ann's table."""
    ann = group.people[0]
    shown = ann.reads(knock_out.home_of(group, ann))
    return [each for each in shown if "(stack " in each.text][-1]


async def in_a_duplicate_tournament(group: Group) -> AsyncIterator[str]:
    await duplicates.begun(group, rounds=1, hands=1)
    await duplicates.place(group, *group.people)
    await group.house.catch_up()
    yield await own_proof(group.people[0])


async def in_one_from_a_backup(group: Group) -> AsyncIterator[str]:
    ann = group.people[0]
    await duplicates.begun(group, rounds=2, hands=1)
    await gone_back(group.house)
    assert "restored from a backup" in duplicates.announcement(group).text
    assert "restored from a backup" in (await duplicates.press(group, ann, "Deals")).text
    for _round in range(2):
        await duplicates.place(group, *group.people)
        await group.house.catch_up()
    yield await own_proof(ann)


async def own_proof(ann: Person) -> str:
    """The proof of somebody's latest hand, below their direct message."""
    own = next(s for s in reversed(ann.reads(ann.dm)) if press_of(s, ShowMore))
    more = await ann.press(own, press_of(own, ShowMore))
    return (await ann.press(more.message, press_of(more.message, ShowProof))).text


async def in_a_match(group: Group) -> AsyncIterator[str]:
    group.people = group.people[:2]
    await group.sit_down(duplicate=3, **QUICK)
    for _hand in range(6):
        await quick_hand(group)
    await group.house.catch_up()
    ann = group.people[0]
    end = next(s for s in reversed(ann.reads(group.channel)) if press_of(s, ShowMatchDeals))
    deals = (await ann.press(end, "Deals")).text
    assert "method ofc-match-1" in deals
    first = next(s for s in ann.reads(group.channel) if s.text.startswith("## Hand 1\n"))
    yield await proof_below(ann, first)


def press_of(shown: Shown, kind: type) -> str:
    """The custom_id of a message's button of a kind, empty if it has none."""
    ids = (button.custom_id or "" for button in shown.buttons)
    return next((each for each in ids if isinstance(parse(each), kind)), "")


def today(house: House) -> int:
    return day_at(None, int(house.discord.clock.now()))


async def played_alone(group: Group, command: str, place: int, after: int) -> AsyncIterator[str]:
    """Play a deal of a day or a week that nobody asked for before, and one of the next."""
    ann, house = group.people[0], group.house
    played: list[tuple[Shown, int]] = []
    for _time in range(2):
        reply = await ann.types(group.channel, command)
        await house.settle()
        shown, _ = await finish(ann, ann.sees(reply.message), house, Random(1))
        which = set_of(WEEK if place else DAY, today(house))
        with house.read() as db:
            played.append((shown, deal_sets.deals(db, which)[0].id))
        if len(played) == 1:
            begins = begins_at(which.after, None)
            await house.let_pass(begins - house.discord.clock.now() + 60)
    await house.let_pass(after)
    for shown, deal_id in played:
        yield (await ann.forge(shown, f"b1:rproof:{deal_id}:0:5")).text


def days(count: int) -> int:
    return over_at(count) - over_at(0)


async def day_after_day(group: Group) -> AsyncIterator[str]:
    async for each in played_alone(group, "/daily", 0, days(3)):
        yield each


async def week_after_week(group: Group) -> AsyncIterator[str]:
    async for each in played_alone(group, "/daily week:True", 1, days(14)):
        yield each


async def challenged(group: Group) -> AsyncIterator[str]:
    ann, bob, house = *group.people[:2], group.house
    reply = await ann.uses(group.channel, "Challenge", group.people[1])
    await house.settle()
    shown = ann.sees(reply.message)
    call = next(s for s in bob.reads(group.channel) if "challenges you" in s.text)
    await finish(ann, shown, house, Random(1))
    begun = (await bob.press(call, "Play")).message
    await finish(bob, begun, house, Random(2))
    result = bob.reads(group.channel)[-1]
    shown_proof = (await bob.press(result, "Deal proof")).text
    assert lines_of(shown_proof)["message"] == str(call.id)
    yield shown_proof


async def recorded(group: Group) -> AsyncIterator[str]:
    ann, bob = group.people[:2]
    boards = "player1:@Ann board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d player2:@Bob "
    boards += "board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
    asked = await ann.types(group.channel, f"/ledger record {boards}")
    await bob.press(bob.sees(asked.message), "Agree")
    hand = await sees(ann, group.channel, "hand")
    forged = await ann.forge(ann.sees(hand.message), str(ShowProof(Spot(1, 1))))
    assert "there's no deal to check" in forged.text
    yield NO_DEAL


KINDS: Final[dict[Dealt, tuple[str, ...]]] = {
    at_a_table: (
        "at a table, once everybody has pressed",
        "at a table, dealt by the clock",
        "at a table, where no message could be posted",
    ),
    filled_by_computers: ("the first of a sit-and-go that computers fill",),
    in_a_knock_out: (
        "the first at a table of a knock-out",
        "a later one of a knock-out",
        "of a knock-out that goes on from a backup",
    ),
    in_a_duplicate_tournament: ("in a duplicate tournament",),
    in_one_from_a_backup: ("of a duplicate tournament that goes on from a backup",),
    in_a_match: ("in a duplicate match",),
    day_after_day: (
        "the deal of a day or a week that nobody asked for before",
        "the deal of a day, played the day before, too",
    ),
    week_after_week: (
        "the deal of a day or a week that nobody asked for before",
        "the deals of a week, played the week before, too",
    ),
    challenged: ("a challenge",),
    recorded: ("with real cards",),
}
"""What deals hands of which kinds, in that order."""


def test_every_kind_is_in_the_document():
    assert rows().keys() == {*chain.from_iterable(KINDS.values())}
    assert {row[-1] for row in rows().values()} <= {*SAID, NO_DEAL}


@pytest.mark.parametrize("dealt", KINDS, ids=lambda dealt: dealt.__name__)
async def test_a_deal_is_what_the_document_says_of_its_kind(
    gather, dealt: Dealt, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    proofs = [each async for each in dealt(gather(3))]
    for kind, shown in zip(KINDS[dealt], proofs, strict=True):
        if rows()[kind][-1] == NO_DEAL:
            assert shown == NO_DEAL
            continue
        file = tmp_path / "proof.txt"
        file.write_text(shown)
        assert main(["verify-deal", str(file)]) == 0
        verify_as_said(kind, lines_of(shown), " ".join(capsys.readouterr().out.split()))


def verify_as_said(kind: str, lines: Mapping[str, str], told: str) -> None:
    """A proof, and what `verify-deal` told of it, are as the document says."""
    _where, method, message, joined, seeds, who = rows()[kind]
    assert f"`{lines['method']}`" == method
    for name, said in (("message", message), ("joined", joined), ("seeds", seeds)):
        is_added = re.search(r"[0-9a-z]", lines.get(name, "-"))
        assert ("yes" if is_added else "no") == said, (kind, name)
    assert SAID[who] in told
    assert not [sentence for each, sentence in SAID.items() if each != who and sentence in told]
