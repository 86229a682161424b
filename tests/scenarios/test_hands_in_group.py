"""Whole evenings in the group: hands that one member sees alone, for who never wrote to the bot or wants it so.

`Watch` looks at every call: what is shown to one member is compared with that member's hand, and what an older server
shows to everybody with what everybody may know.
"""

from pathlib import Path
from typing import Final

import pytest

from bot.playground.fake import Message, Person
from bot.playground.fake.model import Text
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from tests.scenarios.evening import Evening, evening

NOT_STARTED = "can't initiate conversation"
THINKS: Final = 8.0
"""Seconds that a person takes for a turn."""


def shown_to(game: Evening, person: Person, action: ButtonAction, turn: int) -> list[tuple[Message, str]]:
    """The buttons with this action that a person's own messages in the group have for a turn, newest first."""
    found = []
    for message in reversed(person.ephemeral(game.group)):
        for button in message.buttons:
            data = button.get("callback_data")
            if data and (tap := CallbackData.decode(data)).action is action and tap.turn == turn:
                found.append((message, data))
    return found


async def act(game: Evening, thinks: float = THINKS) -> int:
    """The person to act plays the first thing that stands on their hand in the group, which they ask for by a tap where
    it is not there; returns the taps that it took.
    """
    live = game.table.latest
    turn, person = live.turn, game.acting
    actions = (ButtonAction.PLAY, ButtonAction.PASS)
    for taps in range(5):
        await game.pass_time(thinks)
        found = [one for action in actions for one in shown_to(game, person, action, turn)]
        if found:
            await game.press(person, *found[0])
            if game.table.latest.turn == turn and not game.table.latest.deal.is_over:  # a big bomb asks once more
                await game.press(person, *found[0])
            assert game.table.latest.turn != turn or game.table.latest.deal.is_over
            return taps + 1
        await game.tap_group(person, ButtonAction.MY_HAND)
    shown = [(message.text, [button["text"] for button in message.buttons]) for message in person.ephemeral(game.group)]
    raise AssertionError(f"{person.user.first_name} has no hand for turn {turn} in the group: {shown}")


async def play_out(game: Evening) -> list[int]:
    """Play the running deal to its end in the group; the taps of each action."""
    taps = []
    while not game.table.latest.deal.is_over:
        taps.append(await act(game))
    return taps


@pytest.mark.parametrize("is_admin", [True, False])
async def test_four_who_never_wrote_to_the_bot_play_two_deals_in_the_group(tmp_path: Path, is_admin: bool) -> None:
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED]) as game:
        if is_admin:
            game.group.promote()
        await game.say(game.people[0], "/newgame", game.group)
        for person in game.people[1:4]:
            answer = await game.tap_group(person, ButtonAction.JOIN)
            assert not answer.url, "no link is needed"
            assert game.sits(person)
        await game.deal()
        taps = await play_out(game)
        for person in game.people[:4]:
            assert person.ephemeral(game.group) == [], "what is over goes"
        for person in game.people[:4]:
            await game.tap_group(person, ButtonAction.AGAIN)
        taps += await play_out(game)

        assert sum(taps) / len(taps) < (1.2 if is_admin else 2)
        assert all(person.private.from_bot == [] for person in game.people[:4])
        assert game.watch.secrets_seen > 100


async def test_apps_that_forget_get_the_hand_back_with_one_tap(tmp_path: Path) -> None:
    async with evening(tmp_path, started=False, harmless=["message to edit not found", NOT_STARTED]) as game:
        await game.begin(*game.people[1:4])
        for number in range(12):
            if number % 3 == 0:
                game.acting.restart_app()
                await game.pass_time(20)
            assert await act(game) <= 2


async def test_after_a_restart_of_the_bot_a_hand_in_the_group_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED]) as game:
        await game.begin(*game.people[1:4])
        for _ in range(6):
            await act(game)
        await game.restart()
        await game.pass_time(20)
        for _ in range(6):
            await act(game)


async def test_two_in_private_and_two_in_the_group_at_one_table(tmp_path: Path) -> None:
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED]) as game:
        for person in game.people[:2]:
            await game.press_start(person)
        await game.begin(*game.people[1:4])
        while not game.table.latest.deal.is_over:
            if game.acting in game.people[:2]:
                await game.act()
            else:
                await act(game)
        assert all(person.ephemeral(game.group) == [] for person in game.people[:2])
        assert all(person.private.from_bot == [] for person in game.people[2:4])


async def test_who_blocks_the_bot_in_mid_deal_goes_on_in_the_group(tmp_path: Path) -> None:
    async with evening(tmp_path, harmless=["blocked by the user"]) as game:
        await game.begin()
        blocking = game.acting
        blocking.block()
        await game.settle()
        assert await act(game) <= 2, "no 托管: the hand is behind 我的牌"
        blocking.start()
        await game.settle()
        await game.play_out()


