"""The table message of a group, and the two alerts behind its buttons."""

from collections.abc import Iterator
from typing import Final

from bot.locales import Texts, texts_for
from bot.screens.buttons import tap_button
from bot.screens.cards import counts_text, play_text, reading_text
from bot.screens.numbers import number_text
from bot.screens.people import seat_html, seat_plain, team_mark
from bot.screens.screen import Keyboard, Screen
from bot.screens.times import clock_html
from bot.tables.state import LiveDeal, TableState
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import Card
from engine.deal import LogEntry, Passed, Played, TimedOut
from engine.scoring import FIRST_MULTIPLYING_PHASES
from engine.seats import SEATS, TEAMS, Seat, partner_of
from engine.tracking import shown_cards

MEDALS: Final = ("🥇", "🥈", "🥉", "🏁")
"""By place, first to last."""
PLACES: Final = ("place-1", "place-2", "place-3", "place-4")
_POINTER: Final = "👉"
_INDENT: Final = "\u3000 "


def table_screen(state: TableState) -> Screen:
    """The table message: one for a deal, edited as it goes on.

    It stays true until the next action: the clock is told as a moment, not as seconds left.
    """
    live = state.live
    assert live is not None
    texts = texts_for(state.language)
    heading = texts("table-heading", number=live.number, base=number_text(live.deal.rules.base_score))
    if state.practice:
        heading += texts("table-practice")
    actions = live.last_actions()
    lines = [heading, ""]
    for seat in SEATS:
        lines += seat_lines(live, seat, actions.get(seat), texts)
    tail = [*trick_lines(live, texts), *turn_lines(live, texts)]
    if state.end_votes:
        tail.append(texts("table-votes", votes=len(state.end_votes), needed=len(state.people)))
    if tail:
        lines += ["", *tail]
    return Screen("\n".join(lines), _keyboard(state, live, texts))


def seat_lines(
    live: LiveDeal, seat: Seat, action: tuple[LogEntry, tuple[Card, ...]] | None, texts: Texts
) -> tuple[str, ...]:
    """A seat: who, how many cards, and what he last did in this trick."""
    pointer = _POINTER if live.deal.to_act == seat else ""
    line = texts("table-seat", pointer=pointer, name=seat_html(live, seat, texts), state=_state_text(live, seat, texts))
    if action is None:
        return (line,)
    entry, cards = action
    return line, _INDENT + action_text(entry, cards, texts)


def action_text(entry: LogEntry, cards: tuple[Card, ...], texts: Texts) -> str:
    """What somebody did, in a few words; a play with its cards."""
    match entry:
        case Played(_, play):
            return f"<b>{play_text(play, cards, texts)}</b>"
        case Passed():
            return texts("table-passed")
        case TimedOut():
            return texts("table-timed-out")


def place_text(place: int, texts: Texts) -> str:
    """A place, 1…4, with its medal."""
    return texts("table-out", medal=MEDALS[place - 1], place=texts(PLACES[place - 1]))


def trick_lines(live: LiveDeal, texts: Texts) -> tuple[str, ...]:
    """What a new trick follows from (rules §4), and the bombs that will multiply (rules §6)."""
    lines = []
    won = _last_winning_play(live)
    if won is not None:
        played, cards = won
        winner = seat_html(live, played.seat, texts)
        lines.append(texts("table-last-trick", name=winner, play=play_text(played.play, cards, texts)))
        leader = live.deal.to_act
        if played.seat in live.deal.order and leader == partner_of(played.seat):
            lines.append(texts("table-inherited", leader=seat_html(live, leader, texts), winner=winner))
    bombs = _biggest_bombs(live, texts)
    if bombs:
        lines.append(texts("table-bombs", bombs=bombs))
    return tuple(lines)


def turn_lines(live: LiveDeal, texts: Texts) -> tuple[str, ...]:
    """Whose turn it is, what he has to beat, and until when."""
    seat = live.deal.to_act
    if seat is None:
        return ()
    name = seat_html(live, seat, texts)
    if live.chairs[seat].plays_itself:
        return (texts("table-thinking", name=name),)
    to_beat_by = live.deal.to_beat_by
    if to_beat_by is None:
        line = texts("table-turn-lead", name=name)
    else:
        line = texts("table-turn-follow", name=name, other=seat_html(live, to_beat_by, texts))
    if live.until is None:
        return (line,)
    return line, clock_line(live, live.until, texts)


