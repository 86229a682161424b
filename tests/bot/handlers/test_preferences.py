"""The settings panels, of a group and of a person, through the whole bot."""

from functools import partial
from pathlib import Path

import pytest

from bot.playground.fake import Message, Person
from bot.screens.chat_settings import CHAT_SETTINGS
from bot.screens.person_settings import PERSON_SETTINGS
from bot.tables.state import Language, LiveDeal
from bot.tables.table import Table
from engine.deal import Passed
from engine.ruleset import RuleSet, Wild
from storage import HandOrder, PersonSettings, StoredOptions
from tests.bot.handlers.scene import REAL_SECONDS, Scene, scene


def data_of(panel: Message, name: str) -> list[str]:
    """The taps that a panel offers for a setting."""
    return [
        button["callback_data"] for button in panel.buttons if button["callback_data"].startswith(f"u:0:0:0:{name}=")
    ]


def labels(person: Person) -> set[str]:
    """What stands on the buttons in somebody's private chat."""
    return {button["text"] for message in person.private.from_bot for button in message.buttons}


def label_of(panel: Message, data: str) -> str:
    return str(next(button["text"] for button in panel.buttons if button["callback_data"] == data))


async def move(here: Scene, panel: Message, name: str, which: int = -1) -> str:
    """Ann taps a setting; what she is told."""
    data = data_of(panel, name)[which]
    answer = await here.ann.tap(panel, data=data).answer(patience=REAL_SECONDS)
    await here.settled()
    return answer.text or ""


def can_only_pass(live: LiveDeal, person_id: int) -> bool:
    """Whether it is a person's turn and nothing they have beats the table."""
    deal = live.deal
    return deal.to_act == live.seat_of(person_id) and deal.to_beat is not None and not deal.legal_plays


def has_moved_on(table: Table, before: LiveDeal) -> bool:
    """Whether something has been done at a table."""
    return (table.live.number, table.live.turn) != (before.number, before.turn)


async def options(here: Scene) -> StoredOptions:
    chat = here.database.chats.get(here.group.id)
    assert chat is not None
    return chat.options


async def own(here: Scene) -> PersonSettings:
    return (here.database.people.get((await here.known(here.ann)).id)).settings


async def test_every_switch_of_a_group_can_be_moved(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, "/settings", here.group)
        for setting in CHAT_SETTINGS:
            before = await options(here), (here.database.chats.get(here.group.id))
            which = 0 if setting.is_stepped else -1
            assert await move(here, panel, setting.name, which) == "✅ Changed, from the next deal on"
            after = await options(here), (here.database.chats.get(here.group.id))
            assert before != after, setting.name
        assert here.group.from_bot == [panel]
        assert (await options(here)).rules != RuleSet()


async def test_a_number_goes_down_and_up(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, "/settings", here.group)
        await move(here, panel, "base", 0)
        assert (await options(here)).rules.base_score == 50
        await move(here, panel, "base")
        assert (await options(here)).rules.base_score == 100


@pytest.mark.parametrize(
    ("typed", "rules", "shown"),
    [
        ("base 250", RuleSet(base_score=250), "底分 250："),
        ("底分 1,000,000", RuleSet(base_score=1_000_000), "底分 1\u202f000\u202f000："),
        ("Seconds 75", RuleSet(turn_seconds=75), "每手 75 秒："),
        ("秒 ７５", RuleSet(turn_seconds=75), "每手 75 秒："),
        ("units 1/3/6", RuleSet(units=(1, 3, 6)), "平单双 1/3/6："),
        ("平单双 2 999 1", RuleSet(units=(2, 999, 1)), "平单双 2/999/1："),
    ],
)
async def test_any_number_can_be_typed(typed: str, rules: RuleSet, shown: str, tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, f"/settings {typed}", here.group)
        assert (await options(here)).rules == rules
        assert shown in panel.text
        for name in ("base", "secs", "units"):
            await move(here, panel, name)
        assert (await options(here)).rules != rules, "the panel goes on from there"


