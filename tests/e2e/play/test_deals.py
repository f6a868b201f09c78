"""Deals that nobody can choose: committed to before, with a seed of every player after."""

import re
from pathlib import Path

import pytest

from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from ofc_engine.cli.main import main
from ofc_engine.deal import Deal
from ofc_engine.proof import Proof
from tests.e2e.house import Group, words
from tests.e2e.quick import QUICK, set_all
from tests.e2e.seeded import SeededHouse, lines_of

WHOLE = re.compile(r"Deal (\d+): ([0-9a-f]{64})$", re.MULTILINE)
SHORT = re.compile(r"Deal (\d+): ([0-9a-f]{8})…$", re.MULTILINE)


pytestmark = [pytest.mark.house(kind=SeededHouse), pytest.mark.table(3, until="seated", **QUICK)]


def committed(text: str) -> dict[int, str]:
    """The first digits of the commitments that a text has, by the number of the hand."""
    return {int(number): digits for number, digits in SHORT.findall(text)}


def whole(text: str) -> dict[int, str]:
    """The whole commitments that a text has, by the number of the hand."""
    return {int(number): digest for number, digest in WHOLE.findall(text)}


def first_digits(digests: dict[int, str]) -> dict[int, str]:
    return {number: digest[:8] for number, digest in digests.items()}


def in_channel(group: Group) -> str:
    return "\n".join(s.text for s in group.people[0].reads(group.channel) if not s.is_ephemeral)


def in_private(group: Group, person: Person) -> str:
    return "\n".join(shown.text for shown in group.private(person))


async def deal(group: Group, person: Person, command: str = "Start") -> Reply:
    """Have somebody deal the first hand, or be the last to be ready for the next."""
    if group.house.table(group.channel).played is not None:
        for other in group.people:
            if other is not person:
                await group.does(other, "Start")
    reply = await group.does(person, command)
    await group.house.settle()
    return reply


async def proof_of(group: Group) -> str:
    """What somebody is shown who asks for the proof of the latest hand."""
    return (await group.more(group.people[1], "Deal proof")).text


async def test_what_was_committed_to_before_the_hand_is_what_its_proof_shows(group: Group):
    ann = group.people[0]
    before = whole((await group.more(ann)).text)
    assert list(before) == [1]
    assert committed(in_channel(group)) == first_digits(before), "in the lobby"
    await deal(group, ann)
    assert whole((await group.more(ann)).text) == before
    await set_all(group)
    after = whole((await group.more(ann)).text)
    assert after[1] == before[1]
    assert committed(group.result().text) == {2: after[2][:8]}, "with the result"
    for person in group.people[1:]:
        assert committed(in_private(group, person)) == {2: after[2][:8]}
        own = next(s for s in group.private(person) if "More" in {b.label for b in s.buttons})
        assert whole((await person.press(own, "More")).text) == after
    assert f"commitment {before[1]}" in await proof_of(group)
    await deal(group, group.people[0])
    await set_all(group)
    assert f"commitment {after[2]}" in await proof_of(group)


async def test_the_commitments_stay_in_the_channel_and_in_everybodys_messages(group: Group):
    for _ in range(3):
        await deal(group, group.people[0])
        await set_all(group)
    assert list(committed(in_channel(group))) == [1, 2, 3, 4]
    for person in group.people:
        assert committed(in_private(group, person)) == {
            number: digest for number, digest in committed(in_channel(group)).items() if number > 1
        }, "a message for each hand, which its result ends with the next commitment"


