"""The words that the engine brings along: both languages say the same things, and all of them are asked for."""

import ast
from pathlib import Path

import pytest

from engine.diagnosis import Cause
from engine.words.messages import LANGUAGES, messages_for, words_file
from tests.engine.golden_files import refusals
from tests.fluent_files import messages_in, variables

ROOT = Path(__file__).parents[2]
FILES = sorted(path.stem for path in (ROOT / "engine" / "words" / LANGUAGES[0]).glob("*.ftl"))
LONGEST = 200
"""Characters of an answer to a tap."""


def constants_of_code() -> set[str]:
    """Every string constant of the command line, of the words, and of the bot, which says some of them too."""
    return {
        node.value
        for folder in ("engine/cli", "engine/words", "bot")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_language_has_every_file() -> None:
    folder = ROOT / "engine" / "words"
    assert sorted(path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__") == sorted(
        LANGUAGES
    )
    assert FILES == ["explain", "plays", "verify"]
    for language in LANGUAGES:
        assert sorted(path.stem for path in (folder / language).iterdir()) == FILES


@pytest.mark.parametrize("name", FILES)
def test_both_languages_have_the_same_messages_and_values(name: str) -> None:
    needs = [
        {message_id: variables(message, messages) for message_id, message in messages.items()}
        for messages in (messages_in([words_file(language, name)]) for language in LANGUAGES)
    ]
    assert needs[0] == needs[1]


@pytest.mark.parametrize("name", FILES)
def test_every_message_is_asked_for(name: str) -> None:
    diagnoses = {f"why-{cause.replace('_', '-')}" for cause in Cause}
    messages = messages_in([words_file(LANGUAGES[0], name)]).keys()
    assert sorted(messages - constants_of_code() - diagnoses) == []
    if name == "plays":
        assert diagnoses <= messages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_every_message_can_be_written(language: str, name: str) -> None:
    known = messages_in([words_file(language, name)])
    texts = messages_for(language, name)
    for message_id, message in known.items():
        for number in (0, 1, 2, 5):
            assert texts(message_id, **dict.fromkeys(variables(message, known), number)).strip()


def test_every_cause_has_a_sentence_that_fits_an_answer_to_a_tap() -> None:
    """The sentences are those of the golden file, which was read."""
    lines = list(refusals())
    causes = {line.split()[-1] for line in lines if line.startswith("  ") and not line.startswith("      ")}
    assert causes == set(Cause)
    assert all(len(line.strip()) <= LONGEST for line in lines)
