"""What is shown where, when something happens at a table, and whose phone rings."""

from dataclasses import dataclass, field, replace

import pytest

from bot.outbox import Build, EphemeralSlot, Slot
from bot.outbox.outbox import BURIED
from bot.outbox.presenter import SINKS_AFTER, STILL_HERE_SECONDS, Presenter
from bot.playground.fake import ManualClock
from bot.screens.screen import Screen
from bot.tables import seating
from bot.tables.state import AutopilotOff, AutopilotOn, Happening, LiveDeal, Playing, over
from bot.tables.table import Table
from bot.tables.turn_clock import Timer
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.deal import Pass, PlayCards
from storage import Autopilot, StoredMessage
from tests.bot.screens.scenes import SEEDS, dealt, table


@dataclass
class Chats:
    """An outbox that takes notes."""

    shown: list[tuple[Slot, Screen, bool]] = field(default_factory=list)
    urgent: list[Slot] = field(default_factory=list)
    spare: list[Slot] = field(default_factory=list)
    sinks: dict[Slot, int | None] = field(default_factory=dict)
    said: list[tuple[int, Screen]] = field(default_factory=list)
    closed: list[tuple[Slot, Screen | None]] = field(default_factory=list)
    anew: list[Slot] = field(default_factory=list)
    """What was closed by a new message."""
    stripped: list[Slot] = field(default_factory=list)
    forgotten: list[Slot] = field(default_factory=list)
    resumed: list[int] = field(default_factory=list)
    alone: dict[EphemeralSlot, Screen] = field(default_factory=dict)

    def show(
        self,
        slot: Slot,
        screen: Build,
        *,
        fresh: bool = False,
        urgent: bool = False,
        spare: bool = False,
        unsure: bool = False,
        sinks_after: int | None = BURIED,
    ) -> None:
        self.shown.append((slot, screen(), fresh))
        self.sinks[slot] = sinks_after
        if urgent:
            self.urgent.append(slot)
        if spare:
            self.spare.append(slot)

    def say(self, chat_id: int, thread_id: int | None, screen: Build | Screen, *, key: str | None = None) -> None:
        self.said.append((chat_id, screen if isinstance(screen, Screen) else screen()))

    def close(self, slot: Slot, screen: Build | None = None, *, fresh: bool = False) -> None:
        self.closed.append((slot, screen() if screen is not None else None))
        self.anew += [slot] if fresh else []

    def strip(self, slot: Slot) -> None:
        self.stripped.append(slot)

    def forget(self, slot: Slot) -> None:
        self.forgotten.append(slot)

    def resume(self, chat_id: int) -> None:
        self.resumed.append(chat_id)

    has_ephemeral = True

    def is_alone(self, slot: EphemeralSlot) -> bool:
        return slot in self.alone

    def show_alone(self, slot: EphemeralSlot, build: Build, *, fresh: bool = False, urgent: bool = False) -> None:
        self.alone[slot] = build()

    def close_alone(self, slot: EphemeralSlot) -> None:
        self.alone.pop(slot, None)

    def forget_all(self) -> None:
        """Begin a new page."""
        self.urgent.clear()
        self.spare.clear()
        for notes in (self.shown, self.said, self.closed, self.anew, self.stripped, self.forgotten, self.resumed):
            notes.clear()

    def roles(self, *, fresh: bool | None = None) -> list[str]:
        """What was shown: the role of each slot, with the chat for hands."""
        return [
            f"hand {slot.chat_id}" if slot.name.startswith("hand") else slot.name.partition(":")[0]
            for slot, _, rings in self.shown
            if fresh is None or rings is fresh
        ]


