"""Scenes as pictures, drawn in a thread, or in words where no picture can be shown.

Words come with the application's emoji if it has them, else in a code block.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.emoji import Emoji
from bot.pictures import alt, draw, emoji_text, plain_text
from bot.pictures.rows import Rows, rows_alt, rows_picture
from bot.pictures.theme import Theme
from bot.scenes import LedgerScene, ResultScene, TableScene
from bot.screens.components import Illustration, Kept, Picture, Told, View
from bot.screens.faces import Faces
from bot.tables.background import in_background
from bot.texts import Texts

_MANY: Final = 4
"""Pictures drawn at once: more would only slow each other down."""


@dataclass(frozen=True)
class Wish:
    """How a scene is to be shown.

    `name` is a new file's; not `pictured`: in words; `kept` is the picture that its message keeps.
    """

    name: str
    look: Theme
    pictured: bool = True
    kept: Kept | None = None


@dataclass
class Illustrator:
    """Shows scenes; `emoji` are those the application has by now."""

    emoji: Emoji = field(default_factory=Emoji)
    _drawing: int = 0

    @property
    def is_busy(self) -> bool:
        """Whether so many pictures are being drawn that another one would take its time."""
        return self._drawing >= _MANY

    async def warm_up(self) -> None:
        """Prepare what the first pictures would have to wait for."""
        await in_background(partial(draw.warm_up, Theme()))

    def faces(self, look: Theme) -> Faces:
        """How cards look on buttons and in texts."""
        return Faces(self.emoji, look.deck)

    async def table(self, scene: TableScene, wish: Wish, _: Texts) -> View:
        """The open boards."""
        if not wish.pictured:
            look = wish.look
            return self._told(
                look,
                lambda e: emoji_text.table(scene, look, e, _),
                lambda: plain_text.table(scene, _),
            )
        return await self._drawn(
            wish, alt.table(scene, _), partial(draw.table, scene, wish.look, _)
        )

    async def result(self, scene: ResultScene, wish: Wish, _: Texts) -> View:
        """A finished hand."""
        if not wish.pictured:
            look = wish.look
            return self._told(
                look,
                lambda e: emoji_text.result(scene, look, e, _),
                lambda: plain_text.result(scene, _),
            )
        return await self._drawn(
            wish, alt.result(scene, _), partial(draw.result, scene, wish.look, _)
        )

    async def ledger(self, scene: LedgerScene, wish: Wish, _: Texts) -> View:
        """How points ran."""
        if not wish.pictured:
            return Told(f"```\n{plain_text.ledger(scene, _)}\n```")
        return await self._drawn(
            wish, alt.ledger(scene, _), partial(draw.ledger, scene, wish.look, _)
        )

    async def private(self, scene: TableScene, wish: Wish, _: Texts) -> View:
        """A player's cards and board."""
        if not wish.pictured:
            look = wish.look
            return self._told(
                look,
                lambda e: emoji_text.private(scene, look, e, _),
                lambda: plain_text.private(scene, look, _),
            )
        words = alt.private(scene, wish.look, _)
        return await self._drawn(wish, words, partial(draw.private, scene, wish.look, _))

    async def rows(self, shown: Rows, wish: Wish, _: Texts) -> View:
        """Rows of cards that are talked about."""
        return await self._drawn(wish, rows_alt(shown, _), partial(rows_picture, shown, wish.look))

    def _told(
        self, look: Theme, with_emoji: Callable[[Emoji], str], plain: Callable[[], str]
    ) -> Told:
        if self.emoji.has(look.deck):
            return Told(with_emoji(self.emoji))
        return Told(f"```\n{plain()}\n```")

    async def _drawn(self, wish: Wish, words: str, paint: Callable[[], bytes]) -> Illustration:
        if wish.kept:
            return Illustration(wish.kept, words)
        self._drawing += 1
        try:
            return Illustration(Picture(wish.name, await in_background(paint)), words)
        finally:
            self._drawing -= 1
