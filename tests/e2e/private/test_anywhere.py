"""`/learn` and `/score`: in servers, in direct messages, and installed by people themselves."""

import re

import pytest

from bot.values.house_rules import PRESETS, VARIANTS
from cogs.anywhere import Anywhere
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.standin import StandIn
from tests.e2e.house import House

ANN = "Ann: QhQd2c / 7c7d7h8s9s / AsKsJs6s3s"
CARDS = "AsAhAd KsKhKd 9c9d 4c4d4h4s 2c 3d"
SET = "KsKhKd / AsAhAd2c9c / 4c4d4h4s3d"
FOUL_SET = "AsAhAd / KsKhKd9c9d / 2c3d4c4d4h"
BOB = "Bob: AcKdJh / 9c9d5c5d4c / KhTh9h8h6h"


@pytest.fixture
def ann(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Ann", guild)


async def score(person: Person, where: Channel, house: House, typed: str) -> Reply:
    reply = await person.types(where, f"/score {typed}")
    await house.settle()
    return reply


async def test_boards_are_scored_in_direct_messages(ann: Person, house: House):
    reply = await score(ann, ann.dm, house, f"board1:{ANN} board2:{BOB}")
    lines = reply.text.splitlines()
    assert lines[:2] == ["## Score", "-# Pineapple"]
    assert lines[2].startswith("**Ann +")
    assert "royalty points" in lines[2]
    assert lines[3].startswith("**Bob −")
    assert "Ann – Bob: Front +1, Middle +1" in reply.text
    (picture,) = reply.message.pictures
    assert picture.file_name == "score.png"
    assert (picture.content or b"").startswith(b"\x89PNG")
    assert "queen of hearts" in (picture.alt or "")


async def test_names_may_be_left_out_and_a_foul_is_seen(ann: Person, house: House):
    foul = "AhAd2c / 7c7d7h8s9s / AsKsJs6s3d"
    once = await score(ann, ann.dm, house, f"board1:{foul} board2:{BOB}")
    assert "foul: Back below Middle" in once.text
    (points,) = re.findall(r"\*\*Player 1 −(\d+)\*\*", once.text)
    thrice = await score(ann, ann.dm, house, f"board1:{foul} board2:{BOB} rules:stake=3")
    assert f"**Player 1 −{3 * int(points)}**" in thrice.text


async def test_a_dead_hand_may_be_written_first_and_as_one_word(ann: Person, house: House):
    reply = await score(ann, ann.dm, house, f"board1:Ann: dead board2:{BOB}")
    points = re.findall(r"\*\*(Ann −|Bob \+)(\d+)\*\*", reply.text)
    assert [name for name, _ in points] == ["Bob +", "Ann −"], "the best first"


async def test_lows_are_scored_and_solved(ann: Person, house: House):
    wheel, foul = "KsKc3d / 7c5h4d3s2s / 8c8d8s9h9s", "QhQd4c / 6c5d4s3h2c / AsAhJs9c5s"
    reply = await score(ann, ann.dm, house, f"board1:{wheel} board2:{foul} variant:deuce")
    assert reply.text.splitlines()[1] == "-# 2-7 Pineapple"
    assert "foul: Middle isn't a ten-low" in reply.text
    (picture,) = reply.message.pictures
    assert "7-5 low, the wheel" in (picture.alt or "")
    cards = wheel.replace(" / ", "")
    best = await score(ann, ann.dm, house, f"board1:{cards} variant:deuce")
    assert best.text.splitlines()[1].startswith("-# 2-7 Pineapple · Fantasyland")
    assert "7-5 low, the wheel" in (best.message.pictures[0].alt or "")


async def test_jokers_are_scored_and_solved_where_they_are_in_the_deck(ann: Person, house: House):
    queens, foul = "QhX12d / 9c9d9h5s2s / 7c7d7h4s4c", "2c3d4h / AcAdAhKsX2 / 6c7s8h9sJc"
    boards = f"board1:{queens} board2:{foul}"
    reply = await score(ann, ann.dm, house, f"{boards} rules:standard jokers=2")
    assert reply.text.splitlines()[1] == "-# Pineapple with 2 jokers"
    assert "foul: Back below Middle" in reply.text
    (picture,) = reply.message.pictures
    assert "joker as queen of spades" in (picture.alt or "")
    refused = await score(ann, ann.dm, house, boards)
    assert "X1 isn't in the deck of this game." in refused.text
    cards = queens.replace(" / ", "")
    best = await score(ann, ann.dm, house, f"board1:{cards} rules:standard jokers=1")
    assert best.text.splitlines()[1].startswith("-# Pineapple with 1 joker · Fantasyland")
    assert "joker as " in (best.message.pictures[0].alt or "")


async def test_the_rules_are_those_asked_for(ann: Person, house: House):
    boards = f"board1:{ANN} board2:{BOB}"
    usual = await score(ann, ann.dm, house, boards)
    other = await score(ann, ann.dm, house, f"{boards} rules:german scoring=2-4")
    assert usual.text.splitlines()[2:] != other.text.splitlines()[2:]


@pytest.mark.usefixtures("house")
async def test_rules_are_offered_by_their_names_and_options_with_what_they_mean(ann: Person):
    choices = {each.name: each.choices for each in Anywhere.score.parameters}
    rules = await ann.complete(ann.dm, "score", rules="")
    assert [each.value for each in rules[: len(PRESETS)]] == [*PRESETS]
    assert all(line in each.name for each, line in zip(rules, PRESETS.values(), strict=False))
    assert [each.name for each in choices["variant"]] == [*VARIANTS.values()]
    offers = await ann.complete(ann.dm, "score", rules="german equal_rows=foul sco")
    assert "german equal_rows=foul scoring=2-4" in [each.value for each in offers]


async def test_cards_without_rows_are_set_in_the_best_way(ann: Person, house: House):
    reply = await score(ann, ann.dm, house, f"board1:{CARDS}")
    lines = reply.text.splitlines()
    assert lines[:2] == ["## The best board from 14 cards", "-# Pineapple · Fantasyland"]
    assert "expected points: +56.4" in reply.text
    assert "44 royalty points · ⭐ Fantasyland next, 14 cards" in reply.text
    (picture,) = reply.message.pictures
    assert picture.file_name == "solved.png"
    assert "Front: ace of spades, ace of hearts, ace of diamonds" in (picture.alt or "")


async def test_another_way_to_set_them_is_told_with_its_cost(ann: Person, house: House):
    reply = await score(ann, ann.dm, house, f"board1:{CARDS} board2:{SET} board3:{FOUL_SET}")
    (worse, foul) = (line for line in reply.text.splitlines() if "worse than the best" in line)
    assert "**11.3 points worse than the best** · 33 royalty points" in worse
    assert "Compared with yours, the best brings 10.0 more in Middle royalties" in reply.text
    assert "foul: Back below Middle" in foul


async def test_a_board_alone_is_compared_with_the_best_of_its_cards(ann: Person, house: House):
    """Also in Chinese, where thirteen cards are set at once without a Fantasyland."""
    best = "AsAhAd / KsKhKd9c9d / 4c4d4h4s3d"
    alone = await score(ann, ann.dm, house, f"board1:Ann: {best} x 2c")
    assert "from 14 cards" in alone.text
    assert "**the best** ✓" in alone.text
    chinese = await score(ann, ann.dm, house, f"board1:{best} variant:chinese")
    assert chinese.text.splitlines()[1] == "-# Chinese"
    assert "**the best** ✓" in chinese.text


async def test_what_cannot_be_is_told_in_a_sentence(ann: Person, house: House):
    for typed, why in (
        (f"board1:{CARDS} board2:{BOB}", "isn't one of the 14 cards in board1"),
        (f"board1:{CARDS} board2:AsAh / Kd / 2c", "The Front needs 3 cards, not 2"),
        (f"board1:{CARDS} board2:AsAh / Kd / 2c dead", "Type all three rows"),
        (f"board1:{CARDS} board2:{CARDS}", "Write three rows with / between them"),
        ("board1:AsAh", "These are 2 cards. Type 13 to 17 without rows to see their best board"),
        (f"board1:{CARDS}As", "As appears more than once."),
        (f"board1:{ANN} board2:{ANN}", "Qh appears more than once."),
        (f"board1:{ANN} board2:2c / 3c / 4c", "The Front needs 3 cards, not 1"),
        (f"board1:{ANN} board2:Bob: nonsense", "Write three rows with / between them"),
        (f"board1:{ANN} board2:{BOB} rules:bogus=1", "bogus"),
        (f"board1:{ANN} board2:{BOB} rules:german stake=0", "a multiplier from 1 to 1000"),
        (f"board1:{ANN} board2:{BOB} FL99", "Fantasyland"),
        (f"board1:{ANN} board2:- / - / - surrendered", "rules have no surrender"),
    ):
        text = (await score(ann, ann.dm, house, typed)).text
        assert why in text
        assert "Something went wrong" not in text


async def test_lessons_begin_right_there(ann: Person, house: House):
    reply = await ann.types(ann.dm, "/learn")
    await house.settle()
    assert "I've sent you a message" not in reply.text
    assert reply.message.buttons
    assert len(ann.reads(ann.dm)) == 1, "the lesson itself, and nothing beside it"


async def test_who_installs_them_has_them_where_the_bot_is_not(discord: StandIn, house: House):
    away = discord.add_channel(discord.add_guild("Elsewhere", with_bot=False), "general")
    eve = discord.add_person("Eve", away.guild)
    eve.install_app()
    assert [offer.name for offer in eve.commands(away)] == ["help", "learn", "score", "daily"]
    reply = await score(eve, away, house, f"board1:{ANN} board2:{BOB}")
    assert "**Ann +" in reply.text
    assert reply.message.is_ephemeral
    lesson = await eve.types(away, "/learn")
    await house.settle()
    assert lesson.message.is_ephemeral
    assert lesson.error == ""
