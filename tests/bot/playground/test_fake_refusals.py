"""What the server refuses, and in which words."""

import io
import json
from typing import Any

import pytest
from PIL import Image

from bot.playground.fake import ChatKind, Upload
from bot.playground.fake.model import DEFAULT_PERMISSIONS
from tests.bot.playground.scene import Scene

NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
BAD_BUTTON = "can't parse inline keyboard button"
NO_ROWS = 'field "inline_keyboard" of the InlineKeyboardMarkup should be an Array of Arrays'
NO_ENTITY = "can't parse MessageEntity: expected an Object with a type"
NO_EXTENT = "can't parse MessageEntity: offset and length should be numbers of UTF-16 code units"
BAD_MENU = "can't parse menu button: MenuButton has unsupported type"
NO_THREAD = "Bad Request: message thread not found"
CLOSED = "Bad Request: TOPIC_CLOSED"
TOO_LATE = "Bad Request: query is too old and response timeout expired or query ID is invalid"


def keyboard(*rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"inline_keyboard": list(rows)}


def button(**fields: Any) -> dict[str, Any]:
    return {"text": "x", **(fields or {"callback_data": "d"})}


def picture(width: int = 20, height: int = 10) -> Upload:
    written = io.BytesIO()
    Image.new("RGB", (width, height)).save(written, "PNG")
    return Upload("p.png", written.getvalue())


# ---- the call itself


async def test_a_method_that_does_not_exist(scene: Scene) -> None:
    reply = await scene.telegram.call("sendCards", {})
    assert (reply.status, reply.body["description"]) == (404, "Not Found: method not found")
    assert scene.telegram.complaints == ["sendCards is not a method of this server"]


async def test_method_names_ignore_case_and_values_may_be_text(scene: Scene) -> None:
    sent = await scene.ok("SENDMESSAGE", chat_id=str(scene.ann.id), text="hi", protect_content="True")
    assert sent["has_protected_content"] is True


async def test_unknown_parameters_and_fields_are_complained_about(scene: Scene) -> None:
    await scene.ok(
        "sendMessage",
        chat_id=scene.ann.id,
        text="hi",
        reply_to=3,
        link_preview_options={"disabled": True},
        reply_markup=keyboard([button(callback_data="d", colour="red")], [button()] * 9),
    )
    assert scene.telegram.complaints == [
        "sendMessage: unknown parameter 'reply_to'",
        "sendMessage: unknown field 'disabled' of link_preview_options",
        "unknown field 'colour' of an inline keyboard button",
        "a row of 9 buttons: at most 8 are shown in one row",
    ]


@pytest.mark.parametrize(
    ("parameters", "description"),
    [
        ({"text": "x"}, "chat_id is empty"),
        ({"chat_id": "", "text": "x"}, "chat_id is empty"),
        ({"chat_id": 1}, "message text is empty"),
        ({"chat_id": 1, "text": "x"}, "chat not found"),
        ({"chat_id": "@nobody", "text": "x"}, "chat not found"),
        ({"chat_id": "ann", "text": "x"}, "chat not found"),
        ({"chat_id": 1, "text": "x", "reply_parameters": []}, "can't parse ReplyParameters: expected an Object"),
        ({"chat_id": 1, "text": "x", "entities": [7]}, NO_ENTITY),
        ({"chat_id": 1, "text": "x", "entities": [{"type": "bold", "offset": 0}]}, NO_EXTENT),
        ({"chat_id": 1, "text": "x", "message_thread_id": "one"}, "invalid message_thread_id specified"),
        ({"chat_id": 1, "text": "x", "reply_markup": "{"}, "can't parse reply keyboard markup JSON object"),
        ({"chat_id": 1, "text": "x", "reply_markup": "[1]"}, "object expected as reply markup"),
        ({"chat_id": 1, "text": "x", "parse_mode": "Markdown"}, "unsupported parse_mode"),
    ],
)
async def test_calls_that_make_no_sense(scene: Scene, parameters: dict[str, Any], description: str) -> None:
    assert await scene.refused("sendMessage", **parameters) == f"Bad Request: {description}"


# ---- text


