"""Complaints about buttons: mistaken, dead, doubled, pressed by others, too long."""

from functools import partial
from pathlib import Path

import pytest

from bot.playground.fake import Fault, FaultKind
from bot.tables.state import Result
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.players.hints import suggestions
from storage import Database, Phase
from tests.scenarios.evening import Evening, evening
from tests.storage.disk import TroubledDisk


async def test_a_late_press_is_never_taken_for_a_later_action(tmp_path: Path) -> None:
    """16: "button presses can be mistaken for a later action"; another client replays a press on reopening. A button is
    good for its turn only, and the press of another is told why, in words.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        actor, turn = game.acting, game.live.turn
        found = await game.until(lambda: game.buttons(actor.private, ButtonAction.PLAY, turn=turn))
        message, _, data = found[0]
        await game.press(actor, message, data)
        hands, after = game.live.deal.hands, game.live.turn
        for _ in range(2):
            tap = actor.forge_tap(message, data)
            await game.settle()
            assert "慢了一步" in (await tap.answer()).text
        assert (game.live.deal.hands, game.live.turn) == (hands, after)
        await game.act_until(lambda: game.live.deal.is_over or game.acting.id == actor.id)
        tap = actor.forge_tap(message, data)
        await game.settle()
        assert "慢了一步" in (await tap.answer()).text


async def test_a_press_of_the_last_deal_does_nothing_in_this_one(tmp_path: Path) -> None:
    """16: the same for buttons of an earlier deal: 托管, 离开, 再来一局, 散桌, 同意散桌."""
    async with evening(tmp_path) as game:
        await game.begin()
        table = game.state.id
        await game.play_out()
        for person in game.people[:4]:
            await game.tap_group(person, ButtonAction.AGAIN)
        person = game.people[1]
        for action, arg in (
            (ButtonAction.AUTOPILOT, "1"),
            (ButtonAction.LEAVE_DEAL, "1"),
            (ButtonAction.TOGGLE, "3"),
            (ButtonAction.END_VOTE, ""),
        ):
            tap = person.forge_tap(game.group.last, CallbackData(action, table, 1, arg=arg).encode())
            await game.settle()
            assert "以前的按钮" in (await tap.answer()).text
        assert not any(chair.plays_itself for chair in game.live.chairs)
        assert game.state.end_votes == frozenset()
        await game.play_out()
        for action in (ButtonAction.AGAIN, ButtonAction.DISSOLVE):
            tap = person.forge_tap(game.group.last, CallbackData(action, table, 1).encode())
            await game.settle()
            assert "以前的按钮" in (await tap.answer()).text
        assert isinstance(game.state, Result)
        assert game.state.ready == frozenset()


async def test_every_press_is_answered_though_telegram_is_slow_or_cuts_the_line(tmp_path: Path) -> None:
    """2, 17, 38: the game freezes after a card is chosen; buttons dead for a whole game; a spinner for ever. Whatever
    Telegram does to the messages, presses are answered at once and the deal goes on.
    """
    sought = ["not modified", "message to edit not found", "can't be edited"]  # is what may have been sent there?
    async with evening(tmp_path, harmless=["Bad Gateway", "RequestTimedOut", "ConnectionCut", *sought]) as game:
        await game.begin()
        for kind in (FaultKind.TIMEOUT_BEFORE, FaultKind.CUT_AFTER, FaultKind.TIMEOUT_AFTER, FaultKind.BAD_GATEWAY):
            for method in ("sendMessage", "editMessageText"):
                game.telegram.faults.add(Fault(kind, method, times=6, probability=0.3))
        live = await game.play_out()
        assert live.deal.settlement is not None
        game.telegram.faults.clear()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN))


async def test_a_disk_that_is_full_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    """3, 17: "nothing happens", for hours. While nothing can be written every press and command is answered with one
    sentence, the operator reads why, and when there is room again the deal goes on where it was.
    """
    async with evening(tmp_path, open_database=partial(Database.open, factory=TroubledDisk)) as game:
        await game.begin()
        actor, deal = game.acting, game.live.deal
        message, _, data = (await game.until(lambda: game.buttons(actor.private, ButtonAction.PLAY)))[0]

        with TroubledDisk.full():
            answer = await game.press(actor, message, data)
            assert "出了点问题" in answer.text
            assert game.live.deal == deal
            game.people[4].user.first_name = "改名"
            await game.say(game.people[4], "/help", game.group)
        await game.shows(game.group, "出了点问题")
        assert any("the disk is full" in error for error in game.errors)
        game.errors.clear()
        await game.play_out()


async def test_a_hand_can_be_looked_at_at_any_time_and_by_its_owner_only(tmp_path: Path) -> None:
    """18: users open their cards before their turn all the time and get an error. 24: hidden hands of others show up.
    我的牌 in the group shows everybody their own hand in private, and onlookers none.
    """
    async with evening(tmp_path, ephemeral_hands=False) as game:
        await game.begin()
        for person in game.people[:4]:
            answer = await game.tap_group(person, ButtonAction.MY_HAND)
            assert answer.show_alert
            assert "27 张" in answer.text
            assert len(answer.text) <= 200
        answer = await game.tap_group(game.people[4], ButtonAction.MY_HAND)
        assert "看个热闹" in answer.text
        assert game.watch.secrets_seen >= 4


async def test_cards_can_be_chosen_before_the_turn_comes(tmp_path: Path) -> None:
    """18: nothing could be done before one's turn. A selection made early is there when the turn comes."""
    async with evening(tmp_path) as game:
        await game.begin()
        waiting = next(person for person in game.people[:4] if person.id != game.acting.id)
        await game.tap_private(waiting, ButtonAction.TOGGLE)
        number = next(one.id for one in game.state.people if one.telegram_id == waiting.id)
        selected = game.table.hand(number).selected
        assert sum(selected) == 1
        await game.act_until(lambda: game.live.deal.is_over or game.acting.id == waiting.id)
        assert game.table.hand(number).selected == selected


