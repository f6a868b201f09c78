"""A tournament in pictures below what a message says of it."""

from dataclasses import replace
from typing import Final

from bot.pictures.tournament_course import best_rows
from bot.screens.components import AttachedPicture, Component, Picture, PictureOrWords, Screen, text
from bot.screens.tournaments.tournament_lines import best_lines
from bot.surfaces.render import Illustrator, PictureOptions
from bot.texts import Texts
from bot.values.standings import Finale

_BUTTONS: Final = 1


async def illustrated(
    illustrator: Illustrator, screen: Screen, finale: Finale, options: PictureOptions, _: Texts
) -> Screen:
    """A screen with how a tournament stands; once it is over with its chart and its best board.

    Not `pictured`: in words, of which the screen has the places already.
    """
    shown: list[PictureOrWords | str] = []
    if finale.course is not None and finale.course.hands:
        shown.append(await illustrator.course(finale.course, options, _))
    elif options.pictured:
        shown.append(await illustrator.standing(finale.standing, options, _))
    if finale.best is not None:
        shown.append(best_lines(finale.best, _))
        if options.pictured:
            own = replace(options, name=f"best-{options.name}")
            shown.append(await illustrator.rows(best_rows(finale.best, _), own, _))
    return _below(screen, shown)


def _below(screen: Screen, shown: list[PictureOrWords | str]) -> Screen:
    """A screen with pictures and texts above the buttons at its end."""
    parts: list[Component] = []
    pictures: list[Picture | AttachedPicture] = []
    for each in shown:
        parts.append(text(each) if isinstance(each, str) else each.component)
        pictures += () if isinstance(each, str) else each.pictures
    above, buttons = screen.components, ()
    if above and above[-1]["type"] == _BUTTONS:
        above, buttons = above[:-1], above[-1:]
    components = (*above, *parts, *buttons)
    return replace(screen, components=components, pictures=(*screen.pictures, *pictures))
