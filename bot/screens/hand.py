"""The private hand: what its owner sees of the table, his cards, and everything he can do with them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from bot.locales import Texts, texts_for
from bot.pictures.deck import DeckColours
from bot.pictures.models import HandPicture, Sorting
from bot.screens.buttons import tap_button
from bot.screens.captions import with_picture
from bot.screens.cards import counts_text, hand_lines, reading_text
from bot.screens.hand_keys import OFF, ON, hand_keyboard
from bot.screens.numbers import number_text, signed_text
from bot.screens.people import PARTNER_MARK, seat_html
from bot.screens.refusals import reason_text
from bot.screens.result import demoted_title, kind_text, promoted_titles, score_after
from bot.screens.screen import Screen
from bot.screens.table import action_text, clock_line, place_text, seat_lines
from bot.screens.titles import title_text
from bot.tables.state import HandState, Language, LiveDeal, Person, TableState
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import NO_CARDS, Card, Counts
from engine.deal import TIMEOUTS_TO_BAR, View
from engine.errors import EngineError
from engine.plays import Play
from engine.reading import choices, read
from engine.scoring import ResultKind
from engine.seats import Seat, partner_of, turns_after
from engine.tracking import take
from storage import Delegation, Phase


@dataclass(frozen=True, slots=True)
class _Owner:
    """Whose hand is shown, and where."""

    state: TableState
    live: LiveDeal
    seat: Seat
    person: Person
    view: View
    texts: Texts


def hand_screen(
    state: TableState, seat: Seat, hand: HandState, suggestions: Sequence[Play] = (), notice: str = ""
) -> Screen:
    """The hand message in a player's private chat, in his language, with a picture where he wants one.

    Before his turn it says nothing of the table and so needs no edit when others act. Which of its faces is shown
    follows from the state: his turn, not yet, 托管, barred, out (with the partner's hand where the table allows it),
    over.

    Args:
        state: the table, with its deal.
        seat: a seat with a person on it.
        hand: his selection and whatever else only he has before him.
        notice: a plain sentence about his last typed play, until the next.
        suggestions: on his turn, plays he could make, best first; empty where nothing beats what lies there.
    """
    live = state.live
    assert live is not None
    person = live.chairs[seat].person
    assert person is not None
    owner = _Owner(state, live, seat, person, live.deal.view(seat), texts_for(person.language))
    if live.deal.is_over:
        return _over_screen(owner)
    if seat in live.deal.order:
        return _out_screen(owner)
    if seat in live.deal.barred:
        return _barred_screen(owner)
    if live.chairs[seat].delegated is not None:
        return _autopilot_screen(owner)
    return _playing_screen(owner, hand, suggestions, notice)


def leave_question_screen(state: TableState, language: Language) -> Screen:
    """Asked once when a player leaves in mid-deal."""
    live = state.live
    assert live is not None
    texts = texts_for(language)
    yes = tap_button(
        texts("button-leave-yes"), CallbackData(ButtonAction.LEAVE_DEAL, state.id, live.number, arg=ON), "danger"
    )
    no = tap_button(
        texts("button-leave-no"), CallbackData(ButtonAction.LEAVE_DEAL, state.id, live.number, arg=OFF), "primary"
    )
    return Screen(texts("leave-question"), ((yes, no),))


def _playing_screen(owner: _Owner, hand: HandState, suggestions: Sequence[Play], notice: str) -> Screen:
    view, texts = owner.view, owner.texts
    lines = _turn_lines(owner) if view.is_to_act else [texts("hand-waiting"), _facts_line(owner)]
    if view.is_to_act and not suggestions:
        lines.append(texts("hand-nothing-beats"))
    times = owner.live.deal.timeouts[owner.seat]
    if times:
        lines.append(texts("hand-timeouts", times=times, most=TIMEOUTS_TO_BAR))
    lines += _written_hand(owner)
    selection = _selection_line(owner, hand.selected)
    if selection:
        lines += ["", selection]
    if notice:
        lines += ["", escape(notice)]
    if hand.seen_memory:
        lines += ["", texts("hand-memory", cards=counts_text(view.unseen, texts, falling=True))]
    keyboard = hand_keyboard(owner.state, owner.live, view, hand, suggestions, texts)
    screen = Screen("\n".join(lines), keyboard, silent=not view.is_to_act)
    return _with_hand(owner, screen, hand.selected)


def _turn_lines(owner: _Owner) -> list[str]:
    """His turn: what the others did in this trick, what he has to beat (its cards stand beside whoever played them),
    until when. As short as it can be: on a phone the picture above it moves out of sight.
    """
    live, texts = owner.live, owner.texts
    partner = partner_of(owner.seat)
    lines = [texts("hand-your-turn", number=sum(owner.view.hand))]
    actions = live.last_actions()
    for seat in turns_after(owner.seat)[:-1]:
        who = (PARTNER_MARK if seat == partner else "") + seat_lines(live, seat, None, texts)[0]
        if seat in actions:
            who += f" · {action_text(*actions[seat], texts)}"
        lines.append(who)
    lines.append("")
    to_beat, to_beat_by = live.deal.to_beat, live.deal.to_beat_by
    if to_beat is None or to_beat_by is None:
        lines.append(texts("hand-lead"))
    else:
        follow = "hand-follow-partner" if to_beat_by == partner else "hand-follow"
        lines.append(texts(follow, name=seat_html(live, to_beat_by, texts), play=reading_text(to_beat, texts)))
    if live.until is not None:
        lines.append(clock_line(live, live.until, texts))
    return lines


def _facts_line(owner: _Owner) -> str:
    """How many cards he has, and who plays with him."""
    name = seat_html(owner.live, partner_of(owner.seat), owner.texts)
    return owner.texts("hand-facts", number=sum(owner.view.hand), name=name)


def _written_hand(owner: _Owner) -> list[str]:
    """The cards, where no picture shows them."""
    if owner.person.pictures:
        return []
    cards = owner.live.hand(owner.seat)
    return ["", hand_lines(cards, owner.texts, by_count=owner.person.sort_by_count)]


def _selection_line(owner: _Owner, selected: Counts) -> str:
    """What the chosen cards would count as, or why they cannot be played; before his turn as if he led."""
    if not any(selected):
        return ""
    view, texts = owner.view, owner.texts
    cards = counts_text(selected, texts)
    to_beat = view.to_beat if view.is_to_act else None
    if len(choices(selected, to_beat, view.rules)) > 1:
        return texts("hand-tie", cards=cards)
    try:
        reading = reading_text(read(selected, to_beat, view.rules), texts)
    except EngineError as error:
        return texts("hand-selected-bad", cards=cards, reason=escape(reason_text(error, texts, view.rules)))
    return texts("hand-selected", cards=cards, reading=reading)


def _autopilot_screen(owner: _Owner) -> Screen:
    texts, live = owner.texts, owner.live
    lines = [texts("hand-autopilot"), _facts_line(owner)]
    if live.chairs[owner.seat].delegated is Delegation.LEFT:
        lines.append(texts("hand-leaving"))
    lines += _written_hand(owner)
    back = CallbackData(ButtonAction.AUTOPILOT, owner.state.id, live.number, arg=OFF)
    screen = Screen("\n".join(lines), ((tap_button(texts("button-take-back"), back, "primary"),),), silent=True)
    return _with_hand(owner, screen)


def _barred_screen(owner: _Owner) -> Screen:
    lines = [owner.texts("hand-barred"), _facts_line(owner), *_written_hand(owner)]
    return _with_hand(owner, Screen("\n".join(lines), silent=True))


def _out_screen(owner: _Owner) -> Screen:
    """He is out: his place, and the partner's hand if the table shows it (rules §3.3 `partner_view`)."""
    texts, live, mate = owner.texts, owner.live, partner_of(owner.seat)
    lines = [texts("hand-out", place=place_text(live.deal.order.index(owner.seat) + 1, texts))]
    if owner.view.partner_hand is None:
        if not live.deal.rules.partner_view:
            lines.append(texts("hand-partner-hidden"))
        return Screen("\n".join(lines), silent=True)
    number = sum(owner.view.partner_hand)
    lines += ["", texts("hand-partner-hand", name=seat_html(live, mate, texts), number=number)]
    cards = live.hand(mate)
    if not owner.person.pictures:
        lines.append(hand_lines(cards, texts, by_count=owner.person.sort_by_count))
    return _with_cards(owner, Screen("\n".join(lines), silent=True), cards, ())


def _over_screen(owner: _Owner) -> Screen:
    """The deal is over: his own part of the result, and one tap for another."""
    live, texts, seat = owner.live, owner.texts, owner.seat
    settlement = live.settlement
    assert settlement is not None
    if settlement.kind is ResultKind.VOID:
        lines = [texts("over-void")]
    else:
        place = place_text(settlement.places.index(seat) + 1, texts)
        points = signed_text(settlement.points[seat])
        outcome = "over-won" if seat in (settlement.winners or ()) else "over-lost"
        lines = [texts(outcome, place=place, kind=kind_text(settlement.kind, texts), points=points)]
        if settlement.contribution[seat]:
            result, contribution = settlement.result[seat], settlement.contribution[seat]
            lines.append(texts("over-split", result=signed_text(result), contribution=signed_text(contribution)))
        scores = score_after(live, settlement, seat)
        if scores is None:
            lines.append(texts("over-practice"))
        else:
            lines.append(texts("over-total", total=number_text(scores[1]), title=title_text(scores[1], texts)))
            promoted, demoted = promoted_titles(*scores, texts), demoted_title(*scores, texts)
            if promoted:
                lines.append(texts("over-promoted", titles=promoted))
            if demoted:
                lines.append(texts("over-demoted", title=demoted))
    if owner.state.phase is not Phase.RESULT or owner.state.place_of(owner.person.id) is None:
        return Screen("\n".join(lines), silent=True)
    if owner.person.id in owner.state.ready:
        return Screen("\n".join([*lines, "", texts("over-ready")]), silent=True)
    again = CallbackData(ButtonAction.AGAIN, owner.state.id, live.number)
    return Screen("\n".join(lines), ((tap_button(texts("button-again"), again, "primary"),),), silent=True)


def _with_hand(owner: _Owner, screen: Screen, selected: Counts = NO_CARDS) -> Screen:
    cards = owner.live.hand(owner.seat)
    chosen, _ = take(cards, bytes(map(min, selected, owner.view.hand)))
    return _with_cards(owner, screen, cards, chosen)


def _with_cards(owner: _Owner, screen: Screen, cards: Sequence[Card], chosen: Sequence[Card]) -> Screen:
    """The screen with these cards drawn, where the player wants pictures; as a text should that fail."""
    if not owner.person.pictures:
        return screen
    written = hand_lines(cards, owner.texts, by_count=owner.person.sort_by_count)
    screen = replace(screen, alone=f"{screen.text}\n\n{written}")
    picture = HandPicture(
        cards=tuple(card.notation for card in cards),
        selected=tuple(card.notation for card in chosen),
        empty_text=owner.texts("picture-hand-empty"),
        sorting=Sorting.BY_COUNT if owner.person.sort_by_count else Sorting.BY_RANK,
        colours=DeckColours.FOUR if owner.person.four_colours else DeckColours.TWO,
    )
    return with_picture(screen, picture)
