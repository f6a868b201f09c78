"""Exercises are of the game that somebody plays."""

from dataclasses import replace

import pytest

from bot.screens.presses import BeginExercises
from bot.store import guilds, judgements, players
from bot.store.engine import Connection
from bot.values.hand_skill import HandSkill, Leak, Mistake
from ofc_engine.players.skill import JUDGE
from ofc_engine.rulesets import Ruleset
from tests.desk.desk import GUILD
from tests.desk.scene import ANN, BOB, Scene


async def begun(scene: Scene) -> str:
    await scene.sends(ANN, BeginExercises())
    return scene.told(ANN).splitlines()[0]


async def has_house_rules(scene: Scene, changes: dict[str, str]) -> None:
    rules = str(Ruleset.of("standard", changes))

    def put(db: Connection) -> None:
        guilds.put(db, replace(guilds.get(db, GUILD), rules=rules))

    await scene.desk.services.database.write(put)


async def test_whoever_has_never_played_begins_with_the_servers_game(scene: Scene):
    await has_house_rules(scene, {"variant": "turbo"})
    assert "Exercise 1 of 5: Turbo, street" in await begun(scene)


async def test_without_mistakes_it_is_the_game_that_was_played_last(scene: Scene):
    await has_house_rules(scene, {"variant": "turbo"})
    await scene.deals(ANN, BOB, variant="classic", changes="jokers=1")
    assert "Exercise 1 of 5: Classic with 1 joker, street" in await begun(scene)


@pytest.mark.parametrize("variant", ["chinese"])
async def test_what_has_no_exercises_is_practised_in_pineapple(scene: Scene, variant: str):
    await scene.deals(ANN, BOB, variant=variant)
    assert "Exercise 1 of 5: Pineapple, street" in await begun(scene)


@pytest.mark.parametrize(
    ("variant", "jokers", "game"),
    [("deuce", 0, "2-7 Pineapple"), ("turbo", 2, "Turbo with 2 jokers")],
)
async def test_mistakes_are_practised_in_the_game_they_were_made_in(
    scene: Scene, variant: str, jokers: int, game: str
):
    await scene.deals(ANN, BOB, variant=variant, changes=f"jokers={jokers}")
    await scene.plays_hand(ANN, BOB)

    def judged(db: Connection) -> None:
        ann = players.find(db, ANN.user_id)
        assert ann is not None
        mistakes = [Mistake(3, 1, 2, Leak.FLUSH, 2000)]
        judgements.keep(db, 1, JUDGE, [(HandSkill(ann.id, 2000, 0, 1), mistakes)])

    await scene.desk.services.database.write(judged)
    assert f"Exercise 1 of 5: {game}, street" in await begun(scene)
