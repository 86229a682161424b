"""The budget lets through what Telegram takes, and holds back one chat only."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, RetryAfter, TimedOut
from telegram.ext import ExtBot

from bot.playground.fake import FakeRequest, FakeTelegram, Fault, FaultKind, ManualClock, Message
from bot.telegram_api.limits import ADMITTED, Budget, CallOutcome, ChatRateLimiter, Destination, Limits, Rate
from tests.bot.outbox.support import most_in

GROUP, OTHER_GROUP, ANN, BOB = -100, -200, 1, 2


async def settle() -> None:
    for _ in range(12):
        await asyncio.sleep(0)


async def pass_time(clock: ManualClock, seconds: float, step: float = 0.1) -> None:
    await settle()
    for _ in range(round(seconds / step)):
        clock.advance(step)
        await settle()


class Sender:
    """Asks the budget for calls and notes when they were let through."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.clock = ManualClock()
        self.start = self.clock.now()
        self.budget = Budget(limits, self.clock)
        self.sent: list[tuple[float, int]] = []
        self.tasks: list[asyncio.Task[None]] = []

    def send(self, chat_id: int, times: int = 1, *, urgent: bool = True, spare: bool = False) -> None:
        self.tasks += [asyncio.create_task(self._send(chat_id, urgent, spare)) for _ in range(times)]

    async def _send(self, chat_id: int, urgent: bool, spare: bool) -> None:
        await self.budget.admit(chat_id, urgent=urgent, spare=spare)
        self.sent.append((self.clock.now() - self.start, chat_id))

    def moments(self, chat_id: int | None = None) -> list[float]:
        return [at for at, chat in self.sent if chat_id in (None, chat)]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@pytest.fixture
async def sender() -> AsyncIterator[Sender]:
    sender = Sender()
    yield sender
    await sender.close()


async def test_a_group_takes_twenty_a_minute(sender: Sender) -> None:
    sender.send(GROUP, 50)
    await pass_time(sender.clock, 200, step=0.5)

    moments = sender.moments()
    assert len(moments) == 50
    assert most_in(moments, 60) == 20
    assert moments[19] == 0


async def test_what_is_not_urgent_leaves_a_group_room_for_what_is(sender: Sender) -> None:
    sender.send(GROUP, 25, urgent=False)
    await settle()
    assert len(sender.sent) == 19

    sender.send(GROUP)
    await settle()
    assert len(sender.sent) == 20


async def test_a_private_chat_takes_a_short_burst_and_one_a_second_in_the_long_run(sender: Sender) -> None:
    sender.send(ANN, 100)
    await settle()
    assert len(sender.sent) == 4

    await pass_time(sender.clock, 110)
    assert len(sender.sent) == 100
    assert most_in(sender.moments(), 10) <= 10


async def test_all_chats_together_take_28_a_second(sender: Sender) -> None:
    for person in range(1, 301):
        sender.send(person)
    await settle()
    assert len(sender.sent) == 28

    await pass_time(sender.clock, 13)
    assert len(sender.sent) == 300
    assert most_in(sender.moments(), 1.14) <= 28, "what leaves in a little more arrives in one second"


async def test_urgent_calls_overtake_the_others_when_the_bot_is_at_its_limit(sender: Sender) -> None:
    for person in range(1, 201):
        sender.send(person, urgent=False)
    await settle()
    sender.send(1000)
    await pass_time(sender.clock, 1.5)

    assert sender.moments(1000) == [pytest.approx(1.15, abs=0.11)]


async def test_what_can_be_spared_comes_behind_everything_else_when_the_bot_is_at_its_limit(sender: Sender) -> None:
    for person in range(1, 201):
        sender.send(person, urgent=False, spare=True)
    await settle()
    for person in range(201, 227):
        sender.send(person, urgent=False)
    await pass_time(sender.clock, 2)

    assert [chat > 200 for _, chat in sender.sent[28:56]].count(True) >= 26 - 1
    await pass_time(sender.clock, 9)
    assert len(sender.sent) == 226


