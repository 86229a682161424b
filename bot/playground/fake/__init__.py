"""A Telegram of one's own: the Bot API as far as a card game needs it, and the people on the other side.

One state, `FakeTelegram`, with two ways in for the bot: `FakeRequest` inside the process, `FakeServer` over HTTP. It is
as strict as the real one and answers in its words. People are played by `Person` and `Group`:

    clock = ManualClock()
    telegram = FakeTelegram(clock=clock)
    ann, bob = telegram.add_person("Ann", started=True), telegram.add_person("Bob")
    group = telegram.add_group("Cards", [ann, bob])

    application = (
        Application.builder()
        .token(telegram.account.token)
        .request(FakeRequest(telegram))
        .get_updates_request(FakeRequest(telegram))
        .build()
    )
    async with application:
        await application.start()
        await application.updater.start_polling()

        ann.say("/newgame", group)
        await telegram.until(lambda: group.from_bot)        # the bot has answered
        tap = bob.tap(group.last, "Join")
        answer = await tap.answer()                         # the toast: text, show_alert, url
        if answer.url:
            bob.follow(answer.url)                          # presses Start with the payload of the link
        assert telegram.complaints == []

Time: only `clock.advance(…)` moves a `ManualClock`; long polls, flood control, the life of a tap and the age of a
message follow it. Flood control is on unless `limits=Limits.none()`; `telegram.flood.refusals` lists the calls that
were too much. `telegram.calls` is the log of all calls, `telegram.faults.add(Fault(FaultKind.FLOOD, "sendMessage"))`
makes trouble, `telegram.subscribe(user_id)` tells what one person sees change. `telegram.complaints` collects what the
real server would swallow and a careful bot does not do: unknown methods, parameters and fields, rows that are too long.

Why it is our own: python-telegram-bot has no server to test against and wants none (python-telegram-bot#1828, #4057).
ptbtest and ptb-unittest cannot be imported beside its present version (ptbtest-dev/ptbtest#16), telegram-test-api takes
buttons that Telegram refuses (jehy/telegram-test-api#62), tg-mock answers every call from the schema and remembers
nothing. None of them has a clock that can be moved by hand, flood control, or taps that grow old; and a deal at a table
needs messages that stay, change and vanish.
"""

from bot.playground.fake.clock import Clock, ManualClock, SystemClock
from bot.playground.fake.core import Call, FakeTelegram, Reply
from bot.playground.fake.errors import ApiError, ConnectionCut, Interruption, RequestTimedOut
from bot.playground.fake.faults import Fault, FaultKind, Faults
from bot.playground.fake.feed import Subscription
from bot.playground.fake.files import Upload
from bot.playground.fake.limits import FloodControl, Limits, Refusal
from bot.playground.fake.model import Answer, Chat, ChatKind, Member, Message, Photo, Service, Status, Text, Topic, User
from bot.playground.fake.people import Group, Person, Room, Tap
from bot.playground.fake.request import FakeRequest
from bot.playground.fake.server import FakeServer, add_routes
from bot.playground.fake.world import BotAccount

__all__ = [
    "Answer",
    "ApiError",
    "BotAccount",
    "Call",
    "Chat",
    "ChatKind",
    "Clock",
    "ConnectionCut",
    "FakeRequest",
    "FakeServer",
    "FakeTelegram",
    "Fault",
    "FaultKind",
    "Faults",
    "FloodControl",
    "Group",
    "Interruption",
    "Limits",
    "ManualClock",
    "Member",
    "Message",
    "Person",
    "Photo",
    "Refusal",
    "Reply",
    "RequestTimedOut",
    "Room",
    "Service",
    "Status",
    "Subscription",
    "SystemClock",
    "Tap",
    "Text",
    "Topic",
    "Upload",
    "User",
    "add_routes",
]
