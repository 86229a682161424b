"""The stage on Telegram: what has happened at a table becomes screens, and the outbox makes the chats show them.

In the group: the lobby; for each deal one message that is the opening and becomes the table, and the result. In each
private chat: one hand message, which at a practice table is all there is. Whose turn it is gets it anew, so that their
phone rings, unless they have just been here.

Nothing is built here when it happens: the outbox is given how to build each screen, and does so from the newest state.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from cachetools import LRUCache

from bot.outbox import Build, EphemeralSlot, Outbox, Slot
from bot.outbox.app_front import EDIT_SECONDS, AppFront
from bot.outbox.message_store import slot_name, slot_of
from bot.screens.daily import daily_begins_text
from bot.screens.ending import end_declined_screen, end_vote_screen, void_deal_screen
from bot.screens.hand import hand_screen
from bot.screens.lobby import lobby_closed_screen, lobby_screen
from bot.screens.notices import (
    announcement,
    muted_screen,
    practice_text,
    reminder_text,
    removed_screen,
    restarted_screen,
)
from bot.screens.result import past_result_screen, result_screen
from bot.screens.screen import Screen
from bot.screens.table import table_screen, with_hand_here
from bot.tables.clock import Clock
from bot.tables.ending import counts
from bot.tables.state import (
    AutopilotOff,
    AutopilotOn,
    BetweenDeals,
    FinishedDeal,
    Happening,
    Language,
    Lobby,
    Person,
    Playing,
    Result,
    TableDeal,
    TableState,
)
from bot.tables.table import Table
from bot.tables.turn_clock import Timer
from bot.tables.view import SeatView, public_view, seat_view
from engine.deal import Barred, DealEnded, Passed, Played, TimedOut, WentOut
from engine.players.hints import suggestions
from engine.plays import Play
from engine.seats import SEATS, Seat

_KEPT: Final = 10_000
"""People whose last tap is remembered."""
SINKS_AFTER: Final = 8
"""With more messages than that below it, the table comes down to the end of the chat at a new trick."""
STILL_HERE_SECONDS: Final = 60.0
"""Somebody who tapped so lately is looking: their turn comes by an edit, which rings nothing, and moves nothing under
their thumb."""
HERE_IN_GROUP_SECONDS: Final = 20.0
"""The same for those who play in the group, where what they look at is soon above what others write."""


class Presenter:
    """The stage of `bot.tables`, on Telegram.

    Args:
        outbox: shows and sends.
        clock: tells who has been here lately.
        bot_username: for links to the private chat.
        pictures: whether openings and results are drawn; hands are for those who want it.
        app: the Mini App, where there is one.
    """

    def __init__(
        self, outbox: Outbox, clock: Clock, bot_username: str, *, pictures: bool, app: AppFront | None = None
    ) -> None:
        self._outbox = outbox
        self._clock = clock
        self._bot_username = bot_username
        self._pictures = pictures
        self._app = app
        self._due: set[int] = set()
        """Tables whose message will be edited for people who all have the app open."""
        self._results: dict[int, tuple[Slot, Build]] = {}
        self._hands: dict[int, set[Slot]] = {}
        self._in_private: dict[int, set[int]] = {}
        self._here = LRUCache[int, float](_KEPT)
        self._asked_to_end: dict[int, list[tuple[Slot, Language]]] = {}
        self._edited: dict[int, tuple[int, int]] = {}
        """By table, the deal and turn that began with an edit, which rang nobody."""
        self._suggested: dict[int, tuple[int, int, tuple[Play, ...]]] = {}

    def is_here(self, person_id: int) -> None:
        """A person has just tapped or written in their private chat."""
        self._here[person_id] = self._clock.now()

    def left_app(self, table: Table, person_id: int) -> None:
        """Somebody has closed the app, or was not heard of any more: if they are waited for, their hand comes here."""
        state = table.state
        if isinstance(state, Playing) and state.live.seat_of(person_id) == state.live.to_act:
            self._show_hand(table, state.live, state.live.to_act, fresh=True)

    # What the table service says

    def show(self, table: Table, events: Sequence[Happening] = ()) -> None:
        """The table has changed; `events` is what the last action did."""
        state = table.state
        self._show_end_vote(table, unsure=not events)
        if isinstance(state, Playing):
            self._show_deal(table, state, events)
            return
        ended = any(isinstance(event, DealEnded) for event in events)
        if state.latest is not None and (isinstance(state, Result) or ended):
            self._show_result(table, state, state.latest, ended=ended)
        if isinstance(state, Lobby) and not state.daily:  # which has no other deal, and closes next
            self._end_result(state)
            self._outbox.show(_lobby(state), _of_now(table, state, self._lobby_screen), unsure=not events)
            self._show_hands(table, unsure=not events)  # no more 再来一局 there

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
        state = table.state
        if not isinstance(state, Playing):
            return
        live = state.live
        self._show_end_vote(table, unsure=False)
        if state.id in self._results:
            self._end_result(state)
        elif not state.practice:
            self._outbox.close(_lobby(state), lambda: replace(lobby_screen(state), keyboard=()))
        if not state.practice:
            self._outbox.show(_deal(state, live), _of_now(table, state, self._deal_screen), fresh=True)
        for slot in self._hands.pop(state.id, set()).difference(_hands(state, live)):
            self._outbox.forget(slot)  # of somebody who has left since the last deal
        notice = ""
        if state.daily:
            notice = daily_begins_text(state.daily, state.language)
        elif state.practice and live.number == 1:
            notice = practice_text(state.language)
        self._show_hands(table, notice, fresh=True)

    def show_hand(self, table: Table, person_id: int, notice: str = "", *, fresh: bool = False) -> None:
        """Only what one player has before them has changed; `notice` is a plain sentence about their last typed
        play.
        """
        deal = table.state.latest
        seat = deal.seat_of(person_id) if deal else None
        if deal is not None and seat is not None:
            if fresh:
                self._in_private.setdefault(table.state.id, set()).add(person_id)
            self._show_hand(table, deal, seat, notice, fresh=fresh, asked=True)

    def show_again(self, table: Table) -> None:
        """Somebody asked for the table where there is one: its message comes anew, at the end of the chat."""
        match table.state:
            case Lobby() as state:
                self._outbox.show(_lobby(state), _silent(_of_now(table, state, self._lobby_screen)), fresh=True)
            case Playing() as state if state.practice:
                self._show_hands(table, fresh=True)
            case Playing() as state:
                build = _of_now(table, state, self._deal_screen)
                self._outbox.show(_deal(state, state.live), _silent(build), fresh=True)
            case Result() as state if state.id in self._results:
                slot, result = self._results[state.id]
                self._outbox.show(slot, _silent(result), fresh=True)

    def declined(self, table: Table, decliner: str) -> None:
        """Somebody (their raw name) plays on, where others wanted to end the table."""
        self._end_end_vote(table.state.id, lambda language: end_declined_screen(decliner, language))
        self.show(table)

    def removed(self, table: Table, chat_title: str) -> None:
        """The bot was removed from the group: the players hear of it in private."""
        for person in table.state.people:
            screen = removed_screen(chat_title, person.language, plays_on=counts(table.state))
            self._outbox.say(person.telegram_id, None, screen)

    def remind(self, table: Table, timer: Timer) -> None:
        """The seat to act has used a part of its time. Nothing moves under a thumb: reminders are edits. Only who got
        their turn as an edit, and has touched nothing since, is rung once by a fresh message.
        """
        if not isinstance(table.state, Playing):
            return
        live = table.state.live
        person = live.chairs[live.to_act].person
        if person is None or live.deadline is None:
            return
        if timer is Timer.RING:
            begun = live.deadline - live.deal.rules.turn_seconds
            edited = self._edited.get(table.state.id) == (live.id, live.turn)
            if edited and self._here.get(person.id, begun) <= begun:
                del self._edited[table.state.id]
                self._show_hand(table, live, live.to_act, fresh=True)
                if self._is_rung_by_table(table.state):
                    build = _of_now(table, table.state, self._deal_screen)
                    self._outbox.show(_deal(table.state, live), build, fresh=True)
            return
        left = max(1, round(live.deadline - self._clock.now()))
        notice = reminder_text(left, person.language, last=timer is Timer.LAST_SECONDS)
        self._show_hand(table, live, live.to_act, notice)

    def muted(self, table: Table, chat_title: str) -> None:
        """The bot may not write in the group any more: the players hear of it in private, where the deal goes on."""
        for person in table.state.people:
            self._outbox.say(person.telegram_id, None, muted_screen(chat_title, person.language))

    def closed(self, table: Table, *, idle: bool, closed_by: str | None) -> None:
        """The table is gone."""
        state = table.state
        self._end_result(state)
        self._end_end_vote(state.id, None)
        if isinstance(state, Playing):
            self._close_deal(state, closed_by)
        elif not state.daily:
            self._outbox.close(_lobby(state), partial(lobby_closed_screen, state, idle=idle, closed_by=closed_by))
            if state.latest is not None and not state.practice:
                self._keep_results(table, state.latest)
        self._leave_group(state, state.latest)
        self._hands.pop(state.id, None)
        self._in_private.pop(state.id, None)
        self._suggested.pop(state.id, None)
        self._edited.pop(state.id, None)

    # How it is shown

    def _keep_results(self, table: Table, deal: TableDeal) -> None:
        """Leave the result of the last deal with everybody who played it, without buttons."""
        for seat, chair in enumerate(deal.chairs):
            if chair.person is not None and not self._is_only_in_group(table.state, chair.person):
                screen = partial(self._hand_screen, table, deal, seat, chair.person, "", table.state)
                self._outbox.close(_hand(table.state, chair.person), partial(_without_buttons, screen))

    def _close_deal(self, state: Playing, closed_by: str | None) -> None:
        """A deal is void: that is news, in the group, where its table may be far above, and for everybody who plays."""
        void = partial(void_deal_screen, state.live.id, closed_by=closed_by, all_agreed=bool(state.end_votes))
        if state.practice:
            for slot in _hands(state, state.live):
                self._outbox.close(slot, partial(lobby_closed_screen, state, closed_by=closed_by), fresh=True)
            return
        self._outbox.close(_deal(state, state.live), partial(void, language=state.language), fresh=True)
        for person in state.people:
            if self._is_only_in_group(state, person):
                self._outbox.close(_hand(state, person))
            else:
                self._outbox.close(_hand(state, person), partial(void, language=person.language), fresh=True)

    def _show_end_vote(self, table: Table, *, unsure: bool) -> None:
        """Those who may end the table together are asked: in the group, and in a deal in private too."""
        state = table.state
        if not state.end_votes or state.practice:
            self._end_end_vote(state.id, lambda language: end_declined_screen(None, language))
            return
        asked = [(_end_vote(state, state.chat_id, state.thread_id), state.language)]
        self._outbox.show(asked[0][0], _of_now(table, state, end_vote_screen), unsure=unsure)
        for person in state.people if isinstance(state, Playing) else ():
            if self._is_only_in_group(state, person):
                continue
            asked.append((_end_vote(state, person.telegram_id), person.language))
            build = _of_now(table, state, partial(end_vote_screen, reader=person))
            self._outbox.show(asked[-1][0], build, unsure=unsure)
        self._asked_to_end[state.id] = asked

    def _end_end_vote(self, table_id: int, screen: Callable[[Language], Screen] | None) -> None:
        """Nobody is asked any more; what the question becomes, in a language, or None where it goes."""
        for slot, language in self._asked_to_end.pop(table_id, ()):
            self._outbox.close(slot, partial(screen, language) if screen is not None else None)

    def _is_only_in_group(self, state: TableState, person: Person) -> bool:
        """Whether nothing of a table is told to somebody in private."""
        return self._lives_in_group(state, person) and person.id not in self._in_private.get(state.id, ())

    def _show_deal(self, table: Table, state: Playing, events: Sequence[Happening]) -> None:
        live = state.live
        # where only who plays for whom has changed, nobody's turn began
        goes_on = not all(isinstance(event, AutopilotOn | AutopilotOff) for event in events)
        looks_on = self._looks_on(state, live.to_act)
        all_in_app = bool(events) and self._app is not None and self._app.are_here(state)
        if all_in_app:
            self._show_table_soon(table, state)
        elif not state.practice:
            rings = goes_on and not looks_on and self._is_rung_by_table(state)
            build = _of_now(table, state, self._deal_screen)
            sinks_after = SINKS_AFTER if live.deal.to_beat is None else None
            self._outbox.show(_deal(state, live), build, fresh=rings, unsure=not events, sinks_after=sinks_after)
        told = announcement(state, events)
        if told is not None and not state.practice and not all_in_app:
            self._outbox.say(state.chat_id, state.thread_id, told)
        touched = {event.seat for event in events if isinstance(event, _OF_A_SEAT)}
        for seat in SEATS:  # the hand of who waits says what lies on the table
            if seat != live.to_act or not events:
                self._show_hand(table, live, seat, unsure=not events, looks=bool(events) and seat not in touched)
        if events:
            if looks_on:
                self._edited[state.id] = live.id, live.turn
            self._show_hand(table, live, live.to_act, fresh=goes_on and not looks_on)

    def _show_hands(self, table: Table, notice: str = "", *, fresh: bool = False, unsure: bool = False) -> None:
        deal = table.state.latest
        for seat in SEATS if deal is not None else ():
            self._show_hand(table, table.latest, seat, notice, fresh=fresh, unsure=unsure)

    def _show_hand(
        self,
        table: Table,
        deal: TableDeal,
        seat: Seat,
        notice: str = "",
        *,
        fresh: bool = False,
        unsure: bool = False,
        asked: bool = False,
        looks: bool = False,
    ) -> None:
        """Show a hand where it lives. Whoever only `looks` on has the message of the table above their hand in the
        group, whose calls are few; their hand there is left as it is.
        """
        person = deal.chairs[seat].person
        if person is None or (self._app is not None and self._app.is_here(person.id) and not (fresh and asked)):
            return
        to_act = deal.deal.to_act == seat
        lives_in_group = self._lives_in_group(table.state, person)
        if (isinstance(table.state, Playing) and not looks) and (
            lives_in_group or self._outbox.is_alone(group_hand(table.state, person))
        ):
            build = _of_now(table, table.state, partial(self._hand_screen, table, deal, seat, person, notice))
            alone = group_hand(table.state, person)
            self._outbox.show_alone(alone, build, fresh=fresh, urgent=to_act or asked)
        if self._is_only_in_group(table.state, person):
            return
        slot = _hand(table.state, person)
        self._hands.setdefault(table.state.id, set()).add(slot)
        build = _of_now(table, table.state, partial(self._private_hand_screen, table, deal, seat, person, notice))
        self._outbox.show(slot, build, fresh=fresh, urgent=to_act, spare=looks, unsure=unsure)

    def _hand_screen(
        self, table: Table, told: TableDeal, seat: Seat, person: Person, notice: str, state: TableState
    ) -> Screen:
        deal = state.latest or told
        view = seat_view(state, deal, seat, table.hand(person.id))
        plays = self._suggestions(view) if view.is_to_act and not view.selection.more_open else ()
        screen = hand_screen(view, plays, notice)
        return screen if self._pictures else screen.plain

    def _private_hand_screen(
        self, table: Table, told: TableDeal, seat: Seat, person: Person, notice: str, state: TableState
    ) -> Screen:
        """The hand in the private chat, from where the app opens."""
        screen = self._hand_screen(table, told, seat, person, notice, state)
        if self._app is None or not isinstance(state, Playing):
            return screen
        return self._app.with_hand_button(screen, person.language)

    def _show_table_soon(self, table: Table, state: Playing) -> None:
        """Everybody looks at the app: the table message follows at leisure."""
        if state.id in self._due:
            return
        self._due.add(state.id)

        def show() -> None:
            self._due.discard(state.id)
            if not table.is_closed and isinstance(table.state, Playing):
                now = table.state
                self._outbox.show(_deal(now, now.live), _of_now(table, now, self._deal_screen))

        self._clock.call_later(EDIT_SECONDS, show)

    def _lobby_screen(self, state: Lobby) -> Screen:
        screen = lobby_screen(state)
        return screen if self._app is None else self._app.with_table_button(screen, state)

    def _deal_screen(self, state: Playing) -> Screen:
        """The table message, from where the app opens; it says where the hand is, where whoever is to act plays in the
        group.
        """
        view, person = public_view(state, state.live), self._plays_here(state)
        screen = table_screen(view)
        if person is not None:
            screen = with_hand_here(screen, view, person)
        return screen if self._app is None else self._app.with_table_button(screen, state)

    def _plays_here(self, state: Playing) -> Person | None:
        """The person to act, if they play in the group."""
        seat = state.live.deal.to_act
        chair = state.live.chairs[seat] if seat is not None else None
        if chair is None or chair.person is None or chair.plays_itself:
            return None
        return chair.person if self._lives_in_group(state, chair.person) else None

    def _lives_in_group(self, state: TableState, person: Person) -> bool:
        """Whether somebody plays in the group, because they want to or because the bot cannot write to them."""
        return person.plays_in_group and not state.practice and self._outbox.has_ephemeral

    def _leave_group(self, state: TableState, deal: TableDeal | None) -> None:
        """The hands of a deal that were shown in the group go: the next ones come anew."""
        for chair in deal.chairs if deal is not None else ():
            if chair.person is not None:
                self._outbox.close_alone(group_hand(state, chair.person))

    def _suggestions(self, view: SeatView) -> tuple[Play, ...]:
        """Return the one-tap plays of the seat to act; without a selection they are worked out once a turn."""
        if any(view.selection.selected):
            return suggestions(view.own, holding=view.selection.selected)
        known, key = self._suggested.get(view.public.table_id), (view.public.deal_id, view.public.turn)
        if known is None or known[:2] != key:
            known = (*key, suggestions(view.own))
            self._suggested[view.public.table_id] = known
        return known[2]

    def _looks_on(self, state: Playing, seat: Seat) -> bool:
        """Whether the person at a seat has been here so lately that nothing need ring."""
        person = state.live.chairs[seat].person
        here = self._here.get(person.id) if person is not None else None
        if person is None or here is None:
            return False
        seconds = HERE_IN_GROUP_SECONDS if self._lives_in_group(state, person) else STILL_HERE_SECONDS
        return self._clock.now() - here < seconds

    def _is_rung_by_table(self, state: Playing) -> bool:
        """Whether the message of the table has to ring for whoever is to act: they play in the group, and there the bot
        may send them no hand unasked.
        """
        person = self._plays_here(state)
        if person is None or (self._app is not None and self._app.is_here(person.id)):
            return False
        return not self._outbox.sends_unasked(state.chat_id)

    def _show_result(self, table: Table, state: BetweenDeals, deal: FinishedDeal, *, ended: bool) -> None:
        slot = _result(state, deal)
        build = _of_now(table, state, partial(self._result_screen, deal))
        self._results[state.id] = slot, build
        if ended:
            self._end_deal(state, deal)
        self._leave_group(state, deal)
        self._outbox.show(slot, build, fresh=ended, unsure=not ended)
        if state.practice:
            self._end_hands(state, deal)
        else:
            self._show_hands(table, unsure=not ended)

    def _result_screen(self, told: FinishedDeal, state: BetweenDeals) -> Screen:
        return result_screen(state, state.latest or told, pictures=self._pictures)

    def _end_deal(self, state: TableState, deal: TableDeal) -> None:
        """The table message shows the end of the deal, and no buttons."""
        self._outbox.close(_deal(state, deal), lambda: replace(table_screen(public_view(state, deal)), keyboard=()))

    def _end_hands(self, state: TableState, deal: TableDeal) -> None:
        """The hands of practice go: their result stands in the same chat."""
        for slot in _hands(state, deal):
            self._outbox.close(slot)

    def _end_result(self, state: TableState) -> None:
        """The buttons of the last result have had their time, but for the one of its replay."""
        slot, build = self._results.pop(state.id, (None, None))
        if slot is not None and build is not None:
            self._outbox.close(slot, lambda: past_result_screen(build()))

    def _clear(self, table: Table) -> None:
        """See to messages on record that show nothing any more: the bot was killed before their buttons were gone."""
        state = table.state
        on_record, table.on_record = table.on_record, ()
        shown = _shown(state)
        for message in on_record:
            slot = slot_of(state.id, message, state.thread_id if message.chat_id == state.chat_id else None)
            if slot in shown:
                continue
            if state.latest is not None and slot == _deal(state, state.latest):
                self._end_deal(state, state.latest)
            else:
                self._outbox.strip(slot)


_OF_A_SEAT: Final = (Played, Passed, TimedOut, Barred, WentOut, AutopilotOn, AutopilotOff)

_State = TypeVar("_State", Lobby, Playing, Result, BetweenDeals, TableState)


def _of_now(table: Table, told: _State, screen: Callable[[_State], Screen]) -> Build:
    """Return how to build a screen of a table as it is when it is built; as it was `told`, should it have gone on to
    another phase or deal by then.
    """

    def build() -> Screen:
        now = table.state
        return screen(now if isinstance(now, type(told)) and now.deal_number == told.deal_number else told)

    return build


def _without_buttons(build: Build) -> Screen:
    return replace(build(), keyboard=())


def _silent(build: Build) -> Build:
    """What is built, so that it rings nothing where it is a new message."""
    return lambda: replace(build(), silent=True)


def _lobby(state: TableState) -> Slot:
    return Slot(state.chat_id, state.thread_id, slot_name("lobby", state.id))


def _deal(state: TableState, deal: TableDeal) -> Slot:
    return Slot(state.chat_id, state.thread_id, slot_name("table", state.id, deal.number))


def group_hand(state: TableState, person: Person) -> EphemeralSlot:
    """Return where in the group somebody's hand is shown to them alone."""
    return EphemeralSlot(state.chat_id, state.thread_id, person.telegram_id, slot_name("hand", state.id))


def _hand(state: TableState, person: Person) -> Slot:
    return Slot(person.telegram_id, None, slot_name("hand", state.id))


def _end_vote(state: TableState, chat_id: int, thread_id: int | None = None) -> Slot:
    return Slot(chat_id, thread_id, slot_name("vote", state.id))


def _hands(state: TableState, deal: TableDeal) -> tuple[Slot, ...]:
    return tuple(_hand(state, chair.person) for chair in deal.chairs if chair.person is not None)


def _result(state: TableState, deal: TableDeal) -> Slot:
    return Slot(state.chat_id, state.thread_id, slot_name("result", state.id, deal.number))


def _shown(state: TableState) -> set[Slot]:
    """The slots that show something of a table as it is."""
    match state:
        case Playing():
            in_chat = None if state.practice else _deal(state, state.live)
        case Result():
            in_chat = _result(state, state.latest)
        case Lobby():
            in_chat = _lobby(state)
    shown = {in_chat} if in_chat is not None else set()
    if state.end_votes:
        shown.add(_end_vote(state, state.chat_id, state.thread_id))
        shown.update(_end_vote(state, person.telegram_id) for person in state.people)
    return shown.union(_hands(state, state.latest)) if state.latest is not None else shown
