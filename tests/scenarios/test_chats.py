"""Complaints about groups: migration, topics, anonymous administrators, rights, ids."""

from pathlib import Path

import pytest

from bot.telegram_api.callback_data import ButtonAction
from storage import Phase
from tests.scenarios.evening import Evening, evening

OUT_OF_THE_GROUP = ("bot was kicked", "not a member", "chat not found")


@pytest.mark.parametrize("told_by_update", [True, False])
async def test_a_group_that_becomes_a_supergroup_keeps_its_deal(told_by_update: bool, tmp_path: Path) -> None:
    """29: the group became a supergroup, and players could not even leave any more. The deal goes on there, with a new
    table message, whether Telegram says so in an update or only by refusing a message.
    """
    refusals = ["upgraded to a supergroup"]
    async with evening(tmp_path, basic_group=True, harmless=refusals) as game:
        await game.begin()
        await game.act()
        if not told_by_update:
            game.telegram.updates.allow(["callback_query", "my_chat_member"])
        live = game.live
        game.group = game.group.migrate()
        await game.settle()
        if not told_by_update:
            table = game.tables[0]
            await game.act(table)
            await game.until(lambda: table.state.chat_id == game.group.id)
        assert game.live.id == live.id
        game.telegram.updates.allow(["message", "callback_query", "my_chat_member"])
        await game.until(lambda: game.buttons(game.group, ButtonAction.WHO))
        await game.restart()
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN))
        for person in game.people[:4]:
            await game.tap_group(person, ButtonAction.AGAIN)
        assert game.live.number == 2
        await game.agree_to_end()
        assert not game.tables


async def test_two_topics_of_a_forum_have_a_table_each_and_general_too(tmp_path: Path) -> None:
    """30: play in forum topics; games keyed on raw thread ids mix them up, replies in General carry a bogus thread id,
    thread 1 must be left out. Three tables in three topics, each with its own messages.
    """
    names = tuple(f"玩家{chr(0x4E00 + number)}" for number in range(12))
    async with evening(tmp_path, names=names, is_forum=True) as game:
        topics = [game.group.open_topic("一号"), game.group.open_topic("二号"), None]
        for number, topic in enumerate(topics):
            four = game.people[4 * number : 4 * number + 4]
            await game.say(four[0], "/newgame", game.group, topic)
            table = next(t for t in game.tables if any(p.telegram_id == four[0].id for p in t.state.people))
            assert table.state.thread_id == (topic.id if topic else None)
            await game.until(lambda table=table: game.buttons(game.group, ButtonAction.JOIN, table=table.state.id))  # type: ignore[misc]  # mypy cannot type a default in a lambda
            for person in four[1:]:
                await game.tap_group(person, ButtonAction.JOIN, table=table.state.id)
            await game.tap_group(four[0], ButtonAction.START, table=table.state.id)
        await game.say(game.people[0], "/newgame", game.group, topics[0])
        assert len(game.tables) == 3
        for _ in range(10):
            for table in game.tables:
                await game.act(table)
        await game.pass_time(20)
        for number, topic in enumerate(topics):
            mine = {person.user.first_name for person in game.people[4 * number : 4 * number + 4]}
            shown = [m for m in game.group.from_bot if m.thread_id == (topic.id if topic else None)]
            shown = [m for m in shown if m.is_topic_message == (topic is not None)]
            assert shown
            for message in shown:
                told = {name for name in names if name in message.text}
                assert told <= mine
        await game.agree_to_end(*game.people[4:8], topic=topics[1])
        assert len(game.tables) == 2


async def test_thread_ids_of_replies_in_an_ordinary_group_mean_nothing(tmp_path: Path) -> None:
    """30: thread ids also appear in plain supergroups. A command given as a reply is about the one table there is."""
    async with evening(tmp_path) as game:
        await game.sit_down(game.people[1])
        first = game.people[2].say("/rules", game.group)
        await game.settle()
        game.people[2].say("/join", game.group, reply_to=first)
        await game.settle()
        assert game.sits(game.people[2])
        assert game.state.thread_id is None


async def test_a_closed_topic_stops_the_messages_and_not_the_deal(tmp_path: Path) -> None:
    """30, 3: one line when the bot cannot go on. The players are told in private, play on, and when the topic is open
    again it shows how things stand.
    """
    async with evening(tmp_path, is_forum=True, harmless=["TOPIC_CLOSED"]) as game:
        topic = game.group.open_topic("双扣")
        await game.sit_down(*game.people[1:4], topic=topic)
        await game.deal()
        game.group.close_topic(topic)
        await game.play_out()
        await game.pass_time(10)
        for person in game.people[:4]:
            await game.shows(person.private, "双扣群", "发不出")
            assert sum("发不出" in message.text for message in person.private.from_bot) == 1
        assert not game.buttons(game.group, ButtonAction.AGAIN)
        game.group.reopen_topic(topic)
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN), 30)
        assert game.group.last.thread_id == topic.id


