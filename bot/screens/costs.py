"""Why a placement is worth more than another: in a sentence, and part by part."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.screens.components import Screen, note
from bot.texts import Texts, marked
from bot.values.hand_skill import Coming, Compared, JudgedDecision
from bot.values.phrases import CATEGORIES, row_name, spoken_decimal
from ofc_engine.board import Row
from ofc_engine.players.opinions import Part
from ofc_engine.rule_options import Scoring

EXPLAINED: Final = 3
"""How many of the costliest decisions are explained: a message has little room."""
_MORE: Final = MappingProxyType(
    {
        Part.FRONT: marked("{points} more in the Front"),
        Part.MIDDLE: marked("{points} more in the Middle"),
        Part.BACK: marked("{points} more in the Back"),
        Part.FRONT_ROYALTIES: marked("{points} more in Front royalties"),
        Part.MIDDLE_ROYALTIES: marked("{points} more in Middle royalties"),
        Part.BACK_ROYALTIES: marked("{points} more in Back royalties"),
        Part.FANTASYLAND: marked("{points} more from Fantasyland"),
        Part.FOUL: marked("{points} less lost to fouls"),
    }
)
_LESS: Final = MappingProxyType(
    {
        Part.FRONT: marked("{points} less in the Front"),
        Part.MIDDLE: marked("{points} less in the Middle"),
        Part.BACK: marked("{points} less in the Back"),
        Part.FRONT_ROYALTIES: marked("{points} less in Front royalties"),
        Part.MIDDLE_ROYALTIES: marked("{points} less in Middle royalties"),
        Part.BACK_ROYALTIES: marked("{points} less in Back royalties"),
        Part.FANTASYLAND: marked("{points} less from Fantasyland"),
        Part.FOUL: marked("{points} more lost to fouls"),
    }
)
_SCOOP: Final = (marked("{points} more from scoops"), marked("{points} less from scoops"))
_MAJORITY: Final = (
    marked("{points} more from majorities"),
    marked("{points} less from majorities"),
)
_EITHER: Final = (
    marked("{points} more from scoops and majorities"),
    marked("{points} less from scoops and majorities"),
)
_YOURS: Final = (
    marked("Compared with yours, the best brings {gains}."),
    marked("Compared with yours, the best brings {gains}, but {losses}."),
)
_SECOND: Final = (
    marked("Compared with the second, the first brings {gains}."),
    marked("Compared with the second, the first brings {gains}, but {losses}."),
)
_ON_AVERAGE: Final = (
    marked("On average, the best brings {gains}."),
    marked("On average, the best brings {gains}, but {losses}."),
)
_LABELS: Final = MappingProxyType(
    {
        Part.THEIRS: marked("opponents"),
        Part.FANTASYLAND: marked("Fantasyland"),
        Part.FOUL: marked("fouls"),
    }
)
_ORDER: Final = (
    *(part for row in Row for part in (Part(Part.FRONT + row), Part(Part.FRONT_ROYALTIES + row))),
    Part.BONUS,
    Part.FANTASYLAND,
    Part.FOUL,
    Part.THEIRS,
)
"""The lines of the table."""
_LABEL: Final = 11
_NUMBER: Final = 6
"""Letters of its columns: what a placement is worth fits the narrowest phone, 30 letters wide."""


def against_yours(compared: Compared | None, _: Texts) -> str:
    """A sentence on why the best beats a decision; empty if nothing is certain."""
    return _against(_YOURS, compared, _)


def against_second(compared: Compared | None, _: Texts) -> str:
    """A sentence on why the first of a hint beats the second; empty if nothing is certain."""
    return _against(_SECOND, compared, _)


def against_leak(compared: Compared | None, _: Texts) -> str:
    """A sentence on what a kind of mistake costs a hand; empty if nothing is certain."""
    return _against(_ON_AVERAGE, compared, _)


def _against(sentences: tuple[str, str], compared: Compared | None, _: Texts) -> str:
    """One of the sentences: of gains alone, or of losses as well."""
    gains, losses = ("", "") if compared is None else _sides(compared, _)
    return _(sentences[bool(losses)], gains=gains, losses=losses) if gains else ""


def _sides(compared: Compared, _: Texts) -> tuple[str, str]:
    """The certain differences in words: the gains, and the losses."""
    sides: tuple[list[str], list[str]] = ([], [])
    for part, points in compared.certain():
        sides[points < 0].append(_(_clause(compared, part, points), points=_.decimal(abs(points))))
    more, less = sides
    return ", ".join(more), ", ".join(less)


def _clause(compared: Compared, part: Part, points: float) -> str:
    if part is Part.BONUS:
        return _bonus(compared.scoring)[points < 0]
    return (_LESS if points < 0 else _MORE)[part]


def _bonus(scoring: Scoring) -> tuple[str, str]:
    if scoring.majority:
        return _EITHER if scoring.scoop else _MAJORITY
    return _SCOOP


def coming_line(coming: Coming | None, _: Texts) -> list[str]:
    """The likeliest hand that the next card makes in a row, as a small line; or nothing."""
    if coming is None:
        return []
    said = _.count(
        "Next for the best: {hand} in the {row}, with {number} live card",
        "Next for the best: {hand} in the {row}, with {number} live cards",
        len(coming.out.cards),
        hand=_(CATEGORIES[coming.out.category]),
        row=row_name(coming.row, _),
    )
    return [f"-# {said}"]


# --- part by part ----------------------------------------------------------------------------


def leaks_costs(through: Mapping[str, Compared | None], _: Texts, *, aloud: bool) -> list[str]:
    """The cost per hand of kinds of mistakes, part by part, as lines; None has no parts."""
    lines: list[str] = []
    for name, compared in through.items():
        lines.append(f"**{name}**")
        if compared is None:
            lines.append(
                _("Giving up is worth the same number of points each time, so it has no parts.")
            )
        else:
            lines += _averages(compared, _, aloud=aloud)
    return [*lines, _legend(_)]


def _averages(compared: Compared, _: Texts, *, aloud: bool) -> Iterator[str]:
    """A table of how far the best is ahead in each part, and how sure that is."""
    shown = [part for part in _ORDER if compared.shows(part)]
    if aloud:
        for part in shown:
            points = spoken_decimal(compared.difference(part), _)
            yield f"- {_spoken_label(compared, part, _)}: {points}."
        return
    yield f"```\n{'':{_LABEL}}" + _columns(["", "±"])
    for part in shown:
        yield _line(_label(compared, part, _), [compared.difference(part)], compared.error(part), _)
    yield _line(_("in all"), [sum(compared.better.values)], 0.0, _) + "\n```"


def costs_screen(
    number: int, decisions: Sequence[JudgedDecision], _: Texts, *, aloud: bool
) -> Screen:
    """The costs of the costliest decisions of a hand, part by part."""
    lines = ["### " + _("Hand {number}: what it cost, part by part", number=number)]
    names = _("yours"), _("ideal")
    for count, each in explained(decisions):
        assert each.compared is not None
        cost = _("cost you {points} points", points=_.decimal(each.cost))
        lines += [f"**{count}.** {cost}", *parts_lines(each.compared, names, _, aloud=aloud)]
    return note("\n".join([*lines, _legend(_)]))


def explained(decisions: Sequence[JudgedDecision]) -> list[tuple[int, JudgedDecision]]:
    """The costliest decisions of which more is known than the cost, with their numbers from 1."""
    known = [
        (count, each)
        for count, each in enumerate(decisions, start=1)
        if not each.is_best and each.compared is not None
    ]
    costliest = sorted(known, key=lambda numbered: -numbered[1].cost)[:EXPLAINED]
    return sorted(costliest, key=lambda numbered: numbered[0])


def hint_costs_screen(number: int, compared: Compared, _: Texts, *, aloud: bool) -> Screen:
    """The first two placements of a hint, part by part."""
    heading = "### " + _("Hand {number}: the first two, part by part", number=number)
    return note("\n".join([heading, *hint_costs(compared, _, aloud=aloud)]))


def hint_costs(compared: Compared, _: Texts, *, aloud: bool) -> list[str]:
    """The first two placements of a hint, part by part, as lines."""
    return [*parts_lines(compared, ("2", "1"), _, aloud=aloud), _legend(_)]


def _legend(_: Texts) -> str:
    return "-# " + _(
        "Points you can expect: a board that fouls has nothing in its rows, and what it loses "
        "stands with the fouls; what opponents get are their royalties."
    )


def parts_lines(
    compared: Compared, names: tuple[str, str], _: Texts, *, aloud: bool
) -> Iterator[str]:
    """A table of the parts of two placements with these names, the better one second."""
    shown = [part for part in _ORDER if compared.shows(part)]
    if aloud:
        for part in shown:
            yield _part_said(compared, part, names, _)
        return
    yield f"```\n{'':{_LABEL}}" + _columns([*names, "", "±"])
    for part in shown:
        points = compared.other.values[part], compared.better.values[part]
        yield _line(_label(compared, part, _), _apart(*points), compared.error(part), _)
    sums = sum(compared.other.values), sum(compared.better.values)
    yield _line(_("in all"), _apart(*sums), 0.0, _) + "\n```"


def _apart(one: float, other: float) -> Sequence[float]:
    """Two numbers, and by how much the second is ahead."""
    return one, other, other - one


def _line(label: str, points: Sequence[float], error: float, _: Texts) -> str:
    """Numbers, and how sure the last of them is."""
    numbers = [_.decimal(each, signed=True) for each in points]
    return f"{label:{_LABEL}.{_LABEL}}" + _columns([*numbers, _.decimal(error) if error else ""])


def _columns(words: Sequence[str]) -> str:
    return "".join(f"{word[: _NUMBER - 1]:>{_NUMBER}}" for word in words).rstrip()


def _label(compared: Compared, part: Part, _: Texts) -> str:
    if part <= Part.BACK:
        return row_name(Row(part), _)
    if part is Part.BONUS:
        return _("Majority") if compared.scoring.majority else _("Scoop")
    if part in _LABELS:
        return _(_LABELS[part])
    return "  " + _("royalties")


def _part_said(compared: Compared, part: Part, names: tuple[str, str], _: Texts) -> str:
    numbers = (spoken_decimal(each.values[part], _) for each in (compared.other, compared.better))
    said = ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))
    return f"- {_spoken_label(compared, part, _)}: {said}."


def _spoken_label(compared: Compared, part: Part, _: Texts) -> str:
    label = _label(compared, part, _).strip()
    if Part.FRONT_ROYALTIES <= part <= Part.BACK_ROYALTIES:
        return f"{row_name(Row(part - Part.FRONT_ROYALTIES), _)}, {label}"
    return label
