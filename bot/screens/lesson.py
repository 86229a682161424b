"""The first lesson as it is seen: what a step teaches, the table, the hand to tap through, and what was right."""

from dataclasses import replace
from typing import Final, NamedTuple

from bot.lesson.progress import SMALL_DEAL, Progress
from bot.lesson.small_deal import LEARNER, SmallDeal
from bot.lesson.steps import STEPS, Exercise, Question
from bot.locales import Texts, texts_for
from bot.screens.buttons import even_rows, tap_button
from bot.screens.cards import counts_text, key_text
from bot.screens.numbers import signed_text
from bot.screens.result import kind_text
from bot.screens.screen import Button, Keyboard, Screen
from bot.tables.state import Language
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import NO_CARDS, RANKS, Counts, Rank
from engine.deal import Played
from engine.errors import EngineError
from engine.plays import Play
from engine.reading import read
from engine.seats import Seat, turns_after
from engine.words.plays import reading_text

END: Final = "end"
"""The arg of `ButtonAction.LEARN` that ends the lesson."""
_MOST_RANKS: Final = 6
_SEAT_NAMES: Final = ("lesson-seat-you", "lesson-seat-next", "lesson-seat-partner", "lesson-seat-previous")


class _StepTexts(NamedTuple):
    """The texts of a step."""

    title: str
    text: str
    right: str
    other: str
    """For an answer that is not what the step asks for."""
    answers: tuple[str, ...] = ()


_STEPS: Final = {
    "runs": _StepTexts("lesson-runs-title", "lesson-runs-text", "lesson-runs-right", "lesson-runs-allowed"),
    "follow": _StepTexts("lesson-follow-title", "lesson-follow-text", "lesson-follow-right", "lesson-follow-allowed"),
    "bombs": _StepTexts("lesson-bombs-title", "lesson-bombs-text", "lesson-bombs-right", "lesson-bombs-allowed"),
    "chain": _StepTexts("lesson-chain-title", "lesson-chain-text", "lesson-chain-right", "lesson-chain-allowed"),
    "jokers": _StepTexts("lesson-jokers-title", "lesson-jokers-text", "lesson-jokers-right", "lesson-jokers-allowed"),
    "lead-for-partner": _StepTexts(
        "lesson-lead-for-partner-title",
        "lesson-lead-for-partner-text",
        "lesson-lead-for-partner-right",
        "lesson-lead-for-partner-allowed",
    ),
    "results": _StepTexts(
        "lesson-results-title",
        "lesson-results-text",
        "lesson-results-right",
        "lesson-results-wrong",
        ("lesson-results-answer-1", "lesson-results-answer-2", "lesson-results-answer-3"),
    ),
    "contribution": _StepTexts(
        "lesson-contribution-title",
        "lesson-contribution-text",
        "lesson-contribution-right",
        "lesson-contribution-wrong",
        ("lesson-contribution-answer-1", "lesson-contribution-answer-2", "lesson-contribution-answer-3"),
    ),
}


def lesson_screen(progress: Progress, language: Language) -> Screen:
    """A place in the lesson before it is solved, in the language of the learner."""
    texts = texts_for(language)
    if progress.step == SMALL_DEAL:
        return _small_deal_screen(progress, texts)
    step = STEPS[progress.step]
    if isinstance(step, Question):
        return _question_screen(progress, texts)
    return _exercise_screen(progress, step, texts)


def solved_screen(progress: Progress, language: Language) -> Screen:
    """Return what was right about a step, and the way to the next."""
    texts = texts_for(language)
    lines = [_heading(progress, texts), "", texts(_texts_of(progress).right)]
    return Screen("\n".join(lines), ((_button(texts("button-lesson-next"), progress.onward(), primary=True),),))


def ended_screen(language: Language) -> Screen:
    """The lesson was left, or is over."""
    return Screen(texts_for(language)("lesson-ended"))


def other_text(progress: Progress, texts: Texts) -> str:
    """Return why an answer is wrong, or why a play is allowed and yet not what the step asks for."""
    return texts(_texts_of(progress).other)


def selection_text(progress: Progress, texts: Texts) -> str:
    """Return what is selected and counts as, or that it is nothing yet; empty where nothing is selected."""
    if not any(progress.selected):
        return ""
    cards = counts_text(progress.selected, texts)
    try:
        reading = reading_text(read(progress.selected, _to_beat(progress)), texts)
    except EngineError:
        return texts("lesson-selected", cards=cards)
    return texts("lesson-selected-as", cards=cards, reading=reading)


def _texts_of(progress: Progress) -> _StepTexts:
    return _STEPS[STEPS[progress.step].name]


def _to_beat(progress: Progress) -> Play | None:
    if progress.step == SMALL_DEAL:
        return progress.small_deal.deal.to_beat
    step = STEPS[progress.step]
    return step.to_beat if isinstance(step, Exercise) else None


def _exercise_screen(progress: Progress, step: Exercise, texts: Texts) -> Screen:
    lines = [_heading(progress, texts), "", texts(_texts_of(progress).text), ""]
    if step.to_beat is None:
        lines.append(texts("lesson-you-lead"))
    else:
        shown = counts_text(step.to_beat.cards, texts)
        lines.append(texts("lesson-table", cards=shown, reading=reading_text(step.to_beat, texts)))
    lines += _selected_lines(progress, texts)
    return Screen("\n".join(lines), (*_hand_rows(progress, texts), _skipping(progress, texts)))


