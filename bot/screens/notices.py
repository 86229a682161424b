"""Messages that are told once: announcements to the group, reminders and news in private chats."""

from collections.abc import Sequence

from bot.locales import Texts, texts_for
from bot.screens.people import html_person, html_title, seat_html
from bot.screens.screen import Button, Screen
from bot.screens.table import place_text
from bot.tables.state import AutopilotOff, AutopilotOn, Happening, Language, Playing, TableDeal
from engine.deal import Barred, WentOut
from storage import Autopilot


def announcement(state: Playing, happenings: Sequence[Happening]) -> Screen | None:
    """The one message that an action is worth to the group, or None: somebody is out of cards, is barred, cannot be
    reached, has left, or is back.

    托管 that somebody wished for is no news: the table message shows it. A deal that has ended speaks through its
    result.
    """
    texts = texts_for(state.language)
    lines = [line for happening in happenings if (line := _line(happening, state.live, texts))]
    return Screen("\n".join(lines)) if lines else None


def _line(happening: Happening, live: TableDeal, texts: Texts) -> str:
    match happening:
        case WentOut(seat, place):
            return texts("notice-out", place=place_text(place, texts), name=seat_html(live, seat, texts))
        case Barred(seat):
            return texts("notice-barred", name=seat_html(live, seat, texts))
        case AutopilotOn(seat, Autopilot.UNREACHABLE):
            return texts("notice-unreachable", name=seat_html(live, seat, texts))
        case AutopilotOn(seat, Autopilot.LEFT):
            return texts("notice-left", name=seat_html(live, seat, texts))
        case AutopilotOff(seat, Autopilot.UNREACHABLE | Autopilot.LEFT):
            return texts("notice-back", name=seat_html(live, seat, texts))
        case _:
            return ""


def reminder_text(seconds: int, language: Language, *, last: bool) -> str:
    """Half a player's time is gone, or (`last`) only a few seconds are left. Plain, for the notice of their hand."""
    return texts_for(language)("notice-last-seconds" if last else "notice-half-time", seconds=seconds)


def table_opened_screen(chat_title: str, host: str, url: str, language: Language) -> Screen:
    """For people who asked to be told: a table has opened. Title and name are raw; `url` leads to the lobby."""
    texts = texts_for(language)
    chat = html_title(chat_title, texts("rank-this-chat"))
    text = texts("notice-table-opened", chat=chat, host=html_person(host, texts))
    return Screen(text, ((Button(texts("button-to-table"), url=url, style="primary"),),) if url else ())


def restarted_screen(seconds: int, language: Language) -> Screen:
    """The bot is back, and the deal goes on; whoever is to act has at least `seconds`."""
    return Screen(texts_for(language)("notice-restarted", seconds=seconds), silent=True)


def maintenance_screen(language: Language, *, over: bool = False) -> Screen:
    """No new deals for a while, or again."""
    return Screen(texts_for(language)("notice-maintenance-over" if over else "notice-maintenance"), silent=True)


def muted_screen(chat_title: str, language: Language) -> Screen:
    """For the players, in private: the bot may not write in their group, and the deal waits."""
    texts = texts_for(language)
    return Screen(texts("notice-no-rights", chat=html_title(chat_title, texts("rank-this-chat"))))


def removed_screen(chat_title: str, language: Language, *, plays_on: bool = False) -> Screen:
    """For the players, in private: the bot was removed from their group; a deal that counts is played to its end."""
    texts = texts_for(language)
    chat = html_title(chat_title, texts("rank-this-chat"))
    return Screen(texts("notice-kicked-in-deal" if plays_on else "notice-kicked", chat=chat))


def practice_screen(language: Language) -> Screen:
    """Said once when a practice table opens."""
    return Screen(texts_for(language)("notice-practice"), silent=True)
