"""/replay and /verify, through the whole bot."""

import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.handlers.replays import verification, verify_command
from bot.tables.state import Language
from engine.cards import Card
from engine.ruleset import DealStyle, RuleSet
from engine.shuffle import deal_cards
from storage import Shuffle
from tests.bot.handlers.scene import scene

NO_SUCH_DEAL = "I cannot find that deal"


def typed(command: str) -> subprocess.CompletedProcess[str]:
    """What comes of a command that somebody copies into a shell, with this Python for `python`."""
    words = [sys.executable, *shlex.split(command)[1:]]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)


async def test_a_deal_is_stepped_through_in_one_message(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        stored = await here.deal()
        steps = len(stored.actions)
        replay = await here.asks(here.bob, "/replay", here.group)
        assert f"#{stored.id}" in replay.text
        assert f"第 0/{steps} 手" in replay.text
        for label, step in (("▶", 1), ("▶", 2), ("◀", 1), ("⏩", 11), ("⏪", 1), ("◀", 0)):
            await here.taps(here.bob, replay, label)
            assert f"第 {step}/{steps} 手" in replay.text
        assert here.group.from_bot == [replay]


async def test_unasked_it_is_the_last_deal_of_the_chat_or_of_the_person(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        first = await here.deal(seed=1)
        elsewhere = here.telegram.add_group("Elsewhere", [here.ann])
        second = await here.deal(seed=2, chat_id=elsewhere.id)
        assert f"#{first.id}" in (await here.asks(here.ann, "/replay", here.group)).text
        assert f"#{second.id}" in (await here.asks(here.ann, "/replay")).text
        assert f"#{first.id}" in (await here.asks(here.ann, f"/replay #{first.id}")).text
        assert (await here.asks(here.people[4], "/replay")).text == NO_SUCH_DEAL


async def test_a_deal_of_a_group_is_shown_to_no_stranger(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        stored = await here.deal()
        eve = here.people[4]
        assert "Replay" in (await here.asks(here.ann, f"/replay {stored.id}")).text
        assert "回放" in (await here.asks(eve, f"/replay {stored.id}", here.group)).text
        for command in ("replay", "verify"):
            assert (await here.asks(eve, f"/{command} {stored.id}")).text == NO_SUCH_DEAL
        other = here.telegram.add_group("Elsewhere", [here.ann, eve])
        shown = await here.asks(here.ann, f"/replay {stored.id}", other)
        assert (await here.taps(eve, shown, "▶")).text == NO_SUCH_DEAL


async def test_only_finished_deals_are_shown(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        given_up = await here.deal(actions=5)
        assert (await here.asks(here.ann, f"/replay {given_up.id}", here.group)).text == NO_SUCH_DEAL
        await here.asks(here.ann, "/newgame", here.group)
        lobby = here.group.last
        await here.taps(here.ann, lobby, "🤖 电脑补位")
        await here.taps(here.ann, lobby, "开始")
        live = here.services.tables.live[0].live
        running = here.ann.private.from_bot
        for command in (f"/replay {live.id}", f"/verify {live.id}"):
            assert "still being played" in (await here.asks_amid(here.ann, command)).text
        assert running
        assert (await here.asks_amid(here.people[4], f"/replay {live.id}")).text == NO_SUCH_DEAL


@pytest.mark.parametrize("argument", ["0", "-1", "9" * 40, "²", "x", "1.5", "#"])
async def test_what_is_no_deal_is_said_to_be_none(tmp_path: Path, argument: str) -> None:
    async with scene(tmp_path) as here:
        await here.deal()
        assert (await here.asks(here.ann, f"/replay {argument}")).text == NO_SUCH_DEAL


async def test_from_the_history_a_replay_is_a_message_of_its_own(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        stored = await here.deal()
        history = await here.asks(here.ann, "/history")
        before = history.text
        await here.taps(here.ann, history, f"▶️ #{stored.id}")
        assert history.text == before
        assert "action 0 of" in here.ann.private.last.text


async def test_a_made_up_tap_shows_no_deal(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        first, second = await here.deal(seed=1), await here.deal(seed=2)
        replay = await here.asks(here.ann, f"/replay {first.id}")
        for data in (f"v:0:0:0:{second.id}.3", "v:0:0:0:x.y", "v:0:0:0:", f"v:0:0:0:{first.id}.x"):
            assert "old button" in (await here.forges(here.ann, replay, data)).text


async def test_computer_players_are_called_what_they_were_called_in_the_deal(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        stored = await here.deal(computers=3)
        numbers = [player.number for player in stored.players if not player.is_person]
        assert numbers == [3, 2, 1]
        replay = await here.asks(here.ann, "/replay", here.group)
        hands, _, _ = replay.text.rpartition("\n\n")
        assert [int(number) for number in re.findall(r"电脑(\d)", hands)] == numbers


async def test_somebody_forgotten_has_no_name_in_a_replay(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await here.deal()
        await here.database.people.forget((await here.known(here.bob)).id)
        text = (await here.asks(here.ann, "/replay")).text
        assert "Bob" not in text
        assert "\u2068Player " in text


async def test_verify_says_it_in_words_and_with_a_command_that_proves_it(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        stored = await here.deal()
        answer = await here.asks(here.ann, "/verify")
        assert "✅ Nobody tampered with it: " in answer.text
        assert stored.commitment in answer.text
        command = next(line for line in answer.text.splitlines() if line.startswith("python -m engine verify"))
    done = typed(command)
    assert done.returncode == 0, done.stderr
    assert "it is the one that was published" in done.stdout
    assert stored.shuffle.seed.hex() in done.stdout


async def test_what_does_not_fit_is_found(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        stored = await here.deal()
    good = verification(stored, Language.ENGLISH)
    assert (good.seals, good.deals) == (True, True)
    other_seed = replace(stored, shuffle=replace(stored.shuffle, server_seed=bytes(32)))
    assert (verification(other_seed, Language.ENGLISH).seals, verification(other_seed, Language.ENGLISH).deals) == (
        False,
        False,
    )
    other_taps = replace(stored, shuffle=stored.shuffle.tapped("one more"))
    assert verification(other_taps, Language.ENGLISH).seals
    assert not verification(other_taps, Language.ENGLISH).deals
    assert not verification(replace(stored, actions=stored.actions[1:]), Language.ENGLISH).deals
    other = Card.parse("W1") if stored.opening != Card.parse("W1") else Card.parse("W2")
    assert not verification(replace(stored, opening=other), Language.ENGLISH).deals


async def test_the_command_names_what_the_deal_depends_on(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        stored = await here.deal()
    clumped = RuleSet(deal_style=DealStyle.CLUMPED)
    shuffle = Shuffle(bytes(32), ("-1001.5", "link.jA-_", "it's; rm"), 3)
    command = verify_command(replace(stored, shuffle=shuffle, rules=clumped), Language.ENGLISH)
    done = typed(command)
    assert "derived from the server seed, deal 3 and 3 taps" in done.stdout
    assert shuffle.seed.hex() in done.stdout
    assert "clumped" in done.stdout
    opening = deal_cards(shuffle.seed, clumped).opening
    assert f"[{opening}]" in done.stdout