@pytest.mark.parametrize(
    ("text", "description"),
    [
        (" \n", "message text is empty"),
        ("<b> </b>", "message text is empty"),
        ("x" * 4097, "message is too long"),
        ("🃏" * 2049, "message is too long"),
        ("<b>x", "can't parse entities: Can't find end tag corresponding to start tag \"b\""),
    ],
)
async def test_texts_that_are_refused(scene: Scene, text: str, description: str) -> None:
    sending = {"chat_id": scene.ann.id, "text": text, "parse_mode": "HTML"}
    assert await scene.refused("sendMessage", **sending) == f"Bad Request: {description}"


async def test_markup_does_not_count_for_the_length(scene: Scene) -> None:
    await scene.ok("sendMessage", chat_id=scene.ann.id, text="<b>" + "x" * 4096 + "</b>", parse_mode="HTML")


async def test_entities_after_the_hundredth_are_lost(scene: Scene) -> None:
    sent = await scene.ok("sendMessage", chat_id=scene.ann.id, text="<b>x</b> " * 101, parse_mode="HTML")
    assert len(sent["entities"]) == 100
    assert scene.telegram.complaints == ["101 entities in a message: those after 100 are dropped"]


# ---- keyboards


@pytest.mark.parametrize(
    ("markup", "description"),
    [
        (keyboard([button(callback_data="扣" * 22)]), "BUTTON_DATA_INVALID"),
        (keyboard([button(callback_data="")]), "BUTTON_DATA_INVALID"),
        (keyboard([button(url="//a/x")]), "inline keyboard button URL '//a/x' is invalid: Wrong HTTP URL"),
        (keyboard([button(url="http://[")]), "inline keyboard button URL 'http://[' is invalid: Wrong HTTP URL"),
        (keyboard([button(url="j")]), "inline keyboard button URL 'j' is invalid: Wrong HTTP URL"),
        ({"inline_keyboard": [["x"]]}, f"{BAD_BUTTON}: InlineKeyboardButton must be an Object"),
        (keyboard([{"text": "x"}]), f"{BAD_BUTTON}: Text buttons are unallowed in the inline keyboard"),
        (keyboard([{"callback_data": "x"}]), f'{BAD_BUTTON}: Can\'t find field "text"'),
        (keyboard([{"text": 1}]), f'{BAD_BUTTON}: Field "text" must be of type String'),
        (keyboard([button(text=" ", callback_data="x")]), "BUTTON_TEXT_INVALID"),
        (keyboard([button(style="gold", callback_data="x")]), f"{BAD_BUTTON}: invalid button style specified"),
        (keyboard(*[[button()] * 8] * 12, [button()] * 5), "reply markup is too long"),
        ({"inline_keyboard": [button()]}, NO_ROWS),
    ],
)
async def test_keyboards_that_are_refused(scene: Scene, markup: dict[str, Any], description: str) -> None:
    sending = {"chat_id": scene.ann.id, "text": "x", "reply_markup": json.dumps(markup)}
    assert await scene.refused("sendMessage", **sending) == f"Bad Request: {description}"
    assert scene.ann.private.messages == []


async def test_keyboards_at_the_limit_are_accepted(scene: Scene) -> None:
    markup = keyboard(*[[button(callback_data="d" * 64, style="success")] * 8] * 12, [button(disabled={})] * 4)
    sent = await scene.ok("sendMessage", chat_id=scene.ann.id, text="x", reply_markup=markup)
    assert sent["reply_markup"] == markup
    assert scene.telegram.complaints == []


async def test_other_keyboards_are_accepted_and_an_empty_one_is_none(scene: Scene) -> None:
    others: list[dict[str, Any]] = [{"force_reply": True}, {"remove_keyboard": True}, {"keyboard": [["a"]]}, {}]
    for markup in (*others, keyboard(), keyboard([])):
        sent = await scene.ok("sendMessage", chat_id=scene.ann.id, text="x", reply_markup=markup)
        assert "reply_markup" not in sent


# ---- may the bot write here


