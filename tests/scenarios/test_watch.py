"""The watch that every evening stands under sees what it is there for."""

from pathlib import Path
from typing import Any

import pytest

from bot.locales import texts_for
from bot.playground.fake import Call
from bot.screens.cards import cards_text, counts_text, hand_lines
from bot.tables.state import Language
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import format_counts
from tests.scenarios.evening import Evening, evening


async def faults(game: Evening, method: str, **parameters: Any) -> list[str]:
    """What the watch says to a call; forgotten afterwards."""
    game.watch.see(Call(method, parameters, (), game.clock.now(), 200))
    found, game.watch.faults = game.watch.faults, []
    return found


def keyboard(*taps: CallbackData, text: str = "…") -> dict[str, Any]:
    """A keyboard of these taps."""
    return {"inline_keyboard": [[{"text": text, "callback_data": tap.encode()}] for tap in taps]}


@pytest.mark.parametrize("language", list(Language))
async def test_a_hand_in_the_group_is_seen_in_whatever_words(language: Language, tmp_path: Path) -> None:
    texts = texts_for(language)
    async with evening(tmp_path) as game:
        await game.begin()
        group, cards, counts = game.group.id, game.live.hand(2), game.live.deal.hands[2]
        for leak in (hand_lines(cards, texts), counts_text(counts, texts), cards_text(cards[-1:], texts)):
            for text in (leak, f"第 1 局 {leak}", f"<b>Deal 1</b>\n{leak}"):
                assert await faults(game, "editMessageText", chat_id=group, message_id=9, text=text), text
                assert await faults(game, "sendPhoto", chat_id=group, photo="x", caption=text), text
        assert await faults(game, "sendMessage", chat_id=group, text="第 1 局") == []


async def test_buttons_of_a_hand_in_the_group_are_seen(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        group, cards = game.group.id, format_counts(game.live.deal.hands[0])[:3]
        for tap in (
            CallbackData(ButtonAction.PLAY, 1, 1, 0, cards),
            CallbackData(ButtonAction.TOGGLE, 1, 1, arg="K"),
            CallbackData(ButtonAction.WHO, 1, 1, arg=cards),
        ):
            assert await faults(game, "sendMessage", chat_id=group, text="", reply_markup=keyboard(tap)), tap
        labels = keyboard(CallbackData(ButtonAction.WHO, 1, 1), text="♠K♥K")
        assert await faults(game, "sendMessage", chat_id=group, text="", reply_markup=labels)
        assert not await faults(
            game, "sendMessage", chat_id=group, text="", reply_markup=keyboard(CallbackData(ButtonAction.WHO, 1, 1))
        )


async def test_the_hand_of_another_in_private_is_seen(tmp_path: Path) -> None:
    texts = texts_for(Language.CHINESE)
    async with evening(tmp_path) as game:
        await game.begin()
        owner, live = game.people[0], game.live
        seat = game.seat(owner)
        own, other = live.hand(seat), live.hand(seat + 1 & 3)
        for show in (hand_lines, cards_text):
            assert await faults(game, "sendMessage", chat_id=owner.id, text=show(own, texts)) == []
            assert await faults(game, "sendMessage", chat_id=owner.id, text=show(other, texts))
        missing = next(rank for rank, held in zip("3456789TJQKA2wW", live.deal.hands[seat], strict=True) if held < 8)
        button = keyboard(CallbackData(ButtonAction.TOGGLE, 1, 1, arg=missing), text="x ×8")
        assert await faults(game, "sendMessage", chat_id=owner.id, text="", reply_markup=button)
        play = keyboard(CallbackData(ButtonAction.PLAY, 1, 1, 0, missing * 8))
        assert await faults(game, "sendMessage", chat_id=owner.id, text="", reply_markup=play)


async def test_an_alert_with_the_hand_of_another_is_seen(tmp_path: Path) -> None:
    texts = texts_for(Language.CHINESE)
    async with evening(tmp_path) as game:
        await game.begin()
        live = game.live
        for person in (game.people[0], game.people[4]):
            seat = game.seat(person) if game.sits(person) else None
            tap = person.forge_tap(game.group.last, "nothing")
            await game.settle()
            for other, hand in enumerate(live.deal.hands):
                shown = await faults(
                    game,
                    "answerCallbackQuery",
                    callback_query_id=tap.query.id,
                    text=counts_text(hand, texts, falling=True),
                )
                assert bool(shown) == (other != seat)
        game.watch.answers.clear()
        game.may_miss_taps = True


async def test_a_tap_that_is_answered_twice_or_never_is_seen(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        await game.tap_group(game.people[0], ButtonAction.WHO)
        assert game.watch.unanswered() == []
        number = next(reversed(game.telegram.asked))
        await faults(game, "answerCallbackQuery", callback_query_id=number)
        assert len(game.watch.unanswered()) == 1
        game.watch.answers[number] = 0
        assert len(game.watch.unanswered()) == 1
        game.watch.answers[number] = 1


async def test_what_one_member_is_shown_of_the_hand_of_another_is_seen(tmp_path: Path) -> None:
    """By whichever call, and also where the member is somebody who looks on."""
    texts = texts_for(Language.CHINESE)
    async with evening(tmp_path) as game:
        await game.begin()
        owner, live = game.people[0], game.live
        seat = game.seat(owner)
        for person in (owner, game.people[4]):
            whom: dict[str, Any] = {"receiver_user_id": person.id}
            sent: dict[str, Any] = {"chat_id": game.group.id, "ephemeral_message_parameters": whom}
            edited: dict[str, Any] = {"chat_id": game.group.id, "ephemeral_message_id": 1, **whom}
            for other in range(4):
                told = hand_lines(live.hand(other), texts)
                seen = [
                    await faults(game, "sendMessage", text=told, **sent),
                    await faults(game, "sendPhoto", photo="x", caption=told, **sent),
                    await faults(game, "editEphemeralMessageText", text=told, **edited),
                    await faults(game, "editEphemeralMessageCaption", caption=told, **edited),
                    await faults(game, "editEphemeralMessageMedia", media={"caption": told}, **edited),
                ]
                assert all(map(bool, seen)) is (person is not owner or other != seat)
                assert any(map(bool, seen)) is (person is not owner or other != seat)
        button = keyboard(CallbackData(ButtonAction.TOGGLE, 1, 1, arg="K"))
        for_a_guest = {"receiver_user_id": game.people[4].id}
        assert await faults(
            game,
            "sendMessage",
            chat_id=game.group.id,
            text="",
            reply_markup=button,
            ephemeral_message_parameters=for_a_guest,
        )