@dataclass
class Theatre:
    """A stage, its audience and a table."""

    clock: ManualClock
    chats: Chats
    stage: Presenter
    table: Table

    def act(self) -> tuple[Happening, ...]:
        """The seat to act leads its weakest play or passes; what happened."""
        assert isinstance(self.table.state, Playing)
        live = self.table.live
        seat = live.to_act
        action = Pass(seat)
        if live.deal.to_beat is None:
            play = live.deal.view(seat).legal_plays[0]
            step = live.deal.act(PlayCards(seat, play.cards, play.type))
        else:
            step = live.deal.act(action)
        live = replace(live, deal=step.deal)
        self.table.state = (
            seating.after_deal(self.table.state, over(live))
            if step.deal.is_over
            else replace(self.table.state, live=live)
        )
        return step.events

    def person_at(self, seat: int | None) -> int:
        """The Telegram id of the person at a seat."""
        assert seat is not None
        person = self.table.latest.chairs[seat].person
        assert person is not None
        return person.telegram_id

    @property
    def turn_of(self) -> int:
        """The Telegram id of whoever is to act."""
        return self.person_at(self.table.live.deal.to_act)


def change_deal(theatre: Theatre, live: LiveDeal) -> None:
    """The deal at the table is another."""
    assert isinstance(theatre.table.state, Playing)
    theatre.table.state = replace(theatre.table.state, live=live)


@pytest.fixture
def theatre() -> Theatre:
    """A table whose deal has just begun; nothing was shown yet."""
    clock, chats = ManualClock(), Chats()
    stage = Presenter(chats, clock, "cards_bot", pictures=False)  # type: ignore[arg-type]  # what it needs of one
    state = dealt(table(), SEEDS[0])
    return Theatre(clock, chats, stage, Table(state, None, None))  # type: ignore[arg-type]  # nothing is kept here


def test_a_deal_begins_with_one_message_in_the_group_and_four_hands(theatre: Theatre) -> None:
    theatre.stage.deal_begins(theatre.table)
    assert theatre.chats.roles(fresh=True) == ["table", *(f"hand {theatre.person_at(seat)}" for seat in range(4))]
    assert theatre.chats.said == [], "the table is the opening"
    assert [
        (slot.name.partition(":")[0], screen.keyboard if screen else None) for slot, screen in theatre.chats.closed
    ] == [("lobby", ())]


def test_an_action_touches_the_table_and_all_hands_the_next_is_urgent_who_looks_on_can_wait(theatre: Theatre) -> None:
    has_played = theatre.turn_of
    theatre.stage.show(theatre.table, theatre.act())
    assert sorted(theatre.chats.roles()) == sorted(["table", *(f"hand {theatre.person_at(seat)}" for seat in range(4))])
    assert {slot.chat_id for slot in theatre.chats.urgent} == {theatre.turn_of}
    everybody = {theatre.person_at(seat) for seat in range(4)}
    assert {slot.chat_id for slot in theatre.chats.spare} == everybody - {theatre.turn_of, has_played}
    assert theatre.chats.said == []


def test_the_table_comes_down_at_a_new_trick_alone(theatre: Theatre) -> None:
    group = theatre.table.state.chat_id
    tricks = 0
    for _ in range(40):
        theatre.stage.show(theatre.table, theatre.act())
        if not isinstance(theatre.table.state, Playing):
            break
        is_new = theatre.table.live.deal.to_beat is None
        tricks += is_new
        [sinks] = [after for slot, after in theatre.chats.sinks.items() if slot.chat_id == group]
        assert sinks == (SINKS_AFTER if is_new else None)
    assert tricks > 2


def test_at_a_practice_table_the_hand_is_all_there_is_until_the_result(theatre: Theatre) -> None:
    theatre.table.state = replace(theatre.table.state, practice=True)
    theatre.stage.deal_begins(theatre.table)
    theatre.stage.show_again(theatre.table)
    assert {slot.name.partition(":")[0] for slot, _, _ in theatre.chats.shown} == {"hand"}
    assert theatre.chats.said == []
    while isinstance(theatre.table.state, Playing):
        theatre.stage.show(theatre.table, theatre.act())
    assert [slot.name.partition(":")[0] for slot, screen in theatre.chats.closed if screen is None] == ["hand"] * 4
    assert theatre.chats.shown[-1][0].name.startswith("result")


