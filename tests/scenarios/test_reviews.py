"""Looking at a deal again, from the button under its result: who may, where it comes, and that it stays."""

from pathlib import Path

from bot.playground.fake import Message, Person
from bot.telegram_api.callback_data import ButtonAction
from engine.players.advice import Reason
from engine.review import Decision, Judgement
from tests.scenarios.evening import Evening, evening


def strict(decision: Decision, seed: int) -> Judgement:
    """Every decision was a mistake, the later the dearer."""
    better = next((play for play in decision.view.legal_plays if play != decision.done), None)
    return Judgement(decision.turn, better, 100.0 + decision.turn, 3.0, Reason.BLOCKS, is_mistake=True)


async def reviewed(game: Evening, person: Person) -> Message:
    """The review in somebody's private chat, once it is there."""

    def found() -> Message | None:
        return next((one for one in reversed(person.private.from_bot) if "准确率" in one.text), None)

    message = await game.until(found)
    assert message is not None
    return message


async def test_who_has_played_taps_under_the_result_and_is_told_in_private_alone(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        game.judge = strict
        await game.restart()
        await game.begin()
        ended = await game.play_out()
        await game.settle()
        player, stranger = game.people[0], game.people[4]

        assert (await game.tap_group(stranger, ButtonAction.REVIEW)).text == "没找到这一局"
        assert (await game.tap_group(player, ButtonAction.REVIEW)).text == "复盘在私聊里，只给你一个人看"
        message = await reviewed(game, player)
        assert f"复盘 #{ended.id}" in message.text
        assert "0%" in message.text
        assert not any("准确率" in one.text for one in game.group.from_bot)
        for other in game.people[1:4]:
            assert not any("准确率" in one.text for one in other.private.from_bot)

        text = message.text
        await game.restart()
        await game.say(player, "/review")
        assert (await reviewed(game, player)).text == text


async def test_the_hand_that_is_over_leads_to_the_review_too(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        game.judge = strict
        await game.restart()
        await game.begin()
        await game.play_out()
        await game.settle()
        player = game.people[1]
        assert (await game.tap_private(player, ButtonAction.REVIEW)).text == ""
        assert "①" in [button["text"] for button in (await reviewed(game, player)).buttons]
