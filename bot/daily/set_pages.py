"""A day's or week's deals as a player sees them now: each deal, and a week as a whole."""

from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.daily.daily_presses import (
    DailyShare,
    NextOfWeek,
    PlayDaily,
    PlayWeek,
    Practise,
    PractiseNext,
    PractiseWeek,
    ShareWeek,
    ShowWeek,
    ShowWeekStanding,
)
from bot.daily.days import number_of, published_at, week_number
from bot.daily.set_results import (
    SetResult,
    SetTerms,
    block,
    comparison_line,
    day_share_lines,
    day_title,
    par_line,
    past_menu,
    week_share_lines,
    week_title,
)
from bot.handlers.request import Services
from bot.screens.components import (
    Component,
    PictureOrWords,
    Screen,
    Style,
    button,
    row,
    rows,
    share_button,
    text,
)
from bot.solo.solo_game import SoloGame, judged, with_par
from bot.solo.solo_page import ShowDealProof, SoloPage, fantasyland_line, proof_button, result_lines
from bot.store import deal_sets
from bot.store.deal_sets import WEEK
from bot.store.engine import Connection
from bot.store.players import Player
from bot.texts import Texts
from bot.values.hand_skill import JudgedDecision
from bot.values.phrases import short, signed

Judged = tuple[JudgedDecision, ...]


@dataclass(frozen=True, kw_only=True)
class SetPage(SoloPage, ABC):
    """A deal of a set as its player sees it: its `place`, from 1, and how many they have played."""

    of_set: SetTerms
    place: int
    so_far: int

    async def finished(self, services: Services) -> tuple[SoloGame, Judged]:
        """The finished game with par, and what each decision gave away."""
        at, decisions = await judged(services, self.at)
        return replace(at, deal=await with_par(services, at.deal)), decisions

    def read_first(self, lasts: str, told: str, commitments: Sequence[str]) -> list[str]:
        """The terms shown with the first cards: how long it `lasts`, what others are `told`."""
        own = self.at.attempt
        if own.practice:
            return []
        told_there = [told] if own.is_told else []
        return [lasts, fantasyland_line(self.texts), *told_there, *commitments]

    def parts(
        self,
        at: SoloGame,
        review: Sequence[Component],
        picture: PictureOrWords,
        compared: Sequence[str] = (),
    ) -> list[Component]:
        """A deal's result with par, the lines `compared`, and the `review` of its decisions."""
        outcome, _ = at.play.outcome, self.texts
        par = par_line(outcome.points, at.deal.par or 0, _)
        lines = [*result_lines(outcome, self.title(), _), par, *compared]
        return [text("\n".join(lines)), picture.component, *review]


