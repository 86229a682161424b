"""What is installed elsewhere: the wheel and the locked dependencies."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "storage", "bot")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_wheel_contains_every_file_of_the_packages(tmp_path: Path) -> None:
    """Built from a copy: setuptools leaves a build/ behind whose files it would put into the next wheel."""
    source = tmp_path / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    expected = {
        path.relative_to(source).as_posix() for p in PACKAGES for path in (source / p).rglob("*") if path.is_file()
    }

    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path)]
    command = [sys.executable, "-m", "pip", "wheel", *options, str(source)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)

    assert built.returncode == 0, built.stdout + built.stderr
    [wheel] = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == expected


@pytest.mark.parametrize(
    ("lock", "groups"),
    [("requirements.lock", ["build"]), ("requirements-dev.lock", ["build", "dev"])],
)
def test_the_lock_pins_what_the_project_asks_for(lock: str, groups: list[str]) -> None:
    wanted = PROJECT["project"]["dependencies"] + [
        line for group in groups for line in PROJECT["dependency-groups"][group]
    ]
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
