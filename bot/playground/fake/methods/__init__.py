"""The methods of the Bot API that the fake knows: each is a function of the world and the call's arguments.

`METHODS` maps the lower-case name to the method; importing this package fills it.
"""

from bot.playground.fake.methods import (
    account,
    callbacks,
    chats,
    deleting,
    editing,
    ephemeral,
    receiving,
    sending,
)
from bot.playground.fake.methods.registry import METHODS, Arguments, Method

__all__ = [
    "METHODS",
    "Arguments",
    "Method",
    "account",
    "callbacks",
    "chats",
    "deleting",
    "editing",
    "ephemeral",
    "receiving",
    "sending",
]
