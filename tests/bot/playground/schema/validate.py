"""Does an answer keep to the published schema? Every field known, every required field there, every type right."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

SCHEMA: dict[str, Any] = json.loads(Path(__file__).with_name("bot_api.json").read_text(encoding="utf-8"))
METHODS: dict[str, dict[str, Any]] = SCHEMA["methods"]
OBJECTS: dict[str, dict[str, tuple[bool, str]]] = SCHEMA["objects"]
TYPES: dict[str, str] = SCHEMA["types"]


def faults_of_result(method: str, result: Any) -> list[str]:
    """What is wrong with the result of a call of `method`, each with its path; empty if nothing is."""
    return faults(result, METHODS[method]["returns"], method)


def faults(value: Any, kind: str, path: str) -> list[str]:
    """What is wrong with `value` as a `kind`."""
    choices = alternatives(kind)
    if len(choices) > 1:
        return _faults_of_choice(value, choices, path)
    if kind.endswith("[]"):
        if not isinstance(value, list):
            return [f"{path}: {value!r} is no array"]
        inner = kind.removesuffix("[]").removeprefix("(").removesuffix(")")
        return [fault for i, item in enumerate(value) for fault in faults(item, inner, f"{path}[{i}]")]
    if kind in TYPES:
        return faults(value, TYPES[kind], path)
    if kind in OBJECTS:
        return _faults_of_object(value, kind, path)
    return [] if _is_plain(value, kind) else [f"{path}: {value!r} is no {kind}"]


@cache
def alternatives(kind: str) -> tuple[str, ...]:
    """The members of a union; the type itself if it is none."""
    return tuple(part.strip() for part in re.split(r"\|(?![^<(]*[>)])", kind))


def _faults_of_choice(value: Any, choices: tuple[str, ...], path: str) -> list[str]:
    """Right if it fits one of them; the faults of the one that fits best otherwise."""
    tried = [faults(value, choice, path) for choice in choices]
    return min(tried, key=len)


def _faults_of_object(value: Any, kind: str, path: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{path}: {value!r} is no {kind}"]
    fields = OBJECTS[kind]
    found = [f"{path}: a {kind} has no field {name!r}" for name in value.keys() - fields.keys()]
    for name, (required, field_kind) in fields.items():
        if name in value:
            found += faults(value[name], field_kind, f"{path}.{name}")
        elif required:
            found.append(f"{path}: a {kind} needs the field {name!r}")
    return found


def _is_plain(value: Any, kind: str) -> bool:
    if kind == "string":
        return isinstance(value, str)
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "boolean":
        return isinstance(value, bool)
    if kind in ("true", "false"):
        return value is (kind == "true")
    if kind.startswith('"'):
        return bool(value == json.loads(kind))
    if kind.startswith("Exclude<keyof Update"):
        return value in OBJECTS["Update"]
    if re.fullmatch(r"-?\d+", kind):
        return bool(value == int(kind))
    raise ValueError(f"a type this check does not know: {kind}")
