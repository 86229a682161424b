"""Fluent files as syntax: the messages, and the values each of them needs."""

from collections.abc import Iterable, Iterator

from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent


def messages_in(files: Iterable[str]) -> dict[str, fluent.Message]:
    """The messages of some files; every entry of each has to be one, or a comment, and no name is there twice."""
    found: dict[str, fluent.Message] = {}
    for file in files:
        for entry in FluentParser().parse(file).body:
            if isinstance(entry, fluent.BaseComment):
                continue
            assert isinstance(entry, fluent.Message), entry.to_json()
            assert entry.id.name not in found, f"{entry.id.name} is there twice"
            found[entry.id.name] = entry
    return found


def nodes(node: object) -> Iterator[fluent.BaseNode]:
    """Everything within a message, itself included."""
    if isinstance(node, fluent.BaseNode):
        yield node
        for value in vars(node).values():
            yield from nodes(value)
    elif isinstance(node, list):
        for item in node:
            yield from nodes(item)


def variables(message: fluent.Message, among: dict[str, fluent.Message]) -> set[str]:
    """The variables a message needs, those of messages it refers to included."""
    names: set[str] = set()
    for node in nodes(message):
        if isinstance(node, fluent.VariableReference):
            names.add(node.id.name)
        elif isinstance(node, fluent.MessageReference):
            names |= variables(among[node.id.name], among)
    return names