async def test_a_server_that_does_not_know_them_never_shows_a_hand_to_the_group(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        game.telegram.knows_ephemeral = False
        await game.restart()
        await game.begin()
        answer = await game.tap_group(game.acting, ButtonAction.MY_HAND)
        assert answer.show_alert
        await game.play_out()
        assert sum(call.method == "deleteEphemeralMessage" for call in game.telegram.calls) == 2, "one at each start"


async def test_what_a_server_makes_public_is_deleted_at_once_and_not_tried_again(tmp_path: Path) -> None:
    """It knew ephemeral messages when it was asked, and does not any more."""
    async with evening(tmp_path) as game:
        await game.begin()
        game.telegram.knows_ephemeral = False
        first = game.acting
        await game.tap_group(first, ButtonAction.MY_HAND)
        await game.pass_time(5)
        leaked = [fault for fault in game.watch.faults if "a button of a hand" in fault]
        assert leaked, "it was public for a moment"
        assert not game.buttons(game.group, ButtonAction.TOGGLE)
        assert len([error for error in game.errors if "a public one" in error]) == 1
        seen = len(game.watch.faults)
        assert (await game.tap_group(first, ButtonAction.MY_HAND)).show_alert
        await game.play_out()
        assert len(game.watch.faults) == seen
        game.watch.faults.clear()
        game.errors.clear()


async def test_the_hand_lives_where_its_owner_wants_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        game.group.promote()
        person = game.people[0]
        await game.say(person, "/settings", person.private)
        await game.tap_private(person, ButtonAction.SETTING, arg="hand=1")
        await game.begin()
        await game.pass_time(10)
        assert len(person.ephemeral(game.group)) == 1
        assert not any("27 张" in message.text for message in person.private.from_bot)


async def test_in_a_topic_a_hand_is_a_picture_edited_in_place(tmp_path: Path) -> None:
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED], is_forum=True, pictures=True) as game:
        topic = game.group.open_topic("牌桌")
        await game.sit_down(*game.people[1:4], topic=topic)
        await game.deal()
        for _ in range(8):
            await act(game)
        shown = [message for person in game.people[:4] for message in person.ephemeral(game.group)]
        assert {message.thread_id for message in shown} == {topic.id}
        assert any(call.method == "editEphemeralMessageMedia" and call.files for call in game.telegram.calls)


def asking(game: Evening) -> list[Message]:
    """The messages of the table in the group, oldest first."""
    return [message for message, _, _ in reversed(game.buttons(game.group, ButtonAction.MY_HAND))]


async def turn_of_next(game: Evening, *, here: bool) -> Message:
    """Play until it is the turn of somebody who has looked at their hand in the group just before, or has not been here
    for half a minute; the message of the table before that turn.
    """
    while True:
        await game.pass_time(30)
        seat = game.live.deal.to_act
        assert seat is not None
        following = game.player_at(game.live, (seat + 1) % 4)
        assert following is not None
        if here:
            await game.tap_group(following, ButtonAction.MY_HAND)
        [before] = asking(game)
        await act(game, 1.0)
        if game.acting.id == following.id:
            return before


@pytest.mark.parametrize("here", [True, False])
async def test_where_the_bot_is_no_administrator_the_table_asks_and_rings_for_who_was_away(
    tmp_path: Path, here: bool
) -> None:
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED]) as game:
        await game.begin(*game.people[1:4])
        before = await turn_of_next(game, here=here)
        await game.pass_time(4)
        [table] = asking(game)
        assert (table is before) is here
        name = game.acting.user.first_name
        assert f"{name}\u2069 · 点“我的牌”" in table.text
        assert isinstance(table.content, Text)
        mentioned = [entity["user"]["id"] for entity in table.content.entities if entity["type"] == "text_mention"]
        assert mentioned == [game.acting.id]
        rings = [call for call in game.telegram.called("sendMessage", chat_id=game.group.id) if "我的牌" in str(call)]
        assert not any(call.parameters.get("disable_notification") for call in rings)


async def test_who_thinks_for_long_is_rung_once(tmp_path: Path) -> None:
    """And whoever was rung when their turn came is not rung again."""
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED]) as game:
        await game.begin(*game.people[1:4])
        before = await turn_of_next(game, here=True)
        await game.pass_time(10)
        assert asking(game) == [before]
        await game.pass_time(6)
        [rung] = asking(game)
        assert rung is not before
        await game.pass_time(20)
        assert asking(game) == [rung]


async def test_an_administrator_sends_the_hand_anew_to_who_was_away_and_the_table_stays(tmp_path: Path) -> None:
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED]) as game:
        game.group.promote()
        await game.begin(*game.people[1:4])
        for _ in range(8):
            await act(game)
        [table] = asking(game)
        hands = [person.ephemeral(game.group) for person in game.people[:4]]
        await act(game)
        await game.pass_time(4)
        place = game.people.index(game.acting)
        [anew] = game.acting.ephemeral(game.group)
        assert [anew] != hands[place], "deleted, and sent again below"
        assert asking(game) == [table]
