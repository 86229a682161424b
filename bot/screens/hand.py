"""The private hand: what its owner sees of the table, their cards, and everything they can do with them."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Final

from bot.locales import Texts, texts_for
from bot.pictures.deck import DeckColours
from bot.pictures.models import HandPicture, Sorting
from bot.screens.buttons import tap_button
from bot.screens.captions import with_picture
from bot.screens.cards import counts_text, hand_lines
from bot.screens.hand_keys import OFF, ON, hand_keyboard
from bot.screens.numbers import number_text, signed_text
from bot.screens.people import PARTNER_MARK, cut, seat_html
from bot.screens.refusals import reason_text
from bot.screens.result import demoted_title, kind_text, promoted_titles
from bot.screens.screen import Keyboard, Screen
from bot.screens.table import NBSP, POINTER, place_text, short_action_text
from bot.screens.times import clock_html
from bot.screens.titles import title_text
from bot.tables.state import Language, Playing
from bot.tables.view import OwnResult, SeatView
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import NO_CARDS, Card, Counts, format_counts
from engine.deal import TIMEOUTS_TO_BAR
from engine.errors import EngineError
from engine.players.advice import Reason
from engine.plays import Play
from engine.reading import choices, read
from engine.scoring import ResultKind
from engine.seats import partner_of, turns_after
from engine.tracking import take
from engine.words.plays import reading_text
from storage import Autopilot

MOST_TOAST: Final = 200
REASONS: Final = {
    Reason.GOES_OUT: "hint-goes-out",
    Reason.PARTNER_HOLDS: "hint-partner-holds",
    Reason.KEEPS_BOMB: "hint-keeps-bomb",
    Reason.KEEPS_HIGH: "hint-keeps-high",
    Reason.CANNOT: "hint-cannot",
    Reason.SENDS_PARTNER: "hint-sends-partner",
    Reason.BLOCKS: "hint-blocks",
    Reason.BOMBS: "hint-bombs",
    Reason.LOW_FIRST: "hint-low-first",
    Reason.MANY_AT_ONCE: "hint-many-at-once",
    Reason.CHEAPEST: "hint-cheapest",
    Reason.TAKES_LEAD: "hint-takes-lead",
}
"""What speaks for a play or a pass, by the name of its message."""


def hand_screen(view: SeatView, suggestions: Sequence[Play] = (), notice: str = "") -> Screen:
    """The hand message in a player's private chat, in their language, with a picture where they want one.

    At most four lines that also say what lies on the table, who holds how many cards and who has done what, so that
    nobody has to leave the private chat during a deal. Which of its faces is shown follows from the view: their turn,
    not yet, 托管, barred, out (with the partner's hand where the table allows it), over.

    Args:
        view: what they may know, and what they have selected.
        suggestions: on their turn, plays they could make, if possible with what they have selected in them, best first.
        notice: a plain sentence about their last typed play or their time, until the next.
    """
    texts = texts_for(view.person.language)
    if view.result is not None:
        return _over_screen(view, view.result, texts)
    if view.seat in view.public.order:
        return _out_screen(view, texts)
    if view.seat in view.public.barred:
        return _barred_screen(view, texts)
    if view.chair.autopilot is not None:
        return _autopilot_screen(view, texts)
    return _playing_screen(view, suggestions, notice, texts)


def leave_question_screen(state: Playing, language: Language) -> Screen:
    """Asked once when a player leaves in mid-deal."""
    texts = texts_for(language)
    yes = tap_button(
        texts("button-leave-yes"), CallbackData(ButtonAction.LEAVE_DEAL, state.id, state.deal_number, arg=ON), "danger"
    )
    no = tap_button(
        texts("button-leave-no"), CallbackData(ButtonAction.LEAVE_DEAL, state.id, state.deal_number, arg=OFF), "primary"
    )
    return Screen(texts("leave-question"), ((yes, no),))


def typed_question_screen(state: Playing, readings: Sequence[Counts], language: Language) -> Screen:
    """Asked where what a player has typed can mean one joker or the other, with a button for each reading."""
    texts, live = texts_for(language), state.live
    keys = tuple(
        tap_button(
            counts_text(cards, texts),
            CallbackData(ButtonAction.PLAY_TYPED, state.id, live.number, live.turn, format_counts(cards)),
            "primary",
        )
        for cards in readings
    )
    return Screen(texts("hand-which-joker"), (keys,), silent=True)


def _playing_screen(view: SeatView, suggestions: Sequence[Play], notice: str, texts: Texts) -> Screen:
    extra = []
    if notice:
        extra.append(escape(notice))
    elif view.is_to_act and view.public.timeouts[view.seat]:
        extra.append(_timeouts_line(view, texts))
    if view.selection.memory_open:
        extra.append(texts("hand-memory", cards=counts_text(view.own.unseen, texts, falling=True)))
    heading = _turn_heading(view, texts) if view.is_to_act else _waiting_heading(view, texts)
    lines = [heading, *_others(view, texts, short=bool(extra)), *extra, *_written_hand(view, texts)]
    screen = Screen("\n".join(lines), hand_keyboard(view, suggestions, texts), silent=not view.is_to_act)
    return _with_hand(view, screen, texts, view.selection.selected)


def selection_text(view: SeatView, texts: Texts) -> str:
    """Say what the selected cards count as, or why they cannot be played, for the toast of a tap: plain, at most 200
    characters. Before one's turn as if one led.
    """
    selected = view.selection.selected
    if not any(selected):
        return texts("hand-selected-none")
    rules = view.public.rules
    cards = counts_text(selected, texts)
    to_beat = view.own.to_beat if view.is_to_act else None
    if len(choices(selected, to_beat, rules)) > 1:
        text = texts("hand-tie", cards=cards)
    else:
        try:
            reading = reading_text(read(selected, to_beat, rules), texts)
            text = texts("hand-selected", cards=cards, reading=reading)
        except EngineError as error:
            text = texts("hand-selected-bad", cards=cards, reason=reason_text(error, texts))
    return cut(text, MOST_TOAST)


def hint_text(view: SeatView, texts: Texts) -> str:
    """Say what the hint is that somebody sees and why, for the toast of its tap; plain, at most 200 characters."""
    hint = view.selection.hinted
    if hint is None or not view.is_to_act:
        return selection_text(view, texts)
    reason = texts(REASONS[hint.reason]) if hint.reason is not None else ""
    if hint.play is None:
        return texts("hint-pass", reason=reason)
    if not reason:
        return selection_text(view, texts)
    reading = reading_text(hint.play, texts)
    return cut(texts("hint-play", play=reading, reason=reason), MOST_TOAST)


def _turn_heading(view: SeatView, texts: Texts) -> str:
    """Their turn: what there is to beat, and until when."""
    public = view.public
    if public.to_beat is None or public.to_beat_by is None:
        text = texts("hand-lead")
    else:
        id_ = "hand-follow-partner" if public.to_beat_by == partner_of(view.seat) else "hand-follow"
        if not view.own.legal_plays:
            id_ = "hand-nothing-beats"
        text = texts(id_, play=reading_text(public.to_beat, texts))
    clock = clock_html(public.deadline_date) if public.deadline_date is not None else ""
    return texts("hand-your-turn", what=text) + (texts("hand-until", clock=clock) if clock else "")


def _waiting_heading(view: SeatView, texts: Texts) -> str:
    """Whose turn it is, and how many cards they themselves hold."""
    public = view.public
    seat = public.to_act
    name = seat_html(public, seat, texts) if seat is not None else ""
    return texts("hand-waiting", name=name, number=sum(view.own.hand))


def _timeouts_line(view: SeatView, texts: Texts) -> str:
    """The line on how often they were too late; before the last time 托管 is offered in words."""
    times = view.public.timeouts[view.seat]
    id_ = "hand-last-timeout" if times >= TIMEOUTS_TO_BAR - 1 else "hand-timeouts"
    return texts(id_, times=times, most=TIMEOUTS_TO_BAR)


def _others(view: SeatView, texts: Texts, *, short: bool = False) -> list[str]:
    """The other three in the order of their turns: how many cards each holds, and what they did in this trick. All on
    one line, without what they did, where it has to be `short`.
    """
    public, partner = view.public, partner_of(view.seat)
    lines = []
    for seat in turns_after(view.seat)[:-1]:
        who = (PARTNER_MARK if seat == partner else "") + seat_html(public, seat, texts)
        if public.to_act == seat:
            who = POINTER + who
        place = place_text(public.order.index(seat) + 1, texts) if seat in public.order else ""
        if short:
            lines.append(f"{who}{NBSP}{place or public.cards_left[seat]}")
            continue
        parts = [who, place or texts("cards-left", number=public.cards_left[seat])]
        action = public.last_actions.get(seat)
        if action is not None:
            parts.append(short_action_text(action.entry, texts, lies=seat == public.to_beat_by))
        elif public.chairs[seat].autopilot is not None:
            parts.append(texts("table-autopilot"))
        lines.append(" · ".join(parts))
    return [" · ".join(lines)] if short else lines


def _written_hand(view: SeatView, texts: Texts) -> list[str]:
    """The cards, where no picture shows them."""
    if view.person.pictures:
        return []
    return ["", hand_lines(view.hand, texts, by_count=view.person.sort_by_count)]


def _autopilot_screen(view: SeatView, texts: Texts) -> Screen:
    leaves = view.chair.autopilot is Autopilot.LEFT
    lines = [texts("hand-leaving" if leaves else "hand-autopilot"), *_others(view, texts), *_written_hand(view, texts)]
    back = CallbackData(ButtonAction.AUTOPILOT, view.public.table_id, view.public.deal_number, arg=OFF)
    screen = Screen("\n".join(lines), ((tap_button(texts("button-take-back"), back, "primary"),),), silent=True)
    return _with_hand(view, screen, texts)


def _barred_screen(view: SeatView, texts: Texts) -> Screen:
    lines = [texts("hand-barred"), *_others(view, texts), *_written_hand(view, texts)]
    return _with_hand(view, Screen("\n".join(lines), silent=True), texts)


def _out_screen(view: SeatView, texts: Texts) -> Screen:
    """They are out: their place, and the partner's hand if the table shows it (rules §3.3 `partner_view`)."""
    public = view.public
    lines = [texts("hand-out", place=place_text(public.order.index(view.seat) + 1, texts))]
    if view.partner_hand is None:
        if not public.rules.partner_view:
            lines.append(texts("hand-partner-hidden"))
        lines += _others(view, texts, short=True)
        return Screen("\n".join(lines), silent=True)
    name = seat_html(public, partner_of(view.seat), texts)
    lines += [texts("hand-partner-hand", name=name, number=len(view.partner_hand)), *_others(view, texts, short=True)]
    if not view.person.pictures:
        lines.append(hand_lines(view.partner_hand, texts, by_count=view.person.sort_by_count))
    return _with_cards(view, Screen("\n".join(lines), silent=True), texts, view.partner_hand, ())


def _over_screen(view: SeatView, result: OwnResult, texts: Texts) -> Screen:
    """The deal is over: one's own part of the result, and one tap for another."""
    settlement, seat = result.settlement, view.seat
    if settlement.kind is ResultKind.VOID:
        lines = [texts("over-void")]
    else:
        place = place_text(settlement.places.index(seat) + 1, texts)
        points = signed_text(settlement.points[seat])
        outcome = "over-won" if seat in (settlement.winners or ()) else "over-lost"
        lines = [texts(outcome, place=place, kind=kind_text(settlement.kind, texts), points=points)]
        if settlement.contribution[seat]:
            units, contribution = settlement.result[seat], settlement.contribution[seat]
            lines.append(texts("over-split", result=signed_text(units), contribution=signed_text(contribution)))
        if view.public.is_daily:
            lines.append(texts("daily-own-points"))
        elif result.scores is None:
            lines.append(texts("over-practice"))
        else:
            before, after = result.scores
            lines.append(texts("over-total", total=number_text(after), title=title_text(after, texts)))
            promoted, demoted = promoted_titles(before, after, texts), demoted_title(before, after, texts)
            if promoted:
                lines.append(texts("over-promoted", titles=promoted))
            if demoted:
                lines.append(texts("over-demoted", title=demoted))
    looks_again = CallbackData(ButtonAction.REVIEW, arg=str(view.public.deal_id))
    review: Keyboard = ((tap_button(texts("button-review"), looks_again),),)
    if view.public.practice or settlement.kind is ResultKind.VOID:  # it stands under the result there, or is of no use
        review = ()
    if not result.may_get_ready:
        return Screen("\n".join(lines), review, silent=True)
    if result.is_ready:
        return Screen("\n".join([*lines, "", texts("over-ready")]), review, silent=True)
    again = CallbackData(ButtonAction.AGAIN, view.public.table_id, view.public.deal_number)
    keyboard = ((tap_button(texts("button-again"), again, "primary"),), *review)
    return Screen("\n".join(lines), keyboard, silent=True)


def _with_hand(view: SeatView, screen: Screen, texts: Texts, selected: Counts = NO_CARDS) -> Screen:
    chosen, _ = take(view.hand, bytes(map(min, selected, view.own.hand)))
    return _with_cards(view, screen, texts, view.hand, chosen)


def _with_cards(view: SeatView, screen: Screen, texts: Texts, cards: Sequence[Card], chosen: Sequence[Card]) -> Screen:
    """The screen with these cards drawn, where the player wants pictures; as a text should that fail."""
    person = view.person
    if not person.pictures:
        return screen
    written = hand_lines(cards, texts, by_count=person.sort_by_count)
    screen = replace(screen, alone=f"{screen.text}\n\n{written}")
    picture = HandPicture(
        cards=tuple(card.notation for card in cards),
        selected=tuple(card.notation for card in chosen),
        empty_text=texts("picture-hand-empty"),
        sorting=Sorting.BY_COUNT if person.sort_by_count else Sorting.BY_RANK,
        colours=DeckColours.FOUR if person.four_colours else DeckColours.TWO,
    )
    return with_picture(screen, picture)
