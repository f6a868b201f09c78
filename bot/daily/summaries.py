"""Posts a server's summary of a day once that has ended everywhere, and never twice.

Which one is due stands in the database, where it was planned when the first of the server had
finished the deal. A message is posted with a nonce of its own, so that a crash does not post it
again.
"""

import logging
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.daily.days import number_of
from bot.daily.summary import Summary, summary_screen
from bot.handlers.request import Services
from bot.pictures.theme import Theme
from bot.rounds.pages import result_scene
from bot.rounds.playing import with_par
from bot.rounds.rounds import Round
from bot.screens.components import PictureOrWords
from bot.store import daily, guilds, players
from bot.store.daily import SummaryRow
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.rounds import Attempt, FixedDeal
from bot.surfaces.gateway import POST_IN_VAIN, nonce_from
from bot.surfaces.render import PictureOptions
from bot.texts import Texts, texts_for
from bot.values.options import Guild

log: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Day:
    """What a server's summary is made of: who played, the best first, and days in a row."""

    row: SummaryRow
    guild: Guild
    deal: FixedDeal
    played: tuple[tuple[Player, Attempt], ...]
    streak: int


async def sum_up(services: Services, summary_id: int) -> None:
    """Post a summary that is due; raises GatewayError if it has to be tried again."""
    found = await services.database.read(partial(_read, summary_id))
    if found is not None and found.guild.daily_channel_id is not None and found.played:
        await _post(services, found, found.guild.daily_channel_id)
    await services.database.write(partial(daily.drop_summary, summary_id=summary_id))


async def _post(services: Services, found: _Day, channel_id: int) -> None:
    row, _ = found.row, texts_for(found.guild.locale or found.row.locale)
    deal = await with_par(services, found.deal)
    picture = await _best(services, found, _)
    ranked = [(player.name, each) for player, each in found.played]
    summary = Summary(row.day, deal.par or 0, ranked, found.streak)
    nonce = nonce_from(f"daily {row.guild_id} {row.day}")
    try:
        await services.gateway.post(channel_id, summary_screen(summary, picture, _), nonce)
    except POST_IN_VAIN as error:
        log.info("daily summary of a server cannot be posted: %r", error)


async def _best(services: Services, found: _Day, _: Texts) -> PictureOrWords:
    player, attempt = found.played[0]
    day, guild = found.row.day, found.guild
    options = PictureOptions(f"daily-{day}.png", Theme(guild.skin, guild.deck))
    scene = result_scene(Round(found.deal, attempt), player, number_of(day))
    return await services.studio.illustrator.result(scene, options, _)


def _read(summary_id: int, db: Connection) -> _Day | None:
    row = daily.summary(db, summary_id)
    deal = None if row is None else daily.deal_of(db, row.day)
    if row is None or deal is None:
        return None
    results = daily.results(db, deal.id, row.guild_id)
    people = players.together(db, (each.player_id for each in results))
    played = tuple((people[each.player_id], each) for each in results)
    streak = daily.guild_streak(db, row.guild_id, row.day)
    return _Day(row, guilds.get(db, row.guild_id), deal, played, streak)
