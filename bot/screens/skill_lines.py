"""Points given away and luck, in words: beside points won, never instead of them."""

from collections.abc import Sequence

from bot.texts import Texts
from bot.values.hand_skill import NEGLIGIBLE, THOUSAND, HandSkill
from bot.values.ledger_records import Record
from bot.values.phrases import plain
from bot.values.scenes import Standing
from ofc_engine.rulesets import Ruleset


def unlearnt_lines(rules: Ruleset, _: Texts) -> list[str]:
    """A small line if computers only look ahead, because they have not learnt the game."""
    if rules.learnt:
        return []
    said = _(
        "Computer players, hints and reviews haven't learnt to play without royalties: they look "
        "ahead as well as they can."
    )
    return [f"-# {said}"]


def given_lines(skills: Sequence[tuple[str, HandSkill]], _: Texts) -> list[str]:
    """A small line with what each player, by name, gave away in a hand; none until it is judged."""
    return ["-# " + " · ".join(_given(name, skill, _) for name, skill in skills)] if skills else []


def _given(name: str, skill: HandSkill, _: Texts) -> str:
    who, points = plain(name), _.decimal(skill.given / THOUSAND)
    if skill.given < NEGLIGIBLE:
        return _("{name} gave nothing away", name=who)
    if skill.worst is None:
        return _("{name} gave away {points}", name=who, points=points)
    if not skill.worst:
        return _("{name} gave away {points} in Fantasyland", name=who, points=points)
    return _(
        "{name} gave away {points}, most on street {street}",
        name=who,
        points=points,
        street=skill.worst,
    )


def record_lines(record: Record, _: Texts) -> list[str]:
    """A player's average given away, and their luck in all; nothing if no hand is judged."""
    if not record.judged:
        return []
    given = _.decimal(record.given / THOUSAND / record.judged)
    luck = _.decimal(record.luck / THOUSAND, signed=True)
    return [
        _("Given away: {points} a hand, by what was known at the time", points=given),
        _("Luck: {points} points in all", points=luck),
    ]


def standing_words(line: Standing, _: Texts) -> str:
    """The average that somebody in a standing gave away; empty if no hand is judged."""
    if not line.judged:
        return ""
    return _("gave away {points} a hand", points=_.decimal(line.given / THOUSAND / line.judged))


def luck_line(luck: int | None, _: Texts) -> list[str]:
    """How lucky somebody was in a hand (thousandths of a point); nothing if that is not known."""
    if luck is None:
        return []
    points = _.decimal(luck / THOUSAND, signed=True)
    return [_("Your luck in this hand: {points} points.", points=points)]
