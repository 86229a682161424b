"""The Mini App in a frame of the playground, in a real browser: a whole deal by dragging, and lines that are cut."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from bot.process.host import free_port
from tests.browser.conftest import Opener
from tests.browser.local import BotProcess, LocalTelegram

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def app_bot(local: LocalTelegram, tmp_path: Path) -> Iterator[BotProcess]:
    """The real bot with its Mini App, on the local Telegram."""
    port = free_port()
    app = {"APP_URL": f"http://127.0.0.1:{port}/", "WEBHOOK_PORT": str(port)}
    process = BotProcess(tmp_path, local.environment | app)
    process.start()
    yield process
    process.kill()
    print(process.output)


def opened(page: Page) -> FrameLocator:
    """Open a deal against computers, and from its hand the app."""
    if page.locator("#tabs").is_visible():
        page.locator("#tabs [role=tab]").nth(1).click()
    text = page.locator("#private textarea")
    text.fill("/newgame")
    text.press("Enter")
    page.locator("#private .keyboard button", has_text="🎴").last.click()
    app = page.frame_locator("#mini-app iframe")
    expect(app.locator(".hand .card")).not_to_have_count(0)
    return app


def chosen(app: FrameLocator) -> list[str]:
    cards = app.locator(".hand .card.up")
    return sorted(cards.nth(number).get_attribute("data-card") or "" for number in range(cards.count()))


def hinted(app: FrameLocator) -> list[str]:
    """Ask for hints until one has chosen cards; none where all there are is to pass."""
    passing = app.locator(".toast", has_text="💡 不出")
    for _ in range(3):
        app.locator(".acts button", has_text="提示").click()
        expect(app.locator(".hand .card.up").or_(passing).first).to_be_visible()
        if cards := chosen(app):
            return cards
    return []


def drag(page: Page, card: Locator) -> None:
    """A stroke within a card, on the part that no other covers."""
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + 7, box["y"] + box["height"] - 8
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3, y - 6, steps=3)
    page.mouse.up()


@pytest.mark.usefixtures("app_bot")
def test_a_whole_deal_is_played_by_dragging_on_a_phone(open_page: Opener) -> None:
    page = open_page(viewport=PHONE, has_touch=True)
    app = opened(page)
    acts, result = app.locator(".acts button"), app.locator(".result")
    hint, play = acts.filter(has_text="提示"), acts.filter(has_text="出")
    plays = 0
    while True:
        expect(acts.first).to_be_visible(timeout=30_000)
        if result.is_visible():
            break
        turn = app.locator(".table").get_attribute("data-turn")
        if hint.count() == 0:
            acts.first.click()
        elif cards := hinted(app):
            app.locator(".tools button", has_text="清空").click()
            expect(app.locator(".hand .card.up")).to_have_count(0)
            for card in cards:
                drag(page, app.locator(f'.hand .card[data-card="{card}"]'))
            assert chosen(app) == cards
            expect(app.locator(".says")).not_to_be_empty()
            button = play.last
            expect(button).to_be_enabled()
            button.click()
            plays += 1
            if "再点一次" in app.locator(".toast").inner_text():
                button.click()
        else:
            acts.filter(has_text="不出").click()
        expect(app.locator(f'.table[data-turn="{turn}"]')).to_have_count(0)
    assert plays > 0
    expect(result.locator("li")).to_have_count(4)
    acts.filter(has_text="再来一局").click()
    expect(app.locator(".hand .card")).to_have_count(27, timeout=30_000)


def test_a_bot_that_was_killed_and_comes_back_shows_the_same_hand(app_bot: BotProcess, open_page: Opener) -> None:
    page = open_page(viewport=PHONE)
    app = opened(page)
    before = app.locator(".hand .card").count()
    app_bot.kill()
    expect(app.locator(".offline")).to_be_visible()
    app_bot.start()
    expect(app.locator(".offline")).to_have_count(0, timeout=40_000)
    expect(app.locator(".hand .card")).to_have_count(before)


@pytest.mark.usefixtures("app_bot")
@pytest.mark.parametrize("size", [(384, 590), (740, 360), (1280, 800)])
def test_everything_has_its_place_in_every_size(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    app = opened(page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    cards = app.locator(".hand .card")
    frame = page.locator("#mini-app iframe").bounding_box()
    assert frame is not None
    for number in range(cards.count()):
        box = cards.nth(number).bounding_box()
        assert box is not None
        assert box["x"] >= frame["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


@pytest.mark.usefixtures("app_bot")
def test_keys_and_names_suffice(open_page: Opener) -> None:
    """No pointer: a rank chooses, Escape clears; every card and control has a name that can be read out."""
    page = open_page(viewport=PHONE)
    app = opened(page)
    first = app.locator(".hand .card").first
    name, card = first.get_attribute("aria-label"), first.get_attribute("data-card")
    assert name
    assert card
    first.focus()
    page.keyboard.press(card[-2] if card[-2] != "T" else "0")
    expect(app.locator(".hand .card.up")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(app.locator(".hand .card.up")).to_have_count(0)
    expect(app.get_by_role("button", name=name, exact=True).first).to_be_visible()
    expect(app.get_by_role("timer").or_(app.get_by_role("status")).first).to_be_attached()