def test_the_turn_rings_for_who_is_away_and_not_for_who_looks_on(theatre: Theatre) -> None:
    person = theatre.table.live.chairs[(theatre.table.live.deal.to_act or 0) + 1 & 3].person
    assert person is not None
    theatre.stage.is_here(person.id)
    theatre.clock.advance(STILL_HERE_SECONDS - 1)
    theatre.stage.show(theatre.table, theatre.act())
    assert theatre.chats.roles(fresh=True) == []
    theatre.chats.forget_all()
    theatre.clock.advance(2)
    theatre.stage.show(theatre.table, theatre.act())
    assert theatre.chats.roles(fresh=True) == [f"hand {theatre.turn_of}"]


@pytest.mark.parametrize("timer", [Timer.HALF, Timer.LAST_SECONDS])
def test_a_reminder_moves_nothing_under_a_thumb(theatre: Theatre, timer: Timer) -> None:
    change_deal(theatre, replace(theatre.table.live, deadline=theatre.clock.now() + 9.6))
    theatre.stage.remind(theatre.table, timer)
    ((slot, screen, fresh),) = theatre.chats.shown
    assert (slot.chat_id, fresh) == (theatre.turn_of, False)
    assert "10 秒" in screen.text


@pytest.mark.parametrize("taps", [False, True])
def test_who_got_their_turn_as_an_edit_and_touches_nothing_is_rung_once(theatre: Theatre, taps: bool) -> None:
    person = theatre.table.live.chairs[(theatre.table.live.deal.to_act or 0) + 1 & 3].person
    assert person is not None
    theatre.stage.is_here(person.id)
    theatre.clock.advance(STILL_HERE_SECONDS - 1)
    theatre.stage.show(theatre.table, theatre.act())
    change_deal(theatre, replace(theatre.table.live, deadline=theatre.clock.now() + 60))
    theatre.clock.advance(12)
    if taps:
        theatre.stage.is_here(person.id)
    for _ in range(2):
        theatre.stage.remind(theatre.table, Timer.RING)
    assert theatre.chats.roles(fresh=True) == ([] if taps else [f"hand {theatre.turn_of}"])


def test_somebody_on_autopilot_is_told_to_the_group_and_seen_in_his_chat(theatre: Theatre) -> None:
    live = theatre.table.live
    seat = (live.deal.to_act or 0) + 2 & 3
    chair = replace(live.chairs[seat], autopilot=Autopilot.UNREACHABLE)
    change_deal(theatre, seating.with_chair(live, seat, chair))
    theatre.stage.show(theatre.table, (AutopilotOn(seat, Autopilot.UNREACHABLE),))
    assert f"hand {theatre.person_at(seat)}" in theatre.chats.roles()
    assert "联系不上" in theatre.chats.said[0][1].text


def test_who_wishes_autopilot_himself_is_seen_on_the_table_and_nothing_is_said(theatre: Theatre) -> None:
    seat = theatre.table.live.deal.to_act or 0
    for happening in (AutopilotOn(seat, Autopilot.WISHED), AutopilotOff(seat, Autopilot.WISHED)):
        theatre.chats.forget_all()
        theatre.stage.show(theatre.table, (happening,))
        assert theatre.chats.roles()[0] == "table"
        assert f"hand {theatre.person_at(seat)}" in theatre.chats.roles()
        assert theatre.chats.roles(fresh=True) == [], "nobody's turn has begun by it"
        assert theatre.chats.said == []


def test_in_private_practice_nothing_is_announced_beside_the_table(theatre: Theatre) -> None:
    theatre.table.state = replace(theatre.table.state, practice=True)
    seat = theatre.table.live.deal.to_act or 0
    theatre.stage.show(theatre.table, (AutopilotOn(seat, Autopilot.UNREACHABLE),))
    assert theatre.chats.said == []


def play_out(theatre: Theatre) -> None:
    """Everybody acts until the deal is over; the last events are shown."""
    while True:
        events = theatre.act()
        if theatre.table.latest.deal.is_over:
            theatre.chats.forget_all()
            theatre.stage.show(theatre.table, events)
            return


