"""Set-up is one line, everywhere the same, for a bare Python with pip; the unit has few rights."""

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *ROOT.glob("[a-z]*/*.md")]
README = (ROOT / "README.md").read_text(encoding="utf-8")
(UV,) = set(re.findall(r"uv==(\S+?)[\s;]", README))
IS_MANAGED = (
    "import pip, pathlib, sysconfig;"
    "assert (pathlib.Path(sysconfig.get_path('stdlib')) / 'EXTERNALLY-MANAGED').exists()"
)
ECHO = '#!/bin/sh\necho "uv $*"\n'


def test_the_documents_call_uv_where_they_have_put_it():
    calls = [
        (document.name, call)
        for document in DOCUMENTS
        for call in re.findall(r"\S*\buv (?:run|sync)\b", document.read_text("utf-8"))
    ]
    assert len(calls) > 20
    place = re.compile(r"[`(]*\.uv([/\\])bin\1uv (run|sync)")
    assert [call for call in calls if not place.fullmatch(call[1])] == []


def test_uv_is_the_same_everywhere():
    files = [*DOCUMENTS, ROOT / "Dockerfile", ROOT / ".ci" / "run"]
    installs = [
        (path.name, line.strip())
        for path in files
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"pip install .*\buv\b", line)
    ]
    assert {name for name, _ in installs} == {"README.md", "hosting.md", "Dockerfile"}
    assert [install for install in installs if f" uv=={UV}" not in install[1]] == []


@pytest.fixture(scope="module")
def managed_python() -> Path:
    """A Python that lets pip install nothing into itself (PEP 668): Debian's, Homebrew's."""
    places = ("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")
    for python in filter(None, (shutil.which("python3", path=place) for place in places)):
        if subprocess.run([python, "-c", IS_MANAGED], capture_output=True, check=False).returncode:
            continue
        return Path(python)
    pytest.skip("no Python of this machine is externally managed and has pip")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a uv that only says how it is called."""
    folder = tmp_path_factory.mktemp("index")
    with zipfile.ZipFile(folder / f"uv-{UV}-py3-none-any.whl", "w") as wheel:
        about = f"uv-{UV}.dist-info"
        script = zipfile.ZipInfo(f"uv-{UV}.data/scripts/uv")
        script.external_attr = 0o100755 << 16
        wheel.writestr(script, ECHO)
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: uv\nVersion: {UV}\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    return folder


@pytest.mark.parametrize("what", ["run --no-dev --extra sandbox ofc-bot sandbox", "run pytest"])
def test_the_readmes_commands_work_where_pip_may_not_install_and_twice(
    what: str, managed_python: Path, index: Path, tmp_path: Path
):
    (command,) = re.findall(rf"^python3 -m pip install .* {re.escape(what)}$", README, re.MULTILINE)
    environment = {
        "PATH": f"{managed_python.parent}:{os.defpath}",
        "HOME": str(tmp_path),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(index),
    }
    for _ in range(2):
        ended = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        assert ended.stdout.splitlines()[-1] == f"uv {what}"
    assert {path.name for path in tmp_path.iterdir()} <= {".uv", ".cache"}


def test_the_unit_gives_the_bot_few_rights():
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("needs systemd-analyze")
    unit = ROOT / "deploy" / "ofc-bot.service"
    ended = subprocess.run(
        [analyze, "security", "--offline=true", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"exposure level for ofc-bot.service: (\d+\.\d)", ended.stdout)
    if found is None:
        pytest.skip(f"this systemd-analyze looks at no files: {ended.stderr}")
    assert float(found[1]) < 2.0, "of 10"
