"""Everything that arrives goes the same way: who is served, in what words, and what does not exist for whom."""

from pathlib import Path

from bot.handlers.owner import OwnerHandlers
from bot.playground.fake.model import Chat, ChatKind, User
from bot.playground.fake.world import typed
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from bot.telegram_api.menus import OWNER_COMMANDS
from storage import ChatKind as Stored
from tests.bot.handlers.scene import Scene, scene


async def test_the_owner_has_a_menu_of_all_their_commands(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=0) as here:
        commands = OwnerHandlers(here.services).commands
        assert {command.name for command in commands} == OWNER_COMMANDS.keys()
        assert {command.name for command in commands if not command.owner_only} == {"block", "unblock"}


async def test_who_writes_as_a_channel_reads_one_sentence(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        channel = Chat(-1009, ChatKind.CHANNEL, title="News")
        say_as(here, User(136817688, "Channel", is_bot=True), "/newgame", sender_chat=channel)
        await here.until(lambda: here.group.from_bot)
        await here.settled()
        assert here.group.last.text == "频道不能玩牌，也不能用命令；请以本人身份发言"
        assert not here.services.tables.live
        await here.database.chats.seen(here.group.id, Stored.SUPERGROUP, "Cards")
        await here.database.chats.save_language(here.group.id, "en")
        say_as(here, User(136817688, "Channel", is_bot=True), "/rank", sender_chat=channel)
        await here.until(lambda: len(here.group.from_bot) > 1)
        assert here.group.last.text == "A channel cannot play or give commands. Write as yourself"


async def test_another_bot_opens_no_table_and_gets_no_answer(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        say_as(here, User(4242, "Other", username="other_bot", is_bot=True), "/newgame")
        await here.asks(here.ann, "/privacy", here.group)
        assert len(here.group.from_bot) == 1
        assert not here.services.tables.live


async def test_an_update_that_is_delivered_twice_is_served_once(tmp_path: Path) -> None:
    async with scene(tmp_path, twice=True) as here:
        here.ann.say("/newgame")
        table = (await here.until(lambda: here.services.tables.live))[0]
        ann = await here.known(here.ann)

        def toggles() -> list[tuple[str, str]]:
            if not here.ann.private.from_bot:
                return []
            hand = here.ann.private.last
            found = [(b["callback_data"], b["text"]) for b in hand.buttons if "callback_data" in b]
            return [(data, text) for data, text in found if CallbackData.decode(data).action is ButtonAction.TOGGLE]

        await here.until(toggles)
        _, label = toggles()[0]
        await here.taps(here.ann, here.ann.private.last, label)
        await here.asks(here.bob, "/privacy")
        answers = [call for call in here.telegram.calls if call.method == "answerCallbackQuery"]
        assert len(answers) == 1, "the second delivery would have changed the selection once more"
        assert any(table.hand(ann.id).selected)


def say_as(here: Scene, sender: User, text: str, sender_chat: Chat | None = None) -> None:
    """Somebody who is no person writes in the group."""
    here.telegram.post(here.group.chat, sender, typed(text), sender_chat=sender_chat)
