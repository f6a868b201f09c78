"""Each lever behind the scenes, pulled by hand, and what comes of it."""

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.async_api import expect

from discord_standin.trouble import Delay

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def answers(window) -> None:
    """The bot answers a command in this window."""
    before = await window.log.locator("article").count()
    await window.sends("/ledger show")
    await expect(window.log.locator("article")).to_have_count(before + 1)
    await expect(window.last).to_contain_text("Only you can see this")


async def test_somebody_with_closed_direct_messages_gets_cards_in_the_channel(house, windows):
    channel = house.channel("closed-dms")
    bob = await windows.open("bob", channel)
    takes = bob.page.get_by_label("Bob takes direct messages")
    await takes.click()
    await bob.reads("Bob takes no direct messages now.")
    await expect(takes).not_to_be_checked()
    await bob.opens_table()
    await bob.pulls("Fill the table", "2 more sat down.")
    await bob.presses("Start")
    call = bob.log.locator("article").filter(has_text="Press My cards to see your cards.")
    await call.get_by_role("button", name="My cards").click()
    await expect(bob.last).to_contain_text("place 5 cards")
    await expect(bob.last).to_contain_text("Only you can see this")
    await takes.click()
    await expect(takes).to_be_checked()


async def test_the_bot_says_which_permission_it_lacks(house, windows):
    channel = house.channel("permissions")
    ann = await windows.open("ann", channel)
    attach = ann.page.get_by_label("The bot has Attach Files in permissions")
    await attach.click()
    await ann.reads("The bot lacks Attach Files in #permissions.")
    await ann.sends("/play")
    await expect(ann.last).to_contain_text("In this channel I still need: Attach Files.")
    await attach.click()
    await ann.reads("The bot has Attach Files in #permissions.")
    await ann.opens_table()


@pytest.mark.parametrize("how", ["Cut", "Ask to reconnect", "Forget session"])
async def test_the_bot_comes_back_when_its_connection_is_dropped(house, windows, how):
    ann = await windows.open("ann", house.channel("gateway"))
    await ann.pulls(how, "The connection was dropped, and the bot is back.")
    await answers(ann)


@pytest.mark.parametrize("how", ["429: wait 2 seconds", "500: server error"])
async def test_a_message_that_discord_refuses_comes_later(house, windows, how):
    channel = house.channel(f"trouble-{how[:3]}")
    ann = await windows.open("ann", channel)
    await ann.page.get_by_label("How it goes wrong").select_option(how)
    await ann.pulls("Let it go wrong", "It will go wrong the next time the bot tries.")
    await expect(ann.page.get_by_text("Something is yet to go wrong.")).to_be_visible()
    before = len(house.standin.requests)
    await ann.opens_table()
    await expect(ann.page.get_by_text("Something is yet to go wrong.")).to_be_hidden()
    tried = [e.status for e in house.standin.requests[before:] if e.path.endswith("/messages")]
    assert tried[:1] == [int(how[:3])]
    assert 200 in tried


async def test_a_killed_bot_answers_nothing_and_goes_on_where_it_was(
    house, windows, monkeypatch: pytest.MonkeyPatch
):
    channel = house.channel("killed")
    ann = await windows.open("ann", channel)
    await ann.opens_table()
    await ann.pulls("Kill", "The bot was killed.")
    await expect(ann.page.get_by_text("The bot is not running.")).to_be_visible()
    with monkeypatch.context() as nobody_answers:
        nobody_answers.setattr(house.standin.world.desk, "answer_within", 1.0)
        await ann.presses(re.compile("^More$"))
        await ann.sends("/ofc join")
        await expect(ann.last_open).to_contain_text("This interaction failed")
        silence = ann.page.get_by_text("/ofc join: The application did not respond")
        await expect(silence).to_be_visible()
    await ann.shoots("killed")
    await ann.pulls("Start", "The bot is running.")
    await ann.presses(re.compile("^More$"))
    await expect(ann.last).to_contain_text("Rules")
    await ann.pulls("Kill and restart", "The bot is running.")
    await ann.pulls("Fill the table", "2 more sat down.")
    house.standin.pardon("was not answered within 1 s")


