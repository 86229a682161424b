"""The keyboard under a hand: one-tap plays, a button per rank, and what to do with the selection."""

from collections.abc import Sequence
from typing import Final

from bot.locales import Texts
from bot.screens.buttons import even_rows, packed_rows, tap_button
from bot.screens.cards import key_text, play_label
from bot.screens.screen import Button, Keyboard, Style
from bot.tables.view import SeatView
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import RANKS, Rank, format_counts
from engine.deal import View
from engine.plays import Play
from engine.reading import choices
from engine.words.plays import reading_text

MOST_SUGGESTIONS: Final = 6
RANKS_PER_ROW: Final = 5
_SUGGESTIONS_PER_ROW: Final = 3
ON: Final = "1"
OFF: Final = "0"
"""args of `ButtonAction.AUTOPILOT` and `ButtonAction.LEAVE_DEAL`."""


def play_arg(play: Play, view: View) -> str:
    """The argument of `ButtonAction.PLAY`: the cards, and the type where these cards can be more than one thing.

    >>> from engine.cards import parse_counts
    >>> from engine.deal import Deal
    >>> view = Deal.start([parse_counts(hand) for hand in ("QKAwwW3", "4", "5", "6")], leader=0).view(0)
    >>> [play_arg(play, view) for play in choices(parse_counts("QKAwwW"))]
    ['QKAwwW.straight', 'QKAwwW.pair_run']
    """
    cards = format_counts(play.cards)
    return f"{cards}.{play.type}" if len(choices(play.cards, view.to_beat, view.rules)) > 1 else cards


def hand_keyboard(view: SeatView, suggestions: Sequence[Play], texts: Texts) -> Keyboard:
    """The buttons of a player who still takes part and plays themselves."""
    selected = view.selection.selected
    utilities = (
        tap_button(texts("button-autopilot"), _tap(ButtonAction.AUTOPILOT, view, ON)),
        tap_button(
            texts("button-memory-off") if view.selection.memory_open else texts("button-memory"),
            _tap(ButtonAction.MEMORY, view),
        ),
    )
    ranks = even_rows([_rank_button(view, rank, texts) for rank in held(view.own)], RANKS_PER_ROW)
    if not view.is_to_act:
        clear = (tap_button(texts("button-clear"), _tap(ButtonAction.CLEAR, view)),) if any(selected) else ()
        return (*ranks, (*clear, *utilities))
    passing = tap_button(texts("button-pass"), _turn_tap(ButtonAction.PASS, view), None if suggestions else "primary")
    if not suggestions:
        return (passing,), utilities
    plays = [
        tap_button(
            play_label(play, texts),
            _turn_tap(ButtonAction.PLAY, view, play_arg(play, view.own)),
            _suggestion_style(play, first=number == 0 and not any(selected)),
        )
        for number, play in enumerate(suggestions[:MOST_SUGGESTIONS])
    ]
    return (
        *packed_rows(plays, _SUGGESTIONS_PER_ROW),
        *ranks,
        *_selection_rows(view, passing, texts),
        utilities,
    )


def held(view: View) -> tuple[Rank, ...]:
    """The ranks held, from the jokers down."""
    return tuple(rank for rank in reversed(RANKS) if view.hand[rank.slot])


def _selection_rows(view: SeatView, passing: Button, texts: Texts) -> Keyboard:
    """出牌 (or one button for each reading that ties), 不出 where it is allowed, 提示, 清空."""
    own, selected = view.own, view.selection.selected
    others = [] if own.is_leading else [passing]
    others.append(tap_button(texts("button-hint"), _turn_tap(ButtonAction.HINT, view)))
    if not any(selected):
        return (tuple(others),)
    others.append(tap_button(texts("button-clear"), _tap(ButtonAction.CLEAR, view)))
    readings = choices(selected, own.to_beat, own.rules)
    if len(readings) > 1:
        return (
            tuple(
                tap_button(
                    texts("button-play-as", play=reading_text(play, texts)),
                    _turn_tap(ButtonAction.PLAY, view, play_arg(play, own)),
                    "success",
                )
                for play in readings
            ),
            tuple(others),
        )
    style: Style | None = "success" if readings else None
    return ((tap_button(texts("button-play"), _turn_tap(ButtonAction.PLAY_SELECTED, view), style), *others),)


def _rank_button(view: SeatView, rank: Rank, texts: Texts) -> Button:
    number, chosen = view.own.hand[rank.slot], view.selection.selected[rank.slot]
    label = key_text(rank, texts)
    if chosen:
        label = f"{label} {chosen}/{number}"
    elif number > 1:
        label = f"{label} ×{number}"
    return tap_button(label, _tap(ButtonAction.TOGGLE, view, rank.value), "primary" if chosen else None)


def _suggestion_style(play: Play, *, first: bool) -> Style | None:
    """Bombs are red, since a tap plays at once; the best answer stands out while nothing else is being chosen."""
    if play.is_bomb:
        return "danger"
    return "primary" if first else None


def _tap(action: ButtonAction, view: SeatView, arg: str = "") -> CallbackData:
    """A tap that is good at any time of the deal."""
    return CallbackData(action, view.public.table_id, view.public.deal_number, arg=arg)


def _turn_tap(action: ButtonAction, view: SeatView, arg: str = "") -> CallbackData:
    """A tap meant for this turn only."""
    return CallbackData(action, view.public.table_id, view.public.deal_number, view.public.turn, arg)
