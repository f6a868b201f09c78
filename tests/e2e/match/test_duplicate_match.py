"""R14.6: a duplicate match in a channel: what people see of a deal before it has come again."""

from bot.screens.press import parse
from bot.screens.presses import Ready, ShowMatchDeals, ShowMore, ShowReplay
from bot.values.draft import Spot
from discord_standin.people.shown import Shown
from tests.e2e.house import Group, House
from tests.e2e.ledgers import sees
from tests.e2e.quick import QUICK, closing, is_open, quick_hand, set_all
from tests.e2e.secrecy import cards_in


def kinds(shown: Shown) -> set[type]:
    return {type(parse(button.custom_id or "")) for button in shown.buttons}


def results(group: Group) -> list[Shown]:
    """The results in the channel, the first hand's first."""
    shown = group.people[0].reads(group.channel)
    return [s for s in shown if s.text.startswith("## Hand ") and not s.is_ephemeral]


def is_covered(shown: Shown) -> bool:
    return "Its boards stay covered" in shown.text


def verify_covered(group: Group, count: int) -> None:
    """So many results are covered, in the channel and for everybody; the others have it all."""
    for shown in (results(group), *(person.reads(person.dm) for person in group.people)):
        ended = [each for each in shown if is_covered(each) or ShowReplay in kinds(each)]
        assert len(ended) >= 4, "also those that newer messages have followed"
        assert sum(map(is_covered, ended)) == count
        assert all(each.pictures for each in ended if not is_covered(each))


async def test_a_match_from_its_lobby_to_its_end_through_a_crash(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await group.sit_down(duplicate=3, **QUICK)
    lobby = group.board(ann).text
    assert "duplicate: 3 deals" in lobby
    assert "6 hands" in lobby
    assert "All deals: " in lobby
    rules = await group.does(ann, "More, Rules")
    assert "Every deal is played 2 times" in rules.text
    for number in (1, 2, 3):
        await quick_hand(group)
        shown = results(group)[-1]
        assert shown.text.startswith(f"## Hand {number}\n")
        assert is_covered(shown)
        assert not shown.pictures
        assert not cards_in(shown.text)
        assert kinds(shown) <= {Ready, ShowMore}
        for person in (ann, bob):
            own = group.private(person)[-1]
            assert is_covered(own)
            assert not cards_in(own.text)
            assert not own.pictures
    refused = await ann.forge(group.board(ann), str(ShowReplay(Spot(1, 3))))
    assert "comes again in your match" in refused.text
    assert "no thread to follow" in (await group.does(ann, "More, !Follow")).text
    empty = await sees(ann, group.channel)
    assert "Ann" not in empty.text
    await house.restart()
    await quick_hand(group)
    latest = results(group)[-1]
    assert not is_covered(latest)
    assert ShowReplay in kinds(latest)
    assert "(hands " in latest.text
    assert "Match after 1 of 3 deals: " in latest.text
    await house.catch_up()
    verify_covered(group, 2)
    await quick_hand(group)
    await group.deal()
    await house.restart()
    await set_all(group)
    assert not is_open(group)
    await house.catch_up()
    verify_covered(group, 0)
    text = closing(group)
    assert "All 6 hands have been played." in text
    assert all(f"Deal {number}: " in text for number in (1, 2, 3))
    end = next(s for s in reversed(ann.reads(group.channel)) if ShowMatchDeals in kinds(s))
    proof = await bob.press(end, "Deals")
    assert "method ofc-match-1" in proof.text
    standing = await sees(ann, group.channel)
    assert "Ann" in standing.text
