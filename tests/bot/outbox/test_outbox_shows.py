"""Slots show the newest screen, one-off messages come once and in order."""

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.outbox import Slot
from bot.screens.screen import Screen
from tests.bot.outbox.support import Stage, most_in, screen


async def test_a_screen_is_posted_once_and_edited_after(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one", "Join"))
    await stage.settle()
    first = stage.group.last
    assert (first.text, [button["text"] for button in first.buttons]) == ("one", ["Join"])

    stage.outbox.show(stage.table, screen("two"))
    await stage.pass_time(4)

    assert [message.text for message in stage.group.from_bot] == ["two"]
    assert stage.group.last.id == first.id
    assert stage.group.last.buttons == []


async def test_the_same_screen_again_is_no_call(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    calls = len(stage.telegram.calls)

    for _ in range(5):
        stage.outbox.show(stage.table, screen("one"))
        await stage.pass_time(5)

    assert len(stage.telegram.calls) == calls


async def test_back_to_what_is_shown_before_the_edit_is_no_call(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    calls = len(stage.telegram.calls)

    stage.outbox.show(stage.table, screen("two"))
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(10)

    assert len(stage.telegram.calls) == calls
    assert stage.outbox.busy_chats == 0


async def test_a_call_that_has_become_needless_while_the_bot_was_at_its_limit_is_not_counted(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("one"))
    await stage.pass_time(20)
    for number in range(28):
        await stage.budget.admit(1000 + number, urgent=True)
    stage.outbox.show(stage.hand, screen("two"))
    await stage.settle()
    stage.outbox.show(stage.hand, screen("one"))
    await stage.pass_time(1.2)

    assert len(stage.paced(stage.ann.id)) == 1
    assert stage.outbox.busy_chats == 0
    last_call = stage.budget.last_call(stage.ann.id)
    assert last_call is not None
    assert last_call < stage.clock.now() - 20


async def test_fifty_two_quick_plays_stay_within_the_group_budget_and_the_last_is_shown(stage: Stage) -> None:
    for number in range(52):
        stage.outbox.show(stage.table, screen(f"play {number}"))
        await stage.pass_time(0.5)
    await stage.pass_time(4)

    assert stage.group.last.text == "play 51"
    assert len(stage.group.from_bot) == 1
    moments = stage.paced(stage.group.id)
    assert 7 <= len(moments) <= 12
    assert stage.telegram.flood.refusals == []


async def test_ten_minutes_of_quick_plays_and_news_never_exceed_twenty_a_minute(stage: Stage) -> None:
    for number in range(300):
        stage.outbox.show(stage.table, screen(f"play {number}"))
        if number % 15 == 0:
            stage.outbox.say(stage.group.id, None, screen(f"news {number}"))
        await stage.pass_time(2.0, step=0.5)
    await stage.pass_time(80)

    moments = stage.paced(stage.group.id)
    assert most_in(moments, 60) <= 20
    assert len(moments) > 150  # the budget is used
    assert stage.telegram.flood.refusals == []
    assert "play 299" in [message.text for message in stage.group.from_bot]
    assert [m.text for m in stage.group.from_bot if m.text.startswith("news")] == [
        f"news {n}" for n in range(0, 300, 15)
    ]


async def test_messages_come_in_the_order_they_were_asked_for(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("old table"))
    await stage.pass_time(5)

    stage.outbox.show(stage.table, screen("last trick"))
    stage.outbox.say(stage.group.id, None, screen("result"))
    stage.outbox.say(stage.group.id, None, screen("next deal"))
    stage.outbox.show(stage.table, screen("new table"), fresh=True)
    stage.outbox.say(stage.group.id, None, screen("first place"))
    await stage.settle()

    assert [m.text for m in stage.group.from_bot] == ["result", "next deal", "new table", "first place"]


async def test_an_edit_asked_for_before_a_message_is_made_before_it(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("table"))
    await stage.settle()

    stage.outbox.show(stage.table, screen("last trick"))
    stage.outbox.say(stage.group.id, None, screen("result"))
    await stage.settle()

    assert [(call.method, call.parameters["text"]) for call in list(stage.telegram.calls)[-2:]] == [
        ("editMessageText", "last trick"),
        ("sendMessage", "result"),
    ]


async def test_a_key_is_said_once(stage: Stage) -> None:
    for _ in range(3):
        stage.outbox.say(stage.group.id, None, screen("result"), key="deal:9:result")
        await stage.pass_time(1)
    stage.outbox.say(stage.ann.id, None, screen("result"), key="deal:9:result")
    await stage.settle()

    assert [m.text for m in stage.group.from_bot] == ["result"]
    assert [m.text for m in stage.ann.private.from_bot] == ["result"]


async def test_a_last_screen_can_come_at_the_end_of_the_chat(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("table", "Join"))
    await stage.settle()
    chatter = stage.ann.say("chatter", stage.group)
    stage.outbox.close(stage.table, screen("closed"), fresh=True)
    await stage.pass_time(8)

    assert [(message.text, message.buttons) for message in stage.group.from_bot] == [("closed", [])]
    assert stage.group.last.id > chatter.id
    assert stage.messages.kept == {}


@pytest.mark.parametrize("picture", ["", "hand"])
async def test_a_message_replies_to_another_and_comes_also_where_that_is_gone(stage: Stage, picture: str) -> None:
    asked, gone = stage.ann.say("/join", stage.group), stage.ann.say("/join", stage.group)
    stage.ann.delete(gone)
    for message in (asked, gone):
        stage.outbox.say(stage.group.id, None, screen("no table", picture=picture), reply_to=message.id)
    await stage.pass_time(8)

    assert [message.text for message in stage.group.from_bot] == ["no table", "no table"]
    assert [message.reply_to for message in stage.group.from_bot] == [asked, None]


async def test_what_has_expired_is_not_said(stage: Stage) -> None:
    for number in range(20):
        stage.outbox.say(stage.group.id, None, screen(f"news {number}"))
    stage.outbox.say(stage.group.id, None, screen("ten seconds left"), expires_after=10)
    stage.outbox.say(stage.group.id, None, screen("still true"))
    await stage.pass_time(70)

    assert [m.text for m in stage.group.from_bot] == [*(f"news {number}" for number in range(20)), "still true"]


async def test_fresh_posts_anew_and_removes_the_old_message(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("hand"))
    await stage.settle()
    stage.outbox.show(stage.hand, screen("your turn", "Play"), fresh=True)
    await stage.settle()

    assert [m.text for m in stage.ann.private.from_bot] == ["your turn"]


async def test_fresh_posts_anew_even_if_nothing_changed(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("hand"))
    await stage.settle()
    first = stage.ann.private.last.id
    stage.outbox.show(stage.hand, screen("hand"), fresh=True)
    stage.outbox.show(stage.hand, screen("hand"))
    await stage.settle()

    assert [m.text for m in stage.ann.private.from_bot] == ["hand"]
    assert stage.ann.private.last.id != first


async def test_an_old_message_that_cannot_be_deleted_loses_its_buttons(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("monday", "Play"))
    await stage.pass_time(1)
    stage.clock.advance(49 * 3600)
    stage.outbox.show(stage.table, screen("wednesday", "Play"), fresh=True)
    await stage.pass_time(10)

    assert [(m.text, len(m.buttons)) for m in stage.group.from_bot] == [("monday", 0), ("wednesday", 1)]
    assert stage.telegram.called("deleteMessage") == []


async def test_a_message_that_scrolled_away_is_posted_anew(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    for _ in range(20):
        stage.outbox.note_activity(stage.group.id, None)
    stage.outbox.show(stage.table, screen("two"))
    await stage.pass_time(5)
    first = stage.group.last
    stage.outbox.note_activity(stage.group.id, None)
    stage.outbox.show(stage.table, screen("three"))
    await stage.pass_time(5)

    assert [m.text for m in stage.group.from_bot] == ["three"]
    assert stage.group.last.id != first.id


async def test_a_message_comes_down_silently_when_it_has_sunk_as_far_as_was_said_and_never_where_it_may_not(
    stage: Stage,
) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    first = stage.group.last
    for _ in range(9):
        stage.outbox.note_activity(stage.group.id, None)
    stage.outbox.show(stage.table, screen("two"), sinks_after=None)
    await stage.pass_time(5)
    assert stage.group.last.id == first.id
    stage.outbox.show(stage.table, screen("three"), sinks_after=8)
    stage.outbox.show(stage.table, screen("four"), sinks_after=None)  # before the other was shown: it comes down once
    await stage.pass_time(5)
    assert stage.group.last.id > first.id
    assert [message.text for message in stage.group.from_bot] == ["four"]
    [call] = [call for call in stage.telegram.called("sendMessage") if call.parameters["text"] == "four"]
    assert call.parameters.get("disable_notification")


async def test_unseen_messages_are_counted_by_their_numbers(stage: Stage) -> None:
    """In privacy mode the bot sees few of the messages, but those it sees have numbers."""
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    first = stage.group.last
    for _ in range(25):
        seen = stage.bob.say("chatter", stage.group)
    stage.outbox.note_activity(stage.group.id, None, seen.id)
    stage.outbox.show(stage.table, screen("two"))
    await stage.pass_time(5)

    assert stage.group.last.id > first.id
    assert [m.text for m in stage.group.from_bot] == ["two"]


async def test_forgotten_slots_keep_their_message_and_closed_ones_their_last_screen(stage: Stage) -> None:
    other, gone, shown = (Slot(stage.group.id, None, f"table:{number}") for number in (72, 73, 74))
    for slot in (stage.table, other, gone, shown):
        stage.outbox.show(slot, screen(slot.name, "Play"))
    await stage.settle()

    calls = len(stage.telegram.calls)
    stage.outbox.forget(shown)
    await stage.settle()
    assert len(stage.telegram.calls) == calls
    stage.outbox.show(stage.table, screen("the last"))
    stage.outbox.forget(stage.table)
    stage.outbox.close(other, screen("closed"))
    stage.outbox.close(gone)
    await stage.pass_time(10)

    assert [m.text for m in stage.group.from_bot] == ["the last", "closed", "table:74"]
    assert stage.messages.kept == {}
    assert stage.outbox.known_slots == 0
    stage.outbox.show(other, screen("opened again"))
    await stage.pass_time(10)
    assert [m.text for m in stage.group.from_bot] == ["the last", "closed", "table:74", "opened again"]


async def test_private_edits_come_at_once(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("hand"))
    await stage.settle()
    for number in range(3):
        stage.outbox.show(stage.hand, screen(f"selected {number}"))
        await stage.settle()
        assert stage.ann.private.last.text == f"selected {number}"


async def test_hurried_private_edits_stay_within_the_budget(stage: Stage) -> None:
    for number in range(200):
        stage.outbox.show(stage.hand, screen(f"selected {number}"))
        await stage.pass_time(0.2)
    await stage.pass_time(4)

    assert stage.ann.private.last.text == "selected 199"
    assert stage.telegram.flood.refusals == []
    assert len(stage.paced(stage.ann.id)) >= 30


async def test_topics_are_kept_apart(stage: Stage) -> None:
    forum = stage.telegram.add_group("Forum", [stage.ann], is_forum=True)
    topic = forum.open_topic("Cards")
    stage.outbox.show(Slot(forum.id, topic.id, "table:1"), screen("in the topic"))
    stage.outbox.show(Slot(forum.id, None, "table:2"), screen("in General"))
    await stage.settle()

    assert [(m.text, m.is_topic_message) for m in forum.from_bot] == [("in the topic", True), ("in General", False)]


async def test_answers_are_never_queued(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("table", "Play"))
    for number in range(30):
        stage.outbox.say(stage.group.id, None, screen(f"news {number}"))
    await stage.settle()

    taps = [stage.bob.tap(stage.group.from_bot[0], "Play") for _ in range(60)]
    answered = await asyncio.gather(*(stage.outbox.answer(tap.query.id, "no" * 150) for tap in taps))

    assert all(answered)
    assert len((await taps[0].answer()).text) == 200
    assert await stage.outbox.answer(taps[0].query.id) is False  # answered before: ignored


async def test_a_person_who_never_pressed_start_is_not_reachable(stage: Stage) -> None:
    stranger = stage.telegram.add_person("Carl")

    assert not await stage.outbox.reachable(stranger.id)
    assert await stage.outbox.reachable(stage.ann.id)


async def test_idle_chats_cost_no_task(stage: Stage) -> None:
    before = len(asyncio.all_tasks())
    stage.outbox.show(stage.table, screen("one"))
    stage.outbox.show(stage.hand, screen("hand"))
    assert stage.outbox.busy_chats == 2
    await stage.settle()

    assert stage.outbox.busy_chats == 0
    assert stage.outbox.depth == 0
    assert len(asyncio.all_tasks()) == before


@dataclass
class Builder:
    """Builds what it shows at that moment, and counts."""

    text: str
    built: list[str] = field(default_factory=list)

    def __call__(self) -> Screen:
        self.built.append(self.text)
        return screen(self.text)


async def test_what_is_overwritten_before_its_turn_is_never_built(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("start"))
    await stage.settle()
    plays = [Builder(f"play {number}") for number in range(10)]
    for play in plays:
        stage.outbox.show(stage.table, play)
        await stage.pass_time(0.1)
    await stage.pass_time(4)

    assert stage.group.last.text == "play 9"
    assert [play.built for play in plays] == [[]] * 9 + [["play 9"]]


async def test_a_screen_is_built_from_the_state_there_is_when_its_turn_comes(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("start"))
    await stage.settle()
    state = Builder("as asked")
    stage.outbox.show(stage.table, state)
    await stage.pass_time(1)
    state.text = "as sent"
    await stage.pass_time(3)

    assert stage.group.last.text == "as sent"
    assert state.built == ["as sent"]


async def test_what_may_be_shown_already_is_compared_without_waiting_for_a_turn(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("one"))
    await stage.pass_time(20)
    waiting = [asyncio.create_task(stage.budget.admit(1000 + number, urgent=True)) for number in range(60)]
    await stage.settle()
    last_call = stage.budget.last_call(stage.ann.id)

    stage.outbox.show(stage.hand, Builder("one"), unsure=True)
    await stage.settle()

    assert stage.outbox.busy_chats == 0
    assert stage.budget.last_call(stage.ann.id) == last_call
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_what_may_be_shown_already_and_is_not_is_shown(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    stage.outbox.show(stage.table, Builder("two"), unsure=True)
    await stage.pass_time(4)

    assert stage.group.last.text == "two"


async def test_a_screen_that_cannot_be_built_stops_nothing(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Screen:
        raise RuntimeError("no such card")

    stage.outbox.show(stage.hand, broken)
    await stage.settle()
    stage.outbox.show(stage.hand, screen("two"))
    await stage.settle()

    assert stage.ann.private.last.text == "two"
    assert "no such card" in caplog.text
