"""What goes wrong on Telegram is repaired, waited out or reported, and never doubled."""

import asyncio
from itertools import pairwise

import pytest

from bot.outbox import ChatTrouble, MessageKind, Slot, TroubleKind
from bot.playground.fake import ChatKind, Fault, FaultKind, Photo
from tests.bot.outbox.support import Stage, screen


def texts(stage: Stage) -> list[str]:
    return [message.text for message in stage.group.from_bot]


# ---- too much


async def test_a_429_storm_in_one_group_disturbs_nobody_else(stage: Stage) -> None:
    quiet = stage.telegram.add_group("Quiet", [stage.bob])
    storm = stage.telegram.faults.add(
        Fault(FaultKind.FLOOD, chat_id=stage.group.id, times=None, probability=0.8, retry_after=7)
    )
    late = []
    for number in range(60):
        stage.outbox.show(stage.table, screen(f"stormy {number}"))
        stage.outbox.show(Slot(quiet.id, None, "table:2"), screen(f"quiet {number}"))
        stage.outbox.show(stage.hand, screen(f"hand {number}"))
        await stage.pass_time(3.3)
        late += [where for where in (quiet, stage.ann.private) if not where.last.text.endswith(f" {number}")]
    assert late == []
    assert storm.fired > 10

    stage.telegram.faults.clear()
    await stage.pass_time(10)
    assert texts(stage) == ["stormy 59"]


async def test_a_429_is_waited_out_and_then_the_newest_state_is_shown(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(5)
    stage.telegram.faults.add(Fault(FaultKind.FLOOD, "editMessageText", retry_after=20))
    for number in range(10):
        stage.outbox.show(stage.table, screen(f"play {number}"))
        await stage.pass_time(1)
    assert texts(stage) == ["one"]
    await stage.pass_time(12)

    assert texts(stage) == ["play 9"]
    assert len(stage.telegram.called("editMessageText")) == 2


# ---- no answer


@pytest.mark.parametrize("kind", [FaultKind.TIMEOUT_AFTER, FaultKind.CUT_AFTER])
@pytest.mark.parametrize("where", ["group", "private"])
async def test_a_message_sent_without_an_answer_is_found_and_not_doubled(
    kind: FaultKind, where: str, stage: Stage
) -> None:
    room = stage.group if where == "group" else stage.ann.private
    stage.outbox.say(room.id, None, screen("before"))
    await stage.settle()
    stage.telegram.faults.add(Fault(kind, "sendMessage"))
    stage.outbox.say(room.id, None, screen("result", "Again"))
    await stage.pass_time(10)

    assert [m.text for m in room.from_bot] == ["before", "result"]
    assert len(stage.telegram.called("sendMessage")) == 2


async def test_a_slot_posted_without_an_answer_is_found_and_edited_on(stage: Stage) -> None:
    stage.outbox.say(stage.group.id, None, screen("before"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "sendMessage"))
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    stage.outbox.show(stage.table, screen("two"))
    await stage.pass_time(10)

    assert texts(stage) == ["before", "two"]
    assert stage.messages.kept[stage.table].message_id == stage.group.last.id


async def test_a_picture_posted_without_an_answer_is_found(stage: Stage) -> None:
    stage.outbox.say(stage.ann.id, None, screen("before"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "sendPhoto"))
    stage.outbox.show(stage.hand, screen("hand", "Play", picture="p1"))
    await stage.pass_time(10)
    stage.outbox.show(stage.hand, screen("changed", "Play", picture="p1"))
    await stage.pass_time(10)

    assert [m.text for m in stage.ann.private.from_bot] == ["before", "changed"]


async def test_a_message_far_up_is_removed_when_it_was_sent_again(stage: Stage) -> None:
    """People wrote so much, unseen by the bot, that it does not know where its message would be."""
    stage.outbox.say(stage.group.id, None, screen("before"))
    await stage.settle()
    for _ in range(30):
        stage.bob.say("chatter", stage.group)
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "sendMessage"))
    stage.outbox.show(stage.table, screen("table"))
    await stage.settle()
    stage.bob.say("more", stage.group)
    await stage.pass_time(20)

    assert texts(stage) == ["before", "table"]
    assert stage.messages.kept[stage.table].message_id == stage.group.last.id
    assert len(stage.group.messages) == 33  # nobody else's message is touched