def _question_screen(progress: Progress, texts: Texts) -> Screen:
    lines = [_heading(progress, texts), "", texts(_texts_of(progress).text)]
    answers = tuple(
        _button(texts(answer), Progress(progress.step, answer=number))
        for number, answer in enumerate(_texts_of(progress).answers, 1)
    )
    return Screen("\n".join(lines), (answers, _skipping(progress, texts)))


def _small_deal_screen(progress: Progress, texts: Texts) -> Screen:
    small = progress.small_deal
    lines = [texts("lesson-deal-heading"), ""]
    if small.deal.is_over:
        lines += [*_seat_lines(small, texts), "", *_result_lines(small, texts)]
        again = _button(texts("button-lesson-again"), Progress(SMALL_DEAL))
        return Screen("\n".join(lines), ((again, _end_button(texts("button-lesson-done"), primary=True)),))
    if not progress.moves:
        lines += [texts("lesson-deal-text"), ""]
    lines += [*_seat_lines(small, texts), "", _turn_line(small, texts)]
    lines += _selected_lines(progress, texts)
    return Screen("\n".join(lines), (*_hand_rows(progress, texts), (_end_button(texts("button-lesson-end")),)))


def _seat_lines(small: SmallDeal, texts: Texts) -> list[str]:
    """Everybody but the learner in turn order: their cards, and what they have done since the learner's last move."""
    lines = []
    for seat in turns_after(LEARNER)[:-1]:
        hand = small.deal.hands[seat]
        cards = counts_text(hand, texts, falling=True) if any(hand) else texts("lesson-seat-out")
        line = texts("lesson-seat", who=_seat_text(seat, texts), cards=cards)
        done = [entry for entry in small.deal.log[small.answers_start :] if entry.seat == seat]
        if done:
            last = done[-1]
            act = counts_text(last.play.cards, texts) if isinstance(last, Played) else texts("lesson-passed")
            line = texts("lesson-seat-acted", seat=line, act=act)
        lines.append(line)
    return lines


def _turn_line(small: SmallDeal, texts: Texts) -> str:
    to_beat, by = small.deal.to_beat, small.deal.to_beat_by
    if to_beat is None or by is None:
        return texts("lesson-you-lead")
    return texts("lesson-beat", who=_seat_text(by, texts), reading=reading_text(to_beat, texts))


def _result_lines(small: SmallDeal, texts: Texts) -> list[str]:
    settlement = small.deal.settlement
    assert settlement is not None
    points = settlement.points[LEARNER]
    kind = kind_text(settlement.kind, texts)
    told = texts("lesson-deal-won" if points > 0 else "lesson-deal-lost", kind=kind, points=signed_text(points))
    return [told, texts("lesson-deal-end")]


def _seat_text(seat: Seat, texts: Texts) -> str:
    return texts(_SEAT_NAMES[seat])


def _selected_lines(progress: Progress, texts: Texts) -> list[str]:
    selected = selection_text(progress, texts)
    return [selected] if selected else []


def _hand_rows(progress: Progress, texts: Texts) -> Keyboard:
    """The ranks of the hand, then 出牌 and 不出 where it is allowed."""
    ranks = [
        _button(
            _rank_label(rank, progress, texts), _toggled(progress, rank), primary=bool(progress.selected[rank.slot])
        )
        for rank in reversed(RANKS)
        if progress.hand[rank.slot]
    ]
    to_beat = _to_beat(progress)
    acts = []
    if any(progress.selected):
        acts.append(_button(texts("button-play"), _acting(progress, progress.selected), primary=True))
    if to_beat is not None:
        acts.append(_button(texts("button-pass"), _acting(progress, NO_CARDS)))
    return (*even_rows(ranks, _MOST_RANKS), *((tuple(acts),) if acts else ()))


def _rank_label(rank: Rank, progress: Progress, texts: Texts) -> str:
    label = key_text(rank, texts)
    held, chosen = progress.hand[rank.slot], progress.selected[rank.slot]
    if chosen:
        return f"{label} {chosen}/{held}"
    return f"{label} ×{held}" if held > 1 else label


def _toggled(progress: Progress, rank: Rank) -> Progress:
    to_beat = _to_beat(progress)
    width = max(to_beat.counts_as) if to_beat is not None and not to_beat.is_bomb else 0
    return progress.toggled(rank, width)


def _acting(progress: Progress, cards: Counts) -> Progress:
    """The wish to play these cards, or to pass where there are none."""
    return replace(progress, acts=True, selected=cards)


def _heading(progress: Progress, texts: Texts) -> str:
    title = texts(_texts_of(progress).title)
    return texts("lesson-heading", number=progress.step + 1, steps=len(STEPS), title=title)


def _skipping(progress: Progress, texts: Texts) -> tuple[Button, ...]:
    return _button(texts("button-lesson-skip"), progress.onward()), _end_button(texts("button-lesson-end"))


def _end_button(text: str, *, primary: bool = False) -> Button:
    return tap_button(text, CallbackData(ButtonAction.LEARN, arg=END), "primary" if primary else None)


def _button(text: str, leads_to: Progress, *, primary: bool = False) -> Button:
    return tap_button(text, CallbackData(ButtonAction.LEARN, arg=leads_to.written()), "primary" if primary else None)