async def test_onlookers_cannot_start_fill_or_cancel_somebody_elses_table(tmp_path: Path) -> None:
    """19: anyone in the group can press start; a non-player can start the game."""
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        onlooker = game.people[4]
        assert "没坐" in (await game.tap_group(onlooker, ButtonAction.START)).text
        assert "桌主" in (await game.tap_group(onlooker, ButtonAction.CLOSE)).text
        assert "没坐" in (await game.tap_group(onlooker, ButtonAction.LEAVE)).text
        assert "坐满" in (await game.tap_group(onlooker, ButtonAction.JOIN)).text
        tap = onlooker.forge_tap(game.group.last, CallbackData(ButtonAction.COMPUTERS, game.state.id).encode())
        await game.settle()
        assert "没坐" in (await tap.answer()).text
        assert game.state.phase is Phase.LOBBY


async def test_nobody_plays_with_the_hand_of_another(tmp_path: Path) -> None:
    """17, 19: others press my buttons. A forged press of a play, a pass, 托管 or 再来一局 does nothing for them."""
    async with evening(tmp_path) as game:
        await game.begin()
        live, actor = game.live, game.acting
        weakest = suggestions(live.deal.view(game.seat(actor)))[0]
        cards = "".join(rank * count for rank, count in zip("3456789TJQKA2wW", weakest.cards, strict=True))
        for person in (p for p in game.people if p.id != actor.id):
            for action, arg in (
                (ButtonAction.PLAY, cards),
                (ButtonAction.PASS, ""),
                (ButtonAction.PLAY_SELECTED, ""),
                (ButtonAction.CLEAR, ""),
            ):
                tap = person.forge_tap(game.group.last, CallbackData(action, game.state.id, 1, live.turn, arg).encode())
                await game.settle()
                answer = await tap.answer()
                assert answer.text or action is ButtonAction.CLEAR
            await game.pass_time(5)
        assert game.live.deal == live.deal


