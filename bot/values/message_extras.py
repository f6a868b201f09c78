"""The contents that only some messages of a table have."""

from dataclasses import dataclass

from bot.values.hand_skill import HandSkill
from bot.values.ledger_records import Feat
from bot.values.standings import Finale, Floor, OwnFinish


@dataclass(frozen=True)
class MessageExtras:
    """The extra contents of some messages of a table, empty for all others.

    `feats` are what a hand reached and `skills` what its players gave away, once that is judged, if
    the server wants it told; `orbit` is the one that it was played in, from 1, where that matters.
    `floor` is how the other tables of a tournament stand, `finale` what a sit-and-go came to, and
    `finish` how the player whose message it is ended in a duplicate tournament.
    """

    feats: tuple[Feat, ...] = ()
    skills: tuple[HandSkill, ...] = ()
    orbit: int = 0
    floor: Floor | None = None
    finale: Finale | None = None
    finish: OwnFinish | None = None