async def test_a_call_that_need_not_wait_is_counted_at_once(sender: Sender) -> None:
    assert all(sender.budget.admit_at_once(person, urgent=False) for person in range(1, 29))
    assert not sender.budget.admit_at_once(29, urgent=True), "the bot as a whole is at its limit"

    await pass_time(sender.clock, 2)
    assert [sender.budget.admit_at_once(GROUP, urgent=False) for _ in range(20)] == [True] * 19 + [False]
    assert sender.budget.admit_at_once(GROUP, urgent=True), "the reserve is for what is urgent"


async def test_one_busy_chat_delays_no_other(sender: Sender) -> None:
    sender.send(GROUP, 100)
    await settle()
    sender.budget.hold(GROUP, 300)
    sender.send(OTHER_GROUP)
    sender.send(ANN)
    await settle()

    assert sender.moments(OTHER_GROUP) == [0]
    assert sender.moments(ANN) == [0]


async def test_who_waits_for_the_whole_bot_still_keeps_to_the_chats_budget(sender: Sender) -> None:
    for person in range(1, 29):
        sender.send(person)
    sender.send(GROUP, 30)
    await pass_time(sender.clock, 5)

    assert len(sender.moments(GROUP)) == 20


async def test_a_held_chat_waits_as_long_as_asked(sender: Sender) -> None:
    sender.budget.hold(GROUP, 30)
    sender.budget.hold(GROUP, 5)
    sender.send(GROUP)
    await pass_time(sender.clock, 40)

    assert sender.moments() == [pytest.approx(30.1, abs=0.11)]


async def test_a_call_that_was_not_made_is_given_back(sender: Sender) -> None:
    for _ in range(100):
        await sender.budget.admit(GROUP, urgent=False)
        sender.budget.give_back(GROUP)

    assert sender.budget.pause(GROUP, urgent=False) == 0
    assert sender.budget.last_call(GROUP) is None


async def test_who_stops_waiting_takes_nothing(sender: Sender) -> None:
    sender.send(GROUP, 40)
    await settle()
    await sender.close()
    await pass_time(sender.clock, 62)
    sender.send(GROUP, 20)
    await settle()

    assert len(sender.sent) == 40


async def test_memory_is_bounded_by_the_chats_that_are_busy() -> None:
    sender = Sender(Limits(overall=(Rate(1_000_000, 1.0),)))
    for person in range(1, 20_001):
        await sender.budget.admit(person, urgent=True)
        sender.clock.advance(0.1)

    assert len(sender.budget) < 3000


