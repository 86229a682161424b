"""What is installed elsewhere: the wheel and the locked dependencies."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "storage", "bot")
PIP = ("-m", "pip", "--quiet")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources: setuptools leaves a build/ behind whose files it would put into the next wheel."""
    source = tmp_path_factory.mktemp("source")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    return source


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, *PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source))
    [wheel] = folder.glob("*.whl")
    return wheel


def test_the_wheel_contains_every_file_of_the_packages(source: Path, wheel: Path) -> None:
    expected = {name for name in files_of(source) if name.partition("/")[0] in PACKAGES}

    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}

    assert packed == expected


def test_the_wheel_works_where_nothing_else_of_the_project_is(wheel: Path, tmp_path: Path) -> None:
    """Installed into an environment of its own, which sees the dependencies of this one but not the sources."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    python, shuangkou = home / "bin" / "python", home / "bin" / "shuangkou"
    run(sys.executable, *PIP, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    [own] = home.glob("lib/python*/site-packages")
    dependencies = dict.fromkeys(path for path in sys.path if path.endswith("site-packages"))
    environment = {"PYTHONPATH": os.pathsep.join([str(own), *dependencies]), "PTB_TIMEDELTA": "true"}

    helped = run(str(shuangkou), "--help", cwd=tmp_path, env=environment)
    tried = run(str(python), "-W", "error", "-c", TRIAL, cwd=tmp_path, env=environment)
    checked = run(str(python), "-m", "storage", "check", "deals.sqlite3", cwd=tmp_path, env=environment)

    assert helped.startswith("usage: shuangkou")
    assert tried.splitlines() == [str(own / "bot" / "__init__.py"), "1 card", "PNG", "True"]
    assert checked


TRIAL = """
import asyncio
from importlib import resources
from pathlib import Path

import bot
from bot.locales import texts_for
from bot.pictures import HandPicture, draw
from bot.tables.state import Language
from storage import Database

async def opened():
    async with Database.open(Path("deals.sqlite3")):
        pass

print(bot.__file__)
print(texts_for(Language.ENGLISH)("cards-left", number=1))
print(draw(HandPicture(cards=("S7", "H7", "w")))[1:4].decode())
asyncio.run(opened())
print((resources.files("bot.playground") / "static").is_dir())
"""
"""Reads a text, draws a picture, makes a database, and looks for the page of the playground."""


@pytest.mark.parametrize(
    ("lock", "groups"),
    [
        ("requirements-uv.lock", ["installer"]),
        ("requirements.lock", ["build"]),
        ("requirements-dev.lock", ["build", "dev"]),
    ],
)
def test_the_lock_pins_what_the_project_asks_for(lock: str, groups: list[str]) -> None:
    wanted = [line for group in groups for line in PROJECT["dependency-groups"][group]]
    if "installer" not in groups:
        wanted += PROJECT["project"]["dependencies"]
    pinned = pins(ROOT / lock)

    unmet = [line for line in wanted if not meets(pinned, Requirement(line))]

    assert unmet == [], f"`make lock` brings {lock} up to pyproject.toml"


def test_the_development_lock_contains_the_other() -> None:
    assert pins(ROOT / "requirements.lock").items() <= pins(ROOT / "requirements-dev.lock").items()


def pins(lock: Path) -> dict[str, str]:
    """The locked version of every package."""
    return dict(re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(encoding="utf-8"), flags=re.MULTILINE))


def meets(pinned: dict[str, str], requirement: Requirement) -> bool:
    version = pinned.get(canonicalize_name(requirement.name))
    return version is not None and requirement.specifier.contains(version)


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def run(*command: str, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """What a command prints; it has to succeed."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_version_is_the_newest_that_the_change_log_tells_of() -> None:
    """Each has its date, and a newer one stands above an older."""
    headings = re.findall(r"^## (.+)$", ROOT.joinpath("CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    newest, *others = headings[1:]
    assert re.fullmatch(rf"{re.escape(PROJECT['project']['version'])} - \d{{4}}-\d\d-\d\d", newest)
    versions = [Version(heading.split(" ")[0]) for heading in (newest, *others)]
    assert versions == sorted(versions, reverse=True)