@pytest.mark.parametrize("kind", [FaultKind.TIMEOUT_BEFORE, FaultKind.CUT_BEFORE, FaultKind.BAD_GATEWAY])
async def test_what_was_not_sent_is_sent_again(kind: FaultKind, stage: Stage) -> None:
    stage.telegram.faults.add(Fault(kind, "sendMessage", stage.group.id))
    stage.outbox.say(stage.group.id, None, screen("result"))
    await stage.pass_time(10)

    assert texts(stage) == ["result"]


async def test_a_one_off_message_is_sent_twice_at_most(stage: Stage) -> None:
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_BEFORE, "sendMessage", times=None))
    stage.outbox.say(stage.group.id, None, screen("result"))
    stage.outbox.show(stage.hand, screen("hand"))
    await stage.pass_time(300, step=1)

    assert len(stage.telegram.called("sendMessage", chat_id=stage.group.id)) == 2
    assert stage.outbox.busy_chats == 1  # the hand is still to be shown
    stage.telegram.faults.clear()
    await stage.pass_time(61)
    assert stage.ann.private.last.text == "hand"


async def test_a_private_message_is_sent_twice_at_most_since_nothing_proves_it_absent(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("hand"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_BEFORE, "sendMessage", times=None))
    stage.outbox.say(stage.ann.id, None, screen("result"))
    await stage.pass_time(300, step=1)

    assert len(stage.telegram.called("sendMessage", text="result")) == 2
    assert stage.outbox.busy_chats == 0


async def test_a_group_message_proved_absent_is_sent_until_it_arrives(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("table"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_BEFORE, "sendMessage", times=4))
    stage.outbox.say(stage.group.id, None, screen("result"))
    await stage.pass_time(120, step=0.5)

    assert texts(stage) == ["table", "result"]


async def test_nothing_is_posted_where_a_message_is_looked_for(stage: Stage) -> None:
    stage.outbox.say(stage.group.id, None, screen("before"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "sendMessage"))
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    stage.outbox.say(stage.group.id, None, screen("result"))
    stage.outbox.show(stage.table, screen("two"), fresh=True)
    await stage.pass_time(10)

    assert texts(stage) == ["before", "result", "two"]


async def test_a_success_ends_the_growing_of_pauses(stage: Stage) -> None:
    for nth in (2, 4, 6, 8):
        stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "sendMessage", nth=nth))
    for number in range(40):
        stage.outbox.say(stage.group.id, None, screen(f"news {number}"))
    await stage.pass_time(6)

    assert len(texts(stage)) == 16  # the calls that failed are counted too


@pytest.mark.parametrize("kind", [FaultKind.TIMEOUT_AFTER, FaultKind.TIMEOUT_BEFORE, FaultKind.BAD_GATEWAY])
async def test_an_edit_without_an_answer_is_made_again(kind: FaultKind, stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(5)
    stage.telegram.faults.add(Fault(kind, "editMessageText"))
    stage.outbox.show(stage.table, screen("two"))
    await stage.pass_time(10)

    assert texts(stage) == ["two"]


async def test_back_to_the_old_state_after_an_edit_without_an_answer(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(5)
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "editMessageText"))
    stage.outbox.show(stage.table, screen("two"))
    await stage.settle()
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(10)

    assert texts(stage) == ["one"]


