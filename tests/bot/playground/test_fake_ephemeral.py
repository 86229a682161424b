"""Messages in a group that one member sees alone, as the real server and the apps treat them."""

import io
from typing import Any

import pytest
from PIL import Image

from bot.playground.fake import ChatKind, FakeTelegram, Group, Limits, ManualClock, Person, Upload
from bot.playground.fake.model import App
from bot.playground.fake.world import EPHEMERAL_SECONDS

BUTTON = {"inline_keyboard": [[{"text": "tap", "callback_data": "a"}]]}


class Scene:
    """A group of two with the bot, which is no administrator."""

    def __init__(self, **options: Any) -> None:
        self.clock = ManualClock()
        self.telegram = FakeTelegram(clock=self.clock, limits=options.pop("limits", Limits.none()), **options)
        self.ann, self.bob = (self.telegram.add_person(name) for name in ("Ann", "Bob"))
        self.group: Group = self.telegram.add_group("Cards", [self.ann, self.bob])

    async def call(self, method: str, /, **parameters: Any) -> Any:
        reply = await self.telegram.call(method, parameters)
        return reply.body["result"] if reply.status == 200 else reply.body["description"]

    async def whisper(self, to: Person, text: str = "yours alone", query: str | None = None, **more: Any) -> Any:
        whom: dict[str, Any] = {"receiver_user_id": to.id}
        if query is not None:
            whom["callback_query_id"] = query
        return await self.call(
            "sendMessage", chat_id=self.group.id, text=text, ephemeral_message_parameters=whom, **more
        )

    def own(self, to: Person, ephemeral_id: int) -> dict[str, int]:
        return {"chat_id": self.group.id, "receiver_user_id": to.id, "ephemeral_message_id": ephemeral_id}

    async def tapped(self, who: Person) -> str:
        """The id of a tap on a new public message."""
        await self.call("sendMessage", chat_id=self.group.id, text="all", reply_markup=BUTTON)
        return who.tap(self.group.last, "tap").query.id

    def shown(self, to: Person) -> list[str]:
        return [message.text for message in to.ephemeral(self.group)]


@pytest.fixture
def here() -> Scene:
    return Scene()


async def test_a_tap_allows_one_to_whoever_tapped_for_fifteen_seconds(here: Scene) -> None:
    tap = await here.tapped(here.ann)
    sent = await here.whisper(here.ann, query=tap)
    here.clock.advance(15)
    again = await here.whisper(here.ann, "more", query=tap)
    here.clock.advance(0.5)

    assert (sent["message_id"], sent["ephemeral_message_id"], sent["receiver_user"]["id"]) == (0, 1, here.ann.id)
    assert again["ephemeral_message_id"] == 2
    assert await here.whisper(here.ann, query=tap) == "Bad Request: MESSAGE_NOT_COMMAND"
    assert await here.whisper(here.bob, query=tap) == "Bad Request: MESSAGE_NOT_COMMAND"
    assert here.shown(here.ann) == ["yours alone", "more"]
    assert here.shown(here.bob) == []
    assert [message.text for message in here.group.from_bot] == ["all"]


async def test_an_administrator_needs_no_tap(here: Scene) -> None:
    assert await here.whisper(here.ann) == "Bad Request: MESSAGE_NOT_COMMAND"
    here.group.promote()

    await here.whisper(here.ann)

    assert here.shown(here.ann) == ["yours alone"]


async def test_nobody_else_is_told(here: Scene) -> None:
    here.group.promote()
    with here.telegram.subscribe(here.ann.id) as hers, here.telegram.subscribe(here.bob.id) as his:
        sent = await here.whisper(here.ann)
        own = here.own(here.ann, sent["ephemeral_message_id"])
        await here.call("editEphemeralMessageText", **own, text="other")
        await here.call("deleteEphemeralMessage", **own)

        assert [event["event"] for event in hers.pending()] == ["message", "edited", "deleted"]
        assert his.pending() == []
    assert here.telegram.history(here.bob.id, here.group.id) == []


async def test_bots_strangers_and_private_chats_get_none(here: Scene) -> None:
    here.group.promote()
    stranger = here.telegram.add_person("Dan", started=True)

    refused = [await here.whisper(who) for who in (stranger, Person(here.telegram, here.telegram.bot))]
    whom = {"receiver_user_id": stranger.id}
    private = await here.call("sendMessage", chat_id=stranger.id, text="x", ephemeral_message_parameters=whom)

    assert refused == ["Bad Request: MESSAGE_NOT_COMMAND"] * 2
    assert private.startswith("Bad Request: ephemeral messages")


async def test_a_tap_on_one_tells_which_it_was(here: Scene) -> None:
    here.telegram.updates.allow(["callback_query"])
    tap = await here.tapped(here.ann)
    await here.whisper(here.ann, query=tap, reply_markup=BUTTON)
    [message] = here.ann.ephemeral(here.group)

    here.ann.tap(message, "tap")

    *_, update = await here.call("getUpdates")
    told = update["callback_query"]["message"]
    assert (told["message_id"], told["ephemeral_message_id"]) == (0, 1)
    with pytest.raises(PermissionError):
        here.bob.tap(message, "tap")


