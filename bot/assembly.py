"""Puts the bot together, on a database and a gateway to Discord."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bot import alone, challenges, daily, handlers, leaderboard, solo, welcome
from bot.handlers.direct_messages import tell_unheard
from bot.handlers.request import Services
from bot.handlers.serving import PROVIDERS, RUNNERS, handlers_in
from bot.store.database import Database
from bot.store.due import DueKind
from bot.store.engine import OperationalError
from bot.surfaces.composer import Composer
from bot.surfaces.gateway import Gateway, GatewayError
from bot.surfaces.kept_messages import KeptMessages
from bot.surfaces.painter import Painter
from bot.tasks import Tasks, Thinker
from bot.tutorial import handlers as lessons
from bot.tutorial import playing_on_handlers
from bot.workers.computers import ComputerPlayers
from bot.workers.timer import Timer

HANDLERS: Final = handlers_in(
    handlers, lessons, playing_on_handlers, solo, daily, challenges, alone, welcome, leaderboard
)


def assemble(
    database: Database,
    gateway: Gateway,
    composer: Composer,
    thinker: Thinker,
    *,
    clock: Callable[[], float],
    secret: Callable[[], bytes],
    seed: Callable[[int], str],
    computer_delay: float,
    replay_url: str = "",
) -> Services:
    """The parts of a bot on a database, none of them started yet.

    `clock` gives Unix seconds, `secret` the random bytes of a deal; `seed` turns an id of Discord's
    into what it adds to a deal. A computer player takes `computer_delay` seconds for a decision.
    The page that shows a hand from a link is at `replay_url`.
    """
    painter = Painter(database, gateway, composer, clock, seed)
    timer = Timer(database, painter, thinker, clock, secret)
    computers = ComputerPlayers(database, painter, timer, thinker, clock, delay=computer_delay)
    messages = KeptMessages(database, gateway, clock, timer.expect)
    services = Services(
        database=database,
        composer=composer,
        painter=painter,
        messages=messages,
        gateway=gateway,
        timer=timer,
        computers=computers,
        thinker=thinker,
        clock=clock,
        secret=secret,
        seed=seed,
        replay_url=replay_url,
        background=Tasks(GatewayError, OperationalError),
    )
    painter.tell_unheard = partial(tell_unheard, services)
    painter.paint_kept = messages.begin
    messages.providers |= {kind: make(services) for kind, make in PROVIDERS.items()}
    timer.errands |= {kind: partial(run, services) for kind, run in RUNNERS.items()}
    timer.errands[DueKind.MESSAGE] = messages.renew
    return services
