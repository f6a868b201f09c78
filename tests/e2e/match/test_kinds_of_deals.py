"""docs/deals.md says of each kind of hand what is added to its deal and who could choose it."""

import re
from collections.abc import Awaitable, Callable
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

Dealt: TypeAlias = Callable[[Group], Awaitable[str]]
"""Deals a hand of a kind and plays it; returns its proof, or why there is none."""


def rows() -> dict[str, list[str]]:
    """Kind of hand -> what the document's table says of it, cell by cell."""
    lines = [line for line in DOCUMENT.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]
    return {kind: rest for kind, *rest in cells}


async def proof(group: Group) -> str:
    return await proof_below(group.people[0], group.result())


async def ready(group: Group) -> str:
    await group.sit_down(**QUICK)
    for _hand in range(2):
        await quick_hand(group)
    return await proof(group)


async def by_the_clock(group: Group) -> str:
    await group.sit_down(pace="live", **QUICK)
    await quick_hand(group)
    await group.house.let_pass(61)
    await set_all(group)
    return await proof(group)


async def without_a_message(group: Group) -> str:
    await group.sit_down(pace="live", **QUICK)
    await group.deal()
    group.house.discord.deny_bot(group.channel, Permission.SEND_MESSAGES)
    await set_all(group)
    await group.house.let_pass(125)
    group.house.discord.deny_bot(group.channel)
    await set_all(group)
    await group.house.catch_up()
    return await proof(group)


async def filled_by_computers(group: Group) -> str:
    ann = group.people[0]
    group.people = [ann]
    wanted = {"seats": 2, "computer": "Steady", "variant": "chinese"}
    await opens_tournament(ann, group.channel, **wanted)
    await group.house.settle()
    await group.house.let_pass(3)
    await set_all(group)
    shown = [s for s in ann.reads(group.channel) if "(stack " in s.text]
    return await proof_below(ann, shown[-1])


async def knocked_out(group: Group, hands: int) -> str:
    await knock_out.opened(group, stack=500, seats=3, levels="none")
    await knock_out.press(group, group.people[1], "Join")
    await knock_out.press(group, group.people[2], "Join")
    await knock_out.press(group, group.people[0], "Start")
    for _hand in range(hands):
        await knock_out.play_hand(group)
    thread = knock_out.home_of(group, group.people[0])
    shown = [s for s in group.people[0].reads(thread) if "(stack " in s.text]
    return await proof_below(group.people[0], shown[-1])


async def first_of_a_knock_out(group: Group) -> str:
    return await knocked_out(group, 1)


async def later_in_a_knock_out(group: Group) -> str:
    return await knocked_out(group, 2)


async def in_a_duplicate_tournament(group: Group) -> str:
    await duplicates.begun(group, rounds=1, hands=1)
    await duplicates.place(group, *group.people)
    await group.house.catch_up()
    return await own_proof(group.people[0])


async def own_proof(ann: Person) -> str:
    """The proof of somebody's latest hand, below their direct message."""
    own = next(s for s in reversed(ann.reads(ann.dm)) if press_of(s, ShowMore))
    more = await ann.press(own, press_of(own, ShowMore))
    return (await ann.press(more.message, press_of(more.message, ShowProof))).text


async def knocked_out_from_a_backup(group: Group) -> str:
    await first_of_a_knock_out(group)
    await knock_out.place_all(group)
    await gone_back(group.house)
    ann = group.people[0]
    assert "restored from a backup" in knock_out.announcements(group, ann)[0].text
    await group.house.let_pass(25)
    await knock_out.place_all(group)
    thread = knock_out.home_of(group, ann)
    shown = [s for s in ann.reads(thread) if "(stack " in s.text]
    assert shown[-1].text.startswith("## Hand 3\n")
    return await proof_below(ann, shown[-1])


async def duplicated_from_a_backup(group: Group) -> str:
    ann = group.people[0]
    await duplicates.begun(group, rounds=2, hands=1)
    await gone_back(group.house)
    assert "restored from a backup" in duplicates.announcement(group).text
    assert "restored from a backup" in (await duplicates.press(group, ann, "Deals")).text
    for _round in range(2):
        await duplicates.place(group, *group.people)
        await group.house.catch_up()
    return await own_proof(ann)


