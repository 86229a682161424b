"""Ending a table: the question to those who play, an administrator's confirmation, and what became of the deal."""

from enum import StrEnum, unique

from bot.locales import Texts, texts_for
from bot.screens.buttons import tap_button
from bot.screens.people import html_names, html_person
from bot.screens.screen import Button, Screen, Style
from bot.tables.ending import votes_missing
from bot.tables.seating import mapped
from bot.tables.state import Language, Person, Playing, TableState
from bot.telegram_api.callback_data import ButtonAction, CallbackData


@unique
class EndAnswer(StrEnum):
    """The answers to the question whether to end a table; the value is its argument."""

    AGREE = ""
    PLAY_ON = "0"
    AS_ADMIN = "a"
    NOT_AS_ADMIN = "k"


def end_vote_screen(state: TableState, reader: Person | None = None) -> Screen:
    """The question whether to end a table, with who has agreed: in the group, or for one of those who play."""
    texts = texts_for(reader.language if reader else state.language)
    votes = len(state.end_votes)
    if isinstance(state, Playing):
        lines = [texts("ending-question", number=str(state.live.id))]
    else:
        lines = [texts("ending-question-table")]
    agreed = texts("list-separator").join(_voters(state, texts))
    lines.append(texts("ending-agreed", names=agreed, votes=votes, needed=votes + votes_missing(state)))
    play_on = _button(state, EndAnswer.PLAY_ON, "button-play-on", texts)
    if reader is not None and reader.id in state.end_votes:
        return Screen("\n".join(lines), ((play_on,),))
    return Screen("\n".join(lines), ((_button(state, EndAnswer.AGREE, "button-vote-end", texts, "danger"), play_on),))


def end_declined_screen(decliner: str | None, language: Language) -> Screen:
    """Return what becomes of the question: somebody (raw name) plays on, or (None) not all have agreed in time."""
    texts = texts_for(language)
    if decliner is None:
        return Screen(texts("ending-lapsed"), silent=True)
    return Screen(texts("ending-declined", name=html_person(decliner, texts)), silent=True)


def end_question_screen(state: Playing) -> Screen:
    """For an administrator who does not play: whether they mean to end the deal."""
    texts = texts_for(state.language)
    yes = _button(state, EndAnswer.AS_ADMIN, "button-end-deal", texts, "danger")
    no = _button(state, EndAnswer.NOT_AS_ADMIN, "button-play-on", texts)
    return Screen(texts("ending-admin-question", number=str(state.live.id)), ((yes, no),), silent=True)


def void_deal_screen(
    number: int, language: Language, *, closed_by: str | None = None, all_agreed: bool = False
) -> Screen:
    """Tell the fate of the deal with this number, which was ended before it was over: by somebody (raw name), or
    because all have agreed.
    """
    texts = texts_for(language)
    if closed_by is not None:
        why = texts("ending-by", name=html_person(closed_by, texts))
    else:
        why = texts("ending-by-all" if all_agreed else "ending-by-nobody")
    return Screen(texts("ending-void", number=str(number), why=why))


def _voters(state: TableState, texts: Texts) -> list[str]:
    occupants = mapped(lambda chair: chair.occupant if chair else None, state.places)
    names = zip(html_names(occupants, texts), occupants, strict=True)
    return [name for name, one in names if isinstance(one, Person) and one.id in state.end_votes]


def _button(state: TableState, answer: EndAnswer, label: str, texts: Texts, style: Style | None = None) -> Button:
    tap = CallbackData(ButtonAction.END_VOTE, state.id, state.deal_number, arg=answer.value)
    return tap_button(texts(label), tap, style)