def test_the_end_closes_the_table_and_shows_the_result_and_four_ends(theatre: Theatre) -> None:
    play_out(theatre)
    assert theatre.chats.roles() == ["result", *(f"hand {theatre.person_at(seat)}" for seat in range(4))]
    assert theatre.chats.roles(fresh=True) == ["result"]
    ((slot, screen),) = theatre.chats.closed
    assert slot.name.startswith("table")
    assert screen is not None
    assert screen.keyboard == ()


def offered(screen: Screen | None) -> list[ButtonAction]:
    """What the buttons of a screen are for."""
    return [CallbackData.decode(button.data).action for row in (screen.keyboard if screen else ()) for button in row]


def test_the_next_deal_leaves_nothing_but_replay_and_review_under_the_result(theatre: Theatre) -> None:
    play_out(theatre)
    theatre.chats.forget_all()
    theatre.table.state = dealt(seating.between_deals(theatre.table.state), SEEDS[1])
    theatre.stage.deal_begins(theatre.table)
    closed = [(slot.name.partition(":")[0], offered(screen)) for slot, screen in theatre.chats.closed]
    assert closed == [("result", [ButtonAction.REPLAY, ButtonAction.REVIEW])]


def test_when_somebody_left_in_mid_deal_its_result_can_be_replayed_though_a_lobby_follows(theatre: Theatre) -> None:
    live = theatre.table.live
    chair = replace(live.chairs[0], autopilot=Autopilot.LEFT)
    change_deal(theatre, seating.with_chair(live, 0, chair))
    play_out(theatre)
    assert theatre.chats.roles()[-5] == "lobby"
    closed = [(slot.name.partition(":")[0], offered(screen)) for slot, screen in theatre.chats.closed]
    assert closed == [("table", []), ("result", [ButtonAction.REPLAY, ButtonAction.REVIEW])]


def test_when_somebody_leaves_after_the_result_a_lobby_takes_its_place(theatre: Theatre) -> None:
    play_out(theatre)
    theatre.chats.forget_all()
    gone = theatre.table.state.people[0]
    theatre.table.state = seating.stand_up(theatre.table.state, gone.id)
    theatre.stage.show(theatre.table)
    assert theatre.chats.roles()[0] == "lobby"
    assert [(slot.name.partition(":")[0], offered(screen)) for slot, screen in theatre.chats.closed] == [
        ("result", [ButtonAction.REPLAY, ButtonAction.REVIEW])
    ]
    hands = [screen for slot, screen, _ in theatre.chats.shown if slot.name.startswith("hand")]
    assert len(hands) == 4
    assert not any(ButtonAction.AGAIN in offered(screen) for screen in hands)


def test_a_table_closed_in_mid_deal_is_told_in_the_group_and_to_everybody_in_place_of_the_hand(
    theatre: Theatre,
) -> None:
    theatre.stage.closed(theatre.table, idle=False, closed_by="小明")
    table_slot, *hands = theatre.chats.closed
    assert table_slot[0].name.startswith("table")
    assert table_slot[1] is not None
    assert "小明" in table_slot[1].text
    assert theatre.chats.anew == [table_slot[0], *(slot for slot, _ in hands)]
    assert all(screen is not None and "作废" in screen.text and "小明" in screen.text for _, screen in hands)
    assert {slot.chat_id for slot, _ in hands} == {theatre.person_at(seat) for seat in range(4)}


def test_after_a_restart_every_chat_of_the_table_goes_on_at_its_pace(theatre: Theatre) -> None:
    theatre.stage.restored(theatre.table, seconds=0)
    assert set(theatre.chats.resumed) == {theatre.table.state.chat_id, *(theatre.person_at(seat) for seat in range(4))}
    assert theatre.chats.roles()[0] == "table"
    assert theatre.chats.said == []
    theatre.stage.restored(theatre.table, seconds=15)
    assert "15" in theatre.chats.said[0][1].text


def on_record(theatre: Theatre, *slots: tuple[str, int, int | None]) -> None:
    """The table has messages on record, each by its role, its chat and the number of its deal."""
    theatre.table.on_record = tuple(
        StoredMessage(":".join(map(str, (role, chat_id) if number is None else (role, chat_id, number))), chat_id, 5)
        for role, chat_id, number in slots
    )


