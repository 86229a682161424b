"""The direction of dependencies and the purity of the engine, read from the syntax tree of every module.

    bot ──► storage ──► engine

`engine` knows the standard library and pydantic, and of the former nothing that reads a clock, draws a random number of
its own, waits, or talks to the world; its words also know Fluent, and the rules load neither. `storage` never imports
`bot`. Within `bot`, no room looks up to one above it, and the tables are below whatever shows them: neither Telegram
nor texts nor screens are among what they import, directly or not.
"""

import ast
import importlib
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "storage", "bot")

ENGINE_MAY_IMPORT = sys.stdlib_module_names | {"pydantic", "engine"}
STORAGE_MAY_NOT_IMPORT = {"bot"}

IMPURE = {
    # the clock, and waiting for it
    "time",
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "datetime.date.today",
    "asyncio",
    "concurrent",
    "multiprocessing",
    "sched",
    "threading",
    # chance that nobody handed in
    "random",
    "secrets",
    "uuid",
    # the world outside
    "builtins.breakpoint",
    "builtins.input",
    "builtins.open",
    "builtins.print",
    "http",
    "io.open",
    "logging",
    "os",
    "pathlib",
    "select",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "sys.argv",
    "sys.exit",
    "sys.stderr",
    "sys.stdin",
    "sys.stdout",
    "tempfile",
    "urllib",
    # imports that this test could not see
    "builtins.__import__",
    "importlib",
}
PURE = {"random.Random"}  # but not "random.Random()", which takes its seed from the system

# Modules of the engine that may do more, and what: the command line, the simulations and the training it runs talk to
# the world ("*": anything), players look at a stopwatch to keep their budget.
ENGINE_EXCEPTIONS = {
    "engine/__main__.py": {"*"},
    "engine/cli*.py": {"*"},
    "engine/console.py": {"sys.stdout", "sys.stderr"},
    "engine/cli/*.py": {"*"},
    "engine/simulate*.py": {"*"},
    "engine/training.py": {"*"},
    "engine/players/learned.py": {"importlib.resources", "importlib.resources.files"},  # weights that come with it
    "engine/players/*.py": {"time.perf_counter"},
    "engine/words/*.py": {"importlib.resources", "importlib.resources.files"},  # texts that come with it
}
WORDS_MAY_IMPORT = {"fluent"}


