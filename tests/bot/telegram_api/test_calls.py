"""Calls to a Bot API server that is older than the bot, and answers to taps that do not get through at once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from telegram import (
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Message,
    WebAppInfo,
)
from telegram.error import BadRequest, InvalidToken, NetworkError, TimedOut
from telegram.ext import ExtBot

from bot.pictures import draw
from bot.pictures.samples import SAMPLES
from bot.playground.fake import FakeRequest, FakeTelegram, Fault, FaultKind, ManualClock, Tap
from bot.telegram_api.calls import CarefulCalls, MethodUnknown, ServerLacks
from bot.telegram_api.limits import Budget, ChatRateLimiter

PNG = draw(SAMPLES["hand_empty"])

TIME = '<b>until</b> <tg-time unix="0" format="T">00:00:00 UTC</tg-time>'
PLAIN = "until 00:00:00 UTC"


class Bot:
    """A bot on a fake Telegram."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.telegram = FakeTelegram(clock=self.clock)
        self.ann = self.telegram.add_person("Ann", started=True)
        self.lacks = ServerLacks()
        limiter = ChatRateLimiter(Budget(clock=self.clock))
        self.bot: ExtBot[str] = ExtBot(
            self.telegram.account.token,
            request=FakeRequest(self.telegram),
            get_updates_request=FakeRequest(self.telegram),
            rate_limiter=CarefulCalls(limiter, self.lacks),
        )

    def shown(self) -> str:
        """What the private chat shows last."""
        return self.ann.private.last.text

    async def send(self, text: str = TIME, **more: Any) -> Message:
        return await self.bot.send_message(self.ann.id, text, parse_mode="HTML", **more)

    async def tapped(self) -> Tap:
        """Somebody taps a button."""
        markup = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="x")]])
        await self.send("a button", reply_markup=markup)
        return self.ann.tap(self.ann.private.last, "x")

    async def answer(self, tap: Tap) -> bool:
        """Answer a tap, time passing as it needs."""
        answering = asyncio.create_task(self.bot.answer_callback_query(tap.query.id, "seen"))
        while not answering.done():
            for _ in range(30):
                await asyncio.sleep(0)
            self.clock.advance(0.25)
        return await answering


@pytest.fixture
async def bot() -> AsyncIterator[Bot]:
    bot = Bot()

    async def time_goes_by() -> None:
        """Calls to one chat are paced."""
        while True:
            await asyncio.sleep(0)
            bot.clock.advance(0.005)

    going_by = asyncio.create_task(time_goes_by())
    async with bot.bot:
        yield bot
    going_by.cancel()


# ---- a server that does not know everything


async def test_a_tag_that_is_refused_is_left_out_from_then_on(bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
    await bot.send()
    assert bot.lacks.tags == set(), "a server of today is not spared anything"
    bot.telegram.lacks = {"tg-time"}
    for _ in range(3):
        await bot.send()
        assert bot.shown() == PLAIN
    refused = [call for call in bot.telegram.called("sendMessage") if not call.ok]
    assert len(refused) == 1
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "<tg-time>" in caplog.text


async def test_so_it_is_in_edits_captions_and_pictures(bot: Bot) -> None:
    bot.telegram.lacks = {"tg-time"}
    message = await bot.send("text")
    await bot.bot.edit_message_text(TIME, bot.ann.id, message.message_id, parse_mode="HTML")
    assert bot.shown() == PLAIN
    photo = await bot.bot.send_photo(bot.ann.id, PNG, caption=TIME, parse_mode="HTML")
    assert bot.shown() == PLAIN
    await bot.bot.edit_message_caption(bot.ann.id, photo.message_id, caption=f"{TIME}!", parse_mode="HTML")
    assert bot.shown() == f"{PLAIN}!"
    media = InputMediaPhoto(PNG, f"{TIME}?", parse_mode="HTML")
    await bot.bot.edit_message_media(media, bot.ann.id, photo.message_id)
    assert bot.shown() == f"{PLAIN}?"
    assert sum(not call.ok for call in bot.telegram.calls) == 1


async def test_a_picture_may_be_what_finds_it_out(bot: Bot) -> None:
    photo = await bot.bot.send_photo(bot.ann.id, PNG)
    bot.telegram.lacks = {"tg-time"}
    await bot.bot.edit_message_media(InputMediaPhoto(PNG, TIME, parse_mode="HTML"), bot.ann.id, photo.message_id)
    assert bot.shown() == PLAIN


async def test_markup_that_no_server_knows_stays_a_fault(bot: Bot) -> None:
    for _ in range(2):
        with pytest.raises(BadRequest, match="unsupported start tag"):
            await bot.send("<blink>x</blink>")
    assert len(bot.telegram.called("sendMessage")) == 2


@pytest.mark.parametrize(
    ("field", "button"),
    [
        ("copy_text", InlineKeyboardButton("new", copy_text=CopyTextButton("x"))),
        ("web_app", InlineKeyboardButton("new", web_app=WebAppInfo("https://example.org/"))),
        ("disabled", InlineKeyboardButton("new", api_kwargs={"disabled": {}})),
    ],
)
async def test_a_button_that_does_something_new_is_left_out(bot: Bot, field: str, button: InlineKeyboardButton) -> None:
    old = InlineKeyboardButton("old", callback_data="x")
    bot.telegram.lacks = {field}
    for _ in range(2):
        await bot.send("x", reply_markup=InlineKeyboardMarkup([[old, button], [button]]))
        assert [one["text"] for one in bot.ann.private.last.buttons] == ["old"]
    assert sum(not call.ok for call in bot.telegram.calls) == 1


async def test_a_button_that_does_nothing_stays_a_fault(bot: Bot) -> None:
    with pytest.raises(BadRequest, match="text buttons"):
        await bot.send("x", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("x")]]))