def clock_line(live: LiveDeal, until: float, texts: Texts) -> str:
    """Seconds of a turn and the moment it ends."""
    return texts("table-clock", seconds=live.deal.rules.turn_seconds, clock=clock_html(until))


def who_text(state: TableState, texts: Texts) -> str:
    """The toast behind 谁在想."""
    live = state.live
    if live is None or live.deal.to_act is None:
        return texts("who-nobody")
    seat = live.deal.to_act
    name = seat_plain(live, seat, texts)
    chair = live.chairs[seat]
    if chair.person is None:
        return texts("who-computer", name=name)
    if chair.delegated is not None:
        return texts("who-autopilot", name=name)
    number = sum(live.deal.hands[seat])
    if live.deal.to_beat is None or live.deal.to_beat_by is None:
        return texts("who-waiting-lead", name=name, number=number)
    return texts(
        "who-waiting-follow",
        name=name,
        other=seat_plain(live, live.deal.to_beat_by, texts),
        play=reading_text(live.deal.to_beat, texts),
        number=number,
    )


def my_hand_text(state: TableState, seat: Seat, texts: Texts) -> str:
    """The alert behind 我的牌: the hand of the seat, or for who is out the partner's, by rank.

    At most 200 characters; only for the owner of the seat.
    """
    live = state.live
    assert live is not None
    view = live.deal.view(seat)
    if any(view.hand):
        text = texts("alert-hand", number=sum(view.hand), cards=counts_text(view.hand, texts, falling=True))
        return text + (texts("alert-your-turn") if view.is_to_act else "")
    text = texts("alert-out", place=texts(PLACES[live.deal.order.index(seat)]))
    if view.partner_hand is not None:
        number, cards = sum(view.partner_hand), counts_text(view.partner_hand, texts, falling=True)
        text += "\n" + texts("alert-partner", number=number, cards=cards)
    return text


def _last_winning_play(live: LiveDeal) -> tuple[Played, tuple[Card, ...]] | None:
    """While a new trick has no action yet: the play that won the one before, and its cards."""
    log, start = live.deal.log, live.deal.trick_start
    if live.deal.is_over or len(log) != start:
        return None
    cards = shown_cards(live.dealt.seated_hands, log)
    return next(((entry, cards[place]) for place, entry in _backwards(log) if isinstance(entry, Played)), None)


def _backwards(log: tuple[LogEntry, ...]) -> Iterator[tuple[int, LogEntry]]:
    for place in range(len(log) - 1, -1, -1):
        yield place, log[place]


def _state_text(live: LiveDeal, seat: Seat, texts: Texts) -> str:
    deal = live.deal
    if seat in deal.order:
        parts = [place_text(deal.order.index(seat) + 1, texts)]
    else:
        parts = [texts("cards-left", number=sum(deal.hands[seat]))]
    if seat in deal.barred:
        parts.append(texts("table-barred"))
    elif deal.timeouts[seat]:
        parts.append(texts("table-timeouts", times=deal.timeouts[seat]))
    if live.chairs[seat].delegated is not None:
        parts.append(texts("table-autopilot"))
    return " · ".join(parts)


def _biggest_bombs(live: LiveDeal, texts: Texts) -> str:
    """For each team its biggest bomb so far, where it multiplies."""
    parts = []
    for team in TEAMS:
        phases = max(
            (
                min(entry.play.phases, live.deal.rules.phase_cap)
                for entry in live.deal.log
                if isinstance(entry, Played) and entry.seat in team
            ),
            default=0,
        )
        if phases >= FIRST_MULTIPLYING_PHASES:
            multiplier = 1 << phases - FIRST_MULTIPLYING_PHASES + 1
            parts.append(texts("table-bomb", mark=team_mark(team[0]), phases=phases, multiplier=multiplier))
    return " · ".join(parts)


def _keyboard(state: TableState, live: LiveDeal, texts: Texts) -> Keyboard:
    row = (
        tap_button(texts("button-my-hand"), CallbackData(ButtonAction.MY_HAND, state.id, live.number), "primary"),
        tap_button(texts("button-who"), CallbackData(ButtonAction.WHO, state.id, live.number)),
    )
    if not state.end_votes:
        return (row,)
    return row, (
        tap_button(texts("button-vote-end"), CallbackData(ButtonAction.END_VOTE, state.id, live.number), "danger"),
    )
