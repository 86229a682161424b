"""The spam guard: who does too much is told once, then left alone, and keeps nobody else from being served."""

from bot.handlers.guard import QUIET_SECONDS, Allowance, Guard, GuardLimits, Verdict

ANN, BOB, GROUP = 1, 2, -100
LIMITS = GuardLimits(
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
    guard = Guard(watch, LIMITS)
    assert [guard.tap(ANN, ANN) for _ in range(5)] == [Verdict.SERVE] * 3 + [Verdict.TELL, Verdict.IGNORE]
    watch.time += 1
    assert [guard.tap(ANN, ANN) for _ in range(2)] == [Verdict.SERVE, Verdict.IGNORE]
    watch.time += QUIET_SECONDS
    assert [guard.tap(ANN, ANN) for _ in range(4)] == [Verdict.SERVE] * 3 + [Verdict.TELL]


def test_an_allowance_does_not_grow_beyond_its_burst() -> None:
    watch = Watch()
    guard = Guard(watch, LIMITS)
    guard.command(ANN, ANN)
    watch.time += 3600
    assert [guard.command(ANN, ANN) for _ in range(3)] == [Verdict.SERVE] * 2 + [Verdict.TELL]


def test_taps_and_commands_and_people_are_counted_apart() -> None:
    guard = Guard(Watch(), LIMITS)
    for _ in range(4):
        guard.tap(ANN, ANN)
    assert guard.command(ANN, ANN) is Verdict.SERVE
    assert guard.tap(BOB, BOB) is Verdict.SERVE


def test_a_full_group_tells_everybody_who_taps_there_and_serves_them_elsewhere() -> None:
    guard = Guard(Watch(), LIMITS)
    assert [guard.tap(person, GROUP) for person in (1, 2, 3, 4, 5)] == [Verdict.SERVE] * 5
    assert [guard.tap(6, GROUP), guard.tap(7, GROUP), guard.tap(6, GROUP)] == [
        Verdict.TELL,
        Verdict.TELL,
        Verdict.IGNORE,
    ]
    assert guard.tap(6, 6) is Verdict.SERVE


def test_a_group_full_of_commands_is_told_once() -> None:
    guard = Guard(Watch(), LIMITS)
    verdicts = [guard.command(person, GROUP) for person in range(1, 6)]
    assert verdicts == [Verdict.SERVE] * 3 + [Verdict.TELL, Verdict.IGNORE]


def test_a_person_who_is_refused_takes_nothing_from_his_group() -> None:
    guard = Guard(Watch(), LIMITS)
    for _ in range(50):
        guard.tap(ANN, GROUP)
    assert guard.tap(BOB, GROUP) is Verdict.SERVE


def test_memory_is_bounded() -> None:
    guard = Guard(Watch(), LIMITS, kept=10)
    for person in range(1, 1000):
        guard.tap(person, person)
    assert len(guard) == 10


def test_no_limits() -> None:
    guard = Guard(Watch(), GuardLimits.none())
    assert {guard.tap(ANN, GROUP) for _ in range(1000)} == {Verdict.SERVE}
    assert {guard.command(ANN, GROUP) for _ in range(1000)} == {Verdict.SERVE}
