"""What people type in private: plays as phones write them, passes in any form, and everything that is no play."""

from pathlib import Path

from bot.telegram_api.callback_data import ButtonAction
from engine.cards import BIG, SMALL, format_counts
from engine.deal import Passed, Played
from tests.scenarios.evening import Evening, evening

BOTH_JOKERS: int = 4
"""A seed with which whoever leads holds jokers of both sizes."""


def last_play(game: Evening) -> str:
    """The cards of the newest play."""
    entry = game.live.deal.log[-1]
    assert isinstance(entry, Played)
    return format_counts(entry.play.cards)


async def test_a_lone_w_that_can_be_either_joker_asks_which(tmp_path: Path) -> None:
    """A leader with both jokers types a w, the phone makes it W, and the big one went."""
    async with evening(tmp_path, seed=BOTH_JOKERS) as game:
        await game.begin()
        actor, held = game.acting, game.live.deal.hands[game.seat(game.acting)]
        assert held[SMALL]
        assert held[BIG]
        await game.say(actor, "W")
        assert game.live.turn == 0
        question = await game.shows(actor.private, "哪个王")
        keys = game.buttons(actor.private, ButtonAction.PLAY_TYPED)
        assert [tap.arg for _, tap, _ in keys] == ["W", "w"]
        small = next(data for _, tap, data in keys if tap.arg == "w")
        assert (await game.press(actor, question, small)).text == ""
        assert last_play(game) == "w"
        await game.until(lambda: question.is_deleted)


async def test_a_question_that_is_answered_too_late_plays_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=BOTH_JOKERS) as game:
        await game.begin()
        actor = game.acting
        await game.say(actor, "w")
        message, _, data = (await game.until(lambda: game.buttons(actor.private, ButtonAction.PLAY_TYPED)))[0]
        await game.say(actor, "大王")
        assert last_play(game) == "W"
        tap = actor.forge_tap(message, data)
        await game.settle()
        assert "慢了一步" in (await tap.answer()).text
        assert game.live.turn == 1


async def test_passes_and_plays_are_read_as_they_are_typed(tmp_path: Path) -> None:
    """過, 不要！, "Pass.", full-width letters and digits, pictures of cards."""
    async with evening(tmp_path) as game:
        await game.begin()
        for text in ("過", "不要！", "Pass.", "ＰＡＳＳ"):
            while game.live.deal.to_beat is None:
                await game.act()
            turn = game.live.turn
            await game.say(game.acting, text)
            assert isinstance(game.live.deal.log[turn], Passed), text
        wide = str.maketrans("23456789TJQKA", "２３４５６７８９ＴＪＱＫＡ")
        await game.act_until(lambda: game.live.deal.to_beat is None)
        hand = format_counts(game.live.deal.hands[game.seat(game.acting)])
        await game.say(game.acting, hand[0].translate(wide).replace("Ｔ", "１０"))
        assert last_play(game) == hand[0]


async def test_a_long_text_and_everything_else_that_is_no_play_reads_one_line(tmp_path: Path) -> None:
    """4,096 letters cost 12 ms of the loop; texts outside a deal and unknown commands were left without an answer."""
    async with evening(tmp_path) as game:
        person = game.people[0]
        for text in ("34567", "你好", "/nonsense"):
            before = len(person.private.from_bot)
            await game.say(person, text)
            assert [m.text for m in person.private.from_bot[before:]] == [
                "没看懂。打牌时可以直接打字出牌，如 34567，或者“不出”；更多见 /help"
            ]
        await game.begin()
        actor, hand = game.acting, game.live.deal.hands[game.seat(game.acting)]
        await game.say(actor, " ".join(["3"] * 150))
        await game.shows(actor.private, "没看懂")
        assert game.live.deal.hands[game.seat(actor)] == hand
        before = len(actor.private.from_bot)
        actor.share({"location": {"latitude": 1.0, "longitude": 2.0}})
        await game.pass_time(2)
        assert "没看懂" in actor.private.from_bot[before].text