async def test_an_app_that_starts_anew_has_forgotten_and_only_a_desktop_shows_what_is_edited(here: Scene) -> None:
    here.group.promote()
    here.bob.user.app = App.DESKTOP
    for who in (here.ann, here.bob):
        sent = await here.whisper(who)
        who.restart_app()
        assert here.shown(who) == []
        own = here.own(who, sent["ephemeral_message_id"])
        assert await here.call("editEphemeralMessageText", **own, text="edited") is True

    assert here.shown(here.ann) == []
    assert here.shown(here.bob) == ["edited"]


async def test_what_is_lost_on_the_way_is_reported_as_sent(here: Scene) -> None:
    here.group.promote()
    here.ann.user.is_offline = True
    here.bob.user.app = App.OLD
    first, second = await here.whisper(here.ann), await here.whisper(here.bob)
    own = here.own(here.ann, first["ephemeral_message_id"])

    assert await here.call("editEphemeralMessageText", **own, text="edited") is True
    assert second["ephemeral_message_id"] == 1
    assert here.shown(here.ann) == here.shown(here.bob) == []


async def test_an_expired_id_is_given_again(here: Scene) -> None:
    here.group.promote()
    first = await here.whisper(here.ann, "first")
    here.clock.advance(EPHEMERAL_SECONDS)
    own = here.own(here.ann, first["ephemeral_message_id"])
    refused = await here.call("editEphemeralMessageText", **own, text="edited")
    second = await here.whisper(here.ann, "second")

    assert refused == "Bad Request: message to edit not found"
    assert second["ephemeral_message_id"] == first["ephemeral_message_id"]
    assert here.shown(here.ann) == ["second"]


async def test_a_text_over_a_caption_can_be_sent_and_not_edited(here: Scene) -> None:
    here.group.promote()
    sent = await here.whisper(here.ann, "x" * 1025)
    own = here.own(here.ann, sent["ephemeral_message_id"])

    assert await here.call("editEphemeralMessageText", **own, text="y" * 1025) == "Bad Request: MEDIA_CAPTION_TOO_LONG"
    assert await here.call("editEphemeralMessageText", **own, text="y" * 1024) is True


async def test_delete_message_deletes_none(here: Scene) -> None:
    here.group.promote()
    sent = await here.whisper(here.ann)

    for message_id in (sent["message_id"], sent["ephemeral_message_id"]):
        refused = await here.call("deleteMessage", chat_id=here.group.id, message_id=message_id)
        assert refused == "Bad Request: message to delete not found"
    assert here.shown(here.ann) == ["yours alone"]


async def test_they_count_for_the_limit_of_the_group() -> None:
    here = Scene(limits=Limits())
    here.group.promote()
    answers = [await here.whisper(here.ann, str(number)) for number in range(21)]

    assert all(isinstance(answer, dict) for answer in answers[:20])
    assert answers[20].startswith("Too Many Requests")


async def test_an_ephemeral_command_goes_to_the_bot_alone_and_allows_an_answer(here: Scene) -> None:
    menu = [{"command": "hand", "description": "My hand", "is_ephemeral": True}]
    await here.call("setMyCommands", commands=menu)
    asked = here.ann.say("/hand", here.group)
    here.bob.user.app = App.OLD
    here.bob.say("/hand", here.group)
    [update, public] = await here.call("getUpdates")

    answer = await here.whisper(here.ann, reply_parameters={"ephemeral_message_id": asked.ephemeral_id})

    assert update["message"]["ephemeral_message_id"] == asked.ephemeral_id
    assert "ephemeral_message_id" not in public["message"]
    assert [message.text for message in here.group.messages] == ["/hand"]
    assert answer["receiver_user"]["id"] == here.ann.id
    plain = await here.call(
        "sendMessage", chat_id=here.group.id, text="x", reply_parameters={"ephemeral_message_id": asked.ephemeral_id}
    )
    assert plain == "Bad Request: MESSAGE_NOT_COMMAND"


async def test_an_old_server_has_no_such_methods_and_shows_everybody_what_is_sent() -> None:
    here = Scene(knows_ephemeral=False)
    here.group.promote()
    own = here.own(here.ann, 1)

    assert await here.call("deleteEphemeralMessage", **own) == "Not Found: method not found"
    await here.whisper(here.ann, "my cards")
    assert [message.text for message in here.group.from_bot] == ["my cards"]


async def test_topics_and_pictures(here: Scene) -> None:
    written = io.BytesIO()
    Image.new("RGB", (300, 100), "green").save(written, "PNG")
    group = here.group = here.telegram.add_group("Forum", [here.ann], kind=ChatKind.SUPERGROUP, is_forum=True)
    group.promote()
    topic = group.open_topic("Table 1")
    reply = await here.telegram.call(
        "sendPhoto",
        {
            "chat_id": group.id,
            "message_thread_id": topic.id,
            "ephemeral_message_parameters": {"receiver_user_id": here.ann.id},
        },
        {"photo": Upload("hand.png", written.getvalue())},
    )

    assert reply.body["result"]["message_thread_id"] == topic.id
    assert [bool(message.to_api()["photo"]) for message in here.ann.ephemeral(group)] == [True]
