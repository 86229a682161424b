"""The tree of errors is drawn as it is."""

import importlib
import pkgutil
import re

import bot
from bot import errors
from bot.errors import BotError


def subclasses(error: type[BotError]) -> set[type[BotError]]:
    direct = set(error.__subclasses__())
    return direct.union(*map(subclasses, direct))


def test_the_tree_of_errors_names_every_error_its_parent_and_its_module() -> None:
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    drawn: dict[str, tuple[str, str]] = {}
    above: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        entry = re.match(r"    (?P<branch>[│├└─ ]*)(?P<name>[A-Z]\w+)(?P<rest>.*)", line)
        if entry is None:
            continue
        depth = len(entry["branch"]) // 4
        above[depth] = entry["name"]
        source = re.search(r"\((bot/[\w/]+\.py)\)", entry["rest"])
        drawn[entry["name"]] = above.get(depth - 1, ""), source[1] if source else "bot/errors.py"
    assert {error.__name__ for error in subclasses(BotError)} | {"BotError"} == drawn.keys()
    for error in subclasses(BotError):
        parent, module_path = drawn[error.__name__]
        assert parent in {base.__name__ for base in error.__bases__}, error
        assert module_path == f"{error.__module__.replace('.', '/')}.py", error