async def test_a_person_who_cannot_be_written_to(scene: Scene) -> None:
    cannot_start = await scene.refused("sendMessage", chat_id=scene.bob.id, text="x")
    scene.ann.block()
    blocked = await scene.refused("sendMessage", chat_id=scene.ann.id, text="x")
    acting = await scene.refused("sendChatAction", chat_id=scene.ann.id, action="typing")
    scene.ann.start()
    await scene.ok("sendMessage", chat_id=scene.ann.id, text="x")
    scene.ann.deactivate()
    gone = await scene.refused("sendMessage", chat_id=scene.ann.id, text="x")

    assert cannot_start == "Forbidden: bot can't initiate conversation with a user"
    assert blocked == acting == "Forbidden: bot was blocked by the user"
    assert gone == "Forbidden: user is deactivated"


@pytest.mark.parametrize("kind", [ChatKind.GROUP, ChatKind.SUPERGROUP])
async def test_a_group_the_bot_is_not_in(scene: Scene, kind: ChatKind) -> None:
    group = scene.telegram.add_group("Old", [scene.ann], kind=kind, with_bot=False)
    never = await scene.refused("sendMessage", chat_id=group.id, text="x")
    scene.ann.add_bot(group)
    await scene.ok("sendMessage", chat_id=group.id, text="x")
    group.remove()
    removed = await scene.refused("sendMessage", chat_id=group.id, text="x")
    group.ban()
    banned = await scene.refused("editMessageText", chat_id=group.id, message_id=1, text="x")
    group.dissolve()
    dissolved = await scene.refused("getChat", chat_id=group.id)

    assert never == "Bad Request: chat not found"
    assert removed == f"Forbidden: bot is not a member of the {kind} chat"
    assert banned == f"Forbidden: bot was kicked from the {kind} chat"
    assert dissolved == "Forbidden: the group chat was deleted"


async def test_a_group_where_the_bot_may_not_speak(scene: Scene) -> None:
    scene.group.restrict()
    restricted = await scene.refused("sendMessage", chat_id=scene.group.id, text="x")
    scene.group.demote()
    scene.group.permit(DEFAULT_PERMISSIONS - {"can_send_photos"})
    await scene.ok("sendMessage", chat_id=scene.group.id, text="x")
    no_photos = await scene.refused("sendPhoto", {"photo": picture()}, chat_id=scene.group.id)
    scene.group.promote()
    await scene.ok("sendPhoto", {"photo": picture()}, chat_id=scene.group.id)

    assert restricted == "Bad Request: not enough rights to send text messages to the chat"
    assert no_photos == "Bad Request: not enough rights to send photos to the chat"


async def test_a_group_that_became_a_supergroup(scene: Scene) -> None:
    group = scene.telegram.add_group("Old", [scene.ann], kind=ChatKind.GROUP)
    sent = await scene.ok("sendMessage", chat_id=group.id, text="x")
    new = group.migrate()
    for method, more in (("sendMessage", {}), ("editMessageText", {"message_id": sent["message_id"]})):
        reply = await scene.telegram.call(method, {"chat_id": group.id, "text": "y", **more})
        assert reply.body == {
            "ok": False,
            "error_code": 400,
            "description": "Bad Request: group chat was upgraded to a supergroup chat",
            "parameters": {"migrate_to_chat_id": new.id},
        }
    await scene.ok("sendMessage", chat_id=new.id, text="y")


async def test_topics(scene: Scene) -> None:
    group = scene.telegram.add_group("Forum", [scene.ann], is_forum=True)
    topic, other = group.open_topic("Table"), group.open_topic("Other")
    sent = await scene.ok("sendMessage", chat_id=group.id, message_thread_id=topic.id, text="x")
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (topic.id, True)
    reply = await scene.ok(
        "sendMessage", chat_id=group.id, text="y", reply_parameters={"message_id": sent["message_id"]}
    )
    assert (reply["message_thread_id"], reply["is_topic_message"]) == (topic.id, True)
    group.close_topic(topic)
    group.delete_topic(other)
    group.close_topic()

    async def in_thread(thread_id: int | None) -> str:
        return await scene.refused("sendMessage", chat_id=group.id, message_thread_id=thread_id, text="x")

    assert await in_thread(topic.id) == await in_thread(None) == CLOSED
    assert await in_thread(other.id) == await in_thread(1) == await in_thread(999) == NO_THREAD
    answer = {"message_id": sent["message_id"]}
    assert await scene.refused("sendMessage", chat_id=group.id, text="z", reply_parameters=answer) == CLOSED
    plain = {"chat_id": scene.group.id, "message_thread_id": 5, "text": "x"}
    assert await scene.refused("sendMessage", **plain) == NO_THREAD
    group.promote(rights=frozenset({"can_manage_topics"}))
    await scene.ok("sendMessage", chat_id=group.id, message_thread_id=topic.id, text="x")


