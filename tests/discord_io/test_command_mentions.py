"""Commands that sentences name can be tapped: where they are offered, and in prose alone."""

from typing import Any

import pytest

from bot.discord_io.command_mentions import CommandMentions, Context
from bot.screens.components import MOST_TEXT, container, row, text


def command(name: str, *within: dict[str, Any], contexts: list[int] | None = None):
    return {
        "name": name,
        "type": 1,
        "description": name,
        "options": list(within),
        "contexts": contexts,
    }


COMMANDS = [
    command("ofc", command("join"), command("board"), contexts=[0]),
    command("my", command("hand")),
    command("play", {"name": "who", "type": 6}, contexts=[0]),
    command("season", {**command("list", command("all")), "type": 2}, contexts=[0]),
    {"name": "Challenge", "type": 2, "description": "", "contexts": [0]},
]
IDS = {"ofc": 1, "my": 2, "play": 3, "season": 4}


def told(words: str, context: Context = Context.GUILD, ids: dict[str, int] = IDS) -> str:
    (made,) = CommandMentions(COMMANDS, ids).tappable([text(words)], lambda: context)
    return made["content"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Sit down with /ofc join.", "Sit down with </ofc join:1>."),
        ("/ofc board, /my hand", "</ofc board:1>, </my hand:2>"),
        ("/play, /season list all!", "</play:3>, </season list all:4>!"),
        ("`/ofc join` or ```\n/ofc join\n```", "`/ofc join` or ```\n/ofc join\n```"),
        ("`a` /play `/play` /play", "`a` </play:3> `/play` </play:3>"),
        ("/ofc jo, /player, /play-off", "/ofc jo, /player, /play-off"),
        ("https://example.org/play and 2/play", "https://example.org/play and 2/play"),
        ("</play:3>", "</play:3>"),
    ],
)  # fmt: skip
def test_prose_that_names_a_command_has_it_to_be_tapped(written: str, shown: str):
    assert told(written) == shown


def test_what_is_not_offered_there_stays_as_it_is_written():
    assert told("/play /my hand", Context.BOT_DM) == "/play </my hand:2>"
    assert told("/play /my hand", Context.ELSEWHERE) == "/play /my hand"


def test_a_command_whose_id_is_not_known_stays_as_it_is_written():
    assert told("/play /my hand", ids={"my": 2}) == "/play </my hand:2>"
    assert told("/play", ids={}) == "/play"


def test_texts_within_other_components_too_and_no_labels():
    button = {"type": 2, "style": 2, "custom_id": "x", "label": "/play"}
    before = [container(text("/play"), row(button))]
    (made,) = CommandMentions(COMMANDS, IDS).tappable(before, lambda: Context.GUILD)
    assert made["components"] == [text("</play:3>"), row(button)]
    assert before == [container(text("/play"), row(button))], "it may be shown elsewhere, too"


def test_a_screen_that_would_become_too_long_stays_as_it_is():
    words = text("/play " + "x" * (MOST_TEXT - 8))
    made = CommandMentions(COMMANDS, IDS).tappable([words], lambda: Context.GUILD)
    assert list(made) == [words]
