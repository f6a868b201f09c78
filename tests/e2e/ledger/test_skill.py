"""Points given away and luck: judged after the hand, told beside points, never instead of them."""

import re

from bot.screens.settings.menus import ChangeServer
from bot.store import judgements
from bot.store.ledger import recount
from discord_standin.people.replies import Reply
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House
from tests.e2e.ledgers import book_earlier, looks, make_void, public

GAVE = r"-# (Ann|Bob) gave (nothing away|away \d+\.\d.*) · (Ann|Bob) gave (nothing away|away .*)"


def unjudged(house: House) -> int | None:
    return judgements.next_unjudged(house.committed.db)


def told(page: Reply) -> str:
    """The words of a page, and those of its picture."""
    return f"{page.text}\n{page.message.pictures[0].alt}"


async def test_leaks_say_why_nothing_is_known_yet(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    boards = "player1:@Ann board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d player2:@Bob "
    boards += "board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
    asked = await ann.types(group.channel, f"/ledger record {boards}")
    await bob.press(bob.sees(asked.message), "Agree")
    house.judges_after = 0.0
    await house.restart()
    await house.settle()
    assert "I can't judge any of these hands" in (await looks(group, "leaks")).text
    house.judges_after = None
    await house.restart()
    await group.sit_down(rules="standard")
    await group.play_hand()
    waiting = await looks(group, "leaks")
    assert waiting.text.splitlines()[-1] == "Your hands are being judged. Try again in a minute."


async def test_what_a_hand_gave_away_is_told_once_it_is_judged(gather, house: House):
    group: Group = gather(2)
    ann, _ = group.people
    await group.sit_down(rules="standard")
    await group.play_hand()
    first = group.result()
    assert "gave" not in first.text
    assert unjudged(house) == 1
    # What was left to be judged is judged after the next start, and the result says so.
    house.judges_after = 0.0
    await house.restart()
    await house.catch_up()
    assert unjudged(house) is None
    judged = ann.sees(first)
    assert re.search(GAVE, judged.text)
    assert [b.label for b in judged.buttons] == [b.label for b in first.buttons]
    assert re.search(GAVE, group.private(ann)[-1].text)
    review = await ann.press(judged, "Review")
    luck = re.search(r"Your luck in this hand: ([+−]\d+\.\d) points\.", review.text)
    assert luck, review.text
    # The pages tell averages beside points.
    assert "gave away " in (await looks(group)).text
    player = told(await looks(group, "player"))
    assert re.search(r"(?s)Given away: (\d+\.\d) a hand.*Given away a hand: \1\.", player)
    assert f"Luck: {luck[1]} points in all" in player
    rivals = (await looks(group, "rivals", 0, group.people[1])).text
    assert re.search(r"Given away a hand: Ann \d+\.\d, Bob \d+\.\d", rivals)
    leaks = await looks(group, "leaks")
    assert re.search(r"\*\*\d+\.\d\*\* points a hand, in 1 hand", leaks.text)
    for part in ("By street\nStreet", "By row", "By kind of mistake", "What cost most\n**#1**"):
        assert part in leaks.text
    assert "Hand #1" in (await ann.press(leaks.message, "#1")).text
    assert re.search(r"Points a hand by position: (first|last) to act [+−]?\d", player)
    assert "Rating: after 30 hands of Pineapple (1 so far)" in player
    assert "Nobody has a rating here yet" in (await looks(group, "rating")).text
    # The next hand is judged by itself; the result before it keeps what it says.
    await group.play_hand()
    await house.catch_up()
    assert re.search(GAVE, group.result().text)
    assert re.search(GAVE, ann.sees(first).text)
    # A void hand leaves every sum, and the sums still follow from the hands.
    await make_void(group, 1)
    assert recount.first_wrong(house.committed.db, group.guild.id) is None
    ann.join(group.guild, Permission.MANAGE_GUILD)
    own = (await ann.types(group.channel, "/my settings")).message
    page = (await ann.press(own, "Settings of this server")).message
    await ann.select(page, "no", menu=str(ChangeServer("skill")))
    await group.play_hand()
    await house.catch_up()
    assert unjudged(house) is None
    assert "gave" not in group.result().text
    assert "gave" not in (await looks(group)).text
    assert not re.search("Given away|Rating", told(await looks(group, "player")))
    assert "which this server has turned off" in (await looks(group, "rating")).text
    assert len([s for s in public(group) if "(total " in s.text]) == 3


async def test_from_thirty_hands_on_there_is_a_ladder(gather):
    group: Group = gather(2)
    book_earlier(group, 30)
    ann, _ = group.people
    shown = await looks(group, "rating")
    assert "Classic" in shown.text
    (picture,) = shown.message.pictures
    for words in ("Ann: ", "Bob: ", "Master, computer player: plus 1.0", "Steady, computer player"):
        assert words in picture.alt
    text = (await ann.press(shown.message, "Text")).text
    assert re.search(r" 1\. (Ann|Bob) +[+-]\d", text)
    assert "    Master      +1.0" in text
    player = told(await looks(group, "player"))
    rating = r"Rating in Classic: (plus |minus )?\d\.\d, between minus \d\.\d and plus \d\.\d\."
    assert re.search(rating, player)
    assert re.search(r"Rating: \*\*[+−]?\d\.\d\*\* \(−\d\.\d to \+\d\.\d\) in Classic", player)
    assert "Achievements: ten hands in a row without a foul (#10)." in player, "on the picture"
    assert "Achievements: ten hands in a row without a foul (#10)\n" in player, "in words"
    other = (await looks(group, "rating", variant="Pineapple with 1 joker")).text
    assert "Pineapple with 1 joker" in other
    assert "Nobody has a rating here yet: it takes 30 hands" in other
    await ann.press(ann.sees(shown.message), "Show everyone")
    await group.house.settle()
    assert "Rating" in public(group)[-1].text
