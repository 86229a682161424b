"""Commands in a group that only the asker wants: the others see neither them nor what they are answered."""

from pathlib import Path
from typing import Any, Final

import pytest

from bot.playground.fake import Fault, FaultKind, Person
from bot.playground.fake.model import App, Message
from bot.screens.help import EPHEMERAL_COMMANDS
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from tests.scenarios.evening import Evening, evening

NOT_STARTED: Final = "can't initiate conversation"
LATE: Final = 16.0
"""Seconds after which an ephemeral command can be answered by no ephemeral message any more."""


async def ask(game: Evening, person: Person, command: str) -> list[Message]:
    """Give a command in the group; what the asker then sees there alone."""
    await game.say(person, command, game.group)
    await game.pass_time(8)
    return person.ephemeral(game.group)


def button(message: Message, action: ButtonAction, arg: str) -> str:
    """The data of a button of a message."""
    found = [one["callback_data"] for one in message.buttons if "callback_data" in one]
    taps = {data: CallbackData.decode(data) for data in found}
    return next(str(data) for data, tap in taps.items() if tap.action is action and tap.arg == arg)


async def test_the_asker_alone_sees_command_and_answer(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        await game.play_out()
        await game.pass_time(30)
        asker, seen = game.people[4], len(game.group.messages)
        for number, command in enumerate(sorted(EPHEMERAL_COMMANDS - {"hand", "notify"}), 1):
            assert len(await ask(game, asker, f"/{command}")) == number, command
            await game.pass_time(10)
        await ask(game, asker, "/notify")
        assert "双扣群" in asker.private.last.text
        assert len(game.group.messages) == seen
        assert all(person.ephemeral(game.group) == [] for person in game.people[:4])


async def test_the_hand_comes_to_whoever_asks_for_it(tmp_path: Path) -> None:
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED]) as game:
        await game.begin(*game.people[1:4])
        for person in game.people[:4]:
            [hand] = await ask(game, person, "/hand")
            assert "27 张" in hand.text or "轮到你" in hand.text
            assert game.watch.secrets_seen
            await game.pass_time(20)
        assert not any("/hand" in message.text for message in game.group.messages)


async def test_a_refusal_is_for_the_asker_too(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        [refused] = await ask(game, game.people[4], "/hand")
        assert refused.text == "现在没有在打的牌"
        assert game.group.messages == []


async def test_an_answer_that_was_given_alone_is_turned_to_another_page_alone(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        asker = game.people[0]
        [page] = await ask(game, asker, "/rules")
        for number in (2, 3, 4, 5, 6, 5, 4):
            await game.press(asker, page, button(page, ButtonAction.HELP, str(number)))
            await game.pass_time(5)
            [page] = asker.ephemeral(game.group)
            assert f"{number}/6" in page.text
        assert game.group.messages == []


async def test_what_is_opened_from_an_answer_comes_to_the_asker_alone(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        asker = game.people[0]
        [page] = await ask(game, asker, "/help")
        await game.press(asker, page, button(page, ButtonAction.HELP, ""))
        await game.pass_time(5)
        assert len(asker.ephemeral(game.group)) == 2
        assert game.group.messages == []


async def test_an_old_app_asks_in_public_and_is_answered_there_without_a_card(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        person = game.people[0]
        person.user.app = App.OLD
        assert await ask(game, person, "/hand") == []
        assert "私聊" in game.group.last.text
        assert await ask(game, person, "/help") == []
        assert "命令" in game.group.last.text


@pytest.mark.parametrize("fault", [FaultKind.FLOOD, FaultKind.TIMEOUT_BEFORE, FaultKind.BAD_GATEWAY])
async def test_an_answer_that_cannot_be_given_alone_is_given_to_everybody_but_no_hand(
    tmp_path: Path, fault: FaultKind
) -> None:
    async with evening(tmp_path, harmless=["Too Many", "Bad Gateway", "RequestTimedOut"]) as game:
        game.telegram.faults.add(Fault(fault, "sendMessage", game.group.id, retry_after=20))
        assert await ask(game, game.people[0], "/help") == []
        await game.pass_time(30)
        assert "命令" in game.group.last.text


async def test_a_server_that_takes_no_ephemeral_commands_is_given_the_menu_without(tmp_path: Path) -> None:
    """And is asked again when the menu is another, not at every start."""
    async with evening(tmp_path) as game:
        assert marked(game)
        game.telegram.lacks = {"is_ephemeral"}
        for key in await game.services.database.key_value.starting_with("menu:"):
            await game.services.database.key_value.delete(key)
        game.harmless.append("is_ephemeral")
        await game.restart()
        await game.pass_time(2)
        assert not marked(game)
        refused = [call for call in game.watch.refusals if call.method == "setMyCommands"]
        assert len(refused) == 1
        assert await ask(game, game.people[0], "/help") == []
        assert "命令" in game.group.last.text
        calls = len(game.telegram.called("setMyCommands"))
        await game.restart()
        await game.pass_time(2)
        assert len(game.telegram.called("setMyCommands")) == calls


async def test_where_hands_in_groups_are_switched_off_no_command_is_ephemeral(tmp_path: Path) -> None:
    async with evening(tmp_path, ephemeral_hands=False) as game:
        await game.pass_time(2)
        assert not marked(game)
        assert await ask(game, game.people[0], "/help") == []
        assert "命令" in game.group.last.text


def marked(game: Evening) -> set[str]:
    """The commands that are ephemeral in a group; in each menu of groups the same, in no other any."""
    found: dict[Any, set[str]] = {}
    for (scope, code), commands in game.telegram.settings.commands.items():
        found[scope[0], code] = {one["command"] for one in commands if one.get("is_ephemeral")}
    in_groups = [
        names for (scope, _), names in found.items() if scope in ("all_group_chats", "all_chat_administrators")
    ]
    assert all(names == in_groups[0] for names in in_groups)
    assert not any(names for (scope, _), names in found.items() if scope == "all_private_chats")
    assert in_groups[0] in (set(), EPHEMERAL_COMMANDS)
    return in_groups[0]
