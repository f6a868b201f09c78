"""`python -m tools.release`, in a repository of three small packages."""

import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tools.release import PROJECTS, ReleaseError, Steps, release

needs_uv = pytest.mark.skipif(not (os.environ.get("UV") or shutil.which("uv")), reason="needs uv")
NOTHING = Steps(prepare=(), check=())
DAY = date(2026, 12, 1)
NAMES = {"pyproject.toml": "bot", "engine/pyproject.toml": "engine", "standin/pyproject.toml": "in"}
PROJECT = """\
[project]
name = "small-{name}"
version = "0.1.0"
requires-python = ">=3.11"

[build-system]
requires = ["uv_build>=0.9,<0.14"]
build-backend = "uv_build"

[tool.uv.build-backend]
module-root = ""
"""
CHANGELOG = """\
# Changelog

## [Unreleased]

### Playing

- Cards are square.

## [0.1.0] - 2026-11-22

- The first.
"""


def git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ("git", *words), cwd=folder, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    for project in PROJECTS:
        file, name = folder / project, NAMES[project]
        package = file.parent / f"small_{name}"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        workspace = '\n[tool.uv.workspace]\nmembers = ["engine", "standin"]\n'
        file.write_text(PROJECT.format(name=name) + workspace * (name == "bot"))
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    locked = (f'[[package]]\nname = "small-{n}"\nversion = "0.1.0"\n' for n in NAMES.values())
    (folder / "uv.lock").write_text("version = 1\n" + "\n".join(locked))
    git(folder, "init", "--quiet")
    git(folder, "config", "user.name", "Ann")
    git(folder, "config", "user.email", "ann@example.org")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Begin")
    return folder


def state(folder: Path) -> tuple[str, ...]:
    """All that a release may change."""
    words = (("rev-parse", "HEAD"), ("tag", "--list"), ("status", "--porcelain", "--ignored"))
    return tuple(git(folder, *each) for each in words)


@needs_uv
def test_a_release_is_a_commit_a_tag_and_three_wheels(repository: Path):
    told = release(repository, "0.2.0", DAY, steps=NOTHING)
    assert git(repository, "log", "-1", "--format=%s %an") == "Release 0.2.0 Ann\n"
    assert git(repository, "rev-parse", "v0.2.0^{}") == git(repository, "rev-parse", "HEAD")
    notes = git(repository, "tag", "--list", "v0.2.0", "--format=%(contents)")
    assert notes.strip() == "# 0.2.0\n\n### Playing\n\n- Cards are square."
    changelog = (repository / "CHANGELOG.md").read_text()
    assert "## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Playing" in changelog
    assert (repository / "uv.lock").read_text().count('version = "0.2.0"') == 3
    assert git(repository, "status", "--porcelain") == ""
    dist = repository / "dist"
    wheels = {file.name for file in dist.glob("*.whl")}
    assert wheels == {f"small_{name}-0.2.0-py3-none-any.whl" for name in NAMES.values()}
    assert {line.split()[1] for line in (dist / "SHA256SUMS").read_text().splitlines()} == wheels
    assert (dist / "NOTES.md").read_text().strip() == notes.strip()
    with zipfile.ZipFile(dist / "small_engine-0.2.0-py3-none-any.whl") as wheel:
        metadata = wheel.read("small_engine-0.2.0.dist-info/METADATA").decode()
    assert "\nVersion: 0.2.0\n" in metadata
    assert "Nothing was sent" in told[-1]


@needs_uv
def test_a_dry_run_builds_all_and_changes_nothing(repository: Path):
    before = state(repository)
    told = release(repository, "0.2.0", DAY, dry_run=True, steps=NOTHING)
    assert len(told) == 4
    assert told[-1] == "0.2.0 could be released. Nothing was changed."
    assert state(repository) == before


FAILING = {
    "a check": (replace(NOTHING, check=[["git", "no-such-command"]]), "This failed: git no-such"),
    "a preparation": (replace(NOTHING, prepare=[["git", "no"]]), "This failed: git no"),
    "other bytes": (
        replace(NOTHING, check=[["sh", "-c", "echo 1 > engine/small_engine/__init__.py"]]),
        "Built twice, these differ: small_engine-0.2.0-py3-none-any.whl",
    ),
}


@needs_uv
@pytest.mark.parametrize("what", FAILING)
def test_where_something_fails_nothing_is_released(repository: Path, what: str):
    steps, said = FAILING[what]
    before = state(repository)
    with pytest.raises(ReleaseError, match=said):
        release(repository, "0.2.0", DAY, steps=steps)
    assert state(repository) == before


@needs_uv
def test_a_commit_that_comes_while_checks_run_leaves_no_tag(repository: Path):
    commit = ("git", "-C", str(repository), "commit", "--quiet", "--allow-empty", "--message=More")
    with pytest.raises(ReleaseError, match="This failed: git merge"):
        release(repository, "0.2.0", DAY, steps=replace(NOTHING, check=(commit,)))
    assert git(repository, "tag", "--list") == ""


@needs_uv
def test_checks_run_outside_of_the_environment_of_the_release(
    repository: Path, monkeypatch: pytest.MonkeyPatch
):
    own = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{own}{os.pathsep}{os.environ['PATH']}")
    fresh = ("sh", "-c", f'case ":$PATH:" in *":{own}:"*) exit 1 ;; esac')
    told = release(repository, "0.2.0", DAY, dry_run=True, steps=replace(NOTHING, check=(fresh,)))
    assert "could be released" in told[-1]


@pytest.mark.parametrize("version", ["0.1.0", "0.0.9", "v0.2.0", "0.2", "next"])
def test_the_next_version_is_a_higher_one(repository: Path, version: str):
    with pytest.raises(ReleaseError, match=r"higher than that|not a version"):
        release(repository, version, DAY, steps=NOTHING)


def test_what_is_not_committed_tagged_or_told_is_not_released(repository: Path):
    (repository / "uv.lock").write_text("version = 1\n")
    with pytest.raises(ReleaseError, match="not committed"):
        release(repository, "0.2.0", DAY, steps=NOTHING)
    git(repository, "checkout", "--quiet", "uv.lock")
    git(repository, "tag", "v0.2.0")
    with pytest.raises(ReleaseError, match=r"a tag v0\.2\.0 already"):
        release(repository, "0.2.0", DAY, steps=NOTHING)
    changelog = repository / "CHANGELOG.md"
    changelog.write_text(CHANGELOG.replace("- Cards are square.\n", "").replace("### Playing", ""))
    git(repository, "commit", "--quiet", "--all", "--message=Say nothing")
    with pytest.raises(ReleaseError, match="nothing under Unreleased"):
        release(repository, "0.3.0", DAY, steps=NOTHING)


def test_packages_of_several_versions_are_not_released(repository: Path):
    project = repository / "engine" / "pyproject.toml"
    project.write_text(project.read_text().replace("0.1.0", "0.1.1"))
    git(repository, "commit", "--quiet", "--all", "--message=Differ")
    with pytest.raises(ReleaseError, match=r"several versions: 0\.1\.0, 0\.1\.1"):
        release(repository, "0.2.0", DAY, steps=NOTHING)
