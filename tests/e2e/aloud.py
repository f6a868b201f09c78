"""What a message says for those who listen to it."""

import re

from discord_standin.people.shown import Shown

SHORT = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[cdhs](?![A-Za-z0-9])")


def verify_words(shown: Shown) -> None:
    """Nothing but words, and no two things that are called the same."""
    labels = [button.label for button in shown.buttons]
    labels += [menu.placeholder for menu in shown.selects]
    assert all(re.search(r"\w{3}", label) for label in labels), labels
    assert len(set(labels)) == len(labels)
    for menu in shown.selects:
        names = [option.name for option in menu.options]
        assert len(set(names)) == len(names)
    said = "\n".join([shown.text, *labels, *(picture.alt or "" for picture in shown.pictures)])
    assert not SHORT.search(said), said
    assert not re.search(r"[0-9a-f]{64}", said), said
    assert "Still to come" not in said
    assert not any(button.emoji for button in shown.buttons)
