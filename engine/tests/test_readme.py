"""The README's recipes do what they say, and what is public is what it says."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ofc_engine
from ofc_engine import players

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
RECIPES = dict(
    re.findall(r"^### (.+?)\n.*?^```python\n(.+?)^```", README, re.DOTALL | re.MULTILINE)
)


def test_there_are_ten_recipes():
    assert len(RECIPES) >= 10
    assert len(RECIPES) == README.count("```python")


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_does_what_it_shows(name: str):
    test = doctest.DocTestParser().get_doctest(RECIPES[name], {}, name, "README.md", 0)
    told: list[str] = []
    assert doctest.DocTestRunner().run(test, out=told.append).attempted > 0
    assert not told, "".join(told)


@pytest.mark.parametrize(
    ("name", "most"), [("A random game", 12), ("The master plays against itself", 15)]
)
def test_a_whole_game_takes_few_lines(name: str, most: int):
    code = [line for line in RECIPES[name].splitlines() if line[:3] in (">>>", "...")]
    assert len(code) <= most


def test_forty_names_are_public_documented_and_in_the_readme():
    assert len(ofc_engine.__all__) == len(set(ofc_engine.__all__)) <= 40
    listed = set(re.findall(r"`(\w+)`", README.partition("## All public names")[2]))
    assert listed == {*ofc_engine.__all__, *players.__all__}
    for module in (ofc_engine, players):
        for name in module.__all__:
            thing = getattr(module, name)
            assert not callable(thing) or thing.__doc__, name


def test_the_rules_are_imported_without_numpy_and_before_any_row_is_ranked():
    code = (
        "import sys, ofc_engine, ofc_engine.players; from ofc_engine import ranking;"
        "print('numpy' in sys.modules, ranking._tables.cache_info().currsize)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "False 0\n"
