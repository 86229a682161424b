"""People who play in the group: they tap what their apps show them there alone, and 我的牌 where that is nothing."""

from dataclasses import dataclass
from typing import Final

from bot.playground.fake import Message, Person
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from tests.scenarios.evening import Evening

NOT_STARTED: Final = "can't initiate conversation"
THINKS: Final = 8.0
"""Seconds that a person takes for a turn."""
_MOST_TAPS: Final = 8


def shown_to(game: Evening, person: Person, action: ButtonAction, turn: int) -> list[tuple[Message, str]]:
    """The buttons with this action that a person's own messages in the group have for a turn, newest first."""
    found = []
    for message in reversed(person.ephemeral(game.group)):
        for button in message.buttons:
            data = button.get("callback_data")
            if data and (tap := CallbackData.decode(data)).action is action and tap.turn == turn:
                found.append((message, data))
    return found


async def act(game: Evening, thinks: float = THINKS) -> int:
    """The person to act plays the first thing that stands on their hand in the group, which they ask for by a tap where
    it is not there; returns the taps that it took.
    """
    live = game.table.latest
    turn, person = live.turn, game.acting
    actions = (ButtonAction.PLAY, ButtonAction.PASS)
    for taps in range(1, _MOST_TAPS):
        await game.pass_time(thinks)
        found = [one for action in actions for one in shown_to(game, person, action, turn)]
        if not found:
            await game.tap_group(person, ButtonAction.MY_HAND)
            continue
        await game.press(person, *found[0])
        if game.table.latest.turn != turn or game.table.latest.deal.is_over:
            return taps
        await game.press(person, *found[0])  # a big bomb asks once more
        assert game.table.latest.turn != turn or game.table.latest.deal.is_over
        return taps + 1
    shown = [(message.text, [button["text"] for button in message.buttons]) for message in person.ephemeral(game.group)]
    raise AssertionError(f"{person.user.first_name} has no hand for turn {turn} in the group: {shown}")


async def play_out(game: Evening) -> list[int]:
    """Play the running deal to its end in the group; the taps of each action."""
    taps = []
    while not game.table.latest.deal.is_over:
        taps.append(await act(game))
    return taps


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The circumstances of a deal in a group.

    Attributes:
        is_admin: whether the bot is an administrator.
        in_topic: whether the table is in a topic of a forum; hands are pictures there.
        forgetful: how often somebody's app is started anew, or out of reach for a while, before their turn.
        in_private: how many of the four play in private.
        kills: how often the bot is killed or restarted before a turn.
    """

    is_admin: bool
    in_topic: bool = False
    forgetful: float = 0.0
    in_private: int = 0
    kills: float = 0.0

    def __str__(self) -> str:
        words = ["admin" if self.is_admin else "member"]
        words += ["topic"] * self.in_topic + ["forgetful"] * bool(self.forgetful)
        return "-".join([*words, *["private"] * bool(self.in_private), *["kills"] * bool(self.kills)])
