"""Screens that only the owner of the bot reads: how it is doing, who plays where."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.locales import Texts, texts_for
from bot.screens.captions import TEXT_LIMIT, visible_length
from bot.screens.numbers import number_text
from bot.screens.people import html_person, html_title
from bot.screens.screen import Screen
from bot.tables.state import Language, Lobby, Playing, Result, TableState
from storage import Phase

TABLES_A_PAGE: Final = 12
"""Tables that fit into one message, whatever their people are called."""
_MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the bot: its version, seconds since it started, bytes of memory and of the database, tables by
    phase, what waits to be sent in how many chats, and whether new deals start.
    """

    version: str
    uptime: float
    memory: int
    database: int
    tables: Mapping[Phase, int]
    waiting: int
    chats: int
    accepts_deals: bool


def status_screen(status: Status, language: Language) -> Screen:
    """Return what /status answers."""
    texts = texts_for(language)
    text = texts(
        "owner-status",
        version=status.version,
        uptime=str(timedelta(seconds=int(status.uptime))),
        memory=number_text(status.memory // _MEGABYTE),
        database=number_text(status.database // _MEGABYTE),
        lobbies=status.tables.get(Phase.LOBBY, 0),
        deals=status.tables.get(Phase.DEAL, 0),
        results=status.tables.get(Phase.RESULT, 0),
        waiting=status.waiting,
        chats=status.chats,
    )
    return Screen(text if status.accepts_deals else f"{text}\n{texts('owner-status-resting')}")


def who_screen(tables: Sequence[TableState], titles: Mapping[int, str], page: int, language: Language) -> Screen:
    """A page (from 1) of the live tables with their people; `titles` are raw, by chat."""
    texts = texts_for(language)
    start, end = (page - 1) * TABLES_A_PAGE, page * TABLES_A_PAGE
    lines = [_table_line(state, titles.get(state.chat_id, ""), texts) for state in tables[start:end]]
    if len(tables) > end:
        lines.append(texts("owner-who-more", number=len(tables) - end, page=page + 1))
    return Screen("\n".join(lines) or texts("owner-who-none"))


def broadcast_screen(text: str, language: Language) -> Screen:
    """A word of the owner (raw) to somebody who plays; who it is from is left out where the text is that long."""
    message = html.escape(text, quote=False)
    signed = f"{texts_for(language)('owner-broadcast')}\n{message}"
    return Screen(signed if visible_length(signed) <= TEXT_LIMIT else message)


def _table_line(state: TableState, title: str, texts: Texts) -> str:
    number = str(state.latest.id) if state.latest is not None else ""
    match state:
        case Playing():
            phase = texts("owner-phase-deal", number=number)
        case Result():
            phase = texts("owner-phase-result", number=number)
        case Lobby():
            phase = texts("owner-phase-lobby")
    people = [html_person(person.name, texts, place) for place, person in enumerate(state.people, 1)]
    return texts(
        "owner-who",
        table=str(state.id),
        chat=texts("owner-practice") if state.practice else html_title(title, texts("rank-this-chat")),
        phase=phase,
        people=texts("list-separator").join(people),
    )
