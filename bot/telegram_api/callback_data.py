"""The data of buttons: `action:table:deal:turn:arg`, at most 64 bytes of ASCII, numbers in base 36.

Nothing in it is trusted: who taps is told by Telegram, and whether they may is decided by the table. Nothing in it is
hidden either, since every member of a group receives the buttons of its messages.
"""

import re
from dataclasses import dataclass
from enum import StrEnum, unique
from string import ascii_lowercase, digits
from typing import Final

MOST_BYTES: Final = 64
_DIGITS: Final = digits + ascii_lowercase
_SHAPE: Final = re.compile("([^:]+)" + 3 * ":([0-9a-z]{1,12})" + ":(.*)")


@unique
class ButtonAction(StrEnum):
    """The actions that taps ask for."""

    # lobby
    JOIN = "j"
    LEAVE = "l"
    COMPUTERS = "b"
    STRENGTH = "S"
    """arg: how well computer players are to play"""
    START = "s"
    RULES = "r"
    CLOSE = "x"
    PRACTICE = "b!"
    """in the private chat: a table against computer players"""
    # the table message
    MY_HAND = "h"
    WHO = "w"
    # the private hand
    PLAY = "p"
    """arg: the cards, then `.` and the play type where two readings tie"""
    PLAY_TYPED = "p!"
    """arg: the cards that were meant by what was typed"""
    TOGGLE = "t"
    """arg: one rank letter"""
    PLAY_SELECTED = "g"
    PASS = "y"
    HINT = "i"
    CLEAR = "c"
    AUTOPILOT = "a"
    """arg: `1` to hand over, `0` to take back"""
    MEMORY = "m"
    MORE = "+"
    """show or hide what is behind ⋯"""
    ORDER = "%"
    """the order of one's cards: by rank, or the most of a rank first"""
    LEAVE_DEAL = "z"
    """arg: `1` confirmed, `0` thought better of it"""
    # the result
    AGAIN = "n"
    DISSOLVE = "d"
    END_VOTE = "e"
    # everything about people, chats and finished deals; arg says what
    REPLAY = "v"
    """arg: deal id and step, joined by `.`, a `+` after them: as a message of its own; deal id alone: show the deal"""
    REVIEW = "V"
    """arg: deal id and the number of a mistake, joined by `.`; deal id alone: look at the deal again"""
    TOP = "o"
    HISTORY = "q"
    SETTING = "u"
    """arg: name=value for the chat's or the person's settings panel"""
    NOTIFY = "f"
    """arg: `1` for news or `0` for none, and the id of the chat, joined by `.`"""
    FORGET = "g!"
    HELP = "?"
    """arg: a page of the rules; none: show them"""
    DAILY = "D"
    """arg: `play.` or `show.` and the day"""
    LEARN = "k"
    """arg: a place in the first lesson, or its end"""


@dataclass(frozen=True, slots=True)
class CallbackData:
    """A tap, as the button said it. `deal` and `turn` are 0 where they do not matter.

    >>> CallbackData(ButtonAction.PLAY, 71, 2, 40, "456wWW").encode()
    'p:1z:2:14:456wWW'
    >>> CallbackData.decode('p:1z:2:14:456wWW').turn
    40
    """

    action: ButtonAction
    table: int = 0
    deal: int = 0
    turn: int = 0
    arg: str = ""

    def encode(self) -> str:
        """The callback data.

        Raises:
            ValueError: it would not fit into 64 bytes; the button must say less.
        """
        data = f"{self.action}:{_base36(self.table)}:{_base36(self.deal)}:{_base36(self.turn)}:{self.arg}"
        if len(data.encode()) > MOST_BYTES:
            raise ValueError(f"{data!r} is longer than {MOST_BYTES} bytes")
        return data

    @classmethod
    def decode(cls, data: str) -> "CallbackData":
        """The tap that `data` is.

        Raises:
            ValueError: it is none; somebody else made it.
        """
        found = _SHAPE.fullmatch(data)
        if found is None:
            raise ValueError(f"{data!r} is no tap; a tap is an action, three numbers in base 36 and an argument")
        action, table, deal, turn, arg = found.groups()
        return cls(ButtonAction(action), int(table, 36), int(deal, 36), int(turn, 36), arg)


def _base36(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text or "0"
