"""Screens in the thread of a table's followers: the latest hand, without buttons to play."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.components import Component, Faces, PictureOrWords, Screen, button, note, row, text
from bot.screens.placements import placement_shown
from bot.screens.presses import ShowReplay
from bot.screens.result_screen import ResultNote, summary_lines
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.phrases import plain, variant_name
from bot.values.scenes import ResultScene, TableScene
from ofc_engine.board import Placement
from ofc_engine.cards import Cards


@dataclass(frozen=True)
class AllCards:
    """All cards dealt to a player in a hand: those placed, street by street, and those left."""

    name: str
    placements: Sequence[Placement]
    left: Cards


def thread_name(name: str, _: Texts) -> str:
    """The name of the thread of a table, whose host is called `name`; 100 characters at most."""
    return _("{name}'s table", name=name)[:100]


def followed_screen(scene: TableScene, picture: PictureOrWords, _: Texts) -> Screen:
    """A hand in play: its open cards."""
    view = scene.view
    street = _("street {street} of {streets}", street=view.street, streets=view.streets)
    heading = (
        f"## {_('Hand {number}', number=scene.number)}\n{variant_name(view.rules, _)} · {street}"
    )
    return Screen((text(heading), picture.component), picture.pictures)


def followed_result_screen(
    result: ResultScene,
    picture: PictureOrWords,
    result_note: ResultNote,
    cards: Sequence[AllCards],
    faces: Faces,
    spot: Spot,
    _: Texts,
    *,
    closed: bool,
) -> Screen:
    """A finished hand, with all its `cards` where the players have agreed; the last if `closed`."""
    heading = f"## {_('Hand {number}', number=result.table.number)}"
    parts: list[Component] = [
        text("\n".join([heading, *summary_lines(result, result_note, _)])),
        picture.component,
    ]
    if cards:
        title = "### " + _("All cards")
        parts.append(
            text("\n".join([title, *(line for c in cards for line in _told(c, faces, _))]))
        )
    if closed:
        parts.append(text(_("The table is closed.")))
    parts.append(row(button(ShowReplay(spot), _("Replay"))))
    return Screen(tuple(parts), picture.pictures)


def followed_end_screen(number: int | None, _: Texts) -> Screen:
    """The table was closed before its latest hand was over, or before there was any."""
    if number is None:
        return note(_("The table was closed before a hand was played."))
    lines = [_("Hand {number} wasn't finished and doesn't count.", number=number)]
    return note("\n".join([*lines, _("The table is closed.")]))


def _told(cards: AllCards, faces: Faces, _: Texts) -> list[str]:
    streets = (placement_shown(each, faces, _) for each in cards.placements)
    lines = [f"**{plain(cards.name)}**", *(f"{n}. {s}" for n, s in enumerate(streets, start=1))]
    if cards.left:
        lines.append(_("not placed: {cards}", cards=faces.cards(cards.left)))
    return lines
