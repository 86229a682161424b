"""The private hand: what its owner sees of the table, their cards, and everything they can do with them."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from bot.locales import Texts, texts_for
from bot.pictures.deck import DeckColours
from bot.pictures.models import HandPicture, Sorting
from bot.screens.buttons import tap_button
from bot.screens.captions import with_picture
from bot.screens.cards import counts_text, hand_lines
from bot.screens.hand_keys import OFF, ON, hand_keyboard
from bot.screens.numbers import number_text, signed_text
from bot.screens.people import PARTNER_MARK, seat_html
from bot.screens.refusals import reason_text
from bot.screens.result import demoted_title, kind_text, promoted_titles
from bot.screens.screen import Screen
from bot.screens.table import action_text, clock_line, place_text, seat_lines
from bot.screens.titles import title_text
from bot.tables.state import Language, Playing
from bot.tables.view import OwnResult, SeatView
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import NO_CARDS, Card, Counts, format_counts
from engine.deal import TIMEOUTS_TO_BAR
from engine.errors import EngineError
from engine.plays import Play
from engine.reading import choices, read
from engine.scoring import ResultKind
from engine.seats import partner_of, turns_after
from engine.tracking import take
from engine.words.plays import reading_text
from storage import Autopilot


def hand_screen(view: SeatView, suggestions: Sequence[Play] = (), notice: str = "") -> Screen:
    """The hand message in a player's private chat, in their language, with a picture where they want one.

    Before their turn it says nothing of the table and so needs no edit when others act. Which of its faces is shown
    follows from the view: their turn, not yet, 托管, barred, out (with the partner's hand where the table allows it),
    over.

    Args:
        view: what they may know, and what they have selected.
        suggestions: on their turn, plays they could make, best first; empty where nothing beats what lies there.
        notice: a plain sentence about their last typed play, until the next.
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
    lines = _turn_lines(view, texts) if view.is_to_act else [texts("hand-waiting"), _facts_line(view, texts)]
    if view.is_to_act and not suggestions:
        lines.append(texts("hand-nothing-beats"))
    times = view.public.timeouts[view.seat]
    if times:
        lines.append(texts("hand-timeouts", times=times, most=TIMEOUTS_TO_BAR))
    lines += _written_hand(view, texts)
    selection = _selection_line(view, texts)
    if selection:
        lines += ["", selection]
    if notice:
        lines += ["", escape(notice)]
    if view.selection.memory_open:
        lines += ["", texts("hand-memory", cards=counts_text(view.own.unseen, texts, falling=True))]
    keyboard = hand_keyboard(view, suggestions, texts)
    screen = Screen("\n".join(lines), keyboard, silent=not view.is_to_act)
    return _with_hand(view, screen, texts, view.selection.selected)


def _turn_lines(view: SeatView, texts: Texts) -> list[str]:
    """Their turn: what the others did in this trick, what there is to beat (its cards stand beside whoever played
    them), until when. As short as it can be: on a phone the picture above it moves out of sight.
    """
    public, partner = view.public, partner_of(view.seat)
    lines = [texts("hand-your-turn", number=sum(view.own.hand))]
    for seat in turns_after(view.seat)[:-1]:
        who = (PARTNER_MARK if seat == partner else "") + seat_lines(public, seat, None, texts)[0]
        action = public.last_actions.get(seat)
        if action is not None:
            who += f" · {action_text(action.entry, action.cards, texts)}"
        lines.append(who)
    lines.append("")
    if public.to_beat is None or public.to_beat_by is None:
        lines.append(texts("hand-lead"))
    else:
        follow = "hand-follow-partner" if public.to_beat_by == partner else "hand-follow"
        name = seat_html(public, public.to_beat_by, texts)
        lines.append(texts(follow, name=name, play=reading_text(public.to_beat, texts)))
    clock = clock_line(public, texts)
    return [*lines, clock] if clock else lines


def _facts_line(view: SeatView, texts: Texts) -> str:
    """How many cards they have, and who plays with them."""
    name = seat_html(view.public, partner_of(view.seat), texts)
    return texts("hand-facts", number=sum(view.own.hand), name=name)


def _written_hand(view: SeatView, texts: Texts) -> list[str]:
    """The cards, where no picture shows them."""
    if view.person.pictures:
        return []
    return ["", hand_lines(view.hand, texts, by_count=view.person.sort_by_count)]


def _selection_line(view: SeatView, texts: Texts) -> str:
    """What the chosen cards would count as, or why they cannot be played; before one's turn as if one led."""
    selected = view.selection.selected
    if not any(selected):
        return ""
    rules = view.public.rules
    cards = counts_text(selected, texts)
    to_beat = view.own.to_beat if view.is_to_act else None
    if len(choices(selected, to_beat, rules)) > 1:
        return texts("hand-tie", cards=cards)
    try:
        reading = reading_text(read(selected, to_beat, rules), texts)
    except EngineError as error:
        return texts("hand-selected-bad", cards=cards, reason=escape(reason_text(error, texts)))
    return texts("hand-selected", cards=cards, reading=reading)


def _autopilot_screen(view: SeatView, texts: Texts) -> Screen:
    lines = [texts("hand-autopilot"), _facts_line(view, texts)]
    if view.chair.autopilot is Autopilot.LEFT:
        lines.append(texts("hand-leaving"))
    lines += _written_hand(view, texts)
    back = CallbackData(ButtonAction.AUTOPILOT, view.public.table_id, view.public.deal_number, arg=OFF)
    screen = Screen("\n".join(lines), ((tap_button(texts("button-take-back"), back, "primary"),),), silent=True)
    return _with_hand(view, screen, texts)


def _barred_screen(view: SeatView, texts: Texts) -> Screen:
    lines = [texts("hand-barred"), _facts_line(view, texts), *_written_hand(view, texts)]
    return _with_hand(view, Screen("\n".join(lines), silent=True), texts)


def _out_screen(view: SeatView, texts: Texts) -> Screen:
    """They are out: their place, and the partner's hand if the table shows it (rules §3.3 `partner_view`)."""
    public = view.public
    lines = [texts("hand-out", place=place_text(public.order.index(view.seat) + 1, texts))]
    if view.partner_hand is None:
        if not public.rules.partner_view:
            lines.append(texts("hand-partner-hidden"))
        return Screen("\n".join(lines), silent=True)
    name = seat_html(public, partner_of(view.seat), texts)
    lines += ["", texts("hand-partner-hand", name=name, number=len(view.partner_hand))]
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
        if result.scores is None:
            lines.append(texts("over-practice"))
        else:
            before, after = result.scores
            lines.append(texts("over-total", total=number_text(after), title=title_text(after, texts)))
            promoted, demoted = promoted_titles(before, after, texts), demoted_title(before, after, texts)
            if promoted:
                lines.append(texts("over-promoted", titles=promoted))
            if demoted:
                lines.append(texts("over-demoted", title=demoted))
    if not result.may_get_ready:
        return Screen("\n".join(lines), silent=True)
    if result.is_ready:
        return Screen("\n".join([*lines, "", texts("over-ready")]), silent=True)
    again = CallbackData(ButtonAction.AGAIN, view.public.table_id, view.public.deal_number)
    return Screen("\n".join(lines), ((tap_button(texts("button-again"), again, "primary"),),), silent=True)


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