async def test_administrators_of_other_groups_have_no_say_here(tmp_path: Path) -> None:
    """19: rights of one chat must not count in another. A forged press made in a group of one's own does nothing."""
    async with evening(tmp_path) as game:
        await game.begin()
        stranger = game.telegram.add_person("Mallory", started=True)
        own = game.telegram.add_group("Own", [stranger])
        await game.say(stranger, "/newgame", own)
        message = own.last
        table = game.state.id
        for tap in (
            CallbackData(ButtonAction.CLOSE, table),
            CallbackData(ButtonAction.DISSOLVE, table, 1),
            CallbackData(ButtonAction.JOIN, table),
            CallbackData(ButtonAction.END_VOTE, table),
        ):
            asked = stranger.forge_tap(message, tap.encode())
            await game.settle()
            assert (await asked.answer()).text
        await game.play_out()
        asked = stranger.forge_tap(message, CallbackData(ButtonAction.DISSOLVE, table, 1).encode())
        await game.settle()
        assert "以前的按钮" in (await asked.answer()).text
        assert game.state.phase is Phase.RESULT


async def test_buttons_die_with_what_they_are_for(tmp_path: Path) -> None:
    """20: lobby buttons never die, and people press them to spam the group. They go, and a press that was on its way is
    answered by a toast, not by a message.
    """
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        lobby = game.group.last
        join = next(
            b["callback_data"]
            for b in lobby.buttons
            if CallbackData.decode(b["callback_data"]).action is ButtonAction.START
        )
        await game.deal()
        await game.pass_time(20)
        assert lobby.is_deleted or not lobby.buttons
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN))
        await game.pass_time(10)
        shown = [message for message in game.group.from_bot if message.buttons]
        assert len(shown) <= 2, "the result, and the link to one's hand in the opening"
        count = len(game.group.messages)
        tap = game.people[4].forge_tap(lobby, join)
        await game.settle()
        assert (await tap.answer()).text
        await game.pass_time(10)
        assert len(game.group.messages) == count


@pytest.mark.parametrize("action", [ButtonAction.START, ButtonAction.AGAIN])
async def test_two_quick_presses_of_start_begin_one_deal(action: ButtonAction, tmp_path: Path) -> None:
    """21: double start, steps run twice on two quick taps; with concurrent updates two people at once."""
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        if action is ButtonAction.AGAIN:
            await game.deal()
            await game.play_out()
            for person in game.people[:3]:
                await game.tap_group(person, ButtonAction.AGAIN)
        found = await game.until(lambda: game.buttons(game.group, action))
        message, _, data = found[0]
        taps = [person.tap(message, data=data) for person in (game.people[3], game.people[0], game.people[3])]
        await game.settle()
        answers = [(await tap.answer()).text for tap in taps]
        if action is ButtonAction.START:
            assert answers[0] == ""
            assert all("正在打牌" in answer for answer in answers[1:])
        assert game.live.number == (1 if action is ButtonAction.START else 2)
        await game.pass_time(10)
        openings = [m for m in game.group.from_bot if "明牌" in m.text and f"第 {game.live.id} 局" in m.text]
        assert len(openings) == 1