async def test_a_deleted_topic_does_not_take_the_table_with_it(tmp_path: Path) -> None:
    """30: forum switched off later, topic deleted. The table goes on in the group itself."""
    async with evening(tmp_path, is_forum=True, harmless=["message thread not found", "not found"]) as game:
        topic = game.group.open_topic("双扣")
        await game.sit_down(*game.people[1:4], topic=topic)
        await game.deal()
        await game.act()
        game.group.delete_topic(topic)
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN))


async def test_an_anonymous_administrator_manages_and_does_not_sit(tmp_path: Path) -> None:
    """31: bots took the account all anonymous admins share for one player, or banned it. He may open and end a table;
    a command cannot seat them, their own tap can, since that carries their real id.
    """
    async with evening(tmp_path) as game:
        admin = game.people[0]
        game.group.promote(admin, is_anonymous=True)
        await game.say(admin, "/newgame", game.group)
        assert not game.state.people
        await game.say(admin, "/join", game.group)
        await game.shows(game.group, "匿名")
        assert not game.state.people
        await game.tap_group(game.people[1], ButtonAction.JOIN)
        await game.tap_group(admin, ButtonAction.JOIN)
        assert [person.telegram_id for person in game.state.people] == [game.people[1].id, admin.id]
        await game.say(admin, "/end", game.group)
        assert not game.tables


async def test_a_table_opened_by_an_anonymous_administrator_is_played_like_any(tmp_path: Path) -> None:
    """31: who opened it has no account to speak of; those who sit can start, leave and end it."""
    async with evening(tmp_path) as game:
        game.group.promote(game.people[0], is_anonymous=True)
        await game.say(game.people[0], "/newgame", game.group)
        for person in game.people[1:5]:
            await game.join(person)
        await game.deal(game.people[1])
        await game.act()
        for person in game.people[1:5]:
            await game.say(person, "/end", game.group)
        assert not game.tables


async def test_ids_too_big_for_32_bits_are_the_usual_case(tmp_path: Path) -> None:
    """32: 32-bit ids broke bots in 2021, and they are still fixing leftovers. All people here have big ids."""
    async with evening(tmp_path) as game:
        assert all(person.id > 2**32 for person in game.people)
        await game.begin()
        await game.play_out()


async def mute(game: Evening) -> None:
    """Take away the bot's right to write in the group."""
    game.group.restrict(None)
    await game.settle()


async def test_a_muted_bot_says_so_in_private_and_goes_on_when_it_may(tmp_path: Path) -> None:
    """3, 8: the game runs, but the group sees nothing and cannot tell why."""
    async with evening(tmp_path, harmless=["not enough rights"]) as game:
        await game.begin()
        await mute(game)
        for _ in range(5):
            await game.act()
        await game.pass_time(5)
        for person in game.people[:4]:
            await game.shows(person.private, "发不出")
            assert sum("发不出" in message.text for message in person.private.from_bot) == 1
        game.group.promote(None)
        await game.settle()
        await game.until(lambda: f"{sum(game.live.deal.hands[1])} 张" in game.shown_in_group, 30)
        await game.play_out()


async def test_out_of_the_group_the_deal_is_played_to_its_end_in_private(tmp_path: Path) -> None:
    """7, 25: channels deleted and people locked in games that are gone. The players hear why, play the deal out in
    private, since it counts, and are free for another table then.
    """
    async with evening(tmp_path, harmless=OUT_OF_THE_GROUP) as game:
        await game.begin()
        await game.act()
        game.may_miss_taps = True
        table = game.table
        game.group.ban(None)
        await game.settle()
        for person in game.people[:4]:
            await game.shows(person.private, "请出了", "双扣群", "照样算分")
        live = await game.play_out(table)
        await game.settle()
        assert not game.tables
        assert live.deal.settlement is not None
        for seat, chair in enumerate(live.chairs):
            assert chair.person is not None
            (entry,) = await game.services.database.scores.ledger(chair.person.id)
            assert entry.points == live.deal.settlement.points[seat]
        await game.pass_time(10)
        for person in game.people[:4]:
            assert sum("请出了" in message.text for message in person.private.from_bot) == 1
            message = await game.shows(person.private, "累计")
            assert not message.buttons
        other = game.telegram.add_group("新群", list(game.people))
        await game.say(game.people[0], "/newgame", other)
        await game.tap(game.people[1], other, ButtonAction.JOIN)
        assert len(game.tables[0].state.people) == 2


