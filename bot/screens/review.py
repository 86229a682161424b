"""A deal looked at again: what its player knew, what they did, and what would have been better."""

from collections.abc import Sequence
from typing import Final

from bot.locales import Texts, texts_for
from bot.pictures.deck import DeckColours
from bot.pictures.models import HandPicture, Sorting
from bot.review.reviewer import Mistake, Reviewed
from bot.screens.buttons import tap_button
from bot.screens.captions import with_picture
from bot.screens.cards import hand_lines, play_label
from bot.screens.hand import REASONS
from bot.screens.numbers import number_text
from bot.screens.people import PARTNER_MARK, seat_html
from bot.screens.screen import Button, Keyboard, Screen
from bot.screens.table import place_text
from bot.tables.state import FinishedDeal, Language, Person
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.plays import Play
from engine.seats import partner_of, turns_after
from engine.tracking import left_cards, take
from engine.words.plays import reading_text

_PARTNERS: Final = 2
"""Points of a review are those of both; a player gets half."""
_ROUGH: Final = 10
"""Points are rounded to so many: they are an estimate."""
_NUMBERS: Final = "①②③"
MARK: Final = "❗"


def progress_screen(deal_id: int, done: int, number: int, language: Language) -> Screen:
    """Shown while a review is worked out: `done` decisions of `number`."""
    texts = texts_for(language)
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
    view = mistake.view
    cards = left_cards(finished.dealt.seated_hands[view.seat], view.hand)
    lines += [*_position(finished, mistake, texts), "", *_verdict(mistake, texts)]
    keyboard = _keyboard(finished, reviewed.mistakes, page, texts)
    screen = Screen("\n".join(lines), keyboard, silent=True)
    written = hand_lines(cards, texts, by_count=person.sort_by_count)
    if not person.pictures:
        return Screen(f"{screen.text}\n\n{written}", keyboard, silent=True)
    chosen = () if mistake.done is None else take(cards, mistake.done.cards)[0]
    picture = HandPicture(
        cards=tuple(card.notation for card in cards),
        selected=tuple(card.notation for card in chosen),
        sorting=Sorting.BY_COUNT if person.sort_by_count else Sorting.BY_RANK,
        colours=DeckColours.FOUR if person.four_colours else DeckColours.TWO,
    )
    screen = Screen(screen.text, keyboard, silent=True, alone=f"{screen.text}\n\n{written}")
    return with_picture(screen, picture)


def mark_line(mistake: Mistake, texts: Texts) -> str:
    """The line under a step of the replay that a review calls a mistake."""
    return texts("review-mark", better=_action(mistake.better, texts), points=_points(mistake))


def _heading(finished: FinishedDeal, reviewed: Reviewed, texts: Texts) -> str:
    heading = texts("review-heading", deal=str(finished.id), percent=_percent(reviewed.accuracy))
    if reviewed.table is None:
        return heading
    return heading + texts("review-table", percent=_percent(reviewed.table))


def _position(finished: FinishedDeal, mistake: Mistake, texts: Texts) -> list[str]:
    """What the player saw: their turn, what lay there, and who held how many cards."""
    view = mistake.view
    lines = [texts("review-turn", turn=mistake.turn + 1, number=sum(view.hand))]
    if view.to_beat is None or view.to_beat_by is None:
        lines.append(texts("review-lead"))
    else:
        name = seat_html(finished, view.to_beat_by, texts)
        lines.append(texts("review-follow", name=name, play=reading_text(view.to_beat, texts)))
    others = []
    for seat in turns_after(view.seat)[:-1]:
        who = (PARTNER_MARK if seat == partner_of(view.seat) else "") + seat_html(finished, seat, texts)
        if seat in view.order:
            others.append(f"{who} {place_text(view.order.index(seat) + 1, texts)}")
        else:
            others.append(f"{who} {view.cards_left[seat]}")
    return [*lines, texts("review-left", others=" · ".join(others))]


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
