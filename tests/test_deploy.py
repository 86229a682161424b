"""What runs the bot in earnest: the image, the composition, the service. What cannot be run in a test is linted, where
the linter is there.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import pytest

from bot.process.config import EXIT_CODE, Settings
from bot.process.host import backup_mark
from bot.process.metrics import Health, HealthServer, Metrics
from storage import Database

ROOT: Final = Path(__file__).resolve().parent.parent
DOCKERFILE: Final = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: Final = (ROOT / "compose.yaml").read_text(encoding="utf-8")
DEPLOY: Final = ROOT / "deploy"
SERVICE: Final = DEPLOY / "shuangkou.service"


def program(name: str, *arguments: str) -> str:
    """The path of a program; where there is none, or it does not know its first argument, the test is skipped."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    if arguments and subprocess.run([found, *arguments], capture_output=True, check=False).returncode:
        pytest.skip(f"{name} {' '.join(arguments)} does not work here")
    return found


def passes(*command: str, cwd: Path = ROOT) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# ---- the image


def test_the_dockerfile_passes_hadolint() -> None:
    passes(program("hadolint"), "Dockerfile")


def test_the_image_is_built_of_files_that_are_there_and_let_in() -> None:
    """`.dockerignore` lets in what it names, and nothing else: no secrets, no database."""
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, flags=re.MULTILINE)
        for source in line.split()[:-1]
    ]
    first, *rules = [
        line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] not in ("#", "")
    ]
    let_in = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}

    assert first == "*"
    assert let_in == set(copied)
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_image_runs_without_rights_and_keeps_its_data_in_one_volume() -> None:
    final = DOCKERFILE.rpartition("\nFROM ")[2]
    user = re.findall(r"^USER (\S+)$", final, flags=re.MULTILINE)
    volumes = re.findall(r"^VOLUME (\S+)$", final, flags=re.MULTILINE)
    [database] = re.findall(r"\bDATABASE=(\S+)", final)

    assert user == ["10001"]
    assert volumes == ["/data"]
    assert Path(database).parent == Path("/data")


async def test_the_health_check_of_the_image_tells_a_well_bot_from_others() -> None:
    found = re.search(r"^HEALTHCHECK .*?CMD (\[.*?\])$", DOCKERFILE, flags=re.MULTILINE | re.DOTALL)
    assert found is not None
    _, *arguments = json.loads(found[1].replace("\\\n", ""))
    problems: list[str] = []
    server = HealthServer(Metrics(), lambda: Health(tuple(problems)), host="127.0.0.1", port=0)
    port = await server.start()

    async def check() -> int:
        environment = {"HEALTH_PORT": str(port)}
        nowhere = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(sys.executable, *arguments, env=environment, stderr=nowhere)
        return await process.wait()

    try:
        assert await check() == 0
        problems.append("deaf")
        assert await check() != 0
    finally:
        await server.stop()
    assert await check() != 0


# ---- the composition


def test_docker_understands_the_composition(tmp_path: Path) -> None:
    docker = program("docker", "compose", "version")
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    (tmp_path / ".env").touch()
    passes(docker, "compose", "config", "--quiet", cwd=tmp_path)


def test_the_composition_gives_the_bot_time_to_stop_and_nothing_to_break() -> None:
    [grace] = re.findall(r"stop_grace_period: (\d+)s$", COMPOSE, flags=re.MULTILINE)

    assert int(grace) >= drain_seconds() + 12
    assert "    read_only: true\n" in COMPOSE
    assert "    cap_drop:\n      - ALL\n" in COMPOSE
    assert "      - no-new-privileges:true\n" in COMPOSE


# ---- the service


def test_systemd_understands_the_service(tmp_path: Path) -> None:
    """Verified with programs that are there: those of the units are where the operator installs them."""
    for unit in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]:
        text = unit.read_text(encoding="utf-8").replace("/opt/shuangkou/.venv/bin/python", sys.executable)
        (tmp_path / unit.name).write_text(text.replace("/opt/shuangkou/deploy", str(DEPLOY)))
    instance = tmp_path / "shuangkou-failed@shuangkou-backup.service"
    units = [
        tmp_path / SERVICE.name,
        tmp_path / "shuangkou-backup.service",
        tmp_path / "shuangkou-backup.timer",
        instance,
    ]
    passes(program("systemd-analyze"), "verify", *map(str, units))


