"""A python-telegram-bot Application on the fake: every layer between a person's tap and the bot's answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.playground.fake import FakeRequest, FakeTelegram, Limits, ManualClock

BUTTON = InlineKeyboardMarkup([[InlineKeyboardButton("More", callback_data="more:1", style="primary")]])


async def on_new(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.effective_message is not None
    await update.effective_message.reply_html("<b>table</b>", reply_markup=BUTTON)


async def on_text(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.effective_message is not None
    await update.effective_message.reply_text(update.effective_message.text or "")


async def on_tap(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    query = update.callback_query
    assert query is not None
    await query.answer(f"hello {query.from_user.first_name}", show_alert=True)
    await query.edit_message_text("changed")


def echo_bot(application: Application[Any, Any, Any, Any, Any, Any]) -> None:
    application.add_handler(CommandHandler("new", on_new))
    application.add_handler(MessageHandler(filters.TEXT, on_text))
    application.add_handler(CallbackQueryHandler(on_tap))


@asynccontextmanager
async def running(telegram: FakeTelegram) -> AsyncIterator[Application[Any, Any, Any, Any, Any, Any]]:
    application = (
        Application.builder()
        .token(telegram.account.token)
        .request(FakeRequest(telegram))
        .get_updates_request(FakeRequest(telegram))
        .build()
    )
    echo_bot(application)
    async with application:
        await application.start()
        assert application.updater is not None
        await application.updater.start_polling()
        yield application
        await application.updater.stop()
        await application.stop()


@pytest.fixture
def telegram() -> FakeTelegram:
    return FakeTelegram(clock=ManualClock(), limits=Limits.none())


async def test_a_command_in_a_group_a_keyboard_a_tap_and_an_edit(telegram: FakeTelegram) -> None:
    ann, bob = telegram.add_person("Ann"), telegram.add_person("Bob")
    group = telegram.add_group("Cards", [ann, bob])
    async with running(telegram):
        ann.say("/new", group)
        await telegram.until(lambda: group.from_bot)
        assert (group.last.text, group.last.buttons[0]["style"]) == ("table", "primary")

        answer = await bob.tap(group.last, "More").answer()
        await telegram.until(lambda: group.last.text == "changed")

    assert (answer.text, answer.show_alert) == ("hello Bob", True)
    assert group.last.buttons == []
    assert telegram.complaints == []


async def test_two_thousand_messages_are_echoed_in_order(telegram: FakeTelegram) -> None:
    ann = telegram.add_person("Ann")
    ann.start()
    async with running(telegram):
        for number in range(2000):
            ann.say(str(number))
        await telegram.until(lambda: len(ann.private.from_bot) == 2001, patience=20)

    assert [message.text for message in ann.private.from_bot[1:]] == [str(number) for number in range(2000)]
