"""What is read of the messages of a page, and what is not."""

import json
import random

import pytest
from pydantic import ValidationError

from bot.app.protocol import SAID, AutopilotIntent, Hello, Ping, PlayIntent, SimpleIntent
from engine.plays import PlayType

PLAY = {"type": "play", "id": "a.1", "table": 7, "deal": 2, "turn": 30, "cards": "77"}


def read(message: object) -> object:
    return SAID.validate_json(json.dumps(message))


def test_the_messages_of_a_page_are_read() -> None:
    assert read(PLAY) == PlayIntent(type="play", id="a.1", table=7, deal=2, turn=30, cards="77")
    assert read(PLAY | {"reading": "straight"}).reading is PlayType.STRAIGHT  # type: ignore[attr-defined]  # as asserted above
    assert isinstance(read({"type": "hello", "version": 1, "token": "x"}), Hello)
    assert isinstance(read({"type": "ping", "number": 2**53}), Ping)
    autopilot = {name: value for name, value in PLAY.items() if name != "cards"} | {"type": "autopilot", "on": False}
    assert isinstance(read(autopilot), AutopilotIntent)
    for kind in ("pass", "hint", "memory", "join", "leave", "fill", "start", "again"):
        simple = {name: value for name, value in PLAY.items() if name != "cards"} | {"type": kind}
        assert isinstance(read(simple), SimpleIntent)


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": ""},
        {"id": "x" * 41},
        {"id": "é"},
        {"id": "a b"},
        {"id": 7},
        {"table": -1},
        {"table": 2**53 + 1},
        {"table": "7"},
        {"turn": 1.5},
        {"turn": True},
        {"turn": None},
        {"cards": "3" * 65},
        {"cards": ["7"]},
        {"reading": "nothing"},
        {"person": 5},
        {"type": "fly"},
        {"type": None},
    ],
)
def test_a_message_with_something_wrong_in_it_is_none(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        read(PLAY | wrong)


def test_ten_thousand_messages_of_nonsense_are_no_messages() -> None:
    """Valid ones with pieces taken out, doubled and changed: all that is ever raised is what the reader of a socket
    expects.
    """
    chance = random.Random(5)
    originals = [json.dumps(PLAY), json.dumps({"type": "hello", "version": 1, "init": "a=b"}), "[" * 200, '{"a":' * 90]
    understood = 0
    for _ in range(10_000):
        text = list(chance.choice(originals))
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(text))
            text[place : place + chance.randrange(4)] = chance.choice(
                ["", '"', "{", "0", "-", "\\u0000", "e9", "null", "7"]
            )
            text = text or ["x"]
        try:
            SAID.validate_json("".join(text))
        except ValidationError:
            continue
        understood += 1
    assert understood < 3000
