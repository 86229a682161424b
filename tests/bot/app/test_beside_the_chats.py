"""The Mini App and the chats at one table: who has it open gets no messages, who has not gets all of them."""

from pathlib import Path

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo
from telegram.error import BadRequest

from bot.app.presence import HERE_SECONDS
from bot.outbox.app_front import EDIT_SECONDS, AppFront
from bot.playground.fake import Person
from bot.screens.hand_keys import MOST_ROWS
from bot.screens.screen import Button, Screen
from bot.tables.state import Language
from tests.bot.app.pages import URL, Page, World, acts, dealt, next_to_act, world


def hands_of(person: Person) -> list[str]:
    """The messages in somebody's private chat from which the app opens: their hands."""
    return [
        message.text or ""
        for message in person.private.from_bot
        if any(button.get("web_app", {}).get("url") == URL for button in message.buttons)
    ]


async def speaks(pages: list[Page]) -> None:
    """The pages say that somebody looks at them."""
    for page in pages:
        await page.refreshed()


async def test_with_all_four_in_the_app_a_deal_costs_no_hand_and_few_edits(tmp_path: Path) -> None:
    async with world(tmp_path, wired=True) as played:
        pages = await dealt(played)
        people = played.scene.people[:4]
        await played.scene.settled()
        telegram = played.scene.telegram
        before, plays = len(telegram.calls), 0
        while (page := await next_to_act(pages)) is not None:
            assert (await acts(page))["ok"]
            plays += 1
            played.scene.clock.advance(1.0)
            await speaks(pages)
        await played.scene.settled()
        shown = [call for call in list(telegram.calls)[before:] if call.method.startswith(("send", "edit"))]

        assert [hands_of(person) for person in people] == [[]] * 4
        assert plays > 20
        assert len(shown) <= plays / EDIT_SECONDS + 8, "an edit in ten seconds, and the end"


async def test_who_is_gone_for_ten_seconds_at_their_turn_finds_their_hand_in_the_chat(tmp_path: Path) -> None:
    async with world(tmp_path, wired=True) as played:
        pages = await dealt(played)
        page = await next_to_act(pages)
        assert page is not None
        others = [one for one in pages if one is not page]
        await page.closes()

        played.scene.clock.advance(HERE_SECONDS - 1)
        await speaks(others)
        await played.scene.settled()
        assert hands_of(page.person) == []
        played.scene.clock.advance(2)
        await played.scene.until(lambda: hands_of(page.person))
        assert all(hands_of(one.person) == [] for one in others)

        button = next(button for button in page.person.private.last.buttons if button.get("callback_data"))
        assert button, "and it is played from there"


async def test_who_never_opens_it_plays_in_the_chat_at_the_same_table(tmp_path: Path) -> None:
    async with world(tmp_path, wired=True) as played:
        await _two_in_the_app(played)


async def _two_in_the_app(played: World) -> None:
    pages = await dealt(played, people=2)
    ann, bob = (page.person for page in pages)
    await pages[1].closes()
    played.scene.clock.advance(HERE_SECONDS - 1)
    await pages[0].refreshed()
    played.scene.clock.advance(2)
    bob.say("/hand")
    await played.scene.until(lambda: hands_of(bob))
    assert hands_of(ann) == []


async def test_the_ways_in_are_where_telegram_allows_them(tmp_path: Path) -> None:
    """A link in the group, where a button for an app is refused; the button in private and beside the text field."""
    async with world(tmp_path, wired=True) as played:
        await dealt(played)
        await played.scene.settled()
        group = [button for message in played.scene.group.from_bot for button in message.buttons]
        links = [button["url"] for button in group if "startapp=" in button.get("url", "")]
        assert links
        assert not [button for button in group if "web_app" in button]
        code = links[-1].partition("startapp=")[2]
        [table] = played.scene.services.tables.live
        assert code == played.app.doors.code(table.state.id)
        await played.scene.until(lambda: played.scene.telegram.settings.menu_buttons)
        assert played.scene.telegram.settings.menu_buttons[0]["web_app"]["url"] == URL


def test_the_button_takes_no_sixth_row_of_a_hand() -> None:
    front = AppFront(URL, is_here=lambda _: False, link=str)
    for rows in range(7):
        hand = Screen("hand", keyboard=((Button("key", data="x"),),) * rows)
        with_button = front.with_hand_button(hand, Language.CHINESE)
        assert len(with_button.keyboard) <= max(MOST_ROWS, rows)
        assert with_button.keyboard[-1][-1].app == URL


async def test_a_group_refuses_the_button_and_with_it_the_message(tmp_path: Path) -> None:
    """As Telegram does (BUTTON_TYPE_INVALID): otherwise the test above could not fail."""
    async with world(tmp_path) as played:
        markup = InlineKeyboardMarkup([[InlineKeyboardButton("open", web_app=WebAppInfo(URL))]])
        bot = played.scene.services.bot
        with pytest.raises(BadRequest, match="Button_type_invalid"):
            await bot.send_message(played.scene.group.id, "table", reply_markup=markup)
        assert (await bot.send_message(played.scene.ann.id, "hand", reply_markup=markup)).reply_markup == markup


async def test_without_an_address_nothing_of_it_is_seen(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        await dealt(played)
        await played.scene.settled()
        rooms = [played.scene.group, *(person.private for person in played.scene.people[:4])]
        buttons = [button for room in rooms for message in room.from_bot for button in message.buttons]
        assert buttons
        assert not [one for one in buttons if "web_app" in one or "startapp=" in one.get("url", "")]
        assert played.scene.telegram.settings.menu_buttons == {}
