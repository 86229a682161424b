"""What people do, what the bot hears of it, and what they cannot do."""

from typing import Any

import pytest

from bot.playground.fake import BotAccount, ChatKind, FakeTelegram, ManualClock, Status, Topic
from tests.bot.playground.scene import Scene


async def messages(scene: Scene) -> list[dict[str, Any]]:
    return [update["message"] for update in await scene.updates() if "message" in update]


async def send(scene: Scene, chat_id: int, *labels: str) -> None:
    rows = [[{"text": label, "callback_data": f"data:{label}"}] for label in labels]
    await scene.ok("sendMessage", chat_id=chat_id, text="choose", reply_markup={"inline_keyboard": rows})


# ---- privacy mode


async def test_with_privacy_mode_the_bot_hears_only_what_concerns_it(scene: Scene) -> None:
    await send(scene, scene.group.id)
    scene.ann.say("just talking about /newgame and @shuangkou_bot", scene.group)
    scene.ann.say("/newgame@other_bot", scene.group)
    scene.ann.share({"location": {"latitude": 1.0, "longitude": 2.0}}, scene.group)
    scene.ann.say("/newgame", scene.group)
    scene.ann.say("/join@SHUANGKOU_bot now", scene.group)
    scene.ann.say("I agree", scene.group, reply_to=scene.group.last)
    scene.group.rename("Players")
    heard = await messages(scene)
    assert [message.get("text") for message in heard] == ["/newgame", "/join@SHUANGKOU_bot now", "I agree", None]
    assert heard[2]["reply_to_message"]["text"] == "choose"
    assert heard[3]["new_chat_title"] == "Players"


@pytest.mark.parametrize("is_admin", [True, False])
async def test_an_administrator_or_a_bot_without_privacy_mode_hears_everything(is_admin: bool) -> None:
    clock = ManualClock()
    telegram = FakeTelegram(clock=clock, account=BotAccount(privacy_mode=is_admin))
    ann = telegram.add_person("Ann")
    group = telegram.add_group("Cards", [ann])
    if is_admin:
        group.promote()
    scene = Scene(clock, telegram, ann, ann, group)
    await scene.updates()
    ann.say("just talking", group)
    assert [message["text"] for message in await messages(scene)] == ["just talking"]
    assert (await scene.ok("getMe"))["can_read_all_group_messages"] is not is_admin


