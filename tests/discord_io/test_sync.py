"""What Discord is told of the commands."""

from types import SimpleNamespace
from typing import Any, cast

from bot.discord_io.sync import payloads
from bot.texts import languages, texts_for

SENTENCE = "Open a table in this channel"
ANYBODY = {"default_member_permissions": None}


def test_commands_are_described_in_every_language_that_there_is():
    command = {
        "type": 1,
        "name": "new",
        "description": SENTENCE,
        "default_member_permissions": None,
    }
    tree = SimpleNamespace(get_commands=lambda: [SimpleNamespace(to_dict=lambda _tree: command)])
    (told,) = payloads(cast("Any", tree))
    translated = {each: texts_for(each)(SENTENCE) for each in languages()[1:]}
    assert SENTENCE not in translated.values(), "another sentence is needed here"
    assert told["description_localizations"] == translated
    assert "name_localizations" not in told, "people type it, and read it in each other's messages"
