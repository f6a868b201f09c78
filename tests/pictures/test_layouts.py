"""What every picture promises, computed from its layout: all of it is seen and can be read."""

from itertools import product

import pytest
from hypothesis import given

from bot.pictures.canvas import CORNER
from bot.pictures.layout import CardStyle, Face, Icon, Label, PictureLayout
from bot.pictures.paint import image
from bot.pictures.points_chart import ledger_layout
from bot.pictures.private_picture import private_layout
from bot.pictures.profile import profile_layout
from bot.pictures.rating_ladder import rating_layout
from bot.pictures.result_picture import result_layout
from bot.pictures.rows import rows_layout
from bot.pictures.states import NoViewerError
from bot.pictures.table_picture import table_layout
from bot.pictures.theme import DECKS, DIMMED, SKINS, SUIT_TINTS, Theme, Tint, tint_colours
from bot.texts import ENGLISH
from bot.values.scenes import LedgerScene, ProfileScene, RatingScene, ResultScene, TableScene
from ofc_engine.cards import Card
from ofc_engine.seat import Fate
from tests.pictures.measures import contrast, labels
from tests.pictures.readable import verify_readable
from tests.pictures.scenes import ledgers, profiles, ratings, results, tables
from tools.gallery import samples
from tools.gallery.ledgers import ledgers as sample_ledgers
from tools.gallery.ledgers import ratings as sample_ratings
from tools.gallery.profiles import profiles as sample_profiles

LOOKS = [Theme(skin, deck) for skin, deck in product(SKINS, DECKS)]
TEXT_CONTRAST = 4.5
SIGN_CONTRAST = 3.0
HIGHEST_PRIVATE = 780
"""So that a desktop, which fits pictures into 550 by 350, shows one 494 pixels wide."""
DECORATION = {Tint.LINE, Tint.CELL}
"""Rules, dots of empty lanes, the dash for nobody, rims: what is missed by nobody."""


def all_layouts() -> dict[str, PictureLayout]:
    found = {f"table {n}": table_layout(s, ENGLISH) for n, s in samples.tables().items()}
    found |= {f"result {n}": result_layout(s, ENGLISH) for n, s in samples.results().items()}
    for live_grid in (True, False):
        look = Theme(live_grid=live_grid)
        for name, scene in samples.privates().items():
            found[f"private {name} {live_grid}"] = private_layout(scene, look, ENGLISH)
    found |= {f"rows {n}": rows_layout(rows) for n, rows in samples.rows().items()}
    found |= {f"rating {n}": rating_layout(s, ENGLISH) for n, s in sample_ratings().items()}
    found |= {f"profile {n}": profile_layout(s, ENGLISH) for n, s in sample_profiles().items()}
    return found | {f"ledger {n}": ledger_layout(s, ENGLISH) for n, s in sample_ledgers().items()}


IN_LINE = {CardStyle.COMING, CardStyle.SEEN}
LAYOUTS = all_layouts()
every_look = pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.skin}-{look.deck}")
every_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)


def cards_on(layout: PictureLayout) -> set[Card]:
    """The cards shown as known; those marked as seen elsewhere in a live grid are no secret."""
    return {item.card for item in layout.items if isinstance(item, Face)}


@every_layout
def test_samples_can_be_read(layout: PictureLayout):
    verify_readable(layout)


@every_layout
def test_nothing_is_where_discord_lays_its_alt_badge(layout: PictureLayout):
    picture = image(layout, Theme()).convert("RGB")
    width, height = CORNER
    corner = picture.crop((0, picture.height - height, width, picture.height))
    background = tint_colours(Theme())[Tint.BACKGROUND]
    assert corner.getcolors() == [(width * height, background)]


@every_look
def test_text_has_contrast(look: Theme):
    colours = tint_colours(look)
    used = {(label.ink, label.ground) for layout in LAYOUTS.values() for label in labels(layout)}
    assert len(used) > 20
    for ink, ground in used:
        assert contrast(colours[ink], colours[ground]) >= TEXT_CONTRAST, (ink, ground)


@every_look
def test_signs_have_contrast(look: Theme):
    colours = tint_colours(look)
    icons = (item for layout in LAYOUTS.values() for item in layout.items if isinstance(item, Icon))
    used = {(icon.ink, icon.ground) for icon in icons if icon.ink not in DECORATION}
    assert len(used) > 10
    for ink, ground in used:
        assert contrast(colours[ink], colours[ground]) >= SIGN_CONTRAST, (ink, ground)


@every_look
def test_cards_have_contrast_even_out_of_play(look: Theme):
    colours = tint_colours(look)
    for suit in SUIT_TINTS.values():
        assert contrast(colours[suit], colours[Tint.FACE]) >= TEXT_CONTRAST
        assert contrast(colours[DIMMED[suit]], colours[Tint.DIM_FACE]) >= SIGN_CONTRAST
    assert contrast(colours[Tint.OUT], colours[Tint.SLOT]) >= SIGN_CONTRAST


@pytest.mark.parametrize("skin", SKINS)
def test_the_four_colour_deck_has_four_colours(skin: str):
    two, four = (tint_colours(Theme(skin, deck)) for deck in DECKS)
    assert len({two[tint] for tint in SUIT_TINTS.values()}) == 2
    assert len({four[tint] for tint in SUIT_TINTS.values()}) == 4


