"""What is built can be used: three wheels with all that the packages have, and nothing beside."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MEMBERS = {
    "discord_standin": (ROOT / "standin", ["discord_standin"]),
    "ofc_bot": (ROOT, ["bot", "cogs", "sandbox"]),
    "ofc_engine": (ROOT / "engine", ["ofc_engine"]),
}
"""Each distribution with its folder and its packages."""


def run(*command: str, folder: Path, **environment: str) -> str:
    ended = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def uv() -> str:
    """uv, which tells what it starts where it is."""
    found = os.environ.get("UV") or shutil.which("uv")
    return found or pytest.skip("needs uv")


@pytest.fixture(scope="module")
def wheels(uv: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(uv, "build", "--wheel", "--all-packages", "--out-dir", str(folder), folder=ROOT)
    return folder


@pytest.fixture(scope="module")
def installed(uv: str, wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the three; libraries are those of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    files = map(str, wheels.glob("*.whl"))
    options = ("--offline", "--no-deps", "--target", str(folder))
    run(uv, "pip", "install", "--python", sys.executable, *options, *files, folder=wheels)
    return folder


@pytest.mark.parametrize("name", MEMBERS)
def test_a_wheel_has_every_file_of_its_packages_and_the_licence(name: str, wheels: Path):
    folder, packages = MEMBERS[name]
    (wheel,) = wheels.glob(f"{name}-*.whl")
    files = {file for file in zipfile.ZipFile(wheel).namelist() if not file.endswith("/")}
    there = {
        file.relative_to(folder).as_posix()
        for package in packages
        for file in (folder / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    beside = {re.sub(r"^[^/]+\.dist-info/", "", file) for file in files - there}
    assert there <= files
    assert beside - {"entry_points.txt"} == {"METADATA", "RECORD", "WHEEL", "licenses/LICENSE"}


def test_what_is_installed_plays_in_an_empty_folder(installed: Path, tmp_path: Path):
    where = {"PYTHONPATH": str(installed)}
    script = str(installed / "bin" / "ofc-bot")
    code = "import bot, cogs, discord_standin, ofc_engine, sandbox as s; print(bot.__file__)"
    assert str(installed) in run(sys.executable, "-c", code, folder=tmp_path, **where)
    assert "pictures are in data" in run(script, "sandbox", "--demo", folder=tmp_path, **where)
    assert [file.name for file in tmp_path.iterdir()] == ["data"]


def test_all_three_have_one_version_and_it_is_told(installed: Path, tmp_path: Path):
    projects = [
        tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        for folder, _ in MEMBERS.values()
    ]
    (version,) = {project["version"] for project in projects}
    assert f"\n## [{version}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    where = {"PYTHONPATH": str(installed)}
    told = run(sys.executable, "-m", "bot", "--version", folder=tmp_path, **where)
    assert told == f"ofc-bot {version}\n"
