"""`python -m tools.gallery`: every view can be looked at."""

from pathlib import Path

import pytest
from PIL import Image

from tools.gallery import ledgers, profiles, samples, tournaments
from tools.gallery.__main__ import main

LOOKS = 4
WITHOUT_LIVE_CARDS = 4


@pytest.mark.exhaustive
def test_every_sample_is_drawn_in_every_look(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "new" / "gallery"
    assert main([str(folder)]) == 0
    views = (
        samples.tables(),
        samples.results(),
        samples.privates(),
        ledgers.ledgers(),
        ledgers.ratings(),
    )
    of_people = profiles.profiles(), tournaments.standings(), tournaments.courses()
    without_words = samples.rows(), *of_people
    count = LOOKS * (sum(map(len, (*views, *without_words))) + WITHOUT_LIVE_CARDS)
    assert len(list(folder.glob("*-night-*.png")) + list(folder.glob("*-day-*.png"))) == count
    assert f"{count} pictures" in capsys.readouterr().out
    assert len(list((folder / "emoji").glob("*.png"))) == 109
    words = (folder / "words.txt").read_text(encoding="utf-8")
    assert words.count("===") == sum(map(len, views))
    with Image.open(folder / "contact-sheet.png") as sheet:
        assert sheet.width > 2000


def test_a_folder_that_cannot_be_made_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file" / "gallery")]) == 2
    assert "cannot be written" in capsys.readouterr().err
