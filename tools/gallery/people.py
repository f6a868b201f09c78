"""Who plays in the scenes of the gallery."""

from dataclasses import replace
from typing import Final

from bot.values.scenes import ScenePlayer

ANN: Final = ScenePlayer("Ann", "ann", 23)
BERTRAND: Final = ScenePlayer("Bertrand_du_Guesclin", "bertrand_g", -14)
MIA: Final = ScenePlayer("Mia", "mia", -9)
CHIDI: Final = ScenePlayer("Chidi", "chidi", 0)
ZOE: Final = ScenePlayer("Zoë", "zoe", 0)
FOUR: Final = (ANN, BERTRAND, MIA, CHIDI)
STACKS: Final = tuple(
    replace(player, total=stack, has_stack=True)
    for player, stack in zip(FOUR, (123, 86, 91, 1200), strict=True)
)
COMPUTERS: Final = (
    ANN,
    ScenePlayer("Steady (bot)", "Steady_bot", -31, is_computer=True),
    ScenePlayer("Dreamer 2 (bot)", "Dreamer_2_bot", 8, is_computer=True),
)
STRANGE: Final = (
    ScenePlayer("Maximilian von und zu Beispielstadt", "max_b", -1234),
    ScenePlayer("李小龍", "wei_li", 4321),
    ScenePlayer("✨Nova🎲 ★ Łucja✨", "nova", -2085),
    ScenePlayer("𝕯𝖆𝖗𝖐 𝕶𝖓𝖎𝖌𝖍𝖙", "dark.knight_with_a_long_handle_77", -1002),
)
