"""The version of the program."""

import tomllib
from importlib import metadata
from pathlib import Path
from typing import Final

_PROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"


def version(project: Path = _PROJECT) -> str:
    """The version of this program, as in 1.2.3: in a clone what its project file says, which also holds where nothing
    is installed or something older is; else that of the installed package.

    Raises:
        PackageNotFoundError: there is neither.
    """
    if project.is_file():
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    return metadata.version("shuangkou")
