"""The ledger as people ask for it: privately, page by page, and shown to everybody."""

import re
from contextlib import closing

import pytest

from bot.handlers.ledger import exports
from bot.ledger.document import read
from bot.ledger.import_ import import_document, joined
from bot.screens.ledger.lists import HANDS
from bot.screens.ledger.pages import LedgerView, Query, ShowPage
from bot.store.connection import connect
from bot.store.ledger import tallies
from bot.values.ledger_records import NOTHING_COUNTS, NOTHING_IN_PART, Scope
from discord_standin.model.places import Guild
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House
from tests.e2e.ledgers import asks, book_earlier, looks, looks_at_hand, played, points_in, public


@pytest.mark.parametrize("view", ["standing", "records", "history"])
async def test_before_the_first_hand_the_ledger_says_so(gather, view: str):
    group: Group = gather(1)
    reply = await looks(group, view)
    assert NOTHING_COUNTS in reply.text


@pytest.mark.parametrize("view", ["player", "rivals", "hand"])
async def test_before_the_first_hand_nobody_has_a_record(gather, view: str):
    group: Group = gather(2)
    people = group.people[1:] if view == "rivals" else []
    reply = await looks(group, view, 0, *people)
    assert re.search(r"No hand (of \S+ )?counts here yet; those with computer players", reply.text)


async def test_the_standing_sums_to_zero_and_takes_a_scope(gather, discord: StandIn, guild: Guild):
    group = await played(gather, 2)
    text = (await looks(group)).text
    points = points_in(text)
    assert len(points) == 2
    assert sum(points) == 0
    here = await looks(group, "standing", channel=group.channel)
    assert f"<#{group.channel.id}>" in here.text, "it says which hands count"
    assert "2 hands" in here.text
    other = discord.add_channel(guild, "other")
    assert NOTHING_IN_PART in (await looks(group, "standing", channel=other)).text
    assert "2 hands" in (await looks(group, "standing", variant="Pineapple")).text
    assert NOTHING_IN_PART in (await looks(group, "standing", variant="Classic")).text
    assert "last 7 days" in (await looks(group, "standing", days="7")).text
    gone = ShowPage(Query(LedgerView.STANDING, Scope(season=3)))
    assert (
        "There's no season 3 here." in (await group.people[0].forge(here.message, str(gone))).text
    )


async def test_what_one_asks_for_is_private_until_one_shows_it(gather, house: House):
    group = await played(gather, 1)
    before = len(public(group))
    reply = await looks(group)
    assert len(public(group)) == before
    await group.people[0].press(reply.message, "Show everyone")
    await house.settle()
    assert len(public(group)) == before + 1
    shown = public(group)[-1]
    assert shown.text == reply.text
    assert not shown.buttons
    own = group.people[0].sees(reply.message)
    assert [b.label for b in own.buttons if b.is_disabled] == ["Everyone sees it now"]


async def test_a_past_hand_with_boards_pairs_text_replay_and_proof(gather, house: House):
    group = await played(gather, 2, people=3)
    ann, bob, _ = group.people
    reply = await looks_at_hand(group, 1)
    assert "Hand #1" in reply.text
    assert "Ann – Bob" in reply.text or "Bob – Ann" in reply.text
    assert reply.message.pictures[0].content
    newer = await ann.press(reply.message, "▶")
    assert "Hand #2" in newer.text
    await ann.press(newer.message, "◀")
    proof = await ann.press(ann.sees(reply.message), "Deal proof")
    assert "secret" in proof.text
    assert "Ann v Bob" in (await ann.press(ann.sees(reply.message), "Text")).text
    assert "Hand #1" in (await ann.press(ann.sees(reply.message), "Picture")).text
    replay = await ann.press(ann.sees(reply.message), "Replay")
    assert "Hand 1, step 0 of 15" in replay.text
    await ann.press(ann.sees(reply.message), "Show everyone")
    await house.settle()
    shown = public(group)[-1]
    text = await bob.press(shown, "Text")
    assert text.message.is_ephemeral, "who presses on the shown hand gets a page of their own"
    assert bob.sees(shown).text == shown.text
    assert "The hands here are #1 to #2." in (await looks_at_hand(group, 9)).text


