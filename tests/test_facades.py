"""The front doors of the engine and of storage: what can be imported from the packages themselves."""

import inspect
from types import ModuleType

import pytest

import engine
import storage
from engine.errors import EngineError
from storage.errors import StorageError

FACADES = pytest.mark.parametrize("package", [engine, storage], ids=["engine", "storage"])


def everything_below(error: type[Exception]) -> set[type[Exception]]:
    return {error}.union(*map(everything_below, error.__subclasses__()))


@FACADES
def test_what_can_be_imported_from_the_package_is_what_it_says(package: ModuleType) -> None:
    imported = {
        name
        for name, thing in vars(package).items()
        if not name.startswith("_") and not (inspect.ismodule(thing) and thing.__name__.startswith(package.__name__))
    }
    assert imported == set(package.__all__)


@pytest.mark.parametrize(
    ("package", "root"), [(engine, EngineError), (storage, StorageError)], ids=["engine", "storage"]
)
def test_every_refusal_can_be_caught_by_the_name_the_package_gives_it(
    package: ModuleType, root: type[Exception]
) -> None:
    own = {error for error in everything_below(root) if error.__module__.split(".")[0] == package.__name__}
    assert {error.__name__ for error in own} <= set(package.__all__)
