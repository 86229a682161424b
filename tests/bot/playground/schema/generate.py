"""Writes bot_api.json, the method and field lists of the Bot API, from the type declarations of @gramio/types.

    npm pack @gramio/types
    python -m tests.bot.playground.schema.generate gramio-types-*.tgz

The package (MIT licence) is generated from the official documentation and carries it word for word; only the facts are
taken: names, which parameters and fields are required, and their types. Types are kept in the declarations' own
notation, without the prefix "Telegram": `string`, `number`, `true`, `"private"`, `PhotoSize[]`, `number | string`.
"""

import json
import re
import sys
import tarfile
from pathlib import Path

TARGET = Path(__file__).with_name("bot_api.json")

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_INTERFACE = re.compile(r"^export interface (\w+) \{(?:\}|\n(.*?)^\})$", re.DOTALL | re.MULTILINE)
_ALIAS = re.compile(r"export type (\w+) =(.*?)(?=\n\n|\nexport |\Z)", re.DOTALL)
_FIELD = re.compile(r"^ {4}(\w+)(\??):(.*?)(?=^ {4}\w+\??:|\Z)", re.DOTALL | re.MULTILINE)
_METHOD = re.compile(r"^ {4}(\w+): (\w+)<(.*?)>\n(?=\s*(?:\w+: |\}))", re.DOTALL | re.MULTILINE)
_CONVERTIBLE = re.compile(r"\s*\| \{ to\w+\(\): [\w.]+ \}")


def main(package: Path) -> None:
    with tarfile.open(package) as archive:
        files = {name: _read(archive, f"package/{name}") for name in ("package.json", *_DECLARATIONS)}
    about = json.loads(files["package.json"])
    version = re.search(r"Based on (Bot API v[\d.]+ \([\d.]+\))", files["out/objects.d.ts"])
    if version is None:
        raise SystemExit("out/objects.d.ts does not say which Bot API it is based on")
    aliases = _ALIAS.findall(_bare(files["out/objects.d.ts"])) + _ALIAS.findall(_bare(files["out/params.d.ts"]))
    schema: dict[str, object] = {
        "source": f"npm {about['name']} {about['version']}, licence {about['license']}, {version[1]}",
        "methods": _methods(_bare(files["out/methods.d.ts"]), _interfaces(_bare(files["out/params.d.ts"]))),
        "objects": _interfaces(_bare(files["out/objects.d.ts"])),
        "types": {_plain(name): _type(body) for name, body in aliases},
    }
    TARGET.write_text(_compact(schema), encoding="utf-8")


_DECLARATIONS = ("out/methods.d.ts", "out/params.d.ts", "out/objects.d.ts")


def _read(archive: tarfile.TarFile, name: str) -> str:
    member = archive.extractfile(name)
    if member is None:
        raise SystemExit(f"{name} is not in the package")
    return member.read().decode()


def _bare(source: str) -> str:
    """The declarations without comments, and without the objects that only convert themselves to what is sent."""
    return _CONVERTIBLE.sub("", _COMMENT.sub("", source))


def _interfaces(source: str) -> dict[str, dict[str, list[object]]]:
    """name → field → [required, type]"""
    return {
        _plain(name): {field: [not optional, _type(kind)] for field, optional, kind in _FIELD.findall(body)}
        for name, body in _INTERFACE.findall(source)
    }


def _methods(source: str, parameters: dict[str, dict[str, list[object]]]) -> dict[str, dict[str, object]]:
    """name → what it takes (parameter → [required, type]) and what it returns"""
    methods: dict[str, dict[str, object]] = {}
    for name, kind, types in _METHOD.findall(source):
        taken, _, returned = types.rpartition(",") if kind != "CallAPIWithoutParams" else ("", "", types)
        methods[name] = {
            "parameters": parameters[taken.strip().removeprefix("Params.")] if taken else {},
            "returns": _type(returned),
        }
    return methods


def _plain(name: str) -> str:
    return name.removeprefix("Telegram")


def _type(text: str) -> str:
    one_line = " ".join(text.split()).replace("Objects.", "")
    return re.sub(r"\bTelegram(?=[A-Z])", "", one_line).removeprefix("| ")


def _compact(schema: dict[str, object]) -> str:
    """JSON with one line per method, object and type: readable, and small in a diff."""
    parts = []
    for key, value in schema.items():
        if isinstance(value, dict):
            lines = ",\n".join(
                f"{json.dumps(name)}: {json.dumps(entry, ensure_ascii=False)}" for name, entry in value.items()
            )
            parts.append(f"{json.dumps(key)}: {{\n{lines}\n}}")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
