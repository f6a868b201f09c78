"""Tournaments as their channel sees them, whatever their format."""

from bot.game.tournaments.announcing import announcement, duplicate
from bot.game.tournaments.floors import Tournament
from bot.screens.components import Screen
from bot.screens.tournaments.announcement import announcement_screen
from bot.screens.tournaments.announcement import standing_of as announced_standing
from bot.screens.tournaments.duplicate import duplicate_screen, duplicate_standing
from bot.texts import Texts


def announcement_of(tournament: Tournament, _: Texts) -> Screen:
    """The message in the tournament's channel, whatever its format."""
    if tournament.results is not None:
        return duplicate_screen(duplicate(tournament, tournament.results), _)
    return announcement_screen(announcement(tournament), _)


def standing_of(tournament: Tournament, _: Texts) -> Screen:
    """How a tournament stands, or ended, for whoever asks."""
    if tournament.results is not None:
        return duplicate_standing(duplicate(tournament, tournament.results), _)
    return announced_standing(announcement(tournament), _)
