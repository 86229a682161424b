"""Sitting down, getting up and breaking up: what whoever tapped or asked is told at once, before the group sees it; and
who can tell whom an answer in a group is meant for.
"""

from pathlib import Path

from bot.playground.fake import Message, Person, Room
from bot.playground.fake.model import App
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from storage import Phase
from tests.bot.handlers.scene import Scene, scene


def labels(message: Message) -> dict[ButtonAction, str]:
    """The buttons of a message that come back as taps."""
    buttons = [one for one in message.buttons if "callback_data" in one]
    return {CallbackData.decode(one["callback_data"]).action: one["text"] for one in buttons}


async def taps(here: Scene, person: Person, room: Room, action: ButtonAction) -> str:
    """Somebody taps the newest button with this action; the toast."""

    def offered() -> Message | None:
        return next((message for message in reversed(room.from_bot) if action in labels(message)), None)

    message = await here.until(offered)
    assert message is not None
    return (await here.taps(person, message, labels(message)[action])).text


async def reply(here: Scene, said: Message) -> Message:
    """What the bot replies to a message in the group."""
    replies = await here.until(lambda: [message for message in here.group.from_bot if message.reply_to is said])
    return replies[0]


async def to_the_result(here: Scene) -> None:
    """Ann and Bob sit down with computer players, who play a deal for them as well."""
    await here.asks(here.ann, "/newgame", here.group)
    for person, action in (
        (here.bob, ButtonAction.JOIN),
        (here.ann, ButtonAction.COMPUTERS),
        (here.ann, ButtonAction.START),
    ):
        await taps(here, person, here.group, action)
    for person in (here.ann, here.bob):
        await taps(here, person, person.private, ButtonAction.AUTOPILOT)
    table = here.services.tables.live[0]
    await here.until(lambda: table.state.phase is Phase.RESULT, step=1.0)


async def test_every_tap_on_the_lobby_is_answered_at_once(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await here.asks(here.ann, "/newgame", here.group)
        wanted = (
            (here.bob, ButtonAction.JOIN),
            (here.bob, ButtonAction.LEAVE),
            (here.ann, ButtonAction.STRENGTH),
            (here.ann, ButtonAction.COMPUTERS),
            (here.ann, ButtonAction.CLOSE),
        )
        said = [await taps(here, person, here.group, action) for person, action in wanted]
        assert said == [
            "You have a seat",
            "You have left",
            "Computers play so now",
            "Computers have sat down",
            "The table is closed",
        ]
        assert len(here.group.from_bot) == 1


async def test_who_wants_another_deal_hears_that_it_waits_for_the_others(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await to_the_result(here)
        waiting = await taps(here, here.ann, here.group, ButtonAction.AGAIN)
        assert waiting == "You are ready; waiting for the others"
        assert not await taps(here, here.bob, here.group, ButtonAction.AGAIN), (
            "the deal begins, and that is seen at once"
        )
        assert here.services.tables.live[0].state.phase is Phase.DEAL


async def test_who_breaks_up_after_a_result_hears_that_it_is_done(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await to_the_result(here)
        assert await taps(here, here.bob, here.group, ButtonAction.DISSOLVE) == "The table is closed"


async def test_who_agrees_to_end_a_table_hears_whether_it_has_ended(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await here.asks(here.ann, "/newgame", here.group)
        others = (here.bob, here.people[2])
        for person in others:
            await taps(here, person, here.group, ButtonAction.JOIN)
        await here.asks(here.bob, "/end", here.group)
        question = here.group.last
        agreed = (await here.taps(others[1], question, "同意散桌")).text
        assert agreed == "You agree to end the table; waiting for the others"
        assert (await here.taps(here.ann, question, "同意散桌")).text == "The table is closed"


async def test_who_wants_to_play_on_says_so_and_is_not_asked_again_at_once(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await here.asks(here.ann, "/newgame", here.group)
        await taps(here, here.bob, here.group, ButtonAction.JOIN)
        question = await here.asks(here.bob, "/end", here.group)
        assert "Bob" in question.text
        assert "（1/2）" in question.text
        assert (await here.taps(here.ann, question, "接着打")).text == "Fine, the deal goes on"
        await here.until(lambda: "接着打" in question.text and not question.buttons)
        assert (await reply(here, here.bob.say("/end", here.group))).text.startswith("Somebody has just said")
        assert here.services.tables.live


async def test_join_and_leave_as_commands_bring_the_lobby_to_the_end_of_the_chat(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        messages = [await here.asks(here.ann, "/newgame", here.group)]
        for text, seated in (("/join", 2), ("/leave", 1)):
            here.bob.say(text, here.group)
            await here.until(lambda: here.group.last is not messages[-1])
            await here.settled()
            messages.append(here.group.last)
            assert ButtonAction.JOIN in labels(messages[-1])
            assert len(here.services.tables.live[0].state.people) == seated
            assert here.group.from_bot == [messages[-1]]


async def test_who_leaves_a_table_from_elsewhere_is_told_there(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await here.asks(here.ann, "/newgame", here.group)
        await taps(here, here.bob, here.group, ButtonAction.JOIN)
        assert (await here.asks(here.bob, "/leave")).text == "You have left"


async def test_a_refusal_in_a_group_replies_to_the_command(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        refusal = await reply(here, here.bob.say("/leave", here.group))
        alone = await here.asks(here.bob, "/leave")
        assert alone.text == refusal.text
        assert alone.reply_to is None


async def test_who_asks_for_his_hand_in_the_group_is_told_where_it_is(tmp_path: Path) -> None:
    """With an app that knows no ephemeral commands; others show the hand where it is asked for."""
    async with scene(tmp_path) as here:
        here.ann.user.app = App.OLD
        await here.asks(here.ann, "/newgame", here.group)
        for action in (ButtonAction.COMPUTERS, ButtonAction.START):
            await taps(here, here.ann, here.group, action)
        await here.until(lambda: here.ann.private.from_bot)
        for text, answer in (
            ("/hand", "Your hand is in our private chat"),
            ("/leave", "Please confirm in our private chat"),
        ):
            said = await reply(here, here.ann.say(text, here.group))
            assert said.text == answer
            assert [(one["text"], one["url"]) for one in said.buttons] == [
                ("🃏 See my cards", f"https://t.me/{here.services.bot.username}")
            ]