async def test_replies_to_what_is_gone(scene: Scene) -> None:
    sending: dict[str, Any] = {"chat_id": scene.ann.id, "text": "x", "reply_parameters": {"message_id": 99}}
    assert await scene.refused("sendMessage", **sending) == "Bad Request: message to be replied not found"
    sending["reply_parameters"]["allow_sending_without_reply"] = True
    assert "reply_to_message" not in await scene.ok("sendMessage", **sending)


# ---- pictures


async def test_pictures_that_are_refused(scene: Scene) -> None:
    place = {"chat_id": scene.ann.id}
    assert await scene.refused("sendPhoto", **place) == "Bad Request: there is no photo in the request"
    for upload, description in (
        (Upload("p.png", b""), "file must be non-empty"),
        (Upload("p.png", b"no picture"), "IMAGE_PROCESS_FAILED"),
        (picture(210, 10), "PHOTO_INVALID_DIMENSIONS"),
        (picture(9000, 1001), "PHOTO_INVALID_DIMENSIONS"),
        (
            Upload("p.png", b"\x89PNG" + bytes(10 * 1024 * 1024)),
            "file is too big for a photo; the maximum size is 10485760 bytes",
        ),
    ):
        assert await scene.refused("sendPhoto", {"photo": upload}, **place) == f"Bad Request: {description}"
    assert await scene.refused("sendPhoto", photo="AgAC", **place) == (
        "Bad Request: wrong file identifier/HTTP URL specified"
    )
    assert await scene.refused("sendPhoto", photo="https://x.org/p.png", **place) == (
        "Bad Request: failed to get HTTP URL content"
    )
    assert await scene.refused("getFile", file_id="AgAC") == "Bad Request: invalid file_id"
    caption = {"caption": "x" * 1025}
    too_long = await scene.refused("sendPhoto", {"photo": picture()}, **place, **caption)
    assert too_long == "Bad Request: message caption is too long"


async def test_a_picture_can_be_sent_again_by_any_of_its_ids_and_fetched(scene: Scene) -> None:
    sent = await scene.ok("sendPhoto", {"photo": picture(2000, 1000)}, chat_id=scene.ann.id)
    assert [size["width"] for size in sent["photo"]] == [90, 320, 800, 1280]
    again = await scene.ok("sendPhoto", chat_id=scene.ann.id, photo=sent["photo"][0]["file_id"])
    assert again["photo"] == sent["photo"]
    file = await scene.ok("getFile", file_id=sent["photo"][1]["file_id"])
    stored = scene.telegram.files.find_path(file["file_path"])
    assert stored is not None
    with Image.open(io.BytesIO(stored.content())) as image:
        assert image.size == (320, 160)


# ---- editing


async def test_edits_that_change_nothing(scene: Scene) -> None:
    sent = await scene.ok("sendMessage", chat_id=scene.ann.id, text="<b>x</b>", parse_mode="HTML")
    own = {"chat_id": scene.ann.id, "message_id": sent["message_id"]}
    assert await scene.refused("editMessageText", **own, text=" <b>x</b> ", parse_mode="HTML") == NOT_MODIFIED
    assert await scene.refused("editMessageReplyMarkup", **own) == NOT_MODIFIED
    await scene.ok("editMessageText", **own, text="x")
    await scene.ok("editMessageReplyMarkup", **own, reply_markup=keyboard([button()]))
    assert await scene.refused("editMessageReplyMarkup", **own, reply_markup=keyboard([button()])) == NOT_MODIFIED


async def test_an_edit_without_a_keyboard_takes_the_keyboard_away(scene: Scene) -> None:
    sent = await scene.ok("sendMessage", chat_id=scene.ann.id, text="x", reply_markup=keyboard([button()]))
    edited = await scene.ok("editMessageText", chat_id=scene.ann.id, message_id=sent["message_id"], text="y")
    assert "reply_markup" not in edited
    assert edited["edit_date"] == scene.clock.now()


