"""The table message of a group, and the two alerts behind its buttons."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.locales import Texts, texts_for
from bot.screens.buttons import tap_button
from bot.screens.cards import cards_text, counts_text, play_label, play_text
from bot.screens.numbers import number_text
from bot.screens.people import seat_html, seat_plain, team_mark
from bot.screens.screen import Keyboard, Screen
from bot.screens.times import clock_html
from bot.tables.state import Person
from bot.tables.view import PublicView, SeatView, Shown
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import Card
from engine.deal import LogEntry, Passed, Played, TimedOut
from engine.scoring import FIRST_MULTIPLYING_PHASES
from engine.seats import SEATS, TEAMS, Seat, partner_of
from engine.words.plays import reading_text

MEDALS: Final = ("🥇", "🥈", "🥉", "🏁")
"""By place, first to last."""
PLACES: Final = ("place-1", "place-2", "place-3", "place-4")
LAST_CARDS: Final = 2
"""Somebody with so many cards left, or fewer, is called out (报单)."""
POINTER: Final = "👉"
LIES: Final = "◀"
NBSP: Final = "\u00a0"
"""Keeps what belongs together on one line."""
"""Beside the play that is to be beaten."""
INDENT: Final = "\u3000 "
"""Before what belongs to the line above."""


def table_screen(view: PublicView) -> Screen:
    """The table message: one for a deal, from its opening on, edited as it goes on, and once more when it is over.

    It stays true until the next action: the clock is told as a moment, not as seconds left.
    """
    texts = texts_for(view.language)
    heading = texts("table-heading", number=str(view.deal_id), base=number_text(view.rules.base_score))
    if not view.ranked:
        heading += texts("table-practice")
    lines = [heading, *_opening_lines(view, texts), ""]
    for seat in SEATS:
        lines += seat_lines(view, seat, view.last_actions.get(seat), texts)
    tail = [*trick_lines(view, texts), *turn_lines(view, texts)]
    if view.end_votes:
        tail.append(texts("table-votes", votes=view.end_votes, needed=view.voters))
    if tail:
        lines += ["", *tail]
    return Screen("\n".join(lines), _keyboard(view, texts))


def with_hand_here(screen: Screen, view: PublicView, person: Person) -> Screen:
    """The table message where the person to act finds their hand behind its button: it names them, so that they hear
    of it where it comes as a new message.
    """
    texts = texts_for(view.language)
    name = seat_html(view, view.to_act, texts) if view.to_act is not None else ""
    mention = f'<a href="tg://user?id={person.telegram_id}">{name}</a>'
    return replace(screen, text=f"{screen.text}\n{texts('table-hand-here', name=mention)}")


def _opening_lines(view: PublicView, texts: Texts) -> tuple[str, ...]:
    """The opening card, who leads, and who changed seats (rules §2), while nobody has acted yet."""
    opening = view.opening
    if opening is None:
        return ()
    card = cards_text([opening.card], texts)
    line = texts("opening-card", card=card, name=seat_html(view, opening.leader, texts))
    if opening.swap is not None:
        one, other = (seat_html(view, seat, texts) for seat in opening.swap)
        return line, texts("opening-swapped", one=one, other=other)
    return line, texts("opening-both-held", card=card) if opening.is_in_one_hand else texts("opening-as-seated")


def seat_lines(view: PublicView, seat: Seat, action: Shown | None, texts: Texts) -> tuple[str, ...]:
    """A seat: who, how many cards, and what they last did in this trick."""
    pointer = POINTER if view.to_act == seat else ""
    line = texts("table-seat", pointer=pointer, name=seat_html(view, seat, texts), state=state_text(view, seat, texts))
    if action is None:
        return (line,)
    return line, INDENT + action_text(action.entry, action.cards, texts)


def action_text(entry: LogEntry, cards: tuple[Card, ...], texts: Texts) -> str:
    """Say in a few words what somebody did; a play with its cards."""
    match entry:
        case Played(_, play):
            return f"<b>{play_text(play, cards, texts)}</b>"
        case Passed():
            return texts("table-passed")
        case TimedOut():
            return texts("table-timed-out")


def short_action_text(entry: LogEntry, texts: Texts, *, lies: bool) -> str:
    """Say without suits what somebody did; what `lies` there to be beaten stands out."""
    match entry:
        case Played(_, play):
            label = play_label(play, texts)
            return f"<b>{label}</b>{NBSP}{LIES}" if lies else label
        case Passed():
            return texts("table-passed")
        case TimedOut():
            return texts("table-timed-out")


def place_text(place: int, texts: Texts) -> str:
    """A place, 1…4, with its medal."""
    return texts("table-out", medal=MEDALS[place - 1], place=texts(PLACES[place - 1]))


def trick_lines(view: PublicView, texts: Texts) -> tuple[str, ...]:
    """The lines on what a new trick follows from (rules §4), and on the bombs that will multiply (rules §6)."""
    lines = []
    if view.trick_won is not None and isinstance(view.trick_won.entry, Played):
        played, cards = view.trick_won.entry, view.trick_won.cards
        winner = seat_html(view, played.seat, texts)
        lines.append(texts("table-last-trick", name=winner, play=play_text(played.play, cards, texts)))
        leader = view.to_act
        if played.seat in view.order and leader == partner_of(played.seat):
            lines.append(texts("table-inherited", leader=seat_html(view, leader, texts), winner=winner))
    bombs = _biggest_bombs(view, texts)
    if bombs:
        lines.append(texts("table-bombs", bombs=bombs))
    if not view.is_over and (seat := may_complete_double_win(view.order)) is not None:
        lines.append(texts("table-nearly-double", name=seat_html(view, seat, texts)))
    return tuple(lines)


def may_complete_double_win(order: Sequence[Seat]) -> Seat | None:
    """Return the seat that makes it 双扣 by going out next, of a deal with this finishing order (rules §6); None if
    there is none.
    """
    return partner_of(order[0]) if len(order) == 1 else None


def turn_lines(view: PublicView, texts: Texts) -> tuple[str, ...]:
    """Whose turn it is, what they have to beat, and until when."""
    seat = view.to_act
    if seat is None:
        return ()
    name = seat_html(view, seat, texts)
    if view.chairs[seat].plays_itself:
        return (texts("table-thinking", name=name),)
    if view.to_beat_by is None:
        line = texts("table-turn-lead", name=name)
    else:
        line = texts("table-turn-follow", name=name, other=seat_html(view, view.to_beat_by, texts))
    clock = clock_line(view, texts)
    return (line, clock) if clock else (line,)


def clock_line(view: PublicView, texts: Texts) -> str:
    """Seconds of a turn and the moment it ends; empty where nobody is waited for."""
    if view.deadline_date is None:
        return ""
    return texts("table-clock", seconds=view.rules.turn_seconds, clock=clock_html(view.deadline_date))


def who_text(view: PublicView | None, texts: Texts, now: float) -> str:
    """The toast behind 谁在想, with the seconds that are left.

    Args:
        view: of the deal; without one none is played.
        texts: in the language of who asks.
        now: in seconds since the epoch.
    """
    seat = view.to_act if view is not None else None
    if view is None or seat is None:
        return texts("who-nobody")
    name = seat_plain(view, seat, texts)
    chair = view.chairs[seat]
    if chair.person is None:
        return texts("who-computer", name=name)
    if chair.autopilot is not None:
        return texts("who-autopilot", name=name)
    number = view.cards_left[seat]
    left = ""
    if view.deadline_date is not None:
        left = texts("who-seconds-left", seconds=max(0, round(view.deadline_date - now)))
    if view.to_beat is None or view.to_beat_by is None:
        return texts("who-waiting-lead", name=name, number=number) + left
    waiting = texts(
        "who-waiting-follow",
        name=name,
        other=seat_plain(view, view.to_beat_by, texts),
        play=reading_text(view.to_beat, texts),
        number=number,
    )
    return waiting + left


def my_hand_text(view: SeatView, texts: Texts) -> str:
    """The alert behind 我的牌: one's hand, or for who is out the partner's, by rank; 200 characters at most."""
    own = view.own
    if any(own.hand):
        text = texts("alert-hand", number=sum(own.hand), cards=counts_text(own.hand, texts, falling=True))
        return text + (texts("alert-your-turn") if view.is_to_act else "")
    text = texts("alert-out", place=texts(PLACES[view.public.order.index(view.seat)]))
    if own.partner_hand is not None:
        number, cards = sum(own.partner_hand), counts_text(own.partner_hand, texts, falling=True)
        text += "\n" + texts("alert-partner", number=number, cards=cards)
    return text


def state_text(view: PublicView, seat: Seat, texts: Texts) -> str:
    """Say how a seat stands, plain: its cards or its place, time-outs, 托管."""
    if seat in view.order:
        parts = [place_text(view.order.index(seat) + 1, texts)]
    else:
        number = view.cards_left[seat]
        calls_out = number <= LAST_CARDS and seat not in view.barred and not view.is_over
        parts = [texts("table-last-cards" if calls_out else "cards-left", number=number)]
    if seat in view.barred:
        parts.append(texts("table-barred"))
    elif view.timeouts[seat]:
        parts.append(texts("table-timeouts", times=view.timeouts[seat]))
    if view.chairs[seat].autopilot is not None:
        parts.append(texts("table-autopilot"))
    return " · ".join(parts)


def _biggest_bombs(view: PublicView, texts: Texts) -> str:
    """For each team its biggest bomb so far, where it multiplies."""
    parts = []
    for team in TEAMS:
        phases = max(
            (
                min(entry.play.phases, view.rules.phase_cap)
                for entry in view.log
                if isinstance(entry, Played) and entry.seat in team
            ),
            default=0,
        )
        if phases >= FIRST_MULTIPLYING_PHASES:
            multiplier = 1 << phases - FIRST_MULTIPLYING_PHASES + 1
            parts.append(texts("table-bomb", mark=team_mark(team[0]), phases=phases, multiplier=multiplier))
    return " · ".join(parts)


def _keyboard(view: PublicView, texts: Texts) -> Keyboard:
    table, deal = view.table_id, view.deal_number
    row = (
        tap_button(texts("button-my-hand"), CallbackData(ButtonAction.MY_HAND, table, deal), "primary"),
        tap_button(texts("button-who"), CallbackData(ButtonAction.WHO, table, deal)),
    )
    if not view.end_votes:
        return (row,)
    return row, (tap_button(texts("button-vote-end"), CallbackData(ButtonAction.END_VOTE, table, deal), "danger"),)
