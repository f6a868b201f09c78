"""The form for what no menu of a table offers: seats, stake, clock, length, loss limit."""

from collections.abc import Collection
from typing import Final

from bot.screens.replies import Field, Form
from bot.screens.settings.menus import ChangeOptions
from bot.texts import Texts
from bot.values.options import TableOptions, written_time
from bot.values.spots import Spot

_NONE: Final = "none"


def options_form(options: TableOptions, changeable: Collection[str], spot: Spot, _: Texts) -> Form:
    """The form for the options that are `changeable`, filled in with what is chosen."""
    fields = [
        Field(
            _("Seats"), _("How many people may sit down"), "3", str(options.seats), 2, key="seats"
        ),
        Field(
            _("Stake"), _("What points are multiplied by"), "1", str(options.stake), 4, key="stake"
        ),
        Field(
            _("Clock"),
            _("How long each decision may take: 45s, 10m, 12h, 2d, or none"),
            _NONE,
            written_time(options.clock),
            20,
            is_required=False,
            key="clock",
        ),
        Field(
            _("Length"),
            _("How long the match lasts: 20 hands, 3 orbits, 2h, 3d, or endless"),
            _("20 hands"),
            str(options.length or "endless"),
            20,
            is_required=False,
            key="length",
        ),
        Field(
            _("Loss limit"),
            _("The most points that anybody can lose; the match ends there"),
            _NONE,
            str(options.loss_limit or _NONE),
            6,
            is_required=False,
            key="limit",
        ),
    ]
    kept = tuple(each for each in fields if each.key in changeable)
    return Form(ChangeOptions(spot), _("More options"), kept)
