"""Each package draws the tree of what it refuses in the docstring of its errors, and it is drawn as it is."""

import importlib
import pkgutil
import re
from types import ModuleType

import pytest

import bot.errors
import engine.errors
import storage.errors

PACKAGES = {"engine": engine.errors, "storage": storage.errors, "bot": bot.errors}
ROOTS = {"engine": engine.errors.EngineError, "storage": storage.errors.StorageError, "bot": bot.errors.BotError}


def everything_below(error: type[Exception]) -> set[type[Exception]]:
    return {error}.union(*map(everything_below, error.__subclasses__()))


def drawn_in(errors: ModuleType) -> dict[str, tuple[str, str]]:
    """Return the errors that are drawn, with the parent of each ("" for the root) and the path of its module."""
    drawn: dict[str, tuple[str, str]] = {}
    above: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        entry = re.match(r"    (?P<branch>[│├└─ ]*)(?P<name>[A-Z]\w+)(?P<rest>.*)", line)
        if entry is None:
            continue
        depth = len(entry["branch"]) // 4
        above[depth] = entry["name"]
        source = re.search(r"\((\w+/[\w/]+\.py)\)", entry["rest"])
        drawn[entry["name"]] = (
            above.get(depth - 1, ""),
            source[1] if source else f"{errors.__name__.replace('.', '/')}.py",
        )
    return drawn


@pytest.mark.parametrize("package", PACKAGES)
def test_the_tree_names_every_error_its_parent_and_its_module(package: str) -> None:
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    drawn = drawn_in(PACKAGES[package])
    classes = {error for error in everything_below(ROOTS[package]) if error.__module__.split(".")[0] == package}

    assert {error.__name__ for error in classes} == drawn.keys()
    for error in classes - {ROOTS[package]}:
        parent, path = drawn[error.__name__]
        assert parent in {base.__name__ for base in error.__bases__}, error
        assert path == f"{error.__module__.replace('.', '/')}.py", error