async def test_what_discord_shows_is_checked_by_verify_deal(
    group: Group, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    bob = group.people[1]
    await group.does(bob, "More, Add a seed: tiger7")
    await deal(group, group.people[0])
    await set_all(group)
    shown = tmp_path / "proof.txt"
    shown.write_text(await proof_of(group))
    assert main(["verify-deal", str(shown)]) == 0
    assert "tiger7" in capsys.readouterr().out
    shown.write_text(shown.read_text().replace("tiger7", "tiger8"))
    assert main(["verify-deal", str(shown)]) == 1


async def test_whoever_sits_down_or_deals_adds_the_id_that_discord_gave_to_it(
    group: Group, discord: StandIn
):
    joined = discord.replies[-1].interaction.id
    reply = await deal(group, group.people[0])
    more = await group.more(group.people[0])
    assert f"Mia {joined}" in more.text
    assert f"Ann {reply.interaction.id}" in more.text


@pytest.mark.table(2, until="seated", pace="live", **QUICK)
async def test_a_hand_that_the_clock_deals_depends_on_the_message_with_its_commitment(
    group: Group, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    lobby = group.board(group.people[0])
    await deal(group, group.people[0])
    await set_all(group)
    assert lines_of(await proof_of(group))["message"] == str(lobby.id)
    for number in (2, 3):
        shown = group.result()
        assert list(committed(shown.text)) == [number]
        await group.house.let_pass(61)
        assert group.house.is_dealt(group.channel)
        more = await group.more(group.people[0])
        assert f"/{group.channel.id}/{shown.id}" in more.text, "everybody can look it up"
        await set_all(group)
        proof = Proof.parse(await proof_of(group))
        assert proof.deal.message == str(shown.id)
        assert set(proof.deal.seeds) == {"-"}
        assert proof.deal.deck != Deal(proof.deal.secret).deck
        file = tmp_path / "proof.txt"
        file.write_text(await proof_of(group))
        assert main(["verify-deal", str(file)]) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert f"must have the number {shown.id}" in told
        assert "nobody could choose the deck, unless the message was posted" in told


@pytest.mark.table(2, until="seated", pace="live", **QUICK)
async def test_the_clock_waits_for_the_message_with_the_commitment(group: Group, discord: StandIn):
    await deal(group, group.people[0])
    discord.deny_bot(group.channel, Permission.SEND_MESSAGES)
    await set_all(group)
    await group.house.let_pass(61)
    assert not group.house.is_dealt(group.channel)
    discord.deny_bot(group.channel)
    await group.house.catch_up()
    shown = group.result()
    await group.house.let_pass(3)
    assert group.house.is_dealt(group.channel)
    await set_all(group)
    assert lines_of(await proof_of(group))["message"] == str(shown.id)


@pytest.mark.table(2, until="seated", pace="live", **QUICK)
async def test_a_deal_whose_commitment_nobody_could_see_says_so(
    group: Group, discord: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    await deal(group, group.people[0])
    discord.deny_bot(group.channel, Permission.SEND_MESSAGES)
    await set_all(group)
    await group.house.let_pass(125)
    assert group.house.is_dealt(group.channel)
    discord.deny_bot(group.channel)
    await group.house.catch_up()
    ann = group.people[0]
    board = next(s for s in ann.reads(group.channel) if s.text.startswith("## Hand 2"))
    assert "No message showed this" in (await ann.press(board, "More")).text
    await set_all(group)
    shown = tmp_path / "proof.txt"
    shown.write_text(await proof_of(group))
    assert lines_of(shown.read_text())["message"] == "-"
    assert main(["verify-deal", str(shown)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "No message in a channel showed it" in told
    assert "whoever runs the bot could have chosen the deck" in told


@pytest.mark.table(2, until="seated", pace="live", **QUICK)
async def test_a_message_that_was_posted_anew_counts_in_place_of_the_first(group: Group):
    ann = group.people[0]
    await deal(group, ann)
    await set_all(group)
    before = group.result()
    await ann.types(group.channel, "/ofc board")
    await group.house.settle()
    shown = group.result()
    assert shown.id != before.id
    assert committed(shown.text) == committed(before.text)
    await group.house.restart()
    await group.house.let_pass(61)
    await set_all(group)
    assert lines_of(await proof_of(group))["message"] == str(shown.id)


async def test_a_typed_seed_is_shown_to_all_and_never_changed(group: Group):
    ann, bob, _ = group.people
    await deal(group, ann)
    await set_all(group)
    assert "Bob tiger7" not in (await group.more(ann)).text
    reply = await group.does(bob, "More, Add a seed: tiger7")
    assert "hand 2 now depends on tiger7" in reply.text
    await group.house.settle()
    assert "Seeds: Bob tiger7" in (await group.more(ann)).text
    again = await group.does(bob, "More, Add a seed: lion8")
    assert "You've already added tiger7 to this deal" in again.text
    await group.does(ann, "More, Add a seed: mine1")
    await deal(group, ann)
    more = await group.more(ann)
    assert "Bob tiger7" in more.text
    assert "Ann mine1" in more.text
    await set_all(group)
    proof = Proof.parse(await proof_of(group))
    assert {"mine1", "tiger7"} < set(proof.deal.seeds)
    assert "-" not in proof.deal.seeds, "to be ready adds a seed"


async def test_a_seed_waits_for_the_commitment_of_its_hand(group: Group):
    await deal(group, group.people[0])
    reply = await group.does(group.people[1], "More, !Add a seed: early")
    assert "with the result of this hand" in reply.text


async def test_a_seed_that_could_be_misread_is_refused(group: Group):
    for seed in ("a-b", "äöü", "two words"):
        reply = await group.does(group.people[1], f"More, Add a seed: {seed}")
        assert "1 to 32 letters" in reply.text


async def test_no_secret_is_shown_before_its_hand_is_over(group: Group):
    """Neither of the running hand nor of the next, which is committed to already."""
    await deal(group, group.people[0])
    with group.house.read() as db:
        secrets = [row["secret"].hex() for row in db.execute("SELECT secret FROM deals")]
    assert len(secrets) == 2
    everything = [
        word
        for person in group.people
        for shown in [*group.private(person), *person.reads(group.channel)]
        for word in words(shown)
    ]
    assert not [word for word in everything if any(secret in word for secret in secrets)]
