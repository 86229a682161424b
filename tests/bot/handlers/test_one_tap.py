"""One tap goes through the house as docs/architecture.md says it does."""

import re
from pathlib import Path

from benchmarks.tap import Calls
from bot.playground.fake import Message
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from tests.bot.handlers.scene import Scene, scene

ROOT = Path(__file__).parents[3]


def described_way() -> list[tuple[str, str]]:
    """The files and functions through which the page says that a tap goes, in order."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    way = page.partition("<!-- one tap -->")[2].partition("<!-- end of the tap -->")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)`, `([\w.]+)`", way, flags=re.MULTILINE)


def offered_plays(here: Scene) -> list[tuple[Message, str]]:
    """The plays under Ann's hand, once it is her turn: the message, and what the button says."""
    hands = here.ann.private.from_bot[-1:]
    buttons = [(hand, str(button.get("callback_data", ""))) for hand in hands for button in hand.buttons]
    return [(hand, data) for hand, data in buttons if data and CallbackData.decode(data).action is ButtonAction.PLAY]


async def test_a_tap_goes_the_way_that_is_described(tmp_path: Path) -> None:
    calls = Calls()
    with calls.on_threads():
        async with scene(tmp_path) as here:
            here.ann.say("/newgame")
            hand, data = (await here.until(lambda: offered_plays(here)))[0]
            await here.settled()
            with calls.listening():
                answer = await here.forges(here.ann, hand, data)
            assert answer.text == ""
    described, made = described_way(), iter(calls.made)

    assert len(described) > 10
    assert [step for step in described if step not in made] == []  # each is looked for after the one before it