def test_the_service_leaves_wrong_settings_alone_and_gives_the_bot_time_to_stop() -> None:
    unit = options(SERVICE.read_text(encoding="utf-8"))

    assert unit["Restart"] == "always"  # the watchdog ends the bot with status 0
    assert unit["RestartPreventExitStatus"] == str(EXIT_CODE)
    assert int(unit["TimeoutStopSec"]) >= drain_seconds() + 12
    assert unit["ProtectSystem"] == "strict"
    assert unit["DynamicUser"] == "yes"


# ---- the backup


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "deals.sqlite3"

    async def made() -> None:
        async with Database.open(path):
            pass

    asyncio.run(made())
    return path


def backed_up(database: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    words = [str(DEPLOY / "backup"), str(database), str(database.with_name("copies")), *command]
    environment = {**os.environ, "PYTHON": sys.executable, "KEEP_DAYS": "31"}
    return subprocess.run(words, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=60, check=False)


def copies(database: Path) -> list[Path]:
    return sorted(database.with_name("copies").glob("*.sqlite3"))


def test_a_backup_is_verified_taken_elsewhere_and_marked(database: Path, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    old, new = (tmp_path / "copies" / f"shuangkou-{name}.sqlite3" for name in ("old", "new"))
    for copy, days in ((old, 33), (new, 30)):
        copy.touch()
        os.utime(copy, (time.time() - days * 86400,) * 2)

    done = backed_up(database, "cp", "--verbose", "-t", str(tmp_path))

    assert done.returncode == 0, done.stderr
    [made] = [copy for copy in copies(database) if copy != new]
    assert made.stat().st_mode & 0o077 == 0
    assert (tmp_path / made.name).read_bytes() == made.read_bytes()
    assert backup_mark(database).exists()


@pytest.mark.parametrize("damaged", [True, False])
def test_a_backup_that_fails_says_so_and_forgets_none(damaged: bool, database: Path) -> None:
    """Whether the database is damaged, or the command that takes the copy elsewhere fails."""
    database.with_name("copies").mkdir()
    old = database.with_name("copies") / "shuangkou-old.sqlite3"
    old.touch()
    os.utime(old, (0, 0))
    if damaged:
        database.write_bytes(database.read_bytes()[:4096] + bytes(8192))

    done = backed_up(database, *([] if damaged else ["false"]))

    assert done.returncode != 0
    assert old in copies(database)
    assert not backup_mark(database).exists()


# ---- what watches it


@pytest.mark.parametrize("file", ["alerts.yaml", "grafana.json"])
def test_what_is_watched_is_measured(file: str) -> None:
    """Every metric that an alarm or a panel names is one of the bot's."""
    text = (DEPLOY / file).read_text(encoding="utf-8")
    known = {family.name for family in Metrics().registry.collect()}
    named = {re.sub(r"_(total|bucket)$", "", name) for name in re.findall(r"\b(?:shuangkou|process)_\w+", text)}

    assert len(named) >= 8
    assert named - known == set()


def test_the_dashboard_is_one_that_can_be_imported() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))

    assert [panel["id"] for panel in board["panels"]] == list(range(1, len(board["panels"]) + 1))
    assert all(panel["targets"] and panel["description"] for panel in board["panels"])


def test_operating_says_what_to_do_about_every_alarm() -> None:
    alarms = re.findall(r"- alert: (\w+)", (DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))
    operating = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")

    assert len(alarms) > 10
    assert [alarm for alarm in alarms if f"`{alarm}`" not in operating] == []


def drain_seconds() -> Any:
    return Settings.model_fields["drain_seconds"].default


def options(unit: str) -> dict[str, str]:
    return dict(re.findall(r"^(\w+)=(.*)$", unit, flags=re.MULTILINE))
