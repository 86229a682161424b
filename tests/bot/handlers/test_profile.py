"""/rank, /top, /stats and /history, through the whole bot."""

from pathlib import Path

import pytest

from bot.screens.numbers import signed_text
from storage import PersonSettings
from tests.bot.handlers.scene import Scene, scene


async def play(here: Scene, deals: int) -> None:
    for seed in range(1, deals + 1):
        await here.deal(seed=seed)


async def score(here: Scene, place: int) -> int:
    person = await here.known(here.people[place])
    return (here.database.scores.of(person.id)).score


async def test_rank_of_oneself_in_private_and_in_the_group(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await play(here, 2)
        private = (await here.asks(here.ann, "/rank")).text
        assert "Ann" in private
        assert "Last deals:" in private
        assert "in \u2068Cards" not in private
        group = (await here.asks(here.ann, "/rank", here.group)).text
        standing = await here.database.scores.place((await here.known(here.ann)).id, chat_id=here.group.id)
        assert standing is not None
        assert f"第 {standing.place}" in group
        assert "Ann" in group


async def test_a_correction_is_no_deal(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await play(here, 1)
        person = await here.known(here.ann)
        points = (await here.database.scores.ledger(person.id))[0].points
        await here.database.scores.adjust(person.id, 12_345, "a present")
        last = next(line for line in (await here.asks(here.ann, "/rank")).text.splitlines() if "Last deals" in line)
        assert last == f"Last deals: {signed_text(points)}"


async def test_rank_and_stats_of_whom_one_replies_to(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await play(here, 1)
        words = here.bob.say("good evening", here.group)
        for command in ("/rank", "/stats"):
            answer = await here.asks(here.ann, command, here.group, reply_to=words)
            assert "Bob" in answer.text
            assert "Ann" not in answer.text


async def test_of_bots_strangers_and_anonymous_admins_nothing_is_known(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        of_the_bot = await here.asks(here.ann, "/help", here.group)
        of_a_stranger = here.bob.say("good evening", here.group)
        here.group.promote(here.people[2], is_anonymous=True)
        of_an_admin = here.people[2].say("good evening", here.group)
        for words in (of_the_bot, of_a_stranger, of_an_admin):
            answer = await here.asks(here.ann, "/rank", here.group, reply_to=words)
            assert answer.text == "I know no results of that person"
        assert here.database.people.by_telegram_id(here.bob.id) is None
        for command in ("/rank", "/stats", "/history"):
            assert "没找到" in (await here.asks(here.people[2], command, here.group)).text


async def test_in_a_topic_a_command_that_answers_nobody_is_about_oneself(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await play(here, 1)
        here.group.set_forum(True)
        topic = here.group.open_topic("Table")
        here.bob.say("/rank", here.group, topic=topic)
        await here.until(lambda: here.group.from_bot)
        assert "Bob" in here.group.last.text


async def test_top_of_the_group_of_all_and_of_the_month(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await play(here, 1)
        elsewhere = await here.known(here.people[4])
        await here.database.scores.adjust(elsewhere.id, 999_999, "for the global list")
        month = here.database.scores.period(here.clock.now())
        top = await here.asks(here.ann, "/top", here.group)
        assert "Cards" in top.text
        assert "Eve" not in top.text
        best = max(range(4), key=[await score(here, place) for place in range(4)].__getitem__)
        assert f"🥇 \u2068{here.people[best].user.first_name}" in top.text
        await here.taps(here.bob, top, "本月")
        assert month in top.text
        await here.taps(here.bob, top, "总榜")
        assert "🥇 \u2068Eve" in top.text
        assert len(here.group.from_bot) == 1
        assert "🥇 \u2068Eve" in (await here.asks(here.ann, "/top global", here.group)).text
        assert month in (await here.asks(here.ann, "/top 本月", here.group)).text


async def test_top_in_private_is_of_all(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await play(here, 1)
        top = await here.asks(here.ann, "/top")
        assert top.text.startswith("🏆 Best of all")
        assert "You: " in top.text
        await here.taps(here.ann, top, "This month")
        assert here.database.scores.period(here.clock.now()) in top.text


async def test_stats(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        assert "No ranked deal yet" in (await here.asks(here.ann, "/stats")).text
        await play(here, 3)
        assert "3 deals" in (await here.asks(here.ann, "/stats")).text


async def test_history_is_turned_page_by_page(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await play(here, 12)
        newest = (await here.database.scores.history((await here.known(here.ann)).id)).lines[0].deal_id
        history = await here.asks(here.ann, "/history")
        assert "page 1 of 2" in history.text
        assert f"#{newest}" in history.text
        await here.taps(here.ann, history, "Older ▶")
        assert "page 2 of 2" in history.text
        assert f"#{newest}" not in history.text
        await here.taps(here.ann, history, "◀ Newer")
        assert "page 1 of 2" in history.text


async def test_a_made_up_tap_shows_nobodys_history(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await play(here, 12)
        history = await here.asks(here.ann, "/history")
        own = history.text
        stranger = await here.known(here.bob)
        for data in (f"q:0:0:0:{stranger.id}.1", "q:0:0:0:x.y", "q:0:0:0:", "o:0:0:0:nonsense", "o:0:0:0:c"):
            assert "old button" in (await here.forges(here.ann, history, data)).text
        assert history.text == own


async def test_pictures_for_those_who_want_them(tmp_path: Path) -> None:
    async with scene(tmp_path, pictures=True) as here:
        await play(here, 1)
        assert "photo" in (await here.asks(here.ann, "/rank")).content.to_api()
        assert "photo" in (await here.asks(here.ann, "/stats", here.group)).content.to_api()
        person = await here.known(here.ann)
        await here.database.people.save_settings(person.id, PersonSettings(text_hands=True))
        assert "photo" not in (await here.asks(here.ann, "/rank")).content.to_api()
        assert "photo" in (await here.asks(here.ann, "/rank", here.group)).content.to_api()


@pytest.mark.parametrize("command", ["/rank", "/top", "/stats", "/history"])
async def test_a_newcomer_is_answered(tmp_path: Path, command: str) -> None:
    async with scene(tmp_path) as here:
        for room in (here.bob.private, here.group):
            assert (await here.asks(here.bob, command, room)).text
