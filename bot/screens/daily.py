"""The deal of the day 每日一局: before it, after it, and the line that a group gets."""

import html
from dataclasses import dataclass
from typing import Final

from bot.locales import Texts, texts_for
from bot.screens.buttons import tap_button
from bot.screens.numbers import signed_text
from bot.screens.people import html_person, html_title
from bot.screens.screen import Button, Keyboard, Screen, folded
from bot.screens.table import MEDALS, action_text
from bot.screens.times import day_html
from bot.tables.state import Language
from bot.tables.view import Shown
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.daily import DAILY_RULES

PLAY: Final = "play"
SHOW: Final = "show"
"""args of `ButtonAction.DAILY`, before a dot and the day."""
_SECONDS_A_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class PastDay:
    """A day that is over: its deal may be recomputed."""

    day: str
    server_seed: bytes
    commitment: str


@dataclass(frozen=True, slots=True)
class DailyIntro:
    """The introduction that somebody sees before they play the deal of a day."""

    day: str
    ends: float
    """The end of the day, in seconds since the epoch."""
    commitment: str
    next_commitment: str
    """Of tomorrow's deal; empty while it is not chosen."""
    streak: int
    past: PastDay | None


@dataclass(frozen=True, slots=True)
class DailyPlace:
    """A place among people who have played; `chat_title` is raw, None for all of them."""

    chat_title: str | None
    place: int
    of: int


@dataclass(frozen=True, slots=True)
class Parting:
    """The place where somebody (by their raw name) first did something else than the reader."""

    name: str
    place: int
    points: int
    number: int | None
    """The number of the action, from 1; None where they did all the same."""
    own: Shown | None
    theirs: Shown | None


@dataclass(frozen=True, slots=True)
class DailyStanding:
    """The standing of somebody who has played the deal of a day."""

    day: str
    ends: float
    is_over: bool
    deal_id: int
    points: int
    median: int
    best: int
    places: tuple[DailyPlace, ...]
    """Over all first, then in each of their groups."""
    par: tuple[int, int, int] | None
    """How often computers had played it, their median and their best."""
    streak: int
    partings: tuple[Parting, ...]


@dataclass(frozen=True, slots=True)
class DailyLine:
    """The line that a group hears of a day that is over."""

    day: str
    players: int
    """People of the group who have played."""
    best: tuple[tuple[str, int], ...]
    """At most three, raw name and points."""
    median: int | None
    """Of all who have played anywhere."""


def daily_begins_text(day: str, language: Language) -> str:
    """Said as the deal begins. Plain, for the notice of the hand."""
    return texts_for(language)("daily-begins", day=day)


def daily_intro_screen(intro: DailyIntro, language: Language) -> Screen:
    """Return what the deal of the day is, with the button that begins it."""
    texts = texts_for(language)
    minutes = DAILY_RULES.turn_seconds // _SECONDS_A_MINUTE
    lines = [texts("daily-heading", day=intro.day), "", texts("daily-about", minutes=minutes)]
    lines.append(texts("daily-until", time=day_html(intro.ends)))
    if intro.streak:
        lines.append(texts("daily-streak", number=intro.streak))
    sealed = [texts("daily-sealed-today", commitment=intro.commitment)]
    if intro.next_commitment:
        sealed.append(texts("daily-sealed-tomorrow", commitment=intro.next_commitment))
    if intro.past is not None:
        sealed.append(_past_text(intro.past, texts))
    lines += ["", folded("\n".join(sealed))]
    begin = tap_button(
        texts("button-daily-begin"), CallbackData(ButtonAction.DAILY, arg=f"{PLAY}.{intro.day}"), "primary"
    )
    return Screen("\n".join(lines), ((begin,),))


def daily_standing_screen(standing: DailyStanding, language: Language) -> Screen:
    """Return how somebody stands in the deal of a day, and who played what where it parted."""
    texts = texts_for(language)
    lines = [
        texts("daily-heading", day=standing.day),
        "",
        texts("daily-points", points=signed_text(standing.points)),
        texts("daily-field", median=signed_text(standing.median), best=signed_text(standing.best)),
    ]
    for place in standing.places:
        where = (
            texts("daily-all") if place.chat_title is None else html_title(place.chat_title, texts("rank-this-chat"))
        )
        lines.append(texts("daily-place", where=where, place=place.place, of=place.of))
    if standing.par is not None:
        times, median, best = standing.par
        lines.append(texts("daily-par", times=times, median=signed_text(median), best=signed_text(best)))
    if standing.streak:
        lines.append(texts("daily-streak", number=standing.streak))
    if standing.partings:
        told = "\n".join(_parting_text(parting, texts) for parting in standing.partings)
        lines += ["", texts("daily-partings"), f"<tg-spoiler>{told}</tg-spoiler>"]
    if not standing.is_over:
        lines += ["", texts("daily-until", time=day_html(standing.ends))]
    return Screen("\n".join(lines), _standing_keyboard(standing, texts), silent=True)


def daily_line_screen(line: DailyLine, url: str, language: Language) -> Screen:
    """One line for a group at the end of a day; `url` leads to the deal of the next in private."""
    texts = texts_for(language)
    if line.best:
        best = texts("list-separator").join(
            texts(
                "daily-best", medal=MEDALS[place], name=html_person(name, texts, place + 1), points=signed_text(points)
            )
            for place, (name, points) in enumerate(line.best)
        )
        text = texts("daily-line", day=line.day, players=line.players, best=best)
    else:
        text = texts("daily-line-nobody", day=line.day)
    if line.median is not None:
        text += texts("daily-line-median", median=signed_text(line.median))
    return Screen(text, ((Button(texts("button-daily-play"), url=url, style="primary"),),), silent=True)


def _standing_keyboard(standing: DailyStanding, texts: Texts) -> Keyboard:
    replay = tap_button(texts("button-replay"), CallbackData(ButtonAction.REPLAY, arg=str(standing.deal_id)))
    again = tap_button(
        texts("button-daily-refresh"), CallbackData(ButtonAction.DAILY, arg=f"{SHOW}.{standing.day}"), "primary"
    )
    return ((again, replay),)


def _past_text(past: PastDay, texts: Texts) -> str:
    command = f"python -m engine verify --server-seed {past.server_seed.hex()} --commitment {past.commitment} --deal 1"
    return texts("daily-opened", day=past.day, seed=past.server_seed.hex(), command=html.escape(command))


def _parting_text(parting: Parting, texts: Texts) -> str:
    name = html_person(parting.name, texts, parting.place)
    points = signed_text(parting.points)
    if parting.number is None:
        return texts("daily-same", place=parting.place, name=name, points=points)
    return texts(
        "daily-parting",
        place=parting.place,
        name=name,
        points=points,
        number=parting.number,
        theirs=_shown_text(parting.theirs, texts),
        own=_shown_text(parting.own, texts),
    )


def _shown_text(shown: Shown | None, texts: Texts) -> str:
    return texts("daily-nothing") if shown is None else action_text(shown.entry, shown.cards, texts)