async def test_out_of_the_group_and_back_the_deal_goes_on_there(tmp_path: Path) -> None:
    """7: the table is shown again, and stays after the deal."""
    async with evening(tmp_path, harmless=OUT_OF_THE_GROUP) as game:
        await game.begin()
        game.may_miss_taps = True
        game.group.remove(None)
        await game.settle()
        for _ in range(3):
            await game.act()
        game.people[0].add_bot(game.group)
        await game.settle()
        await game.until(lambda: game.buttons(game.group, ButtonAction.WHO), 30)
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN), 30)


async def test_out_of_the_group_means_out_of_what_does_not_count(tmp_path: Path) -> None:
    """7: a lobby, or a deal for practice, is closed at once."""
    async with evening(tmp_path, harmless=OUT_OF_THE_GROUP) as game:
        await game.begin(computers=True)
        assert not game.live.ranked
        game.may_miss_taps = True
        game.group.ban(None)
        await game.settle()
        assert not game.tables
        await game.shows(game.people[0].private, "请出了", "双扣群")
        await game.shows(game.people[0].private, "作废")


async def test_a_dissolved_group_is_noticed_by_the_next_message(tmp_path: Path) -> None:
    """7: a group that is gone sends no update. The first message that fails tells of it; the deal, which counts, is
    played to its end in private.
    """
    async with evening(tmp_path, harmless=["group chat was deleted"]) as game:
        await game.begin()
        game.group.dissolve()
        table = game.table
        await game.act(table)
        await game.shows(game.people[0].private, "双扣群", "照样算分")
        await game.play_out(table)
        await game.until(lambda: not game.tables)


async def test_a_table_message_that_somebody_deletes_is_replaced(tmp_path: Path) -> None:
    """8: game runs but nobody sees it. An admin who tidies up does not take the table with them."""
    async with evening(tmp_path, harmless=["message to edit not found", "message to delete not found"]) as game:
        await game.begin()
        message = (await game.until(lambda: game.buttons(game.group, ButtonAction.WHO)))[0][0]
        game.group.delete_message(message)
        await game.act()
        found = await game.until(lambda: game.buttons(game.group, ButtonAction.WHO), 30)
        assert found[0][0].id != message.id
        actor = game.acting
        await game.until(lambda: game.buttons(actor.private, ButtonAction.PLAY))
        actor.delete(actor.private.last)
        await game.pass_time(31)
        await game.until(lambda: game.buttons(actor.private, ButtonAction.PLAY), 5)
        await game.play_out()


async def test_a_table_message_far_up_the_chat_comes_down_again(tmp_path: Path) -> None:
    """34, 40: people talk, and the table scrolls away. Once the bot sees how far (it hears commands only, not what
    people say to each other), the table is posted anew at the end.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        message = (await game.until(lambda: game.buttons(game.group, ButtonAction.WHO)))[0][0]
        for number in range(25):
            game.people[4].say(f"聊天 {number}", game.group)
        await game.say(game.people[4], "/privacy", game.group)
        begun = game.live.deal.trick_start
        while game.live.deal.trick_start == begun:  # nothing moves in the middle of a trick
            assert game.buttons(game.group, ButtonAction.WHO)[0][0].id == message.id
            await game.act()
        await game.until(lambda: game.buttons(game.group, ButtonAction.WHO)[0][0].id > message.id, 30)
        assert len(game.buttons(game.group, ButtonAction.WHO)) == 1


async def test_rename_and_odd_titles_are_shown_as_they_are(tmp_path: Path) -> None:
    """37: markup in a title broke the message. A renamed group is called by its new name, whatever is in it."""
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        game.group.rename("<b>&双扣_*[x](y)")
        other = game.telegram.add_group("隔壁", list(game.people))
        await game.say(game.people[4], "/help", game.group)
        await game.say(game.people[4], "/newgame", other)
        await game.until(lambda: game.buttons(other, ButtonAction.JOIN))
        answer = await game.tap(game.people[1], other, ButtonAction.JOIN)
        assert "<b>&双扣_*[x](y)" in answer.text


async def test_a_left_group_can_be_joined_again(tmp_path: Path) -> None:
    """29: after a change of the group nothing works any more. Removed and invited again, the bot starts afresh."""
    async with evening(tmp_path, harmless=["bot is not a member", "chat not found"]) as game:
        await game.sit_down(game.people[1])
        game.group.remove(None)
        await game.settle()
        assert not game.tables
        game.people[0].add_bot(game.group)
        await game.settle()
        await game.begin()
        assert game.state.phase is Phase.DEAL
