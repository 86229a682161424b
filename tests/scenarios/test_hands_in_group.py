"""Whole evenings in the group: hands that one member sees alone, for who never wrote to the bot or wants it so.

`Watch` looks at every call: what is shown to one member is compared with that member's hand, and what an older server
shows to everybody with what everybody may know.
"""

from pathlib import Path

import pytest

from bot.playground.fake import Fault, FaultKind, Message
from bot.playground.fake.model import Text
from bot.telegram_api.callback_data import ButtonAction
from tests.scenarios.evening import Evening, evening
from tests.scenarios.in_group import NOT_STARTED, THINKS, act, play_out
from tests.scenarios.watch import receiver_of


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
            assert await act(game) <= 3  # for the hand, for the play, for a big bomb once more


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


async def test_a_deal_in_the_group_goes_on_in_the_supergroup_that_it_becomes(tmp_path: Path) -> None:
    harmless = [NOT_STARTED, "upgraded to a supergroup", "message to edit not found"]
    async with evening(tmp_path, started=False, basic_group=True, harmless=harmless) as game:
        await game.begin(*game.people[1:4])
        for _ in range(6):
            await act(game)
        game.group = game.group.migrate()
        await game.pass_time(20)
        for _ in range(6):
            assert await act(game) <= 3


async def test_a_closed_topic_shows_no_hand_to_anybody_and_goes_on_when_it_is_open(tmp_path: Path) -> None:
    """The alert behind the button, which is no message, goes on showing it."""
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED, "TOPIC_CLOSED"], is_forum=True) as game:
        topic = game.group.open_topic("牌桌")
        await game.sit_down(*game.people[1:4], topic=topic)
        await game.deal()
        for _ in range(6):
            await act(game)
        game.group.close_topic(topic)
        shown, person = len(game.said_in(game.group)), game.acting
        answers = [await game.tap_group(person, ButtonAction.MY_HAND) for _ in range(3)]
        assert any(answer.show_alert and "你的牌" in answer.text for answer in answers)
        await game.pass_time(5)
        assert len(game.said_in(game.group)) <= shown
        game.group.reopen_topic(topic)
        await game.pass_time(5)
        for _ in range(6):
            await act(game)


async def test_the_hand_of_who_has_left_the_group_is_shown_to_nobody(tmp_path: Path) -> None:
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED, "MESSAGE_NOT_COMMAND"]) as game:
        game.group.promote()
        await game.begin(*game.people[1:4])
        for _ in range(5):
            await act(game)
        leaver = game.acting
        leaver.leave(game.group)
        await game.pass_time(20)
        assert game.live.chairs[game.seat(leaver)].plays_itself
        shown = len(game.telegram.calls)
        while not game.live.deal.is_over:
            if game.live.chairs[game.live.deal.to_act or 0].plays_itself:
                await game.act()
            else:
                await act(game)
        later = list(game.telegram.calls)[shown:]
        assert not [
            call for call in later if receiver_of(call) == leaver.id and call.ok and "delete" not in call.method
        ]


@pytest.mark.parametrize("method", ["sendMessage", "editEphemeralMessageText", "deleteEphemeralMessage"])
@pytest.mark.parametrize(
    "kind", [FaultKind.FLOOD, FaultKind.TIMEOUT_AFTER, FaultKind.BAD_GATEWAY, FaultKind.CUT_BEFORE]
)
async def test_hands_come_through_calls_that_fail_and_to_their_owners_alone(
    tmp_path: Path, kind: FaultKind, method: str
) -> None:
    harmless = [NOT_STARTED, "Too Many", "Bad Gateway", "RequestTimedOut", "ConnectionCut", "not modified", "not found"]
    async with evening(tmp_path, started=False, harmless=harmless) as game:
        game.group.promote()
        await game.begin(*game.people[1:4])
        fault = Fault(kind, method, game.group.id, probability=0.3, times=None, retry_after=4)
        game.telegram.faults.add(fault)
        for _ in range(12):
            await act(game, 4.0 if "edit" in method else THINKS)
        assert fault.fired or method == "deleteEphemeralMessage"
        game.telegram.faults.clear()
