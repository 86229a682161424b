"""Order within a chat, none between chats."""

import asyncio
import gc
from datetime import UTC, datetime

import pytest
from telegram import CallbackQuery, Chat, InaccessibleMessage, Message, Update, User

from bot.telegram_api.processor import PerChatProcessor, key_of, kind_of

ANN = User(1, "Ann", is_bot=False)
BOB = User(2, "Bob", is_bot=False)
GROUP = Chat(-100, Chat.SUPERGROUP)
OTHER = Chat(-200, Chat.SUPERGROUP)
NOW = datetime(2026, 11, 29, tzinfo=UTC)


def message(chat: Chat, user: User = ANN) -> Update:
    return Update(1, message=Message(1, NOW, chat, from_user=user, text="hi"))


def tap(chat: Chat | None, user: User) -> Update:
    under = InaccessibleMessage(chat, 7) if chat is not None else None
    return Update(2, callback_query=CallbackQuery("1", user, "x", data="x", message=under))


async def process(processor: PerChatProcessor, *updates: object, pauses: list[int]) -> list[int]:
    """The order in which updates are done that need so many turns of the loop."""
    done: list[int] = []

    async def handle(number: int, pause: int) -> None:
        for _ in range(pause):
            await asyncio.sleep(0)
        done.append(number)

    work = [processor.process_update(update, handle(n, pauses[n])) for n, update in enumerate(updates)]
    await asyncio.gather(*work)
    return done


async def test_a_chats_updates_keep_their_order() -> None:
    updates = [message(GROUP), tap(GROUP, BOB), message(GROUP, BOB), tap(GROUP, ANN)]
    assert await process(PerChatProcessor(), *updates, pauses=[9, 1, 5, 0]) == [0, 1, 2, 3]


async def test_chats_do_not_wait_for_each_other() -> None:
    assert await process(PerChatProcessor(), message(GROUP), message(OTHER), pauses=[50, 0]) == [1, 0]


async def test_a_person_is_ordered_in_his_private_chat() -> None:
    private = Chat(ANN.id, Chat.PRIVATE)
    assert await process(PerChatProcessor(), message(private), tap(private, ANN), pauses=[50, 0]) == [0, 1]


async def test_updates_without_chat_or_person_wait_for_nothing() -> None:
    assert await process(PerChatProcessor(), Update(1), Update(2), "job", pauses=[50, 20, 0]) == [2, 1, 0]


async def test_one_chat_full_of_updates_leaves_room_for_others() -> None:
    processor = PerChatProcessor()
    updates = [message(GROUP) for _ in range(200)] + [message(OTHER)]
    assert (await process(processor, *updates, pauses=[3] * 201))[0:2] in ([0, 200], [200, 0])


async def test_an_error_frees_the_chat() -> None:
    processor = PerChatProcessor()

    async def fail() -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        await processor.process_update(message(GROUP), fail())
    assert await process(processor, message(GROUP), pauses=[0]) == [0]


async def test_locks_do_not_pile_up() -> None:
    processor = PerChatProcessor()
    for number in range(1000):
        await process(processor, message(Chat(-number - 1, Chat.GROUP)), pauses=[1])
    gc.collect()
    assert len(processor._locks) == 0  # nobody else need know how many there are


async def test_every_update_is_told_with_its_kind_and_time() -> None:
    told: list[tuple[str, float]] = []
    processor = PerChatProcessor(handled=lambda update, seconds: told.append((kind_of(update), seconds)))
    await process(processor, message(GROUP), tap(GROUP, ANN), "job", pauses=[0, 0, 0])

    assert sorted(kind for kind, _ in told) == ["callback_query", "message", "other"]
    assert all(0 <= seconds < 1 for _, seconds in told)


def test_keys_and_kinds() -> None:
    assert key_of(tap(GROUP, ANN)) == GROUP.id
    assert key_of(tap(None, ANN)) == ANN.id
    assert key_of(Update(1)) is None
    assert kind_of(Update(1)) == "other"
