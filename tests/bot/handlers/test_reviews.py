"""/review and 复盘 through the whole bot: in private, for who has played, once it may be seen, and worked out once."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.playground.fake import Message, Person
from bot.playground.fake.model import Photo
from engine.players.advice import Reason, reason_of
from engine.review import Decision, Judgement
from storage import ChatKind, Occupant, Shuffle, StoredOptions
from storage.tables import Seats
from tests.bot.handlers.scene import Scene, scene
from tests.storage.evening import computers, play_deal

NO_SUCH_DEAL = "I cannot find that deal"


class Judging:
    """Calls every third decision a mistake: the later, the dearer."""

    def __init__(self) -> None:
        self.judged: list[Decision] = []
        self.fails = False

    def __call__(self, decision: Decision, seed: int) -> Judgement:
        if self.fails:
            raise RuntimeError("no judgement today")
        self.judged.append(decision)
        plays = [*decision.view.legal_plays, *([None] if decision.view.to_beat else [])]
        better = next(play for play in plays if play != decision.done)
        is_mistake = len(self.judged) % 3 == 0
        reason = reason_of(decision.view, better)
        return Judgement(decision.turn, better, 40.0 + decision.turn, 3.0, reason, is_mistake)


def contented(decision: Decision, seed: int) -> Judgement:
    return Judgement(decision.turn, decision.done, 0.0, 0.0, Reason.CHEAPEST, is_mistake=False)


def labels(message: Message) -> list[str]:
    return [button["text"] for button in message.buttons]


async def comes(here: Scene, person: Person, is_it: Callable[[Message], bool]) -> Message:
    """The last message of somebody's private chat, once it is the one that is waited for."""

    def found() -> Message | None:
        sent = person.private.from_bot
        return sent[-1] if sent and is_it(sent[-1]) else None

    message = await here.until(found)
    assert message is not None
    await here.settled()
    return message


async def reviewed(here: Scene, command: str = "/review") -> Message:
    """The review that Ann asks for in private."""
    here.ann.say(command)
    return await comes(here, here.ann, lambda message: "accuracy" in message.text)


async def test_the_mistakes_that_cost_most_are_gone_through_in_one_message(tmp_path: Path) -> None:
    judging = Judging()
    async with scene(tmp_path, judge=judging) as here:
        stored = await here.deal(computers=3)
        seat = stored.seat_of((await here.known(here.ann)).id)
        first = await reviewed(here)
        await here.settled()

        assert here.ann.private.from_bot == [first]
        assert f"Review #{stored.id}" in first.text
        assert "table" in first.text
        assert labels(first) == ["①", "②", "③", "▶️ Replay"]
        texts = [first.text]
        for label in ("②", "③", "①"):
            await here.taps(here.ann, first, label)
            texts.append(first.text)
        assert texts[0] == texts[3]
        assert len(set(texts)) == 3
        own = [one for one in judging.judged if one.view.seat == seat]
        assert own
        assert judging.judged[: len(own)] == own, "they come before the others"


async def test_it_is_worked_out_once_and_survives_a_restart(tmp_path: Path) -> None:
    judging = Judging()
    async with scene(tmp_path, judge=judging) as here:
        await here.deal(computers=3)
        text = (await reviewed(here)).text
        telegram = here.telegram
        number = len(judging.judged)
    async with scene(tmp_path, judge=judging, telegram=telegram) as here:
        again = await here.asks(here.ann, "/review")
        assert again.text == text
        assert len(judging.judged) == number


async def test_who_played_well_is_told_so(tmp_path: Path) -> None:
    async with scene(tmp_path, judge=contented) as here:
        await here.deal(computers=3)
        message = await reviewed(here)
        assert "Nothing to reproach" in message.text
        assert "100%" in message.text
        assert labels(message) == ["▶️ Replay"]


async def test_in_a_group_the_answer_comes_in_private(tmp_path: Path) -> None:
    async with scene(tmp_path, judge=contented) as here:
        await here.deal()
        said = await here.asks(here.bob, "/review", here.group)
        assert said.text == "The review is in our private chat, for you alone"
        await here.until(lambda: "Nothing to reproach" in here.bob.private.last.text)
        assert not any("accuracy" in message.text for message in here.group.from_bot)
        eve = here.people[4]
        assert (await here.asks(eve, "/review", here.group)).text == NO_SUCH_DEAL


async def test_nobody_reviews_a_deal_that_they_have_not_played_or_that_is_not_over(tmp_path: Path) -> None:
    async with scene(tmp_path, judge=contented) as here:
        stored = await here.deal()
        given_up = await here.deal(seed=2, actions=5)
        eve = here.people[4]
        for command in (f"/review {stored.id}", "/review"):
            assert (await here.asks(eve, command)).text == NO_SUCH_DEAL
        for command in (f"/review {given_up.id}", "/review 999", "/review x", "/review -1", f"/review {'9' * 40}"):
            assert (await here.asks(here.ann, command)).text == NO_SUCH_DEAL
        await here.asks(here.ann, "/newgame", here.group)
        lobby = here.group.last
        await here.taps(here.ann, lobby, "🤖 电脑补位")
        await here.taps(here.ann, lobby, "开始")
        live = here.services.tables.live[0].live
        assert "still being played" in (await here.asks_amid(here.ann, f"/review {live.id}")).text