async def test_messages_that_cannot_be_edited(scene: Scene) -> None:
    text = await scene.ok("sendMessage", chat_id=scene.ann.id, text="x")
    photo = await scene.ok("sendPhoto", {"photo": picture()}, chat_id=scene.ann.id)
    hers = scene.ann.say("mine")
    place = {"chat_id": scene.ann.id}

    async def edit(method: str, message_id: int, **more: Any) -> str:
        return await scene.refused(method, **place, message_id=message_id, **more)

    assert await edit("editMessageText", 999, text="y") == "Bad Request: message to edit not found"
    assert await edit("editMessageText", hers.id, text="y") == "Bad Request: message can't be edited"
    assert await edit("editMessageText", photo["message_id"], text="y") == (
        "Bad Request: there is no text in the message to edit"
    )
    assert await edit("editMessageCaption", text["message_id"], caption="y") == (
        "Bad Request: there is no caption in the message to edit"
    )
    assert await scene.refused("editMessageText", **place, text="y") == (
        "Bad Request: message identifier is not specified"
    )


async def test_a_text_can_become_a_picture(scene: Scene) -> None:
    text = await scene.ok("sendMessage", chat_id=scene.ann.id, text="x")
    media = {"type": "photo", "media": "attach://a", "caption": "<b>c</b>", "parse_mode": "HTML"}
    own = {"chat_id": scene.ann.id, "message_id": text["message_id"]}
    edited = await scene.ok("editMessageMedia", {"a": picture()}, **own, media=json.dumps(media))
    assert (edited["caption"], "text" in edited) == ("c", False)
    same = {**media, "media": edited["photo"][-1]["file_id"]}
    assert await scene.refused("editMessageMedia", **own, media=same) == NOT_MODIFIED
    for wrong, description in (
        ({"type": "video", "media": "x"}, "can't parse InputMedia: type 'video' is not one this server has"),
        ({"type": "photo"}, "can't parse InputMedia: Can't find field \"media\""),
        ({"type": "photo", "media": "attach://b"}, "there is no media in the request"),
        ([], "can't parse InputMedia: expected an Object"),
        ({"type": "photo", "media": 5}, 'can\'t parse InputMedia: Field "media" must be of type String'),
        ({**same, "caption_entities": 5, "parse_mode": ""}, "can't parse message entities: expected an Array"),
    ):
        assert await scene.refused("editMessageMedia", **own, media=wrong) == f"Bad Request: {description}"


# ---- deleting


async def test_what_can_be_deleted_and_for_how_long(scene: Scene) -> None:
    own = (await scene.ok("sendMessage", chat_id=scene.group.id, text="x"))["message_id"]
    hers = scene.ann.say("hello", scene.group).id
    place = {"chat_id": scene.group.id}
    assert await scene.refused("deleteMessage", **place, message_id=hers) == "Bad Request: message can't be deleted"
    assert await scene.refused("deleteMessage", **place, message_id=99) == "Bad Request: message to delete not found"
    scene.clock.advance(48 * 3600 - 1)
    young = (await scene.ok("sendMessage", **place, text="y"))["message_id"]
    scene.clock.advance(1)
    assert await scene.refused("deleteMessage", **place, message_id=own) == (
        "Bad Request: message can't be deleted for everyone"
    )
    assert await scene.ok("deleteMessages", **place, message_ids=[own, hers, young, 99]) is True
    assert [message.id for message in scene.group.messages] == [own, hers]
    scene.group.promote()
    await scene.ok("deleteMessages", **place, message_ids=[own, hers])
    assert scene.group.messages == []


async def test_lists_of_messages_to_delete(scene: Scene) -> None:
    place = {"chat_id": scene.group.id}
    assert await scene.refused("deleteMessages", **place, message_ids=[]) == (
        "Bad Request: message identifiers are not specified"
    )
    assert await scene.refused("deleteMessages", **place, message_ids=list(range(101))) == (
        "Bad Request: too many message identifiers specified"
    )


