"""Sentences about costs say what their numbers say, in every language, and so do the tables."""

import re
from itertools import chain
from random import Random
from typing import Final

import pytest

from bot.screens.costs import against_leak, against_second, against_yours, leaks_costs, parts_lines
from bot.texts import Texts, languages, texts_for
from bot.values.hand_skill import Compared
from ofc_engine.players.opinions import Part, Parts
from ofc_engine.rule_options import Scoring
from ofc_engine.rulesets import Ruleset

SENTENCES: Final = 200
SCOOP, MAJORITY = (
    Ruleset.of("standard", {"scoring": scoring}).scoring for scoring in ("1-6", "2-4")
)
EITHER = Scoring(1, 3, 1)
"""Of hands with the one and hands with the other."""
WORDS: Final = {
    Part.FRONT: "in the Front",
    Part.MIDDLE: "in the Middle",
    Part.BACK: "in the Back",
    Part.BONUS: "from scoops",
    Part.FRONT_ROYALTIES: "in Front royalties",
    Part.MIDDLE_ROYALTIES: "in Middle royalties",
    Part.BACK_ROYALTIES: "in Back royalties",
    Part.FANTASYLAND: "from Fantasyland",
    Part.FOUL: "lost to fouls",
}
"""What stands in English for each part, behind a number and *more* or *less*."""


def made_up(random: Random) -> Compared:
    """Parts of two placements, of which some differ, some of these for certain."""

    def number() -> float:
        return random.choice((0.0, random.uniform(-0.3, 0.3), random.uniform(-4, 4)))

    better = tuple(0.0 if part is Part.THEIRS else number() for part in Part)
    errors = tuple(random.choice((0.0, 0.1, 0.3, 1.0)) for _ in Part)
    scoring = random.choice((SCOOP, MAJORITY, EITHER))
    return Compared(Parts(better, (0.0,) * 10), Parts((0.0,) * 10, errors), scoring)


def clause(part: Part, compared: Compared, way: str, _: Texts) -> str:
    """How a language says that a part is `way`, more or less, with a gap for the number."""
    words = WORDS[part]
    if part is Part.BONUS and compared.scoring != SCOOP:
        either = compared.scoring == EITHER
        words = "from scoops and majorities" if either else "from majorities"
    return _(f"{{points}} {way} {words}")


def told(sentence: str, compared: Compared, _: Texts) -> dict[Part, str]:
    """The number that a sentence tells of each part, as it is written, with its sign."""
    found: dict[Part, str] = {}
    for part in WORDS:
        for way in ("more", "less"):
            gains = (way == "more") is not (part is Part.FOUL)
            before, after = map(re.escape, clause(part, compared, way, _).split("{points}"))
            ends = rf"{before}(\d+[.,]\d){after}(?=[,.])(?! )|{before}(\d+[.,]\d){after}(?=, )"
            for match in re.finditer(ends, sentence):
                assert part not in found, sentence
                found[part] = ("" if gains else "−") + (match[1] or match[2])
    return found


def expected(compared: Compared, _: Texts) -> dict[Part, str]:
    """The three largest differences beyond two standard errors, as they are written."""
    apart = {part: compared.better.values[part] - compared.other.values[part] for part in WORDS}
    certain = {
        part: points
        for part, points in apart.items()
        if abs(points) >= 0.05 and abs(points) >= 2 * compared.other.errors[part]
    }
    largest = sorted(certain, key=lambda part: -abs(certain[part]))[:3]
    if not any(certain[part] > 0 for part in largest):
        return {}
    return {part: _.decimal(certain[part]) for part in largest}


@pytest.mark.parametrize("locale", languages())
def test_sentences_tell_the_largest_differences_that_are_certain(locale: str):
    random, _ = Random(5), texts_for(locale)
    said = 0
    while said < SENTENCES:
        compared = made_up(random)
        for against in (against_yours, against_second, against_leak):
            sentence = against(compared, _)
            assert told(sentence, compared, _) == expected(compared, _)
            # No number stands there beside these.
            assert len(re.findall(r"\d[.,]\d", sentence)) == len(expected(compared, _))
            said += bool(sentence)


