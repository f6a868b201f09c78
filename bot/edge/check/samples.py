"""The pictures that are posted: boards as the bot draws them."""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from bot.pictures import draw, samples
from bot.pictures.draw import film
from bot.pictures.theme import Theme
from bot.screens.components import Picture
from bot.texts import ENGLISH

_SCENES = ("3 seats, first five placed", "3 seats")


@dataclass(frozen=True)
class Samples:
    """Two pictures that can be told apart, and a replay that moves."""

    first: Picture
    second: Picture
    replay: Picture


def drawn() -> Samples:
    """Draw them, which takes about a second."""
    look, tables, result = Theme(), samples.tables(), samples.results()["3 seats"]
    scenes = [tables[name] for name in _SCENES]
    first, second = (draw.table(scene, look, ENGLISH) for scene in scenes)
    return Samples(
        Picture("check-1.png", first),
        Picture("check-2.png", second),
        Picture("check-replay.webp", film(scenes, result, look, ENGLISH)),
    )


def frames(data: bytes) -> int:
    """How many pictures follow each other in a file; 0 if it is none."""
    try:
        with Image.open(BytesIO(data)) as image:
            return getattr(image, "n_frames", 1)
    except OSError:
        return 0