# ---- taps


async def test_a_tap_is_answered_once_and_in_time(scene: Scene) -> None:
    await scene.ok("sendMessage", chat_id=scene.group.id, text="x", reply_markup=keyboard([button()]))
    tap, late = scene.bob.tap(scene.group.last, "x"), scene.bob.tap(scene.group.last, data="d")
    await scene.ok("answerCallbackQuery", callback_query_id=tap.query.id)
    assert await scene.refused("answerCallbackQuery", callback_query_id=tap.query.id) == TOO_LATE
    assert await scene.refused("answerCallbackQuery", callback_query_id="17") == TOO_LATE
    assert await scene.refused("answerCallbackQuery") == TOO_LATE
    scene.clock.advance(15.5)
    assert await scene.refused("answerCallbackQuery", callback_query_id=late.query.id) == TOO_LATE
    with pytest.raises(AssertionError, match="not answered in time"):
        await late.answer()


async def test_answers_that_are_refused(scene: Scene) -> None:
    await scene.ok("sendMessage", chat_id=scene.group.id, text="x", reply_markup=keyboard([button()]))
    tap = scene.bob.tap(scene.group.last, "x")
    answer = {"callback_query_id": tap.query.id}
    assert await scene.refused("answerCallbackQuery", **answer, text="扣" * 201) == "Bad Request: MESSAGE_TOO_LONG"
    for url in ("https://example.org/?start=x", "https://t.me/other_bot?start=x", "https://t.me/shuangkou_bot"):
        assert await scene.refused("answerCallbackQuery", **answer, url=url) == "Bad Request: URL_INVALID"
    await scene.ok("answerCallbackQuery", **answer, text="扣" * 200, url="t.me/Shuangkou_Bot?start=j")
    assert (await tap.answer()).url == "t.me/Shuangkou_Bot?start=j"


# ---- everything else


@pytest.mark.parametrize(
    ("method", "parameters", "description"),
    [
        ("sendChatAction", {"action": "dancing"}, "wrong parameter action in request"),
        ("getChatMember", {"user_id": 5}, "user not found"),
        ("getChatMember", {"user_id": 6_000_000_002}, "member not found"),
        ("getChatAdministrators", {}, "there are no administrators in the private chat"),
        ("leaveChat", {}, "chat member status can't be changed in private chats"),
        ("pinChatMessage", {"message_id": 99}, "message to pin not found"),
        ("unpinChatMessage", {}, "message to unpin not found"),
        ("setMessageReaction", {"message_id": 99}, "message to react not found"),
        (
            "setChatMenuButton",
            {"menu_button": {"type": "x"}},
            "can't parse menu button: MenuButton has unsupported type",
        ),
    ],
)
async def test_other_refusals_in_private(
    scene: Scene, method: str, parameters: dict[str, Any], description: str
) -> None:
    assert await scene.refused(method, chat_id=scene.ann.id, **parameters) == f"Bad Request: {description}"


async def test_other_refusals_in_a_group(scene: Scene) -> None:
    message = scene.ann.say("x", scene.group)
    own = {"chat_id": scene.group.id, "message_id": message.id}
    assert await scene.refused("pinChatMessage", **own) == (
        "Bad Request: not enough rights to manage pinned messages in the chat"
    )
    like = {"type": "emoji", "emoji": "👍"}
    assert await scene.refused("setMessageReaction", **own, reaction=[like, like]) == (
        "Bad Request: REACTIONS_TOO_MANY"
    )
    for wrong in ({"type": "emoji", "emoji": "🃏"}, {"type": "paid"}):
        assert await scene.refused("setMessageReaction", **own, reaction=[wrong]) == "Bad Request: REACTION_INVALID"
    assert await scene.refused("setChatMenuButton", chat_id=scene.group.id) == (
        "Bad Request: menu button can be set only in private chats"
    )