async def test_a_method_that_is_not_known_is_called_once(bot: Bot) -> None:
    bot.telegram.lacks = {"setMyShortDescription"}
    with pytest.raises(InvalidToken):
        await bot.bot.set_my_short_description("x")
    for _ in range(2):
        with pytest.raises(MethodUnknown, match="setMyShortDescription"):
            await bot.bot.set_my_short_description("x")
    assert len(bot.telegram.called("setMyShortDescription")) == 1


# ---- answers to taps


@pytest.mark.parametrize(
    "kind",
    [
        FaultKind.BAD_GATEWAY,
        FaultKind.CUT_BEFORE,
        FaultKind.CUT_AFTER,
        FaultKind.TIMEOUT_BEFORE,
        FaultKind.TIMEOUT_AFTER,
    ],
)
async def test_an_answer_that_does_not_get_through_is_given_once_more(bot: Bot, kind: FaultKind) -> None:
    tap = await bot.tapped()
    bot.telegram.faults.add(Fault(kind, "answerCallbackQuery"))
    assert await bot.answer(tap)
    assert (await tap.answer()).text == "seen"
    assert len(bot.telegram.called("answerCallbackQuery")) == 2


@pytest.mark.parametrize(
    ("kind", "error"), [(FaultKind.BAD_GATEWAY, NetworkError), (FaultKind.TIMEOUT_BEFORE, TimedOut)]
)
async def test_but_not_a_third_time(bot: Bot, kind: FaultKind, error: type[Exception]) -> None:
    tap = await bot.tapped()
    bot.telegram.faults.add(Fault(kind, "answerCallbackQuery", times=None))
    with pytest.raises(error):
        await bot.answer(tap)
    assert len(bot.telegram.called("answerCallbackQuery")) == 2


async def test_a_tap_that_is_too_old_is_not_answered_again(bot: Bot) -> None:
    tap = await bot.tapped()
    bot.clock.advance(20)
    with pytest.raises(BadRequest):
        await bot.answer(tap)
    assert len(bot.telegram.called("answerCallbackQuery")) == 1
    bot.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "answerCallbackQuery"))
    with pytest.raises(BadRequest):
        await bot.answer(tap)


class Slow(FakeRequest):
    """A way out on which something happens first."""

    def __init__(self, telegram: FakeTelegram, first: Callable[[], None]) -> None:
        super().__init__(telegram)
        self._first = first

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        self._first()
        return await super().do_request(*args, **kwargs)


async def test_when_it_is_too_late_for_another_try_there_is_none() -> None:
    clock = ManualClock()
    telegram = FakeTelegram(clock=clock, query_lifetime=60)
    telegram.faults.add(Fault(FaultKind.CUT_BEFORE, "answerCallbackQuery"))
    limiter = CarefulCalls(ChatRateLimiter(Budget(clock=clock)))
    request = Slow(telegram, lambda: clock.advance(8))
    async with ExtBot(telegram.account.token, request=request, rate_limiter=limiter) as bot:
        with pytest.raises(NetworkError):
            await bot.answer_callback_query("1")
    assert len(telegram.called("answerCallbackQuery")) == 1