def test_what_may_be_chance_is_not_told():
    parts = Parts((1.0, *[0.0] * 9), (0.0,) * 10)
    unsure = Parts((0.0,) * 10, (0.6, *[0.0] * 9))
    assert against_yours(Compared(parts, unsure, SCOOP), texts_for("en")) == ""
    sure = Parts((0.0,) * 10, (0.4, *[0.0] * 9))
    sentence = against_yours(Compared(parts, sure, SCOOP), texts_for("en"))
    assert sentence == "Compared with yours, the best brings 1.0 more in the Front."


@pytest.mark.parametrize("locale", languages())
def test_tables_fit_a_phone_and_add_up(locale: str):
    random, _ = Random(6), texts_for(locale)
    for _turn in range(50):
        compared = made_up(random)
        lines = "\n".join(parts_lines(compared, (_("yours"), _("ideal")), _, aloud=False)).split(
            "\n"
        )
        assert (lines[0], lines[-1]) == ("```", "```")
        assert max(map(len, lines)) <= 35
        # On the narrowest one only how sure a number is lies beyond the edge.
        assert all(line[29:30] in ("", " ") for line in lines)
        head, *rows, total = (line[11:].split() for line in lines[1:-1])
        assert head == [_("yours"), _("ideal"), "±"]
        numbers = [float(row[1].replace("−", "-").replace(",", ".")) for row in rows]
        whole = float(total[1].replace("−", "-").replace(",", "."))
        assert sum(numbers) == pytest.approx(whole, abs=0.05 * (len(rows) + 4))


def test_read_aloud_each_part_is_a_line_of_words():
    parts = Parts((0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, -1.0), (0.0,) * 10)
    compared = Compared(parts, Parts((0.0,) * 10, (0.0,) * 10), SCOOP)
    _ = texts_for("en")
    lines = list(parts_lines(compared, ("yours", "ideal"), _, aloud=True))
    assert lines == [
        "- Front: yours 0.0, ideal plus 0.5.",
        "- Back, royalties: yours 0.0, ideal plus 2.0.",
        "- fouls: yours 0.0, ideal minus 1.0.",
    ]
    assert not set("`") & set(chain.from_iterable(lines))


@pytest.mark.parametrize("locale", languages())
def test_what_is_said_of_a_leak_stands_in_its_table(locale: str):
    random, _ = Random(7), texts_for(locale)
    said = 0
    while said < SENTENCES:
        compared = made_up(random)
        of_sentence = told(against_leak(compared, _), compared, _)
        table = leaks_costs({"Pairs": compared}, _, aloud=False)
        heard = leaks_costs({"Pairs": compared}, _, aloud=True)
        assert table[0] == heard[0] == "**Pairs**"
        in_table = [line.split() for line in table[2:-1]]
        for part, number in of_sentence.items():
            signed = number if number[0] == "−" else f"+{number}"
            assert any(signed in words[1:] for words in in_table), (part, number, table)
            assert any(number.lstrip("−") in line for line in heard), (part, number, heard)
        said += bool(of_sentence)


def test_the_table_of_a_leak_adds_up_and_giving_up_has_none():
    parts = Parts((0.5, 0.0, -0.2, *[0.0] * 6, 1.0), (0.0,) * 10)
    sure = Parts((0.0,) * 10, (0.0, 0.0, 0.1, *[0.0] * 7))
    through = {"Pairs": Compared(parts, sure, SCOOP), "Gave up": None}
    assert leaks_costs(through, texts_for("en"), aloud=False)[:-1] == [
        "**Pairs**",
        "```\n" + " " * 22 + "±",
        "Front        +0.5",
        "Back         −0.2   0.1",
        "fouls        +1.0",
        "in all       +1.3\n```",
        "**Gave up**",
        "Giving up is worth the same number of points each time, so it has no parts.",
    ]