class Calls:
    """A bot with the limiter on a fake Telegram."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.telegram = FakeTelegram(clock=self.clock)
        self.ann = self.telegram.add_person("Ann", started=True)
        self.group = self.telegram.add_group("Cards", [self.ann])
        self.seen: list[tuple[str, Destination, CallOutcome]] = []
        budget = Budget(clock=self.clock)
        self.bot: ExtBot[str] = ExtBot(
            self.telegram.account.token,
            request=FakeRequest(self.telegram),
            get_updates_request=FakeRequest(self.telegram),
            rate_limiter=ChatRateLimiter(budget, seen=lambda *call: self.seen.append(call)),
        )

    async def waits(self, call: asyncio.Task[Any], seconds: float) -> float:
        """How long a call takes, up to `seconds`."""
        start = self.clock.now()
        await settle()
        while not call.done() and self.clock.now() - start < seconds:
            await pass_time(self.clock, 0.1)
        return self.clock.now() - start


@pytest.fixture
async def calls() -> AsyncIterator[Calls]:
    calls = Calls()
    async with calls.bot:
        yield calls


async def test_a_handlers_call_waits_out_a_429_of_its_chat_while_others_go_on(calls: Calls) -> None:
    calls.telegram.faults.add(Fault(FaultKind.FLOOD, "sendMessage", calls.group.id, retry_after=9))
    slow = asyncio.create_task(calls.bot.send_message(calls.group.id, "slow"))
    await settle()
    await calls.bot.send_message(calls.ann.id, "quick")
    tap = calls.ann.tap(await _with_button(calls), "x")
    assert await calls.bot.answer_callback_query(tap.query.id)
    await calls.bot.get_chat_member(calls.group.id, calls.ann.id)
    assert not slow.done()

    assert await calls.waits(slow, 20) == pytest.approx(9.1, abs=0.11)
    assert calls.group.last.text == "slow"
    assert calls.seen[1:3] == [
        ("sendMessage", Destination.GROUP, CallOutcome.FLOOD),
        ("sendMessage", Destination.PRIVATE, CallOutcome.OK),
    ]


async def test_a_429_that_does_not_end_is_raised_at_last(calls: Calls) -> None:
    calls.telegram.faults.add(Fault(FaultKind.FLOOD, "sendMessage", retry_after=2, times=None))
    sending = asyncio.create_task(calls.bot.send_message(calls.group.id, "x"))

    assert await calls.waits(sending, 20) == pytest.approx(4.2, abs=0.21)
    assert isinstance(sending.exception(), RetryAfter)
    assert len(calls.telegram.called("sendMessage")) == 3


async def test_an_admitted_call_is_neither_paced_nor_repeated(calls: Calls) -> None:
    for number in range(20):
        await calls.bot.send_message(calls.group.id, str(number), rate_limit_args=ADMITTED)
    with pytest.raises(RetryAfter):
        await calls.bot.send_message(calls.group.id, "one too many", rate_limit_args=ADMITTED)

    assert calls.telegram.flood.refusals != []


async def test_calls_that_are_no_messages_wait_for_nothing_but_their_own_429(calls: Calls) -> None:
    for _ in range(100):
        await calls.bot.send_chat_action(calls.group.id, "typing")
        await calls.bot.get_chat_member(calls.group.id, calls.ann.id)

    calls.telegram.faults.add(Fault(FaultKind.FLOOD, "getChatMember", retry_after=3))
    asking = asyncio.create_task(calls.bot.get_chat_member(calls.group.id, calls.ann.id))
    assert await calls.waits(asking, 20) == pytest.approx(3.1, abs=0.11)
    assert (await asking).user.id == calls.ann.id


async def test_an_answer_to_a_tap_never_waits_even_for_its_own_429(calls: Calls) -> None:
    calls.telegram.faults.add(Fault(FaultKind.FLOOD, "answerCallbackQuery", retry_after=60))
    with pytest.raises(RetryAfter):
        await calls.bot.answer_callback_query("1")


async def test_every_call_is_counted_by_how_it_ended(calls: Calls) -> None:
    calls.seen.clear()
    calls.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "sendMessage"))
    with pytest.raises(TimedOut):
        await calls.bot.send_message(calls.ann.id, "x")
    with pytest.raises(BadRequest):
        await calls.bot.edit_message_text("y", calls.ann.id, 999)
    await calls.bot.get_my_commands()

    assert calls.seen == [
        ("sendMessage", Destination.PRIVATE, CallOutcome.NETWORK),
        ("editMessageText", Destination.PRIVATE, CallOutcome.REFUSED),
        ("getMyCommands", Destination.NONE, CallOutcome.OK),
    ]


async def _with_button(calls: Calls) -> Message:
    """A message to Ann with a button."""
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="x")]])
    await calls.bot.send_message(calls.ann.id, "button", reply_markup=keyboard)
    return calls.ann.private.last


async def test_a_chat_that_was_busy_before_a_restart_takes_its_usual_pace_at_once_and_no_burst() -> None:
    clock = ManualClock()
    budget = Budget(Limits(group=(Rate(20, 60.0),), reserve=0), clock)
    budget.assume_busy(GROUP)
    assert budget.pause(GROUP, urgent=True) == pytest.approx(60.0 / 14)
    for _ in range(20):
        clock.advance(budget.pause(GROUP, urgent=True))
        await budget.admit(GROUP, urgent=True)
    assert clock.now() - ManualClock().now() == pytest.approx(60.0)
    assert budget.pause(GROUP + 1, urgent=True) == 0.0
