"""The private screen that steps through a finished hand."""

from bot.screens.components import Screen, View, button, row, text
from bot.screens.presses import ShowFilm, Spot, Step
from bot.texts import Texts


def replay_screen(picture: View, number: int, step: int, last: int, spot: Spot, _: Texts) -> Screen:
    """One step of a hand, from 0 to `last`, with buttons to the others."""
    heading = "## " + _("Hand {number}, step {step} of {last}", number=number, step=step, last=last)
    ways = (("⏮", 0), ("◀", max(0, step - 1)), ("▶", min(last, step + 1)), ("⏭", last))
    steps = [
        # Two buttons may lead to the same step, but no two may have the same custom_id.
        button(Step(spot, to, at), face, disabled=to == step)
        for at, (face, to) in enumerate(ways)
    ]
    keep = button(ShowFilm(spot), _("Animation"))
    return Screen((text(heading), picture.component, row(*steps, keep)), picture.pictures)


def film_screen(picture: View, number: int, _: Texts) -> Screen:
    """The whole hand as one animated picture."""
    heading = "## " + _("Hand {number}", number=number) + "\n-# " + _("Save it to keep it.")
    return Screen((text(heading), picture.component), picture.pictures)