async def test_player_and_head_to_head_agree_with_the_standing(gather, house: House):
    group = await played(gather, 3)
    with house.read() as db:
        points = {line.name: line.points for line in tallies.standing(db, group.guild.id)}
    signed = {name: f"{p:+d}".replace("-", "−") if p else "0" for name, p in points.items()}
    own = await looks(group, "player")
    assert f"**{signed['Ann']}** points in 3 hands" in own.text
    assert "a hand, give or take" in own.text
    assert "Longest streaks" in own.text
    assert f"Bob **{signed['Ann']}**" in own.text, "all of it comes from the only opponent"
    week = await looks(group, "player", days="7")
    assert "Longest streaks" in week.text
    here = await looks(group, "player", channel=group.channel)
    assert "Streaks only count across all channels and variants." in here.text
    other = await looks(group, "player", 0, group.people[1])
    assert f"**{signed['Bob']}** points" in other.text
    duel = await looks(group, "rivals", 0, group.people[1])
    assert f"Ann: **{signed['Ann']}** points" in duel.text
    assert "3 hands together" in duel.text
    same = await looks(group, "rivals", 0, group.people[0])
    assert same.text.endswith("Choose two different people.")


async def test_a_profile_is_a_picture_with_all_of_it_in_words(gather, discord: StandIn):
    group = await played(gather, 2)
    ann = group.people[0]
    reply = await looks(group, "player", 0, group.people[1])
    (picture,) = reply.message.pictures
    assert picture.content
    total = re.search(r"\*\*([+−]?\d+)\*\* points in 2 hands", reply.text)
    assert total, reply.text
    spoken = total[1].replace("+", "plus ").replace("−", "minus ")
    assert picture.alt.startswith(f"Bob: total {spoken}. 2 hands. Points a hand: ")
    assert "Running points, 2 hands: between " in picture.alt
    text = await ann.press(reply.message, "Text")
    assert text.text == reply.text
    assert not text.message.pictures
    again = await ann.press(text.message, "Picture")
    assert again.message.pictures[0].alt == picture.alt
    await ann.press(again.message, "Show everyone")
    await group.house.settle()
    assert public(group)[-1].pictures[0].alt == picture.alt
    discord.deny_bot(group.channel, Permission.ATTACH_FILES)
    plain = await looks(group, "player", 0, group.people[1])
    assert plain.text == reply.text
    assert not plain.message.pictures
    assert "Picture" not in [button.label for button in plain.message.buttons]


async def test_history_turns_its_pages(gather):
    group: Group = gather(2)
    book_earlier(group, HANDS)
    ann = group.people[0]
    assert "Older" not in [b.label for b in (await looks(group, "history")).message.buttons]
    await group.sit_down()
    await group.play_hand()
    latest = [str(number) for number in range(HANDS + 1, 1, -1)]
    reply = await looks(group, "history")
    assert re.findall(r"#(\d+)", reply.text) == latest
    older = await ann.press(reply.message, "Older")
    assert re.findall(r"#(\d+)", older.text) == ["1"]
    newer = await ann.press(older.message, "Newer")
    assert re.findall(r"#(\d+)", newer.text) == latest


async def test_a_new_record_is_told_once_with_its_hand(gather):
    group: Group = gather(2)
    book_earlier(group, 20)
    await group.sit_down()
    await group.play_hand()
    told = [s for s in public(group) if "🏆" in s.text]
    assert len(told) == 1
    assert "a new record for one hand" in told[0].text
    await group.house.restart()
    assert len([s for s in public(group) if "🏆" in s.text]) == 1
    records = await looks(group, "records")
    assert "Most points in a hand" in records.text
    assert "Recent" in records.text


async def test_in_direct_messages_there_is_no_ledger(gather):
    group: Group = gather(1)
    ann = group.people[0]
    assert not [offer for offer in ann.commands(ann.dm) if offer.name.startswith("ledger")]


