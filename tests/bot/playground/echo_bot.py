"""A small bot that uses what a card game uses: commands, keyboards, answers to taps, edits, pictures.

Run as a program, it is a bot in a process of its own: `python -m tests.bot.playground.echo_bot TOKEN BASE_URL`.
"""

import io
import sys
from typing import Any

from PIL import Image
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Message, Update
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

AnyApplication = Application[Any, Any, Any, Any, Any, Any]
AnyBuilder = ApplicationBuilder[Any, Any, Any, Any, Any, Any]

KEYBOARD = InlineKeyboardMarkup(
    [[InlineKeyboardButton("More", callback_data="more", style="primary", api_kwargs={"icon_custom_emoji_id": "5"})]]
)


def build(builder: AnyBuilder) -> AnyApplication:
    """The bot on whatever transport the builder was given."""
    application: AnyApplication = builder.build()
    application.add_handler(CommandHandler("new", on_new))
    application.add_handler(CommandHandler("picture", on_picture))
    application.add_handler(MessageHandler(filters.TEXT & ~filters.COMMAND & filters.UpdateType.MESSAGE, on_text))
    application.add_handler(CallbackQueryHandler(on_tap))
    return application


def picture(colour: str) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(written, "PNG")
    return written.getvalue()


async def on_new(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    assert isinstance(update.effective_message, Message)
    await update.effective_message.reply_html("<b>table</b>", reply_markup=KEYBOARD)


async def on_picture(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    assert isinstance(update.effective_message, Message)
    await update.effective_message.reply_photo(picture("green"), caption="<i>green</i>", parse_mode="HTML")


async def on_text(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    assert isinstance(update.effective_message, Message)
    await update.effective_message.reply_text(update.effective_message.text or "")


async def on_tap(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    query = update.callback_query
    assert query is not None
    await query.answer(f"hello {query.from_user.first_name}", show_alert=True)
    await query.edit_message_media(InputMediaPhoto(picture("red"), caption="red"))


def main(token: str, base_url: str) -> None:
    build(Application.builder().token(token).base_url(base_url)).run_polling(timeout=20)


if __name__ == "__main__":
    main(*sys.argv[1:])