# --- of a day --------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DayPage(SetPage):
    """A day's deal as its player sees it."""

    @property
    def number(self) -> int:
        """The number of the day's deal."""
        return number_of(self.of_set.day)

    def title(self) -> str:
        """Which day's deal it is."""
        _ = self.texts
        if self.at.attempt.practice:
            return _("Daily deal {number}, for practice", number=self.number)
        return day_title(self.of_set.day, _)

    def terms(self) -> list[str]:
        """When the day ends, and what others are told."""
        of_set, _ = self.of_set, self.texts
        lasts = _(
            "The same cards for everyone, one try, no hints. The day ends <t:{at}:R>.",
            at=of_set.ends_at,
        )
        told = _("This server's daily summary will show how you did.")
        return self.read_first(lasts, told, [self._deal_line(of_set.day, short(of_set.digest))])

    def commitments(self) -> list[str]:
        """The commitments to the day's deal and, once it is played, to the next day's."""
        of_set = self.of_set
        lines = [self._deal_line(of_set.day, of_set.digest.hex())]
        if of_set.following is not None:
            lines.append(self._deal_line(of_set.which.after.day, of_set.following.hex()))
        return lines

    def _deal_line(self, day: int, commitment: str) -> str:
        _ = self.texts
        return _("Deal {number}: {commitment}", number=number_of(day), commitment=commitment)

    async def over(self, services: Services) -> Screen:
        """How it went, compared with par and with others."""
        return await self.of_result(services, *await self.result(services))

    async def result(self, services: Services) -> tuple[SetResult, Judged]:
        """The visitor's finished game, compared with par and with others."""
        at, decisions = await self.finished(services)
        return await _compared(services, self.of_set, self.player, [at]), decisions

    async def of_result(
        self, services: Services, result: SetResult, decisions: Judged, *, is_shared: bool = False
    ) -> Screen:
        """The screen of a finished game; `is_shared`: it has been shared with everybody."""
        picture, review = await self.result_picture(services), self.review(services, decisions)
        (at,), of_set, _ = result.games, self.of_set, self.texts
        buttons, compared = list[Component](), list[str]()
        if at.attempt.practice:
            below = []
            buttons.append(button(PlayDaily(), _("Today's deal"), Style.BLURPLE))
        else:
            compared.append(comparison_line(result, _))
            shared = day_share_lines(result, _, squares=not of_set.aloud)
            following = "\n".join(f"-# {line}" for line in self._following())
            below = [block(shared, of_set, _), text(following)]
            if of_set.may_share:
                buttons.append(share_button(DailyShare(at.spot), _, is_shared=is_shared))
        buttons.append(proof_button(at.spot, _))
        names = [(each.day, day_title(each.day, _)) for each in of_set.past]
        past = past_menu(Practise(), names, _("Practise with a past deal"))
        parts = (*self.parts(at, review, picture, compared), *below, *rows(buttons), *past)
        return Screen(parts, picture.pictures)

    def _following(self) -> list[str]:
        of_set, _ = self.of_set, self.texts
        ends_at = of_set.ends_at
        lines = [_("You've played today's deal. The next one comes <t:{at}:R>.", at=ends_at)]
        if of_set.following is not None:
            lines.append(self._deal_line(of_set.which.after.day, short(of_set.following)))
        return lines


# --- of a week -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class WeekPage(SetPage):
    """A deal of a week as its player sees it."""

    @property
    def number(self) -> int:
        """The place of the deal in its week."""
        return self.place

    def title(self) -> str:
        """The number of the week, and the place of the deal in it, from 1."""
        week, _ = self.of_set.day, self.texts
        numbers = {"place": self.place, "deals": WEEK.deals}
        if self.at.attempt.practice:
            numbers["week"] = week_number(week)
            return _("Deals of week {week}, {place} of {deals}, for practice", **numbers)
        return f"{week_title(week, _)}, " + _("{place} of {deals}", **numbers)

    def terms(self) -> list[str]:
        """When the week ends, and who sees what."""
        week, _ = self.of_set, self.texts
        lasts = _(
            "The same cards for everyone, one try, no hints. The week ends <t:{at}:R>.",
            at=week.ends_at,
        )
        told = _("Others in this server can see your points in the week's standing.")
        lines = [_("Deal: {commitment}", commitment=short(self.at.deal.commitment))]
        if self.place == 1:
            lines.append(_("All deals: {commitment}", commitment=short(week.digest)))
        return self.read_first(lasts, told, lines)

    def commitments(self) -> list[str]:
        """The commitments to the deal, to all deals of the week, and to next week's."""
        week, _ = self.of_set, self.texts
        lines = [
            _("Deal: {commitment}", commitment=self.at.deal.commitment.hex()),
            _("All deals: {commitment}", commitment=week.digest.hex()),
        ]
        if week.following is not None:
            lines.append(_("Next week's deals: {commitment}", commitment=week.following.hex()))
        return lines

    async def over(self, services: Services) -> Screen:
        """How the deal went, compared with par, and the buttons to go on."""
        at, decisions = await self.finished(services)
        picture, week, _ = await self.result_picture(services), self.of_set, self.texts
        review = self.review(services, decisions)
        ways = self._practised_ways() if at.attempt.practice else self._ways()
        parts = (*self.parts(at, review, picture), row(*ways), *_past(week, _))
        return Screen(parts, picture.pictures)

    def _ways(self) -> list[Component]:
        week, _ = self.of_set, self.texts
        if self.so_far < WEEK.deals:
            on = button(NextOfWeek(), _("Next deal"), Style.GREEN)
        else:
            on = button(ShowWeek(week.day), _("Your week"), Style.GREEN)
        return [on, *_week_ways(week, _)]

    def _practised_ways(self) -> list[Component]:
        week, _ = self.of_set, self.texts
        buttons: list[Component] = []
        if self.place < WEEK.deals:
            on = PractiseNext(week.day, self.place + 1)
            buttons.append(button(on, _("Next deal"), Style.GREEN))
        buttons.append(button(PlayWeek(), _("Play this week's deals"), Style.BLURPLE))
        return [*buttons, proof_button(self.at.spot, _)]