@given(tables())
def test_any_table_can_be_read_and_keeps_secrets(scene: TableScene):
    layout = table_layout(scene, ENGLISH)
    verify_readable(layout)
    assert cards_on(layout) <= scene.view.seen


@given(tables(public=False))
def test_any_private_view_can_be_read_and_keeps_secrets(scene: TableScene):
    for look in (Theme(), Theme(live_grid=False)):
        layout = private_layout(scene, look, ENGLISH)
        verify_readable(layout)
        assert layout.height <= HIGHEST_PRIVATE
    assert cards_on(layout) <= scene.view.seen


@pytest.mark.parametrize("name", samples.privates())
def test_a_private_picture_is_shown_large_on_a_desktop(name: str):
    for live_grid in (True, False):
        look = Theme(live_grid=live_grid)
        assert private_layout(samples.privates()[name], look, ENGLISH).height <= HIGHEST_PRIVATE


@given(tables(public=False))
def test_the_live_grid_shows_what_the_viewer_has_not_seen(scene: TableScene):
    grid = [i for i in private_layout(scene, Theme(), ENGLISH).items if isinstance(i, Face)]
    seen = {face.card for face in grid if face.style is CardStyle.SEEN}
    assert not seen or seen == scene.view.seen


@given(tables(public=False))
def test_a_private_view_shows_what_was_discarded(scene: TableScene):
    """Only Pineapple discards street by street, in which nobody has three opponents."""
    own = scene.view.own
    assert own is not None
    for look in (Theme(), Theme(live_grid=False)):
        faces = [i for i in private_layout(scene, look, ENGLISH).items if isinstance(i, Face)]
        dim = {face.card for face in faces if face.style is CardStyle.DIM}
        assert {*own.discards} <= dim


@given(tables(public=False))
def test_a_private_view_shows_every_open_board_once(scene: TableScene):
    """Beside its live cards, which are another matter: they are in lines, by their ranks alone."""
    on_boards = [card for seat in scene.view.seats for card in seat.board.cards]
    own = scene.view.own
    assert own is not None
    for look in (Theme(), Theme(live_grid=False)):
        layout = private_layout(scene, look, ENGLISH)
        faces = [i for i in layout.items if isinstance(i, Face) and i.style not in IN_LINE]
        shown = sorted(face.card for face in faces if face.card in on_boards)
        is_fantasyland = len(own.pending) > 5
        expected = sorted({*on_boards} - ({*own.board.cards} if is_fantasyland else set()))
        assert shown == expected


@pytest.mark.parametrize("name", ["3 cards", "3 opponents", "Fantasyland 13, 3 opponents"])
def test_opponents_cards_are_large_enough_for_a_phone(name: str):
    """At 400 pixels across, 18 across a card: its rank is as high as a small letter of a text."""
    layout = private_layout(samples.privates()[name], Theme(), ENGLISH)
    view = samples.privates()[name].view
    theirs = {c for n, seat in enumerate(view.seats) if n != view.viewer for c in seat.board.cards}
    faces = [i for i in layout.items if isinstance(i, Face) and i.card in theirs]
    widths = {i.box.width for i in faces if i.style not in IN_LINE}
    assert widths
    assert min(widths) * 400 / layout.width >= 18


@given(results())
def test_any_result_can_be_read(scene: ResultScene):
    verify_readable(result_layout(scene, ENGLISH))


@given(ratings())
def test_any_ladder_can_be_read(scene: RatingScene):
    verify_readable(rating_layout(scene, ENGLISH))


@given(profiles())
def test_any_profile_can_be_read(scene: ProfileScene):
    verify_readable(profile_layout(scene, ENGLISH))


@given(ledgers())
def test_any_ledger_can_be_read(scene: LedgerScene):
    verify_readable(ledger_layout(scene, ENGLISH))


def test_a_private_picture_needs_a_viewer():
    with pytest.raises(NoViewerError):
        private_layout(samples.tables()["3 seats"], Theme(), ENGLISH)


def test_boards_stand_as_people_sit():
    scene = samples.tables()["4 seats"]
    turned = TableScene(scene.number, scene.view, scene.players, (2, 3, 0, 1), scene.button)
    names = [player.name for player in scene.players]
    heads = [item.text for item in labels(table_layout(turned, ENGLISH)) if item.text in names]
    assert heads == [names[2], names[3], names[0], names[1]]


def test_nobody_sees_how_far_a_fantasyland_is():
    layout = table_layout(samples.tables()["3 seats, all in Fantasyland"], ENGLISH)
    assert not cards_on(layout)
    assert not any(isinstance(i, Label) and i.text in {"F", "M", "B"} for i in layout.items)


@given(tables())
def test_only_the_latest_placement_is_ringed(scene: TableScene):
    faces = (i for i in table_layout(scene, ENGLISH).items if isinstance(i, Face))
    boards = {card for seat in scene.view.seats for card in seat.board.cards}
    assert {face.card for face in faces if face.fresh} == scene.view.fresh & boards


@given(results())
def test_cards_of_lost_boards_are_dim_and_no_others(scene: ResultScene):
    lost = (r for r in scene.score.results if r.is_foul or r.fate is Fate.SURRENDERED)
    out = {card for result in lost for card in result.board.cards}
    faces = [i for i in result_layout(scene, ENGLISH).items if isinstance(i, Face)]
    assert {face.card for face in faces if face.style is CardStyle.DIM} == out
