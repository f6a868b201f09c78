"""What Discord is told of the commands."""

from types import SimpleNamespace
from typing import Any, cast

from bot.discord_io.sync import payloads
from bot.texts import languages, texts_for

SENTENCE = "Sit down at this channel's table"
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


def test_choices_are_named_in_every_language_and_options_stay_as_they_are_typed():
    pace = "Live: 2 minutes for each decision"
    choices = [{"name": pace, "value": "live"}, {"name": "Steady", "value": "steady"}]
    option = {"type": 3, "name": "pace", "description": SENTENCE, "choices": choices}
    command = {"type": 1, "name": "play", "description": SENTENCE, "options": [option], **ANYBODY}
    tree = SimpleNamespace(get_commands=lambda: [SimpleNamespace(to_dict=lambda _tree: command)])
    (told,) = payloads(cast("Any", tree))
    (offered,) = told["options"]
    translated = {each: texts_for(each)(pace) for each in languages()[1:]}
    named, level = offered["choices"]
    assert pace not in translated.values()
    assert named["name_localizations"] == translated
    assert level["name_localizations"] == {}, "computer players are called the same everywhere"
    assert "name_localizations" not in offered