async def test_the_deal_of_a_day_waits_until_nobody_can_play_it_any_more(tmp_path: Path) -> None:
    async with scene(tmp_path, judge=contented) as here:
        ann = await here.known(here.ann)
        day = here.services.daily.today
        daily = await here.services.daily.choose(day)
        one, two, three = computers("planner", 3)
        four: Seats = (Occupant.person(ann.id), one, two, three)
        await here.database.chats.seen(here.ann.id, ChatKind.PRIVATE)
        table = await here.database.tables.create(
            chat_id=here.ann.id,
            host_id=ann.id,
            shuffle=Shuffle(daily.server_seed),
            options=StoredOptions(),
            seats=four,
            ranked=False,
            daily=day,
        )
        recorded, stored, _ = await play_deal(here.database, table)
        refusal = "Others may still play this deal of the day; it can be reviewed once the day is over"
        assert (await here.asks(here.ann, f"/review {stored.id}")).text == refusal
        here.clock.advance(86_400)
        assert (await here.asks(here.ann, f"/review {stored.id}")).text == refusal, "somebody is still at it"
        await here.database.tables.close(recorded.table)
        assert "Nothing to reproach" in (await reviewed(here, f"/review {stored.id}")).text


async def test_what_goes_wrong_is_said_and_can_be_asked_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    judging = Judging()
    judging.fails = True
    async with scene(tmp_path, judge=judging) as here:
        stored = await here.deal(computers=3)
        here.ann.say("/review")
        failed = await comes(here, here.ann, lambda message: bool(message.buttons))
        assert "did not work out" in failed.text
        assert "no judgement today" in caplog.text
        assert here.database.reviews.of_deal(stored.id) == {}
        judging.fails = False
        await here.taps(here.ann, failed, "🔍 Review")
        await here.until(lambda: "accuracy" in here.ann.private.last.text)
        caplog.clear()


async def test_the_replay_has_the_same_marks_for_its_player_in_private_alone(tmp_path: Path) -> None:
    async with scene(tmp_path, judge=Judging()) as here:
        await here.deal()
        message = await reviewed(here)
        assert "You:" in message.text
        await here.taps(here.ann, message, "▶️ Replay")
        replay = here.ann.private.last
        assert replay is not message
        marks = [label for label in labels(replay) if label.startswith("❗")]
        assert len(marks) == 3
        await here.taps(here.ann, replay, marks[0])
        assert "❗ Better:" in replay.text
        in_group = await here.asks(here.ann, "/replay", here.group)
        assert not any(label.startswith("❗") for label in labels(in_group))
        of_bob = await here.asks(here.bob, "/replay")
        assert not set(labels(of_bob)) & set(marks), "nobody sees those of another"


async def test_a_made_up_tap_shows_no_review(tmp_path: Path) -> None:
    async with scene(tmp_path, judge=Judging()) as here:
        stored = await here.deal()
        message = await reviewed(here)
        for data in (f"V:0:0:0:{stored.id}.9x", "V:0:0:0:999", f"V:0:0:0:{stored.id}", "V:0:0:0:"):
            assert "old button" in (await here.forges(here.ann, message, data)).text


async def test_a_review_is_drawn_where_its_player_wants_pictures(tmp_path: Path) -> None:
    async with scene(tmp_path, judge=Judging(), pictures=True) as here:
        await here.deal(computers=3)
        here.ann.say("/review")
        message = await comes(here, here.ann, lambda one: isinstance(one.content, Photo))
        first = message.content
        await here.taps(here.ann, message, "②")
        assert isinstance(message.content, Photo)
        assert message.content != first


async def test_one_review_of_a_person_is_worked_out_at_a_time(tmp_path: Path) -> None:
    async with scene(tmp_path, judge=contented) as here:
        first, second = await here.deal(seed=1), await here.deal(seed=2)
        going_on = asyncio.get_running_loop().create_future()
        reviewer, seat = here.services.reviewer, first.seat_of((await here.known(here.ann)).id)
        assert seat is not None
        reviewer._places = asyncio.Semaphore(0)  # nobody's turn comes
        reviewer.begin(first, seat, lambda *_: None, going_on.set_result)
        busy = "Your last review is not ready yet; it comes first"
        assert (await here.asks(here.ann, f"/review {second.id}")).text == busy
        reviewer._places.release()
        await here.until(going_on.done)
        assert "Nothing to reproach" in (await reviewed(here, f"/review {second.id}")).text
