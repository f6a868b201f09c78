"""Messages that belong to no table: each is posted once, edited, and given up as it should be."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.screens.components import Screen, text
from bot.store import due, messages
from bot.store.due import ERRANDS, Due, DueKind
from bot.store.engine import OperationalError
from bot.store.messages import MessageKind
from bot.store.restore import put_back
from bot.store.tables import written
from bot.surfaces.gateway import (
    DmClosed,
    GatewayError,
    NotAllowed,
    Refused,
    Resting,
    ThreadArchived,
)
from bot.values.options import Destination, TableOptions
from tests.desk.desk import BEGINNING, Time, at_desk
from tests.desk.post import Message
from tests.desk.words import in_words
from tests.store.released import FOLDER, opened
from tests.surfaces.keeping import CHANNEL, GUILD, KIND, NOW, OTHER, Kept, Saying, kept
from tests.waiting import HUNG, until


@asynccontextmanager
async def refused(at: Kept, *errors: GatewayError) -> AsyncGenerator[None]:
    """Discord refuses so many calls."""
    at.post.refusals += errors
    yield
    assert not at.post.refusals


def only(at: Kept, channel_id: int = CHANNEL) -> Message:
    (message,) = at.post.in_channel(channel_id)
    return message


async def test_a_message_is_posted_once_and_edited_when_there_is_something_else_to_tell(at: Kept):
    await at.tells("one")
    message = only(at)
    await at.tells("two")
    assert only(at) is message
    assert at.reads() == ["two"]
    assert at.says.happened == [message.id], "of an edit nothing follows"


async def test_what_tells_what_it_told_before_is_neither_drawn_nor_sent(at: Kept):
    await at.tells("one")
    await at.tells("one")
    assert (at.says.drawn, only(at).edits) == (1, 0)


async def test_a_message_that_was_deleted_is_posted_anew(at: Kept):
    await at.tells("one")
    at.post.messages.clear()
    await at.tells("two")
    assert at.reads() == ["two"]


async def test_a_message_that_is_only_edited_is_given_up_once_it_was_deleted(at: Kept):
    await at.tells("one")
    at.post.messages.clear()
    await at.tells("two", only_edits=True, is_last=True)
    assert at.reads() == []
    assert await at.row() is None


@pytest.mark.parametrize("error", [DmClosed, ThreadArchived])
async def test_a_message_that_is_only_edited_waits_where_it_stands_if_that_is_refused(
    at: Kept, error: type[GatewayError]
):
    await at.tells("one")
    async with refused(at, error()):
        await at.tells("two", only_edits=True)
    assert at.reads() == ["one"]
    assert await at.database.read(messages.to_show) == (), "it is not tried for ever"
    await at.tells("three", only_edits=True)
    assert at.reads() == ["three"]


async def test_it_moves_with_its_channel_and_is_taken_away_if_there_is_none(at: Kept):
    await at.tells("one")
    await at.tells("two", OTHER)
    assert (at.reads(), at.reads(OTHER)) == ([], ["two"])
    await at.tells(None)
    assert at.reads(OTHER) == []
    await at.tells("three", OTHER)
    assert at.reads(OTHER) == ["three"], "another nonce: it is another message"


async def test_after_the_last_nothing_is_kept_and_the_message_stands(at: Kept):
    await at.tells("one", is_last=True)
    assert at.reads() == ["one"]
    assert await at.row() is None


@pytest.mark.parametrize("error", [NotAllowed, Refused])
async def test_a_picture_that_is_refused_is_told_in_words(at: Kept, error: type[GatewayError]):
    at.says.has_picture = True
    async with refused(at, error()):
        await at.tells("one")
    assert at.reads() == ["one"]
    await at.tells("two")
    assert at.reads() == ["two drawn"]


@pytest.mark.parametrize("error", [NotAllowed, Refused])
async def test_what_is_refused_in_words_too_is_shown_once_discord_takes_it(
    at: Kept, error: type[GatewayError]
):
    at.says.has_picture = True
    async with refused(at, error(), error()):
        await at.tells("one", is_last=True)
    assert at.reads() == []
    await at.catches_up()
    assert at.reads() == ["one drawn"]
    assert await at.row() is None


async def test_what_comes_again_is_planned_once_discord_takes_it(at: Kept):
    async with refused(at, NotAllowed()):
        await at.tells("one", renews_at=NOW + 50)
    assert at.says.expected == []
    await at.catches_up()
    assert at.reads() == ["one"]
    assert await at.database.read(due.earliest) == NOW + 50
    assert at.says.expected == [NOW + 50], "the timer is told"


async def test_a_message_that_is_only_edited_is_edited_once_that_is_allowed(at: Kept):
    await at.tells("one")
    async with refused(at, NotAllowed()):
        await at.tells("two", only_edits=True)
    assert at.reads() == ["one"]
    await at.catches_up()
    assert at.reads() == ["two"]


async def test_what_a_server_without_the_bot_misses_waits_until_the_bot_is_back(
    at: Kept, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.surfaces.kept_messages._FIRST_RETRY", 0)
    at.messages = kept(at.database, at.post, at.says)
    with monkeypatch.context() as patch:
        patch.setattr(at.post, "name_of", nameless)
        async with refused(at, NotAllowed()):
            await at.tells("one")
        for _turn in range(30):
            await asyncio.sleep(0)
        assert at.reads() == [], "nobody asks again"
    await at.catches_up()
    assert at.reads() == ["one"]


async def test_where_nothing_is_taken_for_now_nothing_is_drawn(
    at: Kept, monkeypatch: pytest.MonkeyPatch
):
    def rest(*_: object, **_more: object) -> None:
        raise Resting(60)

    with monkeypatch.context() as patch:
        patch.setattr(at.post, "verify_taken", rest)
        await at.tells("one")
    assert (at.reads(), at.says.drawn) == ([], 0)
    await at.catches_up()
    assert at.reads() == ["one"]


async def nameless(_guild_id: int) -> None:
    """The bot is not in the server."""


async def test_what_cannot_be_shown_where_its_channel_is_gone_is_given_up(at: Kept):
    async with refused(at, NotAllowed()):
        await at.tells("one")
    at.post.gone.add(CHANNEL)
    await at.catches_up()
    assert at.says.happened == ["given up"]
    assert await at.row() is None


async def test_what_is_done_beside_it_is_done_again_until_it_works(at: Kept):
    at.says.fails.append(GatewayError())
    await at.tells("one", is_last=True)
    assert at.reads() == ["one"]
    assert await at.database.read(messages.to_show) == (1,)
    await at.starts_again()
    assert not at.says.fails
    assert at.reads() == ["one"]
    assert await at.row() is None


async def test_what_follows_from_giving_up_is_done_again_until_it_works(at: Kept):
    at.says.fails.append(GatewayError())
    at.post.gone.add(CHANNEL)
    await at.tells("one", is_last=True)
    assert at.says.happened == []
    await at.starts_again()
    assert at.says.happened == ["given up"]
    assert await at.row() is None


async def test_after_a_backup_was_put_back_what_stands_is_painted_anew(at: Kept):
    await at.tells("one")
    at.post.messages.clear()
    await at.database.write(lambda db: put_back(db, NOW))
    await at.starts_again()
    assert at.reads() == ["one"], "under another nonce"


async def test_what_stands_in_a_channel_that_is_gone_is_given_up(at: Kept):
    at.says.tells = Saying(channel_id=CHANNEL, words="one", renews_at=NOW + 50)
    await at.falls_due()
    at.post.gone.add(CHANNEL)
    at.says.tells = Saying(channel_id=CHANNEL, words="two", renews_at=NOW + 50)
    await at.falls_due()
    assert at.says.happened[1:] == ["given up"]


async def test_in_an_archived_thread_a_new_message_takes_the_place_of_the_old(at: Kept):
    await at.tells("one")
    async with refused(at, ThreadArchived()):
        await at.tells("two")
    assert at.reads() == ["two"]


async def test_what_fails_otherwise_is_shown_after_the_next_start(at: Kept):
    async with refused(at, GatewayError()):
        await at.tells("one")
    assert at.reads() == []
    await at.starts_again()
    assert at.reads() == ["one"]


async def test_killed_between_posting_and_keeping_it_is_not_posted_twice(at: Kept):
    await at.tells("one")
    await at.database.write(
        lambda db: db.execute("UPDATE messages SET posts = 0, message_id = NULL, changes = 1")
    )
    await at.starts_again()
    assert len(at.reads()) == 1


async def while_posted(at: Kept, change: Callable[[], Awaitable[object]], told: Saying) -> None:
    """Something changes while there is something to tell, and it is being posted."""
    post = at.post.post

    async def slowly(channel_id: int, screen: Screen, nonce: str) -> int:
        at.post.post = post
        await change()
        return await post(channel_id, screen, nonce)

    at.post.post = slowly
    at.says.tells = told
    await at.falls_due()


@pytest.mark.parametrize("is_last", [False, True])
async def test_what_changes_while_it_is_painted_is_painted_next(at: Kept, is_last: bool):
    async def change() -> None:
        at.says.tells = Saying(channel_id=CHANNEL, words="two", is_last=is_last)
        row = await at.row()
        assert row is not None
        await at.messages.renew(row.id)

    await while_posted(at, change, Saying(channel_id=CHANNEL, words="one", is_last=is_last))
    assert at.reads() == ["two"]
    assert (await at.row() is None) is is_last


@pytest.mark.parametrize(("is_last", "renews_at"), [(True, None), (False, NOW + 50)])
async def test_what_is_planned_while_it_is_painted_stays_planned(
    at: Kept, is_last: bool, renews_at: int | None
):
    async def plan() -> None:
        await at.database.write(lambda db: messages.plan(db, KIND, GUILD, 0, NOW + 10))

    told = Saying(channel_id=CHANNEL, words="one", is_last=is_last, renews_at=renews_at)
    await while_posted(at, plan, told)
    assert await at.database.read(due.earliest) == NOW + 10


async def test_what_an_answer_has_shown_is_not_told_again(at: Kept):
    at.says.tells = Saying(channel_id=CHANNEL, words="one", is_last=True)
    for delivered in (True, False):
        where = Destination(GUILD, CHANNEL, "en-US")
        added = await at.database.write(lambda db: messages.add(db, where, KIND, 0))  # noqa: B023
        at.messages.answered(added, delivered=delivered)
        await at.settle()
        assert await at.row() is None
    assert at.reads() == ["one"], "the one that had not arrived"


def fails_once(at: Kept, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """The database does not take the next `call`, and what has failed is tried again at once."""
    monkeypatch.setattr("bot.surfaces.kept_messages._FIRST_RETRY", 0)
    at.messages = kept(at.database, at.post, at.says)
    works = getattr(at.database, call)

    async def once(_work: object) -> None:
        monkeypatch.setattr(at.database, call, works)
        raise OperationalError("database is locked")

    monkeypatch.setattr(at.database, call, once)


async def to_tell_once(at: Kept) -> int:
    """Something to be told once; the id of its message."""
    at.says.tells = Saying(channel_id=CHANNEL, words="one", is_last=True)
    where = Destination(GUILD, CHANNEL, "en-US")
    return await at.database.write(lambda db: messages.add(db, where, KIND, 0))


async def test_what_is_to_be_painted_is_looked_for_until_that_works(
    at: Kept, monkeypatch: pytest.MonkeyPatch
):
    await to_tell_once(at)
    fails_once(at, monkeypatch, "read")
    await at.messages.catch_up()
    await until(lambda: at.reads() == ["one"])


async def test_what_an_answer_has_shown_is_not_told_even_if_that_is_kept_only_later(
    at: Kept, monkeypatch: pytest.MonkeyPatch
):
    added = await to_tell_once(at)
    fails_once(at, monkeypatch, "write")
    at.messages.answered(added, delivered=True)
    async with asyncio.timeout(HUNG):
        while await at.row() is not None:
            await at.settle()
    assert at.reads() == []


async def test_what_has_changed_falls_due_at_once_whatever_was_planned(at: Kept):
    where = Destination(GUILD, CHANNEL, "en-US")
    await at.database.write(lambda db: messages.add(db, where, KIND, 0, is_painted=True))
    await at.database.write(lambda db: messages.plan(db, KIND, GUILD, 0, NOW + 50))
    await at.database.write(lambda db: messages.touch(db, KIND, GUILD, 0))
    late = await at.database.read(lambda db: due.first(db, NOW))
    assert late == Due(DueKind.MESSAGE, 0, 1)
    at.says.tells = Saying(channel_id=CHANNEL, words="one", renews_at=NOW + 50)
    await at.messages.renew(1)
    await at.settle()
    assert at.reads() == ["one"]
    assert await at.database.read(due.earliest) == NOW + 50


async def test_what_was_planned_falls_due_once(at: Kept):
    await at.database.write(lambda db: messages.plan(db, KIND, GUILD, 0, NOW))
    late = await at.database.read(lambda db: due.first(db, NOW))
    assert late == Due(DueKind.MESSAGE, NOW, 1)
    await at.messages.renew(1)
    await at.settle()
    assert await at.database.read(due.earliest) is None


async def test_what_an_earlier_version_has_posted_is_edited_and_not_posted_twice(tmp_path: Path):
    path = tmp_path / "ofc.sqlite3"
    opened(FOLDER / "schema-2.sql", path)
    time, said = Time(), Screen((text("as it was"),))
    with closing(sqlite3.connect(path)) as db:
        db.executescript(_EARLIER)
        options = json.dumps(written(TableOptions(stack=500)))
        db.execute("UPDATE tournaments SET options = ?, opened_at = ?", (options, int(time.now)))
        db.commit()
    async with at_desk(tmp_path, time=time) as desk:
        for number in (501, 502, 503, 504, 505):
            desk.post.messages[number] = Message(number, CHANNEL, said)
        await desk.services.messages.catch_up()
        await desk.let_pass(0)
        shown = {each.id: "".join(in_words(each.screen)) for each in desk.post.in_channel(CHANNEL)}
        assert shown.keys() == {501, 502, 503, 504, 505}
        assert "Leaderboard" in shown[501]
        assert shown[502] == "as it was", "a call that stands is let stand"
        assert "would rather not play" in shown[503]
        assert "no longer counts" in shown[504]
        assert "## Knock-out" in shown[505]
        await desk.let_pass(10_000)
        assert "Not played in time" in "".join(in_words(desk.post.messages[502].screen))


_ENDS = BEGINNING + 5000
_EARLIER = f"""
    INSERT INTO guilds (id, leaderboard_channel_id) VALUES ({GUILD}, {CHANNEL});
    INSERT INTO leaderboards VALUES ({GUILD}, {CHANNEL}, 501, 3, 0);
    INSERT INTO fixed_deals (id, mode, secret, commitment, committed_at)
        VALUES (901, 'challenge', x'00', x'00', 1), (902, 'challenge', x'01', x'00', 1);
    INSERT INTO challenges (id, deal_id, guild_id, channel_id, message_id, locale, player_id,
        rival_id, ends_at, state, due_at)
    VALUES (1, 901, {GUILD}, {CHANNEL}, 502, 'en-US', 1, 2, {_ENDS}, 'open', {_ENDS}),
        (2, 902, {GUILD}, {CHANNEL}, 503, 'en-US', 1, 2, {_ENDS}, 'declined', 0);
    INSERT INTO proposals (id, guild_id, channel_id, kind, hand_id, body, player_id, made_at,
        state, outcome)
    VALUES (77, {GUILD}, {CHANNEL}, 'void', 2, 'misdeal', 1, 1, 'done', 'stay');
    INSERT INTO notices (guild_id, channel_id, message_id, locale, kind, about)
        VALUES ({GUILD}, {CHANNEL}, 504, 'en-US', 'proposal', 77);
    INSERT INTO tournaments (id, guild_id, channel_id, host_id, locale, format, options, state,
        opened_at, version, painted, message_id, posts)
    VALUES (5, {GUILD}, {CHANNEL}, 1, 'en-US', 'knock-out', '', 'open', 1, 'now', 'before', 505, 1);
"""
"""Of schema 2: a leaderboard, an open challenge, one that is to be told to be over, a decision, and
a tournament that people can join."""


async def test_each_kind_has_what_provides_for_it(tmp_path: Path):
    async with at_desk(tmp_path) as desk:
        assert set(desk.services.messages.providers) == set(MessageKind)
        assert set(desk.services.timer.errands) == ERRANDS
