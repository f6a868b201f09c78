"""The words on the page that shows a hand: `python -m tests.hand_words` brings them up to date with
the catalogues."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Final

from bot.texts import languages, texts_for
from bot.values import house_rules
from ofc_engine.links import PAGE
from ofc_engine.rulesets import STANDARD
from tests.catalogue import sentences_of_page

_TEXTS: Final = tuple(map(texts_for, languages()))
"""As the page has them."""
_UNTOLD: Final = {("jokers", "0"), ("surrender", "off")}
"""The page says nothing of these."""
_OF_LOWS: Final = (("royalties", "standard"), ("fantasyland", "13/14"))
"""The page has other words for these where the Middle is a low."""


def renewed(code: str) -> str:
    """The page's code with what the bot says today in place of what it said."""
    known = json.dumps(languages())
    code = re.sub(r"(?m)(?<=^const LANGUAGES = ).*(?=;$)", known, code)
    for name, write in (
        ("WORDS", _words),
        ("PRESET_NAMES", _names),
        ("MEANINGS", _meanings),
        ("OF_LOWS", _of_lows),
    ):
        code = re.sub(rf"(?ms)(?<=^const {name} = {{\n).*?(?=^}};?\n)", _writer(write), code)
    return code


def _writer(write: Callable[[str], Iterator[str]]) -> Callable[[re.Match[str]], str]:
    return lambda block: "".join(f"{line}\n" for line in write(block[0]))


def _words(block: str) -> Iterator[str]:
    """The sentences that are there, each with its translations, if there are any."""
    for sentence in sentences_of_page(block):
        said = _in_all(sentence)[1:]
        yield f'"{sentence}":{_json(said if {*said} != {sentence} else [])},'


def _json(words: list[str]) -> str:
    """As short as can be: the page has to stay small."""
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def _in_all(sentence: str) -> list[str]:
    return [_(sentence) for _ in _TEXTS]


def _written(key: str, words: list[str]) -> str:
    is_plain = key.isidentifier() or (key.isdecimal() and str(int(key)) == key)
    name = key if is_plain else json.dumps(key)
    return f"{name}:{_json(words)},"


def _names(_block: str) -> Iterator[str]:
    for preset in house_rules.PRESETS:
        names = [house_rules.preset_name(preset, _) for _ in _TEXTS]
        yield _written(preset, names)


def _meanings(block: str) -> Iterator[str]:
    """The options that are there, each with what all of its values mean."""
    for option in re.findall(r"^  (\w+): \{$", block, re.MULTILINE):
        yield f"  {option}: {{"
        for value, line in house_rules.OPTIONS[option].items():
            if (option, value) not in _UNTOLD:
                yield _written(value, _in_all(line))
        yield "  },"


def _of_lows(_block: str) -> Iterator[str]:
    """What values mean otherwise where the Middle is a low."""
    for option, value in _OF_LOWS:
        line = house_rules.values_of(option, STANDARD.with_variant("deuce"))[value]
        yield f"  {option}: {{"
        yield _written(value, _in_all(line))
        yield "  },"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
