"""Two thousand random deals over all switches, each checked; `python -m benchmarks.random_deals` plays more."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from benchmarks.random_deals import MANNERS, check, play_out, problems, random_start
from engine.ruleset import DEFAULT_RULES
from engine.scoring import ResultKind

SHARES = 4
DEALS = 2000


@pytest.mark.parametrize("share", range(SHARES))
def test_random_deals_end_as_they_should(share: int) -> None:
    kinds: Counter[ResultKind] = Counter()
    for number in range(share, DEALS, SHARES):
        end, problems = check(0, number)
        assert problems == [], f"deal {number} of series 0"
        assert end.settlement is not None
        kinds[end.settlement.kind] += 1
    assert set(kinds) >= {ResultKind.SHUANGKOU, ResultKind.DANKOU, ResultKind.PINGKOU}


def test_the_check_notices_what_is_wrong() -> None:
    rng = random.Random(0)
    start = random_start(rng, DEFAULT_RULES)
    end = play_out(start, rng, MANNERS[0])
    settlement = end.settlement
    assert settlement is not None
    assert problems(start, end) == []
    assert problems(start, start) == ["it has not ended"]
    one, two, three, four = start.hands
    assert "cards appeared or vanished" in problems(start, replace(end, hands=(one, two, three, four)))
    assert problems(start, replace(end, settlement=replace(settlement, points=(1, 0, 0, 0))))
    assert problems(start, replace(end, order=end.order[1:]))
    assert problems(start, replace(end, timeouts=(0, 0, 0, 1))) == ["its replay is another deal"]
