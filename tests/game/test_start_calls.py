"""Whom the channel tells of a start when more people than one message can name take no messages."""

import sqlite3

from bot.game.tournaments.starts import StartCall, calls
from bot.screens.components import calling
from bot.screens.tournaments.tournament_words import start_screen
from bot.store import players
from bot.store.tournaments import schedules, tournaments
from bot.texts import texts_for
from bot.values.preferences import Preferences
from bot.values.tournament_views import StartNews
from tests.store.rows import GUILD, add_players, add_tournament

NOW = 1_000_000
_LETTERS = 4000
"""What a message of components may have in all."""


def people_of(call: StartCall) -> list[int]:
    return [each.player_id for each in call.notices]


def test_a_message_names_no_more_people_than_discord_takes(db: sqlite3.Connection):
    people = add_players(db, 120)
    tournament = add_tournament(db, people[0])
    for player in people[1:]:
        tournaments.enter(db, tournament, player, NOW)
    for player in people:
        players.set_preferences(db, player, Preferences(calls="channel"))
    schedules.plan(db, tournament, GUILD, NOW, is_reminded=False)
    schedules.add_notices(db, tournament, StartNews.SOON, NOW, people, NOW)
    found = calls(db, tournament)
    assert [len(call.people) for call in found] == [50, 50, 20]
    assert [player for call in found for player in people_of(call)] == people
    assert calls(db, tournament) == found, "another attempt posts the same"
    told = start_screen(StartNews.MOVED, 2**63, NOW, texts_for("de"))
    screen = calling([2**63] * 50, told)
    assert sum(len(str(part.get("content"))) for part in screen.components) < _LETTERS