async def test_pauses_grow_while_telegram_is_away_and_the_newest_state_is_shown_after(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(5)
    stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, times=None))
    for number in range(600):
        stage.outbox.show(stage.table, screen(f"play {number}"))
        await stage.pass_time(1, step=0.5)
    attempts = [call.at for call in stage.telegram.called("editMessageText")]
    pauses = [round(after - before) for before, after in pairwise(attempts)]
    assert 8 <= len(attempts) <= 20
    assert pauses == sorted(pauses)
    assert max(pauses) <= 61

    stage.telegram.faults.clear()
    await stage.pass_time(62)
    assert texts(stage) == ["play 599"]


@pytest.mark.parametrize("seed", range(4))
async def test_a_network_that_fails_two_times_in_five_loses_and_doubles_nothing_in_a_group(seed: int) -> None:
    stage = Stage(seed=seed)
    async with stage.open():
        stage.outbox.show(stage.table, screen("start"))
        await stage.settle()
        for kind in FaultKind:
            if kind is not FaultKind.CUT_BEFORE:
                stage.telegram.faults.add(Fault(kind, times=None, probability=0.1, retry_after=3))
        for number in range(30):
            stage.outbox.show(stage.table, screen(f"play {number}"), fresh=number % 4 == 0)
            stage.outbox.say(stage.group.id, None, screen(f"news {number}"))
            await stage.pass_time(12, step=0.5)
        stage.telegram.faults.clear()
        await stage.pass_time(400, step=1)

        assert [text for text in texts(stage) if text.startswith("news")] == [f"news {number}" for number in range(30)]
        assert [text for text in texts(stage) if not text.startswith("news")] == ["play 29"]
        assert stage.outbox.busy_chats == 0


async def test_a_message_that_may_have_been_posted_is_found_before_it_is_deleted(stage: Stage) -> None:
    stage.outbox.say(stage.group.id, None, screen("before"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "sendMessage"))
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.settle()
    stage.outbox.close(stage.table)
    await stage.pass_time(10)

    assert texts(stage) == ["before"]
    assert stage.outbox.busy_chats == 0


# ---- messages and pictures


async def test_a_table_message_deleted_by_an_admin_is_posted_again_however_often(stage: Stage) -> None:
    for number in range(8):
        stage.outbox.show(stage.table, screen(f"play {number}"))
        await stage.pass_time(8)
        assert texts(stage) == [f"play {number}"]
        assert stage.messages.kept[stage.table].message_id == stage.group.last.id
        stage.group.delete_message(stage.group.last)


async def test_pictures_are_drawn_and_uploaded_once(stage: Stage) -> None:
    for text, picture in (("a", "p1"), ("b", "p1"), ("c", "p2"), ("d", "p1")):
        stage.outbox.show(stage.hand, screen(text, picture=picture))
        await stage.pass_time(3)
    stage.outbox.show(Slot(stage.bob.id, None, "hand:71"), screen("e", picture="p1"))
    await stage.settle()

    assert stage.studio.drawn == ["p1", "p2"]
    assert set(stage.files.kept) == {"p1", "p2"}
    methods = [call.method for call in stage.telegram.calls if call.method != "getMe"]
    assert methods == ["sendPhoto", "editMessageCaption", "editMessageMedia", "editMessageMedia", "sendPhoto"]
    assert len(stage.ann.private.from_bot) == 1


async def test_a_picture_that_is_shown_already_is_not_fetched_to_change_the_words(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("a", picture="p1"))
    await stage.settle()
    stage.files.kept.clear()
    stage.outbox.show(stage.hand, screen("b", picture="p1"))
    await stage.settle()

    assert stage.ann.private.last.text == "b"
    assert stage.studio.drawn == ["p1"]


async def test_back_to_the_old_state_while_a_picture_is_drawn(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("old"))
    await stage.settle()
    stage.studio.brush = asyncio.Event()
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "editMessageMedia"))
    stage.outbox.show(stage.hand, screen("new", picture="p1"))
    await stage.settle()
    stage.outbox.show(stage.hand, screen("old"))
    stage.studio.brush.set()
    await stage.pass_time(10)

    assert [m.text for m in stage.ann.private.from_bot] == ["old"]


