"""The texts of the page, from the same Fluent files as everything else."""

from typing import Final

from bot.locales import Texts

_WORDS: Final = {
    "title": "app-title",
    "connecting": "app-connecting",
    "play": "button-play",
    "pass": "button-pass",
    "hint": "button-hint",
    "clear": "app-clear",
    "memory": "button-memory",
    "autopilot": "button-autopilot",
    "take-back": "button-take-back",
    "sort": "app-sort",
    "by_rank": "app-by-rank",
    "by_size": "app-by-size",
    "by_plan": "app-by-plan",
    "my-cards": "app-my-cards",
    "partner-cards": "app-partner-cards",
    "quick-plays": "app-quick-plays",
    "joker-small": "app-joker-small",
    "joker-big": "app-joker-big",
    "bottom": "app-seat-own",
    "right": "app-seat-right",
    "top": "app-seat-partner",
    "left": "app-seat-left",
    "free-seat": "app-free-seat",
    "join": "button-join",
    "leave": "button-leave",
    "start": "button-start",
    "fill": "button-computers",
    "again": "button-again",
}


def words(texts: Texts) -> dict[str, str]:
    """Return the texts that the page itself says, by the names it knows them by."""
    return {name: texts(message) for name, message in _WORDS.items()}
