"""The deals of a knock-out: from one secret, committed to before anybody joins."""

import hashlib
import hmac
import re
from pathlib import Path

import pytest

from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.cli.main import main
from ofc_engine.deal import Deal
from ofc_engine.proof import Proof
from tests.e2e.house import Group, House
from tests.e2e.knock_out import announced, announcements, found, opened, play_hand, press
from tests.e2e.seeded import SeededHouse, lines_of, proof_below

pytestmark = pytest.mark.house(kind=SeededHouse)

COMMITTED = re.compile(r"All deals: ([0-9a-f]{8})…")


async def begun(group: Group, **options: str | int) -> list[str]:
    """Have everybody join, and Ann start it; returns the numbers of the joins and the message."""
    wanted = {"stack": 10, "seats": 3, "levels": "usual", **options}
    opening = (await opened(group, **wanted)).interaction.id
    joins: list[int] = []
    for person in group.people[1:]:
        await press(group, person, "Join")
        joins.append(group.house.discord.replies[-1].interaction.id)
    message = announcements(group, group.people[0])[0].id
    await press(group, group.people[0], "Start")
    return [str(each) for each in (opening, *joins, message)]


def results(person: Person, thread: Channel) -> list[Shown]:
    """The results in a table's thread, the oldest first."""
    return [s for s in person.reads(thread) if "(stack " in s.text and not s.is_ephemeral]


def threads(house: House) -> dict[int, Channel]:
    return {
        table.row.room or 0: house.discord.world.channels[table.row.channel_id]
        for table in found(house).every
    }


async def test_joining_and_the_messages_of_the_tables_are_mixed_into_every_first_hand(
    gather, house: House
):
    group: Group = gather(5)
    ann = group.people[0]
    added = await begun(group, computer="Dreamer")
    committed = COMMITTED.findall(announced(ann, group.channel))
    assert len(committed) == 1
    joined = hashlib.sha256(":".join(added).encode()).hexdigest()[:32]
    assert f"Added by joining: {joined}" in announced(ann, group.channel)
    told = await press(group, ann, "Deals")
    assert re.search(rf"\b{committed[0]}[0-9a-f]{{56}}\b", told), "all of it is told there"
    assert ":".join(added) in told
    assert joined in told
    assert "so this is the secret" not in told
    await play_hand(group)
    heads = {s.text: s.id for s in ann.reads(group.channel) if s.text.startswith("**Table ")}
    assert len(threads(house)) == 2
    for number, thread in threads(house).items():
        (result,) = results(ann, thread)
        lines = lines_of(await proof_below(ann, result))
        assert lines["message"] == str(heads[f"**Table {number}**"])
        assert lines["joined"] == joined
        assert lines["tournament"].startswith(committed[0])
        assert lines["table"] == str(number)
        assert "origin" not in lines
        more = await ann.press(result, "More")
        assert f"/{group.channel.id}/{heads[f'**Table {number}**']}" in more.text


async def test_every_hand_depends_on_what_nobody_knew_who_fixed_its_secret(
    gather, house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    group: Group = gather(5)
    ann = group.people[0]
    await begun(group)
    while not found(house).row.is_over:
        await play_hand(group)
    await house.catch_up()
    told = await press(group, ann, "Deals")
    origin = re.findall(r"so this is the secret: ([0-9a-f]{64})", told)[0]
    seen = 0
    for number, thread in threads(house).items():
        before = None
        for result in results(ann, thread):
            proof = await proof_below(ann, result)
            made, lines = Proof.parse(proof), lines_of(proof)
            assert made.deal.message not in (None, "-")
            assert before is None or made.deal.message == str(before.id)
            assert made.deal.deck != Deal(made.deal.secret).deck
            text = f"ofc-tournament-1:{number}:{lines['hand']}".encode()
            assert hmac.digest(bytes.fromhex(origin), text, "sha256") == made.deal.secret
            file = tmp_path / "proof.txt"
            file.write_text(proof)
            assert main(["verify-deal", str(file)]) == 0
            said = capsys.readouterr().out
            assert "This deal comes from it." in said
            assert "nobody could choose the deck" in said
            file.write_text(proof.replace(f"table {number}", f"table {number + 1}"))
            assert main(["verify-deal", str(file)]) == 1
            assert "doesn't come from that of the tournament" in capsys.readouterr().out
            before, seen = result, seen + 1
    assert seen > 3