class Names(ast.NodeVisitor):
    """Collects, with their lines, the absolute imports of a module and every use of an imported or builtin name.

    Names are dotted and full, whatever the module calls them: after `from time import sleep as nap`, `nap` is
    "time.sleep". A generator of random numbers that is made without a seed is noted as "random.Random()".
    """

    def __init__(self) -> None:
        self.imported: list[tuple[int, str]] = []
        self.used: list[tuple[int, str]] = []
        self._origins = {local: f"builtins.{local}" for local in ("breakpoint", "input", "open", "print", "__import__")}

    def read(self, source: str) -> "Names":
        tree = ast.parse(source)
        nodes = list(ast.walk(tree))
        for node in nodes:  # all imports first: a function may stand above the import that it uses
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.imported.append((node.lineno, alias.name))
                    root = alias.name.partition(".")[0]
                    self._origins[alias.asname or root] = alias.name if alias.asname else root
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    self.imported.append((node.lineno, f"{node.module}.{alias.name}"))
                    self._origins[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        self.visit(tree)
        return self

    def visit_Name(self, node: ast.Name) -> None:
        self._use(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not self._use(node):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if self._full_name(node.func) == "random.Random" and not node.args and not node.keywords:
            self.used.append((node.lineno, "random.Random()"))
        self.generic_visit(node)

    def _use(self, node: ast.expr) -> bool:
        name = self._full_name(node)
        if name:
            self.used.append((node.lineno, name))
        return name is not None

    def _full_name(self, node: ast.expr) -> str | None:
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.insert(0, node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self._origins:
            return None
        return ".".join([self._origins[node.id], *parts])


def within(name: str, groups: set[str]) -> bool:
    """Whether a dotted name is one of these or a part of one of them."""
    return any(name == group or name.startswith(f"{group}.") for group in groups)


def violations(path: str, source: str) -> list[str]:
    """What a module, named by its path from the root of the project, does that its package must not."""
    package = path.partition("/")[0]
    names = Names().read(source)
    found = set[tuple[int, str]]()
    for line, name in names.imported:
        root = name.partition(".")[0]
        with_words = path.startswith("engine/words/") and root in WORDS_MAY_IMPORT
        if package == "engine" and root not in ENGINE_MAY_IMPORT and not with_words:
            found.add((line, f"engine may import the standard library and pydantic only, not {root}"))
        if package == "storage" and root in STORAGE_MAY_NOT_IMPORT:
            found.add((line, f"storage must not import {root}"))
    if package == "engine":
        allowed = PURE.union(*(more for pattern, more in ENGINE_EXCEPTIONS.items() if fnmatch(path, pattern)))
        if "*" not in allowed:
            # `import random` alone does nothing yet: what the module takes out of it is looked at by itself
            opened = {name.partition(".")[0] for name in allowed}
            taken = [(line, name) for line, name in names.imported if name not in opened]
            found |= {
                (line, f"{name} does not belong into the engine's rules: let the caller hand it in")
                for line, name in taken + names.used
                if within(name, IMPURE) and not within(name, allowed)
            }
    return [f"{path}:{line}: {text}" for line, text in sorted(found)]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_keeps_to_its_place(package: str) -> None:
    modules = sorted((ROOT / package).rglob("*.py"))

    assert ROOT / package / "__init__.py" in modules
    assert [
        violation
        for module in modules
        for violation in violations(module.relative_to(ROOT).as_posix(), module.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    "package",
    [
        "engine",
        "storage",
        "bot",
        "bot.tables",
        "bot.handlers",
        "bot.outbox",
        "bot.app",
        "bot.telegram_api",
        "bot.process",
    ],
)
def test_a_package_says_in_its_docstring_what_each_of_its_modules_is(package: str) -> None:
    """Each stands at the beginning of an indented line, others with commas after it; or anywhere there in backticks."""
    described = importlib.import_module(package).__doc__ or ""
    named = set[str]()
    for line in re.findall(r"^    (.+)", described, flags=re.MULTILINE):
        first = re.match(r"\w+(, \w+)*", line)
        named |= set(first[0].split(", ") if first else ()) | set(re.findall(r"`(\w+)`", line))
    modules = {
        path.stem
        for path in ROOT.joinpath(*package.split(".")).iterdir()
        if not path.name.startswith("_") and (path.suffix == ".py" or (path / "__init__.py").exists())
    }

    assert len(modules) > 5
    assert modules - named == set()


ROOMS = ("bot.tables", "bot.screens", "bot.outbox", "bot.handlers", "bot.app", "bot.application")
"""From the bottom up, as they are drawn in docs/architecture.md."""


def looks_upward(module: str, source: str) -> list[str]:
    """What a module of one of the rooms imports from a higher one."""
    level = next(number for number, room in enumerate(ROOMS) if within(module, {room}))
    return sorted({name for _, name in Names().read(source).imported if within(name, set(ROOMS[level + 1 :]))})


@pytest.mark.parametrize("room", ROOMS[:-1])
def test_no_room_of_the_bot_looks_upward(room: str) -> None:
    upward = {
        path.name: looks_upward(room, path.read_text(encoding="utf-8"))
        for path in ROOT.joinpath(*room.split(".")).rglob("*.py")
    }

    assert len(upward) > 5
    assert {name: found for name, found in upward.items() if found} == {}
    assert looks_upward(room, "from bot.application import running") == ["bot.application.running"]


TABLES_NEVER_LOAD = (
    "telegram",
    "fluent",
    "engine.words",
    "PIL",
    "bot.screens",
    "bot.locales",
    "bot.outbox",
    "bot.handlers",
)


def test_the_tables_know_neither_telegram_nor_words_nor_screens() -> None:
    """Everything that importing all of `bot.tables` brings in, however indirectly, in a fresh interpreter."""
    modules = sorted(
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
        for path in (ROOT / "bot" / "tables").rglob("*.py")
    )
    program = f"import sys, {', '.join(modules)}; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = done.stdout.split()

    assert {"bot.tables.service", "engine.deal"} <= set(loaded)
    assert [name for name in loaded if within(name, set(TABLES_NEVER_LOAD))] == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/deal.py", "import bot"),
        ("engine/deal.py", "from storage.tables import StoredTable"),
        ("engine/deal.py", "import telegram.ext"),
        ("engine/deal.py", "def late():\n    import storage"),
        ("engine/deal.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot import tables"),
        ("engine/__main__.py", "import bot"),
        ("engine/players/greedy.py", "import numpy"),
        ("engine/deal.py", "from fluent.runtime import FluentBundle"),
        ("engine/words/plays.py", "import telegram"),
        ("engine/deal.py", "import time"),
        ("engine/deal.py", "from time import monotonic"),
        ("engine/deal.py", "import datetime\nnow = datetime.datetime.now"),
        ("engine/deal.py", "from datetime import datetime as clock\nnow = clock.now()"),
        ("engine/deal.py", "from datetime import date\nday = date.today()"),
        ("engine/deal.py", "import asyncio.locks"),
        ("engine/deal.py", "import socket"),
        ("engine/deal.py", "from urllib.request import urlopen"),
        ("engine/shuffle.py", "import secrets"),
        ("engine/shuffle.py", "import random\nrandom.shuffle([])"),
        ("engine/shuffle.py", "def deck():\n    return r.random()\nimport random as r"),
        ("engine/shuffle.py", "from random import shuffle"),
        ("engine/shuffle.py", "import random\nchance = random.Random()"),
        ("engine/shuffle.py", "import random\nchance = random.SystemRandom()"),
        ("engine/shuffle.py", "from random import Random\nchance = Random()"),
        ("engine/cards.py", "text = open('cards').read()"),
        ("engine/cards.py", "show = print"),
        ("engine/cards.py", "import sys\nsys.stdout.write('')"),
        ("engine/cards.py", "from pathlib import Path"),
        ("engine/cards.py", "bot = __import__('bot')"),
        ("engine/players/greedy.py", "import time\ntime.sleep(1)"),
        ("engine/players/greedy.py", "from time import time"),
        ("engine/players/greedy.py", "import random\nrandom.random()"),
        ("storage/tables.py", "import bot.process.config"),
        ("storage/tables.py", "from bot import config"),
    ],
)
def test_a_module_out_of_its_place_is_found(path: str, source: str) -> None:
    assert violations(path, source) != []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/deal.py", "from engine.cards import Card\nfrom .plays import Play\nfrom . import moves"),
        ("engine/ruleset.py", "from pydantic import BaseModel"),
        ("engine/words/messages.py", "from importlib import resources\nfrom fluent.runtime import FluentBundle"),
        ("engine/deal.py", "import sys\nfrom datetime import datetime, timedelta\nbig = sys.maxsize"),
        ("engine/deal.py", "class Deal:\n    def open(self): return self.open()\n    time = 3"),
        ("engine/shuffle.py", "import random\nchance = random.Random(7)\nchance.shuffle([])"),
        ("engine/shuffle.py", "from random import Random\ndef deck(chance: Random): return chance.random()"),
        ("engine/players/greedy.py", "import time\nstart = time.perf_counter()"),
        ("engine/players/greedy.py", "from time import perf_counter"),
        ("engine/__main__.py", "import sys, time, secrets\nprint(time.time(), file=sys.stderr)"),
        ("engine/simulate_matches.py", "import multiprocessing"),
        ("storage/tables.py", "import asyncio, sqlite3\nfrom engine import deal"),
        ("bot/tables.py", "import asyncio, engine, storage, telegram"),
    ],
)
def test_a_module_in_its_place_is_left_alone(path: str, source: str) -> None:
    assert violations(path, source) == []