@pytest.mark.parametrize(
    ("method", "parameters", "description"),
    [
        ("setMyCommands", {"commands": [{"command": "New", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ("setMyCommands", {"commands": [{"command": "new", "description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ("setMyCommands", {"commands": [{"description": "x"}]}, "can't parse BotCommand: command is missing"),
        ("setMyCommands", {"commands": {}}, "can't parse commands: expected an Array"),
        ("setMyCommands", {"commands": [{"command": "a", "description": "x"}] * 101}, "BOT_COMMANDS_TOO_MUCH"),
        ("getMyCommands", {"language_code": "zh-CN"}, "invalid language code specified"),
        ("getMyCommands", {"scope": {"type": "world"}}, "can't parse BotCommandScope: unsupported type specified"),
        ("getMyCommands", {"scope": {"type": "chat"}}, "can't parse BotCommandScope: chat_id or user_id is missing"),
        ("getMyCommands", {"scope": {"type": "chat", "chat_id": 5}}, "chat not found"),
        ("setMyDescription", {"description": "x" * 513}, "bot description is too long"),
        ("setMyShortDescription", {"short_description": "x" * 121}, "bot short description is too long"),
        ("setMyName", {"name": "x" * 65}, "bot name is too long"),
        ("setWebhook", {"url": "http://example.org"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        ("getUpdates", {"allowed_updates": "7"}, "can't parse allowed updates: expected an Array"),
        ("getUpdates", {"allowed_updates": "[7]"}, "can't parse allowed updates: expected an Array of String"),
    ],
)
async def test_settings_that_are_refused(
    scene: Scene, method: str, parameters: dict[str, Any], description: str
) -> None:
    assert await scene.refused(method, **parameters) == f"Bad Request: {description}"


async def test_a_button_with_two_actions_is_complained_about(scene: Scene) -> None:
    both = keyboard([button(callback_data="d", url="https://t.me/x")])
    await scene.ok("sendMessage", chat_id=scene.ann.id, text="x", reply_markup=both)
    assert scene.telegram.complaints == ["an inline keyboard button with 2 actions: callback_data, url"]


async def test_a_service_message_cannot_become_a_picture(scene: Scene) -> None:
    scene.group.promote()
    sent = await scene.ok("sendMessage", chat_id=scene.group.id, text="x")
    for _ in range(2):
        await scene.ok("pinChatMessage", chat_id=scene.group.id, message_id=sent["message_id"])
    [pinned] = [message for message in scene.group.messages if message.id != sent["message_id"]]
    media = {"type": "photo", "media": "attach://a"}
    assert await scene.refused(
        "editMessageMedia", {"a": picture()}, chat_id=scene.group.id, message_id=pinned.id, media=media
    ) == ("Bad Request: message can't be edited")
    await scene.ok("deleteMessage", chat_id=scene.group.id, message_id=sent["message_id"])
    assert "pinned_message" not in await scene.ok("getChat", chat_id=scene.group.id)


async def test_texts_about_the_bot_are_kept_by_language_and_can_be_taken_back(scene: Scene) -> None:
    async def description(language: str) -> str:
        answer = await scene.ok("getMyDescription", language_code=language)
        return str(answer["description"])

    await scene.ok("setMyDescription", description="cards")
    await scene.ok("setMyDescription", description="牌", language_code="zh")
    assert [await description(language) for language in ("zh", "en")] == ["牌", "cards"]
    await scene.ok("setMyDescription", language_code="zh")
    assert await description("zh") == "cards"


async def test_members_of_a_private_chat_are_the_two(scene: Scene) -> None:
    for user_id in (scene.ann.id, scene.telegram.bot.id):
        member = await scene.ok("getChatMember", chat_id=scene.ann.id, user_id=user_id)
        assert (member["status"], member["user"]["id"]) == ("member", user_id)
    assert await scene.ok("getChatMemberCount", chat_id=scene.ann.id) == 2


async def test_mentions_without_a_username_name_people_that_exist(scene: Scene) -> None:
    text = f'<a href="tg://user?id={scene.bob.id}">Bob</a> <a href="tg://user?id=5">nobody</a>'
    sent = await scene.ok("sendMessage", chat_id=scene.ann.id, text=text, parse_mode="HTML")
    [mention] = sent["entities"]
    assert (mention["type"], mention["user"]["first_name"]) == ("text_mention", "Bob")
    plain = {"text": "Bob", "entities": [mention]}
    assert (await scene.ok("sendMessage", chat_id=scene.ann.id, **plain))["entities"] == [mention]
