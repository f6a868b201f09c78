"""What the bot must be allowed to do where somebody asks it for something."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord_io.visitors import IN_THREADS, INVITE, lacking, visitor_of

CHANNEL, THREAD = discord.TextChannel, discord.Thread
IN_CHANNELS = {"view_channel", "send_messages", "attach_files", "read_message_history"}
NEEDED = {
    CHANNEL: IN_CHANNELS,
    THREAD: IN_CHANNELS - {"send_messages"} | {"send_messages_in_threads"},
}


def interaction(kind: type, *, is_installed: bool = True, **granted: Any) -> discord.Interaction:
    """What Discord tells of a press in a channel or thread; all is `granted` but what is said."""
    channel = object.__new__(kind)
    if kind is THREAD:
        channel.parent_id = 60
    everything = discord.Permissions.all()
    here = SimpleNamespace(
        channel=channel,
        app_permissions=granted.get("app_permissions", everything),
        permissions=granted.get("permissions", everything),
        is_guild_integration=lambda: is_installed,
        guild=None,
        message=None,
        data=None,
        id=1,
        guild_id=9,
        channel_id=70,
        locale=SimpleNamespace(value="en-US"),
        guild_locale=SimpleNamespace(value="de"),
        user=SimpleNamespace(id=5, global_name="Ann", name="ann"),
    )
    return cast("discord.Interaction", here)


def all_but(*names: str) -> discord.Permissions:
    granted = discord.Permissions.all()
    granted.update(**dict.fromkeys(names, False))
    return granted


def flag_of(name: str) -> int:
    """The bit of a permission, which has several names in discord.py."""
    return getattr(discord.Permissions, name).flag


@pytest.mark.parametrize("kind", [CHANNEL, THREAD])
def test_each_permission_is_asked_for_where_it_matters(kind: type):
    """Discord goes by another one for messages in threads, and names what is missing."""
    for name in sorted(discord.Permissions.VALID_FLAGS):
        missing = [IN_THREADS[each] for each in NEEDED[kind] if flag_of(each) == flag_of(name)]
        assert [*lacking(interaction(kind, app_permissions=all_but(name)))] == missing, name


def test_the_invite_asks_for_all_that_is_needed_and_for_threads():
    needed = NEEDED[CHANNEL] | NEEDED[THREAD] | {"create_public_threads"}
    assert discord.Permissions(**dict.fromkeys(needed, True)) == INVITE


@pytest.mark.parametrize(
    ("kind", "lacks", "may"),
    [
        (CHANNEL, "send_messages", False),
        (CHANNEL, "send_messages_in_threads", True),
        (THREAD, "send_messages", True),
        (THREAD, "send_messages_in_threads", False),
    ],
)
def test_whoever_may_not_write_there_shares_nothing(kind: type, lacks: str, may: bool):
    assert visitor_of(interaction(kind, permissions=all_but(lacks))).may_share is may


def test_what_an_app_of_ones_own_answers_is_seen_by_others_if_they_may_use_such():
    alone = interaction(CHANNEL, permissions=all_but("use_external_apps"), is_installed=False)
    assert not visitor_of(alone).may_share
    assert visitor_of(interaction(CHANNEL, is_installed=False)).may_share


@pytest.mark.parametrize("lacks", ["create_public_threads", "send_messages_in_threads"])
def test_the_bot_makes_threads_where_it_may_make_them_and_write_there(lacks: str):
    assert visitor_of(interaction(CHANNEL)).may_open_threads
    assert not visitor_of(interaction(CHANNEL, app_permissions=all_but(lacks))).may_open_threads


def test_a_thread_is_where_its_channel_is():
    assert visitor_of(interaction(THREAD)).parent_id == 60
    assert visitor_of(interaction(CHANNEL)).parent_id is None
    assert visitor_of(interaction(CHANNEL)).has_threads
    assert not visitor_of(interaction(THREAD)).has_threads
