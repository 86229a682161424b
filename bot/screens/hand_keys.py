"""The keyboard under a hand: one-tap plays, a button per rank, and what to do with the selection."""

from collections.abc import Sequence
from typing import Final

from bot.locales import Texts
from bot.screens.buttons import even_rows, packed_rows, tap_button
from bot.screens.cards import key_text, play_label, reading_text
from bot.screens.screen import Button, Keyboard, Style
from bot.tables.state import HandState, LiveDeal, TableState
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import RANKS, Counts, Rank, format_counts
from engine.deal import View
from engine.plays import Play
from engine.reading import choices

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


def hand_keyboard(
    state: TableState, live: LiveDeal, view: View, hand: HandState, suggestions: Sequence[Play], texts: Texts
) -> Keyboard:
    """The buttons of a player who still takes part and plays himself."""
    selected = hand.selected
    utilities = (
        tap_button(texts("button-autopilot"), _tap(ButtonAction.AUTOPILOT, state, live, ON)),
        tap_button(
            texts("button-memory-off") if hand.seen_memory else texts("button-memory"),
            _tap(ButtonAction.MEMORY, state, live),
        ),
    )
    ranks = even_rows(
        [_rank_button(state, live, rank, view.hand, selected, texts) for rank in held(view)], RANKS_PER_ROW
    )
    if not view.is_to_act:
        clear = (tap_button(texts("button-clear"), _tap(ButtonAction.CLEAR, state, live)),) if any(selected) else ()
        return (*ranks, (*clear, *utilities))
    passing = tap_button(
        texts("button-pass"), _turn_tap(ButtonAction.PASS, state, live), None if suggestions else "primary"
    )
    if not suggestions:
        return (passing,), utilities
    plays = [
        tap_button(
            play_label(play, texts),
            _turn_tap(ButtonAction.PLAY, state, live, play_arg(play, view)),
            _suggestion_style(play, first=number == 0 and not any(selected)),
        )
        for number, play in enumerate(suggestions[:MOST_SUGGESTIONS])
    ]
    return (
        *packed_rows(plays, _SUGGESTIONS_PER_ROW),
        *ranks,
        *_selection_rows(state, live, view, selected, passing, texts),
        utilities,
    )


def held(view: View) -> tuple[Rank, ...]:
    """The ranks held, from the jokers down."""
    return tuple(rank for rank in reversed(RANKS) if view.hand[rank.slot])


def _selection_rows(
    state: TableState, live: LiveDeal, view: View, selected: Counts, passing: Button, texts: Texts
) -> Keyboard:
    """出牌 (or one button for each reading that ties), 不出 where it is allowed, 提示, 清空."""
    others = [] if view.is_leading else [passing]
    others.append(tap_button(texts("button-hint"), _turn_tap(ButtonAction.HINT, state, live)))
    if not any(selected):
        return (tuple(others),)
    others.append(tap_button(texts("button-clear"), _tap(ButtonAction.CLEAR, state, live)))
    readings = choices(selected, view.to_beat, view.rules)
    if len(readings) > 1:
        return (
            tuple(
                tap_button(
                    texts("button-play-as", play=reading_text(play, texts)),
                    _turn_tap(ButtonAction.PLAY, state, live, play_arg(play, view)),
                    "success",
                )
                for play in readings
            ),
            tuple(others),
        )
    style: Style | None = "success" if readings else None
    return ((tap_button(texts("button-play"), _turn_tap(ButtonAction.PLAY_SELECTED, state, live), style), *others),)


def _rank_button(state: TableState, live: LiveDeal, rank: Rank, hand: Counts, selected: Counts, texts: Texts) -> Button:
    number, chosen = hand[rank.slot], selected[rank.slot]
    label = key_text(rank, texts)
    if chosen:
        label = f"{label} {chosen}/{number}"
    elif number > 1:
        label = f"{label} ×{number}"
    return tap_button(label, _tap(ButtonAction.TOGGLE, state, live, rank.value), "primary" if chosen else None)


def _suggestion_style(play: Play, *, first: bool) -> Style | None:
    """Bombs are red, since a tap plays at once; the best answer stands out while nothing else is being chosen."""
    if play.is_bomb:
        return "danger"
    return "primary" if first else None


def _tap(action: ButtonAction, state: TableState, live: LiveDeal, arg: str = "") -> CallbackData:
    """A tap that is good at any time of the deal."""
    return CallbackData(action, state.id, live.number, arg=arg)


def _turn_tap(action: ButtonAction, state: TableState, live: LiveDeal, arg: str = "") -> CallbackData:
    """A tap meant for this turn only."""
    return CallbackData(action, state.id, live.number, live.turn, arg)
