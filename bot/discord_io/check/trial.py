"""The frame of a check: taking steps and reporting them, posting, reading back, and clean-up."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from io import BytesIO
from typing import Any, Final

import discord
from PIL import Image
from yarl import URL

from bot.discord_io.answers import LOST
from bot.discord_io.check.check_client import CheckClient
from bot.discord_io.screen_layout import NOBODY, Layout, files
from bot.discord_io.start import reason
from bot.pictures import draw
from bot.pictures.theme import Theme
from bot.screens.components import AttachedPicture, Component, Picture, Screen, text
from bot.texts import ENGLISH
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.hand import Hand
from ofc_engine.match import settle
from ofc_engine.notation import parse_position
from ofc_engine.scoring import score_hand
from ofc_engine.views import public_view


class DiffersError(ValueError):
    """Discord took it, but what came of it is not what the bot counts on."""


class SkippedError(ValueError):
    """Why something cannot be tried."""


class CheckOutcome(Enum):
    """How a step ended."""

    OK = "ok"
    NO = "no"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Finding:
    """A step that was tried, how it ended, and what was seen or what Discord said.

    `means` says what a `NO` means for the bot; it is empty if the bot can do without.
    """

    what: str
    outcome: CheckOutcome
    saw: str
    means: str = ""

    def __str__(self) -> str:
        return f"{self.outcome.value:<8}{self.what}: {self.saw}"

    @property
    def is_trouble(self) -> bool:
        """True if the bot lacks something here."""
        return self.outcome is CheckOutcome.NO and bool(self.means)


@dataclass(frozen=True)
class CheckStep:
    """Something to try: `run` returns what it saw.

    It raises DiffersError, SkippedError or what discord.py raises. `means` is the finding's.
    """

    what: str
    run: "Callable[[Trial], Awaitable[str]]"
    means: str = ""

    async def take(self, trial: "Trial") -> Finding:
        """Try it."""
        try:
            return Finding(self.what, CheckOutcome.OK, await self.run(trial))
        except SkippedError as why:
            return Finding(self.what, CheckOutcome.SKIPPED, str(why))
        except (DiffersError, discord.DiscordException, *LOST) as error:
            return Finding(self.what, CheckOutcome.NO, reason(error), self.means)


async def take_steps(
    steps: Iterable[CheckStep], trial: "Trial", report: Callable[[Finding], None]
) -> list[Finding]:
    """Try everything and report each finding; what was posted is deleted, whatever happens."""
    findings: list[Finding] = []

    async def take(step: CheckStep) -> None:
        findings.append(await step.take(trial))
        report(findings[-1])

    try:
        for step in steps:
            await take(step)
    finally:
        await take(_CLEAN_UP)
    return findings


def summary(findings: Sequence[Finding]) -> str:
    """All findings in a few sentences, for those who run the bot."""
    tried = [finding for finding in findings if finding.outcome is not CheckOutcome.SKIPPED]
    skipped = len(findings) - len(tried)
    troubles = [finding for finding in tried if finding.is_trouble]
    # A failed step without a meaning is one that the bot does not need: it is named, not counted.
    spared = [f for f in tried if f.outcome is CheckOutcome.NO and not f.is_trouble]
    count = len(tried) - len(spared)
    if troubles:
        lines = [f"{len(troubles)} of {count} things do not work here:"]
        lines += [f"- {finding.what}. {finding.means}" for finding in troubles]
    else:
        lines = [f"All {count} things work here."]
    lines += [f"The bot does without: {finding.what}." for finding in spared]
    if skipped:
        lines.append(f"{skipped} were skipped; the lines above say why.")
    return "\n".join(lines)


_PLAYERS: Final = (
    ScenePlayer("Ann", "ann", 23),
    ScenePlayer("Bob", "bob", -14),
    ScenePlayer("Mia", "mia", -9),
)
_STREETS: Final = (
    "standard ; Qc / 9c9h / KsQs + 2c3d4h ; - / 7d6d / AcAd5s ; Kh* / Th*9d* / 8c*8d*",
    "standard ; Qc / 9c9h / KsQs + 2c3d4h ; - / 7d6d2h* / AcAd5s3s* ; Kh / Th9d / 8c8d",
)
_END: Final = (
    "standard ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh ; AsKs7h / 6s6hTcTh2d / JsJhJc9s9c ; "
    "4s4c2s / Qc9h7d5s3s / 7c7s6d6c2h"
)
_PAUSES: Final = (0.5, 1.0, 2.0, 4.0)
"""Seconds between the looks at a picture that Discord has not loaded yet."""
Fetch = Callable[[], Awaitable[discord.Message]]


@dataclass(frozen=True)
class Samples:
    """Two pictures that can be told apart, and a replay that moves."""

    first: Picture
    second: Picture
    replay: Picture


def drawn() -> Samples:
    """Draw the samples, which takes about a second."""
    theme, scenes = Theme(), [_scene(parse_position(text)) for text in _STREETS]
    end = parse_position(_END)
    score = score_hand(end)
    result = ResultScene(_scene(end), score, settle(score.pairs, (0, 0, 0)), 1)
    first, second = (draw.table(scene, theme, ENGLISH) for scene in scenes)
    return Samples(
        Picture("check-1.png", first),
        Picture("check-2.png", second),
        Picture("check-replay.webp", draw.film(scenes, result, theme, ENGLISH)),
    )


def _scene(hand: Hand) -> TableScene:
    return TableScene(12, public_view(hand), _PLAYERS, (0, 1, 2), 2)


def frames(data: bytes) -> int:
    """The number of frames in a picture file; 0 if it is no picture."""
    try:
        with Image.open(BytesIO(data)) as image:
            return getattr(image, "n_frames", 1)
    except OSError:
        return 0


@dataclass
class Trial:
    """A check under way in a channel.

    `wait` is how many seconds a person has for each press, `user_id` who gets the direct message:
    by default the first who presses. `board` is the message with a picture that is edited.
    """

    client: CheckClient
    channel: discord.TextChannel
    samples: Samples
    wait: float
    user_id: int | None = None
    board: discord.Message | None = None
    is_alone: bool = False
    _posts: list[asyncio.Task[discord.Message]] = field(
        default_factory=list[asyncio.Task[discord.Message]]
    )

    async def post(
        self,
        screen: Screen,
        where: discord.abc.Messageable | None = None,
        **options: Any,  # noqa: ANN401 - whatever a message takes
    ) -> discord.Message:
        """Post a message that is deleted at the end."""
        sending = (where or self.channel).send(
            view=Layout(screen.components), files=files(screen), allowed_mentions=NOBODY, **options
        )
        # Stopping the check does not stop a message on its way, which has to be deleted too.
        task = asyncio.create_task(sending)
        self._posts.append(task)
        return await asyncio.shield(task)

    async def clean_up(self) -> str:
        """Delete all that was posted; says how much that was, or raises DiffersError."""
        left: list[str] = []
        sent = await asyncio.gather(*self._posts, return_exceptions=True)
        messages = {m.id: m for m in sent if isinstance(m, discord.Message)}
        for message in messages.values():
            try:
                with suppress(discord.NotFound):
                    await message.delete()
            except (discord.HTTPException, *LOST) as error:
                left.append(f"{message.jump_url} ({error})")
        if left:
            raise DiffersError(f"delete this yourself: {', '.join(left)}")
        return f"{len(messages)} messages deleted"

    def edited(self) -> discord.Message:
        """The message on which edits are tried; raises SkippedError if there is none."""
        if self.board is None:
            raise SkippedError("there is no message with a picture to try it on")
        return self.board


_CLEAN_UP: Final = CheckStep(
    "clean-up", Trial.clean_up, "Messages that should go away stay where they are."
)


def picture_screen(words: str, picture: Picture, *more: Component) -> Screen:
    """A text, a picture that is uploaded, and more components."""
    return Screen((text(words), _gallery(picture.name), *more), (picture,))


def kept_screen(words: str, kept: AttachedPicture) -> Screen:
    """Another text above a picture that the message has already."""
    return Screen((text(words), _gallery(kept.name)), (kept,))


def _gallery(file_name: str) -> Component:
    item = {"media": {"url": f"attachment://{file_name}"}, "description": "Boards of cards"}
    return {"type": discord.ComponentType.media_gallery.value, "items": [item]}


async def seen(fetch: Fetch) -> discord.UnfurledMediaItem:
    """The picture that a message shows, as Discord has it; raises DiffersError without one."""
    for pause in _PAUSES:
        media = media_of(await fetch())
        if media.loading_state is not discord.MediaItemLoadingState.loading:
            break
        await asyncio.sleep(pause)
    else:
        raise DiffersError(f"Discord has not loaded the picture after {len(_PAUSES)} looks")
    if media.loading_state is discord.MediaItemLoadingState.not_found or not media.proxy_url:
        raise DiffersError("the message has a picture that Discord does not find")
    if not (media.width and media.height):
        raise DiffersError("Discord knows no width and height of the picture")
    return media


def media_of(message: discord.Message) -> discord.UnfurledMediaItem:
    """The picture in the gallery of a message; raises DiffersError without one."""
    for component in message.components:
        if isinstance(component, discord.MediaGalleryComponent) and component.items:
            return component.items[0].media
    raise DiffersError("the message shows no picture")


def kept_of(media: discord.UnfurledMediaItem) -> AttachedPicture:
    """A picture of a message, to be listed; raises DiffersError if Discord does not tell its id."""
    if media.attachment_id is None:
        raise DiffersError("Discord does not tell the picture's id")
    return AttachedPicture(media.attachment_id, URL(media.url).name)


async def same(fetch: Fetch, before: discord.UnfurledMediaItem) -> str:
    """Says that a message still shows a picture; raises DiffersError if it does not."""
    media = await seen(fetch)
    if media.attachment_id != before.attachment_id:
        raise DiffersError("the message shows another file than before")
    return f"the same picture as before, {size(media)}"


async def another(fetch: Fetch, before: discord.UnfurledMediaItem) -> str:
    """Says that a message shows a new picture; raises DiffersError if it does not."""
    media = await seen(fetch)
    if media.attachment_id == before.attachment_id:
        raise DiffersError("the message still shows the picture of before")
    return f"the new picture, {size(media)}"


def size(media: discord.UnfurledMediaItem) -> str:
    """Width and height of a picture."""
    return f"{media.width}x{media.height}"
