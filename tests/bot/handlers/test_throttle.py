"""The spam guard: who does too much is told once, then left alone, and keeps nobody else from being served."""

from pathlib import Path

from bot.handlers.throttle import QUIET_SECONDS, Allowance, Throttle, ThrottleLimits, Verdict
from tests.bot.handlers.scene import REAL_SECONDS, scene

ANN, BOB, GROUP = 1, 2, -100
LIMITS = ThrottleLimits(
    taps=Allowance(3, 1.0), commands=Allowance(2, 0.5), group_taps=Allowance(5, 1.0), group_commands=Allowance(3, 0.5)
)


class Watch:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_who_does_too_much_is_told_once_and_served_again_later() -> None:
    watch = Watch()
    throttle = Throttle(watch, LIMITS)
    assert [throttle.tap(ANN, ANN) for _ in range(5)] == [Verdict.SERVE] * 3 + [Verdict.WARN, Verdict.IGNORE]
    watch.time += 1
    assert [throttle.tap(ANN, ANN) for _ in range(2)] == [Verdict.SERVE, Verdict.IGNORE]
    watch.time += QUIET_SECONDS
    assert [throttle.tap(ANN, ANN) for _ in range(4)] == [Verdict.SERVE] * 3 + [Verdict.WARN]


def test_an_allowance_does_not_grow_beyond_its_burst() -> None:
    watch = Watch()
    throttle = Throttle(watch, LIMITS)
    throttle.command(ANN, ANN)
    watch.time += 3600
    assert [throttle.command(ANN, ANN) for _ in range(3)] == [Verdict.SERVE] * 2 + [Verdict.WARN]


def test_taps_and_commands_and_people_are_counted_apart() -> None:
    throttle = Throttle(Watch(), LIMITS)
    for _ in range(4):
        throttle.tap(ANN, ANN)
    assert throttle.command(ANN, ANN) is Verdict.SERVE
    assert throttle.tap(BOB, BOB) is Verdict.SERVE


def test_a_full_group_tells_everybody_who_taps_there_and_serves_them_elsewhere() -> None:
    throttle = Throttle(Watch(), LIMITS)
    assert [throttle.tap(person, GROUP) for person in (1, 2, 3, 4, 5)] == [Verdict.SERVE] * 5
    assert [throttle.tap(6, GROUP), throttle.tap(7, GROUP), throttle.tap(6, GROUP)] == [
        Verdict.WARN,
        Verdict.WARN,
        Verdict.IGNORE,
    ]
    assert throttle.tap(6, 6) is Verdict.SERVE


def test_a_group_full_of_commands_is_told_once() -> None:
    throttle = Throttle(Watch(), LIMITS)
    verdicts = [throttle.command(person, GROUP) for person in range(1, 6)]
    assert verdicts == [Verdict.SERVE] * 3 + [Verdict.WARN, Verdict.IGNORE]


def test_a_person_who_is_refused_takes_nothing_from_his_group() -> None:
    throttle = Throttle(Watch(), LIMITS)
    for _ in range(50):
        throttle.tap(ANN, GROUP)
    assert throttle.tap(BOB, GROUP) is Verdict.SERVE


def test_memory_is_bounded() -> None:
    throttle = Throttle(Watch(), LIMITS, kept=10)
    for person in range(1, 1000):
        throttle.tap(person, person)
    assert len(throttle) == 10


def test_no_limits() -> None:
    throttle = Throttle(Watch(), ThrottleLimits.none())
    assert {throttle.tap(ANN, GROUP) for _ in range(1000)} == {Verdict.SERVE}
    assert {throttle.command(ANN, GROUP) for _ in range(1000)} == {Verdict.SERVE}


async def test_who_commands_too_fast_reads_one_sentence_and_others_are_answered(tmp_path: Path) -> None:
    async with scene(tmp_path, throttle=ThrottleLimits(commands=Allowance(2, 0.1))) as here:
        for _ in range(6):
            here.ann.say("/privacy", here.group)
        await here.until(lambda: len(here.group.from_bot) == 3)
        await here.asks(here.bob, "/privacy", here.group)
        texts = [message.text for message in here.group.from_bot]
        assert texts.count("Too fast, take a second") == 1
        assert len(texts) == 4


async def test_who_taps_too_fast_reads_one_sentence_and_every_tap_is_answered(tmp_path: Path) -> None:
    async with scene(tmp_path, throttle=ThrottleLimits(taps=Allowance(2, 0.1))) as here:
        pages = await here.asks(here.ann, "/rules", here.group)
        taps = [here.ann.tap(pages, "▶") for _ in range(5)]
        answers = [(await tap.answer(patience=REAL_SECONDS)).text for tap in taps]
        assert answers.count("Too fast, take a second") == 1
        assert not any(answers[3:])


async def test_an_anonymous_admin_is_his_group_and_not_all_anonymous_admins_there_are(tmp_path: Path) -> None:
    async with scene(tmp_path, throttle=ThrottleLimits(commands=Allowance(2, 0.1))) as here:
        elsewhere = here.telegram.add_group("Elsewhere", [here.ann, here.bob])
        here.group.promote(here.ann, is_anonymous=True)
        elsewhere.promote(here.bob, is_anonymous=True)
        elsewhere.promote(here.ann, is_anonymous=True)
        for _ in range(4):
            here.ann.say("/help", here.group)
        await here.until(lambda: len(here.group.from_bot) == 3)
        assert "双扣怎么用" in (await here.asks(here.ann, "/help", elsewhere)).text


async def test_who_types_plays_too_fast_reads_one_sentence(tmp_path: Path) -> None:
    async with scene(tmp_path, throttle=ThrottleLimits(taps=Allowance(2, 0.1))) as here:
        here.ann.say("/newgame")
        await here.until(lambda: any(table.state.latest for table in here.services.tables.live))
        for _ in range(6):
            here.ann.say("no cards at all")

        def told() -> int:
            return sum(message.text == "Too fast, take a second" for message in here.ann.private.from_bot)

        await here.until(told)
        await here.settled()
        assert told() == 1