async def test_two_quick_presses_of_a_play_play_once(tmp_path: Path) -> None:
    """21, 22: toggles on slow links: double taps undo or repeat. The second press of a play is late, and a quick double
    press of a rank is two cards of it, as the label says.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        actor = game.acting
        found = await game.until(lambda: game.buttons(actor.private, ButtonAction.PLAY))
        message, _, data = found[0]
        one, two = actor.tap(message, data=data), actor.tap(message, data=data)
        await game.settle()
        assert (await one.answer()).text == ""
        assert "慢了一步" in (await two.answer()).text
        assert game.live.turn == 1
        seat, number = game.seat(actor), next(p.id for p in game.state.people if p.telegram_id == actor.id)
        await game.pass_time(5)
        found = game.buttons(actor.private, ButtonAction.TOGGLE)
        pairs = [b for b in found if _label(game, b[0].buttons, b[2])[-1] in "²³⁴"]
        message, tap, data = pairs[0]
        presses = [actor.tap(message, data=data) for _ in range(2)]
        await game.settle()
        assert all(press.is_answered for press in presses)
        held = game.live.deal.hands[seat]["3456789TJQKA2wW".index(tap.arg)]
        assert sum(game.table.hand(number).selected) == held - 1, "all of the rank, then one less"
        await game.pass_time(5)
        assert any("ᐟ" in button["text"] for button in actor.private.last.buttons)


def _label(game: Evening, buttons: list[dict[str, str]], data: str) -> str:
    return next(button["text"] for button in buttons if button.get("callback_data") == data)


async def test_a_pass_and_a_time_out_at_the_same_moment_are_one_action(tmp_path: Path) -> None:
    """21: `/skip` by two players in the middle of the game's own logic. Whichever comes first counts."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.act()
        actor, turn = game.acting, game.live.turn
        found = await game.until(lambda: game.buttons(actor.private, ButtonAction.PASS, turn=turn))
        message, _, data = found[0]
        assert game.table.live.deadline is not None
        await game.pass_time(game.table.live.deadline - game.clock.now() - 0.01)
        found = game.buttons(actor.private, ButtonAction.PASS, turn=turn)
        message, _, data = found[0]
        press = actor.tap(message, data=data)
        game.clock.advance(0.02)
        await game.settle()
        assert press.is_answered
        assert game.live.turn == turn + 1


async def test_no_keyboard_is_too_big_for_telegram(tmp_path: Path) -> None:
    """23: with 49+ cards no card was shown at all. 24: callback_data over 64 bytes. The fake is as strict as Telegram:
    nothing the bot sends is refused, and every hand of 27 cards has a button for each rank.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        for person in game.people[:4]:
            found = await game.until(lambda person=person: game.buttons(person.private, ButtonAction.TOGGLE))  # type: ignore[misc]  # mypy cannot type a default in a lambda
            held = game.live.deal.hands[game.seat(person)]
            assert {tap.arg for _, tap, _ in found} == {r for r, n in zip("3456789TJQKA2wW", held, strict=True) if n}
            for message in person.private.from_bot:
                assert len(message.buttons) <= 40
                assert all(len(b.get("callback_data", "").encode()) <= 64 for b in message.buttons)


async def test_a_flood_of_presses_is_told_to_slow_down_and_disturbs_nobody(tmp_path: Path) -> None:
    """20, 34, 35: repeated taps = crash, or minutes of silence. Everybody else is served as if nothing were."""
    async with evening(tmp_path) as game:
        await game.begin()
        spammer = game.people[4]
        message = (await game.until(lambda: game.buttons(game.group, ButtonAction.WHO)))[0][0]
        taps = [
            spammer.forge_tap(message, CallbackData(ButtonAction.WHO, game.state.id, 1).encode()) for _ in range(80)
        ]
        await game.settle()
        texts = [(await tap.answer()).text for tap in taps]
        assert sum("歇一秒" in text for text in texts) == 1
        await game.act()
        assert game.live.turn == 1


async def test_my_cards_between_the_last_play_and_the_end_of_the_table_message(tmp_path: Path) -> None:
    """A player was told that they have no seat, where the deal had ended and the table did not show it yet."""
    async with evening(tmp_path, ephemeral_hands=False) as game:
        await game.begin()
        message, _, data = (await game.until(lambda: game.buttons(game.group, ButtonAction.MY_HAND)))[0]
        await game.play_out()
        for person in game.people[:4]:
            tap = person.forge_tap(message, data)
            await game.settle()
            assert (await tap.answer()).text == "这局已经打完了"
        tap = game.people[4].forge_tap(message, data)
        await game.settle()
        assert "没坐" in (await tap.answer()).text
