"""What the messages of hands that are over offer, once another is dealt or none comes any more."""

from bot.screens.press import parse
from bot.screens.presses import Ready
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.trouble import Delay
from tests.e2e.house import Group, House
from tests.e2e.quick import QUICK, quick_hand
from tests.e2e.requests import EDIT, LATE_ANSWER


def results(person: Person) -> list[Shown]:
    return [shown for shown in person.reads(person.dm) if "finished" in shown.text]


def offers_ready(shown: Shown) -> bool:
    return any(isinstance(parse(b.custom_id or ""), Ready) for b in shown.buttons)


async def test_only_the_latest_result_has_ready_however_the_next_hand_came(gather, house: House):
    group: Group = gather(3)
    await group.sit_down(variant="chinese", rules="us2012", next_hand="60")
    for _ in range(2):
        await quick_hand(group)
        await house.catch_up()
    before = [results(person)[-1].text.splitlines() for person in group.people]
    await house.let_pass(3600)
    assert house.is_dealt(group.channel)
    await house.catch_up()
    for person, said in zip(group.people, before, strict=True):
        first, second = results(person)
        assert not offers_ready(first), "all had pressed it"
        assert not offers_ready(second), "it was dealt as time was up"
        assert "The next hand has been dealt." in second.text
        assert {*said} <= {*second.text.splitlines()}, "what it has told stays there"
        assert [b.label for b in second.buttons] == ["Replay", "Review", "More"]
        assert second.pictures[0].content


async def test_where_no_hand_comes_any_more_none_is_announced(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(**QUICK, length="1 hand")
    await quick_hand(group)
    await house.catch_up()
    shown = [*group.people[0].reads(group.channel), *group.people[0].reads(group.people[0].dm)]
    told = [each.text for each in shown if "Hand 1" in each.text]
    assert len(told) == 2
    assert not any("Deal 2" in text for text in told)
    assert not any(offers_ready(each) for each in shown)


async def test_what_is_placed_while_an_old_result_is_edited_is_shown(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(**QUICK)
    await quick_hand(group)
    await house.catch_up()
    ann, bob = group.people
    # The result in the channel, and both players' own: all on their way for a while.
    house.discord.fail_next(*LATE_ANSWER, Delay(2.0))
    house.discord.fail_next(*EDIT, Delay(2.0), times=2)
    for person in group.people:
        await person.press(group.board(person), "Ready")
    await house.discord.until(lambda: house.discord.troubles_are_over)
    await ann.types(group.channel, "/ofc place cards:fffmmmmmbbbbb!")
    await house.let_pass(2)
    await house.catch_up()
    assert "your cards are placed" in ann.last(ann.dm).text
    assert not any(offers_ready(each) for person in (ann, bob) for each in results(person))