async def test_the_clock_goes_forward_for_discord_and_for_the_bot(house, windows):
    channel = house.channel("clock")
    ann = await windows.open("ann", channel)
    before = house.world.clock.now()
    await ann.pulls("+ 1 hour", "The clock was moved on by 1 hour.")
    await expect(
        ann.page.get_by_text(re.compile(r"The sandbox is [\d.]+ \w+ ahead"))
    ).to_be_visible()
    assert house.world.clock.now() - before >= 3600
    await ann.opens_table()
    with closing(sqlite3.connect(house.database)) as db:
        (opened,) = db.execute(
            "SELECT opened_at FROM tables WHERE channel_id = ?", (channel.id,)
        ).fetchone()
    assert opened == pytest.approx(house.world.clock.now(), abs=10)


async def test_what_is_due_by_the_clock_put_forward_is_done_at_once(house, windows):
    ann = await windows.open("ann", house.channel("forgotten"))
    await ann.opens_table()
    await ann.pulls("+ 1 day", "The clock was moved on by 1 day.")
    await expect(ann.log.get_by_text("The table was closed")).to_be_visible()


async def test_the_clock_waits_until_whoever_has_just_asked_is_answered(house, windows):
    ann = await windows.open("ann", house.channel("asked"))
    callback = "/interactions/{webhook_id}/{webhook_token}/callback"
    house.standin.fail_next("POST", callback, Delay(1.0))
    await ann.sends("/ledger show")
    await ann.pulls("+ 1 hour", "The clock was moved on by 1 hour.")
    await expect(ann.last).to_contain_text("Only you can see this")
    assert house.standin.violations == []


async def test_the_app_opened_anew_shows_private_answers_no_more(house, windows):
    zoe = await windows.open("zoe", house.channel("restarted"))
    await answers(zoe)
    await zoe.pulls("Restart my app", re.compile("private answers are gone"))
    await expect(zoe.log.locator("article")).to_have_count(0)


async def test_the_language_of_ones_discord_is_chosen(house, windows):
    channel = house.channel("language")
    zoe = await windows.open("zoe", channel)
    language = zoe.page.get_by_label("The language of my Discord").first
    await expect(language).to_have_value("en-US")
    await language.select_option(label="German")
    await zoe.reads("Zoë's Discord speaks de now.")
    await zoe.sends("/ofc join")
    await expect(zoe.last).to_contain_text("In diesem Kanal")
    await zoe.box.press_sequentially("/ofc jo")
    await expect(zoe.suggestions).to_contain_text(["Dich an den Tisch"])
    await zoe.box.fill("")
    await language.select_option(label="American English")
    await zoe.reads("Zoë's Discord speaks en-US now.")


async def test_somebody_goes_to_fantasyland_with_the_next_hand(house, windows):
    channel = house.channel("fantasyland")
    ann = await windows.open("ann", channel)
    lever = "Deal me a Fantasyland"
    await ann.pulls(lever, "There's no table here. Open one with /play first.")
    await ann.opens_table()
    await ann.pulls("Fill the table", "2 more sat down.")
    await ann.pulls(lever, "The next hand is your Fantasyland")
    await ann.presses("Start")
    await expect(ann.log).to_contain_text("Hand 1")
    await ann.pulls(lever, "A hand is being played.")
    await ann.goes_to_messages()
    await expect(ann.page.get_by_role("button", name=lever)).to_be_disabled()
    form = ann.log.locator("article").filter(has_text="#fantasyland")
    await expect(form).to_contain_text("14 cards")


async def test_levers_that_cannot_be_pulled_say_why(house, windows):
    mia = await windows.open("mia", house.channel("empty"))
    await mia.pulls("Fill the table", re.compile("Nobody waits for players here."))
    await mia.goes_to_messages()
    await expect(mia.page.get_by_role("button", name="Fill the table")).to_be_disabled()