async def test_the_chart_draws_who_is_asked_for_and_turns_to_days(gather, discord: StandIn):
    group = await played(gather, 2, people=3)
    ann = group.people[0]
    reply = await looks(group, "chart")
    assert all(name in reply.message.pictures[0].alt for name in ("Ann", "Bob", "Mia"))
    assert "over 2 hands" in reply.message.pictures[0].alt
    days = await ann.press(reply.message, "Day by day")
    assert "over 1 day." in days.message.pictures[0].alt
    two = await looks(group, "chart", 0, group.people[2], group.people[1])
    assert "Ann" not in two.message.pictures[0].alt
    none = await looks(group, "chart", variant="Classic")
    assert none.text.endswith(NOTHING_IN_PART)
    kim = discord.add_person("Kim", group.guild)
    stranger = await looks(group, "chart", 0, kim)
    assert f"No hand of {kim.mention} counts here yet;" in stranger.text


async def test_the_chart_as_text_and_back(gather):
    group = await played(gather, 2)
    ann = group.people[0]
    chosen = await looks(group, "chart", 0, group.people[1])
    reply = await ann.press(chosen.message, "Day by day")
    text = await ann.press(reply.message, "Text")
    assert "1 day" in text.text
    assert "Bob" in text.text
    assert "Ann" not in text.text
    assert "worst" in text.text
    assert not text.message.pictures
    again = await ann.press(text.message, "Picture")
    assert "over 1 day." in again.message.pictures[0].alt


@pytest.mark.parametrize(("view", "words"), [("chart", "```"), ("hand", "** · Result")])
async def test_where_the_bot_may_not_attach_files_pictures_are_told_in_words(
    gather, discord: StandIn, view: str, words: str
):
    group = await played(gather, 1)
    discord.deny_bot(group.channel, Permission.ATTACH_FILES)
    reply = await looks(group, view)
    assert words in reply.text
    assert not reply.message.pictures
    await group.people[0].press(reply.message, "Show everyone")
    await group.house.settle()
    assert words in public(group)[-1].text


async def test_the_ledger_as_files(gather, tmp_path):
    group: Group = gather(2)
    empty = await asks(group, "/ledger export")
    assert empty.text == NOTHING_COUNTS
    await group.sit_down()
    await group.play_hand()
    exported = await asks(group, "/ledger export")
    (file,) = exported.message.pictures
    assert file.file_name == "ledger.json"
    path = tmp_path / "there.sqlite3"
    db = connect(path)
    assert import_document(db, read(file.content.decode()), 9) == 1
    with group.house.read() as here:
        assert tallies.standing(db, 9) == tallies.standing(here, group.guild.id)
    db.close()
    sheets = await asks(group, "/ledger export format:CSV")
    assert [f.file_name for f in sheets.message.pictures] == ["entries.csv", "hands.csv"]


async def test_a_long_ledger_comes_in_several_files(
    gather, tmp_path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(exports, "_HANDS_A_FILE", 2)
    monkeypatch.setattr(exports, "_HANDS_AT_ONCE", 1)
    group = await played(gather, 3)
    reply = await asks(group, "/ledger export")
    assert "You need all of its parts to import it." in reply.text
    names = ["ledger-1-of-2.json", "ledger-2-of-2.json"]
    assert [file.file_name for file in reply.message.pictures] == names
    parts = [read(file.content.decode()) for file in reply.message.pictures]
    with closing(connect(tmp_path / "there.sqlite3")) as there:
        assert import_document(there, joined(parts), 9) == 3
        with group.house.read() as here:
            assert tallies.standing(there, 9) == tallies.standing(here, group.guild.id)
    sheets = await asks(group, "/ledger export format:CSV")
    lines = [file.content.decode().splitlines() for file in sheets.message.pictures]
    assert [len(each) for each in lines] == [1 + 2, 1 + 1, 1 + 4, 1 + 2]
    monkeypatch.setattr(exports, "_MOST_FILES", 1)
    refused = await asks(group, "/ledger export")
    assert f"`ofc-bot export {group.guild.id} ledger.json.gz`" in refused.text
