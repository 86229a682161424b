"""Hints: the advice of the pool once it is there, what stands in until then, and nobody who waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.tables.computers import MOST_WAITING, Computers
from bot.tables.hands import clear, next_hint, select, still_held, toggle
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import HandState, Hint
from engine.cards import NO_CARDS, format_counts, parse_counts
from engine.deal import Deal, View
from engine.players.advice import Advice, Reason
from engine.plays import Play
from engine.reading import read
from tests.bot.tables.scene import Scene, scene


def view(*hands: str, lead: str = "") -> View:
    """Seat 1 follows what seat 0 has led; without a lead seat 0 is to act."""
    deal = Deal.start([parse_counts(hand) for hand in hands], 0)
    if lead:
        deal = deal.play(0, parse_counts(lead)).deal
    assert deal.to_act is not None
    return deal.view(deal.to_act)


FOLLOWS = view("3456788", "4578K", "3456", "99TTJJ", lead="3")


def play(cards: str, now: View = FOLLOWS) -> Play:
    return read(parse_counts(cards), now.to_beat, now.rules)


def advised(cards: str, *, close: bool = True, reason: Reason = Reason.CHEAPEST) -> Advice:
    """Advice to play these cards, or to pass."""
    return Advice(play(cards) if cards else None, 0.0, 0.0, close, reason)


def went_through(advice: list[Advice], times: int, hand: HandState | None = None) -> list[str]:
    """What is shown, tap by tap."""
    shown = []
    hand = hand or HandState()
    for _ in range(times):
        following = next_hint(hand, FOLLOWS, advice)
        assert following is not None
        assert following.hinted is not None
        hand = following
        shown.append(format_counts(hand.selected) if following.hinted.play else "pass")
    return shown


def test_what_is_advised_comes_first_a_pass_among_it_and_then_every_other_play_round_and_round() -> None:
    advice = [advised("", reason=Reason.KEEPS_HIGH), advised("K"), advised("5")]
    assert went_through(advice, 7) == ["pass", "K", "5", "4", "7", "8", "pass"]


def test_a_pass_that_loses_points_is_no_hint() -> None:
    assert went_through([advised("K"), advised("", close=False)], 5) == ["K", "4", "5", "7", "8"]


@pytest.mark.parametrize(("seen", "expected"), [("K", "5"), ("5", "K"), ("4", "K")])
def test_advice_that_comes_while_somebody_looks_begins_with_what_they_do_not_see_yet(seen: str, expected: str) -> None:
    looking = HandState(parse_counts(seen), hint=3, hinted=Hint(play(seen)))
    assert went_through([advised("K"), advised("5")], 1, looking) == [expected]


def test_until_there_is_advice_every_play_is_among_the_hints_all_the_same() -> None:
    shown = went_through([], 6)
    assert {*shown} >= {"4", "5", "7", "8", "K"}


def test_where_nothing_can_be_played_there_is_no_hint() -> None:
    assert next_hint(HandState(), view("2", "3", "4", "5", lead="2"), []) is None


def test_whatever_else_is_done_the_hint_is_gone() -> None:
    hand = next_hint(HandState(), FOLLOWS, [advised("", reason=Reason.KEEPS_HIGH)])
    assert hand is not None
    assert hand.hinted == Hint(None, Reason.KEEPS_HIGH)
    for after in (
        clear(hand),
        select(hand, parse_counts("K"), FOLLOWS.hand),
        toggle(hand, parse_counts("K").index(1), FOLLOWS.hand),
        still_held(hand, FOLLOWS.hand),
    ):
        assert after.hinted is None
    assert still_held(replace(hand, is_advised=True), NO_CARDS).is_advised is False


# ---- the pool


class Pool(Executor):
    """Worker processes in which nothing is done before the test says so."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        self.jobs.append((done, lambda: fn(*args, **kwargs)))
        return done

    async def work(self) -> None:
        """Do what was asked for last."""
        done, job = self.jobs.pop()
        done.set_result(job())
        await turns()

    async def fail(self) -> None:
        done, _ = self.jobs.pop()
        done.set_exception(RuntimeError("no advice today"))
        await turns()


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def hinted(one: Scene) -> HandState:
    """Whoever is to act taps 提示; what they have before them then."""
    [table] = one.tables.live
    person = one.actor(table)
    await one.tables.selecting.hint(table.state.id, person.id, table.live.number)
    return table.hand(person.id)


async def test_a_turn_begins_with_advice_on_its_way_and_a_tap_before_it_comes_does_not_wait(tmp_path: Path) -> None:
    pool = Pool()
    async with scene(tmp_path, computers=Computers(1, pool=lambda _: pool)) as one:
        await one.deal()
        await turns()
        assert len(pool.jobs) == 1

        early = await hinted(one)
        assert early.hinted is not None
        assert not early.is_advised

        await pool.work()
        late = await hinted(one)
        assert late.is_advised
        assert late.hinted is not None
        assert late.hinted.reason is not None
        assert late.hinted.play != early.hinted.play
        assert not pool.jobs, "it is worked out once a turn"


async def test_where_the_pool_is_busy_advice_is_worked_out_for_who_asks_and_not_where_it_is_behind(
    tmp_path: Path,
) -> None:
    pool = Pool()
    computers = Computers(1, pool=lambda _: pool)
    async with scene(tmp_path, computers=computers) as one:
        others = [asyncio.create_task(computers.work(sum, (1, 2))) for _ in range(MOST_WAITING)]
        await turns()
        await one.deal()
        await turns()
        assert computers.waiting == MOST_WAITING, "nobody has asked yet"

        await hinted(one)
        await turns()
        assert computers.waiting == MOST_WAITING + 1

        [table] = one.tables.live
        await one.play_weakest(table)
        await turns()
        assert (await hinted(one)).hinted is not None
        await turns()
        assert computers.waiting == MOST_WAITING + 1, "two are enough to wait for"
        for task in others:
            task.cancel()


async def test_advice_for_a_turn_that_is_over_is_not_given_to_the_next(tmp_path: Path) -> None:
    pool = Pool()
    async with scene(tmp_path, computers=Computers(1, pool=lambda _: pool)) as one:
        table = await one.deal()
        await turns()
        [old] = pool.jobs
        await one.play_weakest(table)
        old[0].set_result(old[1]())
        await turns()
        assert not (await hinted(one)).is_advised


async def test_who_gets_no_advice_has_hints_all_the_same_and_may_ask_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pool = Pool()
    async with scene(tmp_path, computers=Computers(1, pool=lambda _: pool)) as one:
        await one.deal()
        await turns()
        await pool.fail()
        assert "no advice for seat" in caplog.text
        assert not (await hinted(one)).is_advised
        await turns()
        await pool.work()
        assert (await hinted(one)).is_advised


async def test_nobody_is_advised_in_another_turn_than_their_own(tmp_path: Path) -> None:
    pool = Pool()
    async with scene(tmp_path, computers=Computers(1, pool=lambda _: pool)) as one:
        table = await one.deal()
        await turns()
        waiting = next(person for person in one.people[:4] if person.id != one.actor(table).id)
        await pool.work()
        await one.tables.selecting.hint(table.state.id, waiting.id, 1)
        assert not table.hand(waiting.id).is_advised
        with pytest.raises(Refused) as refused:
            await one.tables.selecting.hint(table.state.id, one.people[5].id, 1)
        assert refused.value.code is RefusalCode.NOT_SEATED
