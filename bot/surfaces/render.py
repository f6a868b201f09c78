"""Scenes as pictures, drawn in a thread, or in words where no picture can be shown."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeAlias

from bot.pictures import alt, draw, emoji_text, plain_text
from bot.pictures.profile import profile_alt, profile_picture
from bot.pictures.rating_ladder import rating_alt, rating_picture, rating_text
from bot.pictures.rows import Rows, rows_alt, rows_picture
from bot.pictures.standing import best_rows, course_alt, course_text, standing_alt, standing_picture
from bot.pictures.theme import Theme
from bot.screens.components import (
    AttachedPicture,
    Component,
    Faces,
    Illustration,
    InWords,
    Picture,
    PictureOrWords,
    Screen,
    text,
)
from bot.screens.placements import Said, placement_shown, placement_words
from bot.screens.tournaments.tournament_lines import best_lines
from bot.tasks import in_background
from bot.texts import Texts
from bot.values.phrases import Emoji
from bot.values.scenes import LedgerScene, ProfileScene, RatingScene, ResultScene, TableScene
from bot.values.standings import Finale, StandingScene

Had: TypeAlias = Callable[[int], AttachedPicture | None]


def has_none(_of: int) -> None:
    """The picture of a message that has none, or none that is known."""


@dataclass(frozen=True)
class PictureOptions:
    """How a scene is to be shown.

    `name` is that of a new file; if not `pictured` it is in words; `kept` is the picture that its
    message keeps. `had` gives the one that it has if that shows what a number stands for, so that
    it is not drawn again.
    """

    name: str
    theme: Theme
    pictured: bool = True
    kept: AttachedPicture | None = None
    had: Had = has_none


@dataclass
class Illustrator:
    """Shows scenes; `emoji` are those the application has by now."""

    emoji: Emoji = field(default_factory=Emoji)

    def faces(self, theme: Theme) -> Faces:
        """How cards look on buttons and in texts under a theme."""
        return Faces(self.emoji, theme.deck)

    def said(self, theme: Theme, _: Texts, *, pictured: bool = True) -> Said:
        """How texts tell of placements under a theme.

        If not `pictured`, boards are in emoji, and more emoji would not fit in the message.
        """
        if theme.aloud:
            return partial(placement_words, _=_)
        faces = self.faces(theme) if pictured else Faces()
        return partial(placement_shown, faces=faces, _=_)

    async def table(self, scene: TableScene, options: PictureOptions, _: Texts) -> PictureOrWords:
        """The open boards."""
        if not options.pictured:
            return InWords(emoji_text.table(scene, options.theme, self.emoji, _))
        return await self._drawn(
            options, alt.table(scene, _), partial(draw.table, scene, options.theme, _)
        )

    async def result(self, scene: ResultScene, options: PictureOptions, _: Texts) -> PictureOrWords:
        """A finished hand."""
        if not options.pictured:
            return InWords(emoji_text.result(scene, options.theme, self.emoji, _))
        of = hash((scene, options.theme, _))
        kept = options.kept or options.had(of)
        paint = partial(draw.result, scene, options.theme, _)
        return await self._drawn(replace(options, kept=kept), alt.result(scene, _), paint, of)

    async def ledger(self, scene: LedgerScene, options: PictureOptions, _: Texts) -> PictureOrWords:
        """How points ran."""
        if not options.pictured:
            return InWords(f"```\n{plain_text.ledger(scene, _)}\n```")
        return await self._drawn(
            options, alt.ledger(scene, _), partial(draw.ledger, scene, options.theme, _)
        )

    async def rating(self, scene: RatingScene, options: PictureOptions, _: Texts) -> PictureOrWords:
        """A part of a server's ladder."""
        if not options.pictured:
            return InWords(f"```\n{rating_text(scene, _)}\n```")
        return await self._drawn(
            options, rating_alt(scene, _), partial(rating_picture, scene, options.theme, _)
        )

    async def profile(self, scene: ProfileScene, options: PictureOptions, _: Texts) -> Illustration:
        """A player of a server."""
        words = profile_alt(scene, _)
        return await self._drawn(options, words, partial(profile_picture, scene, options.theme, _))

    async def standing(
        self, scene: StandingScene, options: PictureOptions, _: Texts
    ) -> Illustration:
        """How a tournament stands."""
        words = standing_alt(scene, _)
        return await self._drawn(options, words, partial(standing_picture, scene, options.theme, _))

    async def course(self, scene: LedgerScene, options: PictureOptions, _: Texts) -> PictureOrWords:
        """The stacks of a tournament over its hands."""
        if not options.pictured:
            return InWords(f"```\n{course_text(scene, _)}\n```")
        paint = partial(draw.ledger, scene, options.theme, _)
        return await self._drawn(options, course_alt(scene, _), paint)

    async def private(self, scene: TableScene, options: PictureOptions, _: Texts) -> PictureOrWords:
        """A player's cards and board."""
        words = alt.private(scene, options.theme, _)
        if not options.pictured:
            if options.theme.aloud:
                return InWords(words)
            return InWords(emoji_text.private(scene, options.theme, self.emoji, _))
        return await self._drawn(options, words, partial(draw.private, scene, options.theme, _))

    async def rows(self, shown: Rows, options: PictureOptions, _: Texts) -> PictureOrWords:
        """Rows of cards that are talked about."""
        if not options.pictured:
            return InWords(rows_alt(shown, _))
        return await self._drawn(
            options, rows_alt(shown, _), partial(rows_picture, shown, options.theme)
        )

    async def _drawn(
        self, options: PictureOptions, words: str, paint: Callable[[], bytes], of: int = 0
    ) -> Illustration:
        if options.kept:
            return Illustration(options.kept, words)
        return Illustration(Picture(options.name, await in_background(paint), of), words)


_ACTION_ROW: Final = 1


async def illustrated(
    illustrator: Illustrator, screen: Screen, finale: Finale, options: PictureOptions, _: Texts
) -> Screen:
    """A screen with how a tournament stands; once it is over with its chart and its best board.

    If not `pictured` it is in words, of which the screen has the places already.
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
    if above and above[-1]["type"] == _ACTION_ROW:
        above, buttons = above[:-1], above[-1:]
    components = (*above, *parts, *buttons)
    return replace(screen, components=components, pictures=(*screen.pictures, *pictures))
