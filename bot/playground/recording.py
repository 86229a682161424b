"""A scripted evening in the browser, and pictures of its main screens: `python -m bot.playground record`."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright
from pydantic import SecretStr

from bot.application import running
from bot.playground.chromium import launch_options
from bot.playground.fake import Limits
from bot.playground.player import Player
from bot.playground.playground import Playground
from bot.process.config import load_settings
from bot.telegram_api.callback_data import ButtonAction

WIDE: Final = ViewportSize(width=1440, height=1000)
PHONE: Final = ViewportSize(width=412, height=915)
TABLE_EDIT_MS: Final = 4_000
"""The table message is edited this often at most; then it shows what the hand shows."""
PATIENCE_MS: Final = 90_000
DEALS_BEFORE: Final = 2
"""So many deals the computer plays for everybody, so that there are scores to show."""
TURNS: Final = 2
"""So many times the visitor plays before the hand is shown."""

_PICTURES_ARE_THERE: Final = (
    "Promise.all([...document.images].filter((image) => image.src).map((image) => image.decode()))"
)


async def record(folder: Path) -> None:
    """Play the evening and write the pictures into `folder`.

    Raises FileNotFoundError if there is no browser.
    """
    async with AsyncExitStack() as stack:
        playground = await stack.enter_async_context(_bot_on_playground())
        playwright = await stack.enter_async_context(async_playwright())
        browser = await stack.enter_async_context(await playwright.chromium.launch(**launch_options()))
        evening = _Evening(
            playground,
            wide=await _page(browser, playground.url, WIDE, dark=False),
            phone=await _page(browser, playground.url, PHONE, dark=True),
            folder=folder,
        )
        await evening.play()


@asynccontextmanager
async def _bot_on_playground() -> AsyncIterator[Playground]:
    """The bot on a playground without flood control, with computer players that think fast."""
    async with AsyncExitStack() as stack:
        data = stack.enter_context(TemporaryDirectory(prefix="shuangkou-"))
        playground = await stack.enter_async_context(Playground(port=0, limits=Limits.none()))
        settings = load_settings(None).model_copy(
            update={
                "bot_token": SecretStr(playground.token),
                "api_base": playground.api_base,
                "database": Path(data) / "evening.sqlite3",
                "group_calls_per_minute": 60,
                "computer_thinks_at_least": 0,
                "computer_thinks_at_most": 100,
            }
        )
        await stack.enter_async_context(running(settings))
        yield playground


async def _page(browser: Browser, url: str, size: ViewportSize, *, dark: bool) -> Page:
    is_phone = size["width"] < 760
    context = await browser.new_context(
        viewport=size,
        locale="zh-CN",
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        has_touch=is_phone,
        is_mobile=is_phone,
        device_scale_factor=2 if is_phone else 1,
    )
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    await page.goto(url)
    await page.locator("#group textarea").wait_for()
    return page


@dataclass(frozen=True, slots=True)
class _Evening:
    """An evening as one visitor sees it, in a wide window and on a phone at the same time."""

    playground: Playground
    wide: Page
    phone: Page
    folder: Path

    async def play(self) -> None:
        ming, hong, wang = (Player(self.playground.telegram, person) for person in self.playground.people[:3])
        await self._lobby(hong, wang)
        for _ in range(DEALS_BEFORE):
            for player in (ming, hong, wang):
                await player.switch_autopilot_on()
            for player in (ming, hong, wang):
                await player.press(self.playground.group, ButtonAction.AGAIN)
        for player in (hong, wang):
            await player.switch_autopilot_on()
        await self._deal()
        await self._result()
        await self._afterwards()

    async def _lobby(self, hong: Player, wang: Player) -> None:
        group = self.playground.group
        hong.say("晚上好，来一桌双扣？", group)
        wang.say("好啊，刚吃完饭", group)
        await self._say("/newgame")
        await hong.press(group, ButtonAction.JOIN)
        wang.say("三缺一，让电脑顶一个", group)
        await wang.press(group, ButtonAction.JOIN)
        await self._in_group("双扣开桌").filter(has_text="老王").wait_for()
        await self._shoot("lobby")
        await self._tap("电脑补位")
        await self._in_group("人齐了").wait_for()
        await self._tap("^开始$")

    async def _deal(self) -> None:
        """Play with the first button until a few cards are on the table and there is a choice to make; take a hint."""
        turn = self.wide.locator("#private .message", has_text="轮到你").last
        hint = turn.locator(".keyboard button", has_text="提示")
        over = self.wide.locator("#group .message", has_text=f"第 {DEALS_BEFORE + 1} 局").filter(has_text="🏆")
        turns = 0
        while True:
            await turn.or_(over).first.wait_for()
            if await over.count():
                return
            if turns >= TURNS and await hint.count():
                break
            words = await turn.locator(".text").text_content() or ""
            await turn.locator(".keyboard button").first.click()
            await self.wide.locator("#private .text", has_text=words).wait_for(state="detached")
            turns += 1
        await hint.click()
        await turn.locator(".keyboard button").filter(has_text=re.compile("ᐟ|✓")).first.wait_for()
        await self.wide.wait_for_timeout(TABLE_EDIT_MS)
        await self._shoot("table", phone="group")
        await self._shoot("hand", phone="private", only_phone=True)
        await self._tap("我的牌")
        await self.wide.locator("#group .message", has=self.wide.locator(".personal-note")).wait_for()
        await self._shoot("group-hand")
        await self._tap("⋯", chat="private")
        await self._tap("托管", chat="private")

    async def _result(self) -> None:
        await self._in_group("🏆").filter(has_text=f"第 {DEALS_BEFORE + 1} 局").wait_for()
        await self.wide.locator("#private .message", has_text="名 ·").wait_for()
        await self._shoot("result")

    async def _afterwards(self) -> None:
        await self._say("/rank")
        await self._in_group("🎖").wait_for()
        await self._shoot("rank")
        await self._say("/settings")
        await self._in_group("⚙️").wait_for()
        await self._shoot("settings")

    # ---- what the visitor does

    async def _say(self, words: str) -> None:
        line = self.wide.locator("#group textarea")
        await line.fill(words)
        await line.press("Enter")
        await self.wide.locator("#group .message.out", has_text=words).last.wait_for()

    async def _tap(self, label: str, chat: str = "group") -> None:
        await self.wide.locator(f"#{chat} .keyboard button").filter(has_text=re.compile(label)).last.click()

    def _in_group(self, words: str) -> Locator:
        return self.wide.locator("#group .message", has_text=words).last

    # ---- the pictures

    async def _shoot(self, name: str, *, phone: str = "group", only_phone: bool = False) -> None:
        """Write `name`.png of the wide window and `name`-phone.png of the phone, which shows this chat."""
        if not only_phone:
            await self._write(self.wide, name)
        await self.phone.locator(f"#tabs [aria-controls={phone}]").tap()
        await self._write(self.phone, f"{name}-phone")

    async def _write(self, page: Page, name: str) -> None:
        await page.evaluate("document.activeElement?.blur()")
        await page.mouse.move(0, 0)
        await page.evaluate(_PICTURES_ARE_THERE)
        await page.screenshot(path=self.folder / f"{name}.png", animations="disabled", caret="hide")
