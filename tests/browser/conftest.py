"""A browser, a local Telegram, and the bot on it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from bot.playground.chromium import launch_options
from tests.browser.local import BotProcess, LocalTelegram

Opener = Callable[..., Page]

expect.set_options(timeout=15_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed before other tests run: Playwright leaves its own event loop running in this thread until then."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


@pytest.fixture
def local() -> Iterator[LocalTelegram]:
    """A local Telegram without a bot: the test itself speaks as the bot."""
    with LocalTelegram() as local:
        yield local


@pytest.fixture
def bot(local: LocalTelegram, tmp_path: Path) -> Iterator[BotProcess]:
    """The real bot, on the local Telegram."""
    process = BotProcess(tmp_path, local.environment)
    process.start()
    yield process
    process.kill()
    print(process.output)  # pytest shows it where a test has failed


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens the page as somebody, in a browser of their own; nothing may go wrong in it while the test lasts."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def open_page(person: str = "xiaoming", *, url: str = "", **options: Any) -> Page:
        url = url or request.getfixturevalue("local").url
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}, "locale": "zh-CN"} | options))
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda said: trouble.append(said.text) if _is_trouble(said.type, said.text) else None)
        page.goto(f"{url}?as={person}")
        page.locator("#private").wait_for(state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


def _is_trouble(kind: str, text: str) -> bool:
    """A server that is away is no fault of the page."""
    return kind in ("error", "warning") and "ERR_CONNECTION_REFUSED" not in text
