"""The first lesson, tapped through the whole bot."""

from pathlib import Path

import pytest

from bot.playground.fake import Message, Person
from tests.bot.handlers.scene import Scene, scene

PLAY, PASS, NEXT = "Play", "Pass", "Next ▶"


def labels(message: Message) -> list[str]:
    return [button["text"] for button in message.buttons]


def starting_with(message: Message, label: str) -> str:
    return next(text for text in labels(message) if text == label or text.startswith(f"{label} "))


async def chooses(here: Scene, person: Person, lesson: Message, *ranks: str) -> None:
    for rank in ranks:
        await here.taps(person, lesson, starting_with(lesson, rank))


async def greeted_with_a_lesson(here: Scene, person: Person) -> bool:
    before = len(person.private.from_bot)
    person.start()
    await here.until(lambda: len(person.private.from_bot) > before)
    return any("Learn" in text for text in labels(person.private.last))


async def test_the_whole_lesson_to_the_end_of_the_small_deal(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        lesson = await here.asks(here.ann, "/learn")

        async def right(*ranks: str, press: str = PLAY) -> None:
            await chooses(here, here.ann, lesson, *ranks)
            await here.taps(here.ann, lesson, press)
            assert "✅" in lesson.text
            await here.taps(here.ann, lesson, NEXT)

        assert "1/8" in lesson.text
        await right("3", "4", "5", "6", "7", "8")
        await right("Q")
        await right("3")
        await right("4", "5", "6")
        await right("Q", "S🃏")
        await right(press=PASS)
        await right(press="Dankou")
        await right(press="400")
        assert "small deal" in lesson.text
        for move in ("3", PASS, "K", PASS, "K", "2", "4", PASS, "7", PASS, "8"):
            if move == PASS:
                await here.taps(here.ann, lesson, PASS)
            else:
                await chooses(here, here.ann, lesson, move)
                await here.taps(here.ann, lesson, PLAY)
        assert "You won!" in lesson.text
        assert "+300" in lesson.text
        await here.taps(here.ann, lesson, "🔁 Once more")
        assert "It is your lead" in lesson.text
        assert len(here.ann.private.from_bot) == 1


async def test_what_is_not_asked_for_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        lesson = await here.asks(here.ann, "/learn")
        assert PASS not in labels(lesson)
        toast = await here.taps(here.ann, lesson, starting_with(lesson, "J"))
        assert toast.text == "Selected J×2: pair of J"
        allowed = await here.taps(here.ann, lesson, PLAY)
        assert allowed.show_alert
        assert "straight" in allowed.text
        await chooses(here, here.ann, lesson, "3")
        refused = await here.taps(here.ann, lesson, PLAY)
        assert "1/8" in lesson.text
        assert refused.text
        await here.taps(here.ann, lesson, "Skip ▶")
        assert "2/8" in lesson.text
        passed = await here.taps(here.ann, lesson, PASS)
        assert "higher pair" in passed.text


async def test_a_wrong_answer_says_where_to_look_again(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        lesson = await here.asks(here.ann, "/learn")
        for _ in range(6):
            await here.taps(here.ann, lesson, "Skip ▶")
        assert "7/8" in lesson.text
        wrong = await here.taps(here.ann, lesson, "Pingkou")
        assert "1st and 3rd" in wrong.text
        assert "7/8" in lesson.text


async def test_the_lesson_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        lesson = await here.asks(here.ann, "/learn")
        await chooses(here, here.ann, lesson, "3", "4", "5", "6")
        telegram = here.telegram
    async with scene(tmp_path, telegram=telegram) as here:
        await chooses(here, here.ann, lesson, "7")
        await here.taps(here.ann, lesson, PLAY)
        assert "✅" in lesson.text


async def test_in_a_group_a_link_leads_to_it_and_start_offers_it(tmp_path: Path) -> None:
    async with scene(tmp_path, started=False) as here:
        here.ann.say("/learn", here.group)
        await here.until(lambda: here.group.from_bot)
        url = here.group.last.buttons[0]["url"]
        here.ann.follow(url)
        await here.until(lambda: here.ann.private.from_bot)
        assert "1/8" in here.ann.private.last.text
        here.bob.start()
        await here.until(lambda: here.bob.private.from_bot)
        greeting = here.bob.private.last
        await here.taps(here.bob, greeting, "🎓 Learn it in three minutes")
        assert "1/8" in here.bob.private.last.text
        await here.taps(here.bob, here.bob.private.last, "Stop here")
        assert "/learn" in here.bob.private.last.text


async def test_it_is_offered_once_and_only_to_who_has_never_played(tmp_path: Path) -> None:
    async with scene(tmp_path, started=False) as here:
        await here.deal()
        assert not await greeted_with_a_lesson(here, here.ann)
        assert await greeted_with_a_lesson(here, here.people[4])
        assert not await greeted_with_a_lesson(here, here.people[4])


@pytest.mark.parametrize("arg", ["", "9", "0KKKK", "8_99", "end!"])
async def test_a_made_up_tap_is_an_old_button(tmp_path: Path, arg: str) -> None:
    async with scene(tmp_path) as here:
        lesson = await here.asks(here.ann, "/learn")
        before = lesson.text
        answer = await here.forges(here.ann, lesson, f"k:0:0:0:{arg}")
        assert answer.text
        assert lesson.text == before