async def test_numbers_that_cannot_be_are_told_with_those_that_can(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        for typed in (
            *("base", "base 0", "base 1000001", "base -5", "base x", "base 1 2", "base 99999999999999999999", "base ²"),
            *("seconds 14", "seconds 601", "units 1/2", "units 0/1/2", "units 1/2/1000", "units 1//2", "cap 9", "x"),
        ):
            said = (await here.asks(here.ann, f"/settings {typed}", here.group)).text
            assert said.startswith("这个设置没有这个值")
            assert "/settings 底分 250（1 到 1,000,000）" in said
        assert (await options(here)).rules == RuleSet()


async def test_who_may_not_change_a_number_changes_none(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        said = await here.asks(here.bob, "/settings base 250", here.group)
        assert said.text == "Only admins of this group can change that"
        await here.asks(here.ann, "/settings base 250")
        assert (await options(here)).rules == RuleSet()


async def test_the_least_number_stays_with_a_button_on_either_side(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, "/settings seconds 15", here.group)
        less, more = data_of(panel, "secs")
        assert (label_of(panel, less), label_of(panel, more)) == ("− 15 秒", "＋ 20 秒")
        assert await move(here, panel, "secs", 0) == "It is so already"
        assert (await options(here)).rules.turn_seconds == 15
        assert await move(here, panel, "secs", 1) == "✅ Changed, from the next deal on"
        assert (await options(here)).rules.turn_seconds == 20


async def test_who_wants_no_notices_gets_none_of_tables_that_open(tmp_path: Path) -> None:
    """The switch was kept, and nobody asked it."""
    async with scene(tmp_path) as here:
        here.bob.say("/notify", here.group)
        await here.until(lambda: here.bob.private.from_bot)
        panel = await here.asks(here.bob, "/settings")
        (data,) = data_of(panel, "notice")
        assert label_of(panel, data) == "New tables → off"
        await here.taps(here.bob, panel, label_of(panel, data))
        assert label_of(panel, data_of(panel, "notice")[0]) == "New tables → on"
        before = len(here.bob.private.from_bot)
        await here.asks(here.ann, "/newgame", here.group)
        await here.settled()
        assert len(here.bob.private.from_bot) == before


async def test_the_language_of_a_group_shows_at_once(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, "/settings", here.group)
        assert "的牌桌" in panel.text
        await move(here, panel, "lang")
        assert panel.text.startswith("⚙️ Tables in")
        assert "How this works" in (await here.asks(here.bob, "/help", here.group)).text


async def test_members_are_told_that_they_may_not(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        refusal = "Only admins of this group can change that"
        assert (await here.asks(here.bob, "/settings", here.group)).text == refusal
        panel = await here.asks(here.ann, "/settings", here.group)
        data = data_of(panel, "wild")[0]
        assert (await here.taps(here.bob, panel, label_of(panel, data))).text == refusal
        assert (await options(here)).rules.wild is Wild.QIANBIAN


async def test_anonymous_admins_may(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        here.group.promote(here.ann, is_anonymous=True)
        panel = await here.asks(here.ann, "/settings", here.group)
        await move(here, panel, "wild")
        assert (await options(here)).rules.wild is not Wild.QIANBIAN


async def test_a_change_applies_from_the_next_deal(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        lobby = await here.asks(here.ann, "/newgame", here.group)
        panel = await here.asks(here.ann, "/settings", here.group)
        await move(here, panel, "base")
        assert "底分 200" in lobby.text
        await here.taps(here.ann, lobby, "🤖 电脑补位")
        await here.taps(here.ann, lobby, "开始")
        await move(here, panel, "base")
        table = here.services.tables.live[0]
        assert table.live.deal.rules.base_score == 200
        assert table.state.rules.base_score == 500
        assert table.state.options.computers


async def test_values_nobody_offered_change_nothing(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, "/settings", here.group)
        mine = await here.asks(here.ann, "/settings")
        before = await options(here), await own(here)
        for arg in (
            "wild=nonsense",
            "base=0",
            "base=x",
            "base=-5",
            "cap=99",
            "secs=1",
            "units=0/0/0",
            "=",
            "",
            "lang=xx",
        ):
            for message in (panel, mine):
                assert "old button" in ((await here.forges(here.ann, message, f"u:0:0:0:{arg}")).text or "")
        assert (await options(here), await own(here)) == before


async def test_every_switch_of_a_person_can_be_moved(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, "/settings")
        for setting in PERSON_SETTINGS:
            if setting.name != "lang":
                assert await move(here, panel, setting.name) == "✅ Changed"
        chosen = PersonSettings(
            auto_pass=True,
            notices=False,
            text_hands=True,
            four_colours=True,
            sorting=HandOrder.COUNT,
            hand_in_group=True,
        )
        assert await own(here) == chosen
        assert "变" in await move(here, panel, "lang") or panel.text.startswith("⚙️ 你")
        assert (await here.known(here.ann)).language is Language.CHINESE
        assert "双扣怎么用" in (await here.asks(here.ann, "/help")).text


async def test_automatic_passing_begins_with_the_turn_that_is_running(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, "/settings")
        here.ann.say("/newgame")
        await here.until(lambda: here.services.tables.live and here.services.tables.live[0].state.latest)
        table = here.services.tables.live[0]
        ann = (await here.known(here.ann)).id
        while not can_only_pass(table.live, ann):
            live = table.live
            if live.deal.is_over:
                await here.services.tables.again(table.state.id, ann, "tap", live.number)
            elif live.deal.to_act == live.seat_of(ann):
                weakest = live.deal.legal_plays[0]
                await here.services.tables.play(table.state.id, ann, weakest.cards, weakest.type)
            await here.until(partial(has_moved_on, table, live))
        turn = table.live.turn
        await move(here, panel, "pass")
        await here.until(lambda: table.live.turn > turn)
        assert isinstance(table.live.deal.log[turn], Passed)


async def test_a_live_hand_shows_a_change_at_once(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        panel = await here.asks(here.ann, "/settings")
        lobby = await here.asks(here.ann, "/newgame", here.group)
        await here.taps(here.ann, lobby, "🤖 电脑补位")
        await here.taps(here.ann, lobby, "开始")
        live = here.services.tables.live[0].live
        seat = live.seat_of((await here.known(here.ann)).id)
        assert seat is not None
        await here.until(lambda: "Hint" in labels(here.ann))
        await move(here, panel, "lang")
        table = here.services.tables.live[0]
        chair = table.live.chairs[seat]
        assert chair.person is not None
        assert chair.person.language is Language.CHINESE
        assert {person.language for person in table.state.people} == {Language.CHINESE}
        await here.until(lambda: "提示" in labels(here.ann))