async def test_a_text_becomes_a_picture_by_an_edit_and_a_picture_a_text_by_a_new_message(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("text"))
    await stage.settle()
    first = stage.ann.private.last
    stage.outbox.show(stage.hand, screen("picture", picture="p1"))
    await stage.settle()
    assert stage.ann.private.last.id == first.id
    assert isinstance(stage.ann.private.last.content, Photo)

    stage.outbox.show(stage.hand, screen("text again"))
    await stage.settle()
    assert [m.text for m in stage.ann.private.from_bot] == ["text again"]
    assert stage.messages.kept[stage.hand].kind is MessageKind.TEXT


async def test_without_a_drawing_the_text_is_shown(stage: Stage) -> None:
    stage.studio.broken = True
    stage.outbox.show(stage.hand, screen("hand", picture="p1"))
    await stage.settle()
    assert stage.ann.private.last.text == "hand"

    for _ in range(30):  # nothing to change: no call, and none is counted
        stage.outbox.show(stage.hand, screen("hand", picture="p1"))
        await stage.settle()
    assert len(stage.paced(stage.ann.id)) == 1
    stage.studio.broken = False
    stage.outbox.show(stage.hand, screen("hand", picture="p1"))
    await stage.settle()
    assert isinstance(stage.ann.private.last.content, Photo)
    assert len(stage.ann.private.from_bot) == 1


async def test_where_photos_are_not_allowed_the_text_is_shown(stage: Stage) -> None:
    stage.group.permit(frozenset({"can_send_messages"}))
    for number in range(3):
        stage.outbox.show(stage.table, screen(f"table {number}", picture="p1"))
        await stage.pass_time(4)

    assert texts(stage) == ["table 2"]
    assert len(stage.telegram.called("sendPhoto")) == 1
    assert stage.troubles == []


async def test_a_file_id_that_telegram_forgot_is_uploaded_again(stage: Stage) -> None:
    stage.files.kept["p1"] = "forgotten"
    stage.outbox.show(stage.hand, screen("hand", picture="p1"))
    await stage.settle()

    assert isinstance(stage.ann.private.last.content, Photo)
    assert stage.files.kept["p1"] != "forgotten"


async def test_a_text_too_long_for_a_picture_is_shown_without(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("x" * 1500, picture="p1"))
    await stage.settle()
    assert stage.ann.private.last.text == "x" * 1500

    stage.outbox.show(stage.hand, screen("short", picture="p1"))
    await stage.settle()
    assert isinstance(stage.ann.private.last.content, Photo)