def _past(week: SetTerms, _: Texts) -> list[Component]:
    names = [(each.day, week_title(each.day, _)) for each in week.past]
    return past_menu(PractiseWeek(), names, _("Practise with a past week"))


def _week_ways(week: SetTerms, _: Texts) -> list[Component]:
    ways: list[Component] = []
    if week.here is not None:
        ways.append(button(ShowWeekStanding(week.day), _("Standing")))
    if week.before is not None:
        ways.append(button(ShowWeek(week.before.day), _("Last week")))
    return ways


@dataclass(frozen=True)
class Overview:
    """A week as somebody has played it: the `games` that are over."""

    of_set: SetTerms
    player: Player
    games: Sequence[SoloGame]
    texts: Texts

    async def result(self, services: Services) -> SetResult:
        """The result of the week, judged, with par and compared with others."""
        games: list[SoloGame] = []
        for each in self.games:
            at = each if each.attempt.costs is not None else (await judged(services, each))[0]
            games.append(replace(at, deal=await with_par(services, at.deal)))
        return await _compared(services, self.of_set, self.player, games)

    async def screen(self, services: Services) -> Screen:
        """How the week went."""
        return self.of_result(await self.result(services), services.now)

    def of_result(self, result: SetResult, now: int, *, is_shared: bool = False) -> Screen:
        """The week deal by deal, with par and others; `is_shared` as in `DayPage`."""
        week, _ = self.of_set, self.texts
        score = _("you score {points}", points=signed(result.points))
        lines = [f"### {week_title(week.day, _)}: {score}", par_line(result.points, result.par, _)]
        if result.is_whole:
            lines.append(comparison_line(result, _))
        else:
            played = {"played": len(result.games), "deals": WEEK.deals}
            lines.append(_("You've played {played} of {deals} deals.", **played))
        lines += [_game_line(number, each, _) for number, each in enumerate(result.games, start=1)]
        parts = [text("\n".join(lines))]
        buttons = _week_ways(week, _)
        if result.is_whole:
            parts.append(block(week_share_lines(result, _, squares=not week.aloud), week, _))
            if week.may_share:
                buttons.insert(0, share_button(ShareWeek(week.day), _, is_shared=is_shared))
        parts += rows(buttons)
        if published_at(week.which) > now:
            parts.append(row(proof_button(result.games[-1].spot, _)))
        else:
            proofs = [
                button(ShowDealProof(each.spot), _("Deal proof {number}", number=number))
                for number, each in enumerate(result.games, start=1)
            ]
            parts += rows(proofs)
        if week.following is not None:
            line = _("Next week's deals: {commitment}", commitment=short(week.following))
            parts.append(text(f"-# {line}"))
        parts += _past(week, _)
        return Screen(tuple(parts))


def _game_line(number: int, at: SoloGame, _: Texts) -> str:
    facts = [
        f"**{signed(at.attempt.points or 0)}**",
        _("par {points}", points=signed(at.deal.par or 0)),
        _("gave away {points}", points=_.decimal(at.attempt.given_away)),
    ]
    return f"{number}. {' · '.join(facts)}"


async def _compared(
    services: Services, of_set: SetTerms, player: Player, games: Sequence[SoloGame]
) -> SetResult:
    return await services.database.read(partial(_result, of_set, player.id, games))


def _result(
    of_set: SetTerms, player_id: int, games: Sequence[SoloGame], db: Connection
) -> SetResult:
    which, here = of_set.which, None
    points = sum(each.attempt.points or 0 for each in games)
    if of_set.here is not None:
        here = deal_sets.field(db, which, player_id, points, of_set.here)
    everywhere = deal_sets.field(db, which, player_id, points)
    streak = deal_sets.streak(db, player_id, which)
    return SetResult(which, games, here, everywhere, streak)
