"""Release a version: `python -m tools.release 0.2.0`; `--dry-run` only rehearses it.

Everything happens in a clone of what is committed. There the version is written into the three
packages, the lock file and the changelog, the newest schema of the database is sealed, the checks
run, and the three wheels are built twice, in two folders, and compared byte by byte. Only if all of
that went well does this repository get the commit and its tag, and `dist` the wheels, their sums
and the notes. Nothing is sent anywhere: a maintainer pushes the tag and uploads `dist`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

PROJECTS: Final = ("pyproject.toml", "engine/pyproject.toml", "standin/pyproject.toml")
"""The packages, which all have one version."""
_UNRELEASED: Final = "## [Unreleased]"
_VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)", re.ASCII)


class ReleaseError(ValueError):
    """A reason why there is no release, as a sentence."""


@dataclass(frozen=True)
class Steps:
    """The commands that run in the clone, as words; a failed one ends the release.

    `prepare` may change files, which are then committed; `check` has to pass.
    """

    prepare: Sequence[Sequence[str]] = (
        ("uv", "run", "--all-extras", "python", "-m", "tests.store.released", "--seal"),
        ("uv", "lock", "--check"),
    )
    check: Sequence[Sequence[str]] = ((".ci/run",),)


def release(
    repository: Path, version: str, day: date, *, dry_run: bool = False, steps: Steps | None = None
) -> tuple[str, ...]:
    """Release what is committed; returns lines that say what was made. Raises ReleaseError."""
    steps = steps or Steps()
    _verify(repository, version)
    with TemporaryDirectory(prefix="release-") as name:
        # Tests of root's read what is in here as somebody else.
        Path(name).chmod(0o755)
        clone, again, built = (Path(name) / part for part in ("clone", "again", "dist"))
        _clone(repository, clone)
        notes = _write_version(clone, version, day)
        for command in steps.prepare:
            _run(*command, folder=clone)
        _run("git", "commit", "--quiet", "--all", f"--message=Release {version}", folder=clone)
        for command in steps.check:
            _run(*command, folder=clone)
        _clone(clone, again)
        sums = _built_twice(clone, again, built)
        (built / "NOTES.md").write_text(notes, "utf-8")
        (built / "SHA256SUMS").write_text("".join(f"{s}  {n}\n" for n, s in sums.items()), "utf-8")
        _tag(clone, version, built / "NOTES.md")
        if not dry_run:
            _take(clone, repository, version, built)
    told = tuple(f"{each}  {file}" for file, each in sums.items())
    if dry_run:
        return (*told, f"{version} could be released. Nothing was changed.")
    return (
        *told,
        f"{version} is committed and tagged here, and dist has its wheels and notes.",
        f"Nothing was sent. To publish it: git push --follow-tags, and upload dist for v{version}.",
    )


def _verify(repository: Path, version: str) -> None:
    """Raise ReleaseError unless that version can follow."""
    wanted = _VERSION.fullmatch(version)
    if wanted is None:
        raise ReleaseError(f"“{version}” is not a version. Write three numbers, such as 0.2.0.")
    if _run("git", "status", "--porcelain", folder=repository):
        raise ReleaseError("There are changes that are not committed. Commit them first.")
    if _run("git", "tag", "--list", f"v{version}", folder=repository):
        raise ReleaseError(f"There is a tag v{version} already.")
    current = _version_of(repository)
    known = _VERSION.fullmatch(current)
    if known is None or _numbers(wanted) <= _numbers(known):
        raise ReleaseError(f"The version is {current}; the next one is higher than that.")


def _clone(repository: Path, into: Path) -> None:
    """Clone what is committed; commits there have this repository's author."""
    _run("git", "clone", "--quiet", str(repository), str(into), folder=repository)
    known = _run("git", "config", "--list", folder=repository).splitlines()
    for name, is_set, value in (line.partition("=") for line in known):
        if is_set and name in ("user.name", "user.email"):
            _run("git", "config", name, value, folder=into)


def _numbers(version: re.Match[str]) -> tuple[int, ...]:
    return tuple(map(int, version.groups()))


def _version_of(repository: Path) -> str:
    """The version that the packages have; raises ReleaseError if they do not agree."""
    found = {
        match[1]
        for project in PROJECTS
        for match in [re.search(r'^version = "(.*)"$', _text(repository / project), re.MULTILINE)]
        if match
    }
    if len(found) != 1:
        raise ReleaseError(f"The packages have several versions: {', '.join(sorted(found))}.")
    return found.pop()