async def test_a_screen_telegram_does_not_take_is_given_up_and_the_next_shown(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    for _ in range(3):
        stage.outbox.show(stage.table, screen("<b>not closed"))
        stage.outbox.say(stage.group.id, None, screen("<i>nor this"))
        await stage.pass_time(5)
    assert len(stage.telegram.called("editMessageText")) == 1
    assert "can't parse entities" in caplog.text.lower()

    stage.outbox.show(stage.table, screen("two"))
    await stage.pass_time(5)
    assert texts(stage) == ["two"]


# ---- chats


async def test_a_kicked_bot_reports_it_and_waits_for_nothing(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.settle()
    stage.group.ban()
    stage.outbox.show(stage.table, screen("two"))
    stage.outbox.say(stage.group.id, None, screen("result"))
    await stage.pass_time(60)

    assert stage.troubles == [ChatTrouble(TroubleKind.REMOVED, stage.group.id)]
    assert stage.outbox.busy_chats == 0


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [
        ("block", TroubleKind.BLOCKED),
        ("deactivate", TroubleKind.DEACTIVATED),
        ("never started", TroubleKind.NOT_STARTED),
    ],
)
async def test_a_person_who_cannot_be_written_to_is_reported(trouble: str, kind: TroubleKind, stage: Stage) -> None:
    person = stage.ann
    if trouble == "block":
        person.block()
    elif trouble == "deactivate":
        person.deactivate()
    else:
        person = stage.telegram.add_person("Carl")
    stage.outbox.show(Slot(person.id, None, "hand:71"), screen("hand"))
    await stage.pass_time(60)

    assert stage.troubles == [ChatTrouble(kind, person.id)]
    assert len(stage.telegram.called("sendMessage")) == 1


async def test_muted_and_unmuted_shows_the_newest_state(stage: Stage) -> None:
    stage.group.restrict()
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(5)
    assert stage.troubles == [ChatTrouble(TroubleKind.NO_RIGHTS, stage.group.id)]

    stage.group.promote()
    stage.outbox.retry(stage.group.id)
    await stage.pass_time(5)
    assert texts(stage) == ["one"]


async def test_what_could_not_be_said_may_be_said_again(stage: Stage) -> None:
    stage.ann.block()
    stage.outbox.say(stage.ann.id, None, screen("result"), key="r")
    await stage.settle()
    stage.ann.unblock()
    stage.outbox.say(stage.ann.id, None, screen("result"), key="r")
    await stage.settle()

    assert stage.ann.private.last.text == "result"


async def test_a_closed_topic_is_reported_and_stops_no_other_topic(stage: Stage) -> None:
    forum = stage.telegram.add_group("Forum", [stage.ann], is_forum=True)
    closed, opened = forum.open_topic("closed"), forum.open_topic("open")
    forum.close_topic(closed)
    stage.outbox.say(forum.id, closed.id, screen("lost"))
    stage.outbox.say(forum.id, opened.id, screen("here"))
    await stage.pass_time(5)

    assert stage.troubles == [ChatTrouble(TroubleKind.TOPIC_CLOSED, forum.id, closed.id)]
    assert [m.text for m in forum.from_bot] == ["here"]


async def test_without_its_topic_a_table_goes_on_in_the_chat(stage: Stage) -> None:
    forum = stage.telegram.add_group("Forum", [stage.ann], is_forum=True)
    topic = forum.open_topic("Cards")
    slot = Slot(forum.id, topic.id, "table:1")
    stage.outbox.show(slot, screen("one"))
    await stage.settle()
    forum.delete_topic(topic)
    for number in range(3):
        stage.outbox.show(slot, screen(f"play {number}"), fresh=True)
        await stage.pass_time(5)

    assert [(m.text, m.is_topic_message) for m in forum.from_bot] == [("play 2", False)]
    assert stage.troubles == [ChatTrouble(TroubleKind.TOPIC_GONE, forum.id, topic.id)]


async def test_a_group_that_became_a_supergroup_goes_on_there(stage: Stage) -> None:
    group = stage.telegram.add_group("Basic", [stage.ann], kind=ChatKind.GROUP)
    slot = Slot(group.id, None, "table:1")
    stage.outbox.show(slot, screen("one"))
    await stage.settle()
    new = group.migrate()
    stage.outbox.show(slot, screen("two"))
    stage.outbox.say(group.id, None, screen("result"), reply_to=min(new.chat.messages))
    await stage.pass_time(10)

    assert stage.troubles == [ChatTrouble(TroubleKind.MIGRATED, group.id, None, new.id)]
    assert new.last.reply_to is None
    assert [m.text for m in new.from_bot] == ["two", "result"]
    assert stage.telegram.called("editMessageText", chat_id=new.id) == []  # the old message ids mean nothing there
    for chat_id in (group.id, new.id):  # the old name does as well as the new one
        stage.outbox.show(Slot(chat_id, None, "table:1"), screen(f"by {chat_id}"))
        await stage.pass_time(5)
        assert [m.text for m in new.from_bot] == [f"by {chat_id}", "result"]
    stage.outbox.migrate(group.id, new.id)
    stage.outbox.migrate(group.id, new.id)
    assert [slot.chat_id for slot in stage.messages.kept] == [new.id]


async def test_an_error_in_the_rest_of_the_bot_stops_nothing(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_: ChatTrouble) -> None:
        raise RuntimeError("handler")

    stage.trouble_handler = fail
    stage.ann.block()
    stage.outbox.show(stage.hand, screen("hand"))
    await stage.settle()
    stage.ann.unblock()
    stage.outbox.show(stage.hand, screen("hand 2"))
    await stage.settle()

    assert stage.ann.private.last.text == "hand 2"
    assert "RuntimeError: handler" in caplog.text


# ---- the store, restarts, the end


async def test_a_restart_goes_on_editing_the_same_messages() -> None:
    stage = Stage()
    async with stage.open():
        stage.outbox.show(stage.table, screen("one"))
        stage.outbox.show(stage.hand, screen("hand", picture="p1"))
        await stage.pass_time(5)
    ids = {stage.group.last.id, stage.ann.private.last.id}
    calls = len(stage.telegram.calls)
    async with stage.open():
        stage.outbox.show(stage.table, screen("one"))
        stage.outbox.show(stage.hand, screen("hand", picture="p1"))
        await stage.pass_time(5)
        assert [call.method for call in list(stage.telegram.calls)[calls:]] == ["getMe"]  # all of it is shown
        stage.outbox.show(stage.table, screen("two"))
        stage.outbox.show(stage.hand, screen("hand two", picture="p1"))
        await stage.pass_time(5)

    assert {stage.group.last.id, stage.ann.private.last.id} == ids
    assert texts(stage) == ["two"]
    assert [m.text for m in stage.ann.private.from_bot] == ["hand two"]
    assert stage.studio.drawn == ["p1"]


async def test_a_slot_asked_for_while_the_bot_is_at_its_limit_is_looked_up_first() -> None:
    stage = Stage()
    other = Slot(stage.group.id, None, "table:72")
    async with stage.open():
        stage.outbox.show(stage.table, screen("one"))
        stage.outbox.show(other, screen("other one"))
        await stage.pass_time(10)
    async with stage.open():
        stage.outbox.show(stage.table, screen("one"))
        await stage.settle()
        for number in range(28):
            await stage.budget.admit(1000 + number, urgent=True)
        stage.outbox.show(stage.table, screen("two"))
        await stage.settle()
        stage.outbox.show(other, screen("other two"))
        stage.outbox.show(stage.table, screen("one"))
        await stage.pass_time(10)

    assert texts(stage) == ["one", "other two"]


async def test_a_store_that_fails_does_not_stop_the_show(stage: Stage) -> None:
    stage.messages.fails = 3
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(20)
    stage.messages.fails = 1
    stage.outbox.show(stage.table, screen("two"))
    await stage.pass_time(5)
    assert texts(stage) == ["two"]

    stage.outbox.show(stage.table, screen("three"))
    await stage.pass_time(5)
    assert stage.messages.kept[stage.table].message_id == stage.group.last.id


async def test_what_waits_is_sent_before_the_end_without_waiting_for_the_next_edit() -> None:
    stage = Stage()
    async with stage.open():
        stage.outbox.show(stage.table, screen("one"))
        await stage.settle()
        stage.outbox.show(stage.table, screen("last"))
        start = stage.clock.now()
        async with asyncio.timeout(5):  # of real time: the clock stands still
            await stage.outbox.shutdown(5)
        assert stage.clock.now() == start
        assert texts(stage) == ["last"]

        stage.outbox.show(stage.table, screen("too late"))
        stage.outbox.say(stage.group.id, None, screen("too late"))
        await stage.pass_time(5)
        assert texts(stage) == ["last"]


async def test_the_end_does_not_wait_for_ever() -> None:
    stage = Stage()
    before = len(asyncio.all_tasks())
    async with stage.open():
        for number in range(40):
            stage.outbox.say(stage.group.id, None, screen(f"news {number}"))
        await stage.settle()
        start = stage.clock.now()
        stopping = asyncio.create_task(stage.outbox.shutdown(5))
        while not stopping.done():
            await stage.pass_time(0.5)
        assert stage.clock.now() - start <= 5.5
        assert len(stage.group.from_bot) == 20
    assert len(asyncio.all_tasks()) == before
