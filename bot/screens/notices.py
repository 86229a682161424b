"""Messages that are told once: announcements to the group, reminders and news in private chats."""

from collections.abc import Sequence
from typing import Final

from bot.locales import Texts, texts_for
from bot.screens.people import html_person, html_title, seat_html
from bot.screens.screen import Button, Screen
from bot.screens.table import LAST_CARDS, may_complete_double_win, place_text
from bot.tables.state import AutopilotOff, AutopilotOn, Happening, Language, Playing, TableDeal
from engine.deal import Barred, Played, TrickEnded, WentOut
from storage import Autopilot

BIG_BOMB_PHASES: Final = 6
"""A bomb of so many phases is remarkable."""


def announcement(state: Playing, happenings: Sequence[Happening]) -> Screen | None:
    """The one message that an action is worth to the group, or None: somebody is barred, cannot be reached, has left,
    or is back; where the group wants to hear it `aloud`, also what the table message shows.

    托管 that somebody wished for is no news. A deal that has ended speaks through its result.
    """
    texts = texts_for(state.language)
    lines = [line for happening in happenings if (line := _line(happening, state.live, texts))]
    if state.options.aloud:
        told = (_aloud(happening, state.live, texts) for happening in happenings)
        lines = [*filter(None, told), *lines]
    return Screen("\n".join(lines)) if lines else None


def _aloud(happening: Happening, live: TableDeal, texts: Texts) -> str:
    """Say what is remarkable of the play itself: a big bomb, last cards (报单), somebody out, a lead for a partner."""
    match happening:
        case Played(seat, play):
            lines = []
            if play.is_bomb and play.phases >= BIG_BOMB_PHASES:
                lines.append(texts("notice-bomb", name=seat_html(live, seat, texts), phases=play.phases))
            left = sum(live.deal.hands[seat])
            if 0 < left <= LAST_CARDS < left + sum(play.cards):
                lines.append(texts("notice-last-cards", name=seat_html(live, seat, texts), number=left))
            return "\n".join(lines)
        case WentOut(seat, place):
            lines = [texts("notice-out", place=place_text(place, texts), name=seat_html(live, seat, texts))]
            if place == 1 and (partner := may_complete_double_win(live.deal.order)) is not None:
                lines.append(texts("table-nearly-double", name=seat_html(live, partner, texts)))
            return "\n".join(lines)
        case TrickEnded(winner, leader, inherited=True):
            name, other = seat_html(live, leader, texts), seat_html(live, winner, texts)
            return texts("table-inherited", leader=name, winner=other)
        case _:
            return ""


def _line(happening: Happening, live: TableDeal, texts: Texts) -> str:
    match happening:
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


def practice_text(language: Language) -> str:
    """Said once when a practice table opens. Plain, for the notice of a hand."""
    return texts_for(language)("notice-practice")