def _write_version(clone: Path, version: str, day: date) -> str:
    """Write the version into projects, lock file and changelog; returns what the changelog says.

    Raises ReleaseError if that is empty.
    """
    old = _version_of(clone)
    line = re.compile(rf'^version = "{re.escape(old)}"$', re.MULTILINE)
    for project in PROJECTS:
        _replace_once(clone / project, line, f'version = "{version}"')
        name = re.search(r'^name = "(.*)"$', _text(clone / project), re.MULTILINE)
        assert name is not None, project
        package = rf'(?<=^name = "{name[1]}"\n)version = ".*"$'
        locked = re.compile(package, re.MULTILINE)
        _replace_once(clone / "uv.lock", locked, f'version = "{version}"')
    changelog = clone / "CHANGELOG.md"
    _, _, after = _text(changelog).partition(_UNRELEASED + "\n")
    notes = re.split(r"^## \[", after, maxsplit=1, flags=re.MULTILINE)[0].strip()
    if not notes:
        raise ReleaseError("CHANGELOG.md has nothing under Unreleased that could be released.")
    heading = f"{_UNRELEASED}\n\n## [{version}] - {day}"
    _replace_once(changelog, re.compile(re.escape(_UNRELEASED)), heading)
    return f"# {version}\n\n{notes}\n"


def _replace_once(file: Path, pattern: re.Pattern[str], by: str) -> None:
    text, count = pattern.subn(by, _text(file))
    if count != 1:
        raise ReleaseError(f"{file.name} has {count} places for {by}, not one.")
    file.write_text(text, "utf-8")


def _built_twice(clone: Path, again: Path, built: Path) -> dict[str, str]:
    """Build the wheels in two folders; returns the sum of each, by name. Raises ReleaseError."""
    second = built.with_name("dist-again")
    moment = _run("git", "log", "-1", "--format=%ct", folder=clone).strip()
    for folder, out in ((clone, built), (again, second)):
        build = ("uv", "build", "--quiet", "--wheel", "--all-packages", "--out-dir", str(out))
        _run(*build, folder=folder, SOURCE_DATE_EPOCH=moment)
    sums, others = _sums(built), _sums(second)
    if len(sums) != len(PROJECTS):
        raise ReleaseError(f"{len(sums)} wheels were built, not {len(PROJECTS)}: {', '.join(sums)}")
    differing = [name for name in sums if sums[name] != others.get(name)]
    if differing:
        raise ReleaseError(f"Built twice, these differ: {', '.join(differing)}.")
    return sums


def _sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each wheel in a folder, by name and in the order of names."""
    wheels = sorted(folder.glob("*.whl"))
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in wheels}


def _tag(clone: Path, version: str, notes: Path) -> None:
    # Headings of the notes are no comments.
    _run(
        *("git", "tag", "--annotate", "--cleanup=whitespace", f"--file={notes}", f"v{version}"),
        folder=clone,
    )


def _take(clone: Path, repository: Path, version: str, built: Path) -> None:
    """Take the commit, its tag and what was built into the repository; raises ReleaseError."""
    tag = f"refs/tags/v{version}"
    # The tag last: if somebody has committed here meanwhile, the merge fails and nothing changes.
    _run("git", "fetch", "--quiet", "--no-tags", str(clone), "HEAD", folder=repository)
    _run("git", "merge", "--quiet", "--ff-only", "FETCH_HEAD", folder=repository)
    _run("git", "fetch", "--quiet", str(clone), f"{tag}:{tag}", folder=repository)
    shutil.copytree(built, repository / "dist", dirs_exist_ok=True)


def _text(file: Path) -> str:
    return file.read_text("utf-8")


def _run(*command: str, folder: Path, **environment: str) -> str:
    """The output of a command; raises ReleaseError with the end of it if it fails."""
    if command[0] == "uv":
        # uv tells what it starts where it is.
        command = (os.environ.get("UV") or "uv", *command[1:])
    # The clone has an environment of its own; in that of this process `python3` has no pip.
    kept = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    own = str(Path(sys.executable).parent)
    ways = kept.get("PATH", "").split(os.pathsep)
    kept["PATH"] = os.pathsep.join(way for way in ways if way != own)
    ended = subprocess.run(
        command,
        cwd=folder,
        env=kept | environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if ended.returncode:
        last = "\n".join(ended.stdout.splitlines()[-30:])
        raise ReleaseError(f"This failed: {' '.join(command)}\n{last}")
    return ended.stdout


def main(arguments: Sequence[str] | None = None) -> int:
    """Release, and say what was made; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.release",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("version", help="such as 0.2.0, without a v")
    parser.add_argument("--dry-run", action="store_true", help="do all of it, and keep nothing")
    options = parser.parse_args(arguments)
    day = datetime.now(UTC).date()
    try:
        told = release(Path.cwd(), options.version, day, dry_run=options.dry_run)
    except (ReleaseError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(*told, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
