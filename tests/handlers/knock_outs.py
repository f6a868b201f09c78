"""A knock-out that waits for its host to start it."""

from dataclasses import replace
from typing import Final

from bot.game.lobby import NewTable
from bot.handlers.tournaments import entering
from bot.screens.tournaments.tournament_presses import Enter
from bot.values.options import TableOptions
from bot.values.tournament_views import KNOCK_OUT
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene

STACKS: Final = TableOptions(stack=20, books=False)


async def opens_knock_out(scene: Scene, *others: Member, stack: int = 20) -> None:
    opening = NewTable(replace(STACKS, stack=stack), variant="chinese", seats=3)
    await scene.asks(ANN, entering.new(opening, KNOCK_OUT))
    for member in (BOB, *(others or (MIA, ZOE))):
        await scene.presses(member, Enter)
