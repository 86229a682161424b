"""Both languages say the same things, and the code asks for nothing else."""

import ast
import re
from pathlib import Path

import pytest
from fluent.syntax import ast as fluent

from bot.locales import Texts, texts_for
from bot.locales.texts import sources
from bot.screens.refusals import Denial, refusal_text
from bot.screens.toasts import Toast
from bot.tables.refusals import RefusalCode
from bot.tables.state import Language
from engine.diagnosis import Cause
from tests.fluent_files import messages_in, nodes, variables

BOT = Path(__file__).parents[3] / "bot"
ENGINE_WORDS = BOT.parent / "engine" / "words"


def messages(language: Language) -> dict[str, fluent.Message]:
    """The messages of a language."""
    return messages_in(sources(language))


def words_of_code() -> set[str]:
    """Every string constant of the bot and of the words it shares with the engine, and the ids of diagnoses."""
    words = {f"why-{cause.replace('_', '-')}" for cause in Cause}
    for path in (*BOT.rglob("*.py"), *ENGINE_WORDS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
    return words


def ids_asked_for() -> set[str]:
    """The first argument of every call of a `texts`."""
    ids: set[str] = set()
    for path in BOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func
            name = (
                called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
            )
            is_texts = name == "texts" or (
                isinstance(called, ast.Call) and isinstance(called.func, ast.Name) and called.func.id == "texts_for"
            )
            if is_texts:
                ids |= {
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    return ids


def test_both_languages_have_the_same_messages() -> None:
    assert messages(Language.CHINESE).keys() == messages(Language.ENGLISH).keys()


def test_a_message_needs_the_same_values_in_both_languages() -> None:
    chinese, english = messages(Language.CHINESE), messages(Language.ENGLISH)
    different = {
        name: (variables(chinese[name], chinese), variables(english[name], english))
        for name in chinese
        if variables(chinese[name], chinese) != variables(english[name], english)
    }
    assert different == {}


def test_every_message_is_used() -> None:
    chinese = messages(Language.CHINESE)
    referred = {
        node.id.name
        for language in Language
        for message in messages(language).values()
        for node in nodes(message)
        if isinstance(node, fluent.MessageReference)
    }
    assert sorted(chinese.keys() - words_of_code() - referred) == []


@pytest.mark.parametrize("answers", [RefusalCode, Denial, Toast])
def test_every_answer_is_given_somewhere(answers: type[RefusalCode] | type[Denial] | type[Toast]) -> None:
    given = {
        node.attr
        for path in BOT.rglob("*.py")
        if path != BOT / "screens" / "refusals.py"  # it has a text for each
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == answers.__name__
    }
    assert set(answers.__members__) == given


def test_the_code_asks_for_no_message_that_is_not_there() -> None:
    asked = ids_asked_for()
    assert len(asked) > 100, "the calls were not found"
    assert sorted(asked - messages(Language.CHINESE).keys()) == []


@pytest.mark.parametrize("language", list(Language))
def test_every_message_can_be_written(language: Language) -> None:
    known = messages(language)
    texts = Texts(language)
    for name, message in known.items():
        for number in (0, 1, 2, 5):
            # a number serves in every place: as a word it is written, as a number it chooses the plural
            text = texts(name, **dict.fromkeys(variables(message, known), number))
            assert text.strip() or name == "list-separator", name


@pytest.mark.parametrize("language", list(Language))
def test_a_value_that_is_missing_is_told(language: Language) -> None:
    with pytest.raises(ValueError, match="cards-left"):
        texts_for(language)("cards-left")


@pytest.mark.parametrize("language", list(Language))
def test_an_unknown_message_is_told(language: Language) -> None:
    with pytest.raises(KeyError):
        texts_for(language)("no-such-message")


def test_english_plurals() -> None:
    texts = texts_for(Language.ENGLISH)
    assert [texts("cards-left", number=number) for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert texts("alert-hand", number=1, cards="3").startswith("Your hand (1 card)")


def test_every_refusal_has_its_sentence() -> None:
    for language in Language:
        sentences = {code: refusal_text(code, texts_for(language)) for code in (*RefusalCode, *Denial)}
        assert all(sentences.values())


def test_chinese_is_chinese_and_english_is_english() -> None:
    """A message whose words are the same in both languages is one of the few that should be."""
    chinese, english = messages(Language.CHINESE), messages(Language.ENGLISH)
    alike = {name for name in chinese if words(chinese[name]) and words(chinese[name]) == words(english[name])}
    assert alike == {"language-zh", "language-en"}


def words(message: fluent.Message) -> list[str]:
    """The letters of a message, markup left out."""
    texts = [node.value for node in nodes(message) if isinstance(node, fluent.TextElement)]
    return ["".join(filter(str.isalpha, re.sub("<[^>]*>", "", text))) for text in texts if words_in(text)]


def words_in(text: str) -> bool:
    return any(map(str.isalpha, re.sub("<[^>]*>", "", text)))
