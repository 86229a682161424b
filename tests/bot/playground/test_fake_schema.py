"""The fake against the published schema: the methods it has, what they take, and every answer it gives."""

import io
import json
from typing import Any

import pytest
from PIL import Image

from bot.playground.fake import ChatKind, FakeTelegram, Group, ManualClock, Person, Upload
from bot.playground.fake.keyboards import BUTTON_FIELDS
from bot.playground.fake.methods import METHODS
from bot.playground.fake.methods.chats import REACTIONS
from bot.playground.fake.methods.registry import EPHEMERAL, OBJECT_FIELDS
from bot.playground.fake.methods.sending import CHAT_ACTIONS
from bot.playground.fake.model import ADMIN_RIGHTS, PERMISSIONS
from bot.playground.fake.updates import KINDS
from tests.bot.playground.schema import validate
from tests.bot.playground.schema.answers import wrong_answers


@pytest.mark.parametrize("name", sorted(method.name for method in METHODS.values()))
def test_a_method_takes_what_the_schema_says(name: str) -> None:
    published = validate.METHODS[name]["parameters"]
    method = METHODS[name.lower()]

    assert method.required == {parameter for parameter, (required, _) in published.items() if required}
    assert method.optional <= published.keys()


def test_the_fields_of_what_the_bot_sends_are_the_published_ones() -> None:
    objects = validate.OBJECTS
    assert objects["InlineKeyboardButton"].keys() == BUTTON_FIELDS
    assert objects["LinkPreviewOptions"].keys() == OBJECT_FIELDS["link_preview_options"]
    assert objects["InputMediaPhoto"].keys() == OBJECT_FIELDS["media"]
    assert objects["EphemeralMessageParameters"].keys() == OBJECT_FIELDS[EPHEMERAL]
    assert objects["ReplyParameters"].keys() >= OBJECT_FIELDS["reply_parameters"]
    assert objects["BotCommandScopeChatMember"].keys() == OBJECT_FIELDS["scope"]


def test_the_words_the_server_knows_are_the_published_ones() -> None:
    objects = validate.OBJECTS
    assert {json.loads(word) for word in validate.alternatives(validate.TYPES["ReactionTypeEmojiEmoji"])} == REACTIONS
    assert {json.loads(word) for word in validate.alternatives(validate.TYPES["SendChatActionAction"])} == CHAT_ACTIONS
    assert objects["Update"].keys() >= KINDS
    assert set(ADMIN_RIGHTS) <= objects["ChatMemberAdministrator"].keys()
    required = {name for name, (is_required, _) in objects["ChatMemberAdministrator"].items() if is_required}
    assert required <= {"status", "user", "can_be_edited", "is_anonymous", *ADMIN_RIGHTS}
    restricted = objects["ChatMemberRestricted"].keys() - {"tag"}
    assert restricted == {"status", "user", "is_member", "until_date", *PERMISSIONS}


def picture() -> Upload:
    written = io.BytesIO()
    Image.new("RGB", (400, 300), "green").save(written, "PNG")
    return Upload("table.png", written.getvalue())


class Caller:
    """Calls methods and insists that they succeed."""

    def __init__(self, telegram: FakeTelegram) -> None:
        self.telegram = telegram

    async def __call__(self, method: str, files: dict[str, Upload] | None = None, /, **parameters: Any) -> Any:
        reply = await self.telegram.call(method, parameters, files)
        assert reply.status == 200, reply.body
        return reply.body["result"]


KEYBOARD = {
    "inline_keyboard": [[{"text": "a", "callback_data": "b", "style": "danger"}], [{"text": "link", "url": "t.me"}]]
}
RICH = """<b>bold<i>both</i></b> <pre><code class="language-py">x</code></pre> <code>c</code> <s>s</s> <u>u</u>
<a href="tg://user?id=6000000001">Ann</a> <a href="https://t.me/x">x</a> <tg-spoiler>hidden</tg-spoiler> /go @ann
#tag https://t.me/x <blockquote expandable>quote</blockquote>"""


@pytest.fixture
def telegram() -> FakeTelegram:
    telegram = FakeTelegram(clock=ManualClock())
    telegram.updates.allow(sorted(KINDS))
    return telegram


async def test_every_method_answers_in_the_published_form(telegram: FakeTelegram) -> None:
    call = Caller(telegram)
    ann = telegram.add_person("Ann", last_name="Li", username="ann", language_code="zh-hans", is_premium=True)
    ann.start("j123")
    group = telegram.add_group("Cards", [ann, telegram.add_person("Bob")], is_forum=True, username="cards")
    group.promote()

    await talk(call, ann, group)
    await show_a_picture(call, ann)
    await whisper(call, ann, group)
    await look_at_members(call, telegram, group)
    await introduce_the_bot(call, ann, group)
    things_happen(telegram, ann, group)
    await call("leaveChat", chat_id=group.id)
    updates = await call("getUpdates", allowed_updates=["message"])
    assert {name for update in updates for name in update} == {"update_id", *KINDS}
    await call("setWebhook", url="https://example.org/hook")
    await call("getWebhookInfo")
    await call("deleteWebhook", drop_pending_updates=True)

    assert {call.method for call in telegram.calls} == {method.name for method in METHODS.values()}
    assert telegram.complaints == []
    assert wrong_answers(telegram) == []


