"""The keyboard under a hand, at most five rows: one-tap plays, a button per rank, and what to do with the selection.

It keeps its shape from turn to turn, since that is what thumbs learn: what cannot be done now is greyed, not gone.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.locales import Texts
from bot.screens.buttons import even_rows, packed_rows, tap_button
from bot.screens.cards import key_text, play_label
from bot.screens.screen import Button, Keyboard, Style
from bot.tables.state import ASKS_FROM_PHASES
from bot.tables.view import SeatView
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import RANKS, Rank, format_counts
from engine.deal import TIMEOUTS_TO_BAR, View
from engine.plays import Play
from engine.reading import choices
from engine.words.plays import reading_text

MOST_ROWS: Final = 5
MOST_SUGGESTIONS: Final = 6
RANKS_PER_ROW: Final = 8
_SUGGESTIONS_PER_ROW: Final = 3
_SUGGESTION_ROWS: Final = 2
ON: Final = "1"
OFF: Final = "0"
"""args of `ButtonAction.AUTOPILOT` and `ButtonAction.LEAVE_DEAL`."""
_SUPERSCRIPTS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"


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
    """The buttons of a player who still takes part and plays themselves.

    Args:
        view: what they may know, and what they have selected.
        suggestions: on their turn, plays with what they have selected in them if there are any, best first.
        texts: in their language.
    """
    ranks = even_rows([_rank_button(view, rank, texts) for rank in held(view)], RANKS_PER_ROW)
    if view.selection.more_open:
        return *_more_rows(view, texts), *ranks, _action_row(view, texts)
    if view.is_to_act and not view.own.legal_plays:
        passing = tap_button(texts("button-pass"), _turn_tap(ButtonAction.PASS, view), "primary")
        return ((passing, _more_button(view, texts)),)
    return *_quick_rows(view, suggestions, texts), *ranks, _action_row(view, texts)


def held(view: SeatView) -> tuple[Rank, ...]:
    """The ranks held, in the order of the picture: from the jokers down, or the most of a rank first."""
    ranks = [rank for rank in reversed(RANKS) if view.own.hand[rank.slot]]
    if view.person.sort_by_count:
        ranks.sort(key=lambda rank: view.own.hand[rank.slot], reverse=True)
    return tuple(ranks)


def is_asked(view: SeatView, play: Play) -> bool:
    """Whether one more tap plays this bomb, which was too big to go by a slip of the thumb."""
    return any(view.selection.asking) and view.selection.asking == play.cards


def _quick_rows(view: SeatView, suggestions: Sequence[Play], texts: Texts) -> Keyboard:
    """The one-tap plays, in at most two rows; a selection that can be two things is asked about here."""
    if not view.is_to_act:
        return ()
    own, selected = view.own, view.selection.selected
    readings = choices(selected, own.to_beat, own.rules) if any(selected) else ()
    ties = readings if len(readings) > 1 else ()
    buttons = [
        tap_button(
            texts("button-play-as", play=reading_text(play, texts)),
            _turn_tap(ButtonAction.PLAY, view, play_arg(play, own)),
            "success",
        )
        for play in ties
    ]
    offered = () if view.public.is_daily else suggestions
    others = [play for play in offered if play.cards != selected or not readings][:MOST_SUGGESTIONS]
    for number, play in enumerate(others):
        style = _suggestion_style(play, first=number == 0 and not any(selected))
        tap = _turn_tap(ButtonAction.PLAY, view, play_arg(play, own))
        buttons.append(tap_button(play_label(play, texts), tap, style))
    rows = _in_rows(buttons, keep=_last_bombs(others))
    asked = {
        _turn_tap(ButtonAction.PLAY, view, play_arg(play, own)).encode() for play in others if is_asked(view, play)
    }
    # said last, so that the button stays where the thumb is
    return tuple(
        tuple(replace(key, text=texts("button-again-tap")) if key.data in asked else key for key in row) for row in rows
    )


def _last_bombs(plays: Sequence[Play]) -> int:
    """Count the last plays that are there because they are bombs: they stay where room is short."""
    number = 0
    for play in reversed(plays):
        if not play.is_bomb:
            break
        number += 1
    return min(number, _SUGGESTION_ROWS)


def _in_rows(buttons: list[Button], keep: int) -> Keyboard:
    """As many buttons as two rows have room for; the last `keep` stay, those before them go."""
    while len(rows := packed_rows(buttons, _SUGGESTIONS_PER_ROW)) > _SUGGESTION_ROWS:
        buttons = [*buttons[: -keep - 1], *buttons[len(buttons) - keep :]]
    return rows


def _more_rows(view: SeatView, texts: Texts) -> Keyboard:
    """The rows behind ⋯."""
    memory = "button-memory-off" if view.selection.memory_open else "button-memory"
    order = "button-by-rank" if view.person.sort_by_count else "button-by-count"
    clear = tap_button(texts("button-clear"), _tap(ButtonAction.CLEAR, view))
    return (
        (
            tap_button(texts("button-autopilot"), _tap(ButtonAction.AUTOPILOT, view, ON)),
            tap_button(texts(memory), _tap(ButtonAction.MEMORY, view)),
        ),
        (
            replace(clear, disabled=not any(view.selection.selected)),
            tap_button(texts(order), _tap(ButtonAction.ORDER, view)),
        ),
    )


def _action_row(view: SeatView, texts: Texts) -> tuple[Button, ...]:
    """出牌 with what is selected, 不出, 提示, ⋯; what cannot be done now is greyed."""
    own, selected = view.own, view.selection.selected
    readings = choices(selected, own.to_beat if view.is_to_act else None, own.rules) if any(selected) else ()
    can_play = view.is_to_act and len(readings) == 1
    again = can_play and is_asked(view, readings[0]) and readings[0].phases >= ASKS_FROM_PHASES
    play = tap_button(
        texts("button-again-tap" if again else "button-play"),
        _turn_tap(ButtonAction.PLAY_SELECTED, view),
        "danger" if again else "success" if can_play else None,
    )
    is_advised = view.selection.hinted is not None and view.selection.hinted.play is None
    passing = tap_button(
        texts("button-pass"), _turn_tap(ButtonAction.PASS, view), "primary" if is_advised and view.is_to_act else None
    )
    hint = tap_button(texts("button-hint"), _turn_tap(ButtonAction.HINT, view))
    return (
        replace(play, disabled=not can_play),
        replace(passing, disabled=not view.is_to_act or own.is_leading),
        replace(hint, disabled=view.public.is_daily),
        _more_button(view, texts),
    )


def _more_button(view: SeatView, texts: Texts) -> Button:
    """⋯; for who would be barred by the next time-out 托管 itself, which they are offered in words above."""
    if view.public.timeouts[view.seat] >= TIMEOUTS_TO_BAR - 1 and not view.selection.more_open:
        return tap_button(texts("button-autopilot"), _tap(ButtonAction.AUTOPILOT, view, ON))
    style: Style | None = "primary" if view.selection.more_open else None
    return tap_button(texts("button-more"), _tap(ButtonAction.MORE, view), style)


def _rank_button(view: SeatView, rank: Rank, texts: Texts) -> Button:
    number, chosen = view.own.hand[rank.slot], view.selection.selected[rank.slot]
    label = key_text(rank, texts)
    if chosen:
        label += f"{_raised(chosen)}ᐟ{_raised(number)}" if number > 1 else "✓"
    elif number > 1:
        label += _raised(number)
    return tap_button(label, _tap(ButtonAction.TOGGLE, view, rank.value), "primary" if chosen else None)


def _raised(number: int) -> str:
    return "".join(_SUPERSCRIPTS[int(digit)] for digit in str(number))


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
