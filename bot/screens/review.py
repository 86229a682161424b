"""A deal looked at again: what its player knew, what they did, and what would have been better."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.locales import Texts, texts_for
from bot.pictures.deck import DeckColours
from bot.pictures.models import Choice, DecisionPicture, DecisionSeat, HandPicture, Sorting, Team
from bot.review.reviewer import Mistake, Reviewed
from bot.screens.buttons import tap_button
from bot.screens.captions import with_picture
from bot.screens.cards import hand_lines, play_label
from bot.screens.hand import REASONS
from bot.screens.numbers import number_text
from bot.screens.people import PARTNER_MARK, seat_html, seat_name
from bot.screens.screen import Button, Keyboard, Screen
from bot.screens.steps import deal_after
from bot.screens.table import PLACES, action_text, place_text
from bot.tables.state import FinishedDeal, Language, Person
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import Card
from engine.plays import Play
from engine.seats import partner_of, turns_after
from engine.tracking import left_cards, shown_cards, take
from engine.words.plays import reading_text

_PARTNERS: Final = 2
"""Points of a review are those of both; a player gets half."""
_ROUGH: Final = 10
"""Points are rounded to so many: they are an estimate."""
_NUMBERS: Final = "①②③"
MARK: Final = "❗"


def progress_screen(deal_id: int, done: int, number: int, language: Language) -> Screen:
    """Shown while a review is worked out: `done` decisions of `number`, 0 where it waits for its turn."""
    texts = texts_for(language)
    if not number:
        return Screen(texts("review-begins", deal=str(deal_id)), silent=True)
    return Screen(texts("review-progress", deal=str(deal_id), done=done, number=number), silent=True)


def failed_screen(deal_id: int, language: Language) -> Screen:
    """Shown where a review could not be worked out."""
    texts = texts_for(language)
    return Screen(texts("review-failed", deal=str(deal_id)), ((_review_button(deal_id, texts),),), silent=True)


def review_screen(finished: FinishedDeal, reviewed: Reviewed, page: int, person: Person) -> Screen:
    """One of the mistakes of a review, the dearest first; or that there is none.

    Args:
        finished: the deal.
        reviewed: what there is to say about the decisions of the person.
        page: which mistake, from 0; another number gives the nearest.
        person: whose review it is; theirs are the language, and the way cards are shown.
    """
    texts = texts_for(person.language)
    lines = [_heading(finished, reviewed, texts), ""]
    if not reviewed.mistakes:
        lines.append(texts("review-nothing" if reviewed.decided else "review-no-choice"))
        return Screen("\n".join(lines), ((_replay_button(finished, None, texts),),), silent=True)
    page = min(max(0, page), len(reviewed.mistakes) - 1)
    mistake = reviewed.mistakes[page]
    cards = left_cards(finished.dealt.seated_hands[mistake.view.seat], mistake.view.hand)
    position, verdict = _position(finished, mistake, texts), _verdict(mistake, texts)
    written = [
        _left(finished, mistake, texts),
        "",
        *verdict,
        "",
        hand_lines(cards, texts, by_count=person.sort_by_count),
    ]
    screen = Screen(
        "\n".join([*lines, *position, *written]), _keyboard(finished, reviewed.mistakes, page, texts), silent=True
    )
    if not person.pictures:
        return screen
    drawn = replace(screen, text="\n".join([*lines, *position, "", *verdict]), alone=screen.text)
    return with_picture(drawn, _picture(finished, mistake, cards, person, texts))


def _picture(
    finished: FinishedDeal, mistake: Mistake, cards: Sequence[Card], person: Person, texts: Texts
) -> DecisionPicture:
    """What the player saw, with the cards of what they did raised, and what was better."""
    view = mistake.view
    hands, log = finished.dealt.seated_hands, finished.deal.log[: mistake.turn]
    start = deal_after(finished, mistake.turn).trick_start
    shown = shown_cards(hands, log)
    last = {entry.seat: (entry, what) for entry, what in zip(log[start:], shown[start:], strict=True)}
    seats = []
    for seat in turns_after(view.seat)[:-1]:
        if seat in view.order:
            left = texts(PLACES[view.order.index(seat)])
        else:
            left = texts("cards-left", number=view.cards_left[seat])
        entry, played = last.get(seat, (None, ()))
        seats.append(
            DecisionSeat(
                name=seat_name(finished, seat, texts),
                team=Team.A if seat % 2 == 0 else Team.B,
                left=left,
                cards=_notations(played),
                did="" if entry is None or played else action_text(entry, (), texts),
                lies=seat == view.to_beat_by,
            )
        )
    done = () if mistake.done is None else take(cards, mistake.done.cards)[0]
    better = () if mistake.better is None else take(cards, mistake.better.cards)[0]
    passed = texts("table-passed")
    return DecisionPicture(
        seats=tuple(seats),
        hand=HandPicture(
            cards=_notations(cards),
            selected=_notations(done),
            sorting=Sorting.BY_COUNT if person.sort_by_count else Sorting.BY_RANK,
            colours=DeckColours.FOUR if person.four_colours else DeckColours.TWO,
        ),
        choices=(
            Choice(label=texts("review-picture-done"), cards=_notations(done), did=passed),
            Choice(label=texts("review-picture-better"), cards=_notations(better), did=passed, is_better=True),
        ),
    )


def _notations(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.notation for card in cards)


def mark_line(mistake: Mistake, texts: Texts) -> str:
    """The line under a step of the replay that a review calls a mistake."""
    return texts("review-mark", better=_action(mistake.better, texts), points=_points(mistake))


def _heading(finished: FinishedDeal, reviewed: Reviewed, texts: Texts) -> str:
    heading = texts("review-heading", deal=str(finished.id), percent=_percent(reviewed.accuracy))
    if reviewed.table is None:
        return heading
    return heading + texts("review-table", percent=_percent(reviewed.table))


def _position(finished: FinishedDeal, mistake: Mistake, texts: Texts) -> list[str]:
    """What the player saw: their turn, and what lay there."""
    view = mistake.view
    lines = [texts("review-turn", turn=mistake.turn + 1, number=sum(view.hand))]
    if view.to_beat is None or view.to_beat_by is None:
        lines.append(texts("review-lead"))
    else:
        name = seat_html(finished, view.to_beat_by, texts)
        lines.append(texts("review-follow", name=name, play=reading_text(view.to_beat, texts)))
    return lines


def _left(finished: FinishedDeal, mistake: Mistake, texts: Texts) -> str:
    """Who held how many cards."""
    view, others = mistake.view, []
    for seat in turns_after(view.seat)[:-1]:
        who = (PARTNER_MARK if seat == partner_of(view.seat) else "") + seat_html(finished, seat, texts)
        if seat in view.order:
            others.append(f"{who} {place_text(view.order.index(seat) + 1, texts)}")
        else:
            others.append(f"{who} {view.cards_left[seat]}")
    return texts("review-left", others=" · ".join(others))


def _verdict(mistake: Mistake, texts: Texts) -> list[str]:
    reason = texts(REASONS[mistake.reason])
    return [
        texts("review-done", action=_action(mistake.done, texts)),
        texts("review-better", action=_action(mistake.better, texts), reason=reason),
        texts("review-cost", points=_points(mistake), percent=_percent(mistake.sureness)),
    ]


def _action(play: Play | None, texts: Texts) -> str:
    return texts("table-passed") if play is None else play_label(play, texts)


def _points(mistake: Mistake) -> str:
    rough = max(1, round(mistake.cost / _PARTNERS / _ROUGH)) * _ROUGH
    return number_text(rough)


def _percent(share: float) -> int:
    """A share in percent, which is 100 only where nothing is missing."""
    return 100 if share >= 1 else min(99, round(100 * share))


def _keyboard(finished: FinishedDeal, mistakes: Sequence[Mistake], page: int, texts: Texts) -> Keyboard:
    pages = tuple(
        tap_button(
            _NUMBERS[number],
            CallbackData(ButtonAction.REVIEW, arg=f"{finished.id}.{number}"),
            "primary" if number == page else None,
        )
        for number in range(len(mistakes))
    )
    replay = _replay_button(finished, mistakes[page], texts)
    return (pages, (replay,)) if len(mistakes) > 1 else ((replay,),)


def _replay_button(finished: FinishedDeal, mistake: Mistake | None, texts: Texts) -> Button:
    """To the replay, at the action before the mistake."""
    step = 0 if mistake is None else mistake.turn
    return tap_button(texts("button-replay"), CallbackData(ButtonAction.REPLAY, arg=f"{finished.id}.{step}+"))


def _review_button(deal_id: int, texts: Texts) -> Button:
    return tap_button(texts("button-review"), CallbackData(ButtonAction.REVIEW, arg=str(deal_id)))