async def test_a_bot_that_is_not_there_hears_nothing(scene: Scene) -> None:
    await send(scene, scene.group.id, "Join")
    scene.group.ban()
    [update] = await scene.updates()
    assert update["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    scene.ann.say("/newgame", scene.group)
    scene.ann.tap(scene.group.last, "Join")
    assert await scene.updates() == []


# ---- private chats


async def test_start_with_and_without_a_payload(scene: Scene) -> None:
    assert not scene.bob.user.started
    scene.bob.start("j123")
    scene.bob.start()
    [first, second] = await messages(scene)
    assert (first["text"], first["entities"]) == ("/start j123", [{"type": "bot_command", "offset": 0, "length": 6}])
    assert (second["text"], second["chat"]["id"], second["from"]["id"]) == ("/start", scene.bob.id, scene.bob.id)
    await scene.ok("sendMessage", chat_id=scene.bob.id, text="welcome")


async def test_links_of_the_bot_can_be_followed(scene: Scene) -> None:
    new_group = scene.telegram.add_group("New", [scene.bob], with_bot=False)
    scene.bob.follow("https://t.me/shuangkou_bot?start=j1")
    scene.bob.follow("https://t.me/Shuangkou_bot?startgroup=g1", group=new_group)
    assert [message.get("text") for message in await messages(scene)] == [
        "/start j1",
        None,
        "/start@shuangkou_bot g1",
    ]
    for link in ("https://t.me/other_bot?start=j1", "https://example.org/", "https://t.me/shuangkou_bot?startgroup=x"):
        with pytest.raises(ValueError, match="no deep link"):
            scene.bob.follow(link)


async def test_blocking_and_unblocking_is_told(scene: Scene) -> None:
    scene.ann.block()
    scene.ann.block()
    with pytest.raises(PermissionError, match="press Start"):
        scene.ann.say("hello")
    scene.ann.unblock()
    scene.ann.say("hello")
    [blocked, unblocked, _] = await scene.updates()
    for update, old, new in ((blocked, "member", "kicked"), (unblocked, "kicked", "member")):
        change = update["my_chat_member"]
        assert (change["chat"]["id"], change["from"]["id"]) == (scene.ann.id, scene.ann.id)
        assert (change["old_chat_member"]["status"], change["new_chat_member"]["status"]) == (old, new)


async def test_whoever_never_pressed_start_cannot_write(scene: Scene) -> None:
    with pytest.raises(PermissionError, match="press Start"):
        scene.bob.say("hello")
    with pytest.raises(ValueError, match="at least one character"):
        scene.ann.say(" ")


async def test_people_edit_and_delete_their_own(scene: Scene) -> None:
    message = scene.ann.say("/nwe", scene.group)
    scene.ann.edit(message, "/new")
    [_, update] = await scene.updates()
    assert (update["edited_message"]["text"], update["edited_message"]["edit_date"]) == ("/new", scene.clock.now())
    with pytest.raises(PermissionError):
        scene.bob.edit(message, "x")
    with pytest.raises(PermissionError):
        scene.bob.delete(message)
    scene.ann.delete(message)
    assert scene.group.messages == []
    scene.group.delete_message(scene.bob.say("spam", scene.group))
    assert scene.group.messages == []
    assert await scene.updates() == [], "nobody tells a bot of deletions"


# ---- tapping


async def test_only_buttons_that_are_there_can_be_tapped(scene: Scene) -> None:
    await send(scene, scene.group.id, "Join", "Leave")
    message = scene.group.last
    scene.bob.tap(message, "Leave")
    [update] = await scene.updates()
    query = update["callback_query"]
    assert (query["data"], query["from"]["id"]) == ("data:Leave", scene.bob.id)
    assert query["message"]["message_id"] == message.id
    with pytest.raises(LookupError, match=r"no button 'Start' to tap among \['Join', 'Leave'\]"):
        scene.bob.tap(message, "Start")
    with pytest.raises(LookupError, match="no button 'data:Start'"):
        scene.bob.tap(message, data="data:Start")
    with pytest.raises(PermissionError):
        scene.telegram.add_person("Stranger").tap(message, "Join")
    scene.group.delete_message(message)
    with pytest.raises(PermissionError):
        scene.bob.tap(message, "Join")


async def test_buttons_that_do_something_else_are_no_taps(scene: Scene) -> None:
    row = [{"text": "link", "url": "https://t.me/x"}, {"text": "off", "disabled": {}}]
    await scene.ok("sendMessage", chat_id=scene.ann.id, text="x", reply_markup={"inline_keyboard": [row]})
    for label in ("link", "off"):
        with pytest.raises(LookupError):
            scene.ann.tap(scene.ann.private.last, label)


async def test_a_hostile_client_taps_what_it_likes(scene: Scene) -> None:
    await send(scene, scene.group.id, "Join")
    message = scene.group.last
    scene.group.delete_message(message)
    tap = scene.bob.forge_tap(message, "rubbish")
    [update] = await scene.updates()
    assert update["callback_query"]["message"] == {
        "chat": scene.group.chat.to_api(),
        "message_id": message.id,
        "date": 0,
    }
    await scene.ok("answerCallbackQuery", callback_query_id=tap.query.id, text="no", show_alert=True)
    answer = await tap.answer()
    assert (tap.is_answered, answer.text, answer.show_alert, answer.url) == (True, "no", True, None)


async def test_a_tap_without_an_answer_is_an_error_of_the_test(scene: Scene) -> None:
    await send(scene, scene.group.id, "Join")
    with pytest.raises(AssertionError, match=r"'data:Join' was not answered in 0\.01 s"):
        await scene.bob.tap(scene.group.last, "Join").answer(patience=0.01)


# ---- groups


async def test_coming_and_going(scene: Scene) -> None:
    carl = scene.telegram.add_person("Carl")
    carl.join(scene.group)
    carl.leave(scene.group)
    carl.join(scene.group)
    scene.group.ban(carl)
    scene.group.remove(scene.bob)
    joined, left, _, banned, removed = await messages(scene)
    assert joined["new_chat_members"][0]["id"] == left["left_chat_member"]["id"] == carl.id
    assert (left["from"]["id"], banned["from"]["id"]) == (carl.id, scene.ann.id)
    assert removed["left_chat_member"]["id"] == scene.bob.id
    with pytest.raises(PermissionError, match="was banned"):
        carl.join(scene.group)
    for outsider in (carl, scene.bob):
        with pytest.raises(PermissionError, match="cannot write"):
            outsider.say("x", scene.group)
    assert await scene.ok("getChatMemberCount", chat_id=scene.group.id) == 2


async def test_the_bot_is_told_how_it_stands(scene: Scene) -> None:
    group = scene.telegram.add_group("New", [scene.bob], with_bot=False)
    scene.bob.add_bot(group)
    scene.bob.add_bot(group)
    group.promote(rights=frozenset({"can_pin_messages"}))
    group.demote()
    group.restrict()
    group.remove()
    changes = [update["my_chat_member"] for update in await scene.updates() if "my_chat_member" in update]
    statuses = [change["new_chat_member"]["status"] for change in changes]
    assert statuses == ["member", "administrator", "member", "restricted", "left"]
    assert changes[1]["new_chat_member"]["can_pin_messages"] is True
    assert changes[1]["new_chat_member"]["can_delete_messages"] is False


async def test_the_bot_leaves(scene: Scene) -> None:
    await scene.ok("leaveChat", chat_id=scene.group.id)
    kinds = [set(update) - {"update_id"} for update in await scene.updates()]
    assert kinds == [{"message"}, {"my_chat_member"}]
    assert await scene.refused("getChat", chat_id=scene.group.id) == (
        "Forbidden: bot is not a member of the supergroup chat"
    )


async def test_other_members_are_told_of_only_to_administrators_that_ask(scene: Scene) -> None:
    carl = scene.telegram.add_person("Carl")
    await scene.ok("getUpdates", allowed_updates=["chat_member"])
    carl.join(scene.group)
    assert await scene.updates() == []
    scene.group.promote()
    carl.leave(scene.group)
    [update] = await scene.updates()
    assert update["chat_member"]["new_chat_member"]["status"] == "left"


async def test_an_anonymous_administrator_writes_as_the_group_and_taps_as_himself(scene: Scene) -> None:
    scene.group.promote(scene.bob, is_anonymous=True)
    await send(scene, scene.group.id, "Join")
    order = scene.bob.say("/newgame", scene.group)
    scene.bob.tap(scene.group.last, "Join")

    [written, tapped] = await scene.updates()
    assert (written["message"]["from"]["id"], written["message"]["from"]["username"]) == (
        1087968824,
        "GroupAnonymousBot",
    )
    assert written["message"]["sender_chat"]["id"] == scene.group.id
    assert tapped["callback_query"]["from"]["id"] == scene.bob.id
    scene.bob.edit(order, "/newgame 4")
    with pytest.raises(PermissionError):
        scene.ann.edit(order, "/stop")


async def test_hidden_administrators_are_listed_for_administrators_only(scene: Scene) -> None:
    async def listed() -> set[int]:
        admins = await scene.ok("getChatAdministrators", chat_id=scene.group.id)
        return {admin["user"]["id"] for admin in admins}

    scene.group.promote(scene.ann, is_anonymous=True)
    scene.group.promote(scene.bob)
    assert scene.group.creator is scene.ann.user
    assert await listed() == {scene.bob.id}
    scene.group.promote()
    assert await listed() == {scene.ann.id, scene.bob.id, scene.telegram.bot.id}


async def test_the_muted_and_the_shut_out_cannot_write(scene: Scene) -> None:
    scene.group.restrict(scene.bob)
    with pytest.raises(PermissionError, match="not allowed"):
        scene.bob.say("x", scene.group)
    scene.group.demote(scene.bob)
    scene.bob.say("x", scene.group)
    scene.group.permit(frozenset())
    with pytest.raises(PermissionError, match="not allowed"):
        scene.bob.say("x", scene.group)
    scene.ann.say("x", scene.group)
    member = scene.group.chat.member(scene.bob.id)
    assert member is not None
    assert member.status is Status.MEMBER


async def test_a_basic_group_becomes_a_supergroup(scene: Scene) -> None:
    old = scene.telegram.add_group("Old", [scene.ann, scene.bob], kind=ChatKind.GROUP)
    new = old.migrate()
    [leaving, arriving] = await messages(scene)
    assert (leaving["chat"]["id"], leaving["migrate_to_chat_id"]) == (old.id, new.id)
    assert (arriving["chat"]["id"], arriving["migrate_from_chat_id"]) == (new.id, old.id)
    assert new.chat.members.keys() == {scene.ann.id, scene.bob.id, scene.telegram.bot.id}
    with pytest.raises(PermissionError):
        scene.ann.say("x", old)
    scene.ann.say("x", new)
    with pytest.raises(ValueError, match="only a basic group"):
        new.migrate()


# ---- topics and threads


async def test_messages_in_topics_say_so_and_threads_of_replies_only_look_alike(scene: Scene) -> None:
    group = scene.telegram.add_group("Forum", [scene.ann, scene.bob], is_forum=True)
    topic = group.open_topic("Table")
    in_topic = scene.ann.say("/new", group, topic=topic)
    scene.bob.say("/join", group, reply_to=in_topic)
    in_general = scene.ann.say("/help", group)
    scene.bob.say("/rank", group, reply_to=in_general)

    opened, first, second, third, fourth = await messages(scene)
    assert opened["forum_topic_created"]["name"] == "Table"
    assert (opened["message_id"], first["reply_to_message"]["message_id"]) == (topic.id, topic.id)
    assert [(m.get("message_thread_id"), m.get("is_topic_message")) for m in (first, second, third, fourth)] == [
        (topic.id, True),
        (topic.id, True),
        (None, None),
        (in_general.id, None),
    ]


async def test_closed_topics(scene: Scene) -> None:
    group = scene.telegram.add_group("Forum", [scene.ann, scene.bob], is_forum=True)
    topic = group.open_topic("Table")

    def can_write(where: Topic | None) -> bool:
        try:
            scene.bob.say("x", group, topic=where)
        except PermissionError:
            return False
        return True

    assert can_write(topic)
    assert can_write(None)
    group.close_topic(topic)
    group.close_topic()
    assert not can_write(topic)
    assert not can_write(None)
    group.reopen_topic(topic)
    assert can_write(topic)
    group.set_forum(False)
    assert can_write(None)
    with pytest.raises(ValueError, match="only a forum"):
        group.open_topic("x")


# ---- making them


async def test_wrong_casts_are_refused(scene: Scene) -> None:
    telegram = scene.telegram
    with pytest.raises(ValueError, match="take another id"):
        telegram.add_person("Double", user_id=scene.ann.id)
    with pytest.raises(ValueError, match="at least one member"):
        telegram.add_group("Empty", [])
    with pytest.raises(ValueError, match="only a supergroup can be a forum"):
        telegram.add_group("Forum", [scene.ann], kind=ChatKind.GROUP, is_forum=True)
    with pytest.raises(ValueError, match="only a supergroup"):
        telegram.add_group("Old", [scene.ann], kind=ChatKind.GROUP).set_forum(True)
    assert telegram.person(scene.ann.id).user is scene.ann.user
    assert telegram.group(scene.group.id).chat is scene.group.chat
    assert scene.ann.id > 2**32


async def test_the_command_menu_is_that_of_the_narrowest_scope_and_the_language(scene: Scene) -> None:
    def menu(chat_id: int, user_id: int, language: str | None) -> str:
        found = scene.telegram.settings.commands_for(scene.telegram.chats[chat_id], user_id, language)
        return found[0]["description"] if found else ""

    group, ann, bob = scene.group.id, scene.ann.id, scene.bob.id
    assert scene.ann.private.id == ann
    assert menu(group, bob, "en") == ""
    for scope, language in (
        ({"type": "default"}, ""),
        ({"type": "default"}, "zh"),
        ({"type": "all_private_chats"}, ""),
        ({"type": "all_group_chats"}, "zh"),
        ({"type": "all_chat_administrators"}, ""),
    ):
        command = {"command": "new", "description": f"{scope['type']} {language}"}
        await scene.ok("setMyCommands", commands=[command], scope=scope, language_code=language)

    assert menu(group, bob, "en-GB") == "default "
    assert menu(group, bob, "zh-hans") == "all_group_chats zh"
    assert menu(group, ann, "zh") == "all_chat_administrators "
    assert menu(ann, ann, "zh") == "all_private_chats "
    one = [{"command": "new", "description": "his own"}]
    await scene.ok("setMyCommands", commands=one, scope={"type": "chat_member", "chat_id": group, "user_id": bob})
    assert menu(group, bob, None) == "his own"
    await scene.ok("setMyCommands", commands=[], scope={"type": "all_private_chats"})
    assert menu(ann, ann, "zh") == "default zh"
