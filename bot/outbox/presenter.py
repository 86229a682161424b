"""The stage on Telegram: what has happened at a table becomes screens, and the outbox makes the chats show them.

In the group: the lobby; for each deal an opening, one table message that is edited, and the result; somebody out of
cards or barred is a message of its own. In each private chat: one hand message. Whose turn it is gets it anew, so that
their phone rings, unless they have just been here.

Nothing is built here when it happens: the outbox is given how to build each screen, and does so from the newest state.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from cachetools import LRUCache

from bot.outbox import Build, Outbox, Slot
from bot.outbox.message_store import slot_name, slot_of
from bot.screens.hand import hand_screen
from bot.screens.lobby import lobby_closed_screen, lobby_screen
from bot.screens.notices import (
    announcement,
    muted_screen,
    practice_screen,
    reminder_text,
    removed_screen,
    restarted_screen,
    vote_screen,
)
from bot.screens.opening import opening_screen
from bot.screens.result import past_result_screen, result_screen
from bot.screens.screen import Screen
from bot.screens.table import table_screen
from bot.tables.clock import Clock
from bot.tables.state import HandedOver, Happening, LiveDeal, Person, TableState, TakenBack
from bot.tables.table import Table
from bot.tables.turn_clock import Timer
from engine.deal import Barred, DealEnded, Passed, Played, TimedOut, WentOut
from engine.players.hints import suggestions
from engine.plays import Play
from engine.seats import SEATS, Seat, partner_of
from storage import Phase

_KEPT: Final = 10_000
"""People whose last tap is remembered."""
STILL_HERE_SECONDS: Final = 20.0
"""Somebody who tapped so lately is looking: his turn comes by an edit, which rings nothing."""


class Presenter:
    """The stage of `bot.tables`, on Telegram.

    Args:
        outbox: shows and sends.
        clock: tells who has been here lately.
        bot_username: for links to the private chat.
        pictures: whether openings and results are drawn; hands are for those who want it.
    """

    def __init__(self, outbox: Outbox, clock: Clock, bot_username: str, *, pictures: bool) -> None:
        self._outbox = outbox
        self._clock = clock
        self._bot_username = bot_username
        self._pictures = pictures
        self._results: dict[int, tuple[Slot, Build]] = {}
        self._hands: dict[int, set[Slot]] = {}
        self._here = LRUCache[int, float](_KEPT)
        self._suggested: dict[int, tuple[int, int, tuple[Play, ...]]] = {}

    def is_here(self, person_id: int) -> None:
        """A person has just tapped or written in his private chat."""
        self._here[person_id] = self._clock.now()

    # What the table service says

    def show(self, table: Table, events: Sequence[Happening] = ()) -> None:
        """The table has changed; `events` is what the last action did."""
        state, live = table.state, table.state.live
        if live is not None and (state.phase is Phase.RESULT or _ends(events)):
            self._show_result(table, live, ended=_ends(events))
        if state.phase is Phase.LOBBY:
            self._end_result(state)
            self._outbox.show(_lobby(state), _of_now(table, lobby_screen), unsure=not events)
            for seat in SEATS if live is not None else ():
                self._show_hand(table, table.live, seat, unsure=not events)  # no more 再来一局 there
        if live is None or state.phase is not Phase.DEAL:
            return
        self._outbox.show(_deal(state, live), _of_now(table, table_screen), unsure=not events)
        told = announcement(state, events)
        if told is not None and not state.practice:
            self._outbox.say(state.chat_id, state.thread_id, told)
        for seat in self._touched(live, events):
            self._show_hand(table, live, seat, unsure=not events)
        if events and live.deal.to_act is not None:
            self._show_hand(table, live, live.deal.to_act, fresh=not self._looks_on(live, live.deal.to_act))

    def restored(self, table: Table, *, seconds: int) -> None:
        """The bot is back; whoever is to act has at least `seconds` more (0: nobody lost any time). Messages of the
        table that show nothing any more, and that a kill left as they were, lose their buttons.
        """
        state = table.state
        for chat_id in {state.chat_id, *(person.telegram_id for person in state.people)}:
            self._outbox.resume(chat_id)
        self.show(table)
        self._clear(table)
        if seconds:
            self._outbox.say(state.chat_id, state.thread_id, restarted_screen(seconds, state.language))

    def deal_begins(self, table: Table) -> None:
        """The cards are dealt."""
        state, live = table.state, table.live
        if state.id in self._results:
            self._end_result(state)
        elif not state.practice:
            self._outbox.close(_lobby(state), lambda: replace(lobby_screen(state), keyboard=()))
        if state.practice and live.number == 1:
            self._outbox.say(state.chat_id, None, practice_screen(state.language))
        opening = partial(
            opening_screen, state, bot_username="" if state.practice else self._bot_username, pictures=self._pictures
        )
        self._outbox.say(state.chat_id, state.thread_id, opening, key=f"opening:{live.id}")
        self._outbox.show(_deal(state, live), _of_now(table, table_screen), fresh=True)
        for slot in self._hands.pop(state.id, set()).difference(_hands(state, live)):
            self._outbox.forget(slot)  # of somebody who has left since the last deal
        for seat in SEATS:
            self._show_hand(table, live, seat, fresh=True)

    def show_hand(self, table: Table, person_id: int, notice: str = "", *, fresh: bool = False) -> None:
        """Only what one player has before him has changed; `notice` is a plain sentence about his last typed play."""
        live = table.state.live
        seat = live.seat_of(person_id) if live else None
        if live is not None and seat is not None:
            self._show_hand(table, live, seat, notice, fresh=fresh)

    def show_again(self, table: Table) -> None:
        """Somebody asked for the table where there is one: its message comes anew, at the end of the chat."""
        state, live = table.state, table.state.live
        if state.phase is Phase.LOBBY:
            self._outbox.show(_lobby(state), _of_now(table, lobby_screen), fresh=True)
        elif live is not None and state.phase is Phase.DEAL:
            self._outbox.show(_deal(state, live), _of_now(table, table_screen), fresh=True)
        elif live is not None and state.id in self._results:
            self._outbox.show(*self._results[state.id], fresh=True)

    def voted(self, table: Table, voter: str) -> None:
        """Somebody (his raw name) wants to end the table; the others may agree."""
        state = table.state
        self._outbox.say(state.chat_id, state.thread_id, vote_screen(state, voter))

    def removed(self, table: Table, chat_title: str) -> None:
        """The bot was removed from the group: the players hear of it in private."""
        for person in table.state.people:
            self._outbox.say(person.telegram_id, None, removed_screen(chat_title, person.language))

    def remind(self, table: Table, timer: Timer) -> None:
        """The seat to act has half its time, or ten seconds, left: his hand comes anew, so that his phone rings."""
        live = table.state.live
        seat = live.deal.to_act if live else None
        person = live.chairs[seat].person if live and seat is not None else None
        if live is None or seat is None or person is None or live.deadline is None:
            return
        left = max(1, round(live.deadline - self._clock.now()))
        notice = reminder_text(left, person.language, last=timer is Timer.LAST_SECONDS)
        self._show_hand(table, live, seat, notice, fresh=True)

    def muted(self, table: Table, chat_title: str) -> None:
        """The bot may not write in the group any more: the players hear of it in private, where the deal goes on."""
        for person in table.state.people:
            self._outbox.say(person.telegram_id, None, muted_screen(chat_title, person.language))

    def closed(self, table: Table, *, idle: bool, closed_by: str | None) -> None:
        """The table is gone."""
        state, live = table.state, table.state.live
        self._end_result(state)
        screen = partial(lobby_closed_screen, state, idle=idle, closed_by=closed_by)
        if live is None:
            self._outbox.close(_lobby(state), screen)
            return
        if live.deal.is_over:
            self._outbox.close(_lobby(state), screen)
        else:
            self._outbox.close(_deal(state, live), screen, fresh=True)  # news, and the table may be far above
        for hand in _hands(state, live):
            self._outbox.close(hand, None if not live.deal.is_over else screen)
        self._hands.pop(state.id, None)
        self._suggested.pop(state.id, None)

    # How it is shown

    def _show_hand(
        self,
        table: Table,
        live: LiveDeal,
        seat: Seat,
        notice: str = "",
        *,
        fresh: bool = False,
        unsure: bool = False,
    ) -> None:
        person = live.chairs[seat].person
        if person is None:
            return
        slot = _hand(table.state, person)
        self._hands.setdefault(table.state.id, set()).add(slot)
        build = _of_now(table, partial(self._hand_screen, table, seat, person.id, notice))
        self._outbox.show(slot, build, fresh=fresh, urgent=live.deal.to_act == seat, unsure=unsure)

    def _hand_screen(self, table: Table, seat: Seat, person_id: int, notice: str, state: TableState) -> Screen:
        live = state.live
        plays = self._suggestions(state.id, live, seat) if live is not None and live.deal.to_act == seat else ()
        screen = hand_screen(state, seat, table.hand(person_id), plays, notice)
        return screen if self._pictures else screen.plain

    def _suggestions(self, table_id: int, live: LiveDeal, seat: Seat) -> tuple[Play, ...]:
        """Return the one-tap plays of the seat to act, worked out once a turn."""
        known = self._suggested.get(table_id)
        if known is None or known[:2] != (live.id, live.turn):
            known = (live.id, live.turn, suggestions(live.deal.view(seat)))
            self._suggested[table_id] = known
        return known[2]

    def _looks_on(self, live: LiveDeal, seat: Seat) -> bool:
        """Whether the person at a seat has been here so lately that nothing need ring."""
        person = live.chairs[seat].person
        here = self._here.get(person.id) if person is not None else None
        return here is not None and self._clock.now() - here < STILL_HERE_SECONDS

    def _touched(self, live: LiveDeal, events: Sequence[Happening]) -> list[Seat]:
        """The seats whose hand messages an action changes: who acted, who is next, and a partner who looks on."""
        if not events:
            return list(SEATS)
        seats = {event.seat for event in events if isinstance(event, _OF_A_SEAT)}
        seats |= {partner_of(seat) for seat in seats if partner_of(seat) in live.deal.order}
        return sorted(seats - {live.deal.to_act})

    def _show_result(self, table: Table, live: LiveDeal, *, ended: bool) -> None:
        state = table.state
        slot = _result(state, live)
        build = _of_now(table, partial(result_screen, pictures=self._pictures))
        self._results[state.id] = slot, build
        if ended:
            self._end_deal(state, live)
        self._outbox.show(slot, build, fresh=ended, unsure=not ended)
        for seat in SEATS:
            self._show_hand(table, live, seat, unsure=not ended)

    def _end_deal(self, state: TableState, live: LiveDeal) -> None:
        """The table message shows the end of the deal, and no buttons."""
        self._outbox.close(_deal(state, live), lambda: replace(table_screen(state), keyboard=()))

    def _end_result(self, state: TableState) -> None:
        """The buttons of the last result have had their time, but for the one of its replay."""
        slot, build = self._results.pop(state.id, (None, None))
        if slot is not None and build is not None:
            self._outbox.close(slot, lambda: past_result_screen(build()))

    def _clear(self, table: Table) -> None:
        """See to messages on record that show nothing any more: the bot was killed before their buttons were gone."""
        state, live = table.state, table.state.live
        on_record, table.on_record = table.on_record, ()
        shown = _shown(state)
        for message in on_record:
            slot = slot_of(state.id, message, state.thread_id if message.chat_id == state.chat_id else None)
            if slot in shown:
                continue
            if live is not None and slot == _deal(state, live):
                self._end_deal(state, live)
            else:
                self._outbox.strip(slot)


_OF_A_SEAT: Final = (Played, Passed, TimedOut, Barred, WentOut, HandedOver, TakenBack)


def _of_now(table: Table, screen: Callable[[TableState], Screen]) -> Build:
    """Return how to build a screen of a table as it is then; as it is now, should it be in another phase or deal."""
    told = table.state

    def build() -> Screen:
        now = table.state
        return screen(now if (now.phase, _number(now)) == (told.phase, _number(told)) else told)

    return build


def _number(state: TableState) -> int:
    """Return the number of the deal a table plays, or played last; 0 before the first."""
    return state.live.number if state.live is not None else 0


def _ends(events: Sequence[Happening]) -> bool:
    return any(isinstance(event, DealEnded) for event in events)


def _lobby(state: TableState) -> Slot:
    return Slot(state.chat_id, state.thread_id, slot_name("lobby", state.id))


def _deal(state: TableState, live: LiveDeal) -> Slot:
    return Slot(state.chat_id, state.thread_id, slot_name("table", state.id, live.number))


def _hand(state: TableState, person: Person) -> Slot:
    return Slot(person.telegram_id, None, slot_name("hand", state.id))


def _hands(state: TableState, live: LiveDeal) -> tuple[Slot, ...]:
    return tuple(_hand(state, chair.person) for chair in live.chairs if chair.person is not None)


def _result(state: TableState, live: LiveDeal) -> Slot:
    return Slot(state.chat_id, state.thread_id, slot_name("result", state.id, live.number))


def _shown(state: TableState) -> set[Slot]:
    """The slots that show something of a table as it is."""
    live = state.live
    if live is None:
        return {_lobby(state)}
    in_chat = {Phase.LOBBY: _lobby(state), Phase.DEAL: _deal(state, live), Phase.RESULT: _result(state, live)}
    return {in_chat[state.phase], *_hands(state, live)}