async def in_a_match(group: Group) -> str:
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
    return await proof_below(ann, first)


def press_of(shown: Shown, kind: type) -> str:
    """The custom_id of a message's button of a kind, empty if it has none."""
    ids = (button.custom_id or "" for button in shown.buttons)
    return next((each for each in ids if isinstance(parse(each), kind)), "")


def today(house: House) -> int:
    return day_at(None, int(house.discord.clock.now()))


async def played_alone(group: Group, command: str, place: int, after: int, *, before: bool) -> str:
    """Play a deal of a day or a week, `before` it that of the one before; its proof afterwards."""
    ann, house = group.people[0], group.house
    for is_last in (False, True) if before else (True,):
        reply = await ann.types(group.channel, command)
        await house.settle()
        shown, _ = await finish(ann, ann.sees(reply.message), house, Random(1))
        which = set_of(WEEK if place else DAY, today(house))
        if not is_last:
            begins = begins_at(which.after, None)
            await house.let_pass(begins - house.discord.clock.now() + 60)
            ann.dismiss(shown)
            continue
        with house.read() as db:
            deal = deal_sets.deals(db, which)[0]
        await house.let_pass(after)
        return (await ann.forge(shown, f"b1:rproof:{deal.id}:0:5")).text
    raise AssertionError


def days(count: int) -> int:
    return over_at(count) - over_at(0)


async def day_after_day(group: Group) -> str:
    return await played_alone(group, "/daily", 0, days(3), before=True)


async def week_after_week(group: Group) -> str:
    return await played_alone(group, "/daily week:True", 1, days(14), before=True)


async def first_day(group: Group) -> str:
    return await played_alone(group, "/daily", 0, days(3), before=False)


async def challenged(group: Group) -> str:
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
    return shown_proof


async def recorded(group: Group) -> str:
    ann, bob = group.people[:2]
    boards = "player1:@Ann board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d player2:@Bob "
    boards += "board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
    asked = await ann.types(group.channel, f"/ledger record {boards}")
    await bob.press(bob.sees(asked.message), "Agree")
    hand = await sees(ann, group.channel, "hand")
    forged = await ann.forge(ann.sees(hand.message), str(ShowProof(Spot(1, 1))))
    assert "there's no deal to check" in forged.text
    return NO_DEAL


KINDS: Final[dict[str, Dealt]] = {
    "at a table, once everybody has pressed": ready,
    "at a table, dealt by the clock": by_the_clock,
    "at a table, where no message could be posted": without_a_message,
    "the first of a sit-and-go that computers fill": filled_by_computers,
    "the first at a table of a knock-out": first_of_a_knock_out,
    "a later one of a knock-out": later_in_a_knock_out,
    "in a duplicate tournament": in_a_duplicate_tournament,
    "of a knock-out that goes on from a backup": knocked_out_from_a_backup,
    "of a duplicate tournament that goes on from a backup": duplicated_from_a_backup,
    "in a duplicate match": in_a_match,
    "the deal of a day, played the day before, too": day_after_day,
    "the deals of a week, played the week before, too": week_after_week,
    "the deal of a day or a week that nobody asked for before": first_day,
    "a challenge": challenged,
    "with real cards": recorded,
}


def test_every_kind_is_in_the_document():
    assert list(rows()) == list(KINDS)
    assert {row[-1] for row in rows().values()} <= {*SAID, NO_DEAL}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_deal_is_what_the_document_says_of_its_kind(
    gather, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    _where, method, message, joined, seeds, who = rows()[kind]
    shown = await KINDS[kind](gather(3))
    if who == NO_DEAL:
        assert shown == NO_DEAL
        return
    lines = lines_of(shown)
    assert f"`{lines['method']}`" == method
    for name, said in (("message", message), ("joined", joined), ("seeds", seeds)):
        is_added = re.search(r"[0-9a-z]", lines.get(name, "-"))
        assert ("yes" if is_added else "no") == said, name
    file = tmp_path / "proof.txt"
    file.write_text(shown)
    assert main(["verify-deal", str(file)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert SAID[who] in told
    assert not [sentence for each, sentence in SAID.items() if each != who and sentence in told]
