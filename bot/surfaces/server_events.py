"""Tournaments with a set time, as scheduled events of their servers."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.game.tournaments.announcing import duplicate
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.game.tournaments.formats import form_of
from bot.game.tournaments.several_tables import find
from bot.game.tournaments.starts import look_of
from bot.screens.lobby_screen import rule_facts
from bot.screens.tournaments.duplicate_announcement import rules_lines
from bot.screens.tournaments.tournament_lines import stack_lines
from bot.screens.tournaments.tournament_words import event_words, heading
from bot.store import surfaces
from bot.store.engine import Connection
from bot.store.surfaces import Place, Slot
from bot.store.tournaments import schedules, tournaments
from bot.store.tournaments.schedules import Schedule
from bot.texts import Texts, texts_for
from bot.values.options import Terms
from bot.values.phrases import message_url
from bot.values.standings import Phase
from bot.values.tournament_views import EventState, ServerEvent

_LENGTH: Final = 4 * 3600
"""Assumed seconds of a tournament at tables: Discord requires an end, and ends its event then."""
_MOST_RULES: Final = 2
"""How many lines of a duplicate tournament's rules an event shows."""


def event_to_show(
    db: Connection, tournament_id: int
) -> tuple[Schedule, str, ServerEvent | None] | None:
    """A schedule whose event is to be brought up to date, the look to record, and the event.

    None if there is nothing to do, or nothing yet: an event that is to come links to the
    announcement. The event is None if the tournament was never announced.
    """
    schedule = schedules.get(db, tournament_id)
    if schedule is None or schedule.is_gone:
        return None
    found = tournament_of(db, find(db, tournament_id))
    link, look = _link(db, found), look_of(found.row)
    is_to_come = found.row.phase is Phase.WAITING and found.row.starts_at is not None
    if look == schedule.shown or (link is None and is_to_come):
        return None
    return schedule, look, None if link is None else _server_event(found, link)


def _link(db: Connection, found: Tournament) -> str | None:
    """The address of its announcement, if any: the lobby of its table, or its own message."""
    row = found.row
    message_id = tournaments.announced_in(db, row)
    if form_of(row).at_table:
        lobby = surfaces.get(db, found.every[0].id, Place(Slot.LOBBY))
        message_id = None if lobby is None else lobby.message_id
    return None if message_id is None else message_url(row.guild_id, row.channel_id, message_id)


def _server_event(found: Tournament, link: str) -> ServerEvent:
    row = found.row
    _ = texts_for(row.locale)
    lines, lasts = _told(found, _)
    name, description = event_words(heading(form_of(row).words, row.options, _), lines, link, _)
    starts_at = row.starts_at or 0
    return ServerEvent(
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        name=name,
        description=description,
        link=link,
        starts_at=starts_at,
        ends_at=starts_at + lasts,
        state=_state(found),
    )


def _state(found: Tournament) -> EventState:
    match found.row.phase:
        case Phase.WAITING:
            return EventState.CANCELED if found.row.starts_at is None else EventState.SCHEDULED
        case Phase.ON:
            return EventState.ACTIVE
        case Phase.OVER:
            return EventState.COMPLETED if found.row.round else EventState.CANCELED


def _told(found: Tournament, _: Texts) -> tuple[Iterable[str], int]:
    """The lines of an event's description, and its length in seconds."""
    if found.results is not None:
        plan, shown = found.results.plan, duplicate(found, found.results)
        return rules_lines(shown, _)[:_MOST_RULES], plan.rounds * plan.seconds
    options = found.row.options
    facts = rule_facts(Terms(replace(options, stack=None)), _)
    return [" · ".join(facts), *stack_lines(options, _)], _LENGTH