def gone(theatre: Theatre) -> list[str]:
    """The names of the slots whose buttons went without a screen, the number of the table left out."""
    return [slot.name.replace(f":{theatre.table.state.id}", "") for slot in theatre.chats.stripped]


def test_after_a_restart_in_a_deal_the_buttons_of_lobby_and_last_result_go(theatre: Theatre) -> None:
    """The bot was killed just after the cards were dealt."""
    group, number = theatre.table.state.chat_id, theatre.table.live.number
    mine = [("hand", theatre.person_at(seat), None) for seat in range(4)]
    left = [("lobby", group, None), ("result", group, number - 1), ("hand", 4711, None)]
    on_record(theatre, ("table", group, number), *mine, *left)
    theatre.stage.restored(theatre.table, seconds=0)
    assert gone(theatre) == ["lobby", f"result:{number - 1}", "hand"]
    assert {slot.chat_id for slot in theatre.chats.stripped} == {group, 4711}
    assert {slot.thread_id for slot in theatre.chats.stripped} == {theatre.table.state.thread_id, None}
    assert theatre.chats.closed == []


def test_after_a_restart_at_the_result_the_table_message_shows_the_end(theatre: Theatre) -> None:
    """The bot was killed just after the last play."""
    play_out(theatre)
    ((_, wanted),) = theatre.chats.closed
    theatre.chats.forget_all()
    group, number = theatre.table.state.chat_id, theatre.table.latest.number
    on_record(theatre, ("lobby", group, None), ("table", group, number), ("result", group, number))
    theatre.stage.restored(theatre.table, seconds=0)
    ((slot, screen),) = theatre.chats.closed
    assert slot.name.startswith("table")
    assert screen == wanted
    assert gone(theatre) == ["lobby"]
    theatre.chats.forget_all()
    theatre.stage.restored(theatre.table, seconds=0)
    assert (theatre.chats.closed, theatre.chats.stripped) == ([], [])


def test_after_a_restart_in_a_lobby_the_buttons_of_the_result_before_it_go(theatre: Theatre) -> None:
    """The bot was killed just after somebody had left."""
    play_out(theatre)
    group, number = theatre.table.state.chat_id, theatre.table.latest.number
    leaver = theatre.table.state.people[0]
    theatre.table.state = seating.stand_up(theatre.table.state, leaver.id)
    theatre.chats.forget_all()
    on_record(theatre, ("lobby", group, None), ("result", group, number), ("hand", leaver.telegram_id, None))
    theatre.stage.restored(theatre.table, seconds=0)
    assert gone(theatre) == [f"result:{number}"]


def test_in_a_lobby_that_has_played_nothing_only_the_lobby_shows_anything() -> None:
    chats = Chats()
    stage = Presenter(chats, ManualClock(), "cards_bot", pictures=False)  # type: ignore[arg-type]  # what it needs of one
    opened = Table(table(), None, None)  # type: ignore[arg-type]  # nothing is kept here
    theatre = Theatre(ManualClock(), chats, stage, opened)
    on_record(theatre, ("lobby", opened.state.chat_id, None))
    stage.restored(opened, seconds=0)
    assert (chats.roles(), chats.stripped, chats.closed) == (["lobby"], [], [])


def test_the_hand_of_somebody_who_left_is_forgotten_when_the_next_deal_begins(theatre: Theatre) -> None:
    theatre.stage.deal_begins(theatre.table)
    play_out(theatre)
    leaver = theatre.table.state.people[0]
    other = replace(leaver, id=4711, telegram_id=4711)
    theatre.table.state = dealt(seating.sit(seating.stand_up(theatre.table.state, leaver.id), other), SEEDS[1])
    theatre.stage.deal_begins(theatre.table)
    assert [slot.chat_id for slot in theatre.chats.forgotten] == [leaver.telegram_id]


def test_where_pictures_are_off_a_hand_is_written(theatre: Theatre) -> None:
    theatre.stage.show_hand(theatre.table, theatre.table.state.people[0].id)
    ((_, screen, _),) = theatre.chats.shown
    assert screen.picture is None
    assert sum(screen.text.count(sign) for sign in "♠♥♦♣") > 20
