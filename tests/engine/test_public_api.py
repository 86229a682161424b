"""Every public name of the engine is documented."""

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import errors

ENGINE = Path(errors.__file__).parent
MODULES = sorted(path.stem for path in ENGINE.glob("*.py") if not path.stem.startswith("_"))


def public_things(module_name: str) -> Iterator[tuple[str, object]]:
    """The public classes and functions that a module defines, and the public methods of the classes."""
    module = importlib.import_module(f"engine.{module_name}")
    assert module.__doc__
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing) or inspect.isfunction(thing):
            yield name, thing
        if inspect.isclass(thing):
            for member_name, member in vars(thing).items():
                member = member.__func__ if isinstance(member, classmethod) else member
                if not member_name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                    yield f"{name}.{member_name}", member


@pytest.mark.parametrize("module_name", MODULES)
def test_everything_public_is_documented(module_name: str) -> None:
    documented_elsewhere = {"answer"}  # batch: what a request answers is said by its class
    undocumented = [
        name
        for name, thing in public_things(module_name)
        if not inspect.getdoc(thing) and name.rpartition(".")[2] not in documented_elsewhere
    ]
    assert undocumented == []


def test_a_refusal_carries_code_facts_and_rule() -> None:
    refusal = errors.NotAPlay("34 is no play", errors.ErrorCode.NOT_A_PLAY, rule="§3", cards="34")
    assert (str(refusal), refusal.code, refusal.rule, refusal.facts) == (
        "34 is no play",
        "not_a_play",
        "§3",
        {"cards": "34"},
    )
    assert isinstance(refusal, ValueError)
