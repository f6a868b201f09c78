"""Presets, variants and options are told by a name and a line, in every language."""

from collections.abc import Iterator
from typing import Final

import pytest

from bot.texts import ENGLISH, languages, texts_for
from bot.values import house_rules
from bot.values.house_rules import changes_in_words, line_in, name_in, source_of
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.variants import VARIANTS

_MOST: Final = 100
"""Characters of a choice, and of the label and the description in a menu."""


def told() -> Iterator[str]:
    yield from house_rules.PRESETS.values()
    for values in house_rules.OPTIONS.values():
        yield from values.values()


def test_every_preset_variant_and_value_has_words():
    assert list(house_rules.PRESETS) == list(PRESETS)
    assert list(house_rules.VARIANTS) == list(VARIANTS)
    assert {o: list(v) for o, v in house_rules.OPTIONS.items()} == {
        option: list(values) for option, values in OPTIONS.items()
    }


@pytest.mark.parametrize("language", languages())
def test_each_has_a_name_of_its_own_and_a_line_within_discords_limit(language: str):
    _ = texts_for(language)
    sentences = list(told())
    assert [s for s in sentences if _(s).count(": ") != 1 or not line_in(s, _)] == []
    assert [_(s) for s in sentences if len(_(s)) > _MOST] == []
    names = [name_in(s, _) for s in sentences]
    assert len(set(names)) == len(names), "two choices that read the same"


def test_changes_are_told_by_name_beside_what_is_typed():
    rules = Ruleset.parse("german variant=turbo scoring=2-4")
    assert changes_in_words(rules, ENGLISH) == {"scoring=2-4": "Bonus for two rows or more"}


def test_every_source_is_told_in_words():
    sources = {preset: source_of(preset, ENGLISH) for preset in PRESETS}
    assert sources["italian"] == "from the article “Open face poker” of the Italian Wikipedia"
    assert sources["standard"] == "common practice"
    assert not any("00" in each.replace("2012", "") for each in sources.values())