async def talk(call: Caller, ann: Person, group: Group) -> None:
    topic = group.open_topic("Table 1")
    question = ann.say("/newgame@shuangkou_bot now", group, topic=topic)
    place = {"chat_id": group.id, "message_thread_id": topic.id}
    reply = {"message_id": question.id}
    sent = await call(
        "sendMessage", **place, text=RICH, parse_mode="HTML", reply_markup=KEYBOARD, reply_parameters=reply
    )
    own = {"chat_id": group.id, "message_id": sent["message_id"]}
    await call("sendChatAction", **place, action="typing")
    message = group.chat.messages[sent["message_id"]]
    tap = ann.tap(message, "a")
    await call("answerCallbackQuery", callback_query_id=tap.query.id, text="ok")
    await call("editMessageText", **own, text="new", reply_markup=KEYBOARD)
    await call("editMessageReplyMarkup", **own)
    await call("pinChatMessage", **own)
    await call("setMessageReaction", **own, reaction=[{"type": "emoji", "emoji": "👍"}])
    await call("getChat", chat_id="@cards")
    await call("unpinChatMessage", chat_id=group.id)
    await call("unpinAllChatMessages", chat_id=group.id)
    await call("deleteMessage", **own)
    ann.forge_tap(message, "b")
    ann.edit(ann.say("/oops", group), "/oops again")


async def show_a_picture(call: Caller, ann: Person) -> None:
    sent = await call("sendPhoto", {"photo": picture()}, chat_id=ann.id, caption="<u>c</u>", parse_mode="HTML")
    own = {"chat_id": ann.id, "message_id": sent["message_id"]}
    await call("editMessageCaption", **own, caption="/c", reply_markup=KEYBOARD)
    media = {"type": "photo", "media": "attach://new", "has_spoiler": True, "show_caption_above_media": True}
    await call("editMessageMedia", {"new": picture()}, **own, media=media)
    await call("getFile", file_id=sent["photo"][-1]["file_id"])
    await call("deleteMessages", chat_id=ann.id, message_ids=[sent["message_id"], 77777])


async def whisper(call: Caller, ann: Person, group: Group) -> None:
    place = {"chat_id": group.id, "ephemeral_message_parameters": {"receiver_user_id": ann.id}}
    said = await call("sendMessage", **place, text="yours alone", reply_markup=KEYBOARD)
    own = {"chat_id": group.id, "receiver_user_id": ann.id, "ephemeral_message_id": said["ephemeral_message_id"]}
    await call("editEphemeralMessageText", **own, text="<b>still</b>", parse_mode="HTML")
    await call("editEphemeralMessageReplyMarkup", **own, reply_markup=KEYBOARD)
    ann.tap(ann.ephemeral(group)[-1], "a")
    await call("deleteEphemeralMessage", **own)
    shown = await call("sendPhoto", {"photo": picture()}, **place, caption="<u>c</u>", parse_mode="HTML")
    own["ephemeral_message_id"] = shown["ephemeral_message_id"]
    await call("editEphemeralMessageCaption", **own, caption="/c")
    await call("editEphemeralMessageMedia", {"new": picture()}, **own, media={"type": "photo", "media": "attach://new"})


async def look_at_members(call: Caller, telegram: FakeTelegram, group: Group) -> None:
    banned, muted, hidden, stranger = (telegram.add_person(name) for name in ("Bad", "Mute", "Boss", "Dan"))
    for person in (banned, muted, hidden):
        person.join(group)
    group.ban(banned)
    group.restrict(muted)
    group.promote(hidden, is_anonymous=True)
    hidden.say("/settings", group)
    for user_id in (*group.chat.members, stranger.id):
        await call("getChatMember", chat_id=group.id, user_id=user_id)
    await call("getChatAdministrators", chat_id=group.id)
    await call("getChatMemberCount", chat_id=group.id)
    hidden.leave(group)


async def introduce_the_bot(call: Caller, ann: Person, group: Group) -> None:
    await call("getMe")
    await call("setMyCommands", commands=[{"command": "newgame", "description": "New table"}], language_code="en")
    await call("getMyCommands", language_code="en")
    await call("deleteMyCommands", scope={"type": "chat_member", "chat_id": group.id, "user_id": ann.id})
    for method, parameter in (
        ("MyName", "name"),
        ("MyDescription", "description"),
        ("MyShortDescription", "short_description"),
    ):
        await call(f"set{method}", **{parameter: "Cards"})
        assert await call(f"get{method}", language_code="zh") == {parameter: "Cards"}
    await call("setChatMenuButton", menu_button={"type": "commands"})
    await call("getChatMenuButton", chat_id=ann.id)
    await call("getChat", chat_id=ann.id)


def things_happen(telegram: FakeTelegram, ann: Person, group: Group) -> None:
    ann.share({"location": {"latitude": 30.0, "longitude": 120.0}})
    ann.block()
    ann.unblock()
    group.rename("Card players")
    topic = group.open_topic("Table 2")
    group.close_topic(topic)
    group.reopen_topic(topic)
    group.pin(ann.say("/read this", group))
    basic = telegram.add_group("Old", [ann], kind=ChatKind.GROUP, with_bot=False)
    ann.add_bot(basic)
    basic.migrate()


def test_the_check_itself_finds_what_is_wrong() -> None:
    user = {"id": 1, "is_bot": False, "first_name": "Ann"}
    assert validate.faults(user, "User", "u") == []
    assert validate.faults(user | {"nose": 1}, "User", "u") == ["u: a User has no field 'nose'"]
    assert validate.faults({"id": "1", "is_bot": 0}, "User", "u") == [
        "u.id: '1' is no number",
        "u.is_bot: 0 is no boolean",
        "u: a User needs the field 'first_name'",
    ]
    assert validate.faults([user, 3], "User[]", "us") == ["us[1]: 3 is no User"]
    assert validate.faults({"status": "left", "user": user}, "ChatMember", "m") == []
    assert validate.faults({"status": "away", "user": user}, "ChatMember", "m") != []
