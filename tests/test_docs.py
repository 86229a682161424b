"""The documentation is true, as far as that can be checked: tables, links, paths, commands, variables, metrics.

`python -m tests.test_docs` writes the table of settings in the README anew.
"""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from bot.locales import texts_for
from bot.process.config import describe
from bot.process.metrics import Metrics
from bot.screens import chat_settings
from bot.tables.state import Language
from bot.telegram_api.menus import OWNER_COMMANDS

ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bot").rglob("*.md")],
    key=lambda page: page.relative_to(ROOT).as_posix(),
)
INVENTED: Final = frozenset({"bot/locales/de/", "engine/words/de/", "storage/schema/NNNN_what.sql"})
"""Paths of examples."""

BEGIN: Final = "<!-- settings: written by python -m tests.test_docs -->\n"
END: Final = "<!-- end of settings -->\n"


def table_of_settings() -> str:
    rows = ["| setting | default | |", "| --- | --- | --- |"]
    for setting in describe():
        default = f"`{setting.default}`" if setting.default else ""
        rows.append(f"| `{setting.name}` | {default} | {setting.description} |")
    return "\n".join(rows) + "\n"


def with_settings(readme: str) -> str:
    """The README with the table of settings between its marks."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, "the mark before the settings is missing"
    assert end, "the mark after the settings is missing"
    return f"{before}{begin}{table_of_settings()}{end}{after}"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def every(pattern: str) -> Iterator[tuple[Path, str]]:
    """What the first group of a pattern finds, on any page."""
    for page in PAGES:
        for found in re.finditer(pattern, text_of(page), flags=re.MULTILINE):
            yield page, found[1]


def test_the_readme_lists_every_setting_as_it_is() -> None:
    readme = text_of(ROOT / "README.md")
    assert readme == with_settings(readme), "python -m tests.test_docs writes it anew"


def test_every_link_leads_somewhere() -> None:
    links = [(page, link) for page, link in every(r"\]\(([^)\s]+)\)") if not link.startswith("https://")]

    missing = [f"{page.name}: {link}" for page, link in links if not (page.parent / link.partition("#")[0]).exists()]

    assert len(links) > 20
    assert missing == []


def test_every_path_exists() -> None:
    folders = "engine|storage|bot|tests|docs|scripts|benchmarks|deploy"
    paths = [(page, path) for page, path in every(rf"`((?:{folders})/[\w./*-]*[\w/])`") if path not in INVENTED]

    missing = [f"{page.name}: {path}" for page, path in paths if not any(ROOT.glob(path.rstrip("/")))]

    assert len(paths) > 50
    assert missing == []


def is_in(path: Path, name: str) -> bool:
    """Whether a file defines a class, a function, a method ("Class.method"), a constant or a text of this name."""
    if path.suffix == ".ftl":
        return re.search(rf"^{re.escape(name)} =", text_of(path), flags=re.MULTILINE) is not None
    body: list[ast.stmt] = ast.parse(text_of(path)).body
    for part in name.split("."):
        found = [
            one
            for one in body
            if isinstance(one, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and one.name == part
        ]
        if not found:
            return part in {target for one in body for target in _assigned(one)}
        body = found[0].body
    return True


def _assigned(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a value."""
    targets = statement.targets if isinstance(statement, ast.Assign) else ()
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def test_every_name_is_in_the_file_it_is_said_to_be_in() -> None:
    named = re.findall(r"`([\w/]+\.(?:py|ftl))`, `([\w.-]+)`", text_of(ROOT / "docs" / "architecture.md"))

    assert len(named) > 40
    assert [f"{path}: {name}" for path, name in named if not is_in(ROOT / path, name)] == []
    assert not is_in(ROOT / "engine" / "deal.py", "Deal.shuffle")
    assert not is_in(ROOT / "bot" / "locales" / "zh" / "hand.ftl", "hand-timeout")


def test_what_one_is_told_to_change_is_where_one_is_sent() -> None:
    """In docs/adding.md: "`NAME` of `path`", and in a step that begins with a path, "in `NAME`" and "of `NAME`"."""
    page = text_of(ROOT / "docs" / "adding.md")
    named = {(path, name) for name, path in re.findall(r"`(\w+)`\s+(?:in|of)\s+`([\w/]+\.py)`", page)}
    for path, step in re.findall(r"^\d+\. `([\w/]+\.py)`: (.+(?:\n {3}.*)*)", page, flags=re.MULTILINE):
        named |= {(path, name) for name in re.findall(r"\b(?:in|of)\s+`(_?[A-Z]\w+)`(?!\s+of)", step)}

    assert len(named) > 12
    assert sorted(f"{path}: {name}" for path, name in named if not is_in(ROOT / path, name)) == []


def test_the_example_of_a_rule_is_an_entry() -> None:
    example = re.search(r"```\n(   Rule\(.*?)```", text_of(ROOT / "docs" / "adding.md"), flags=re.DOTALL)
    assert example

    (rule,) = eval(dedent(example[1]), dict(vars(chat_settings)))  # as it would stand among the rules, with its comma

    assert isinstance(rule, chat_settings.Rule)
    assert rule.tap(True) == "mult=1"
    assert rule.words(True, texts_for(Language.ENGLISH)) == "on"


def test_every_module_that_is_to_be_run_can_be_run() -> None:
    modules = {module for _, module in every(r"\bpython -m ([\w.]+)") if module != "pytest"}

    for module in modules:
        spec = importlib.util.find_spec(module)
        assert spec is not None, module
        assert spec.origin is not None, module
        if spec.submodule_search_locations is not None:
            assert importlib.util.find_spec(f"{module}.__main__"), f"{module} has no command line"
        else:
            assert '__name__ == "__main__"' in text_of(Path(spec.origin)), f"{module} does nothing when it is run"
    assert {"engine", "storage", "bot.process.config"} <= modules


def test_every_target_of_make_exists() -> None:
    makefile = text_of(ROOT / "Makefile")
    targets = set(re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE))
    named = {target for _, target in every(r"(?:^|`)make ([a-z]+)\b")}

    assert {"run", "test", "lint", "install"} <= named
    assert named <= targets


def test_every_variable_that_tests_read_is_explained() -> None:
    read = {
        node.args[0].value
        for path in (ROOT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(text_of(path)))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "os.environ.get"
        if isinstance(node.args[0], ast.Constant)
    }
    explained = set(re.findall(r"^\| `([A-Z_]+)` \|", text_of(ROOT / "CONTRIBUTING.md"), flags=re.MULTILINE))

    assert explained == read


def test_operating_tells_of_every_metric_and_no_other() -> None:
    operating = text_of(ROOT / "docs" / "operating.md")
    known = {family.name for family in Metrics().registry.collect()}
    named = {re.sub(r"_(total|bucket)$", "", name) for name in re.findall(r"\b(?:shuangkou|process)_\w+", operating)}

    assert named == known


def test_operating_tells_of_every_command_of_the_owner() -> None:
    operating = text_of(ROOT / "docs" / "operating.md")
    rows = re.findall(r"^\| (`/.*?) \|", operating, flags=re.MULTILINE)

    assert {name for row in rows for name in re.findall(r"`/(\w+)", row)} == set(OWNER_COMMANDS)


@pytest.mark.parametrize("file", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"])
def test_what_everybody_looks_for_is_there(file: str) -> None:
    assert text_of(ROOT / file).strip()


if __name__ == "__main__":
    README: Final = ROOT / "README.md"
    README.write_text(with_settings(text_of(README)), encoding="utf-8")
